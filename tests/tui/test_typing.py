"""What is typed faster than the app can follow arrives whole and in order, whatever else happens meanwhile."""

import pytest
from tests.tui.people import CLUER, G1, game_of, panel_of, play_to_the_talk, sit_down
from tests.tui.table import frame, is_on, live, screen_of, until
from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.widgets import Input

from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.seats.dialogs import ChooseSeat, ConfirmGivingUp
from codenames_tui.ui.screens.dialogs import ConfirmLeaving
from codenames_tui.ui.screens.key_help import KeyHelp

NAMED = {"⏎": "enter", "⌫": "backspace", "⇥": "tab", "↑": "up", "↓": "down", "←": "left", "⇤": "home", "⎋": "escape"}
"""Keys that write nothing, as signs."""


def type_at_once(app: CodenamesApp, keys: str) -> None:
    """Press keys so fast that all of them wait before the first is looked at."""
    for sign in keys:
        name = NAMED.get(sign)
        app.post_message(events.Key(name, None) if name else events.Key(_character_to_key(sign), sign))


@pytest.mark.parametrize(
    ("keys", "clue"),
    [
        ("qpi 3⌫⌫⌫⌫⌫gravel 2⏎", ("gravel", 2)),
        ("ravel⇤g⏎", ("gravel", 1)),
        ("gravl←e⏎", ("gravel", 1)),
        ("gravel⇥12⌫⌫3⏎", ("gravel", 3)),
        ("gravel 2↑⏎", ("gravel", 3)),
        ("gravel⇥4⇥s⏎", ("gravels", 4)),
        ("gravel 2⏎h", ("gravel", 2)),
        # What `make full` types, too: parts of the above.
        pytest.param("gravel 2⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("grx⌫avel 2⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("gravel⇥⌫2⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("gravel⇥2⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("gravel 2⇥⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("gravel 2⇥⇥⏎", ("gravel", 2), marks=pytest.mark.soak),
        pytest.param("gravel↑↑↓⏎", ("gravel", 2), marks=pytest.mark.soak),
    ],
)
async def test_a_clue_that_is_typed_at_once_is_the_clue_that_is_given(keys: str, clue: tuple[str, int]) -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        type_at_once(app, keys)
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue(*clue, team=Team.RED)


async def test_a_message_that_is_typed_at_once_is_the_message_that_is_said() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        type_at_once(app, "wavf⌫e, qpi⇥.⏎")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        assert game_of(app).timeline.events[1] == DiscussionMessage(seat=G1, text="wave, qpi.", consensus=True)


async def test_what_is_pasted_and_typed_at_once_keeps_its_order() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        type_at_once(app, "x⌫gr")
        app.post_message(events.Paste("avelx"))
        type_at_once(app, "⌫ 2⏎")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)


async def test_a_key_that_is_pressed_twice_answers_a_dialog_once() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        type_at_once(app, "⇤⏎⏎⏎")
        await until(pilot, lambda: panel_of(app) is not None)
        assert app.screen is screen_of(app)


async def test_what_is_typed_before_the_field_is_there_waits_for_it() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        type_at_once(app, "⇤⏎gravel 2⏎")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)


async def test_what_is_typed_while_the_panel_is_laid_out_waits_for_it() -> None:
    app = live()
    async with app.run_test() as pilot:
        game_of(app).seats.take(CLUER)
        screen = screen_of(app)
        await game_of(app)._runner.changes.wait()
        while not game_of(app).seats.pending:
            await game_of(app)._runner.changes.wait()
        type_at_once(app, "gravel 2⏎")
        screen.redraw()
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)


async def test_escape_before_the_field_is_there_asks_as_it_does_later() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        type_at_once(app, "⇤⏎gravel⎋")
        await until(pilot, lambda: is_on(app, ConfirmGivingUp))
        panel = panel_of(app)
        assert panel is not None
        assert panel.query(Input).first().value == "gravel"


async def test_what_was_typed_before_somebody_wants_to_leave_does_not_answer_whether_to() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        type_at_once(app, "⇤⏎qpy 2⏎")
        app.post_message(events.Key("ctrl+c", None))
        await until(pilot, lambda: is_on(app, ConfirmLeaving))
        await pilot.pause()
        assert is_on(app, ConfirmLeaving)
        assert app.is_running


async def test_what_happens_while_somebody_types_takes_no_letter_away() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        for letter in "gravel":
            type_at_once(app, letter)
            game_of(app)._runner.changes.notify()
            screen_of(app).say("Somebody watches.")
            screen_of(app).redraw()
            app.theme = "light" if app.theme == "dark" else "dark"
        size = Size(100, 30)
        app.post_message(events.Resize(size, size))
        type_at_once(app, " 2⏎")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)


async def test_a_look_at_the_keys_while_typing_leaves_what_was_typed() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        type_at_once(app, "gra")
        await pilot.press("f1")
        await until(pilot, lambda: is_on(app, KeyHelp))
        await pilot.press("escape")
        await until(pilot, lambda: not is_on(app, KeyHelp))
        type_at_once(app, "vel 2⏎")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)


async def test_a_terminal_that_was_too_small_for_a_moment_leaves_the_field_to_who_types() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        type_at_once(app, "gra")
        await pilot.pause()
        await pilot.resize_terminal(40, 10)
        await until(pilot, lambda: "Too small" in frame(app))
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: "Too small" not in frame(app))
        type_at_once(app, "vel 2⏎")
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert game_of(app).timeline.events[0] == Clue("gravel", 2, team=Team.RED)
