"""Whoever means harm to a table: nobody is let in without an invitation, nothing is lost, and the game goes on."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from tests.table.tables import (
    OpenTable,
    Player,
    all_ready,
    client_for,
    open_table,
    overhearing,
    owner_of,
    raw_connection,
    runner_of,
)

from codenames_core.game.config import Seat
from codenames_core.game.events import Clue
from codenames_core.table import lobby
from codenames_core.table.invitations import Admits
from codenames_core.table.lobby import Presence
from codenames_core.table.messages import (
    BeginGame,
    ClueReply,
    GiveAnswer,
    Hello,
    InvitationsNow,
    MovePerson,
    RemovePerson,
    SetReady,
    SetTyping,
    SitDown,
    YourSeat,
)
from codenames_tui.streaming import connections
from codenames_tui.table.hosting import server
from codenames_tui.table.hosting.guests import MOST_AT_ONCE
from codenames_tui.table.hosting.server import MOST_STRANGERS

TEN_MEGABYTES = 10_000_000


async def said(socket: aiohttp.ClientWebSocketResponse) -> list[Any]:
    """All that the table says until it hangs up."""
    return [json.loads(frame.data) async for frame in socket if frame.type is aiohttp.WSMsgType.TEXT]


def hello(token: str, **more: Any) -> str:
    return Hello(token=token, **more).model_dump_json()


@pytest.mark.parametrize(
    "first",
    [
        hello("x" * 32),
        hello("x" * 32) * 2,
        SitDown(seat=Seat.RED_CLUER).model_dump_json(),
        '{"type": "hello", "version": 2, "token": "x"}',
        '{"type": "hello", "token": ["x"]}',
        "[" * 50_000,
        "",
        "null",
        '{"type": "hello", "token": "\\ud800"}',
    ],
    ids=range(9),
)
async def test_whoever_shows_no_invitation_is_told_nothing(first: str) -> None:
    async with open_table() as table, raw_connection(table) as socket:
        await socket.send_str(first)
        assert [message["type"] for message in await said(socket)] == ["farewell"]
        assert table.host.lobby.people == ()


async def test_bytes_are_no_message() -> None:
    async with open_table() as table, raw_connection(table) as socket:
        await socket.send_bytes(hello(table.token(Admits.OWNER)).encode())
        assert [message["type"] for message in await said(socket)] == ["farewell"]
        assert table.host.lobby.people == ()


async def test_whoever_says_nothing_is_let_go() -> None:
    async with open_table(server_options={"hello_seconds": 0.05}) as table, raw_connection(table) as socket:
        assert await said(socket) == []


async def test_half_of_a_frame_and_ten_megabytes_are_let_go() -> None:
    async with open_table(server_options={"hello_seconds": 0.2}) as table, playing(table) as plays:
        reader, writer = await _upgraded(table)
        writer.write(b"\x81\xff" + TEN_MEGABYTES.to_bytes(8) + b"mask" + b"a" * 100)
        await writer.drain()
        assert b'"lobby"' not in await reader.read()
        writer.close()
        async with raw_connection(table) as socket:
            with contextlib.suppress(ConnectionError):
                await socket.send_str("a" * TEN_MEGABYTES)
            assert [message["type"] for message in await said(socket)] in ([], ["farewell"])
        await plays


async def test_a_guest_that_sends_ten_megabytes_or_a_flood_is_let_go_and_the_game_goes_on() -> None:
    async with open_table() as table, playing(table) as plays:
        async with raw_connection(table) as socket:
            await socket.send_str(hello(table.token(Admits.WATCH)))
            with contextlib.suppress(ConnectionError):
                await socket.send_str("a" * TEN_MEGABYTES)
            await said(socket)
        async with raw_connection(table) as socket:
            await socket.send_str(hello(table.token(Admits.WATCH)))
            with contextlib.suppress(ConnectionError):
                for _ in range(MOST_AT_ONCE + 20):
                    await socket.send_str(SetTyping(typing=True).model_dump_json())
            assert (await said(socket))[-1] == {"type": "farewell", "reason": "too many messages", "final": False}
        await plays


async def test_strangers_without_end_keep_nobody_out() -> None:
    async with open_table() as table, contextlib.AsyncExitStack() as strangers:
        for _ in range(MOST_STRANGERS + 5):
            await strangers.enter_async_context(raw_connection(table))
        async with playing(table) as plays:
            await plays


async def test_a_guest_that_takes_nothing_holds_nobody_up() -> None:
    async with open_table(server_options={"patience": 0.5}) as table:
        _, writer = await _upgraded(table)
        data = hello(table.token(Admits.WATCH)).encode()
        writer.write(b"\x81" + bytes([0x80 | 126]) + len(data).to_bytes(2) + b"\0\0\0\0" + data)
        await writer.drain()
        async with playing(table) as plays:
            await plays
        writer.close()


async def test_an_old_answer_and_an_answer_for_another_seat_are_turned_down() -> None:
    async with open_table(runner_of(agents="ghost:pass")) as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER)), lambda *_: None, ready=False)
        eve = Player(client_for(table, table.seat_token(Seat.BLUE_GUESSER_1)), ready=False)
        plays = [asyncio.create_task(player.play()) for player in (ann, eve)]
        await all_ready(ann, eve)
        await ann.until(lambda player: player.known.question)
        assert ann.known.question is not None
        first = ann.known.question.number
        eve.client.send(GiveAnswer(number=first, answer=ClueReply(word="STOLEN", number=9)))
        await eve.until(lambda player: player.turned_down)
        ann.answer_now(Clue("LANTERNS", 1))
        await ann.until(lambda player: player.known.question and player.known.question.number > first)
        ann.client.send(GiveAnswer(number=first, answer=ClueReply(word="REPLAYED", number=1)))
        await ann.until(lambda player: player.turned_down)
        for task in plays:
            task.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
        clues = [event.word for event in table.host.now().events if isinstance(event, Clue)]
    assert clues == ["LANTERNS"]
    assert eve.turned_down == ann.turned_down == ["this question is not open any more"]


async def test_of_two_who_claim_a_seat_the_first_has_it() -> None:
    async with open_table() as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), ready=False)
        eve = Player(client_for(table, table.token(Admits.LOBBY), "Eve"), seat=Seat.RED_CLUER, ready=False)
        plays = [asyncio.create_task(ann.play())]
        await ann.until(lambda player: player.known.seat)
        plays.append(asyncio.create_task(eve.play()))
        await eve.until(lambda player: player.turned_down)
        async with raw_connection(table) as socket:  # the same invitation again
            await socket.send_str(hello(table.seat_token(Seat.RED_CLUER)))
            assert [message["reason"] for message in await said(socket)] == [
                "Ann came by this invitation, which is for one person; ask the host for another invitation"
            ]
        for task in plays:
            task.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
    assert eve.turned_down == ["Ann has the seat of red cluer"]


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (BeginGame(), "only the owner of the table can do that"),
        (MovePerson(person=1, seat=None), "only the owner of the table can do that"),
        (RemovePerson(person=1, bar=True), "only the owner of the table can do that"),
        (SetReady(ready=True), "take a seat first"),
        (SitDown(seat=Seat.RED_CLUER), "this invitation is to watch"),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
async def test_what_is_not_for_a_watcher_is_turned_down(request_: Any, reason: str) -> None:
    async with open_table() as table:
        eve = Player(client_for(table, table.token(Admits.WATCH)))
        plays = asyncio.create_task(eve.play())
        await eve.until(lambda player: player.known.lobby.people)
        eve.client.send(request_)
        await eve.until(lambda player: player.turned_down)
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
    assert eve.turned_down == [reason]


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}],
    ids=lambda headers: next(iter(headers)),
)
async def test_a_page_of_another_site_reaches_no_table(headers: dict[str, str]) -> None:
    async with open_table() as table:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with raw_connection(table, **headers):
                pass
    assert refused.value.status == 403


async def test_a_person_that_was_sent_away_is_not_let_in_again_by_its_token() -> None:
    async with open_table() as table, owner_of(table) as owner:
        eve = Player(client_for(table, table.token(Admits.LOBBY), "Eve"), ready=False)
        plays = asyncio.create_task(eve.play())
        await eve.until(lambda player: player.known.lobby.people)
        token = eve.client._token
        owner.client.send(RemovePerson(person=eve.known.lobby.people[-1].person))
        (outcome,) = await asyncio.gather(plays, return_exceptions=True)
        assert "sent you away" in str(outcome)
        async with raw_connection(table) as socket:
            await socket.send_str(hello(token))
            assert [message["type"] for message in await said(socket)] == ["farewell"]


@pytest.mark.parametrize("admits", [Admits.LOBBY, Admits.WATCH, Admits.SEAT])
async def test_whoever_is_barred_is_not_let_in_again_and_the_others_stay(admits: Admits) -> None:
    async with open_table() as table, owner_of(table) as owner:
        seat = Seat.RED_CLUER if admits is Admits.SEAT else None
        invitation, others = table.token(admits, seat), table.seat_token(Seat.BLUE_CLUER)
        eve = Player(client_for(table, invitation, "Eve"), ready=False)
        ann = Player(client_for(table, table.token(Admits.LOBBY), "Ann"), seat=Seat.BLUE_GUESSER_1, ready=False)
        plays = [asyncio.create_task(player.play()) for player in (ann, eve)]
        await eve.until(lambda player: len(player.known.lobby.people) == 3)
        await ann.until(lambda player: player.known.seat)
        number = next(one.person for one in owner.known.lobby.people if one.name == "Eve")
        owner.client.send(RemovePerson(person=number, bar=True))
        await owner.until(lambda player: len(player.known.lobby.people) == 2)
        assert await comes_in(table, invitation) == "farewell"
        assert await comes_in(table, others) == "welcome"
        renewed = table.token(admits, seat)
        assert renewed != invitation
        assert await comes_in(table, renewed) == "welcome"
        assert renewed in {one.token for one in invitations_heard(owner)[-1].invitations}
        assert await comes_in(table, ann.client._token) == "welcome"  # that it came by the same invitation does no harm
        for task in plays:
            task.cancel()
        await asyncio.gather(*plays, return_exceptions=True)


async def test_nobody_but_the_owner_is_told_invitations() -> None:
    async with open_table() as table, overhearing(table) as line, owner_of(table) as owner:
        eve = Player(client_for(table, table.token(Admits.LOBBY), "Eve", line.url), seat=Seat.RED_CLUER, ready=False)
        plays = asyncio.create_task(eve.play())
        await eve.until(lambda player: player.known.seat)
        (told,) = invitations_heard(owner)
        assert {(one.admits, one.seat) for one in told.invitations} == {
            (Admits.LOBBY, None),
            (Admits.WATCH, None),
            *((Admits.SEAT, seat) for seat in Seat),
        }
        assert not invitations_heard(eve)
        for one in table.host.invitations.all:
            assert one.token.encode() not in line.sent
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)


def invitations_heard(player: Player) -> list[InvitationsNow]:
    return [message for message in player.heard if isinstance(message, InvitationsNow)]


async def test_an_invitation_to_any_free_seat_is_for_as_many_as_there_are_seats() -> None:
    async with open_table() as table, contextlib.AsyncExitStack() as everybody:
        wanted = [Seat.RED_CLUER, Seat.RED_CLUER, *Seat]
        for number, seat in enumerate(wanted):
            guest = Player(client_for(table, table.token(Admits.LOBBY), f"guest {number}"), seat=seat, ready=False)
            task = asyncio.create_task(guest.play())
            everybody.callback(task.cancel)
            await guest.until(lambda player: player.known.seat or player.turned_down)
            if number in (1, 2):
                assert guest.turned_down == [
                    "guest 0 has the seat of red cluer"
                ]  # and is in the lobby, to take another
                assert guest.known.lobby.people[-1].seat is None
            else:
                assert guest.known.seat is seat


@contextlib.asynccontextmanager
async def playing(table: OpenTable) -> Any:
    """A person who plays a whole game meanwhile."""
    ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"))
    plays = asyncio.create_task(ann.play())
    yield plays
    await plays
    assert ann.known.end is not None


async def _upgraded(table: OpenTable) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The bytes of a WebSocket that has been opened."""
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    writer.write(
        b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def comes_in(table: OpenTable, token: str, **more: Any) -> str:
    """What a person is told first; nothing where the table hangs up."""
    with contextlib.suppress(aiohttp.ClientError):
        async with raw_connection(table) as socket:
            await socket.send_str(hello(token, **more))
            return str(json.loads((await socket.receive()).data)["type"])
    return ""


async def asks_nothing(table: OpenTable) -> asyncio.StreamWriter:
    return (await asyncio.open_connection("127.0.0.1", table.port))[1]


async def reads_the_page_and_stays(table: OpenTable) -> asyncio.StreamWriter:
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n\r\n".encode())
    await reader.readline()
    return writer


async def shows_nothing_and_stays(table: OpenTable) -> asyncio.StreamWriter:
    _, writer = await _upgraded(table)
    writer.write(_frame(hello("x" * 32)))
    return writer


async def watches(table: OpenTable) -> asyncio.StreamWriter:
    reader, writer = await _upgraded(table)
    writer.write(_frame(hello(table.token(Admits.WATCH))))
    await reader.readuntil(b'{"type":')
    return writer


def _frame(text: str) -> bytes:
    data = text.encode()
    return b"\x81" + bytes([0x80 | 126]) + len(data).to_bytes(2) + b"\0\0\0\0" + data


@pytest.mark.parametrize("stays", [asks_nothing, reads_the_page_and_stays, shows_nothing_and_stays, watches])
async def test_whoever_fills_all_connections_keeps_no_player_out(
    stays: Callable[[OpenTable], Awaitable[asyncio.StreamWriter]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 6)
    monkeypatch.setattr(server, "MOST_STRANGERS", 2)
    monkeypatch.setattr(lobby, "MOST_WITHOUT_SEAT", 2)
    async with open_table() as table:
        writers = [await stays(table) for _ in range(6)]
        assert await comes_in(table, table.seat_token(Seat.RED_CLUER)) == "welcome"
        for writer in writers:
            writer.close()


async def test_whoever_has_seen_the_key_says_nothing_by_another_name() -> None:
    async with open_table() as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), lambda *_: None)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        await comes_in(table, table.seat_token(Seat.BLUE_CLUER), name="Bob")
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
        while table.host.lobby.person(1).presence is Presence.HERE:
            await table.host.changes.wait()
        assert await comes_in(table, table.seat_token(Seat.RED_CLUER), name="LION is red") == "welcome"
        assert table.host.lobby.person(1).name == "Ann"


async def test_an_invitation_to_a_seat_is_for_one_person_wherever_the_owner_moves_that_one() -> None:
    async with open_table() as table, owner_of(table) as owner:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), ready=False)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.seat)
        owner.client.send(MovePerson(person=ann.known.lobby.people[-1].person, seat=Seat.RED_GUESSER_1))
        await ann.until(lambda player: player.known.seat is Seat.RED_GUESSER_1)
        assert await comes_in(table, table.seat_token(Seat.RED_CLUER)) == "farewell"
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)


async def test_whoever_types_and_moves_leaves_nobody_typing() -> None:
    async with open_table() as table:
        ann = Player(client_for(table, table.token(Admits.LOBBY)), lambda *_: None, seat=Seat.RED_CLUER)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        ann.client.send(SetTyping(typing=True))
        ann.client.send(SitDown(seat=Seat.BLUE_CLUER))
        ann.client.send(SetTyping(typing=False))
        ann.client.send(SitDown(seat=None))
        await ann.until(lambda player: any(heard == YourSeat(seat=None) for heard in player.heard[4:]))
        assert table.host.now().typing == frozenset()
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)


async def test_messages_are_counted_by_person_and_not_by_connection() -> None:
    async with open_table(clock=lambda: 0.0) as table:
        async with raw_connection(table) as socket:
            await socket.send_str(hello(table.seat_token(Seat.RED_CLUER)))
            token = json.loads((await socket.receive()).data)["token"]
        for _ in range(MOST_AT_ONCE):
            assert await comes_in(table, token) == "welcome"
        async with raw_connection(table) as socket:
            await socket.send_str(hello(token))
            assert await said(socket) == [{"type": "farewell", "reason": "too many messages", "final": False}]


async def test_changes_that_have_to_be_written_down_count_for_more() -> None:
    async with open_table(clock=lambda: 0.0) as table:
        eve = Player(client_for(table, table.token(Admits.LOBBY)), ready=False)
        plays = asyncio.create_task(eve.play())
        await eve.until(lambda player: player.known.lobby.people)
        eve.client.send(SetTyping(typing=False))
        for number in range(10):  # each counts for four of the 39 messages that are left
            eve.client.send(SitDown(seat=(Seat.RED_CLUER, None)[number % 2]))
        await eve.until(lambda player: player.turned_down)
        assert set(eve.turned_down) == {"too many changes; wait a moment"}
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
