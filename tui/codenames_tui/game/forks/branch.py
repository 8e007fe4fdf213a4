"""A place of a game at which another line can begin."""

from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.replay import Replay
from codenames_core.game.state import GameState, Phase

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
    replay = Replay(record.initial_state(), record.public_transcript)
    state = replay.seek(position)
    while state.phase is Phase.OVER and replay.cursor:
        state = replay.step(-1)
    return Branch(replay.cursor, state)
