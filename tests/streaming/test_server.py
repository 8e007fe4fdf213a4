"""The stream over HTTP: what is sent to whom, from where on, and what a client may cost."""

import asyncio
import json
import socket

import pytest
from tests.patience import PATIENCE
from tests.streaming.hosting import EVENTS, GUEST, RECORD, SPYMASTER, TOKENS, Table, asked, bearer, frames, soon, told

from codenames_core.watch.broadcast import MESSAGE, Happened, Snapshot, Start
from codenames_tui.streaming import client_stream, connections
from codenames_tui.streaming import server as hosting
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.broadcast_game import BroadcastGame
from codenames_tui.streaming.server import EventServer
from codenames_tui.ui.crash import log_file


async def test_whoever_comes_late_gets_everything_in_order_and_the_end() -> None:
    async with told(EVENTS[:20]) as (table, server), asked(server) as response:
        first = await frames(response, 10)
        table.happen(EVENTS[20:])
        table.end()
        rest = await frames(response)
    assert response.content_type == "text/event-stream"
    messages = [MESSAGE.validate_json(one.data) for one in (*first, *rest)]
    assert isinstance(messages[0], Start)
    assert [one.at for one in messages if isinstance(one, Happened)] == list(range(len(EVENTS)))
    assert (first + rest)[-1].event == "end"
    assert messages[-1].outcome == RECORD.outcome
    assert messages[-1].events == len(EVENTS)


async def test_nobody_allows_pages_of_other_sites_to_read_along() -> None:
    async with told(EVENTS) as (table, server):
        table.end()
        async with asked(server) as response:
            assert "Access-Control-Allow-Origin" not in response.headers
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["Server"] == "codenames-tui"
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with asked(server, **headers) as response:
                assert response.status == 403


@pytest.mark.parametrize("path", ["events", "events?view=spymaster", "games/{game}/events"])
@pytest.mark.parametrize("over", [False, True])
async def test_no_proxy_may_hold_a_stream_back(path: str, *, over: bool) -> None:
    async with told(EVENTS[:3], tokens=TOKENS) as (table, server):
        async with asked(server, Authorization=bearer(SPYMASTER)) as response:
            game = MESSAGE.validate_json((await frames(response, 1))[0].data).game
        if over:
            table.end()
        async with asked(server, path.format(game=game), Authorization=bearer(SPYMASTER)) as response:
            assert response.content_type == "text/event-stream"
            assert response.headers["X-Accel-Buffering"] == "no"
            assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("seen", [0, 1, 7, len(EVENTS)])
async def test_last_event_id_goes_on_where_the_client_was(seen: int) -> None:
    async with told(EVENTS) as (table, server):
        table.end()
        async with asked(server) as response:
            start = MESSAGE.validate_json((await frames(response, 1))[0].data)
        async with asked(server, Last_Event_ID=f"{start.game}.{seen}") as response:
            got = await frames(response)
    assert [one.event for one in got] == ["start", *["event"] * (len(EVENTS) - seen), "end"]
    assert [one.id for one in got[1:-1]] == [f"{start.game}.{at + 1}" for at in range(seen, len(EVENTS))]


@pytest.mark.parametrize(
    "unknown", ["", "x", "feedbeef.3", "{game}.99999", "{game}.-1", "{game}.٣", "{game}.1e3", "{game}."]
)
async def test_a_place_that_is_not_known_begins_at_the_start(unknown: str) -> None:
    async with told(EVENTS[:3]) as (table, server):
        table.end()
        async with asked(server) as response:
            game = MESSAGE.validate_json((await frames(response, 1))[0].data).game
        last_id = unknown.format(game=game).encode("utf-8").decode("latin-1")
        async with asked(server, Last_Event_ID=last_id) as response:
            assert len(await frames(response)) == 5


async def test_a_browser_that_heard_the_end_does_not_come_back_for_ever() -> None:
    async with told(EVENTS) as (table, server):
        table.end()
        async with asked(server) as response:
            last = (await frames(response))[-1]
        async with asked(server, Last_Event_ID=last.id or "") as response:
            assert response.status == 204


async def test_a_game_that_is_left_ends_without_an_outcome() -> None:
    async with told(EVENTS[:5]) as (table, server), asked(server) as response:
        await frames(response, 6)
        table.end()
        assert json.loads((await frames(response))[-1].data) == {"type": "end", "events": 5, "outcome": None}


async def test_the_key_takes_the_spymasters_token() -> None:
    spymaster = "events?view=spymaster"
    async with told(EVENTS, tokens=TOKENS) as (table, server):
        table.end()
        for headers in ({}, {"Authorization": bearer(GUEST)}, {"Authorization": "Basic " + SPYMASTER}):
            async with asked(server, spymaster, **headers) as response:
                assert (response.status, response.headers["WWW-Authenticate"]) == (401, "Bearer")
        async with asked(server, f"{spymaster}&token={SPYMASTER}") as response:
            assert response.status == 401  # addresses end up in logs
        async with asked(server, spymaster, Authorization=bearer(SPYMASTER)) as response:
            start = MESSAGE.validate_json((await frames(response, 1))[0].data)
            assert start.key == RECORD.board.key
        async with asked(server) as response:
            assert MESSAGE.validate_json((await frames(response, 1))[0].data).key is None


async def test_without_a_token_file_nobody_gets_the_key() -> None:
    async with told() as (_, server), asked(server, "events?view=spymaster") as response:
        assert response.status == 403
        assert "--token-file" in await response.text()


async def test_beyond_this_machine_every_view_takes_a_token() -> None:
    server = EventServer(Address("0.0.0.0", 0), TOKENS)  # noqa: S104
    server.url = server.url.replace("0.0.0.0", "127.0.0.1")  # noqa: S104
    table = Table()
    table.happen(EVENTS)
    table.end()
    server.publish(table)
    async with server.serving():
        for path in ("", "events"):
            async with asked(server, path) as response:
                assert response.status == 401
            async with asked(server, path, Authorization=bearer(GUEST)) as response:
                assert response.status == 200
        async with asked(server, "events?view=spymaster", Authorization=bearer(GUEST)) as response:
            assert response.status == 401


async def test_games_are_listed_and_each_can_be_followed() -> None:
    async with told(EVENTS) as (table, server):
        table.end()
        second = Table()
        second.happen(EVENTS[:2])
        server.publish(second)
        async with asked(server, "") as response:
            listed = json.loads(await response.text())["games"]
        assert [(one["events"], one["over"]) for one in listed] == [(len(EVENTS), True), (2, False)]
        async with asked(server, listed[0]["url"].lstrip("/")) as response:
            assert len(await frames(response)) == len(EVENTS) + 2
        async with asked(server) as response:  # the one that is being played
            assert len(await frames(response, 3)) == 3
        for path, status in (("games/ffff/events", 404), ("nothing", 404), ("events?view=all", 400)):
            async with asked(server, path) as response:
                assert response.status == status


async def test_before_the_first_game_a_client_is_told_to_try_again() -> None:
    server = EventServer(Address("127.0.0.1", 0))
    async with server.serving(), asked(server) as response:
        assert (response.status, response.headers["Retry-After"]) == (503, "2")


async def test_old_games_are_forgotten_and_those_that_are_played_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_GAMES", 3)
    server = EventServer(Address("127.0.0.1", 0))
    tables = [Table() for _ in range(5)]
    for number, table in enumerate(tables):
        server.publish(table)
        if number != 1:
            table.end()
    assert [game.stream for game in server._games.values()] == [tables[n].stream for n in (1, 3, 4)]
    server.close()


async def test_silence_is_broken_by_a_heartbeat() -> None:
    async with told(EVENTS[:1], heartbeat=0.01) as (_, server), asked(server) as response:
        data = b""
        async for piece in response.content.iter_any():
            data += piece
            if data.count(b": still here\n\n") > 2:
                return


async def test_there_is_a_limit_to_clients_and_room_again_when_one_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_STREAMS", 2)
    async with told(EVENTS[:1]) as (_, server):
        async with asked(server) as one, asked(server) as two:
            await frames(one, 1)
            await frames(two, 1)
            async with asked(server) as third:
                assert (third.status, third.headers["Retry-After"]) == (503, "10")
        await soon(lambda: server.clients == 0)
        async with asked(server) as third:
            assert third.status == 200


async def test_there_is_a_limit_to_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 2)
    async with told() as (_, server), asked(server), asked(server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b""
        writer.close()


async def test_connections_that_ask_nothing_make_room_for_one_that_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 2)
    async with told() as (_, server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        async with asked(server) as one:
            assert one.status == 200
        assert await silent[0][0].read() == b""
        for _, writer in silent:
            writer.close()


async def test_whoever_connects_and_asks_nothing_is_dropped() -> None:
    async with told(patience=0.05) as (_, server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert await reader.read() == b""
        writer.close()


async def test_whoever_has_its_answer_and_stays_is_dropped() -> None:
    async with told(patience=0.05) as (_, server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200 OK")
        writer.close()


async def test_a_client_that_takes_nothing_is_let_go_and_holds_nobody_up() -> None:
    async with told(patience=0.2) as (table, server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        with socket.socket() as idle:
            idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            idle.setblocking(False)
            await asyncio.get_running_loop().sock_connect(idle, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(idle, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await soon(lambda: server.clients == 1)
            async with asyncio.timeout(PATIENCE):
                while server.clients:
                    for event in EVENTS[:20]:
                        table.stream.publish(event)  # returns at once
                    await asyncio.sleep(0.01)


async def test_a_client_that_falls_behind_gets_a_snapshot_and_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client_stream, "MOST_BEHIND", 4)
    async with told(EVENTS[:3]) as (table, server), asked(server) as response:
        await frames(response, 4)  # it has caught up
        table.happen(EVENTS[3:20])  # faster than anything can be sent
        got = await frames(response, 1)
        snapshot = MESSAGE.validate_json(got[0].data)
        assert isinstance(snapshot, Snapshot)
        assert snapshot.at == 20
        assert set(snapshot.revealed) == table.state.revealed
        table.happen(EVENTS[20:22])
        assert [MESSAGE.validate_json(one.data).at for one in await frames(response, 2)] == [20, 21]


async def test_the_backlog_is_sent_whole_however_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_stream, "MOST_BEHIND", 4)
    async with told(EVENTS) as (table, server), asked(server) as response:
        table.end()
        assert "snapshot" not in {one.event for one in await frames(response)}


async def test_leaving_says_the_end_to_everybody() -> None:
    async with told(EVENTS[:3]) as (table, server), asked(server) as response:
        await frames(response, 4)
        following = asyncio.create_task(frames(response))
        table.end()
        assert [one.event for one in await following] == ["end"]


async def test_an_error_of_ours_is_not_told_to_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: object) -> None:
        raise RuntimeError("SECRET")

    async with told() as (_, server):
        monkeypatch.setattr(BroadcastGame, "summary", breaks)
        async with asked(server, "") as response:
            assert response.status == 500
            assert "SECRET" not in await response.text()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /games/..%2f..%2fetc%2fpasswd/events HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /games/%00/events HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /events?view=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", 405),
        (b"TRACE / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 20_000 + b"\r\n\r\n", 400),
        (b"GET /" + b"y" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00", 400),
        (b"GET /events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: " + b"9" * 4_000 + b"\r\n\r\n", 200),
        (b"GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\xfe\r\n\r\n", 200),
    ],
    ids=[
        "folders",
        "encoded",
        "nul",
        "file",
        "view",
        "post",
        "trace",
        "origin",
        "host",
        "header",
        "path",
        "tls",
        "place",
        "token",
    ],
)
async def test_whatever_is_asked_gets_an_answer_and_is_no_error_of_ours(request_: bytes, status: int) -> None:
    async with told(patience=2.0) as (table, server):
        port = int(server.url.rstrip("/").rpartition(":")[2])
        table.end()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_)
        answer = await reader.read(100_000)
        writer.close()
        assert answer.split(b" ")[1] == str(status).encode()
        assert b"root:" not in answer
        assert b"Bearer x" not in answer
        async with asked(server, "") as response:
            assert response.status == 200
    assert not log_file().exists()
