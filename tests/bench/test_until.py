"""Runs that stop when enough is known: what they play and claim, and that it is the same however they are cut."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from benchmarks.honest_stopping import claims
from tests.bench.benchmarks import derived, offline, runner

from codenames_core.game.config import Team
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.failures.counts import SeatFailures, SideFailures
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.live_standings import LiveStandings
from codenames_metrics.analysis.stopping import Goal
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.runner.allocation import Allocation
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.statistics.confidence_sequences import confidence_sequence, values_needed
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

NOTHING = SideFailures(0, SeatFailures(0, 0, 0, 0), SeatFailures(0, 0, 0, 0), False)


def planned(boards: int, *models: str) -> Plan:
    return Plan(offline(models=list(models), seeds={"count": boards}, game_modes=["standard"], matchups="both"))


def result(plan: Plan, index: int, strength: dict[str, float], dice: random.Random) -> GameResult:
    """A game whose winner is drawn by the strengths of the teams, in order of the models."""
    cell = plan.cell_of(index)
    ours, others = strength[cell.combo.red.cluer], strength[cell.combo.blue.cluer]
    winner = Team.RED if dice.random() * (ours + others) < ours else Team.BLUE
    board = f"w:{index // len(plan.cells)}"
    return GameResult(index, board, winner, None, 9, None, None, NOTHING, NOTHING)


def played_until(plan: Plan, goal: Goal, strength: dict[str, float], seed: int = 1) -> tuple[Allocation, list[int]]:
    """Play what an allocation hands out, and return it with the games in order."""
    results: dict[int, GameResult] = {}
    waiting: list[GameResult] = []

    def new() -> Iterable[GameResult]:
        fresh, waiting[:] = list(waiting), []
        return fresh

    allocation = Allocation(plan, goal, new, results.__contains__)
    games: list[int] = []
    while batch := allocation.next_games():
        assert allocation.next_games() == []  # not before the batch has ended
        for index in batch:
            results[index] = result(plan, index, strength, random.Random(f"{seed} {index}"))
            waiting.append(results[index])
        games += batch
    assert allocation.is_over
    return allocation, games


def test_whole_boards_and_both_sides_go_to_pairs_that_are_not_resolved() -> None:
    plan = planned(60, "random", "vector:novice", "vector:noisy")
    strength = {"random": 1.0, "vector:novice": 1.0, "vector:noisy": 40.0}
    allocation, games = played_until(plan, Goal(most_boards=60), strength)
    boards = {one.pairing.second.name + one.pairing.first.name: one for one in allocation.outcome()}
    assert [one.is_told_apart for one in allocation.outcome()] == [False, True, True]
    assert [one.boards for one in boards.values()] == [60, 20, 20]
    assert len(games) == len(set(games)) == 2 * (60 + 20 + 20)
    assert not any(plan.cell_of(game).combo.is_mirror for game in games)


def test_pairs_that_are_not_named_get_no_boards_not_even_the_first() -> None:
    plan = planned(30, "random", "vector:novice", "vector:noisy")
    goal = Goal(among=frozenset({"random", "vector:noisy"}), most_boards=30)
    allocation, games = played_until(plan, goal, {"random": 1.0, "vector:novice": 1.0, "vector:noisy": 40.0})
    assert [one.pairing.second.name for one in allocation.outcome()] == ["vector:noisy"]
    assert len(games) == 2 * 20
    line_ups = {plan.cell_of(game).combo.red.name for game in games}
    assert line_ups == {"random", "vector:noisy"}


def test_the_order_of_the_best_needs_no_boards_of_the_others() -> None:
    plan = planned(50, "random", "vector:novice", "vector:noisy")
    strength = {"random": 1.0, "vector:novice": 1.0, "vector:noisy": 40.0}
    allocation, games = played_until(plan, Goal(best=1, most_boards=50), strength)
    assert len(games) == 2 * 3 * 20
    assert {pair.pairing.second.name for pair in allocation.outcome()} == {"vector:noisy"}


def test_a_pair_is_done_once_its_interval_is_narrow_enough() -> None:
    plan = planned(200, "random", "vector:novice")
    allocation, _ = played_until(plan, Goal(width=0.3, most_boards=200), {"random": 1.0, "vector:novice": 1.0})
    (pair,) = allocation.outcome()
    assert pair.is_narrow
    assert pair.difference is not None
    assert pair.boards < 200
    assert pair.difference.high - pair.difference.low <= 0.6
    assert "narrow enough, and not told apart after" in pair.line()


def test_where_the_cap_comes_first_it_says_what_is_not_resolved() -> None:
    allocation, _ = played_until(
        planned(25, "random", "vector:novice"), Goal(most_boards=25), {"random": 1.0, "vector:novice": 1.0}
    )
    (pair,) = allocation.outcome()
    assert "not resolved after 25 boards" in pair.line()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nobody,random", "'nobody' does not play here; all, top3, or some of random"),
        ("random", "one line-up alone cannot be told apart"),
    ],
)
def test_a_goal_that_names_nobody_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Goal.parse(text, ["random", "vector:bold"], width=None, most_boards=100)


def test_goals_are_read() -> None:
    names = ["a", "b", "c"]
    assert Goal.parse("top2", names, width=0.1, most_boards=9) == Goal(best=2, width=0.1, most_boards=9)
    assert Goal.parse("a, c", names, width=None, most_boards=9).among == {"a", "c"}
    assert Goal.parse("all", names, width=None, most_boards=9) == Goal(most_boards=9)


def test_of_equal_models_little_is_claimed_and_of_20_points_soon() -> None:
    """Few simulations; `benchmarks.honest_stopping` has many, and docs/statistics.md their figures."""
    assert claims(0.0, boards=120, runs=20).claimed <= 3
    found = claims(0.2, boards=400, runs=10)
    assert found.claimed >= 9
    assert found.boards <= 150


@pytest.mark.parametrize("values", [[1, 1, 1, 0, 1], [1, 0.5, 0.5, 1], [0, 0.5, 0, 0, 1]])
def test_the_boards_needed_are_those_after_which_the_interval_leaves_one_half_out(values: list[float]) -> None:
    needed = values_needed(values * 7, 0.5)
    assert needed is not None
    grown = [values * 200, values * 200]
    counts = len(values)
    whole = needed // counts * counts + counts
    before = max(counts, (needed - 1) // counts * counts)
    for number, is_out in ((whole, True), (before, False)):
        found = confidence_sequence((grown[0] + grown[1])[:number])
        assert found is not None
        assert (not found.low <= 0.5 <= found.high) is is_out


def test_live_standings_guess_how_many_boards_are_needed() -> None:
    plan = planned(60, "random", "vector:novice")
    standings = LiveStandings(plan)
    dice = random.Random(2)
    contests = [index for index in range(len(plan)) if plan.cell_of(index).combo.is_contest]
    needed = []
    for index in contests[:100]:
        standings.add(result(plan, index, {"random": 1.0, "vector:novice": 6.0}, dice))
        needed += [row.boards_needed for row in standings.rows() if row.is_contest]
    assert needed[0] is None
    assert needed[-1] == 0
    assert all(one is None or one >= 0 for one in needed)


def config(boards: int) -> ExperimentConfig:
    return offline(seeds={"count": boards}, game_modes=["standard"])


async def test_a_run_that_is_cut_off_on_the_way_plays_the_same_games(tmp_path: Path) -> None:
    goal = Goal(most_boards=23)
    assert await runner(config(23), tmp_path / "straight", goal=goal).run() is RunStatus.STOPPED_EARLY
    folder = tmp_path / "cut"
    for finished in (9, 41):
        run = runner(config(23), folder, goal=goal, concurrency=5)
        async for moment in _following(run):
            if moment >= finished:
                run.stop()
    assert await runner(config(23), folder, goal=goal, concurrency=2).run() is RunStatus.STOPPED_EARLY
    assert derived(folder) == derived(tmp_path / "straight")


async def _following(run: BenchmarkRunner) -> AsyncIterator[int]:
    """How many games are finished, at every moment of a run."""
    playing = asyncio.create_task(run.run())
    async for moment in run.follow():
        yield moment.done
    await playing


def test_the_command_plays_until_pairs_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(
        'name = "small"\nmodels = ["random", "vector:sharp"]\nseeds = {count = 1}\nmatchups = "round_robin"\n'
    )
    assert main(["bench", "run", "small.toml", "--out", "."]) == exits.DONE
    assert main(["bench", "until", "small", "--resolve", "all", "--max-boards", "30", "--dry-run"]) == exits.DONE
    assert "at most     30 boards of each, 60 games; 2 of these are finished" in capsys.readouterr().out
    assert main(["bench", "until", "small", "--resolve", "all", "--max-boards", "30"]) == exits.DONE
    said = capsys.readouterr()
    assert "stopped early: 40 of 60 complete" in said.out
    assert "random - vector:sharp, standard: told apart after 20 boards, vector:sharp is ahead by " in said.err


def test_the_command_counts_the_named_pairs_alone_and_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(
        'name = "small"\nmodels = ["random", "vector:sharp", "vector:novice"]\nseeds = {count = 1}\n'
    )
    assert main(["bench", "run", "small.toml", "--out", "."]) == exits.DONE
    until = ["bench", "until", "small", "--resolve", "random,vector:novice", "--max-boards", "2"]
    assert main([*until, "--dry-run"]) == exits.DONE
    dry = capsys.readouterr().out
    assert "resolve     random,vector:novice: 1 pair\n" in dry
    assert "at most     2 boards of each, 4 games; 2 of these are finished" in dry
    assert main(until) == exits.DONE
    said = capsys.readouterr()
    assert "stopped early: 11 of 18 complete" in said.out
    assert "all boards that --max-boards allows are played; run it again with a larger one to go on" in said.err
