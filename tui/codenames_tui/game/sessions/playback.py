"""How a game goes on by itself, or event by event: paused or running, and at which pace.

The position belongs to the screen. What moves it is told where it is, and returns where it should be.
"""

from typing import TYPE_CHECKING, NamedTuple, Protocol

from codenames_tui.ui.pacing import REPLAY_PACES, next_pace

if TYPE_CHECKING:  # a replay starts faster without what plays
    from codenames_core.play.episode import EpisodeRunner


class GamePosition(NamedTuple):
    """A position of a game, and where that is."""

    position: int
    length: int
    """Events that there are, which is also the last position."""
    over: bool
    """Whether no further event will be added."""

    @property
    def at_end(self) -> bool:
        """Whether all events so far have happened."""
        return self.position == self.length

    @property
    def is_final(self) -> bool:
        """Whether this is the end of a game that is over."""
        return self.at_end and self.over


class Playback(Protocol):
    """Whether and how fast a game goes on. The methods return the position to look at."""

    @property
    def pace(self) -> float:
        """Seconds between two events; 0 is as fast as they come."""
        ...

    @property
    def running(self) -> bool:
        """Whether the next event comes by itself."""
        ...

    @property
    def follows(self) -> bool:
        """Whether a viewer at the end goes along with new events."""
        ...

    def toggle(self, place: GamePosition) -> int:
        """Pause or resume."""
        ...

    def change_pace(self, steps: int, place: GamePosition) -> int:
        """Go slower by that many steps, or faster where negative."""
        ...

    def step(self, place: GamePosition) -> int:
        """Go on by one event."""
        ...


class ReplayPlayback:
    """Plays events that are there, at the pace of the viewer.

    Args:
        pace: seconds between two events; 0 is as fast as a replay goes.
    """

    follows = True

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace or REPLAY_PACES[0]
        self.running = False

    def toggle(self, place: GamePosition) -> int:
        """Play by itself, or stop doing so; at the end, play again from the start."""
        self.running = not self.running
        return 0 if self.running and place.at_end else place.position

    def change_pace(self, steps: int, place: GamePosition) -> int:
        """Play slower, or faster where negative."""
        self.pace = next_pace(self.pace, steps, REPLAY_PACES)
        return place.position

    def step(self, place: GamePosition) -> int:
        """Show the next event."""
        return place.position + 1


class RemotePlayback:
    """Shows events as they come from elsewhere, or holds them back: the game does not wait for the viewer.

    Args:
        pace: seconds between two events that are shown; 0 shows them as they come.
    """

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.running = True

    @property
    def follows(self) -> bool:
        """Whether events are shown as they come."""
        return self.running and not self.pace

    def toggle(self, place: GamePosition) -> int:
        """Stop going along, or go along again; at the end of a game that is over, play it from the start."""
        self.running = not self.running
        if self.running and place.is_final:
            self.pace = self.pace or 1.0
            return 0
        return self._position(place)

    def change_pace(self, steps: int, place: GamePosition) -> int:
        """Go along slower, or faster where negative; the fastest is as the events come."""
        self.pace = next_pace(self.pace, steps)
        return self._position(place)

    def step(self, place: GamePosition) -> int:
        """Show the next event."""
        return place.position + 1

    def _position(self, place: GamePosition) -> int:
        return place.length if self.follows else place.position


class LivePlayback:
    """Has a game played: pausing and stepping hold it at its gate.

    Args:
        runner: plays it.
        pace: seconds before each event.
    """

    follows = True

    def __init__(self, runner: "EpisodeRunner", pace: float) -> None:
        self._runner = runner
        self._runner.gate.pace = pace
        self.is_over = False
        """Whether the game has ended."""

    @property
    def pace(self) -> float:
        """Seconds that the game waits before each event."""
        return self._runner.gate.pace

    @property
    def running(self) -> bool:
        """Whether the game goes on by itself."""
        return not self.is_over and not self._runner.gate.paused

    def toggle(self, place: GamePosition) -> int:
        """Pause the game, or have it go on."""
        if self._runner.gate.paused:
            self._runner.resume()
        else:
            self._runner.pause()
        return place.position

    def change_pace(self, steps: int, place: GamePosition) -> int:
        """Play slower, or faster where negative."""
        self._runner.gate.pace = next_pace(self.pace, steps)
        return place.position

    def step(self, place: GamePosition) -> int:
        """Have one event played at the end; show the next one where the past is looked at."""
        if place.at_end:
            self._runner.step()
            return place.position
        return place.position + 1
