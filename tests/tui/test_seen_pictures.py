"""The picture that a seat saw, looked at again: in the inspector as half blocks, and in a page."""

import base64
import io
import re
from typing import Any

import pytest
from tests.tui.table import BOARD, CONFIG, frame, is_on, record_of, screen_of, until
from tests.tui.traced import CLUE_TRACE, picture_screen, recorded

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.picture_file import look_of, picture_file
from codenames_core.game.agent import AgentTrace, SeenPicture
from codenames_core.game.config import Seat
from codenames_core.game.state import initialize_game
from codenames_core.game.traces import turn_traces
from codenames_core.game.visibility import View, visible_state
from codenames_tui.exports.page.asked import asked_section
from codenames_tui.exports.page.seen_pictures import SeenPictures
from codenames_tui.game.inspector.picture_screen import PictureScreen, misread_lines, picture_lines
from codenames_tui.ui.graphics.half_blocks import half_blocks
from codenames_tui.ui.lines.lines import UNICODE, plain

PIL = pytest.importorskip("PIL.Image")
VIEW: View = visible_state(initialize_game(CONFIG, BOARD), Seat.RED_CLUER)
DRAWN = picture_file(board_picture(VIEW), PictureLook())


def test_each_cell_shows_two_pixels_and_the_picture_keeps_its_shape() -> None:
    image = PIL.new("RGB", (40, 20), (255, 0, 0))
    image.paste((0, 0, 255), (0, 10, 40, 20))
    lines = half_blocks(image, 20, 30)
    assert (len(lines), len(lines[0])) == (5, 20)
    top, bottom = lines[0][0].style, lines[-1][0].style
    assert str(top) == "#ff0000 on #ff0000"
    assert str(bottom) == "#0000ff on #0000ff"
    assert {segment.text for line in half_blocks(image, 20, 30, ascii_only=True) for segment in line} == {" "}


def test_a_record_says_how_a_picture_looked_and_what_no_version_draws_is_not_drawn() -> None:
    assert look_of(DRAWN.facts) == PictureLook()
    photo = picture_file(board_picture(VIEW), PictureLook("photo", 1, 9)).facts
    assert look_of(photo) == PictureLook("photo", 1, 9)
    for changes in ({"style": "x-ray"}, {"strength": 99}, {"strength": -1}):
        assert look_of(DRAWN.facts.model_copy(update=changes)) is None


def test_it_is_said_whether_the_picture_is_the_one_that_was_sent() -> None:
    assert "the same as it was sent" in plain(picture_lines(DRAWN.facts, UNICODE, is_same=True))
    assert "not as it was sent" in plain(picture_lines(DRAWN.facts, UNICODE, is_same=False))


def test_what_a_program_misread_is_listed() -> None:
    first, second, *others = VIEW.words
    read = DRAWN.facts.model_copy(update={"read": (first.lower(), f"{second}0", *others[:-1], "")})
    said = plain(misread_lines(read, VIEW, UNICODE))
    assert said == f"read {second} as {second}0, {others[-1]} not at all"
    assert misread_lines(DRAWN.facts, VIEW, UNICODE) == ()


def test_what_a_file_says_of_a_picture_is_as_short_on_the_screen_and_on_a_page_as_what_the_app_says() -> None:
    facts = DRAWN.facts.model_copy(update={"style": "x" * 9_999, "read": ("y" * 9_999,) * 25})
    assert len(plain(picture_lines(facts, UNICODE, is_same=False))) < 200
    assert len(plain(misread_lines(facts, VIEW, UNICODE))) < 800
    assert page_of(facts).count("x") < 100


def test_a_page_shows_every_picture_once_whatever_hashes_its_file_says() -> None:
    pictures = SeenPictures(record_of())
    said = [CLUE_TRACE.model_copy(update={"picture": DRAWN.facts.model_copy(update={"sha256": "0"})})]
    said += [said[0].model_copy(update={"seat": Seat.BLUE_GUESSER_1}), said[0]]
    assert ["<img" in "".join(pictures.of(trace)) for trace in said] == [True, True, False]
    nothing = DRAWN.facts.model_copy(update={"read": ("",) * 25})
    assert plain(misread_lines(nothing, VIEW, UNICODE)).endswith(" not at all and 17 more")


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_the_screen_draws_what_the_seat_saw(size: tuple[int, int]) -> None:
    read = DRAWN.facts.model_copy(update={"read": ("", *VIEW.words[1:])})
    app = recorded(CLUE_TRACE.model_copy(update={"picture": read}))
    async with app.run_test(size=size) as pilot:
        screen = await picture_screen(app, pilot)
        await until(pilot, lambda: "as it was sent" in plain(screen.words.lines))
        await until(pilot, lambda: screen.words.size.height == 2)
        colours = {str(segment.style) for segment in screen.picture.render_line(3)}
        assert len(colours) > 5
        await pilot.press("escape")
        await until(pilot, lambda: not is_on(app, PictureScreen))


async def test_the_inspector_names_the_key_that_shows_the_picture_as_it_is_now_and_only_while_it_acts() -> None:
    app = recorded(CLUE_TRACE.model_copy(update={"picture": DRAWN.facts}))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: screen_of(app).is_current)
        await pilot.press("i")
        await until(pilot, lambda: "B shows it" in frame(app))
        app.set_keymap({"inspector.picture": "Q"})
        app.screen.set_focus(None)
        await until(pilot, lambda: "shows it" not in frame(app))
        app.screen.query_one("#inspector").focus()
        await until(pilot, lambda: "Q shows it" in frame(app))


def page_of(*pictures: SeenPicture | None) -> str:
    seen: list[AgentTrace] = [CLUE_TRACE.model_copy(update={"picture": one}) for one in pictures]
    return "".join(asked_section(record_of().model_copy(update={"traces": turn_traces(seen)})))


def test_a_page_shows_each_picture_once_and_says_what_it_is() -> None:
    page = page_of(DRAWN.facts)
    (data,) = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    assert PIL.open(io.BytesIO(base64.b64decode(data))).size == (DRAWN.facts.width, DRAWN.facts.height)
    assert f"picture: clean, strength 0, pixels {DRAWN.facts.sha256[:12]}" in page
    assert "<img" not in page_of(None)
    pictures = SeenPictures(record_of())
    trace = CLUE_TRACE.model_copy(update={"picture": DRAWN.facts})
    assert ["<img" in "".join(pictures.of(trace)) for _ in range(2)] == [True, False]


def test_a_picture_of_a_hostile_file_is_neither_markup_nor_drawn() -> None:
    facts: Any = DRAWN.facts.model_copy(update={"style": "<img src=x>", "sha256": "<b>"})
    page = page_of(facts)
    assert "<img" not in page
    assert "<b>" not in page
