"""What calls a person, what is said of an answer, and which note gives way to which."""

import pytest
from tests.tui.people import CLUER, G1, clock_of, game_of, panel_of, play_to_the_talk, sit_down, take
from tests.tui.table import EVENTS, frame, is_on, live, screen_of, until
from tests.tui.wire import Wire, happened, start, watched
from textual.widgets import Input

from codenames_core.game.config import Seat
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.dialogs import ConfirmGivingUp
from codenames_tui.setup.fork_screen import ForkScreen
from codenames_tui.streaming.news import Notice
from codenames_tui.ui.preferences import Preferences
from codenames_tui.ui.screens.dialogs import ConfirmLeaving


def rings_of(app: CodenamesApp, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the game was each time the bell rang."""
    rung: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(len(game_of(app).timeline)))
    return rung


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_when_it_is_ones_turn_if_it_is_on(monkeypatch: pytest.MonkeyPatch, bell: bool) -> None:
    app = live()
    rung = rings_of(app, monkeypatch)
    app.settings = app.settings._replace(preferences=Preferences(bell=bell))
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await take(pilot, app, Seat.RED_GUESSER_2)
        assert rung == []
        await pilot.press("f6")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        await pilot.press("f6")
        await until(pilot, lambda: panel_of(app) is not None)
        assert rung == ([2] if bell else [])


async def test_the_bell_rings_again_for_an_answer_that_is_asked_for_again_and_only_once_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = live()
    rung = rings_of(app, monkeypatch)
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press("f2", "escape", *"sea")
        assert rung == [0]


async def test_an_answer_is_said_to_be_sent_until_one_is_asked_again() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        await pilot.press(*"wave", "enter")
        await until(pilot, lambda: len(game_of(app).timeline) == 2)
        assert "Sent." in frame(app)
        game_of(app)._runner.step()
        await until(pilot, lambda: len(game_of(app).timeline) == 3)
        assert "Sent." in frame(app)
        game_of(app)._runner.step()
        await until(pilot, lambda: panel_of(app) is not None)
        assert "Sent." not in frame(app)


async def test_a_note_does_not_hide_that_the_connection_is_lost() -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await pilot.press("s")
        assert "spymaster's token" in frame(app)
        wire.say(Notice("lost; reconnecting in 8 s"))
        await until(pilot, lambda: "WATCH lost" in frame(app))
        assert "reconnecting in 8 s" in frame(app)
        assert "spymaster's token" not in frame(app)
        await pilot.press("s")
        assert "reconnecting in 8 s" in frame(app)
        wire.say(Notice(""))
        await until(pilot, lambda: "WATCH live" in frame(app))
        assert "reconnecting" not in frame(app)


@pytest.mark.parametrize("seen", [0, 3, 5])
async def test_a_shorter_game_in_the_place_of_another_has_nothing_negative_that_is_new(seen: int) -> None:
    wire = Wire(start(), *happened(EVENTS[:5]))
    async with (app := watched(wire)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 5)
        screen_of(app).look_at(seen)
        wire.say(start(game="facade01"), *happened(EVENTS[:1]))
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 1)
        assert "-" not in frame(app).splitlines()[-2].split("event")[0]
        wire.say(*happened(EVENTS[1:3], 1))
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 3)
        assert "-" not in frame(app).splitlines()[-2].split("event")[0]


@pytest.mark.parametrize("plays", [True, False])
async def test_a_fork_that_is_not_made_leaves_the_game_as_it_was(plays: bool) -> None:
    app = live()
    async with app.run_test() as pilot:
        await take(pilot, app, Seat.BLUE_CLUER)
        if plays:
            game_of(app)._runner.gate.pace = 1_000.0
            await pilot.press("f5")
        assert game_of(app).playback.running is plays
        app.call_later(screen_of(app).action_fork)
        await until(pilot, lambda: is_on(app, ForkScreen))
        assert not game_of(app).playback.running
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, GameScreen))
        assert game_of(app).playback.running is plays


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_what_was_opened_from_the_shell_leads_back_to_it(key: str) -> None:
    wire = Wire(start(), *happened(EVENTS[:2]))
    async with (app := watched(wire)).run_test() as pilot:
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


async def test_escape_right_after_an_answer_still_means_the_seat() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        await pilot.press(*"wave", "enter", "escape")
        await until(pilot, lambda: is_on(app, ConfirmGivingUp))
        await pilot.press("y")
        await until(pilot, lambda: game_of(app).seats.people == ())
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, ConfirmLeaving))


async def test_escape_while_several_play_and_none_is_asked_asks_about_the_game() -> None:
    app = live()
    clock_of(app)
    async with app.run_test() as pilot:
        await take(pilot, app, Seat.BLUE_GUESSER_1)
        await take(pilot, app, Seat.BLUE_GUESSER_2)
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, ConfirmLeaving))


async def test_the_command_that_goes_on_is_copied_in_one_line() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("q")
        await until(pilot, lambda: is_on(app, ConfirmLeaving))
        await pilot.press("c")
        assert app.clipboard == "codenames-tui play --resume games/a-game.jsonl"
        assert is_on(app, ConfirmLeaving)


async def test_the_number_behind_a_word_goes_with_it() -> None:
    app = live()
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        panel = panel_of(app)
        assert panel is not None
        number = panel.query_one("#clue-number", Input)
        await pilot.press(*"frozen", "space", *"99")
        assert number.value == "99"
        await pilot.press(*["backspace"] * 9, *"sea")
        assert number.value == "1"
        await pilot.press("up", *"s")
        assert number.value == "2"
        await pilot.press("tab", "4", "tab", *"hore")
        assert number.value == "4"
