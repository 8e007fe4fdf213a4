"""Watching a game that goes on: pausing, slow motion, progress, momentum, totals; and boards that are hard to draw."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.patience import PATIENCE
from tests.tui.speaker import Speaker
from tests.tui.table import KEY, RED_SCRIPT, frame, live, play_events, replayed, runner_of, screen_of, until

from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser
from codenames_core.game.agent import AgentTrace, FailureKind, RefusedTry, TeamAgents
from codenames_core.game.board import Board
from codenames_core.game.config import Team
from codenames_core.game.usage import NOTHING, UsageTotals, running_totals, usage_of
from codenames_core.play.episode import EpisodeRunner
from codenames_tui.game.panels.score import Scoreboard, TurnTaken, momentum
from codenames_tui.game.panels.totals import team_totals, totals_in_words
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain
from codenames_tui.ui.pacing import PACES

# Pausing


def is_asking(runner: EpisodeRunner) -> bool:
    return runner.open_question is not None


async def test_a_pause_lets_land_what_is_in_flight_and_starts_nothing_new() -> None:
    speaker = Speaker()
    runner = runner_of(TeamAgents(ScriptedCluer(RED_SCRIPT), speaker, ScriptedGuesser(RED_SCRIPT)))
    app = live(runner)
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        await pilot.press("space")
        await until(pilot, lambda: speaker.say is not None)
        await pilot.press("space")
        assert "paused" in frame(app)
        assert is_asking(runner)
        speaker.may_answer.set()
        await until(pilot, lambda: len(screen_of(app).session.timeline) == 2)
        for _ in range(20):
            await pilot.pause()
        assert len(screen_of(app).session.timeline) == 2
        assert not is_asking(runner)
        await pilot.press("space")
        await until(pilot, lambda: len(screen_of(app).session.timeline) > 2)


async def test_slow_motion_waits_ten_seconds_between_two_events() -> None:
    app = live()
    async with app.run_test() as pilot:
        await pilot.press(*["-"] * len(PACES), "space")
        assert screen_of(app).session.playback.pace == max(PACES) == 10.0
        await pilot.pause()
        assert "LIVE 10 s" in frame(app)


async def test_a_question_without_an_answer_does_not_hold_up_the_way_out() -> None:
    speaker = Speaker()
    app = live(runner_of(TeamAgents(ScriptedCluer(RED_SCRIPT), speaker, ScriptedGuesser(RED_SCRIPT))))
    async with app.run_test() as pilot:
        await play_events(app, pilot, 1)
        await pilot.press("space")
        await until(pilot, lambda: speaker.say is not None)
        async with asyncio.timeout(PATIENCE):
            await pilot.press("q", "y")
    assert app.return_code == 0


# Progress and momentum


@pytest.mark.parametrize(
    ("at", "said"),
    [(1, "○ ○ 0 of 2, 3 left"), (5, "● ○ 1 of 2, 2 left"), (6, "● ● 2 of 2, 1 left"), (14, "● ✗ ○ 1 of 3")],
)
async def test_the_progress_of_a_clue_is_said(at: int, said: str) -> None:
    app = replayed(at=at)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert said in frame(app)


@pytest.mark.parametrize(("glyphs", "drawn"), [(UNICODE, "▂▄·█"), (ASCII, "12-4")], ids=["unicode", "ascii"])
def test_momentum_is_a_bar_for_each_turn(glyphs: Glyphs, drawn: str) -> None:
    turns = tuple(TurnTaken(Team.RED, found, False) for found in (1, 2, 0, 7))
    assert plain([momentum(Scoreboard((), 4, turns), 20, glyphs)]).split() == [drawn, "turn", "4"]


# Totals


def model_trace(**fields: object) -> AgentTrace:
    return AgentTrace(model="m", seat=None, **fields)  # type: ignore[arg-type]


amounts = st.one_of(st.none(), st.integers(0, 10_000))
tries = st.builds(
    RefusedTry,
    failure=st.sampled_from(FailureKind),
    tokens_in=amounts,
    tokens_out=amounts,
    cost_usd=st.one_of(st.none(), st.integers(0, 5).map(float)),
    latency_s=st.one_of(st.none(), st.integers(0, 9).map(float)),
)
decided = st.lists(
    st.builds(
        AgentTrace,
        model=st.one_of(st.none(), st.just("m")),
        tokens_in=amounts,
        cost_usd=st.one_of(st.none(), st.integers(0, 5).map(float)),
        failure=st.one_of(st.none(), st.sampled_from(FailureKind)),
        refused=st.lists(tries, max_size=3).map(tuple),
    ),
    max_size=6,
)


@given(decided, decided)
def test_totals_of_two_stretches_are_those_of_the_whole(first: list[AgentTrace], then: list[AgentTrace]) -> None:
    def total(traces: list[AgentTrace]) -> UsageTotals:
        return list(running_totals(traces))[-1]

    assert total(first).plus(total(then)) == total([*first, *then])
    assert NOTHING.plus(total(first)) == total(first)


@given(decided)
def test_what_is_unknown_is_never_shown_as_nothing(traces: list[AgentTrace]) -> None:
    spent = list(running_totals(traces))[-1]
    said = totals_in_words(spent, UNICODE)
    assert bool(said) is (spent.model_calls > 0)
    if spent.cost_usd.unknown:
        assert "?" in said[-1]
        assert said[-1] != "$0"


def test_a_refusal_that_cost_nothing_is_known_to() -> None:
    trace = model_trace(failure=FailureKind.OUT_OF_REACH, cost_usd=0.0)
    spent = usage_of(trace)
    assert (spent.tokens_in.unknown, spent.cost_usd.unknown, spent.refused, spent.calls) == (0, 0, 1, 1)


def test_an_offline_game_has_no_totals_of_models() -> None:
    decisions = Decisions([AgentTrace(agent="vector:bold", latency_s=1.0)])
    assert totals_in_words(decisions.spent(1), UNICODE) == ()
    assert set(team_totals(decisions, 1, UNICODE).values()) == {""}


# Boards that are hard to draw


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_twenty_five_names_of_two_words_are_shown_in_full(size: tuple[int, int]) -> None:
    names = [f"{first} {second}" for first in ("NEW", "OLD", "RED", "BIG", "ICE") for second in _SECOND]
    board = Board(tuple(names), dict(zip(names, KEY.values(), strict=True)))
    app = replayed((), board=board)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = frame(app)
        for name in names:
            assert all(part in shown for part in name.split()), name
        widths = {sum(cell_len(span.text) for span in line) for line in screen_of(app).board._lines}
        assert len({width for width in widths if width}) == 1


_SECOND = ("DELHI", "CREAM", "CARPET", "APPLE", "ORLEANS")


@pytest.mark.parametrize(
    "words",
    [
        [f"漢字{chr(0x4E00 + number)}板" for number in range(25)],
        [f"מילה{chr(0x5D0 + number)}" for number in range(25)],
        [f"DONAUDAMPFSCHIFF{chr(65 + number)}" for number in range(25)],
    ],
    ids=["chinese", "hebrew", "long"],
)
@pytest.mark.parametrize("size", [(70, 20), (80, 24), (120, 40), (200, 60)])
async def test_boards_of_other_scripts_align_and_nothing_is_lost(words: list[str], size: tuple[int, int]) -> None:
    board = Board(tuple(words), dict(zip(words, KEY.values(), strict=True)))
    app = replayed((), board=board)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        lines = screen_of(app).board._lines
        widths = {sum(cell_len(span.text) for span in line) for line in lines if line}
        assert len(widths) == 1
        strips = app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {size[0]}
