"""Watching a run: counts that always sum up, an estimate of the time left that holds, and the same from the files."""

import asyncio
import json
import os
import random
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.agents.players import Memory
from tests.bench.benchmarks import followed, offline, played, runner, with_models

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_core.game.config import GameMode
from codenames_metrics.analysis.failures.lost_turns import read_lost_turns
from codenames_metrics.analysis.game_results import GameResultReader, read_game_results
from codenames_metrics.analysis.live_standings import LiveStandings
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import read_tally
from codenames_metrics.run_folder.metrics_cache import METRICS, NAME, measured_games
from codenames_metrics.run_folder.progress import GameStatus, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot, read_snapshot, write_snapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_task import FinishedGame, GameTask
from codenames_metrics.runner.models.budget import Budget, BudgetReached, PriceUnknown
from codenames_metrics.runner.run_watcher import RunWatcher
from codenames_metrics.statistics.confidence_sequences import confidence_sequence


class Clock:
    """A time that stands until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Machine:
    """An executor whose games take so many seconds of a clock; those in `lost` fail at each attempt."""

    at_once: int | None = None
    takes_models = True

    def __init__(self, clock: Clock, seconds: list[float], lost: frozenset[str] = frozenset()) -> None:
        self.clock, self.seconds, self.lost = clock, seconds, lost
        self.waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self.turn = count()
        self.number = count()

    async def __aenter__(self) -> "Machine":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def play(self, task: GameTask) -> FinishedGame:
        number = next(self.number)
        ends = self.clock.now + self.seconds[number % len(self.seconds)]
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((ends, next(self.turn), done))
        await done
        benchmark = task.header.metadata["benchmark"]
        assert isinstance(benchmark, dict)
        if benchmark["key"] in self.lost:
            raise GameFailed("time limit", "too slow")
        return FinishedGame(b"{}", b"{}")


def is_quiet(run: BenchmarkRunner, machine: Machine) -> bool:
    """Whether as many games are played as can be."""
    now: Progress = run.progress
    wanted = min(now.at_once, now.total - now.settled)
    return len(machine.waiting) == now.running == wanted > 0


async def moments_of(run: BenchmarkRunner, machine: Machine) -> list[Progress]:
    """Play to the end, letting time pass whenever all games wait, and return a moment for each step of time."""
    playing = asyncio.create_task(run.run())
    moments = []
    while not playing.done():
        while not playing.done() and not is_quiet(run, machine):
            moments.append(run.progress)
            await asyncio.sleep(0.0001)
        moments.append(run.progress)
        if machine.waiting and not playing.done():
            machine.waiting.sort(reverse=True)
            ends, _, done = machine.waiting.pop()
            machine.clock.now = ends
            if not done.done():
                done.set_result(None)
    return [*moments, run.progress]


def machine_run(
    folder: Path, seconds: list[float], *, boards: int, at_once: int, lost: frozenset[int] = frozenset()
) -> tuple[BenchmarkRunner, Machine]:
    clock = Clock()
    config = offline(seeds=list(range(boards)), limits={"game_attempts": 2})
    plan = Plan(config)
    machine = Machine(clock, seconds, frozenset(plan.key_of(number - 1) for number in lost))
    return BenchmarkRunner(config, folder, executor=machine, concurrency=at_once, clock=clock), machine


@pytest.fixture
def _no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine plays no real games, so that there is nothing to report on."""
    monkeypatch.setattr("codenames_metrics.runner.benchmark.write_artefacts", lambda folder, plan: None)


async def happens(condition: Callable[[], bool]) -> None:
    for _ in range(5_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


def adds_up(moment: Progress) -> bool:
    counts = [int(getattr(moment, status.name.lower())) for status in GameStatus]
    return sum(counts) == moment.total


@pytest.mark.usefixtures("_no_report")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seconds=st.lists(st.floats(0.5, 30), min_size=1, max_size=7),
    lost=st.frozensets(st.integers(1, 16)),
    at_once=st.integers(1, 20),
)
def test_every_game_is_in_one_place_at_every_moment_and_the_bar_ends_full(
    tmp_path_factory: pytest.TempPathFactory, seconds: list[float], lost: frozenset[int], at_once: int
) -> None:
    run, machine = machine_run(tmp_path_factory.mktemp("run"), seconds, boards=4, at_once=at_once, lost=lost)
    moments = asyncio.run(moments_of(run, machine))
    assert all(adds_up(moment) for moment in moments)
    assert moments[-1].settled == moments[-1].total == 16
    assert (moments[-1].done, moments[-1].skipped) == (16 - len(lost), len(lost))
    assert sum(times for _, times in moments[-1].failures) == 2 * len(lost)


@pytest.mark.usefixtures("_no_report")
@pytest.mark.parametrize("at_once", [1, 7, 32])
@pytest.mark.parametrize("spread", [0.0, 0.3])
async def test_the_time_left_is_right_within_a_fifth_from_a_tenth_on(
    tmp_path: Path, at_once: int, spread: float
) -> None:
    dice = random.Random(5)
    seconds = [dice.uniform(10 * (1 - spread), 10 * (1 + spread)) for _ in range(97)]
    run, machine = machine_run(tmp_path, seconds, boards=75, at_once=at_once)
    moments = await moments_of(run, machine)
    end = moments[-1].seconds
    for moment in moments:
        left = end - moment.seconds
        if moment.settled >= moment.total / 10 and moment.settled < moment.total and left > 30:
            assert moment.seconds_left is not None
            assert abs(moment.seconds_left - left) <= 0.2 * left, (moment, left)


@pytest.mark.usefixtures("_no_report")
async def test_a_pause_begins_nothing_and_is_no_time(tmp_path: Path) -> None:
    run, machine = machine_run(tmp_path, [10.0], boards=4, at_once=2)
    playing = asyncio.create_task(run.run())
    await happens(lambda: len(machine.waiting) == 2)
    run.pause()
    machine.clock.now = 500.0
    for _, _, done in machine.waiting:
        done.set_result(None)
    machine.waiting.clear()
    await happens(lambda: run.progress.done == 2)
    assert (run.progress.status, run.progress.running, run.progress.seconds) == (RunStatus.PAUSED, 0, 0.0)
    assert not machine.waiting
    run.change_concurrency(3)
    run.resume()
    await happens(lambda: len(machine.waiting) == 3)
    assert (run.progress.status, run.progress.at_once) == (RunStatus.RUNNING, 3)
    run.stop()
    assert await playing is RunStatus.INTERRUPTED


async def test_a_paused_run_can_be_finished_and_stopped(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path / "a")
    run.pause()
    playing = asyncio.create_task(run.run())
    await asyncio.sleep(0)
    run.drain()
    assert await playing is RunStatus.INTERRUPTED
    assert run.progress.running == 0
    other = runner(offline(), tmp_path / "b")
    other.pause()
    playing = asyncio.create_task(other.run())
    await asyncio.sleep(0)
    other.stop()
    assert await playing is RunStatus.INTERRUPTED


@pytest.mark.usefixtures("_no_report")
@pytest.mark.parametrize("more", [False, True])
async def test_a_run_whose_money_is_gone_in_a_pause_ends_after_it_or_goes_on_with_more(
    tmp_path: Path, more: bool
) -> None:
    run, machine = machine_run(tmp_path, [10.0], boards=1, at_once=2)
    playing = asyncio.create_task(run.run())
    await happens(lambda: len(machine.waiting) == 2)
    run.pause()
    machine.waiting.pop()[2].set_exception(BudgetReached("$1.00 of $1.00 is spent"))
    await happens(lambda: run.progress.running == 1)
    assert run.progress.status is RunStatus.PAUSED
    run.resume()
    await happens(lambda: len(machine.waiting) == 2)
    while not playing.done():
        for _, _, game in machine.waiting:
            game.set_result(None) if more else game.set_exception(BudgetReached("$1.00 of $1.00 is spent"))
        machine.waiting.clear()
        await asyncio.sleep(0.001)
    assert await playing is (RunStatus.DONE if more else RunStatus.BUDGET)
    assert run.progress.done == (run.progress.total if more else 0)


async def test_requests_that_were_no_good_are_counted_by_kind(tmp_path: Path) -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.SERVER, "upside down", status=500)] * 2
    last = await played(with_models("m"), tmp_path, memory)
    assert last.retries == ((str(ErrorKind.SERVER), 2),)
    assert last.failures == ()


def test_a_limit_cannot_be_kept_where_a_price_is_unknown() -> None:
    budget = Budget(None)
    budget.asked("m")
    budget.settle("m", None, is_priced=False)
    with pytest.raises(PriceUnknown, match="the price of m is unknown"):
        budget.change(3.0)
    assert budget.limit_usd is None


async def test_a_question_that_waits_for_the_first_price_is_not_asked_once_that_is_unknown() -> None:
    """Each of those that waited was let through, one after the other."""
    budget = Budget(1.0)
    await budget.admit("m")
    budget.asked("m")
    waiting = asyncio.ensure_future(budget.admit("m"))
    await asyncio.sleep(0)
    budget.settle("m", None, is_priced=False)
    with pytest.raises(PriceUnknown, match="the price of m is unknown"):
        await waiting


# From the files


async def test_a_run_keeps_a_snapshot_while_it_works_and_deletes_it_after(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path)
    snapshots: list[RunSnapshot | None] = []

    async def look() -> None:
        snapshots.extend([read_snapshot(tmp_path) async for _ in run.follow()])

    watching = asyncio.create_task(look())
    await run.run()
    await watching
    written = [snapshot for snapshot in snapshots if snapshot is not None]
    assert written
    assert all(adds_up(snapshot.progress) for snapshot in written)
    assert read_snapshot(tmp_path) is None
    assert not [name for name in os.listdir(tmp_path) if "progress" in name]


def test_a_snapshot_is_read_as_it_was_written_and_nonsense_is_none(tmp_path: Path) -> None:
    moment = RunSnapshot(
        Progress(RunStatus.RUNNING, 3, 1, 2, 0, 0, 0, 0, 0, 1.5, 0.25, 1, failures=(("a bug", 2),)),
        2.5,
        (RunningNow(0, 1), RunningNow(1, 2, "retry 1/5")),
    )
    write_snapshot(tmp_path, moment)
    assert read_snapshot(tmp_path) == moment
    for nonsense in (b"", b"[]", b"\xff", b'{"progress":1}', b"[" * 100_000):
        (tmp_path / "progress.json").write_bytes(nonsense)
        assert read_snapshot(tmp_path) is None


async def test_a_finished_run_is_told_from_its_files(tmp_path: Path) -> None:
    last = await played(offline(), tmp_path)
    watcher = RunWatcher(tmp_path)
    assert (watcher.look().progress.done, watcher.look().progress.status) == (last.done, RunStatus.DONE)
    assert watcher.look() is watcher.look()


async def test_a_killed_run_is_told_to_be_interrupted(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"status": "running"}))
    write_snapshot(tmp_path, RunSnapshot(Progress(RunStatus.RUNNING, 8, 0, 8, 0, 0, 0, 0, 0, 1.0, 0.0, 0)))
    progress = RunWatcher(tmp_path).look().progress
    assert (progress.status, progress.running, progress.done) == (RunStatus.INTERRUPTED, 0, 8)
    assert adds_up(progress)


async def test_standings_are_those_of_the_leaderboard(tmp_path: Path) -> None:
    run = runner(offline(seeds=[1, 2, 3]), tmp_path)
    await run.run()
    standings = LiveStandings(run.plan)
    games = GameResultReader(tmp_path, run.plan)
    for game in games.read_new():
        standings.add(game)
    assert games.read_uncached() == []
    expected = read_tally(tmp_path, run.plan).leaderboard().head_to_head
    shown = [row for row in standings.rows() if not row.is_mirror]
    assert [(row.first, row.second, row.first_wins, row.undecided, row.win_rate, row.interval) for row in shown] == [
        (row.first, row.second, row.first_wins, row.undecided, row.win_rate, row.simultaneous_interval)
        for row in expected
    ]
    assert all(row.is_final for row in standings.rows())
    assert sum(row.planned for row in standings.rows()) == len(run.plan)


async def test_on_the_way_standings_are_of_boards_that_are_over_and_hold_for_all_rows(tmp_path: Path) -> None:
    run = runner(offline(seeds=[1, 2, 3]), tmp_path)
    await run.run()
    standings, games = LiveStandings(run.plan), GameResultReader(tmp_path, run.plan).read_new()
    assert [row.interval for row in standings.rows()] == [None] * len(standings.rows())
    *most, last = games
    for game in most:
        standings.add(game)
    shares: defaultdict[tuple[GameMode, str], list[float]] = defaultdict(list)
    for game in games:
        cell = run.plan.cell_of(game.place)
        if game.winner and (game.board, cell.mode) != (last.board, run.plan.cell_of(last.place).mode):
            shares[cell.mode, game.board].append(cell.lineup(game.winner).name == "random")
    rows = [row for row in standings.rows() if row.is_contest]
    for row in rows:
        means = [mean(won) for (mode, _), won in shares.items() if mode is row.mode]
        assert (row.first, row.is_final) == ("random", False)
        assert row.interval == confidence_sequence(means, confidence=1 - 0.05 / len(rows))
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        (b'"turns":', b'"turns":10', True),
        (b'"version":"', b'"version":"0', False),
        (b'"metrics":{', b'"metrics":', False),
    ],
)
async def test_the_last_line_of_a_game_counts_everywhere_and_none_before_a_damaged_one(
    tmp_path: Path, old: bytes, new: bytes, counts: bool
) -> None:
    run = runner(offline(), tmp_path)
    await run.run()
    file = tmp_path / METRICS / NAME
    true = file.read_bytes().splitlines(keepends=True)
    false = [line.replace(b'"turns":', b'"turns":2') for line in true]
    expected = list(read_game_results(tmp_path, run.plan)), read_lost_turns(tmp_path, run.plan)
    if counts:
        file.write_bytes(b"".join(line.replace(old, new) for line in true))
        changed = list(read_game_results(tmp_path, run.plan)), read_lost_turns(tmp_path, run.plan)
        assert changed != expected
        expected = changed
    file.write_bytes(b"".join([*false, *(line.replace(old, new) for line in true)]))
    assert (list(read_game_results(tmp_path, run.plan)), read_lost_turns(tmp_path, run.plan)) == expected
    shown = [game.turns for game in expected[0]]
    assert [game.metrics.turns for game in measured_games(tmp_path, run.plan)] == shown
    assert len(GameResultReader(tmp_path, run.plan).read_new()) == (len(true) if counts else 0)


async def test_games_are_read_once_each_and_those_without_a_line_from_their_episodes(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path)
    await run.run()
    before = list(read_game_results(tmp_path, run.plan))
    lines = (tmp_path / METRICS / NAME).read_bytes().splitlines(keepends=True)
    (tmp_path / METRICS / NAME).write_bytes(
        b"".join([*lines[:3], lines[0], b'{"game":2,"version":"0"}\n', b'{"game":7,'])
    )
    assert list(read_game_results(tmp_path, run.plan)) == before
    assert len(before) == 8
    followed_games = GameResultReader(tmp_path, run.plan)
    assert (len(followed_games.read_new()), len(followed_games.read_new()), len(followed_games.read_uncached())) == (
        3,
        0,
        5,
    )


async def test_followers_see_sums_that_add_up(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path)
    moments = asyncio.create_task(followed(run))
    await run.run()
    assert all(adds_up(moment) for moment in await moments)
