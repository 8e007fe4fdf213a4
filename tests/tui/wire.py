"""A game that is played elsewhere, and what comes of it to a viewer."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from tests.tui.table import BOARD, EVENTS, record_of

from codenames_core.files.journal import Header
from codenames_core.game.events import Event
from codenames_core.watch.broadcast import Audience, End, Happened, Start, start_of
from codenames_tui.app.app import CodenamesApp
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.remote import RemoteSession
from codenames_tui.streaming.news import News
from codenames_tui.ui.look import Look

RECORD = record_of()
HEADER = Header(episode_id="a-game", config=RECORD.config, board=BOARD, teams=RECORD.teams)
OUTCOME = RECORD.outcome
END = End(events=len(EVENTS), outcome=OUTCOME)


def start(audience: Audience = Audience.PUBLIC, game: str = "feedbeef") -> Start:
    return start_of(HEADER, game, audience)


def happened(events: Sequence[Event], first: int = 0) -> list[News]:
    return [Happened(at=first + at, event=event) for at, event in enumerate(events)]


class Wire:
    """Brings what a test puts on it."""

    def __init__(self, *news: News) -> None:
        self._queue: asyncio.Queue[News | Exception] = asyncio.Queue()
        self.say(*news)

    def say(self, *news: News | Exception) -> None:
        for one in news:
            self._queue.put_nowait(one)

    async def follow(self) -> AsyncGenerator[News]:
        while True:
            news = await self._queue.get()
            if isinstance(news, Exception):
                raise news
            yield news
            if isinstance(news, End):
                return


def watched(wire: Wire, first: Start | None = None, *, pace: float = 0.0) -> CodenamesApp:
    look = Look()
    game = RemoteSession(first or start(), wire, pace=pace, clock=lambda: 0.0)
    return CodenamesApp(GameScreen(game, glyphs=look.glyphs), look)
