"""What every executor promises: the same games, every line in the driver's journal, and failures that say why."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.bench.executors import EXECUTORS, metrics, new_task, play

from codenames_core.files.journal import Played, read_journal
from codenames_core.files.record import EpisodeRecord, as_record
from codenames_core.game.config import Team, TeamConfig
from codenames_core.play.episode import resume_journal
from codenames_core.support.errors import InputError
from codenames_metrics.game.episode import compute_episode_metrics
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.executors.pipe_messages import JOURNAL, TEAMS, pack_message
from codenames_metrics.runner.executors.procs import ProcsExecutor, _Worker
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_task import GameTask


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Executor:
    return EXECUTORS[request.param]()


async def test_a_game_comes_back_whole_with_its_metrics(executor: Executor, tmp_path: Path) -> None:
    task, _ = new_task(tmp_path / "1.jsonl")
    (finished,) = await play(executor, task)
    record = EpisodeRecord.model_validate_json(finished.record)
    assert record.outcome is not None
    assert record.episode_id == task.header.episode_id
    assert metrics(finished) == compute_episode_metrics(record, literal_listener=True)
    assert b"\n" not in finished.metrics


async def test_every_line_is_in_the_journal_before_the_game_is_given_back(executor: Executor, tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    (finished,) = await play(executor, task)
    writer.close()
    journal = read_journal(tmp_path / "1.jsonl")
    record = EpisodeRecord.model_validate_json(finished.record)
    assert as_record(journal.header, journal.played) == record
    assert journal.torn == 0


async def test_a_game_goes_on_from_its_journal(executor: Executor, tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    (whole,) = await play(LocalExecutor(), task)
    writer.close()
    lines = (tmp_path / "1.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "2.jsonl"
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    journal, writer = resume_journal(path)
    (finished,) = await play(
        executor, GameTask(journal.header, task.teams, writer, path, played=journal.played, on_lines=writer.take)
    )
    writer.close()
    assert metrics(finished) == metrics(whole)
    assert path.read_bytes().splitlines()[: len(lines) // 2] == [
        line.rstrip(b"\n") for line in lines[: len(lines) // 2]
    ]


async def test_one_executor_plays_many_games(executor: Executor, tmp_path: Path) -> None:
    async with executor:
        games = [await executor.play(new_task(tmp_path / f"{number}.jsonl")[0]) for number in range(3)]
    assert len({finished.metrics for finished in games}) == 1


async def test_a_seat_that_raises_fails_the_attempt_and_not_the_executor(executor: Executor, tmp_path: Path) -> None:
    (tmp_path / "short.json").write_text('{"turns": []}')
    script = TeamConfig.model_validate(
        dict.fromkeys(("cluer", "guesser_1", "guesser_2"), f"scripted:{tmp_path}/short.json")
    )
    task, writer = new_task(tmp_path / "1.jsonl", {Team.RED: script, Team.BLUE: script})
    async with executor:
        with pytest.raises(GameFailed, match="agent raised an error") as failed:
            await executor.play(task)
        writer.close()
        assert failed.value.seat == "red_cluer"
        assert not failed.value.closes
        finished = await executor.play(new_task(tmp_path / "2.jsonl")[0])
    assert metrics(finished).termination is not None


async def test_a_game_that_is_cancelled_leaves_nothing_behind(executor: Executor, tmp_path: Path) -> None:
    task, writer = new_task(tmp_path / "1.jsonl")
    async with executor:
        playing = asyncio.create_task(executor.play(task))
        await asyncio.sleep(0)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        writer.close()
        finished = await executor.play(new_task(tmp_path / "2.jsonl")[0])
    assert metrics(finished).termination is not None


async def test_a_worker_that_is_killed_costs_an_attempt_and_is_replaced(tmp_path: Path) -> None:
    executor = ProcsExecutor(1)
    task, writer = new_task(tmp_path / "1.jsonl")
    killed: list[int] = []

    def kill_at_the_first_line(lines: bytes) -> None:
        writer.take(lines)
        pids = [] if killed else list(executor.pids)
        killed.extend(pids)
        while pids:
            os.kill(pids.pop(), signal.SIGKILL)

    async with executor:
        dying = GameTask(task.header, task.teams, writer, task.path, on_lines=kill_at_the_first_line)
        with pytest.raises(GameFailed, match="worker died"):
            await executor.play(dying)
        writer.close()
        journal, again = resume_journal(task.path)
        assert journal.played != Played()
        task = GameTask(journal.header, task.teams, again, task.path, played=journal.played, on_lines=again.take)
        assert metrics(await executor.play(task)).termination is not None
    assert executor.pids == ()


async def test_workers_end_with_their_executor(tmp_path: Path) -> None:
    executor = ProcsExecutor(1)
    async with executor:
        await executor.play(new_task(tmp_path / "1.jsonl")[0])
        (pid,) = executor.pids
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_worker_whose_driver_is_gone_ends_without_a_word(tmp_path: Path) -> None:
    game, writer = new_task(tmp_path / "game.jsonl")
    reading, writing = os.pipe()
    os.close(reading)
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "codenames_metrics.runner.executors.worker", stdin=PIPE, stdout=writing, stderr=PIPE
    )
    os.close(writing)
    teams = json.dumps({team: config.model_dump(mode="json") for team, config in game.teams.items()}).encode()
    _, errors = await worker.communicate(pack_message(TEAMS, teams) + pack_message(JOURNAL, game.journal_so_far()))
    writer.close()
    assert (worker.returncode, errors) == (0, b"")


async def test_a_worker_that_still_has_much_to_say_can_be_ended() -> None:
    talks = "import sys; sys.stdout.write('x' * 1_000_000); sys.stdout.flush(); input()"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", talks, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    await process.stdout.readexactly(1)
    await _Worker(process).end()
    assert process.returncode == -signal.SIGKILL


def test_no_worker_is_too_few() -> None:
    with pytest.raises(InputError, match="0 workers can play nothing"):
        ProcsExecutor(0)
