"""A game at a table elsewhere, as a person sees it who sits there, or watches."""

import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from codenames_core.files.schema import SeatChange
from codenames_core.game.config import Seat, Team
from codenames_core.game.timeline import Timeline
from codenames_core.table.messages import AskForPause
from codenames_core.watch.broadcast import Start
from codenames_core.watch.markers import Marker, markers
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import Disclosure, disclosure_for
from codenames_tui.game.sessions.open_question import Asked
from codenames_tui.game.sessions.playback import GamePosition, Playback, ReplayPlayback
from codenames_tui.game.sessions.remote import ONLY_PUBLIC, WITH_KEY, seated, shown_agent
from codenames_tui.game.sessions.session import SessionFacts, Standing, Watching
from codenames_tui.table.far_seats import FarSeats
from codenames_tui.table.guest import TableGuest

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics

FREE_KEY = Disclosure(private=False)
"""After the game: the key may be looked at, what agents thought is not told."""


class TableSession:
    """The game that a guest follows.

    Args:
        guest: who has been told that the game has begun.
        start: what the game begins with.
        clock: gives seconds; says how long a question has been open.
    """

    watching = Watching.TABLE
    first_position = 0
    message = ""
    why_withheld = "Not shown here: a person at a table sees what its seat may see."
    speaking = None
    waiting = None
    decisions = Decisions()
    record = None
    metrics: "EpisodeMetrics | None" = None

    def __init__(self, guest: TableGuest, start: Start, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._guest = guest
        self._clock = clock
        self.facts = SessionFacts({team: start.teams.get(team, "") for team in Team}, seated(start))
        self.seats = FarSeats(guest)
        self._live = TablePlayback(guest)
        self._replay = ReplayPlayback()
        self._question: object = None
        self._asked_at = 0.0

    @property
    def timeline(self) -> Timeline:
        """The events so far, and their states."""
        timeline = self._guest.known.timeline
        assert timeline is not None  # noqa: S101  a session begins with the game
        return timeline

    @property
    def playback(self) -> Playback:
        """How the game goes on: as the table plays it, and after its end as this person likes."""
        return self._replay if self._guest.known.end is not None else self._live

    @property
    def standing(self) -> Standing:
        """Whether it goes on."""
        end, guest = self._guest.known.end, self._guest
        if end is not None:
            return Standing(over=True, outcome=end.outcome)
        return Standing(over=guest.is_closed, trouble=guest.trouble)

    @property
    def seat_changes(self) -> Sequence[SeatChange]:
        """The seats that have changed hands; a person is called by its name."""
        if not self.facts.teams:
            return ()
        changes = self._guest.known.seat_changes
        return [
            SeatChange(seat=one.seat, at=one.at, agent=shown_agent(self._named(one.seat, one.agent))) for one in changes
        ]

    def _named(self, seat: Seat, agent: str) -> str:
        person = self._guest.in_seat(seat)
        return person.name if agent == "human" and person is not None else agent

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return what this person may see: what its seat may; after the game, everything that was told."""
        known = self._guest.known
        if known.end is not None:
            return FREE_KEY
        if known.seat is None:
            return ONLY_PUBLIC
        rules = self.timeline.last_state.config
        shown = disclosure_for((known.seat,), known.seat, rules)
        return shown if not shown.key or (known.start and known.start.key) else shown._replace(key=WITH_KEY.key)

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited, and for how long."""
        awaited = self._guest.known.awaited
        if self.standing.over or awaited.seat is None or awaited.question is None:
            return None
        question = (awaited.seat, awaited.question, len(self.timeline))
        if question != self._question:
            self._question, self._asked_at = question, self._clock()
        seconds = int(self._clock() - self._asked_at)
        is_person = awaited.seat is self._guest.known.seat
        return Asked(awaited.seat, awaited.question, seconds, is_person=is_person, is_typing=awaited.typing)

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the marked places, as far as events tell of them."""
        return markers(self.timeline, (), self.seat_changes)

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what takes note of news; the guest is told them elsewhere."""
        return (self._follow(changed),)

    async def _follow(self, changed: Callable[[], None]) -> None:
        while not self.standing.over:
            await self._guest.changes.wait()
            changed()


class TablePlayback:
    """The pace of a game is that of its table, which can be asked for a pause.

    Args:
        guest: who asks.
    """

    pace = 0.0
    follows = True

    def __init__(self, guest: TableGuest) -> None:
        self._guest = guest

    @property
    def running(self) -> bool:
        """Whether the table is not paused."""
        return not self._guest.known.lobby.paused

    def toggle(self, place: GamePosition) -> int:
        """Ask for a pause; for its end, where this person wanted one or the table stands still."""
        me, lobby = self._guest.me, self._guest.known.lobby
        wants = bool(me and me.wants_pause)
        self._guest.ask(AskForPause(pause=not (wants or lobby.paused)))
        return place.position

    def change_pace(self, steps: int, place: GamePosition) -> int:
        """Do nothing: the host sets the pace."""
        return place.position

    def step(self, place: GamePosition) -> int:
        """Show the next event."""
        return place.position + 1
