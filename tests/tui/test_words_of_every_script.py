"""Boards in every script: each word stays on its card, whatever its direction and its width."""

import re
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.games import position
from tests.tui.table import frame, is_on, record_of, replayed, screen_of, until

from codenames_core.game.board import Board, CardType
from codenames_core.game.config import Team
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_tui.app.anchored_words import anchored
from codenames_tui.exports.picture import Pictures, Size
from codenames_tui.game.board.board_lines import Card, Shape, board_lines, card_lines, is_shortened, table_of
from codenames_tui.game.board.word_rows import word_rows
from codenames_tui.ui.lines.isolates import FIRST_STRONG, POP, isolated
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Line, plain, width_of
from codenames_tui.ui.screens.key_help import KeyHelp

HEBREW: list[str] = re.findall(
    r"\S+",
    "בית מים שמש כסא כלב ספר עץ ירח ים דג חתול שולחן חלון דלת מפתח אש רוח ענן גשם שלג הר נהר יער פרח ציפור",
)
HINDI = [
    "फूल",
    "फल",
    "दिन",
    "दीन",
    "पानी",
    "घर",
    "किताब",
    "सूरज",
    "चाँद",
    "पहाड़",
    "कुत्ता",
    "बिल्ली",
    "बारिश",
    "बर्फ",
]
CARDS = [CardType.RED] * 9 + [CardType.BLUE] * 8 + [CardType.NEUTRAL] * 7 + [CardType.ASSASSIN]
SHAPE = Shape(card_width=9, card_height=2, row_gap=0)
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]+")


def board_with(words: list[str]) -> Board:
    return Board(tuple(words), dict(zip(words, CARDS, strict=True)))


def drawn(words: list[str]) -> list[Line]:
    table = table_of(position(board=board_with(words)), None, UNICODE, key_shown=False)
    return board_lines(table, SHAPE, UNICODE, Team.RED)


def test_each_word_of_a_row_from_right_to_left_is_in_isolation_in_its_own_cells() -> None:
    lines = drawn(HEBREW)
    assert {width_of(line) for line in lines} == {width_of(lines[0])}
    text = plain(lines)
    assert text.count(FIRST_STRONG) == text.count(POP) == len(HEBREW)
    outside = re.sub(f"{FIRST_STRONG}[^{POP}]*{POP}", "", text)
    assert not RIGHT_TO_LEFT.search(outside)


def test_a_board_from_left_to_right_is_drawn_without_any_such_sign() -> None:
    assert isolated("Löwe") == "Löwe"
    assert isolated("トラ") == "トラ"
    assert isolated("ЛЕВ") == "ЛЕВ"
    assert isolated("فيل") != "فيل"
    assert isolated("फूल") != "फूल"
    assert isolated("🐱 cat face") != "🐱 cat face"
    assert FIRST_STRONG not in plain(drawn([f"Wörter{n}" for n in range(25)]))


@pytest.mark.parametrize("words", [HEBREW, [f"🐱 cat {n}" for n in range(25)]])
def test_pictures_of_a_game_hold_the_words_and_no_sign_of_isolation(words: list[str]) -> None:
    record = record_of((), board_with(words))
    picture = plain(Pictures(record, Timeline(initialize_game(record.config, record.board), ()), Size(80, 24)).at(0))
    assert all(word in picture for word in words)
    assert FIRST_STRONG not in picture
    assert POP not in picture


def columns(data: str, width: Callable[[str], int]) -> dict[tuple[int, int], str]:
    """What a terminal shows that knows these widths: the sign in each cell, by row and column."""
    cells: dict[tuple[int, int], str] = {}
    row = column = 1
    for control, sign in re.findall("(\x1b\\[[0-9;]*[A-Za-z])|(.)", data, re.DOTALL):
        if control.endswith("H"):
            row, column = map(int, control[2:-1].split(";"))
        elif control.endswith("G"):
            column = int(control[2:-1])
        elif sign:
            for _ in range(width(sign)):
                cells[row, column] = sign
                column += 1
    return cells


@given(st.lists(st.sampled_from([*HEBREW, *HINDI, "🐱 cat", "Löwe"]), min_size=1, max_size=5), st.integers(0, 2))
def test_a_word_that_a_terminal_takes_for_wider_or_narrower_moves_nothing_else(words: list[str], wide: int) -> None:
    cards = "|".join(f"  {isolated(word)}{' ' * 12}" for word in words)
    widths = {sign: wide for word in words if isolated(word) != word for sign in word}
    data = f"\x1b[3;7H\x1b[1mA{cards}Z\x1b[4;1H\x1b[0mend"

    def seen(sign: str) -> int:
        return widths.get(sign, 0 if sign in FIRST_STRONG + POP else cell_len(sign))

    expected = {place: sign for place, sign in columns(data, cell_len).items() if sign in "A|Zend"}
    shown = {place: sign for place, sign in columns(anchored(data), seen).items() if sign in "A|Zend"}
    assert {place: shown.get(place) for place in expected} == expected


@given(st.text(st.characters(exclude_characters=FIRST_STRONG + POP)))
def test_what_holds_no_word_in_isolation_is_sent_as_it_is(data: str) -> None:
    assert anchored(data) == data
    assert anchored(f"\x1b[1;1H{data}{FIRST_STRONG}cut off") == f"\x1b[1;1H{data}{FIRST_STRONG}cut off"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has Textual's own driver")
def test_the_terminal_is_sent_words_that_are_held_in_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.drivers.linux_driver import LinuxDriver

    from codenames_tui.app.terminal_driver import TerminalDriver

    sent: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda driver, data: sent.append(data))
    data = f"\x1b[1;1H{isolated('फूल')}  "
    TerminalDriver.write(object.__new__(TerminalDriver), data)
    assert sent == [anchored(data)] != [data]


def test_an_emoji_stands_above_its_name_where_there_is_room() -> None:
    card = Card("🐱 cat face")
    tall = [line[0].text.strip(f" {FIRST_STRONG}{POP}") for line in card_lines(card, Shape(9, 3, 0), UNICODE)]
    assert tall == ["🐱", "cat face", ""]
    low = [line[0].text.strip(f" {FIRST_STRONG}{POP}") for line in card_lines(card, SHAPE, UNICODE)]
    assert low == ["🐱 cat", "face"]


def test_a_name_is_broken_at_a_blank_where_its_mark_has_a_line_of_its_own() -> None:
    name = "snowman without snow"
    assert is_shortened(f"{name} at all", Shape(13, 2, 0), UNICODE)
    assert not is_shortened(f"{name} 1", Shape(13, 3, 0), UNICODE)
    tall = card_lines(Card(name, CardType.RED, revealed=True), Shape(13, 4, 0), UNICODE)
    assert [line[0].text.strip() for line in tall] == ["", "snowman", "without snow", "R"]


@pytest.mark.parametrize("key_shown", [False, True])
def test_the_list_of_words_tells_no_more_than_the_board(key_shown: bool) -> None:
    words = [f"a name that fits on no card at all {n}" for n in range(25)]
    rows = word_rows(table_of(position(board=board_with(words)), None, UNICODE, key_shown=key_shown))
    assert rows[0][:2] == ("a1", words[0] + (" (red)" if key_shown else ""))
    assert rows[24][:2] == ("e5", words[24] + (" (assassin)" if key_shown else ""))
    assert word_rows(table_of(position(board=board_with(HEBREW)), None, ASCII, key_shown=False))[0][:2] == ("a1", "???")


async def test_long_names_can_be_read_in_full_with_a_key() -> None:
    words = [f"a name that fits on no card at all {n}" for n in range(25)]
    app = replayed((), board=board_with(words))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(screen_of(app).board.table))
        await pilot.press("W")
        await until(pilot, lambda: is_on(app, KeyHelp))
        await pilot.pause()
        assert words[0] in frame(app)
        assert "run" not in frame(app)  # nothing there can be run
        await pilot.press("end")
        await until(pilot, lambda: words[24] in frame(app))
        await pilot.press("slash", "7")
        await until(pilot, lambda: words[17] in frame(app) and words[24] not in frame(app))
        await pilot.press("enter", "escape", "escape")
        await until(pilot, lambda: not is_on(app, KeyHelp))
