"""Of what is drawn, only what differs from what the terminal shows is sent to it."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from codenames_tui.app.app import CodenamesApp
from codenames_tui.app.changed_cells import Piece, TerminalCells
from codenames_tui.ui.lines.help import HelpGroup, HelpRow
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.look import Look
from codenames_tui.ui.screens.dialogs import JumpToTurn
from codenames_tui.ui.screens.key_help import KeyHelp

CONSOLE = Console(force_terminal=True, color_system="256", width=80)
WIDTH = 12
STYLES = (Style(), Style(color="red"), Style(color="green"), Style(color="red", bgcolor="blue"), Style(underline=True))
TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(.)", re.DOTALL)


class Screen:
    """A terminal as small as it gets: what stands in each cell, with the codes of its style."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def receive(self, sent: str) -> None:
        row = column = 1
        codes = ""
        for match in TOKEN.finditer(sent):
            if match[1]:
                row, column = int(match[1]), int(match[2])
            elif match[4]:
                self.cells[row, column] = (match[4], codes)
                column += 1
            else:
                codes = "" if match[3] in ("", "0") else match[3]

    def looks(self) -> dict[tuple[int, int], tuple[str, str]]:
        """What is seen: the colour of a blank is not, but what is behind it and a line below it are."""
        background = re.compile(r"(^|;)(4[0-7]|48;5;\d+|4)(?=;|$)")
        return {
            place: (sign, "".join(match[2] for match in background.finditer(codes)) if sign == " " else codes)
            for place, (sign, codes) in self.cells.items()
        }


@st.composite
def pieces(draw: st.DrawFn, *, whole: bool) -> Piece:
    start = 0 if whole else draw(st.integers(0, WIDTH - 1))
    end = WIDTH if whole else draw(st.integers(start + 1, WIDTH))
    cells = draw(st.lists(st.sampled_from("ab ╭─"), min_size=end - start, max_size=end - start))
    styles = draw(st.lists(st.sampled_from(STYLES), min_size=end - start, max_size=end - start))
    segments = [Segment(sign, style) for sign, style in zip(cells, styles, strict=True)]
    return Piece(start, draw(st.integers(0, 1)), Strip(segments, end - start))


def painted(screen: Screen, piece: Piece) -> None:
    """Paint all of a piece."""
    screen.receive(f"\x1b[{piece.y + 1};{piece.x + 1}H" + piece.strip.render(CONSOLE))


@given(
    st.lists(st.one_of(pieces(whole=True), pieces(whole=False)), min_size=1, max_size=4).flatmap(
        lambda few: st.lists(st.sampled_from(few), max_size=12)
    )
)
def test_what_is_sent_shows_what_painting_all_of_it_would(drawn: Sequence[Piece]) -> None:
    shown, expected, cells = Screen(), Screen(), TerminalCells()
    for piece in drawn:
        shown.receive(cells.send(piece, CONSOLE))
        painted(expected, piece)
        assert shown.looks() == expected.looks()


@given(pieces(whole=True))
def test_what_is_shown_is_not_sent_again(piece: Piece) -> None:
    cells = TerminalCells()
    assert cells.send(piece, CONSOLE)
    assert not cells.send(piece, CONSOLE)
    cells.forget()
    assert cells.send(piece, CONSOLE)


def line(text: str, style: Style = STYLES[1]) -> Piece:
    return Piece(0, 0, Strip([Segment(text, style)]))


def test_what_is_far_apart_is_sent_by_itself_and_a_blank_has_no_colour() -> None:
    cells = TerminalCells()
    cells.send(line("a" + " " * 40 + "b"), CONSOLE)
    assert cells.send(line("c" + " " * 40 + "d", STYLES[2]), CONSOLE) == (
        "\x1b[1;1H\x1b[32mc\x1b[0m\x1b[1;42H\x1b[32md\x1b[0m"
    )


@pytest.mark.parametrize("word", ["\u2068फल\u2069", "日本", "e\u0301"])
def test_beside_a_word_of_uncertain_width_all_is_sent_again(word: str) -> None:
    cells = TerminalCells()
    cells.send(line(f"{word} and more a"), CONSOLE)
    assert f"{word} and more b" in cells.send(line(f"{word} and more b"), CONSOLE)


@pytest.mark.parametrize("is_animated", [True, False])
async def test_a_dialog_dims_what_is_behind_it_only_where_something_may_move(is_animated: bool) -> None:
    app = CodenamesApp(None, Look(animation=is_animated))
    async with app.run_test() as pilot:
        await app.push_screen(JumpToTurn(7))
        await pilot.pause()
        assert (app.screen.styles.background.a > 0) == is_animated


async def test_the_help_has_its_place_before_it_is_painted() -> None:
    groups = [HelpGroup("Keys", tuple(HelpRow("k", f"key {number}") for number in range(60)))]
    app = CodenamesApp(None, Look())
    heights = []
    async with app.run_test(size=(80, 24)) as pilot:
        help = KeyHelp(groups, UNICODE)
        app.post_display_hook = lambda: heights.append(help.panel.size.height)  # type: ignore[method-assign]
        await app.push_screen(help)
        await pilot.pause()
    assert {*heights} <= {0, 16}
