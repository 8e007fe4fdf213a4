"""What keys, clicks and events do to the game screen: positions and messages first, then what is seen."""

import asyncio
from pathlib import Path

from tests.tui.table import (
    EVENTS,
    JOURNAL,
    RED_SCRIPT,
    frame,
    is_on,
    live,
    play_events,
    replayed,
    runner_of,
    screen_of,
    touches,
    until,
)
from textual.binding import Binding

from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, AnyGuesserView, Discussion, DiscussionAnswer, TeamAgents
from codenames_core.game.config import Team
from codenames_core.game.events import UnknownEvent
from codenames_tui.app.app import INTERRUPTED, CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.ui.screens.dialogs import ConfirmLeaving, JumpToTurn
from codenames_tui.ui.screens.key_help import KeyHelp
from codenames_tui.ui.widgets.paper import Paper

TURN_1, TURN_2, TURN_3 = 1, 8, 15
"""Where their clues have just been given."""
END = len(EVENTS)


async def test_keys_move_the_cursor() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        for keys, position in (
            ("right right right", 3),
            ("right left left", 0),
            (". .", 2),
            ("]", TURN_1),
            ("n n", TURN_2),
            ("] ] ] ]", END),
            ("end [", TURN_3),
            ("end p p", TURN_2),
            ("G", END),
            ("end g", 0),
            ("end home", 0),
            ("5", END * 5 // 10),
            ("end 0", 0),
            ("right right left right", 2),
        ):
            screen_of(app).look_at(0)
            await pilot.press(*keys.split())
            assert screen_of(app).position == position, keys


async def test_every_panel_shows_the_position() -> None:
    app = replayed(at=5)
    async with app.run_test() as pilot:
        await pilot.pause()
        seen = frame(app)
    for part in (
        "SHIP",
        "● ○ 1 of 2, 2 left",
        "8 left",
        "Agreed.",
        "Discussion",
        "Story",
        "1 R SEA ×2 SHIP✓",
        "event 5/19 · turn 1/3",
    ):
        assert part in seen


async def test_all_words_are_shown_in_full_in_the_smallest_common_terminal() -> None:
    app = replayed()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = "\n".join(line[:58] for line in frame(app).splitlines()[:11])
    for word in ("SATELLITE", "ROCKET", "POISON", "ROLLER", "COASTER", "THANKSGIVI", "NG"):
        assert word in board


async def test_t_jumps_to_a_turn() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("t")
        assert is_on(app, JumpToTurn)
        await pilot.press("3", "enter")
        assert screen_of(app).position == TURN_3
        await pilot.press("t", "escape")
        await pilot.press("t", "enter")
        assert screen_of(app).position == TURN_3


async def test_a_click_on_the_scrub_bar_seeks() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.click("#timeline", offset=(79, 0))
        assert screen_of(app).viewpoint.at_end
        await pilot.click("#timeline", offset=(0, 0))
        assert screen_of(app).position == 0


async def test_a_click_on_a_key_at_the_foot_does_what_the_key_does() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.click("#keys", offset=(frame(app).splitlines()[-1].index("? help"), 0))
        assert is_on(app, KeyHelp)


async def test_the_key_is_hidden_until_it_is_asked_for() -> None:
    app = replayed(at=3)
    async with app.run_test() as pilot:
        await pilot.pause()
        hidden = frame(app)
        assert "☠" not in hidden[: hidden.index("Discussion")]  # the scrub bar has its mark of what will happen
        await pilot.press("s")
        assert "☠" in frame(app)[: hidden.index("Discussion")]
        assert "KEY SHOWN" in frame(app)
        await pilot.press("s")
        assert frame(app) == hidden


async def test_z_gives_the_lower_half_to_one_panel() -> None:
    app = replayed(at=5)
    async with app.run_test() as pilot:
        panels = ("Discussion", "Transcript", "Story")
        for shown in ({"Discussion"}, {"Transcript"}, {"Story"}, {"Discussion", "Story"}):
            await pilot.press("z")
            assert {panel for panel in panels if panel in frame(app)} == shown


async def test_a_replay_stays_on_its_last_frame_and_says_so() -> None:
    app = replayed(at=END - 2)
    async with app.run_test() as pilot:
        await pilot.press("space")
        screen = screen_of(app)
        assert screen.session.playback.running is True
        screen.play_one()
        screen.play_one()
        await pilot.pause()
        assert screen.viewpoint.at_end
        assert bool(screen.session.playback.running) is False
        assert "End of game. Space replays it." in frame(app)
        await pilot.press("space")
        assert screen.position == 0
        assert "Playing again from the start." in frame(app)


async def test_the_speed_stays_within_its_limits() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("-")
        assert "0.5×" in frame(app)
        await pilot.press("-", "-")
        assert screen_of(app).session.playback.pace == 5
        assert "5 s" in frame(app)
        await pilot.press(*["-"] * 6)
        assert screen_of(app).session.playback.pace == 10
        await pilot.press(*["+"] * 15)
        assert screen_of(app).session.playback.pace == 1 / 16
        assert "16×" in frame(app)


async def test_the_end_of_a_game_says_who_won_and_why_and_turns_the_key_up() -> None:
    app = replayed(at=END)
    async with app.run_test() as pilot:
        await pilot.pause()
        seen = " ".join(frame(app).split())
    assert "BLUE wins: RED" in seen
    assert "☠" in seen
    assert "KEY SHOWN" not in seen


async def test_an_unfinished_record_says_that_it_ends_here() -> None:
    app = replayed(EVENTS[:9], at=9)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "The record ends here" in frame(app)


async def test_events_that_do_not_fit_are_noted_and_skipped() -> None:
    broken = (*EVENTS[:3], touches(Team.BLUE, "MOON"), UnknownEvent(type="weather"), *EVENTS[3:])
    app = replayed(broken, at=6)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        seen = frame(app)
        await pilot.press("z", "z")
        seen += frame(app)
    assert "1 event does not fit and had no effect" in seen
    assert "does not fit: guess by blue, but it is" in seen
    assert "event of an unknown type: weather" in seen


async def test_help_names_every_key_and_q_closes_it() -> None:
    app = replayed()
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.press("question_mark")
        for what in ("One event back", "Jump to a turn", "Speed up", "Show the key, as a spymaster", "Quit"):
            assert what in frame(app)
        await pilot.press("q")
        assert is_on(app, GameScreen)


async def test_the_palette_offers_the_games_commands() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press(":", *"jump")
        await until(pilot, lambda: "Jump to a turn" in frame(app))


def test_every_binding_has_an_id_and_a_description() -> None:
    ours = [*GameScreen.BINDINGS, *CodenamesApp.BINDINGS, *Paper.BINDINGS, *ConfirmLeaving.BINDINGS, *KeyHelp.BINDINGS]
    for binding in ours:
        assert isinstance(binding, Binding)
        assert binding.id, binding
        assert binding.description, binding


async def test_q_ends_a_replay_at_once() -> None:
    app = replayed()
    async with app.run_test() as pilot:
        await pilot.press("q")
    assert app.return_code == 0


# Live games


async def test_a_live_game_grows_one_event_at_a_time() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 3)
        screen = screen_of(app)
        assert len(screen.session.timeline) == 3
        assert screen.viewpoint.at_end
        assert "SHIP, then WAVE." in frame(app)


async def test_space_pauses_and_goes_on() -> None:
    runner = runner_of()
    app = live(runner)
    async with app.run_test() as pilot:
        assert runner.gate.paused
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        assert "BLUE wins" in frame(app)


async def test_looking_back_counts_what_is_new_and_end_follows_again() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 4)
        screen = screen_of(app)
        await pilot.press("left", "left")
        assert "new" not in frame(app)
        runner = screen.session._runner  # type: ignore[attr-defined]
        runner.step()
        await until(pilot, lambda: len(screen.session.timeline) == 5)
        assert screen.position == 2
        assert " 1 new " in frame(app)
        await pilot.press("end")
        assert " 1 new " not in frame(app)
        await play_events(app, pilot, 1)
        assert screen.viewpoint.at_end


async def test_at_the_end_it_is_said_where_the_game_was_saved_and_not_how_it_began() -> None:
    game = LiveSession(runner_of(), pace=0, on_end=lambda _: Path("game.json"))
    game.message = "Another line of game 1234"
    app = CodenamesApp(GameScreen(game))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Another line of game 1234" in frame(app)
        game._runner.resume()
        await until(pilot, lambda: game.standing.over)
        assert "saved as game.json" in frame(app)


async def test_what_was_saved_is_said_at_the_end() -> None:
    kept: list[EpisodeRecord] = []

    def keep(record: EpisodeRecord) -> Path:
        kept.append(record)
        return Path("game.json")

    app = live(on_end=keep)
    async with app.run_test() as pilot:
        await pilot.press("space")
        await until(pilot, lambda: screen_of(app).session.standing.over)
        assert "saved as game.json" in frame(app)
        await pilot.press("q")
    assert len(kept) == 1
    assert kept[0].winner is Team.BLUE
    assert app.return_code == 0


async def test_leaving_an_unfinished_game_is_confirmed_and_says_how_to_resume() -> None:
    app = live()
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        await pilot.press("q")
        assert is_on(app, ConfirmLeaving)
        assert f"codenames-tui play --resume {JOURNAL}" in " ".join(frame(app).replace("│", " ").split())
        await pilot.press("n")
        assert is_on(app, GameScreen)
        await pilot.press("q", "y")
    assert app.return_code == 0


async def test_ctrl_c_twice_leaves_at_once() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        assert is_on(app, ConfirmLeaving)
        await pilot.press("ctrl+c")
    assert app.return_code == INTERRUPTED


class Pondering:
    """A guesser that never comes to an answer."""

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        await asyncio.Event().wait()
        raise AssertionError((view, discussion_so_far, AgentTrace()))


def counts(screen: GameScreen) -> bool:
    return screen.counts_seconds


async def test_the_turn_panel_says_who_is_asked_and_counts_only_then() -> None:
    red = TeamAgents(ScriptedCluer(RED_SCRIPT), Pondering(), ScriptedGuesser(RED_SCRIPT))  # type: ignore[arg-type]
    now = [0.0]
    app = live(runner_of(red), clock=lambda: now[0])
    async with app.run_test() as pilot:
        screen = screen_of(app)
        assert not counts(screen)
        await play_events(app, pilot, 1)
        await pilot.press(".")
        await until(pilot, lambda: screen.session.asked is not None)
        assert "guesser 1 writes" in frame(app)
        assert counts(screen)
        now[0] = 12.0
        screen.show_seconds()
        await pilot.pause()
        assert "guesser 1 writes 12 s" in frame(app)
