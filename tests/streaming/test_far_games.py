"""Games of a benchmark are told wherever they are played: here, in processes, or on a cluster."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from tests.bench.benchmarks import offline
from tests.streaming.hosting import asked, frames

from codenames_core.files.journal import Played, journal_line
from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import EpisodeFileError
from codenames_core.watch.broadcast import MESSAGE, Happened
from codenames_core.watch.watchable import RemoteGame, WatchableGame
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.executors import Executor
from codenames_metrics.runner.executors.cluster import DaskExecutor
from codenames_metrics.runner.executors.local import LocalExecutor
from codenames_metrics.runner.executors.procs import ProcsExecutor
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_header import GameHeaders
from codenames_metrics.runner.game_task import FinishedGame, GameTask
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.server import EventServer

EXECUTORS: dict[str, Callable[[], Executor]] = {
    "local": LocalExecutor,
    "procs": lambda: ProcsExecutor(2),
    "dask": lambda: DaskExecutor(workers=1, in_process=True),
}


def records(folder: Path) -> dict[str, EpisodeRecord]:
    """The finished games of a results folder, by their ids."""
    found = [EpisodeRecord.load(path) for path in (folder / EPISODES).glob("*.json")]
    return {record.episode_id: record for record in found}


@pytest.mark.parametrize("executor", EXECUTORS)
async def test_every_game_is_told_over_http_as_it_was_recorded(tmp_path: Path, executor: str) -> None:
    server = EventServer(Address("127.0.0.1", 0))
    run = BenchmarkRunner(offline(), tmp_path, executor=EXECUTORS[executor]())
    followed: list[WatchableGame] = []

    def begins(game: WatchableGame) -> None:
        followed.append(game)
        server.publish(game)

    run.on_game = begins
    async with server.serving():
        await run.run()
        async with asked(server, "") as response:
            games = json.loads(await response.text())["games"]
        told = {}
        for game, listed in zip(followed, games, strict=True):
            async with asked(server, listed["url"].lstrip("/")) as response:
                told[game.header.episode_id] = [MESSAGE.validate_json(one.data) for one in await frames(response)]
    played = records(tmp_path)
    assert told.keys() == played.keys()
    for episode, record in played.items():
        happened = [one for one in told[episode] if isinstance(one, Happened)]
        assert len(happened) == len(record.public_transcript)
        assert told[episode][-1].outcome == record.outcome
    assert all(listed["over"] for listed in games)


@pytest.mark.parametrize("executor", ["procs", "dask"])
async def test_game_of_another_process_has_every_event_and_ends(tmp_path: Path, executor: str) -> None:
    run = BenchmarkRunner(offline(), tmp_path, executor=EXECUTORS[executor]())
    followed: list[WatchableGame] = []
    run.on_game = followed.append
    await run.run()
    played = records(tmp_path)
    assert {game.header.episode_id for game in followed} == played.keys()
    for game in followed:
        record = played[game.header.episode_id]
        assert [game.stream[at] for at in range(len(game.stream))] == record.public_transcript
        assert (game.outcome, game.stream.closed) == (record.outcome, True)


async def test_attempt_that_is_lost_ends_its_stream_and_the_next_is_told_from_the_start(tmp_path: Path) -> None:
    class Lost(LocalExecutor):
        """Loses its first game after three events, as a worker that is gone would."""

        lost = False

        async def play(self, table: GameTask) -> FinishedGame:
            if self.lost:
                return await super().play(table)
            self.lost = True
            header, played = table.header, await whole(tmp_path / "whole")
            assert played[header.episode_id].public_transcript
            for event in played[header.episode_id].public_transcript[:3]:
                assert table.on_lines is not None
                table.on_lines(journal_line("event", event))
            raise GameFailed("worker lost", "gone")

    run = BenchmarkRunner(offline(), tmp_path / "run", executor=Lost(), concurrency=1)
    followed: list[WatchableGame] = []
    run.on_game = followed.append
    await run.run()
    first, again = (game for game in followed if game.header.episode_id == followed[0].header.episode_id)
    assert (len(first.stream), first.outcome, first.stream.closed) == (3, None, True)
    assert [again.stream[at] for at in range(3)] == [first.stream[at] for at in range(3)]
    assert again.outcome is not None


async def whole(folder: Path) -> dict[str, EpisodeRecord]:
    """Every game, played without any trouble."""
    await BenchmarkRunner(offline(), folder).run()
    return records(folder)


async def test_line_that_is_none_is_named(tmp_path: Path) -> None:
    record = next(iter((await whole(tmp_path)).values()))
    run = BenchmarkRunner(offline(), tmp_path)
    job = next(job for job in run.plan if job.episode_id == record.episode_id)
    game = RemoteGame(GameHeaders(run.plan, datetime.now).header(job), Played())
    with pytest.raises(EpisodeFileError, match=f"the journal of game {record.episode_id}"):
        game.take(b"nonsense\n")
