"""Faults that users of other harnesses reported, each as a small test named by what must not happen here.

Reports that are tested where their subject lies: keys that an upgrade changed (inspect_ai#3058) and fields in or out of
them (#5296, #3063, #3014) in `test_experiment`; a failed game that waits for all others (#2626), a budget (#1135),
answers shared by models (lm-eval#4063) or repeats (lm-eval#3046), metrics after a resume (evalscope#1416), a seed that
is dropped or collides (OpenEnv#1127, Halite-III#121) in `test_runner` and `test_experiment`; a wait beyond its cap
(#1753) in `tests/agents/test_policy`; heavy imports (litellm#6175) in `test_architecture`. Time and memory (#2873,
#3435, litellm#15128) are measured in `benchmarks/`.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from tests.agents.players import Memory, door, no_wait, plays
from tests.bench.benchmarks import derived, followed, offline, runner, with_models
from tests.fake_provider import FAULTS, FakeProvider, Request, answers, echo_headers_in_error, error, orderly
from tests.patience import is_running

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.provider import Policy
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.usage import Attempt, Usage
from codenames_core.files.journal import JournalWriter
from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_metrics.experiment.config import ExperimentConfig, ModelConfig
from codenames_metrics.experiment.estimate import cost_if_free
from codenames_metrics.experiment.game_names import name_to_read
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report import artefacts
from codenames_metrics.run_folder import durable_writes
from codenames_metrics.run_folder import manifest as manifests
from codenames_metrics.run_folder.failures import last_failures
from codenames_metrics.run_folder.held_back import held_back_models
from codenames_metrics.run_folder.ledger import Ledger, read_ledger, spent_by_model
from codenames_metrics.run_folder.line_file import LineFile, read_rows
from codenames_metrics.run_folder.lock import FolderLock, lock_holder
from codenames_metrics.run_folder.manifest import read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games, finished_names
from codenames_metrics.run_folder.open_questions import OpenQuestions, left_open
from codenames_metrics.run_folder.progress import Progress, RunStatus
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.models.cost_meter import RunCosts, models_by_seat
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.recovery import charge_orphaned_requests

pytestmark = pytest.mark.filterwarnings("ignore:::(litellm|pydantic)")


@pytest.fixture(scope="module")
def litellm() -> None:
    """Loaded before any test counts warnings."""
    load_litellm()


@pytest.fixture
async def server() -> AsyncIterator[FakeProvider]:
    """A provider on this machine whose models fail as their names say: `hang`, `429 insufficient quota`."""

    async def behave(request: Request) -> None:
        await FAULTS.get(str(request.body["model"]).replace("_", " "), orderly)(request)

    async with FakeProvider(repeat(behave), text=plays) as server:
        yield server


def asked_at(server: FakeProvider, *models: str, **fields: Any) -> ExperimentConfig:
    """Short games of models that are asked over HTTP, each against an agent that is offline."""
    tables = {
        name: {"spec": f"openai/{name}", "api_base": server.url, "output": "text", "price_in": 1.0, "price_out": 1.0}
        for name in models
    }
    return with_models(*models, model=tables, **fields)


async def ended(config: ExperimentConfig, folder: Path, policy: Policy | None = None, **options: Any) -> Progress:
    """Run over HTTP to the end without ever waiting, and return the last moment."""
    policy = policy or Policy(api_retries=config.limits.api_retries, call_seconds=config.limits.call_seconds)
    run = BenchmarkRunner(config, folder, provider=door(None, policy=policy), sleep=no_wait, **options)
    moments = asyncio.create_task(followed(run))
    await run.run()
    return (await moments)[-1]


def asked(server: FakeProvider, model: str) -> int:
    return sum(request.body["model"] == model for request in server.requests)


# Interrupts


HANGING = """
import asyncio, sys
from codenames_agents import catalogue
from codenames_metrics.runner import benchmark
from codenames_metrics.runner.game_task import BenchmarkGame

async def for_ever(self):
    await asyncio.to_thread(sys.stdin.read)  # a thread that no loop can end

BenchmarkGame.before_decision = for_ever
from codenames_tui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_interrupted_run_that_hangs_still_ends_and_does_not_call_itself_a_success(tmp_path: Path) -> None:
    """inspect_ai#4859: after Ctrl-C the command said success and exited with 0."""
    experiment = tmp_path / "stuck.toml"
    experiment.write_text('name = "stuck"\nmodels = ["random"]\nseeds = [1, 2]\n')
    process = subprocess.Popen(
        [sys.executable, "-c", HANGING, "bench", "run", str(experiment), "--out", str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while lock_holder(tmp_path / "stuck") is None or not list((tmp_path / "stuck").glob("episodes/*.jsonl")):
        assert is_running(process)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.wait(timeout=60) == 130
    assert time.monotonic() - began < 30  # 1.5 s on a machine that does nothing else
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    for pipe in (process.stdin, process.stderr):
        pipe.close()
    assert "done" not in process.stdout.read()
    process.stdout.close()
    assert lock_holder(tmp_path / "stuck") is None


async def test_interrupted_run_keeps_what_is_finished_and_says_interrupted(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path, concurrency=2)
    async for moment in followed_live(run):
        if 2 * moment.done >= moment.total:
            run.stop()
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    assert (manifest.status, manifest.games.done) == (RunStatus.INTERRUPTED, len(finished_games(tmp_path, run.plan)))
    assert manifest.games.done >= 4


async def followed_live(run: BenchmarkRunner) -> AsyncIterator[Progress]:
    """Run, and yield every moment."""
    playing = asyncio.create_task(run.run())
    async for moment in run.follow():
        yield moment
    await playing


# Killed at any moment


class Killed(BaseException):
    """The process is gone: nothing more is written."""


class Death:
    """Lets a process write so much, and dies in the middle of the next write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chance: random.Random, writes: int) -> None:
        self.writes = 0
        self.at = chance.randrange(writes)
        self._chance = chance
        for owner, name, whole in (
            (JournalWriter, "_append", self._torn),
            (LineFile, "append", self._torn),
            (durable_writes, "write_unsynced", self._torn),
            (durable_writes, "rename_into_place", self._all_or_nothing),
            (artefacts, "write_atomically", self._all_or_nothing),
            (manifests, "write_atomically", self._all_or_nothing),
            (JournalWriter, "discard", self._all_or_nothing),
        ):
            monkeypatch.setattr(owner, name, whole(getattr(owner, name)))

    def _torn(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def writes(file: Any, line: bytes) -> Any:
            if self._is_last():
                write(file, line[: self._chance.randrange(len(line))])
                raise Killed
            return write(file, line)

        return writes

    def _all_or_nothing(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def writes(*arguments: Any) -> Any:
            if self._is_last():
                if self._chance.random() < 0.5:
                    write(*arguments)
                raise Killed
            return write(*arguments)

        return writes

    def _is_last(self) -> bool:
        self.writes += 1
        if self.writes > self.at + 1:
            raise Killed
        return self.writes == self.at + 1


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], int, int]:
    """The tables of a run that nothing disturbed, how many questions it asked, and how often it wrote."""
    folder, transport = tmp_path_factory.mktemp("undisturbed"), Memory()
    with pytest.MonkeyPatch.context() as patch:
        death = Death(patch, random.Random(0), 1)
        death.at = 10**9
        asyncio.run(runner(with_models("one"), folder, transport, concurrency=3).run())
    return derived(folder), len(transport.calls), death.writes


def _but_for_costs(files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out the report, which counts also the requests that a kill cut off, and the picture of what games took."""
    return {name: content for name, content in files.items() if name != "report.md" and "/efficiency." not in name}


TELLING_MOMENTS = {1, 2, 3, 4, 5, 8}
"""Journals that nobody reads fail most of these; a journal that is gone before its record is there fails 8 alone."""


@pytest.mark.parametrize(
    "moment",
    [pytest.param(one, marks=() if one in TELLING_MOMENTS else pytest.mark.soak) for one in range(20)],
)
async def test_killed_at_a_random_moment_a_run_pays_twice_for_no_more_than_was_in_flight(
    tmp_path: Path, undisturbed: tuple[dict[str, bytes], int, int], moment: int
) -> None:
    """inspect_ai#913, #3652, lm-eval#2533 and others: killed runs were never resumed, or lost what was paid for."""
    tables, calls, writes = undisturbed
    chance, transport, deaths = random.Random(moment), Memory(), 0
    config, was_done = with_models("one"), set[str]()
    for _ in range(3):
        with pytest.MonkeyPatch.context() as patch:
            Death(patch, chance, writes)
            try:
                await runner(config, tmp_path, transport, concurrency=3).run()
            except Killed:
                deaths += 1
        done = {path.name for path in (tmp_path / "episodes").glob("*.json")}
        assert was_done <= done
        was_done = done
    assert await runner(config, tmp_path, transport).run() is RunStatus.DONE
    assert _but_for_costs(derived(tmp_path)) == _but_for_costs(tables)
    assert calls <= len(transport.calls) <= calls + 3 * deaths
    answered = [row for row in read_ledger(tmp_path) if row.outcome == "ok"]
    assert len(answered) >= calls
    assert not list((tmp_path / "episodes").glob("*.jsonl"))


# Failures of providers


@pytest.mark.parametrize("fault", ["429 insufficient quota", "429 per day", "401", "404"])
@pytest.mark.usefixtures("litellm")
async def test_quota_that_is_used_up_is_not_retried_as_a_rate_limit(
    tmp_path: Path, server: FakeProvider, fault: str
) -> None:
    """inspect_ai#5340, #5526, langchainjs#1929: a quota was asked for again and again, or ended the whole run."""
    (name,) = [name for name in FAULTS if name.startswith(fault)][:1]
    bad = name.replace(" ", "_")
    last = await ended(_two(server, bad), tmp_path)
    assert last.status is RunStatus.INCOMPLETE
    assert (last.done, last.waiting, last.skipped) == (2, 4, 0)
    assert asked(server, bad) == 1
    assert last.closed_models == ("bad",)


def _two(server: FakeProvider, bad: str) -> ExperimentConfig:
    """One model that plays and one that fails as `bad` says, one game at a time."""
    config = asked_at(server, "good", "bad", seeds=[1], limits={"concurrency": 1})
    tables = {name: table.model_dump(exclude_none=True) for name, table in config.model.items()}
    tables["bad"]["spec"] = f"openai/{bad}"
    return asked_at(server, "good", "bad", seeds=[1], limits={"concurrency": 1}).model_copy(
        update={"model": {name: type(config.model[name])(**table) for name, table in tables.items()}}
    )


@pytest.mark.usefixtures("litellm")
async def test_a_question_that_is_refused_for_good_is_sent_once_in_a_run(
    tmp_path: Path, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """22 requests were sent for ten games, each refused with 422."""
    monkeypatch.setitem(FAULTS, "refuses", answers(422, error("logit_bias: extra inputs are not permitted")))
    config = asked_at(server, "refuses", matchups="mirror", models=["refuses"], seeds="0..3")
    last = await ended(config, tmp_path, concurrency=8)
    assert (last.status, last.done, last.waiting, last.skipped) == (RunStatus.INCOMPLETE, 0, 4, 0)
    assert asked(server, "refuses") == 1
    (line,) = last.refusals
    assert line.startswith("refuses refuses to be asked for a clue: bad request (422): logit_bias")
    assert len(read_ledger(tmp_path)) == 1
    (held,) = held_back_models(tmp_path, finished_names(tmp_path, Plan(config)))
    assert "it is not asked again" in held.line()
    assert "refuses refuses to be asked for a clue: bad request (422)" in (tmp_path / "report.md").read_text("utf-8")
    monkeypatch.delitem(FAULTS, "refuses")
    again = await ended(config, tmp_path)
    assert again.last_failure is None  # another session asks again
    assert again.status is RunStatus.DONE


@pytest.mark.usefixtures("litellm")
async def test_retries_of_several_layers_are_not_multiplied(tmp_path: Path, server: FakeProvider) -> None:
    """litellm#7130, #25285: nine requests for a call. Here: tries of a question, times attempts at a game."""
    limits = {"api_retries": 2, "game_attempts": 3, "outage_seconds": 0.0}
    config = asked_at(server, "500", models=["500"], matchups="mirror", seeds=[1], limits=limits)
    last = await ended(config, tmp_path)
    assert last.skipped == 1
    assert len(server.requests) == (1 + 2) * 3
    assert len(read_ledger(tmp_path)) == len(server.requests)


@pytest.mark.usefixtures("litellm")
async def test_server_that_accepts_and_never_answers_cannot_hold_up_the_run(
    tmp_path: Path, server: FakeProvider
) -> None:
    """inspect_ai#2487, evals#1292, litellm#8333: the last sample hung for hours, whatever time limit was given."""
    limits = {"call_seconds": 0.25, "api_retries": 1, "game_attempts": 2, "outage_seconds": 0.0}
    config = asked_at(server, "hang", models=["hang"], matchups="mirror", seeds=[1, 2], limits=limits)
    last = await ended(config, tmp_path)
    assert (last.status, last.skipped) == (RunStatus.INCOMPLETE, 2)
    assert {last.kind for last in last_failures(tmp_path).values()} == {"timeout"}
    assert len(server.requests) <= len(read_ledger(tmp_path)) == 2 * 2 * 2
    assert last.unpriced == 8  # perhaps they were paid for


@pytest.mark.usefixtures("litellm")
async def test_answers_that_cannot_be_read_are_not_left_out_of_the_ledger(tmp_path: Path) -> None:
    """pdd#509, litellm#28476: the cost of re-asked attempts was lost."""
    unreadable = iter(["?", "{"])
    async with FakeProvider(text=lambda body: next(unreadable, "") or plays(body)) as server:
        config = asked_at(server, "m", models=["m"], matchups="mirror", seeds=[1], limits={"concurrency": 1})
        last = await ended(config, tmp_path)
    first = [row for row in read_ledger(tmp_path) if row.seat == "red_cluer" and row.at == 0]
    assert [row.tokens_in for row in first] == [40] * len(first)
    assert len(first) >= 3
    assert last.spent_usd == pytest.approx(48e-6 * len(server.requests))


async def a_moment(seconds: float) -> None:
    """Wait until the other tasks have had their turn."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_game_in_a_retry_loop_does_not_look_stuck(tmp_path: Path) -> None:
    """inspect_ai#1277: no sign that a sample was waiting to be tried again."""
    transport = Memory()
    transport.failures = [provider_error(ErrorKind.RATE_LIMIT, "slow down", status=429) for _ in range(3)]
    provider = door(transport, policy=Policy(api_retries=5), clock=lambda: 100.0, sleep=a_moment)
    run = BenchmarkRunner(with_models("one", seeds=[1]), tmp_path, provider=provider, sleep=no_wait, concurrency=1)
    lines = [moment.line() async for moment in followed_live(run)]
    game = name_to_read(run.plan.name(0))
    for number, seconds in ((1, 1), (2, 2), (3, 4)):
        wanted = f"1 running, 1 of them delayed (episode {game}: retry {number}/5 in {seconds} s (429))"
        assert any(wanted in line for line in lines)
    assert run.progress.delays == ()


async def test_progress_is_true_where_half_of_the_games_fail(tmp_path: Path) -> None:
    """inspect_ai#4198: the bar stayed where it was when samples ended in errors."""
    run = runner(with_models("one", "two", matchups="mirror", models=["one", "two"]), tmp_path, _Broken("one"))
    moments = asyncio.create_task(followed(run))  # which adds them up at every moment
    await run.run()
    last = (await moments)[-1]
    assert (last.done, last.skipped) == (2, 2)
    assert last.settled == last.total
    assert [moment.settled for moment in await moments] == sorted(moment.settled for moment in await moments)


class _Broken(Memory):
    """A server that always fails one model."""

    def __init__(self, model: str, kind: ErrorKind = ErrorKind.SERVER) -> None:
        super().__init__()
        self._model, self._kind = f"openai/{model}", kind
        self.mended = False

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        if call.request.model == self._model and not self.mended:
            self.calls.append(call)
            raise provider_error(self._kind, "as always", status=500)
        return await super().send(call, on_piece)

    def asked(self, model: str) -> int:
        return sum(call.request.model == f"openai/{model}" for call in self.calls)


class Clock:
    """A time that passes only while a task waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


async def test_model_that_stays_away_is_waited_for_once_and_costs_few_games(tmp_path: Path) -> None:
    """Every game would wait out the outage, attempt for attempt, before the run could end."""
    clock, transport = Clock(), _Broken("one")
    config = with_models("one", seeds="0..99", limits={"outage_seconds": 60.0, "api_retries": 1})
    run = BenchmarkRunner(config, tmp_path, provider=door(transport), clock=clock, sleep=clock.sleep, concurrency=4)
    assert await run.run() is RunStatus.INCOMPLETE
    assert (run.progress.done, run.progress.skipped + run.progress.waiting) == (0, 200)
    assert run.progress.waiting > 180
    assert max(clock.waits) <= 60
    assert clock.now <= 2 * 60
    assert transport.asked("one") < 120


class _Rests(Memory):
    """A server that wants to be left alone for a while after its first request."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        super().__init__()
        self._clock, self._seconds = clock, seconds
        self.moments: list[float] = []

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.moments.append(self._clock())
        if len(self.moments) == 1:
            raise provider_error(ErrorKind.RATE_LIMIT, "busy", status=429, retry_after=self._seconds)
        return await super().send(call, on_piece)


async def test_a_provider_that_wants_to_be_left_alone_for_minutes_is_not_asked_before_by_any_game(
    tmp_path: Path,
) -> None:
    """Each game and each seat knocked after 60 s at the latest, and often many times."""
    clock = Clock()
    transport = _Rests(clock, 600.0)
    config = with_models("one", seeds="0..5", limits={"outage_seconds": 900.0})
    provider = door(transport, clock=clock, sleep=clock.sleep, policy=Policy())
    run = BenchmarkRunner(config, tmp_path, provider=provider, clock=clock, sleep=clock.sleep, concurrency=6)
    says = [str(delay) for moment in await _moments(run) for delay in moment.delays]
    assert run.progress.status is RunStatus.DONE
    assert [moment for moment in transport.moments if moment < 600.0] == [0.0]
    assert any("asked again in 600 s" in said for said in says)


async def test_a_rest_that_is_longer_than_an_outage_may_be_ends_the_run_at_once(tmp_path: Path) -> None:
    clock = Clock()
    transport = _Rests(clock, 600.0)
    config = with_models("one", seeds="0..5", limits={"outage_seconds": 60.0})
    provider = door(transport, clock=clock, sleep=clock.sleep, policy=Policy())
    run = BenchmarkRunner(config, tmp_path, provider=provider, clock=clock, sleep=clock.sleep, concurrency=6)
    assert await run.run() is RunStatus.INCOMPLETE
    assert (len(transport.moments), clock.now, run.progress.done) == (1, 0.0, 0)
    assert "it asks for a pause of another 600 s" in str(run.progress.last_failure)


async def _moments(run: BenchmarkRunner) -> list[Progress]:
    moments = asyncio.create_task(followed(run))
    await run.run()
    return await moments


async def test_games_of_other_models_are_played_while_one_is_away(tmp_path: Path) -> None:
    """All places of a run were taken by games that waited for one provider."""
    away = asyncio.Event()
    order: list[str] = []

    async def wait(seconds: float) -> None:
        away.set()
        await back.wait()

    back, transport = asyncio.Event(), _Broken("one")
    config = with_models("one", "two", models=["one", "two"], matchups="mirror", seeds="0..9")
    run = BenchmarkRunner(config, tmp_path, provider=door(transport), sleep=wait, concurrency=2)

    async for moment in followed_live(run):
        assert moment.running <= 2 + 2
        if moment.done == 10 and not back.is_set():  # all those of the other
            order.append(moment.line())
            transport.mended = True
            back.set()
    assert away.is_set()
    assert "asked again in" in order[0]
    assert run.progress.status is RunStatus.DONE
    assert not run.progress.delays


async def test_waiting_in_a_queue_is_not_counted_as_thinking(tmp_path: Path) -> None:
    """inspect_ai#2902: waits between retries counted as working time, so that limits were hit wrongly."""
    transport = _Slow()
    policy = Policy(most_at_once=1)
    config = with_models("one", models=["one"], matchups="mirror", seeds="0..5", limits={"game_seconds": 1.5})
    run = BenchmarkRunner(config, tmp_path, provider=door(transport, policy=policy), sleep=no_wait)
    loop = asyncio.get_running_loop()
    real = loop.time
    loop.time = lambda: real() + transport.thought  # type: ignore[method-assign]
    try:
        assert await run.run() is RunStatus.DONE
    finally:
        loop.time = real  # type: ignore[method-assign]
    assert transport.thought > 2 * 1.5


class _Slow(Memory):
    """A model that takes a twentieth of a second for each question, by a clock of its own."""

    thought = 0.0

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        await asyncio.sleep(0)
        self.thought += 0.05
        return await super().send(call, on_piece)


async def test_provider_that_takes_money_and_never_answers_cannot_empty_an_account(tmp_path: Path) -> None:
    """Requests that ran out of time counted as free."""
    transport = _SometimesSilent()
    config = with_models("one", seeds="0..99", limits={"api_retries": 1})
    run = runner(config, tmp_path, transport, budget_usd=0.05)
    assert await run.run() is RunStatus.BUDGET
    silent = spent_by_model(tmp_path, {})["one"].unmetered
    assert silent > 10
    assert len(transport.calls) <= 50  # at 0.001 each
    again = runner(config, tmp_path, transport, budget_usd=0.05)
    assert await again.run() is RunStatus.BUDGET
    assert len(transport.calls) <= 50


@pytest.mark.parametrize("retries", [1, 5])
async def test_questions_that_all_run_out_of_time_at_once_cost_no_more_than_the_budget(
    tmp_path: Path, retries: int
) -> None:
    """One request was reserved for a question that could send six, each of which may be paid for."""
    transport = _SilentFrom(6)
    config = with_models("one", seeds="0..99", limits={"api_retries": retries})
    run = runner(config, tmp_path, transport, budget_usd=0.05, concurrency=40)
    assert await run.run() is RunStatus.BUDGET
    assert 45 <= len(transport.calls) <= 50  # at 0.001 each
    rows = read_ledger(tmp_path)
    assert len(rows) == len(transport.calls)
    assert "no money for another try" not in {row.outcome for row in rows}


async def test_a_retry_that_no_longer_fits_is_no_answer_and_a_larger_budget_goes_on(tmp_path: Path) -> None:
    config = with_models("one", seeds=[1], limits={"api_retries": 5})
    transport = _SilentFrom(3, until=6)
    assert await runner(config, tmp_path, transport, budget_usd=0.005).run() is RunStatus.BUDGET
    assert len(transport.calls) == 5
    whole = tmp_path / "whole"
    assert await runner(config, whole).run() is RunStatus.DONE
    assert await runner(config, tmp_path, transport, budget_usd=1.0).run() is RunStatus.DONE
    metrics = "metrics/per_episode.csv"
    assert _winners(tmp_path / metrics) == _winners(whole / metrics)


def _winners(path: Path) -> list[str]:
    return [row["winner"] for row in read_rows(path)]


async def test_what_was_in_flight_when_a_process_was_killed_counts_against_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """evals-for-every-language#32 and others: what was billed before a crash was forgotten."""
    config = with_models("one", seeds="0..9")
    found = set()
    for moment in range(20, 36, 2):
        folder, transport = tmp_path / str(moment), Memory()
        with monkeypatch.context() as patch:
            Death(patch, random.Random(1), 1).at = moment
            with pytest.raises(Killed):
                await runner(config, folder, transport, concurrency=3).run()
        lost = len(transport.calls) - len(read_ledger(folder))
        await runner(config, folder, transport, budget_usd=1.0).run()
        killed = [row for row in read_ledger(folder) if row.outcome == "killed"]
        assert lost <= len(killed) <= 3
        assert spent_by_model(folder, {})["one"].unmetered == len(killed)
        found.add(len(killed))
    assert len(found) > 1  # none where nothing had been asked that was not answered


class _SometimesSilent(Memory):
    """A model of which every second request runs out of time."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        if len(self.calls) % 2:
            self.calls.append(call)
            raise provider_error(ErrorKind.TIMEOUT, "no answer")
        return await super().send(call, on_piece)


class _SilentFrom(Memory):
    """A model that runs out of time from one request on, until another."""

    def __init__(self, first: int, *, until: int = 10_000) -> None:
        super().__init__()
        self._silent = range(first, until)

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        if len(self.calls) in self._silent:
            self.calls.append(call)
            await asyncio.sleep(0)
            raise provider_error(ErrorKind.TIMEOUT, "no answer")
        return await super().send(call, on_piece)


# Reports


async def test_games_that_failed_are_not_silently_left_out_of_a_cell(tmp_path: Path) -> None:
    """instructlab/eval#39: API failures vanished from the mean."""
    config = with_models("one", "two", matchups="mirror", models=["one", "two"])
    await runner(config, tmp_path, _Broken("one")).run()
    aggregate = json.loads((tmp_path / "metrics/aggregate.json").read_text())
    assert [(cell["planned"], cell["finished"]) for cell in aggregate["cells"]] == [(2, 0), (2, 2)]
    assert aggregate["interim"] is True
    rows = list(read_rows(tmp_path / "failures.csv"))
    names = [Plan(config).name(index) for index in (0, 2)]
    assert [(row["episode"], row["then"]) for row in rows[-2:]] == [(name, "skipped") for name in names]


# One runner at a time


def test_lock_that_its_holder_has_just_deleted_lets_no_two_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FolderLock(tmp_path)
    opened = os.open

    def opens_just_before_the_end(path: Any, *options: Any) -> int:
        file = opened(path, *options)
        monkeypatch.undo()
        first.release()
        return file

    monkeypatch.setattr(os, "open", opens_just_before_the_end)
    second = FolderLock(tmp_path)
    assert lock_holder(tmp_path) == os.getpid()
    second.release()
    assert lock_holder(tmp_path) is None


async def test_a_key_from_the_environment_is_in_no_file_of_a_run(
    tmp_path: Path, server: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where the model answers, nor where the provider repeats the request's headers in its complaint."""
    key = "planted-key-0123456789abcdef"
    monkeypatch.setenv("PLANTED_KEY", key)
    monkeypatch.setitem(FAULTS, "tells", echo_headers_in_error)
    config = asked_at(server, "fine", "tells", limits={"game_attempts": 1, "api_retries": 0})
    tables = {name: table.model_copy(update={"key_variable": "PLANTED_KEY"}) for name, table in config.model.items()}
    await ended(config.model_copy(update={"model": tables}), tmp_path)
    assert any(key in value for request in server.requests for value in request.headers.values())
    files = _all_files(tmp_path)
    assert b"tells" in files["failures.csv"]
    assert [name for name, content in files.items() if key.encode() in content] == []


def _all_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_a_run_that_is_killed_before_it_asks_anything_is_charged_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, transport = with_models("one", seeds="0..9"), Memory()
    for writes in range(4):
        with monkeypatch.context() as patch:
            Death(patch, random.Random(1), 1).at = writes
            with pytest.raises(Killed):
                await runner(config, tmp_path, transport, concurrency=3).run()
        assert not transport.calls
        assert not read_ledger(tmp_path)
    await runner(config, tmp_path, transport).run()
    assert "killed" not in {row.outcome for row in read_ledger(tmp_path)}
    assert not (tmp_path / "asked.csv").exists()


@pytest.mark.parametrize(
    ("table", "cost"),
    [
        ({"spec": "ollama_chat/qwen3"}, 0.0),
        ({"spec": "openai/x", "api_base": "http://127.0.0.1:1/v1", "price_in": 0.0, "price_out": 0.0}, 0.0),
        ({"spec": "openai/x", "api_base": "http://127.0.0.1:1/v1", "price_in": 0.0, "price_out": 1.0}, None),
        ({"spec": "openai/x", "api_base": "http://127.0.0.1:1/v1"}, None),
    ],
    ids=["on this machine", "stated", "answers cost", "unknown"],
)
def test_what_a_question_cost_that_was_given_up_is_known_where_its_model_is_free(
    tmp_path: Path, table: dict[str, Any], cost: float | None
) -> None:
    config = with_models("one", "two").model_copy(update={"model": {"one": ModelConfig(**table)}})
    job = next(job for job in Plan(config) if job.cell.models == {"one", "two"})
    seat = next(seat for seat, model in models_by_seat(job, config).items() if model == "one")
    ledger = Ledger(tmp_path, config.model)
    plan, outages = Plan(config), Outages(1.0, lambda: 0.0, lambda: None)
    asked = OpenQuestions(tmp_path)
    meter = RunCosts(plan, ledger, None, outages, asked).meter(job, 1)
    assert meter is not None
    meter.asked(seat, Question.CLUE)
    meter.abandon()
    asked.asked("001", 1, seat, "one", Question.CLUE)
    asked.close()
    charge_orphaned_requests(tmp_path, ledger, partial(cost_if_free, config))
    ledger.close()
    assert [(row.outcome, row.cost_usd) for row in read_ledger(tmp_path)] == [("cancelled", cost), ("killed", cost)]


def test_a_question_that_is_given_up_amid_its_retries_is_charged_with_each_of_them(tmp_path: Path) -> None:
    """Only its last request was: whoever interrupted a run and went on could spend several times the budget."""
    config = with_models("one", model={"one": {"spec": "openai/x", "price_in": 100.0, "price_out": 0.0}})
    job = next(iter(Plan(config)))
    ledger = Ledger(tmp_path, config.model)
    outages = Outages(1.0, lambda: 0.0, lambda: None)
    costs = RunCosts(Plan(config), ledger, 1.0, outages, OpenQuestions(tmp_path))
    meter = costs.meter(job, 1)
    assert meter is not None
    for question in (Question.CLUE, Question.MESSAGE):
        meter.asked(Seat.RED_CLUER, question)
        assert meter.asks_again(Attempt("timeout", latency_s=2.0))
        assert meter.asks_again(Attempt("no connection"))
        assert meter.asks_again(Attempt("empty answer", 200, Usage(1_000, 0)))
        assert [row.question for row in left_open(tmp_path)] == [question] * 3  # after a kill
        meter.abandon()
        assert not list(left_open(tmp_path))
    ledger.close()
    rows = [(row.outcome, row.status, row.tokens_in, row.cost_usd) for row in read_ledger(tmp_path)]
    lost = [("timeout", None, None, None), ("empty answer", 200, 1_000, 0.1), ("cancelled", None, None, None)]
    assert rows == [*lost, *lost]
    assert spent_by_model(tmp_path, {})["one"].unmetered == 4


def test_the_question_that_was_open_is_charged_to_its_model_and_to_no_other(tmp_path: Path) -> None:
    asked = OpenQuestions(tmp_path)
    asked.asked("001", 1, Seat.RED_CLUER, "dear", Question.CLUE)
    asked.settled("001", 1, Seat.RED_CLUER, "dear", Question.CLUE)
    asked.asked("001", 1, Seat.RED_GUESSER_1, "cheap", Question.MESSAGE)
    asked.asked("002", 1, Seat.RED_CLUER, "dear", Question.CLUE)
    asked.settled("002", 1, Seat.RED_CLUER, "dear", Question.CLUE)
    asked.close()
    rows = list(left_open(tmp_path))
    assert [(row.episode, row.model, row.question, row.outcome) for row in rows] == [
        ("001", "cheap", Question.MESSAGE, "killed")
    ]
    OpenQuestions(tmp_path).close()
    assert list(left_open(tmp_path)) == []
