"""The help: what it lists, how it falls into columns, and that it can be searched and runs what is chosen."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.table import frame, is_on, live, replayed, screen_of, until

from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.panels.legend import legend
from codenames_tui.ui.lines.help import (
    HelpGroup,
    HelpRow,
    help_columns,
    help_lines,
    length_of,
    matching_groups,
    row_across,
    rows_of_groups,
)
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of
from codenames_tui.ui.look import Look
from codenames_tui.ui.screens.key_help import KeyHelp

ROWS = st.builds(HelpRow, st.text("abc", min_size=1, max_size=20), st.text("xyz ", max_size=80))
GROUPS = st.lists(st.builds(HelpGroup, st.text("T", min_size=1), st.lists(ROWS, min_size=1, max_size=9).map(tuple)))


@given(GROUPS, st.integers(1, 200))
def test_every_row_stands_once_in_one_of_the_columns_and_fits(groups: list[HelpGroup], width: int) -> None:
    columns = help_columns(groups, 0, width, UNICODE)
    assert len(columns) == (2 if width >= 90 else 1)
    shown = [cell.row for column in columns for cell in column if cell.row is not None]
    assert shown == [*range(len(rows_of_groups(groups)))]
    for line in help_lines(columns, 0, width, length_of(columns)):
        assert width_of(line) <= width + 2


@given(GROUPS, st.data())
def test_the_cursor_crosses_to_the_other_column_and_never_leaves_the_rows(
    groups: list[HelpGroup], data: st.DataObject
) -> None:
    count = len(rows_of_groups(groups))
    row = data.draw(st.integers(0, max(count - 1, 0)))
    columns = help_columns(groups, row, 120, UNICODE)
    across = row_across(columns, row)
    sides = [{cell.row for cell in column} for column in columns]
    if count and all(side - {None} for side in sides):
        assert (row in sides[0]) is not (across in sides[0])
    else:
        assert across == row


@given(GROUPS, st.text("abcxyz ", max_size=6))
def test_a_search_leaves_the_rows_that_hold_every_word(groups: list[HelpGroup], text: str) -> None:
    kept = rows_of_groups(matching_groups(groups, text))
    assert all(word in f"t{row.sign} {row.what}".casefold() for row in kept for word in text.split())
    assert not text.split() or len(kept) <= len(rows_of_groups(groups))


NOT_IN_THE_GAME = {"cut", "rule", "thumb", "track", "dot", "arrow", "better", "worse", "descending", "edge"}
"""Signs that say nothing by themselves, or stand on other screens."""
SAID_BY_WORDS = {"playing", "paused", "live", "times", "past", "future", "half_chance", "ascii_only"}


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_symbol_of_a_game_is_in_the_legend(glyphs: Glyphs) -> None:
    shown = " ".join(row.sign for row in rows_of_groups(legend(glyphs)))
    for name in {field.name for field in fields(Glyphs)} - NOT_IN_THE_GAME - SAID_BY_WORDS:
        value = getattr(glyphs, name)
        for sign in value if isinstance(value, tuple) else (value.strip(),):
            if name == "key_sides":
                assert all(sign[at : at + 2] in shown for at in range(0, 6, 2))
            else:
                assert sign in shown, name
    assert shown.isascii() is glyphs.ascii_only


async def test_help_is_searched_and_does_what_is_chosen() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: is_on(app, KeyHelp))
        assert "Symbols on the cards" in frame(app)
        await pilot.press("slash", *"targets")
        await until(pilot, lambda: "▸ o" in frame(app))
        assert "Play or pause" not in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await until(pilot, lambda: screen_of(app).targets_wanted)


async def test_a_symbol_is_found_and_enter_on_it_does_nothing() -> None:
    app = replayed(at=9)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "slash", *"disagree")
        await until(pilot, lambda: "▸ ≠" in frame(app))
        await pilot.press("enter")
        await pilot.pause()
        assert is_on(app, KeyHelp)
        await pilot.press("escape")
        assert is_on(app, KeyHelp)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, GameScreen))


async def test_a_click_on_a_key_of_the_help_does_what_the_key_does() -> None:
    app = live()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: is_on(app, KeyHelp))
        lines = frame(app).splitlines()
        y = next(y for y, line in enumerate(lines) if "Show the key, as a spymaster sees it" in line)
        await pilot.click(offset=(lines[y].index("Show the key"), y))
        await until(pilot, lambda: screen_of(app).key_shown)


async def test_the_end_of_the_help_can_be_reached_in_a_small_window_in_ascii_too() -> None:
    app = replayed(at=9, look=Look(ascii_only=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "end")
        await until(pilot, lambda: "the turning point, in a finished game" in frame(app))
        assert frame(app).isascii()
        assert "esc back" in frame(app)


def test_a_heading_stands_above_its_rows() -> None:
    groups = (HelpGroup("Look", (HelpRow("i", "inspect"),)), HelpGroup("Share", (HelpRow("e", "export"),)))
    text = plain(help_lines(help_columns(groups, 1, 60, UNICODE), 0, 60, 9))
    assert [line.split() for line in text.splitlines()] == [
        ["Look"], ["i", "inspect"], [], ["Share"], ["▸", "e", "export"],
    ]  # fmt: skip
