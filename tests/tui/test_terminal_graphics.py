"""Pixels in terminals that show them: what is asked and answered, what is sent, and that it is taken away again."""

import base64
import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import BOARD, CONFIG, is_on, screen_of, until
from tests.tui.traced import CLUE_TRACE, picture_screen, recorded
from textual.screen import ModalScreen

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.picture_file import picture_file
from codenames_core.game.config import Seat
from codenames_core.game.state import initialize_game
from codenames_core.game.visibility import View, visible_state
from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.terminal_input import TerminalInput
from codenames_tui.game.inspector.picture_screen import PictureScreen
from codenames_tui.ui.graphics.answers import QUESTION, Graphics, Protocol, graphics_in, is_answer, is_last
from codenames_tui.ui.graphics.cell_size import cell_of
from codenames_tui.ui.graphics.kitty import kitty_picture, kitty_removal
from codenames_tui.ui.graphics.shown_picture import LARGEST, room_for
from codenames_tui.ui.graphics.sixel import COLOURS, sixels
from codenames_tui.ui.look import Look
from codenames_tui.ui.messages import TerminalAnswer

PIL = pytest.importorskip("PIL.Image")
YES, NO = "\x1b_Gi=31;OK\x1b\\", "\x1b_Gi=31;ENOTSUPPORTED:no graphics\x1b\\"
CELL = "\x1b[6;20;10t"
PLAIN, WITH_SIXELS, FOURTEEN = "\x1b[?62;22c", "\x1b[?62;4;22c", "\x1b[?62;14c"
VIEW: View = visible_state(initialize_game(CONFIG, BOARD), Seat.RED_CLUER)
DRAWN = picture_file(board_picture(VIEW), PictureLook())


@pytest.mark.parametrize(
    ("answers", "shows"),
    [
        ([YES, CELL, PLAIN], Graphics(Protocol.KITTY, 10, 20)),
        ([YES, WITH_SIXELS], Graphics(Protocol.KITTY, 10, 20)),
        ([YES, "\x1b[6;36;18t", WITH_SIXELS], Graphics(Protocol.KITTY, 18, 36)),
        ([CELL, WITH_SIXELS], Graphics(Protocol.SIXEL, 10, 20)),
        ([NO, CELL, WITH_SIXELS], Graphics(Protocol.SIXEL, 10, 20)),
        ([WITH_SIXELS], None),
        (["\x1b[6;0;0t", WITH_SIXELS], None),
        ([CELL, PLAIN], None),
        ([CELL, FOURTEEN], None),
        ([NO, PLAIN], None),
        (["\x1b_Gi=7;OK\x1b\\", PLAIN], None),
        ([], None),
    ],
)
def test_a_terminal_shows_pixels_by_what_it_answers(answers: list[str], shows: Graphics | None) -> None:
    assert graphics_in(answers) == shows
    assert [is_last(answer) for answer in answers] == [answer.endswith("c") for answer in answers]


def test_where_a_terminal_does_not_say_how_large_a_cell_is_the_system_may_know() -> None:
    assert graphics_in([WITH_SIXELS], (8, 15)) == Graphics(Protocol.SIXEL, 8, 15)
    assert graphics_in([CELL, WITH_SIXELS], (8, 15)) == Graphics(Protocol.SIXEL, 10, 20)
    assert graphics_in([YES, PLAIN], (8, 15)) == Graphics(Protocol.KITTY, 8, 15)
    assert graphics_in([PLAIN], (8, 15)) is None
    assert cell_of(0, 0, 0, 0) is None


@pytest.mark.parametrize("cuts", [1, 2, 5, 1000])
def test_answers_are_read_however_they_are_cut_and_keys_between_them_stay_keys(cuts: int) -> None:
    sent = f"a{YES}b{CELL}c{WITH_SIXELS}d\x1b_Gi=9;OK\x1b\\\x1b]11;rgb:0/0/0\x1b\\".encode()
    reader = TerminalInput()
    come = [one for at in range(0, len(sent), cuts) for one in reader.feed(sent[at : at + cuts])]
    read = [one.sequence if isinstance(one, TerminalAnswer) else getattr(one, "key", "?") for one in come]
    assert read == ["a", YES, "b", CELL, "c", WITH_SIXELS, "d"]


@pytest.mark.parametrize("end", range(len("\x1b_Gi="), len(YES)))
@pytest.mark.parametrize("more", ["", CELL])
def test_half_an_answer_presses_no_keys(end: int, more: str) -> None:
    reader = TerminalInput()
    come = [*reader.feed(f"{YES[:end]}{more}".encode()), *reader.flush(), *reader.feed(b"a")]
    read = [one.sequence if isinstance(one, TerminalAnswer) else getattr(one, "key", "?") for one in come]
    assert read == [*filter(None, [more]), "a"]


@given(st.text(alphabet="\x1b_Gi=31;OK\\[?64c;t", max_size=30))
def test_no_answer_is_longer_than_it_can_be_or_holds_another(text: str) -> None:
    if is_answer(text):
        assert text.count("\x1b") <= 2
        assert len(text) < 400


@given(st.binary(min_size=1, max_size=20_000))
def test_a_picture_is_sent_whole_in_pieces_that_the_protocol_takes(data: bytes) -> None:
    sent = kitty_picture(data, 80, 24)
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sent)
    assert "".join(f"\x1b_G{keys};{part}\x1b\\" for keys, part in pieces) == sent
    assert base64.b64decode("".join(part for _, part in pieces)) == data
    assert all(len(part) <= 4096 for _, part in pieces)
    assert [keys.rpartition("m=")[2] for keys, _ in pieces] == ["1"] * (len(pieces) - 1) + ["0"]
    assert pieces[0][0].startswith("a=T,f=100,i=31,c=80,r=24,C=1,q=2")


def seen_in(sent: str) -> Any:
    """The pixels of sixels, as a terminal draws them."""
    head = re.match(r'\x1bP0;1;0q"1;1;(\d+);(\d+)', sent)
    assert head
    width, height = map(int, head.groups())
    image = PIL.new("RGB", (width, height), (255, 0, 255))
    palette: dict[int, tuple[int, ...]] = {}
    x = y = colour = 0
    for number, red, green, blue, run, repeated, sign in re.findall(
        r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~$-])", sent[head.end() : -2]
    ):
        if number:
            colour = int(number)
            if red:
                palette[colour] = tuple(round(int(one) * 2.55) for one in (red, green, blue))
        elif sign == "$":
            x = 0
        elif sign == "-":
            x, y = 0, y + 6
        else:
            end = x + int(run or 1)
            for row in range(6):
                if (ord(repeated or sign) - 63) >> row & 1:
                    image.paste(palette[colour], (x, y + row, end, y + row + 1))
            x = end
    return image


@pytest.mark.parametrize("size", [(60, 40), (7, 13), (1, 1), (33, 6)])
def test_sixels_draw_every_pixel_in_its_colour(size: tuple[int, int]) -> None:
    import numpy as np

    picture = PIL.open(io.BytesIO(DRAWN.png)).convert("RGB").crop((100, 5, 100 + size[0], 5 + size[1]))
    seen = np.asarray(seen_in(sixels(picture)), dtype=int)
    assert abs(seen - np.asarray(picture, dtype=int)).mean() < 6
    assert abs(seen - np.array([255, 0, 255])).max(axis=2).min() > 0  # none was left out
    assert len({tuple(pixel) for row in seen.tolist() for pixel in row}) <= COLOURS


@given(
    st.sampled_from(Protocol),
    *(st.integers(1, most) for most in (3000, 3000, 300, 100, 60)),
)
def test_a_picture_stays_in_its_room_and_keeps_its_shape(
    protocol: Protocol, width: int, height: int, columns: int, rows: int, cell: int
) -> None:
    room = room_for((width, height), columns, rows, Graphics(protocol, cell, 2 * cell))
    assert 1 <= room.columns <= columns
    assert 1 <= room.rows <= rows
    assert room.width <= LARGEST[protocol] * width
    assert abs(room.width * height - room.height * width) <= max(width, height)


class Terminal:
    """Keeps what is sent to it, and answers."""

    def __init__(self, app: CodenamesApp, *answers: str) -> None:
        self.sent: list[str] = []
        self._app, self._answers = app, answers
        app.write_to_terminal = self.take

    def take(self, data: str) -> None:
        self.sent.append(data)
        for answer in self._answers if data == QUESTION else ():
            self._app.post_message(TerminalAnswer(answer))

    def pictures(self) -> list[str]:
        return [one for one in self.sent if one.startswith("\x1b7")]


def with_picture(look: Look | None = None) -> CodenamesApp:
    return recorded(CLUE_TRACE.model_copy(update={"picture": DRAWN.facts}), look=look)


async def opened(app: CodenamesApp, pilot: Any) -> PictureScreen:
    screen = await picture_screen(app, pilot)
    await until(pilot, lambda: bool(screen.words.lines) and "as it was sent" in str(screen.words.lines))
    return screen


def colours_of(screen: PictureScreen) -> set[str]:
    return {str(segment.style) for segment in screen.picture.render_line(3)}


async def test_pixels_lie_over_blank_cells_and_are_taken_away_for_whatever_covers_them() -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, YES, CELL, PLAIN)
        screen = await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        place = screen.picture.region
        assert terminal.pictures()[-1].startswith(f"\x1b7\x1b[{place.y + 1};{place.x + 1}H\x1b_Ga=T,f=100,i=31,")
        assert terminal.pictures()[-1].endswith("\x1b\\\x1b8")
        assert len(colours_of(screen)) == 1
        await app.push_screen(ModalScreen[None]())
        await until(pilot, lambda: terminal.sent[-1] == kitty_removal())
        shown = len(terminal.pictures())
        app.pop_screen()
        await until(pilot, lambda: len(terminal.pictures()) > shown)
        shown = len(terminal.pictures())
        app.app_resume_signal.publish(app)  # as after Ctrl+Z and `fg`
        await until(pilot, lambda: len(terminal.pictures()) > shown)
        await pilot.press("escape")
        await until(pilot, lambda: not is_on(app, PictureScreen) and terminal.sent[-1] == kitty_removal())


async def test_sixels_follow_the_size_of_the_window_and_all_is_drawn_again_when_they_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, drawn = with_picture(), list[bool]()
    monkeypatch.setattr(app, "_draw_again", lambda: drawn.append(True))
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, CELL, WITH_SIXELS)
        await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: len({re.findall(r"q(\"1;1;\d+;\d+)", one)[0] for one in terminal.pictures()}) > 1)
        assert not drawn
        await pilot.press("escape")
        await until(pilot, lambda: bool(drawn))


async def test_pixels_are_drawn_again_once_no_notification_lies_over_them() -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        terminal = Terminal(app, CELL, WITH_SIXELS)
        screen = await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        shown = len(terminal.pictures())
        app.notify("Copied.")
        await until(pilot, lambda: bool(screen.query("Toast")))
        assert len(terminal.pictures()) == shown
        app.clear_notifications()
        await until(pilot, lambda: not screen.query("Toast"))
        await until(pilot, lambda: len(terminal.pictures()) == shown + 1)


async def test_pixels_go_where_the_window_has_no_room_for_them_and_come_back_with_it() -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, YES, CELL, PLAIN)
        screen = await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        await pilot.resize_terminal(20, 5)
        await until(pilot, lambda: screen.picture.size.height < 2 and terminal.sent[-1] == kitty_removal())
        shown = len(terminal.pictures())
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: len(terminal.pictures()) > shown)


async def test_pixels_follow_a_picture_that_moves_and_keeps_its_size() -> None:
    app = with_picture()
    async with app.run_test(size=(200, 40)) as pilot:
        terminal = Terminal(app, YES, CELL, PLAIN)
        screen = await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        before = screen.picture.region
        await pilot.resize_terminal(220, 40)
        await until(pilot, lambda: f";{screen.picture.region.x + 1}H" in terminal.sent[-1])
        assert screen.picture.region.size == before.size
        assert screen.picture.region.x > before.x


async def test_a_terminal_that_answers_again_and_again_is_sent_the_picture_once() -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, *(PLAIN,) * 50, YES, CELL, *(PLAIN,) * 50, CELL, NO, WITH_SIXELS)
        await opened(app, pilot)
        await until(pilot, lambda: bool(terminal.pictures()))
        await pilot.press("up")
        assert len(terminal.sent) == 2
        assert "_Ga=T" in terminal.sent[-1]


@pytest.mark.parametrize("answers", [(), (PLAIN,), (NO, CELL, PLAIN), (WITH_SIXELS,)])
async def test_half_blocks_stay_where_no_pixels_can_be_shown(answers: tuple[str, ...]) -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, *answers)
        screen = await opened(app, pilot)
        await pilot.press("up")
        assert terminal.sent == [QUESTION]
        assert len(colours_of(screen)) > 5


@pytest.mark.parametrize("look", [Look(ascii_only=True), Look(colour=False)], ids=["ascii", "no colour"])
async def test_who_wants_plain_text_or_no_colours_gets_no_pixels(look: Look) -> None:
    app = with_picture(look)
    async with app.run_test(size=(120, 40)) as pilot:
        terminal = Terminal(app, YES, PLAIN)
        await opened(app, pilot)
        assert terminal.sent == []


async def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    app = with_picture()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: screen_of(app).is_current)
        app.post_message(TerminalAnswer(YES))
        app.post_message(TerminalAnswer(PLAIN))
        await pilot.press("i")
        await until(pilot, lambda: bool(screen_of(app).query("#inspector")))
