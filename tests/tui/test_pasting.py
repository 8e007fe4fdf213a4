"""What is pasted is text of one line: nothing of it is lost without a word, and nothing of it acts on a terminal."""

import pytest
from tests.tui.people import CLUER, G1, game_of, panel_of, play_to_the_talk, sit_down
from tests.tui.table import frame, is_on, live, replayed, until
from textual import events
from textual.command import CommandPalette
from textual.widgets import Input

from codenames_core.game.events import DiscussionMessage
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.seats.answer_panel import AnswerPanel
from codenames_tui.ui.screens.dialogs import JumpToTurn
from codenames_tui.ui.widgets.field import in_one_line


def field_of(app: CodenamesApp) -> Input:
    panel = panel_of(app)
    assert isinstance(panel, AnswerPanel)
    return panel.query(Input).first()


@pytest.mark.parametrize(
    ("pasted", "line"),
    [
        ("one\ntwo", "one two"),
        ("one\r\ntwo\r\n", "one two"),
        ("one\r  two", "one two"),
        (" one ", " one "),
        ("one\n\n\ntwo", "one two"),
        ("a\u202eb\x1b[31mc\x1b]0;T\x07d", "abcd"),
    ],
)
def test_what_is_pasted_is_one_line(pasted: str, line: str) -> None:
    assert in_one_line(pasted) == line


async def test_a_message_of_two_lines_is_said_whole() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        app.post_message(events.Paste("I think of two words:\nWAVE and TENT\x1b[31m!"))
        app.post_message(events.Key("enter", None))
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        said = game_of(app).timeline.events[1]
        assert isinstance(said, DiscussionMessage)
        assert said.text == "I think of two words: WAVE and TENT!"


async def test_what_a_clue_has_no_room_for_is_said() -> None:
    app = live()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await sit_down(pilot, app, CLUER)
        app.post_message(events.Paste("x" * 1_000))
        await until(pilot, lambda: field_of(app).value == "x" * 80)
        await until(pilot, lambda: "Only the first 80 of" in frame(app))


async def test_a_number_that_is_pasted_where_none_can_be_is_refused_with_a_word() -> None:
    app = replayed()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: is_on(app, JumpToTurn))
        app.post_message(events.Paste("two"))
        await until(pilot, lambda: "does not fit here" in frame(app))


async def test_the_field_of_the_palette_takes_nothing_that_acts_on_a_terminal() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: is_on(app, CommandPalette))
        app.post_message(events.Paste("a\u202eb\nc"))
        await until(pilot, lambda: app.screen.query_one(Input).value == "ab c")
