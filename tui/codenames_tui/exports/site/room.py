"""A site, or a folder of games, shown to a room: a server that reads, writes nothing, and starts nothing.

A site is served as it lies there. Of a folder of games lists and pages are made when they are asked for, as they would
be published: without prompts, addresses or paths, and without the key unless whoever started it wants it shown.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.support.errors import EpisodeFileError, InputError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX, game_suffix
from codenames_core.text.sanitiser import one_line
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.page.game_page import SCRIPT as GAME_SCRIPT
from codenames_tui.exports.page.game_page import Beside, game_page
from codenames_tui.exports.page.policy import part
from codenames_tui.exports.site.games_list import GAMES, ROWS, ListedGame, list_pages, rows_file
from codenames_tui.exports.site.layout import ASSETS, PACKAGE, SCRIPT, STYLES
from codenames_tui.exports.site.private import public_record
from codenames_tui.exports.site.publish import INDEX
from codenames_tui.exports.site.staging import MARK
from codenames_tui.streaming.connections import PATIENCE, Connections
from codenames_tui.streaming.cross_site_requests import why_refused
from codenames_tui.streaming.serving import end_signal, served

if TYPE_CHECKING:
    from aiohttp import web

TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".csv": "text/csv",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What is served, by the ends of names; nothing else is."""
HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "frame-ancestors 'none'",
}
_LIBRARY: Final = "library"
_GAMES: Final = (RECORD_SUFFIX, JOURNAL_SUFFIX)


class Found(NamedTuple):
    """What lies at an address."""

    body: bytes
    kind: str


class Shelf(Protocol):
    """Something that is shown."""

    @property
    def first(self) -> str:
        """The address of its first page, without the slash before it."""

    def find(self, address: str) -> Found | None:
        """Return what lies at an address, without the slash before it; None where nothing does. May block."""


class SiteOnDisk:
    """A site that was published."""

    first = INDEX

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def find(self, address: str) -> Found | None:
        """Return a file of the site: no other, wherever an address or a link leads."""
        try:
            path = (self._folder / address).resolve()
            kind = TYPES.get(path.suffix)
            if kind is None or not path.is_relative_to(self._folder) or not path.is_file():
                return None
            return Found(path.read_bytes(), kind)
        except (OSError, ValueError):
            return None


class GamesOnDisk:
    """The games of a folder.

    Args:
        folder: with episodes and journals; others in it are left out.
        key: whether visitors see the key.
    """

    first = f"{_LIBRARY}/{GAMES}"

    def __init__(self, folder: Path, key: KeyShown) -> None:
        self._key = key
        self._files: dict[str, Path] = {}
        self.left_out = 0
        """Files that could not be read as a game."""
        rows: list[ListedGame] = []
        for path in sorted(path for path in folder.iterdir() if path.is_file() and game_suffix(path) in _GAMES):
            try:
                record = EpisodeRecord.load(path)
            except EpisodeFileError:
                self.left_out += 1
                continue
            name = f"{len(rows) + 1:04}"
            self._files[name] = path
            rows.append(_row(name, public_record(record)))
        pages = dict(list_pages(rows, "this folder", (), "by name"))
        self._made = {f"{_LIBRARY}/{name}": Found(text.encode(), TYPES[".html"]) for name, text in pages.items()}
        self._made[f"{_LIBRARY}/{ROWS}"] = Found(rows_file(rows).encode(), TYPES[".json"])
        assets = {GAME_SCRIPT: part(GAME_SCRIPT), SCRIPT: part(SCRIPT, PACKAGE)}
        assets |= {name: part(name) if name == "page.css" else part(name, PACKAGE) for name in STYLES}
        for name, text in assets.items():
            self._made[f"{ASSETS}/{name}"] = Found(text.encode(), TYPES[Path(name).suffix])
        self._page = lru_cache(maxsize=64)(self._make_page)

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self._files)

    def find(self, address: str) -> Found | None:
        """Return a list, or the page of a game."""
        if made := self._made.get(address):
            return made
        name = address.removeprefix(f"{_LIBRARY}/games/").removesuffix(".html")
        is_game = address == f"{_LIBRARY}/games/{name}.html" and name in self._files
        return self._page(name) if is_game else None

    def _make_page(self, name: str) -> Found | None:
        try:
            record = public_record(EpisodeRecord.load(self._files[name]))
        except EpisodeFileError:
            return None
        beside = Beside(f"../../{ASSETS}", f"../{GAMES}", "All games")
        return Found(game_page(record, key=self._key, beside=beside).encode(), TYPES[".html"])


def _row(name: str, record: EpisodeRecord) -> ListedGame:
    labels, outcome = record.labels_in_turn, record.outcome
    return ListedGame(
        name=name,
        red=one_line(labels[Team.RED], 80),
        blue=one_line(labels[Team.BLUE], 80),
        mode=str(record.config.mode).replace("_", " "),
        seed=record.config.seed or 0,
        winner=str(outcome.winner or "") if outcome else "",
        ending=str(outcome.termination).replace("_", " ") if outcome else "unfinished",
        turns=record.timeline().last_state.turn.number,
    )


def shelf_of(path: Path, key: KeyShown | None) -> SiteOnDisk | GamesOnDisk:
    """Return what is shown of a folder.

    Args:
        path: a site, or a folder of games.
        key: whether visitors see the key; never, if not given. A site has settled that for itself.

    Raises:
        InputError: there is no such folder, or nothing to show in it.
    """
    where = one_line(str(path))
    if not path.is_dir():
        raise InputError(f"{where} is not a folder; a site of `bench publish`, or a folder of games is needed")
    if (path / MARK).is_file():
        if key is not None:
            raise InputError("--key is for a folder of games; the pages of a site already decide that")
        return SiteOnDisk(path)
    games = GamesOnDisk(path, key or KeyShown.NEVER)
    if not games.count:
        raise InputError(f"{where} contains neither a game nor a site")
    return games


class RoomServer:
    """Serves a shelf.

    Args:
        shelf: what is shown.
        names: of this machine, under which browsers may ask for it, beside addresses in numbers.
    """

    def __init__(self, shelf: Shelf, names: set[str]) -> None:
        self._shelf, self._names = shelf, names
        self._connections = Connections(PATIENCE)

    @contextlib.asynccontextmanager
    async def serving(self, listener: socket.socket) -> AsyncIterator[None]:
        """Serve until the block is left."""
        from aiohttp import web

        app = web.Application()
        app.router.add_get("/{address:.*}", self._answer)
        async with served(app, self._connections, listener, patience=PATIENCE):
            yield

    async def serve_on(self, listener: socket.socket) -> int:
        """Serve until a signal ends the process, and return its number."""
        ended = end_signal()
        async with self.serving(listener):
            return await ended

    async def _answer(self, request: "web.Request") -> "web.Response":
        from aiohttp import web

        self._connections.has_asked(request.protocol)
        status, found = await self._found(request.headers, request.match_info["address"])
        if status == 302:
            return web.Response(status=302, headers={"Location": f"/{self._shelf.first}"})
        charset = None if found.kind == TYPES[".png"] else "utf-8"
        return web.Response(status=status, body=found.body, content_type=found.kind, charset=charset, headers=HEADERS)

    async def _found(self, headers: Mapping[str, str], address: str) -> tuple[int, Found]:
        reasons = [why_refused(headers, name) for name in self._names]
        if all(reasons):
            return 403, Found(f"{reasons[0]}\n".encode(), "text/plain")
        if not address:
            return 302, Found(b"", "text/plain")
        look: Callable[[str], Found | None] = self._shelf.find
        found = await asyncio.to_thread(look, address)
        return (200, found) if found else (404, Found(b"no such page\n", "text/plain"))
