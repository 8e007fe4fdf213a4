"""Running a benchmark: all games are played, none twice, and whatever goes wrong is survived and reported."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import pytest
from tests.agents.players import Memory, plays
from tests.bench.benchmarks import COMMAND, Fails, derived, followed, offline, played, runner, with_models
from tests.patience import is_running

from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer
from codenames_agents.providers.usage import Usage
from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import InputError, StorageError
from codenames_metrics import BenchmarkResult, aggregate_results, run_benchmark
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.game_names import name_to_read
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.failures import last_failures
from codenames_metrics.run_folder.ledger import UNREADABLE, LedgerRow, read_ledger, spent_by_model
from codenames_metrics.run_folder.line_file import read_rows
from codenames_metrics.run_folder.lock import FolderInUse, lock_holder
from codenames_metrics.run_folder.manifest import read_manifest, write_manifest
from codenames_metrics.run_folder.metrics_cache import NAME, measured_games
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors.cluster import DaskExecutor
from codenames_metrics.runner.executors.procs import ProcsExecutor
from codenames_metrics.runner.models.budget import Budget, PriceUnknown
from codenames_metrics.runner.models.provider_session import new_provider, provider_session
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

CHECKOUT = Path(__file__).parents[2]
FAKE = {"spec": "openai/fake-a", "api_base": "http://127.0.0.1:9/v2"}


# What a run leaves behind


async def test_a_run_plays_all_combinations_and_leaves_the_tree_of_files(tmp_path: Path) -> None:
    results = await run_benchmark(offline(), tmp_path)
    folder = tmp_path / "quick"
    assert results.status is RunStatus.DONE
    assert results.games == len(Plan(offline())) == 8
    modes = ("standard", "single_guesser")
    by_mode = ("win_rates_{}", "head_to_head_{}_homogeneous", "words_by_turn_{}")
    pictures = ["win_rates", "clue_success", "reliability", *(name.format(mode) for name in by_mode for mode in modes)]
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
        "config.json",
        "manifest.json",
        "ledger.csv",
        "failures.csv",
        "head_to_head.csv",
        "leaderboard.json",
        "report.md",
        *(f"plots/{name}.{end}" for name in pictures for end in ("svg", "csv")),
        "metrics/per_episode.csv",
        "metrics/aggregate.json",
        "metrics/measured.columns",
        "metrics/measured.jsonl",
        *(f"episodes/{Plan(offline()).record_name(index)}" for index in range(8)),
    }


async def test_every_episode_can_be_read_and_follows_from_itself(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    for job in (plan := Plan(offline())):
        record = EpisodeRecord.load(tmp_path / "episodes" / plan.record_name(job.index))
        assert record.episode_id == job.episode_id
        assert uuid.UUID(record.episode_id).version == 5
        assert (record.board_seed, record.config.mode) == (job.seed, job.cell.mode)
        assert differences(record) == []


async def test_results_are_read_one_by_one_and_can_be_summed_up_again(tmp_path: Path) -> None:
    results = await run_benchmark(offline(), tmp_path)
    kept = list(results.results)
    assert all(isinstance(one, BenchmarkResult) for one in kept)
    again = aggregate_results(kept)
    assert [cell.aggregate for cell in again.cells] == [cell.aggregate for cell in results.cells]
    assert again.head_to_head == results.head_to_head


async def test_pandas_reads_the_tables(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    table = pandas.read_csv(tmp_path / "metrics/per_episode.csv")
    assert list(table.episode) == [f"episode_{Plan(offline()).name(index)}" for index in range(8)]
    assert set(table["mode"]) == {"standard", "single_guesser"}
    pairs = pandas.read_csv(tmp_path / "head_to_head.csv")
    assert list(pairs.games) == [4, 4]
    assert (pairs.first_wins + pairs.second_wins + pairs.undecided == pairs.games).all()


async def test_a_mirror_has_no_head_to_head_but_its_table_has_columns(tmp_path: Path) -> None:
    await played(offline(models=["random"], matchups="mirror"), tmp_path)
    assert len((tmp_path / "head_to_head.csv").read_text().splitlines()) == 1


async def test_the_manifest_says_what_was_played(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    manifest, plan = read_manifest(tmp_path), Plan(offline())
    assert manifest is not None
    assert (manifest.status, manifest.games.done) == (RunStatus.DONE, 8)
    assert (manifest.benchmark_id, manifest.plan) == (plan.benchmark_id, plan.digest)
    assert {"python", "codenames-tui", "numpy"} <= set(manifest.versions)


async def test_a_run_that_other_versions_go_on_with_says_so_once(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    for _ in range(2):
        manifest = json.loads((tmp_path / "manifest.json").read_text())
        manifest["versions"]["numpy"] = "1.0"
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        await played(offline(), tmp_path)
    kept = read_manifest(tmp_path)
    assert kept is not None
    assert kept.versions["numpy"] == "1.0"
    assert len(kept.later_versions) == 1


async def test_the_plan_of_a_folder_can_be_read_again_with_its_own_words(tmp_path: Path) -> None:
    words = tmp_path / "beasts.txt"
    words.write_text("\n".join(f"BEAST{n}" for n in range(40)))
    config = offline(word_list=str(words))
    await played(config, tmp_path / "run")
    words.unlink()
    plan = read_plan(tmp_path / "run")
    assert [game.job.key for game in measured_games(tmp_path / "run", plan)] == [job.key for job in plan]
    assert str(tmp_path) not in (tmp_path / "run/config.json").read_text()


# The same results, however a run went


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("straight")
    asyncio.run(played(offline(), folder, concurrency=1))
    return derived(folder)


@pytest.mark.parametrize("concurrency", [2, 8])
async def test_concurrency_changes_nothing(tmp_path: Path, straight: dict[str, bytes], concurrency: int) -> None:
    await played(offline(), tmp_path, concurrency=concurrency)
    assert derived(tmp_path) == straight


async def test_worker_processes_change_nothing(tmp_path: Path, straight: dict[str, bytes]) -> None:
    await played(offline(), tmp_path, executor=ProcsExecutor(2))
    assert derived(tmp_path) == straight


async def test_a_cluster_changes_nothing(tmp_path: Path, straight: dict[str, bytes]) -> None:
    await played(offline(), tmp_path, executor=DaskExecutor(workers=2, in_process=True))
    assert derived(tmp_path) == straight


@pytest.mark.parametrize("games", [0, 1, 4, 6])
async def test_a_run_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, straight: dict[str, bytes], games: int
) -> None:
    run = runner(offline(), tmp_path, concurrency=3)

    async def stop_in_the_middle() -> None:
        async for moment in run.follow():
            if moment.done >= games and moment.running:
                run.stop()

    watching = asyncio.create_task(stop_in_the_middle())
    assert await run.run() is RunStatus.INTERRUPTED
    await watching
    done = {path: path.stat().st_mtime_ns for path in (tmp_path / "episodes").glob("*.json")}
    last = await played(offline(), tmp_path)
    assert (last.begun_with, last.done) == (len(done), 8)
    assert all(path.stat().st_mtime_ns == before for path, before in done.items())
    assert derived(tmp_path) == straight


async def test_a_journal_that_is_cut_anywhere_leads_to_the_same_results(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    await played(offline(), tmp_path / "whole")
    lines = _journal_of(tmp_path / "whole", index=0)
    for cut in (0, 1, 40, len(lines) // 2, len(lines) - 3, len(lines)):
        folder = tmp_path / str(cut)
        run = runner(offline(), folder)
        (folder / "episodes").mkdir(parents=True)
        _begin(folder, run)
        (folder / "episodes" / run.plan.journal_name(0)).write_bytes(lines[:cut])
        assert await run.run() is RunStatus.DONE
        assert derived(folder) == straight
        assert not list((folder / "episodes").glob("*.jsonl"))


def _begin(folder: Path, run: BenchmarkRunner) -> None:
    """Leave a manifest as a run that was killed leaves it."""
    from codenames_metrics.run_folder.manifest import new_manifest, write_manifest

    write_manifest(folder, new_manifest(run.plan))


def _journal_of(folder: Path, index: int) -> bytes:
    """The journal of a finished game, as it was before its record was written."""
    from codenames_core.files.journal import Header, Played, journal_line

    record = EpisodeRecord.load(folder / "episodes" / Plan(offline()).record_name(index))
    header = Header(**{name: getattr(record, name) for name in Header.model_fields})
    played = Played(tuple(record.public_transcript), tuple(record.decisions()))
    out = [journal_line("header", header)]
    for at, event in enumerate([*played.events, None]):
        out += [journal_line("answer", trace) for trace in played.tries if trace.at == at]
        out += [journal_line("event", event)] if event else []
    return b"".join(out)


async def test_the_cache_of_metrics_can_be_deleted_or_damaged(tmp_path: Path, straight: dict[str, bytes]) -> None:
    await played(offline(), tmp_path)
    cache = tmp_path / "metrics" / NAME
    lines = cache.read_bytes().splitlines(keepends=True)
    for damaged in (b"", lines[3] + lines[0].replace(b'"version":"', b'"version":"0') + b"rubbish\n" + lines[5][:99]):
        cache.write_bytes(damaged)
        await played(offline(), tmp_path)
        assert derived(tmp_path) == straight


async def test_a_journal_that_contradicts_itself_is_put_aside(tmp_path: Path, straight: dict[str, bytes]) -> None:
    run = runner(offline(), tmp_path)
    (tmp_path / "episodes").mkdir()
    _begin(tmp_path, run)
    journal = tmp_path / "episodes" / run.plan.journal_name(1)
    journal.write_text('{"header": 1}\n')
    assert await run.run() is RunStatus.DONE
    assert journal.with_suffix(".jsonl.broken").read_text() == '{"header": 1}\n'
    assert derived(tmp_path) == straight


@pytest.mark.parametrize("attempts", [1, 3])
async def test_a_bug_in_resuming_a_game_keeps_its_journal_and_lets_the_game_begin_anew(
    tmp_path: Path, straight: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, attempts: int
) -> None:
    await played(offline(), tmp_path / "whole")
    journal = _journal_of(tmp_path / "whole", index=1)
    config, folder = offline(limits={"game_attempts": attempts}), tmp_path / "run"
    run = runner(config, folder)
    (folder / "episodes").mkdir(parents=True)
    _begin(folder, run)
    name = run.plan.journal_name(1)
    (folder / "episodes" / name).write_bytes(journal)

    def stumbles(path: object) -> None:
        raise AttributeError("'tuple' object has no attribute 'word'")

    monkeypatch.setattr("codenames_metrics.runner.store.resume_journal", stumbles)
    assert await run.run() is (RunStatus.INCOMPLETE if attempts == 1 else RunStatus.DONE)
    said = f"bug: the game starts over, and its journal is kept as {name}.broken; AttributeError: 'tuple'"
    assert str(run.progress.last_failure).startswith(f"episode {name_to_read(run.plan.name(1))}: {said}")
    assert (folder / "episodes" / f"{name}.broken").read_bytes() == journal
    if attempts == 1:
        assert await runner(config, folder).run() is RunStatus.DONE
    assert derived(folder) == straight


async def test_what_a_crash_leaves_between_record_and_journal_is_cleared_away(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    await played(offline(), tmp_path)
    plan = Plan(offline())
    (tmp_path / "episodes" / plan.journal_name(0)).write_text("left over")
    (tmp_path / "episodes" / f".{plan.record_name(2)}.x1").write_text("left over")
    assert (await played(offline(), tmp_path)).begun_with == 8
    assert len(list((tmp_path / "episodes").iterdir())) == 8
    assert derived(tmp_path) == straight


SLOWER = 'name = "quick"\nmodels = ["vector:sharp", "random"]\nseeds = "0..4"\nmatchups = "round_robin"\n'


@pytest.mark.parametrize(
    "executor",
    ["local", pytest.param("procs", marks=pytest.mark.soak), pytest.param("dask", marks=pytest.mark.cluster)],
)
def test_killed_at_any_moment_a_run_needs_no_flag_to_go_on(
    tmp_path: Path, executor: str, capsys: pytest.CaptureFixture[str]
) -> None:
    experiment = tmp_path / "quick.toml"
    experiment.write_text(SLOWER)
    options = [str(experiment), "--executor", executor, "--concurrency", "2", "--out"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert main(["bench", "run", *options, str(tmp_path / "whole")]) == exits.DONE
    folder = tmp_path / "killed" / "quick"
    for done in (0, 5):
        command = [*COMMAND, *options, str(folder.parent)]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        while is_running(process):
            if len(list(folder.glob("episodes/*.json"))) > done and list(folder.glob("episodes/*.jsonl")):
                process.kill()
                break
        assert process.wait() in (-signal.SIGKILL, 0)
    capsys.readouterr()
    assert main(["bench", "run", *options, str(folder.parent)]) == exits.DONE
    assert "done: 10 of 10 complete" in capsys.readouterr().out
    assert derived(folder) == derived(tmp_path / "whole/quick")


# One runner at a time


async def test_a_second_runner_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    first = runner(offline(), tmp_path)
    async for _ in _until(first, lambda: first.progress.running > 0):
        assert lock_holder(tmp_path) == os.getpid()
        with pytest.raises(FolderInUse, match=f"is being written by process {os.getpid()}; wait for it"):
            await runner(offline(), tmp_path).run()
    assert lock_holder(tmp_path) is None


async def _until(run: BenchmarkRunner, reached: Callable[[], bool]) -> Any:
    """Yield once in the middle of a run."""
    playing = asyncio.create_task(run.run())
    async for _ in run.follow():
        if reached():
            break
    yield
    await playing


async def test_the_lock_of_a_process_that_is_gone_is_stale(tmp_path: Path) -> None:
    (tmp_path / "run.lock").write_text(json.dumps({"pid": 2**22 + 1}))
    assert lock_holder(tmp_path) is None
    assert (await played(offline(), tmp_path)).done == 8


async def test_a_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    with pytest.raises(InputError, match="contains other games of quick"):
        await runner(offline(seeds=[3]), tmp_path).run()
    assert (await played(offline(description="better said", limits={"concurrency": 2}), tmp_path)).begun_with == 8


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"temperature": 0.2}, "model.fake-a.temperature was 0.7 and is now 0.2;"),
        ({"max_rounds": 2, "blind": True}, "max_rounds was 1 and is now 2; blind was false and is now true;"),
        ({"seeds": [2, 3]}, "seeds were 1, 2 and are now 2, 3, 1 of them in common;"),
        ({"seeds": "0..9"}, "seeds were 1, 2 and are now 10 from 0 to 9, 2 of them in common;"),
        ({"models": ["fake-a"], "matchups": "mirror"}, "models was fake-a, random and is now fake-a;"),
        ({"model": {"fake-a": FAKE | {"output": "text"}}}, "model.fake-a.output was not given and is now text;"),
        (
            {"model": {"fake-a": FAKE | {"extra": {"top_p": 0.5}}}},
            "model.fake-a.extra was not given and is now {'top_p': 0.5};",
        ),
    ],
)
async def test_going_on_with_another_experiment_names_each_key_with_both_values(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    await played(with_models("fake-a"), tmp_path)
    with pytest.raises(InputError, match="choose another name") as refusal:
        await played(with_models("fake-a", **change), tmp_path)
    assert said in str(refusal.value)
    assert "127.0.0.1" not in str(refusal.value)


async def test_going_on_with_other_words_or_prompts_names_both(tmp_path: Path) -> None:
    await played(with_models("fake-a"), tmp_path)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    earlier = {"plan": "x", "word_list_sha256": "0" * 64, "prompts": {"fake-a": "default-1:abc"}}
    write_manifest(tmp_path, manifest.model_copy(update=earlier))
    with pytest.raises(InputError) as refusal:
        await played(with_models("fake-a"), tmp_path)
    assert f"the words were {manifest.word_list} (00000000) and are now {manifest.word_list} (" in str(refusal.value)
    assert f"the prompts of fake-a were default-1:abc and are now {manifest.prompts['fake-a']};" in str(refusal.value)


async def test_a_folder_of_other_episodes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "episodes").mkdir()
    (tmp_path / "episodes/mine.json").write_text("{}")
    with pytest.raises(InputError, match="contains episodes that no benchmark left there"):
        await runner(offline(), tmp_path).run()


# Models: nothing paid twice, nothing hidden


async def test_no_answered_question_is_asked_again(tmp_path: Path) -> None:
    whole = Memory()
    await played(with_models("one"), tmp_path / "whole", whole)
    parts = Memory()
    asked = 0
    for _ in range(4):
        run = runner(with_models("one"), tmp_path / "parts", parts)

        async def stop_soon(run: BenchmarkRunner = run, enough: int = asked + len(whole.calls) // 5) -> None:
            async for _ in run.follow():
                if len(parts.calls) > enough:
                    run.stop()

        watching = asyncio.create_task(stop_soon())
        await run.run()
        await watching
        asked = len(parts.calls)
    await played(with_models("one"), tmp_path / "parts", parts)
    assert len(parts.calls) == len(whole.calls)
    rows = [row for row in read_ledger(tmp_path / "parts") if row.outcome == "ok"]
    assert len(rows) == len(whole.calls)


async def test_the_ledger_holds_every_request_with_its_price(tmp_path: Path) -> None:
    transport = Memory()
    transport.failures = [provider_error(ErrorKind.SERVER, "oops", status=500)]
    last = await played(with_models("one", seeds=[1]), tmp_path, transport)
    rows = read_ledger(tmp_path)
    assert len(rows) == len(transport.calls)
    assert [row.outcome for row in rows].count("server error") == 1
    assert all(row.tokens_in == 40 and row.cost_usd == 0.001 for row in rows if row.outcome == "ok")
    assert last.spent_usd == pytest.approx(0.001 * (len(rows) - 1))


async def test_answers_that_cannot_be_read_are_paid_for_all_the_same(tmp_path: Path) -> None:
    unreadable = iter(["What?", "Let me think."])
    transport = Memory(lambda body: next(unreadable, "") or plays(body))
    config = with_models("one", seeds=[1])
    await played(config, tmp_path, transport, concurrency=1)
    game = Plan(config).name(0)
    first = [row for row in read_ledger(tmp_path) if (row.seat, row.at) == ("red_cluer", 0) and row.episode == game]
    assert len(first) >= 3
    assert sum(row.tokens_in or 0 for row in first) == 40 * len(first)


async def test_prices_of_the_experiment_count_where_no_list_has_any(tmp_path: Path) -> None:
    tables = {"one": {"spec": "openai/one", "api_base": "http://127.0.0.1:9/v1", "price_in": 1e4, "price_out": 0.0}}
    last = await played(with_models("one", model=tables, seeds=[1]), tmp_path, Unpriced())
    rows = read_ledger(tmp_path)
    assert all(row.cost_usd == 0.4 for row in rows)
    assert last.unpriced == 0


async def test_prices_of_the_experiment_count_where_a_model_would_be_free(tmp_path: Path) -> None:
    table = {"spec": "ollama_chat/one", "api_base": "http://127.0.0.1:9", "price_in": 1e4, "price_out": 0.0}
    await played(with_models("one", model={"one": table}, seeds=[1]), tmp_path, Unpriced())
    rows = read_ledger(tmp_path)
    assert rows
    assert all(row.cost_usd == 0.4 for row in rows)


async def test_an_unknown_price_is_not_zero(tmp_path: Path) -> None:
    last = await played(with_models("one", seeds=[1]), tmp_path, Unpriced())
    assert last.unpriced == len(read_ledger(tmp_path)) > 0
    assert last.line() == f"2 of 2 complete, unknown cost: {last.unpriced} requests"


async def test_no_budget_can_be_kept_where_a_price_is_unknown(tmp_path: Path) -> None:
    transport = Unpriced()
    with pytest.raises(PriceUnknown, match="the price of one is unknown, so no budget can be kept; give its price_in"):
        await runner(with_models("one"), tmp_path, transport, budget_usd=1.0).run()
    assert len(transport.calls) == 1


class Unpriced(Memory):
    """A model whose price is unknown."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        answer = await super().send(call, on_piece)
        return RawAnswer(answer.text, model=answer.model, usage=Usage(40, 8))


class Free(Memory):
    """A model on a machine of one's own."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        answer = await super().send(call, on_piece)
        return RawAnswer(answer.text, model=answer.model, usage=Usage(40, 8), cost_usd=0.0)


@pytest.mark.parametrize(("prices", "cost"), [({}, 0.0), ({"price_in": 1e4, "price_out": 0.0}, 0.4)])
async def test_prices_of_the_experiment_count_for_a_model_of_ones_own(
    tmp_path: Path, prices: dict[str, float], cost: float
) -> None:
    tables = {"one": {"spec": "hosted_vllm/one", "api_base": "http://127.0.0.1:9/v1", **prices}}
    await played(with_models("one", model=tables, seeds=[1]), tmp_path, Free())
    assert {row.cost_usd for row in read_ledger(tmp_path)} == {cost}


class Dear(Memory):
    """A model that takes three cents, and its time."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        answer = await super().send(call, on_piece)
        for _ in range(3):
            await asyncio.sleep(0)
        return RawAnswer(answer.text, model=answer.model, usage=Usage(40, 8), cost_usd=0.03)


async def test_a_budget_is_never_exceeded_and_can_be_raised(tmp_path: Path) -> None:
    config = with_models("one", seeds="0..9")
    first = await played(config, tmp_path, Dear(), budget_usd=1.0)
    assert first.status is RunStatus.BUDGET
    assert 0.97 - 0.03 < first.spent_usd <= 1.0
    assert first.planned + first.done == first.total
    second = await played(config, tmp_path, Dear(), budget_usd=1.5)
    assert 1.44 < second.spent_usd <= 1.5
    last = await played(config, tmp_path, Dear(), budget_usd=1_000.0)
    assert last.status is RunStatus.DONE
    assert last.spent_usd == pytest.approx(0.03 * len(read_ledger(tmp_path)))


async def test_interim_results_of_a_budget_say_so(tmp_path: Path) -> None:
    await played(with_models("one"), tmp_path, Dear(), budget_usd=0.5)
    assert json.loads((tmp_path / "metrics/aggregate.json").read_text())["interim"] is True


async def test_a_game_that_always_fails_is_skipped_with_its_class_and_reason(tmp_path: Path) -> None:
    last = await played(with_models("one", "two"), tmp_path, Fails("one", ErrorKind.SERVER))
    assert last.status is RunStatus.INCOMPLETE
    assert (last.skipped, last.done) == (8, 4)
    failures = last_failures(tmp_path)
    assert len(failures) == 8
    assert set(failures.values()) == {("server error", "server error (500) after 2 tries: as always", "one", "skipped")}
    rows = list(read_rows(tmp_path / "failures.csv"))
    assert [row["then"] for row in rows].count("again") == 16
    assert {row["model"] for row in rows} == {"one"}


async def test_a_failure_of_the_world_is_no_forfeited_turn(tmp_path: Path) -> None:
    await played(with_models("one"), tmp_path, Fails("one", ErrorKind.SERVER))
    assert not list((tmp_path / "episodes").glob("*.json"))
    for journal in (tmp_path / "episodes").glob("*.jsonl"):
        assert "forfeited" not in journal.read_text()


async def test_skipped_games_are_tried_again_by_the_next_run(tmp_path: Path) -> None:
    config = with_models("one")
    await played(config, tmp_path, Fails("one", ErrorKind.SERVER))
    assert (await played(config, tmp_path)).status is RunStatus.DONE


async def test_a_failed_game_goes_behind_the_others(tmp_path: Path) -> None:
    order: list[int] = []
    transport = Fails("one", ErrorKind.SERVER, calls=8)  # more than one game waits for
    run = runner(with_models("one", seeds="0..4"), tmp_path, transport, concurrency=1)

    async def watch() -> None:
        async for _ in run.follow():
            order.extend(index for index in run.running if index not in order[-1:])

    watching = asyncio.create_task(watch())
    assert await run.run() is RunStatus.DONE
    await watching
    assert order == [*range(10), 0]


@pytest.mark.parametrize("kind", [ErrorKind.QUOTA, ErrorKind.AUTHENTICATION, ErrorKind.REDIRECTED])
async def test_a_model_that_cannot_be_asked_holds_back_its_own_games_alone(tmp_path: Path, kind: ErrorKind) -> None:
    transport = Fails("one", kind)
    last = await played(with_models("one", "two"), tmp_path, transport, concurrency=1)
    assert last.status is RunStatus.INCOMPLETE
    assert (last.done, last.waiting, last.skipped) == (4, 8, 0)
    assert last.closed_models == ("one",)
    assert len([call for call in transport.calls if call.request.model == "openai/one"]) == 1
    assert (await played(with_models("one", "two"), tmp_path)).status is RunStatus.DONE


class Hangs(Memory):
    """A server that takes a question and never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.four_came = asyncio.Event()

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.calls.append(call)
        if len(self.calls) == 4:
            self.four_came.set()
        await asyncio.get_running_loop().create_future()
        raise AssertionError


async def test_a_server_that_never_answers_cannot_hold_up_a_run(tmp_path: Path) -> None:
    limits = {"game_seconds": 0.01, "game_attempts": 2}
    last = await played(with_models("one", limits=limits, seeds=[1]), tmp_path, Hangs())
    assert last.skipped == 2
    assert {last.kind for last in last_failures(tmp_path).values()} == {"time limit of the game"}
    assert {row.outcome for row in read_ledger(tmp_path)} == {"cancelled"}


async def test_calls_in_flight_when_a_run_is_stopped_are_in_the_ledger(tmp_path: Path) -> None:
    transport = Hangs()
    run = runner(with_models("one"), tmp_path, transport, concurrency=4)
    playing = asyncio.create_task(run.run())
    await transport.four_came.wait()
    run.stop()
    assert await playing is RunStatus.INTERRUPTED
    assert [row.outcome for row in read_ledger(tmp_path)] == ["cancelled"] * 4


async def test_two_models_with_the_same_prompts_are_both_asked(tmp_path: Path) -> None:
    transport = Memory()
    await played(with_models("one", "two", seeds=[1]), tmp_path, transport)
    assert {call.request.model for call in transport.calls} == {"openai/one", "openai/two"}


async def test_repeats_of_a_seed_are_asked_for_each_time(tmp_path: Path) -> None:
    single, triple = Memory(), Memory()
    config = {"models": ["one"], "matchups": "mirror", "seeds": [1]}
    await played(with_models("one", **config), tmp_path / "1", single)
    await played(with_models("one", **config, games_per_config=3), tmp_path / "3", triple)
    assert len(triple.calls) == 3 * len(single.calls)


async def test_limits_per_provider_reach_the_door(tmp_path: Path) -> None:
    config = with_models("one", limits={"per_provider": {"openai": 3}, "api_retries": 2, "call_seconds": 200.0})
    async with provider_session(new_provider(config.limits)):
        from codenames_agents.providers.provider import shared_provider

        provider = shared_provider()
        assert provider.limit(Endpoint("openai")).allowed == 3
        assert (provider.policy.api_retries, provider.policy.ask_seconds) == (2, 400.0)


# Time


async def test_time_limits_never_touch_offline_agents(tmp_path: Path, straight: dict[str, bytes]) -> None:
    limits = {"game_seconds": 1e-9, "call_seconds": 1e-9, "outage_seconds": 900.0}
    await played(offline(limits=limits), tmp_path)
    assert derived(tmp_path) == straight


async def test_draining_finishes_the_games_in_flight_and_begins_no_other(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path, concurrency=3)
    async for _ in _until(run, lambda: run.progress.running == 3):
        run.drain()
    assert run.progress.status is RunStatus.INTERRUPTED
    assert (run.progress.done, run.progress.planned) == (3, 5)
    assert not list((tmp_path / "episodes").glob("*.jsonl"))


async def test_a_run_that_is_cancelled_from_outside_can_be_gone_on_with(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path)
    playing = asyncio.create_task(run.run())
    async for moment in run.follow():
        if moment.done:
            playing.cancel()
            break
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert json.loads((tmp_path / "manifest.json").read_text())["status"] == "interrupted"
    assert (await played(offline(), tmp_path)).status is RunStatus.DONE


async def test_a_watcher_who_comes_late_sees_the_end(tmp_path: Path) -> None:
    run = runner(offline(), tmp_path)
    await run.run()
    (moment,) = await followed(run)
    assert (moment.status, moment.done) == (RunStatus.DONE, 8)


async def test_time_left_is_told_from_the_pace(tmp_path: Path) -> None:
    seconds = iter(range(10_000))
    run = runner(offline(), tmp_path, concurrency=1, clock=lambda: float(next(seconds)))
    moments = asyncio.create_task(followed(run))
    await run.run()
    assert any(moment.seconds_left for moment in await moments)


# The disk


async def test_a_full_disk_ends_the_run_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codenames_core.files.journal import JournalWriter

    take, name = JournalWriter.take, Plan(offline()).journal_name(3)

    def full(self: JournalWriter, lines: bytes) -> None:
        if self.path.name == name and b'"event"' in lines[:9]:
            raise StorageError(f"{self.path.name} could not be written: No space left on device")
        take(self, lines)

    monkeypatch.setattr(JournalWriter, "take", full)
    with pytest.raises(StorageError, match=rf"{name} could not be written: No space left"):
        await runner(offline(), tmp_path, concurrency=2).run()
    monkeypatch.undo()
    assert lock_holder(tmp_path) is None
    assert (await played(offline(), tmp_path)).done == 8


LIMITED = """
import resource, sys
from codenames_tui.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(main(sys.argv[1:]))
"""


def test_a_file_that_may_not_grow_ends_the_command_with_one_line(tmp_path: Path) -> None:
    experiment = tmp_path / "quick.toml"
    experiment.write_text(SLOWER)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, "bench", "run", str(experiment), "--out", str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert "could not be written: the file would become larger than a limit allows" in ended.stderr.splitlines()[-1]
    again = subprocess.run([*COMMAND, str(experiment), "--out", str(tmp_path)], env=environment, capture_output=True)
    assert again.returncode == 0


# Impossible wishes


def test_worker_processes_ask_no_models(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one is a language model, and worker processes play only offline agents"):
        runner(with_models("one"), tmp_path, executor=ProcsExecutor(1))


def test_a_model_without_a_key_is_refused_before_anything_is_written() -> None:
    from codenames_metrics.experiment.config import check_agents_can_play

    with pytest.raises(InputError, match=r"models\[0\]: gpt-4o: OPENAI_API_KEY is not set"):
        check_agents_can_play(ExperimentConfig(name="a", models=["gpt-4o"]))


@pytest.mark.parametrize("damage", ["no row", "001,1,,m,,,ok,,5,5,nan,,", "001,1,,m,,,ok,,5,5,-9,,"])
async def test_a_damaged_ledger_makes_no_request_free(tmp_path: Path, damage: str) -> None:
    priced = "001,1,,m,,,ok,,5,5,2.0,,"
    (tmp_path / "ledger.csv").write_text("\n".join([",".join(LedgerRow._fields), priced, damage, ""]))
    spent = spent_by_model(tmp_path, {})
    assert spent["m"].known_cost_usd == 2.0
    assert spent[UNREADABLE].unmetered == 1
    assert Budget(5.0, spent).doubtful_usd == 2.0
