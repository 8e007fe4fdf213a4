"""A game that is told: its events happen when a test says so."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp
from tests.patience import PATIENCE

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import Header
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.game.events import Event
from codenames_core.game.state import apply
from codenames_core.play.episode import EpisodeRunner
from codenames_core.watch.broadcast import Audience
from codenames_tui.library.samples import sample_path
from codenames_tui.streaming.addresses import Address
from codenames_tui.streaming.frames import Frame, FrameReader
from codenames_tui.streaming.server import EventServer
from codenames_tui.streaming.tokens import Tokens

RECORD = EpisodeRecord.load(sample_path("comeback"))
EVENTS: Sequence[Event] = tuple(RECORD.public_transcript)
SPYMASTER, GUEST = "spymaster-secret-1", "guest-secret-23456"
TOKENS = Tokens.of(SPYMASTER, GUEST)


class Table(EpisodeRunner):
    """A game in which nobody is asked."""

    def __init__(self) -> None:
        header = Header(
            episode_id="of-a-test",
            config=RECORD.config,
            board=RECORD.board,
            teams={team: RECORD.teams[team] for team in Team},
        )
        super().__init__(header, build_team("ghost:pass"), build_team("ghost:pass"))

    def happen(self, events: Iterable[Event]) -> None:
        """Let events happen."""
        for event in events:
            self.happened(event, apply(self.state, event))

    def end(self) -> None:
        """Let no further event happen."""
        self.stream.close()


@contextlib.asynccontextmanager
async def told(
    events: Sequence[Event] = (), *, tokens: Tokens | None = None, **options: float
) -> AsyncIterator[tuple[Table, EventServer]]:
    """A game of which `events` have happened, and the server that tells it."""
    table = Table()
    table.happen(events)
    server = EventServer(Address("127.0.0.1", 0), tokens, **options)
    server.publish(table)
    async with server.serving():
        yield table, server


@contextlib.asynccontextmanager
async def asked(server: EventServer, path: str = "events", **headers: str) -> AsyncIterator[aiohttp.ClientResponse]:
    """The answer to a request; names of headers have `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE)) as session,
        session.get(server.url + path, headers=named, allow_redirects=False) as response,
    ):
        yield response


async def frames(response: aiohttp.ClientResponse, most: int | None = None) -> list[Frame]:
    """The frames of an answer, all that are left of them, or the next `most`."""
    reader, found = _READ.setdefault(response, (FrameReader(), []))
    while most is None or len(found) < most:
        data = await response.content.readany()
        if not data:
            break
        found += reader.feed(data)
    taken = found[:most]
    del found[:most]
    return taken


_READ: WeakKeyDictionary[aiohttp.ClientResponse, tuple[FrameReader, list[Frame]]] = WeakKeyDictionary()
"""How far each answer was read, and the frames of it that were not asked for yet."""


def bearer(secret: str) -> str:
    return f"Bearer {secret}"


async def soon(happened: Any) -> None:
    """Return once `happened()`; the loop works meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110
            await asyncio.sleep(0.005)  # what sockets do is said by nobody


__all__ = [
    "EVENTS",
    "GUEST",
    "RECORD",
    "SPYMASTER",
    "TOKENS",
    "Audience",
    "Table",
    "asked",
    "bearer",
    "frames",
    "soon",
    "told",
]
