"""The event stream: order, delay, late joiners, slow consumers, and who is written before whom is told."""

import asyncio
from pathlib import Path

import pytest
from tests.games import BOARD, position

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import JournalWriter, read_journal
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Clue, Event, Pass, PassReason
from codenames_core.play.episode import EpisodeRunner, new_header
from codenames_core.watch.stream import EventStream

EVENTS: tuple[Event, ...] = (
    Clue("SEA", 2, team=Team.RED),
    Pass(team=Team.RED, reason=PassReason.CHOSEN),
    Clue("SKY", 1, team=Team.BLUE),
    Pass(team=Team.BLUE, reason=PassReason.STOPPED),
)


async def all_of(stream: EventStream, start: int = 0) -> list[Event]:
    return [event async for event in stream.follow(start)]


async def test_events_arrive_in_order() -> None:
    stream = EventStream()
    follower = asyncio.create_task(all_of(stream))
    for event in EVENTS:
        await asyncio.sleep(0)
        stream.publish(event)
    stream.close()
    assert await follower == list(EVENTS)


async def test_the_delay_is_respected_between_events_and_not_before_the_first() -> None:
    stream = EventStream(EVENTS)
    stream.close()
    waited: list[float] = []
    seen_before_each_wait: list[int] = []
    seen: list[Event] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        seen_before_each_wait.append(len(seen))

    async for event in stream.follow(delay=2.5, sleep=sleep):
        seen.append(event)  # noqa: PERF401  the wait looks at what was seen
    assert waited == [2.5] * 3
    assert seen_before_each_wait == [1, 2, 3]


async def test_a_slow_consumer_holds_up_neither_the_game_nor_others_and_misses_nothing() -> None:
    stream = EventStream()
    gate = asyncio.Event()
    slowly: list[Event] = []

    async def slow() -> None:
        async for event in stream.follow():
            slowly.append(event)
            await gate.wait()

    slow_one = asyncio.create_task(slow())
    quick_one = asyncio.create_task(all_of(stream))
    await asyncio.sleep(0)
    for event in EVENTS:
        stream.publish(event)  # does not wait for anybody
    stream.close()
    assert await quick_one == list(EVENTS)
    assert slowly == [EVENTS[0]]
    gate.set()
    await slow_one
    assert slowly == list(EVENTS)


@pytest.mark.parametrize("start", [0, 2, 4])
async def test_whoever_comes_late_gets_the_backlog_and_then_the_tail(start: int) -> None:
    stream = EventStream(EVENTS[:2])
    early = asyncio.create_task(all_of(stream))
    await asyncio.sleep(0)
    stream.publish(EVENTS[2])
    late = asyncio.create_task(all_of(stream, start))
    await asyncio.sleep(0)
    stream.publish(EVENTS[3])
    stream.close()
    assert await early == list(EVENTS)
    assert await late == list(EVENTS[start:])


async def test_waiting_ends_with_the_stream_and_leaves_nothing_behind_when_it_is_cancelled() -> None:
    stream = EventStream(EVENTS[:1])
    await stream.wait_beyond(0)
    waiting = [asyncio.create_task(stream.wait_beyond(1)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    stream.close()
    await asyncio.gather(*waiting[1:])
    assert waiting[0].cancelled() or waiting[0].cancelling()
    assert stream[0] == EVENTS[0]


async def test_every_event_is_in_the_journal_before_it_is_told(tmp_path: Path) -> None:
    team = build_team("vector:balanced", seed=1)
    header = new_header(GameConfig(seed=7), team.config, team.config, board=BOARD)
    path = tmp_path / "game.jsonl"
    runner = EpisodeRunner(header, team, build_team("vector:bold", seed=2), journal=JournalWriter(path, header))
    written: list[int] = []
    publish = runner.stream.publish

    def looked_up(event: Event) -> None:
        written.append(len(read_journal(path).played.events))
        publish(event)

    runner.stream.publish = looked_up  # type: ignore[method-assign]
    await runner.run()
    assert written == list(range(1, len(runner.stream) + 1))
    assert position(*[runner.stream[i] for i in range(len(runner.stream))], board=BOARD).outcome is not None
