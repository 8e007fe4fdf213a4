"""A game that is watched from elsewhere: it is played in another process, and nobody here has a say in it."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from codenames_core.decisions.protocol import next_question
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import Team, TeamConfig
from codenames_core.game.events import Event
from codenames_core.game.replay import Replay
from codenames_core.game.state import Outcome, initialize_game
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.broadcast import End, Happened, Start, board_of, config_of, face_up
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.ending.summary import measured
from codenames_tui.game.inspector.decisions import Decisions
from codenames_tui.game.panels.status import Watching
from codenames_tui.game.panels.turn import Asked
from codenames_tui.game.seats.disclosure import Disclosure
from codenames_tui.streaming.news import News, Notice, Source
from codenames_tui.ui.pacing import next_pace

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics

ONLY_PUBLIC: Final = Disclosure(key=False, private=False)
WITH_KEY: Final = Disclosure(private=False)


class RemoteSession:
    """A game that somebody tells us of.

    The pace is that of the person who watches: events wait here, and the game does not wait for them.

    Args:
        start: what the game begins with.
        source: tells it, from the start on.
        pace: seconds between two events that are shown by themselves; 0 shows them as they come.
        clock: gives seconds; says how long nothing has come.
    """

    watching = Watching.ELSEWHERE
    seats = None
    """Nobody can sit down here."""
    why_withheld = "Not told here; the key takes the spymaster's token."
    speaking = None
    """Words are told when they have been said."""
    waiting = None
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    record = None
    """Only those who play have all of it."""
    parent = None
    teams: Mapping[Team, TeamConfig] = {}
    seat_changes: tuple[SeatChange, ...] = ()
    decisions = Decisions()
    """None of them is told."""

    def __init__(
        self, start: Start, source: Source, *, pace: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.pace = pace
        self.running = True
        self.over = False
        self.message = ""
        self.saved = ""
        self.trouble = ""
        """What is wrong with the connection, or with what came over it."""
        self.outcome: Outcome | None = None
        self.metrics: EpisodeMetrics | None = None
        self._source = source
        self._clock = clock
        self._begin(start)

    def _begin(self, start: Start) -> None:
        self._start = start
        self.labels: dict[Team, str] = {team: start.teams.get(team, "") for team in Team}
        self.sight = WITH_KEY if start.key is not None else ONLY_PUBLIC
        self.over, self.outcome, self.metrics = False, None, None
        self.replay = self._replay_of([])
        self._since = self._clock()

    def _replay_of(self, events: list[Event]) -> Replay:
        return Replay(initialize_game(config_of(self._start), board_of(self._start, events)), events)

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, as the events say, and how long nothing has come."""
        ask = next_question(self.replay.last_state)
        if self.over or ask is None:
            return None
        return Asked(ask.seat, ask.question, int(self._clock() - self._since))

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, as far as events tell of them; `private` traces are not told."""
        del private
        return markers(self.replay)

    def toggle(self) -> None:
        """Stop going along, or go along again; what comes meanwhile waits."""
        self.running = not self.running
        if self.running and self.replay.at_end and self.over:
            self.pace = self.pace or 1.0
            self.replay.seek(0)
        elif self.running and not self.pace:
            self.replay.seek(len(self.replay))

    def change_pace(self, steps: int) -> None:
        """Go along slower, or faster where negative; the fastest is as the events come."""
        self.pace = next_pace(self.pace, steps)
        if self.running and not self.pace:
            self.replay.seek(len(self.replay))

    def step(self) -> None:
        """Show one event more."""
        self.replay.step()

    async def follow(self, changed: Callable[[], None]) -> None:
        """Take what is told until the end, and call `changed` after each piece of it."""
        try:
            async for news in self._source.follow():
                self.take(news)
                changed()
        except CodenamesError as error:
            self.trouble = str(error)
        self.over = True
        changed()

    def take(self, news: News) -> None:
        """Take a piece of news."""
        match news:
            case Start():
                if news != self._start or len(self.replay):
                    self._begin(news)
            case Happened():
                self._append(news.event)
            case End():
                self.over, self.outcome = True, news.outcome
                record = getattr(self._source, "record", None)
                self.metrics = measured(record) if record is not None else None
            case Notice():
                self.trouble = news.text
                self.over = self.over or news.final

    def _append(self, event: Event) -> None:
        """Add an event; the cursor goes along only where events are shown as they come."""
        self._since = self._clock()
        before, at_end = self.replay.cursor, self.replay.at_end
        if self._is_surprising(event):  # a card is not what it was taken for
            self.replay = self._replay_of([*self.replay.events, event])
        else:
            self.replay.append(event)
        follows = at_end and self.running and not self.pace
        self.replay.seek(len(self.replay) if follows else before)

    def _is_surprising(self, event: Event) -> bool:
        board = self.replay.last_state.board
        return any(board.key[word] is not card for word, card in face_up(board.words, [event]).items())
