"""A game that is watched from elsewhere: it is played in another process, and nobody here has a say in it."""

import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final, assert_never

from codenames_core.decisions.protocol import next_question
from codenames_core.files.schema import SeatChange
from codenames_core.game.config import AgentConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.events import Event
from codenames_core.game.state import initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.broadcast import End, Happened, SeatChanged, Snapshot, Start, board_of, config_of, face_up
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.sessions.measuring import measured
from codenames_tui.game.sessions.open_question import Asked
from codenames_tui.game.sessions.playback import RemotePlayback
from codenames_tui.game.sessions.session import SessionFacts, Standing, Watching
from codenames_tui.streaming.news import News, Notice, Source

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics

ONLY_PUBLIC: Final = Disclosure(key=False, private=False)
WITH_KEY: Final = Disclosure(private=False)


class RemoteSession:
    """A game that another process tells of.

    The pace is that of the person who watches: events wait here, and the game does not wait for them.

    Args:
        start: what the game begins with.
        source: tells it, from the start on.
        pace: seconds between two events that are shown by themselves; 0 shows them as they come.
        clock: gives seconds; says how long nothing has come.
    """

    watching = Watching.ELSEWHERE
    first_position = 0
    message = ""
    why_withheld = "Not shown here: the key needs the spymaster's token."
    seats = None
    speaking = None
    waiting = None
    decisions = Decisions()
    record = None

    def __init__(
        self, start: Start, source: Source, *, pace: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.playback = RemotePlayback(pace)
        self.standing = Standing()
        self.metrics: EpisodeMetrics | None = None
        self._source = source
        self._clock = clock
        self._begin(start)

    def _begin(self, start: Start) -> None:
        self._start = start
        self.facts = SessionFacts({team: start.teams.get(team, "") for team in Team}, seated(start))
        self.seat_changes: list[SeatChange] = []
        self.standing = Standing(trouble=self.standing.trouble)
        self.metrics = None
        self.timeline = self._timeline_of([])
        self._since = self._clock()

    def _timeline_of(self, events: list[Event]) -> Timeline:
        return Timeline(initialize_game(config_of(self._start), board_of(self._start, events)), events)

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return what is told here."""
        return WITH_KEY if self._start.key is not None else ONLY_PUBLIC

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, as the events say, and how long nothing has come."""
        ask = next_question(self.timeline.last_state)
        if self.standing.over or ask is None:
            return None
        return Asked(ask.seat, ask.question, int(self._clock() - self._since))

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, as far as events tell of them; private traces are not told."""
        return markers(self.timeline, (), self.seat_changes)

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what takes the news of the game."""
        return (self._follow(changed),)

    async def _follow(self, changed: Callable[[], None]) -> None:
        """Take what is told until the end, and call `changed` after each piece of it."""
        try:
            async for news in self._source.follow():
                self.take(news)
                changed()
        except CodenamesError as error:
            self.standing = self.standing._replace(trouble=str(error))
        self.standing = self.standing._replace(over=True)
        changed()

    def take(self, news: News) -> None:
        """Take a piece of news."""
        match news:
            case Start():
                if news != self._start or len(self.timeline):
                    self._begin(news)
            case Happened():
                self._append(news.event)
            case SeatChanged():
                if self.facts.teams:  # else nobody knows who sat there before
                    change = SeatChange(seat=news.seat, at=news.at, agent=shown_agent(news.agent))
                    self.seat_changes.append(change)
            case Snapshot():
                pass  # only for whoever skips events, which no source here does
            case End():
                self.standing = self.standing._replace(over=True, outcome=news.outcome)
                record = getattr(self._source, "record", None)
                self.metrics = measured(record) if record is not None else None
            case Notice():
                over = self.standing.over or news.final
                self.standing = self.standing._replace(over=over, trouble=news.text)
            case _:
                assert_never(news)

    def _append(self, event: Event) -> None:
        self._since = self._clock()
        if self._is_surprising(event):  # a card is not what it was taken for
            self.timeline = self._timeline_of([*self.timeline.events, event])
        else:
            self.timeline.append(event)

    def _is_surprising(self, event: Event) -> bool:
        board = self.timeline.last_state.board
        return any(board.key[word] is not card for word, card in face_up(board.words, [event]).items())


def seated(start: Start) -> dict[Team, TeamConfig]:
    """Return who sat down at each seat; nothing where that is not told."""
    if set(start.seats) != set(Seat):
        return {}
    agents = {seat: shown_agent(name) for seat, name in start.seats.items()}
    line_ups = {team: [agents[Seat.of(team, role)] for role in Role] for team in Team}
    return {
        team: TeamConfig(cluer=cluer, guesser_1=guesser_1, guesser_2=guesser_2)
        for team, (cluer, guesser_1, guesser_2) in line_ups.items()
    }


def shown_agent(name: str) -> AgentConfig:
    """Return an agent that is only shown: its name may be any text, and parameters in it are not read."""
    return AgentConfig.model_construct(spec=name)
