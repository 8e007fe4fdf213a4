"""A benchmark on a cluster: scheduler and workers are processes on this machine, and each of them may be lost."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from tests.agents.players import plays
from tests.bench.benchmarks import COMMAND, derived, offline, with_models
from tests.bench.clusters import ENVIRONMENT, Cluster
from tests.bench.executors import metrics, new_task, play
from tests.fake_provider import FakeProvider, hang

from codenames_core.files.journal import Played
from codenames_core.game.agent import Question
from codenames_core.game.config import Seat, Team
from codenames_core.play.episode import resume_journal
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.ledger import Ledger, ModelSpending, read_ledger
from codenames_metrics.run_folder.line_file import read_rows
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors import cluster_worker
from codenames_metrics.runner.executors.cluster import ClusterLost, DaskExecutor, _Game, require_same_versions
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.models.budget import Budget
from codenames_metrics.runner.models.cost_meter import GameMeter, models_by_seat
from codenames_metrics.runner.models.outages import Outages

# Dask's own threads and connections are let go of when its processes are killed, and not before.
pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("ignore::ResourceWarning")]

SLOWER: dict[str, Any] = {
    "models": ["vector:sharp", "random"],
    "seeds": list(range(10)),
    "game_modes": ["standard"],
    "max_turns": 50,
}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers that stay."""
    with Cluster(tmp_path_factory.mktemp("cluster"), games=4) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run in one process."""
    folder = tmp_path_factory.mktemp("straight")
    asyncio.run(BenchmarkRunner(offline(**SLOWER), folder).run())
    return derived(folder)


# The same results, whatever is lost


async def test_two_workers_play_the_same_games_as_one_process(
    tmp_path: Path, cluster: Cluster, straight: dict[str, bytes]
) -> None:
    executor = DaskExecutor(cluster.address)
    run = BenchmarkRunner(offline(**SLOWER), tmp_path, executor=executor)
    seen: set[int] = set()

    async def watch() -> None:
        async for _ in run.follow():
            seen.add(len(executor.workers))

    watching = asyncio.create_task(watch())
    assert await run.run() is RunStatus.DONE
    await watching
    assert derived(tmp_path) == straight
    assert 1 <= max(seen) <= 2


async def test_a_worker_that_is_killed_costs_its_games_an_attempt_and_nothing_else(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    with Cluster(tmp_path, workers=2) as cluster:
        executor = DaskExecutor(cluster.address)
        run = BenchmarkRunner(offline(**SLOWER), tmp_path / "run", executor=executor)

        async def kill_one() -> None:
            async for moment in run.follow():
                if moment.done >= 3 and len(executor.workers) == 2:
                    cluster.workers[0].kill()
                    break

        killing = asyncio.create_task(kill_one())
        assert await run.run() is RunStatus.DONE
        await killing
    assert cluster.workers[0].returncode == -signal.SIGKILL
    assert derived(tmp_path / "run") == straight
    assert len((tmp_path / "run/metrics/measured.jsonl").read_bytes().splitlines()) == run.progress.total
    rows = list(read_rows(tmp_path / "run/failures.csv"))
    assert {row["kind"] for row in rows} <= {"worker lost"}
    assert len(rows) <= 4


async def test_a_game_whose_worker_is_killed_goes_on_from_its_journal_with_another(tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    (whole,) = await play(LocalExecutor(), task)
    writer.close()
    with Cluster(tmp_path, workers=1) as cluster:
        task, writer = new_task(tmp_path / "2.jsonl")

        def kill_at_the_first_line(lines: bytes) -> None:
            writer.take(lines)
            cluster.workers[0].kill()

        async with DaskExecutor(cluster.address) as executor:
            with pytest.raises(GameFailed, match=r"worker lost: tcp://\S+ is gone"):
                await executor.play(replace(task, on_lines=kill_at_the_first_line))
            writer.close()
            cluster.hire()
            journal, writer = resume_journal(task.path)
            assert journal.played != Played()
            finished = await executor.play(replace(task, journal=writer, played=journal.played, on_lines=writer.take))
    assert metrics(finished) == metrics(whole)


async def test_a_scheduler_that_is_killed_leaves_a_run_that_can_be_gone_on_with(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    with Cluster(tmp_path, workers=1) as cluster:
        run = BenchmarkRunner(offline(**SLOWER), tmp_path / "run", executor=DaskExecutor(cluster.address))

        async def kill_it() -> None:
            async for moment in run.follow():
                if moment.done >= 3 and moment.running:
                    cluster.scheduler.kill()
                    break

        killing = asyncio.create_task(kill_it())
        with pytest.raises(ClusterLost, match=r"the scheduler at tcp://\S+ is gone; run it again to resume"):
            await run.run()
        await killing
    assert run.progress.status is RunStatus.INTERRUPTED
    again = BenchmarkRunner(offline(**SLOWER), tmp_path / "run")
    assert await again.run() is RunStatus.DONE
    assert again.progress.begun_with >= 3
    assert derived(tmp_path / "run") == straight


async def test_the_last_worker_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with Cluster(tmp_path, workers=1) as cluster:
        run = BenchmarkRunner(offline(**SLOWER), tmp_path / "run", executor=DaskExecutor(cluster.address, patience=2.0))

        async def kill_it() -> None:
            async for moment in run.follow():
                if moment.done:
                    cluster.workers[0].kill()
                    break

        killing = asyncio.create_task(kill_it())
        with pytest.raises(ClusterLost, match="the last worker of"):
            await run.run()
        await killing


def test_control_c_ends_a_cluster_on_this_machine_and_leaves_no_process(tmp_path: Path) -> None:
    experiment = tmp_path / "quick.toml"
    experiment.write_text('name = "quick"\nmodels = ["vector:sharp", "random"]\nseeds = "0..99"\n')
    process = subprocess.Popen(
        [*COMMAND, str(experiment), "--executor", "dask", "--workers", "2", "--out", str(tmp_path)],
        env=os.environ | ENVIRONMENT,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    while not list((tmp_path / "quick").glob("episodes/*.json")):
        assert process.poll() is None
    assert len(processes_of(process.pid)) > 2
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors, errors
    assert b"interrupted" in out
    while processes_of(process.pid):  # they end with the pipe that they share
        pass


def processes_of(session: int) -> list[int]:
    """The processes of a session that are alive."""
    pids = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            pids.append(int(stat.parent.name))
    return pids


# Models


def with_server(server: FakeProvider, **fields: Any) -> ExperimentConfig:
    """Short games of a model that a server on this machine plays."""
    config = with_models("one", **fields)
    model = config.model["one"].model_copy(update={"api_base": server.url, "price_in": 1000.0, "price_out": 1000.0})
    return config.model_copy(update={"model": {"one": model}})


@pytest.mark.usefixtures("litellm_is_loaded")
class TestModels:
    async def test_the_limit_of_a_provider_holds_for_all_workers_together(
        self, tmp_path: Path, cluster: Cluster
    ) -> None:
        async with FakeProvider(["slow"], text=plays) as server:
            config = with_server(server, limits={"per_provider": {"openai": 2}, "concurrency": 8})
            run = BenchmarkRunner(config, tmp_path, executor=DaskExecutor(cluster.address))
            assert await run.run() is RunStatus.DONE
        assert server.most_in_flight == 2
        assert len(read_ledger(tmp_path)) == len(server.requests)
        assert sum(row.cost_usd or 0.0 for row in read_ledger(tmp_path)) == pytest.approx(run.progress.spent_usd)

    async def test_the_share_of_a_worker_that_is_killed_comes_back(self, tmp_path: Path) -> None:
        short = {
            "DASK_DISTRIBUTED__SCHEDULER__LOCKS__LEASE_TIMEOUT": "1s",  # half a minute otherwise
            "DASK_DISTRIBUTED__SCHEDULER__LOCKS__LEASE_VALIDATION_INTERVAL": "200ms",
        }
        async with FakeProvider([hang, "ok"], text=plays) as server:
            config = with_server(server, limits={"per_provider": {"openai": 1}, "concurrency": 1})
            with Cluster(tmp_path, workers=1, environment=short) as cluster:
                run = BenchmarkRunner(config, tmp_path / "run", executor=DaskExecutor(cluster.address))
                running = asyncio.create_task(run.run())
                await server.until(lambda: server.in_flight > 0, seconds=60.0)
                cluster.workers[0].kill()
                cluster.hire()
                assert await running is RunStatus.DONE
        assert server.most_in_flight == 1
        assert {row["kind"] for row in read_rows(tmp_path / "run/failures.csv")} == {"worker lost"}

    async def test_the_budget_stops_all_workers(self, tmp_path: Path, cluster: Cluster) -> None:
        price = 0.048
        async with FakeProvider(text=plays) as server:
            config = with_server(server)
            run = BenchmarkRunner(config, tmp_path, executor=DaskExecutor(cluster.address), budget_usd=5.5 * price)
            assert await run.run() is RunStatus.BUDGET
            assert len(server.requests) == 5
        assert run.progress.spent_usd == pytest.approx(5 * price)

    async def test_what_was_answered_before_the_end_is_not_asked_again(self, tmp_path: Path, cluster: Cluster) -> None:
        async with FakeProvider(text=plays) as server:
            await BenchmarkRunner(with_server(server), tmp_path / "whole").run()
            whole = len(server.requests)
            run = BenchmarkRunner(
                with_server(server), tmp_path / "parts", executor=DaskExecutor(cluster.address), budget_usd=0.048 * 7
            )
            assert await run.run() is RunStatus.BUDGET
            again = BenchmarkRunner(with_server(server), tmp_path / "parts", executor=DaskExecutor(cluster.address))
            assert await again.run() is RunStatus.DONE
            assert len(server.requests) == 2 * whole
        assert derived(tmp_path / "parts") == derived(tmp_path / "whole")

    async def test_a_question_of_a_cancelled_game_is_given_up(self, tmp_path: Path, cluster: Cluster) -> None:
        async with FakeProvider([hang], text=plays) as server:
            run = BenchmarkRunner(with_server(server), tmp_path, executor=DaskExecutor(cluster.address), concurrency=1)
            running = asyncio.create_task(run.run())
            await server.until(lambda: server.in_flight > 0)
            run.stop()
            assert await running is RunStatus.INTERRUPTED
            await server.until(lambda: server.in_flight == 0)
            assert server.abandoned == len(server.requests) == 1
        assert [row.outcome for row in read_ledger(tmp_path)] == ["cancelled"]

    async def test_the_questions_of_a_driver_that_was_killed_are_given_up(
        self, tmp_path: Path, cluster: Cluster
    ) -> None:
        async with FakeProvider([hang], text=plays) as server:
            experiment = tmp_path / "models.toml"
            experiment.write_text(
                'name = "models"\nmodels = ["one", "random"]\n[model.one]\nspec = "openai/one"\n'
                f'api_base = "{server.url}"\n[limits]\nconcurrency = 1\n'
            )
            command = [*COMMAND, str(experiment), "--yes", "--executor", "dask", "--scheduler", cluster.address]
            driver = await asyncio.create_subprocess_exec(
                *command, "--out", str(tmp_path), env=os.environ | ENVIRONMENT, stderr=subprocess.DEVNULL
            )
            await server.until(lambda: server.in_flight > 0, seconds=60.0)
            driver.kill()
            await driver.wait()
            await server.until(lambda: server.in_flight == 0)
            assert server.abandoned == len(server.requests) == 1

    async def test_a_question_that_waits_to_be_asked_again_is_shown(self, tmp_path: Path, cluster: Cluster) -> None:
        async with FakeProvider(["429", "ok"], text=plays) as server:
            run = BenchmarkRunner(with_server(server), tmp_path, executor=DaskExecutor(cluster.address), concurrency=1)
            running = asyncio.create_task(run.run())
            delays = [str(delay) async for moment in run.follow() for delay in moment.delays]
            assert await running is RunStatus.DONE
        assert any("retry 1/5 in" in delay and "429" in delay for delay in delays)

    async def test_a_key_that_a_worker_does_not_have_ends_the_run_with_its_name(
        self, tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MY_KEY", "only-here")
        async with FakeProvider(text=plays) as server:
            config = with_server(server)
            model = config.model["one"].model_copy(update={"key_variable": "MY_KEY"})
            config = config.model_copy(update={"model": {"one": model}})
            with pytest.raises(InputError, match=r"the worker at tcp://\S+ cannot play: .*MY_KEY is not set"):
                await BenchmarkRunner(config, tmp_path, executor=DaskExecutor(cluster.address)).run()
        assert server.requests == []


# Messages about a cluster that cannot play


async def test_other_versions_are_refused_at_once(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_worker, "version_of", lambda package: "0.0")
    with pytest.raises(InputError, match=r"the scheduler at \S+ has codenames-tui \S+, but here it is 0\.0; install"):
        await BenchmarkRunner(offline(), tmp_path, executor=DaskExecutor(cluster.address)).run()


async def test_a_cluster_without_the_app_is_told_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "other/codenames_metrics").mkdir(parents=True)
    (tmp_path / "other/codenames_metrics/__init__.py").touch()
    with (
        Cluster(tmp_path, workers=0, path=str(tmp_path / "other")) as cluster,
        pytest.raises(
            InputError, match=r"the scheduler at \S+ cannot report its versions .* install codenames-tui there"
        ),
    ):
        await BenchmarkRunner(offline(), tmp_path / "run", executor=DaskExecutor(cluster.address)).run()


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        ({"code of codenames-tui": "other"}, "w has code of codenames-tui other, but here it is"),
        ({"numpy": "1.0"}, "w has numpy 1.0, but here it is"),
        (
            ModuleNotFoundError("No module named 'codenames_metrics'"),
            "w cannot report its versions (ModuleNotFoundError",
        ),
        (None, "w cannot report its versions (it is gone)"),
    ],
)
def test_whatever_differs_is_named(theirs: Any, message: str) -> None:
    whole = cluster_worker.versions()
    require_same_versions("w", whole)
    with pytest.raises(InputError) as refused:
        require_same_versions("w", whole | theirs if isinstance(theirs, dict) else theirs)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("address", ["nowhere", "http://h:1", "tcp://h", "tcp://h:8786 x", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InputError, match=r"is not the address of a scheduler, such as tcp://10\.0\.0\.5:8786"):
        DaskExecutor(address)


async def test_a_scheduler_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_metrics.runner.executors.cluster.SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(InputError, match=r"no scheduler of Dask answers at tcp://127\.0\.0\.1:9; start one"):
        await BenchmarkRunner(offline(), tmp_path, executor=DaskExecutor("tcp://127.0.0.1:9")).run()


async def test_a_cluster_without_workers_is_told_how_to_get_some(tmp_path: Path) -> None:
    with (
        Cluster(tmp_path, workers=0) as cluster,
        pytest.raises(InputError, match=r"has no workers after 0 s; start some with `dask worker tcp://\S+`"),
    ):
        await BenchmarkRunner(offline(), tmp_path / "run", executor=DaskExecutor(cluster.address, patience=0.0)).run()


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'codenames-tui\[distributed\]'"):
        DaskExecutor()


def test_nothing_of_dask_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, codenames_tui.cli.commands.bench.run, codenames_metrics.runner.executors.cluster\n"
        "assert not {'dask', 'distributed', 'tornado'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], env=os.environ | ENVIRONMENT, check=True)


# Orders, and games that end without an outcome


@pytest.mark.parametrize(
    ("play", "reason"), [(len, "TypeError: object of type 'GameOrder' has no len"), (repr, "it ended without a word")]
)
async def test_a_task_that_ends_without_an_outcome_is_an_attempt_that_failed(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, play: Any, reason: str
) -> None:
    monkeypatch.setattr(cluster_worker, "play", play)
    task, writer = new_task(tmp_path / "1.jsonl")
    async with DaskExecutor(cluster.address) as executor:
        with pytest.raises(GameFailed, match=f"worker lost: {reason}"):
            await executor.play(task)
    writer.close()


def test_an_order_holds_the_journal_and_what_its_header_does_not_tell(tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    writer.close()
    red, blue = task.header.teams[Team.RED], task.header.teams[Team.BLUE].model_copy()
    order = DaskExecutor("127.0.0.1:1")._order("key", replace(task, teams={Team.RED: red, Team.BLUE: blue}))
    assert order.teams == {"blue": blue.model_dump(mode="json")}
    assert order.journal == task.path.read_bytes()


# One worker is heard


async def test_a_game_that_is_played_twice_is_written_once(tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    before = task.path.read_bytes()
    game = _Game(task, cast(Any, None), lambda address, ticket: None)
    game.take_message({"kind": cluster_worker.BEGUN, "player": "a", "address": "tcp://1", "content": None})
    game.take_message({"kind": cluster_worker.LINES, "player": "b", "address": "tcp://2", "content": b"{}\n"})
    assert task.path.read_bytes() == before
    game.take_message({"kind": cluster_worker.BEGUN, "player": "b", "address": "tcp://2", "content": None})
    with pytest.raises(GameFailed, match="worker lost: tcp://1 is gone, and another took its place"):
        await game.outcome
    game.take_message({"kind": cluster_worker.LINES, "player": "b", "address": "tcp://2", "content": b"{}\n"})
    writer.close()
    assert task.path.read_bytes() == before


def test_a_reservation_for_a_question_that_was_not_asked_is_given_back(tmp_path: Path) -> None:
    config = with_models("one", "two")
    job = next(job for job in Plan(config) if job.cell.models == {"one", "two"})
    prices = {"one": 1.0, "two": 5.0}
    budget = Budget(100.0, {model: ModelSpending(dearest_usd=price) for model, price in prices.items()})
    ledger = Ledger(tmp_path, config.model)
    outages = Outages(1.0, lambda: 0.0, lambda: None)
    meter = GameMeter("001", 1, models_by_seat(job, config), config.model, ledger, budget, outages)
    red, blue = (prices[job.lineup(team).cluer] for team in Team)
    meter.asked(Seat.RED_CLUER, Question.CLUE)
    meter.asked(Seat.RED_CLUER, Question.PENALTY)
    assert budget.reserved_usd == red
    meter.asked(Seat.BLUE_CLUER, Question.CLUE)
    assert budget.reserved_usd == blue
    meter.abandon()
    ledger.close()
    assert budget.reserved_usd == 0.0
