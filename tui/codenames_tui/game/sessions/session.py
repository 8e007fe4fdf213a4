"""What the game screen needs of a game, whether it is played here, elsewhere, or was recorded.

`LiveSession`, `RecordedSession`, `RemoteSession` and `JournalSession` implement it. A session has no position: that
belongs to the screen.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent, SeatChange
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.game.state import Outcome
from codenames_core.game.timeline import Timeline
from codenames_core.watch.markers import Marker
from codenames_tui.game.sessions.decisions import Decisions
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.sessions.open_question import Asked, Speaking, Waiting
from codenames_tui.game.sessions.playback import Playback

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics
    from codenames_tui.game.sessions.seats import SeatsOfGame


class Watching(StrEnum):
    """How a game is watched."""

    LIVE = "LIVE"
    """It is played here."""
    REPLAY = "REPLAY"
    """It is read from a file."""
    ELSEWHERE = "WATCH"
    """It is played in another process, which tells of it."""
    TABLE = "TABLE"
    """It is played at a table elsewhere, by people who sit here or could."""


class SessionFacts(NamedTuple):
    """What is known of a game before its first event."""

    labels: Mapping[Team, str]
    """Who plays, in words; untrusted."""
    teams: Mapping[Team, TeamConfig] = {}
    """Who sat down at first, where that is told."""
    parent: Parent | None = None
    """Where the game comes from, if it is a fork."""
    notes: tuple[str, ...] = ()
    """What a reader should know about the file of a game."""
    flags: tuple[str, ...] = ()
    """What is unusual about that file, in a word each."""


class Standing(NamedTuple):
    """Whether a game goes on, and what became of it."""

    over: bool = False
    """Whether no further event will be added."""
    outcome: Outcome | None = None
    """How it ended; None where it goes on, or has no end."""
    saved: str = ""
    """Where the finished game was kept."""
    trouble: str = ""
    """Why it stopped, could not be kept, or cannot be followed."""


class GameSession(Protocol):
    """A game that can be watched."""

    @property
    def watching(self) -> Watching:
        """How it is watched."""
        ...

    @property
    def facts(self) -> SessionFacts:
        """What is known of it before its first event."""
        ...

    @property
    def message(self) -> str:
        """What is said when the screen opens, until the first move."""
        ...

    @property
    def timeline(self) -> Timeline:
        """Its events and states so far. Another object takes its place when another game does."""
        ...

    @property
    def first_position(self) -> int:
        """Where a viewer begins to look."""
        ...

    @property
    def playback(self) -> Playback:
        """How it goes on."""
        ...

    @property
    def standing(self) -> Standing:
        """Whether it goes on, and what became of it."""
        ...

    @property
    def why_withheld(self) -> str:
        """Why some of it may not be seen; empty where everything may."""
        ...

    def disclosure(self, at_keyboard: Seat | None) -> Disclosure:
        """Return what may be seen now by the people at the screen, of whom `at_keyboard` has said that it looks."""
        ...

    @property
    def seats(self) -> "SeatsOfGame | None":
        """The seats that people can take; None in a game that nobody can join."""
        ...

    @property
    def seat_changes(self) -> Sequence[SeatChange]:
        """The seats that have changed hands, oldest first."""
        ...

    @property
    def asked(self) -> Asked | None:
        """Whose answer is awaited; None where nobody is asked."""
        ...

    @property
    def speaking(self) -> Speaking | None:
        """What has come of that answer; None where it is not told while it is given."""
        ...

    @property
    def waiting(self) -> Waiting | None:
        """The seat whose model cannot be reached; None where all can."""
        ...

    @property
    def decisions(self) -> Decisions:
        """The private side of the game so far; empty where it is not told."""
        ...

    @property
    def record(self) -> EpisodeRecord | None:
        """The game so far as a record; None where not all of it is told."""
        ...

    @property
    def metrics(self) -> "EpisodeMetrics | None":
        """How well it was played; None before its end, and where it cannot be measured."""
        ...

    def marked(self, *, private: bool) -> tuple[Marker, ...]:
        """Return the places worth a look, those that only private traces tell of where `private` ones may be seen."""
        ...

    def activities(self, changed: Callable[[], None], heard: Callable[[], None]) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what has to run while the game is on the screen; nothing for a game that does not change.

        Args:
            changed: is called after every change, but for more of an answer.
            heard: is called when more of an answer was said; possibly many times a second.
        """
        ...
