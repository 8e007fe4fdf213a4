"""A limit for people's answers: what counts, what is shown, and what happens when the time is up."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tui.people import CLUER, G1, Clock, clock_of, come_to_keyboard, game_of, panel_of, play_to_the_talk, sit_down
from tests.tui.people import take as take_seat
from tests.tui.table import CONFIG, RED_SCRIPT, frame, is_on, live, runner_of, screen_of, team_of, until
from textual.pilot import Pilot
from textual.widgets import Input

from codenames_agents.seats.human import Human
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedTurn
from codenames_agents.seats.turn_limit import NO_LIMIT, TimeUp, TurnLimit, limit_of
from codenames_core.game.agent import TeamAgents
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Pass, PassReason
from codenames_core.play.episode import EpisodeRunner
from codenames_core.support.errors import InputError
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.seats.dialogs import ChooseSeat, HandOver
from codenames_tui.game.seats.turn_clock import LONGEST_STEP, TurnClock, clock_line
from codenames_tui.setup import game_form
from codenames_tui.ui.lines.lines import ASCII, UNICODE
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences

SECONDS = st.lists(st.floats(0, LONGEST_STEP), max_size=20)


def timed(limit: TurnLimit, look: Look | None = None) -> tuple[CodenamesApp, Clock]:
    """A game whose people have a limit, which is not paused: its clock goes on when it is told to."""
    app = live(look=look)
    clock = clock_of(app)
    assert isinstance(app._first, GameScreen)
    app._first.turn_limit = limit
    return app, clock


async def pass_seconds(pilot: Pilot[int], app: CodenamesApp, clock: Clock, seconds: int) -> None:
    for _ in range(seconds):
        clock.seconds += 1
        screen_of(app).pass_time()
        await pilot.pause()


def seconds_left(app: CodenamesApp) -> float | None:
    clock = screen_of(app)._turn_clock
    return None if clock is None else clock.left


async def play_on(pilot: Pilot[int], app: CodenamesApp) -> None:
    """Have the game go on as far as it does without the person."""
    game_of(app).playback.toggle(screen_of(app).viewpoint.place)
    screen_of(app).redraw()
    await pilot.pause()


# The clock


@given(SECONDS)
def test_a_clock_that_runs_counts_what_passes(steps: list[float]) -> None:
    clock, now = TurnClock.started(30, 0.0, runs=True), 0.0
    for step in steps:
        now += step
        clock = clock.at(now, runs=True)
    assert clock.left == pytest.approx(max(30 - now, 0))
    assert clock.is_up is (clock.left == 0)


@given(SECONDS, SECONDS)
def test_while_a_clock_stands_nothing_counts(before: list[float], standing: list[float]) -> None:
    clock, now = TurnClock.started(30, 0.0, runs=True), 0.0
    for step in before:
        now += step
        clock = clock.at(now, runs=True)
    left = clock.left
    clock = clock.at(now, runs=False)
    for step in standing:
        now += step
        clock = clock.at(now, runs=False)
    assert clock.at(now, runs=True).left == left


def test_a_time_in_which_the_app_was_suspended_does_not_count() -> None:
    clock = TurnClock.started(30, 0.0, runs=True).at(3_600.0, runs=True)
    assert clock.left == 30 - LONGEST_STEP
    assert clock.at(0.0, runs=True).left == clock.left


@pytest.mark.parametrize(("limit", "short"), [(120, 10), (40, 10), (20, 5), (8, 2)])
def test_it_is_short_in_the_last_ten_seconds_or_the_last_quarter(limit: float, short: float) -> None:
    assert TurnClock(limit, short, 0.0, True).is_short
    assert not TurnClock(limit, short + 0.1, 0.0, True).is_short


@pytest.mark.parametrize(
    ("clock", "moves", "line"),
    [
        (TurnClock(60, 59.2, 0, True), False, "1:00 left"),
        (TurnClock(60, 30, 0, True), True, "━━━━━━━━━━──────────  0:30 left"),
        (TurnClock(60, 4.31, 0, True), True, "━━──────────────────  4.3 s left · hurry"),
        (TurnClock(60, 4.31, 0, True), False, "0:05 left · hurry"),
        (TurnClock(60, 4.31, 0, False), True, "━━──────────────────  0:05 left · clock stopped"),
    ],
)
def test_how_the_time_left_is_drawn(clock: TurnClock, moves: bool, line: str) -> None:
    drawn = clock_line(clock, 60, UNICODE, moves=moves)
    assert "".join(span.text for span in drawn) == line
    assert "".join(span.text for span in clock_line(clock, 60, ASCII, moves=moves)).isascii()
    assert "━" not in "".join(span.text for span in clock_line(clock, 30, UNICODE, moves=moves))


# What can be chosen


@pytest.mark.parametrize("seconds", [-1, 1, 4, 3_601])
def test_a_limit_that_nobody_can_keep_is_refused(seconds: int) -> None:
    with pytest.raises(InputError, match=f"--turn-seconds is {seconds}; whole seconds from 5 to 3600"):
        limit_of(seconds, None, NO_LIMIT)
    assert "from 5 to 3600" in game_form.problem_with("turn_seconds", {"turn_seconds": str(seconds)})


def test_an_option_goes_before_a_setting() -> None:
    settled = TurnLimit(60, TimeUp.FORFEIT)
    assert limit_of(None, None, settled) == settled
    assert limit_of(0, None, settled) == TurnLimit(0, TimeUp.FORFEIT)
    assert limit_of(30, "stand-in", settled) == TurnLimit(30, TimeUp.STAND_IN)


def test_a_form_begins_with_the_limit_that_is_settled() -> None:
    form = game_form.blank_form(Preferences(turn_seconds=90, time_up="forfeit"))
    assert game_form.turn_limit_of(form) == TurnLimit(90, TimeUp.FORFEIT)
    assert game_form.turn_limit_of(game_form.blank_form(Preferences())) == NO_LIMIT


# At the table


async def test_without_a_limit_there_is_no_clock() -> None:
    app, clock = timed(NO_LIMIT)
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 100)
        assert panel_of(app) is not None
        assert "left" not in frame(app).split("your clue")[1]


async def test_when_time_is_up_an_agent_decides_once_and_what_was_typed_is_told() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test(size=(120, 40)) as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press(*"zebra")
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 29)
        assert panel_of(app) is not None
        await pass_seconds(pilot, app, clock, 1)
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert "Time is up; not sent: zebra 1." in frame(app)
        trace = game_of(app)._runner.tries[0]
        assert game_of(app).timeline.events[0] == Clue("sea", 2, team=Team.RED)
        assert (trace.is_fallback, trace.is_human, trace.failure) == (True, False, None)
        assert game_of(app).seats.people == (CLUER,)


async def test_whoever_did_not_type_is_told_who_answers() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test(size=(120, 40)) as pilot:
        await sit_down(pilot, app, CLUER)
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 30)
        assert "Time is up; ScriptedCluer answers." in frame(app)


async def test_who_wishes_so_forfeits_when_time_is_up() -> None:
    app, clock = timed(TurnLimit(30, TimeUp.FORFEIT))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 30)
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        first = game_of(app).timeline.events[0]
        assert isinstance(first, Pass)
        assert first.reason is PassReason.FORFEITED
        assert game_of(app)._runner.tries[0].is_human


async def test_the_clock_stands_while_the_game_is_paused() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pass_seconds(pilot, app, clock, 60)
        assert "0:30 left · clock stopped" in frame(app)
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 10)
        assert seconds_left(app) == 20
        await pilot.press("f5")
        await pass_seconds(pilot, app, clock, 60)
        assert seconds_left(app) == 20
        await pilot.press("f5")
        assert len(game_of(app).timeline) == 0
        await pass_seconds(pilot, app, clock, 20)
        await until(pilot, lambda: len(game_of(app).timeline) > 0)


async def test_the_clock_goes_on_behind_a_dialog_which_outlives_the_question() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await play_on(pilot, app)
        await pilot.press("f2")
        await until(pilot, lambda: is_on(app, ChooseSeat))
        await pass_seconds(pilot, app, clock, 30)
        await until(pilot, lambda: len(game_of(app).timeline) > 0)
        assert is_on(app, ChooseSeat)
        await pilot.press("escape")
        assert "Time is up" in frame(app)


async def test_the_clock_starts_when_the_person_has_come_to_the_keyboard() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test() as pilot:
        await take_seat(pilot, app, Seat.BLUE_GUESSER_1)
        await take_seat(pilot, app, CLUER)
        await until(pilot, lambda: is_on(app, HandOver))
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 100)
        assert seconds_left(app) is None
        await come_to_keyboard(pilot, app, clock)
        assert panel_of(app) is not None
        assert seconds_left(app) == 30


async def test_of_several_people_nobody_reads_what_another_one_typed() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test(size=(120, 40)) as pilot:
        await take_seat(pilot, app, Seat.BLUE_GUESSER_1)
        await take_seat(pilot, app, CLUER)
        await come_to_keyboard(pilot, app, clock)
        await pilot.press(*"zebra")
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 30)
        assert screen_of(app).message == "Time is up; what was typed was not sent."
        assert "zebra" not in frame(app)


async def test_each_question_has_its_own_time_and_an_answer_stops_the_clock() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test() as pilot:
        await play_to_the_talk(pilot, app)
        await sit_down(pilot, app, G1)
        await play_on(pilot, app)
        await pass_seconds(pilot, app, clock, 25)
        await pilot.press(*"wave", "enter")
        await until(pilot, lambda: panel_of(app) is not None and len(game_of(app).timeline) == 3)
        assert seconds_left(app) == 30
        second = game_of(app).timeline.events[1]
        assert isinstance(second, DiscussionMessage)
        assert second.text == "wave"


async def test_only_the_line_of_the_time_changes_from_second_to_second() -> None:
    app, clock = timed(TurnLimit(30))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await pilot.press(*"zeb")
        await play_on(pilot, app)
        panel = panel_of(app)
        assert panel is not None
        before = frame(app).splitlines()
        await pass_seconds(pilot, app, clock, 7)
        after = frame(app).splitlines()
        differ = [y for y, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        assert differ == [panel.countdown.region.y]
        assert panel.query_one("#clue-word", Input).value == "zeb"


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_once_when_time_is_short_if_it_is_on(monkeypatch: pytest.MonkeyPatch, bell: bool) -> None:
    app, clock = timed(TurnLimit(30))
    rung: list[float] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(clock.seconds))
    app.settings = app.settings._replace(preferences=Preferences(bell=bell))
    async with app.run_test() as pilot:
        await sit_down(pilot, app, CLUER)
        await play_on(pilot, app)
        rung.clear()
        await pass_seconds(pilot, app, clock, 29)
        assert rung == ([23.0] if bell else [])


async def test_a_stand_in_that_is_refused_decides_on_without_the_person() -> None:
    person, red = Human(), team_of(RED_SCRIPT)
    runner = runner_of(TeamAgents(person, red.guesser_1, red.guesser_2))
    runner.resume()
    playing = asyncio.ensure_future(runner.run())
    await _changes_until(runner, lambda: person.pending is not None)
    person.let_answer(ScriptedCluer((ScriptedTurn(clue=("not a word", 1)),)), None)
    await _changes_until(runner, lambda: bool(runner.state.public_transcript))
    tries = runner.tries
    runner.stop()
    await asyncio.gather(playing, return_exceptions=True)
    assert len(tries) == CONFIG.max_retries + 1
    assert all(trace.is_fallback and not trace.is_human for trace in tries)


async def _changes_until(runner: EpisodeRunner, happened: Callable[[], bool]) -> None:
    while not happened():
        await runner.changes.wait()
