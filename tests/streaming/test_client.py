"""Following over HTTP: reconnects by itself, and believes nothing."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator, Sequence

import pytest
from tests.patience import PATIENCE
from tests.streaming.hosting import EVENTS, RECORD, SPYMASTER, TOKENS, Table, soon, told

from codenames_core.support.errors import InputError
from codenames_core.watch.broadcast import Audience, End, Happened, Start, start_of
from codenames_tui.streaming import client, client_stream
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.client import RECONNECTING, HttpSource, RefusedError, stream_url
from codenames_tui.streaming.frames import BrokenStreamError, frame
from codenames_tui.streaming.news import News, Notice
from codenames_tui.streaming.server import EventServer


async def no_wait(_: float) -> None:
    """Waits for nothing but the loop."""
    await asyncio.sleep(0)


async def news_of(source: HttpSource, most: int = 10_000) -> list[News]:
    found: list[News] = []
    async with asyncio.timeout(PATIENCE), contextlib.aclosing(source.follow()) as told_of:
        async for one in told_of:
            found.append(one)
            if len(found) >= most:
                break
    return found


def events_in(news: Sequence[News]) -> list[object]:
    return [one.event for one in news if isinstance(one, Happened)]


async def test_the_whole_game_is_followed_to_its_end() -> None:
    async with told(EVENTS) as (table, host):
        table.end()
        got = await news_of(HttpSource(host.url))
    assert got[0] == Notice("")
    assert isinstance(got[1], Start)
    assert events_in(got) == list(EVENTS)
    assert isinstance(got[-1], End)
    assert got[-1].outcome == RECORD.outcome


async def test_the_spymasters_view_is_followed_with_the_token() -> None:
    async with told(EVENTS, tokens=TOKENS) as (table, host):
        table.end()
        got = await news_of(HttpSource(host.url, SPYMASTER, audience=Audience.SPYMASTER))
        assert isinstance(got[1], Start)
        assert got[1].key == RECORD.board.key
        with pytest.raises(RefusedError, match="401"):
            await news_of(HttpSource(host.url, "another-secret-16", audience=Audience.SPYMASTER))


async def test_a_lost_connection_is_said_and_made_again_from_the_same_place() -> None:
    table = Table()
    table.happen(EVENTS[:5])
    host = EventServer(Address("127.0.0.1", 0))
    game = host.publish(table)
    waited: list[float] = []
    came_back = asyncio.Event()

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await came_back.wait()

    got: list[News] = []

    async def follow() -> None:
        async for one in HttpSource(host.url, sleep=wait).follow():
            got.append(one)  # noqa: PERF401  it is looked at meanwhile

    serving = asyncio.create_task(host.serve_forever())
    following = asyncio.create_task(follow())
    await soon(lambda: len(events_in(got)) == 5)
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    await soon(lambda: waited)
    table.happen(EVENTS[5:])
    table.end()
    again = EventServer(Address("127.0.0.1", int(host.url.rstrip("/").rpartition(":")[2])))
    again._games[game.id] = game  # the same process has it still
    async with again.serving():
        came_back.set()
        await following
    assert waited[0] == client.FIRST_WAIT
    assert events_in(got) == list(EVENTS)
    notices = [one.text for one in got if isinstance(one, Notice)]
    assert notices[0] == notices[-1] == ""
    assert notices[1].startswith("reconnecting in 0.5 s: ")


async def test_another_game_at_the_same_address_begins_anew() -> None:
    async with told(EVENTS[:3]) as (_, host):
        port = int(host.url.rstrip("/").rpartition(":")[2])
        source = HttpSource(host.url, sleep=no_wait)
        following = source.follow()
        got = [await anext(following) for _ in range(5)]
    second = Table()
    second.happen(EVENTS[:1])
    second.end()
    host = EventServer(Address("127.0.0.1", port))
    host.publish(second)
    async with host.serving():
        got += [one async for one in following]
    starts = [one for one in got if isinstance(one, Start)]
    assert len(starts) == 2
    assert starts[0].game != starts[1].game
    assert events_in(got) == [*EVENTS[:3], EVENTS[0]]


async def test_whoever_was_too_slow_asks_again_for_what_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_stream, "MOST_BEHIND", 4)
    async with told(EVENTS[:3]) as (table, host):
        following = HttpSource(host.url, sleep=no_wait).follow()
        got = [await anext(following) for _ in range(5)]
        table.happen(EVENTS[3:])
        table.end()
        got += [one async for one in following]
    assert events_in(got) == list(EVENTS)
    assert any(isinstance(one, Notice) and "too slow" in one.text for one in got)


async def test_waits_grow_up_to_a_limit() -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    with EventServer(Address("127.0.0.1", 0))._listener as closed:
        port = closed.getsockname()[1]
    await news_of(HttpSource(f"http://127.0.0.1:{port}", sleep=wait), most=8)
    assert waited == [0.5, 1, 2, 4, 8, 15, 15]


START = start_of(Table().header, "feedbeef00", Audience.PUBLIC)
KEYED = start_of(Table().header, "feedbeef00", Audience.SPYMASTER)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


@contextlib.asynccontextmanager
async def saying(data: bytes) -> AsyncIterator[str]:
    """A server that answers every request with these bytes; yields its address."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(data)
            await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


def start(message: Start = START) -> bytes:
    return frame("start", message.model_dump_json(exclude_none=True))


def happened(at: int) -> bytes:
    return frame("event", Happened(at=at, event=EVENTS[0]).model_dump_json())


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (OK + b"\xff\xfe\n\ndata: \xff\n\n", "not UTF-8 text"),
        (OK + b"x" * 500_000, "bytes without an end"),
        (OK + frame("start", "{"), "start: "),
        (OK + frame("start", '{"type":"start","version":9}'), "start: "),
        (OK + happened(0), "does not begin with the start"),
        (OK + start() + happened(1), "event 1 comes where event 0 was due"),
        (OK + start() + happened(0) * 2, "event 0 comes where event 1 was due"),
        (OK + start(KEYED), "the view is spymaster"),
        (OK + start(KEYED.model_copy(update={"view": Audience.PUBLIC})), "the key does not belong"),
        (OK.replace(b"event-stream", b"html") + b"<html>", "text/html, not a game stream"),
    ],
)
async def test_what_is_no_stream_of_a_game_is_not_followed(data: bytes, complaint: str) -> None:
    async with saying(data) as address:
        with pytest.raises(BrokenStreamError, match=complaint):
            await news_of(HttpSource(address, sleep=no_wait))


async def test_a_game_without_an_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MOST_EVENTS", 3)
    async with saying(OK + start() + b"".join(happened(at) for at in range(5))) as address:
        with pytest.raises(BrokenStreamError, match="more events than a game has"):
            await news_of(HttpSource(address, sleep=no_wait))


async def test_kinds_of_a_newer_version_are_passed_over() -> None:
    data = OK + start() + frame("weather", "rain") + happened(0) + frame("end", '{"type":"end","events":1}')
    async with saying(data) as address:
        assert events_in(await news_of(HttpSource(address, sleep=no_wait))) == [EVENTS[0]]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("place", ["http://127.0.0.1:1/", "file:///etc/passwd", "//127.0.0.1:1/", "/events"])
async def test_nobody_is_sent_elsewhere_with_the_token(status: int, place: str) -> None:
    answer = f"HTTP/1.1 {status} Elsewhere\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n"
    async with saying(answer.encode()) as address:
        with pytest.raises(RefusedError, match=f"refuses: {status}"):
            await news_of(HttpSource(address, SPYMASTER, sleep=no_wait))


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 " + b"y" * 1_000_000,
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1_000_000,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000,
        OK.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"f" * 1_000_000,
        OK.replace(b"\r\n\r\n", b"\r\nContent-Length: -1\r\n\r\n"),
        OK.replace(b"\r\n\r\n", b"\r\nContent-Encoding: gzip\r\n\r\n") + gzip.compress(b"data: 0\n\n" * 1_000_000),
        b"\x00" * 1_000,
        b"",
    ],
    ids=["status line", "header", "headers", "chunk", "length", "gzip bomb", "no HTTP", "nothing"],
)
async def test_what_has_no_end_or_is_no_answer_counts_as_a_lost_connection(answer: bytes) -> None:
    async with saying(answer) as address:
        news = await news_of(HttpSource(address, sleep=no_wait), most=2)
    assert all(isinstance(item, Notice) for item in news)
    assert any(item.text.startswith(RECONNECTING) for item in news if isinstance(item, Notice))


async def test_what_a_server_says_is_cleaned() -> None:
    async with saying(b"HTTP/1.1 404 Not Found\r\nContent-Length: 13\r\n\r\n\x1b[2J\x1b]52;c;xx") as address:
        with pytest.raises(RefusedError) as refused:
            await news_of(HttpSource(address, sleep=no_wait))
    assert str(refused.value) == "the server refuses: 404"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost:8765",
        "ftp://localhost",
        "http://",
        "http://[",
        "http://h:99999",
        "http://h/?view=spymaster",
        "file:///x",
    ],
)
def test_what_is_no_address_of_a_stream_is_named(text: str) -> None:
    with pytest.raises(InputError, match="not the address of a stream"):
        stream_url(text, Audience.PUBLIC)


def test_no_secret_is_given_in_an_address() -> None:
    with pytest.raises(InputError, match="--token-file") as refused:
        stream_url("http://me:hunter2@localhost", Audience.PUBLIC)
    assert "hunter2" not in str(refused.value)


def test_one_game_of_many_is_named_by_its_path() -> None:
    assert stream_url("http://h:1/games/ab/events", Audience.PUBLIC) == "http://h:1/games/ab/events?view=public"
