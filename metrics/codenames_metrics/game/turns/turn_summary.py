"""What came of a turn, in a few fields: what the pictures of a report and the lists of lost turns are made of."""

from pydantic import BaseModel, ConfigDict

from codenames_metrics.game.forecasts import clue_worked_out
from codenames_metrics.game.metric import Count
from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.game.theory_of_mind import ClueReading
from codenames_metrics.game.turns.turn_loss import TurnLoss


class TurnSummary(BaseModel):
    """A finished turn that is counted."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    turn: Count
    """Counted from 1 over both teams, as `codenames-tui replay --turn` counts."""
    clue: str | None
    """Its word; None where there was no clue."""
    number: Count | None
    """What the clue promised; None for 0, `unlimited` or no clue."""
    found: Count
    """Words of the team that it guessed."""
    worked_out: bool | None
    """Whether it found as many as the clue promised; None where none are promised."""
    chance: float | None
    """What its cluer said the chance of that was, from 0 to 1."""
    targets: tuple[str, ...]
    """The words that the clue was meant for, where they are known."""
    missed: tuple[str, ...]
    """Those of them that were not guessed."""
    loss: TurnLoss | None
    """Why it was lost; None where it was not."""


def summarise_turn(
    turn: PlayedTurn, reading: ClueReading | None, loss: TurnLoss | None, forecast: tuple[float, bool] | None
) -> TurnSummary:
    """Return a finished turn in a few fields.

    Args:
        turn: of a team.
        reading: what its guessers made of the clue.
        loss: why it was lost.
        forecast: its `clue_forecast`.
    """
    targets = reading.targets if reading else ()
    found = turn.correct
    return TurnSummary(
        turn=turn.number,
        clue=turn.clue.word if turn.clue else None,
        number=turn.number_said,
        found=len(found),
        worked_out=clue_worked_out(turn),
        chance=forecast[0] if forecast else None,
        targets=targets,
        missed=tuple([word for word in targets if word not in found]),
        loss=loss,
    )
