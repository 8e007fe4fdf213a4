"""Seats that change hands in a game that is watched from elsewhere: told at once, in order, and once."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.streaming.hosting import EVENTS, Table, asked, frames, soon, told

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import JournalWriter, Played, journal_line
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import AgentConfig, Seat
from codenames_core.watch.broadcast import MESSAGE, Audience, Happened, SeatChanged, Start, seat_changed_of, start_of
from codenames_core.watch.watchable import RemoteGame
from codenames_tui.streaming import client_stream
from codenames_tui.streaming.client import HttpSource
from codenames_tui.streaming.frames import BrokenStreamError, Frame, frame
from codenames_tui.streaming.journals import JournalSource
from codenames_tui.streaming.news import News

PERSON = AgentConfig(spec="human")
MODEL = AgentConfig.parse("litellm:openai/small?api_base=http://10.1.2.3/v1&key_variable=MY_OWN_KEY&temperature=0.25")
TAKEN = SeatChanged(number=0, at=5, seat=Seat.RED_CLUER, agent="human")
GIVEN = SeatChanged(number=1, at=7, seat=Seat.RED_CLUER, agent="litellm:openai/small")


def sits(table: Table, agent: AgentConfig, seat: Seat = Seat.RED_CLUER) -> None:
    """Let the agent take the seat."""
    table.swap(seat, build_team("ghost:pass").cluer, agent)


def events_before(news: list[News], change: SeatChanged) -> int:
    return sum(isinstance(one, Happened) for one in news[: news.index(change)])


async def test_a_change_is_told_without_waiting_for_an_event_and_before_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client_stream, "GATHERING_SECONDS", 0.0)  # so that it waits when the change comes
    got: list[News] = []

    async def follow(url: str) -> None:
        async for one in HttpSource(url).follow():
            got.append(one)  # noqa: PERF401  it is looked at meanwhile

    async with told(EVENTS[:5]) as (table, host), asyncio.timeout(PATIENCE):
        following = asyncio.create_task(follow(host.url))
        await soon(lambda: sum(isinstance(one, Happened) for one in got) == 5)
        sits(table, PERSON)
        await soon(lambda: TAKEN in got)
        table.happen(EVENTS[5:7])
        sits(table, MODEL)
        table.happen(EVENTS[7:])
        table.end()
        await following
    assert [events_before(got, change) for change in (TAKEN, GIVEN)] == [5, 7]


async def test_whoever_comes_late_or_comes_back_hears_of_all_changes() -> None:
    async with told(EVENTS[:5]) as (table, host):
        sits(table, PERSON)
        table.happen(EVENTS[5:7])
        sits(table, MODEL)
        table.end()  # no event follows: a change may be the last that is told
        async with asked(host) as response:
            late = await frames(response)
        async with asked(host, Last_Event_ID=str(late[5].id)) as response:
            back = await frames(response)
    kinds = [one.event for one in late]
    assert kinds == ["start", *["event"] * 5, "seat", "event", "event", "seat", "end"]
    assert late[6].id is None  # whoever comes back after it names the event before
    assert [one.event for one in back] == ["start", "seat", "event", "event", "seat", "end"]
    assert [MESSAGE.validate_json(one.data) for one in late if one.event == "seat"] == [TAKEN, GIVEN]


@pytest.mark.parametrize("audience", Audience)
def test_of_an_agent_only_its_name_is_told(audience: Audience) -> None:
    table = Table()
    sits(table, MODEL)
    (change,) = table.stream.seat_changes
    message = seat_changed_of(change, 0)
    assert message.model_dump(mode="json") == {
        "type": "seat",
        "number": 0,
        "at": 0,
        "seat": "red_cluer",
        "agent": "litellm:openai/small",
    }
    teams = {team: line_up.model_copy(update={"cluer": MODEL}) for team, line_up in table.header.teams.items()}
    start = start_of(table.header.model_copy(update={"teams": teams}), "feedbeef", audience)
    assert start.seats[Seat.BLUE_CLUER] == "litellm:openai/small"
    for secret in ("10.1.2.3", "MY_OWN_KEY", "0.25"):
        assert secret not in start.model_dump_json()


def accept(source: HttpSource, *messages: Start | SeatChanged) -> list[object]:
    heard = [Frame(message.type, message.model_dump_json(exclude_none=True), None) for message in messages]
    return [source._accept(one) for one in heard]


def test_what_is_told_again_is_heard_once_and_what_was_left_out_breaks_the_stream() -> None:
    source = HttpSource("http://127.0.0.1:1")
    start = start_of(Table().header, "feedbeef", Audience.PUBLIC)
    assert accept(source, start, TAKEN, GIVEN) == [start, TAKEN, GIVEN]
    assert accept(source, start, TAKEN, GIVEN) == [None, None, None]
    other = start.model_copy(update={"game": "beeffeed"})
    assert accept(source, other, TAKEN) == [other, TAKEN]
    with pytest.raises(BrokenStreamError, match="change of seats 5 comes where change of seats 1 was due"):
        accept(source, TAKEN.model_copy(update={"number": 5}))


def test_a_server_that_tells_no_seats_is_understood_and_so_is_one_that_tells_more() -> None:
    start = start_of(Table().header, "feedbeef", Audience.PUBLIC)
    tree = start.model_dump(mode="json", exclude={"seats", "key"})
    assert MESSAGE.validate_python(tree).seats == {}
    assert frame("seat", TAKEN.model_dump_json()).startswith(b"event: seat\n")


async def test_they_are_read_from_a_journal(tmp_path: Path) -> None:
    table = Table()
    writer = JournalWriter(tmp_path / "game.jsonl", table.header)
    for event in EVENTS[:5]:
        writer.happened(event)
    writer.seat_changed(SeatChange(seat=Seat.RED_CLUER, at=5, agent=PERSON))
    writer.happened(EVENTS[5])

    async def gone(_: float) -> None:
        writer.discard()

    async with contextlib.aclosing(JournalSource(tmp_path / "game.jsonl", sleep=gone).follow()) as news:
        got = [one async for one in news]
    assert events_before(got, TAKEN) == 5


def test_a_game_of_a_benchmark_elsewhere_tells_them_too() -> None:
    game = RemoteGame(Table().header, Played())
    change = SeatChange(seat=Seat.RED_CLUER, at=0, agent=PERSON)
    game.take(journal_line("seat", change) + journal_line("event", EVENTS[0]))
    assert list(game.stream.seat_changes) == [change]
    assert len(game.stream) == 1
