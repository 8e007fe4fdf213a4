"""Games whose clues were meant for some words."""

from tests.tui.table import record_of

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat, Team
from codenames_core.game.traces import TurnTraces


def clue_trace(at: int, turn: int, seat: Seat, **known: object) -> AgentTrace:
    return AgentTrace(seat=seat, question=Question.CLUE, turn=turn, at=at, **known)  # type: ignore[arg-type]


def meant() -> EpisodeRecord:
    """A game whose first cluer says what it means, whose second reasons, and whose third keeps its counsel."""
    first = clue_trace(0, 1, Seat.RED_CLUER, intended_targets=("SHIP", "ANCHOR"))
    second = clue_trace(7, 2, Seat.BLUE_CLUER, reasoning="Targets: MOON, STAR, COMET")
    third = clue_trace(14, 3, Seat.RED_CLUER)
    traces = [
        TurnTraces(turn_number=1, team=Team.RED, clue_trace=first),
        TurnTraces(turn_number=2, team=Team.BLUE, clue_trace=second),
        TurnTraces(turn_number=3, team=Team.RED, clue_trace=third),
    ]
    return record_of().model_copy(update={"traces": traces})
