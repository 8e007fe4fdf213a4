"""The turns of a game and what decided it, found out once for each length of the game."""

from collections.abc import Sequence

from codenames_core.game.timeline import Timeline
from codenames_core.watch.highlights import Highlights, highlights
from codenames_core.watch.turn_log import LoggedTurn, turn_log


class Chronicle:
    """Keeps the log of the game that was asked for last."""

    def __init__(self) -> None:
        self._known: tuple[Timeline | None, int] = None, -1
        """The game, and its length when its turns were found out."""
        self._turns: Sequence[LoggedTurn] = ()
        self._highlights: Highlights | None = None

    def turns_of(self, timeline: Timeline) -> Sequence[LoggedTurn]:
        """Return the turns so far."""
        if self._known != (timeline, len(timeline)):
            self._known, self._turns, self._highlights = (timeline, len(timeline)), turn_log(timeline), None
        return self._turns

    def highlights_of(self, timeline: Timeline) -> Highlights:
        """Return the places that decided the game so far."""
        turns = self.turns_of(timeline)
        if self._highlights is None:
            self._highlights = highlights(timeline, turns)
        return self._highlights
