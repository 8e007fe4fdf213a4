"""A place of a game at which another line can begin."""

from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.state import GameState, Phase
from codenames_core.game.timeline import Timeline

_DOES: Final = {
    Phase.CLUE: "cluer gives a clue",
    Phase.DISCUSSION: "guessers discuss",
    Phase.GUESS: "guessers pick",
}


class Branch(NamedTuple):
    """Where a fork begins."""

    at: int
    """Number of events that it shares with its parent."""
    state: GameState

    @property
    def where(self) -> str:
        """The place in words: "event 31, turn 4, blue guessers discuss"."""
        turn = self.state.turn
        does = f"{turn.team.value} {_DOES[self.state.phase]}" if self.state.phase in _DOES else "the game is over"
        return f"event {self.at}, turn {turn.number}, {does}"


def branch_at(record: EpisodeRecord, position: int) -> Branch:
    """Return where a fork begins that is made at `position`: there, or before the event that ended the game."""
    timeline = Timeline(record.initial_state(), record.public_transcript)
    at = timeline.nearest(position)
    while at and timeline.state_at(at).phase is Phase.OVER:
        at -= 1
    return Branch(at, timeline.state_at(at))
