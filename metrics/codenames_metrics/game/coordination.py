"""How well a team works together: one score of four terms, and how much each of them counts."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class CoordinationWeights(BaseModel):
    """How much each term of the coordination score counts. They stand in every export."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clue_efficiency: Weight = 0.4
    guess_accuracy: Weight = 0.3
    consensus_rate: Weight = 0.2
    discussion_speed: Weight = 0.1
    """Of 1 / average rounds of discussion."""


DEFAULT_WEIGHTS: Final = CoordinationWeights()


def coordination_score(
    clue_efficiency: float | None,
    guess_accuracy: float | None,
    consensus_rate: float | None,
    avg_discussion_rounds: float | None,
    weights: CoordinationWeights = DEFAULT_WEIGHTS,
) -> float | None:
    """Return how well a team worked together: a weighted sum of four terms.

        0.4 x clue_efficiency + 0.3 x guess_accuracy + 0.2 x consensus_rate + 0.1 x (1 / avg_discussion_rounds)

    Without a discussion its two terms drop out, and the weights of the others are scaled to the same sum. Without a
    numbered clue or a guess there is no score: talk alone is no coordination. The score is no share: it exceeds 1 where
    clue efficiency does by bonus guesses, or where discussions take less than a round.

    >>> round(coordination_score(0.8, 0.75, 1.0, 2.0), 4)  # 0.32 + 0.225 + 0.2 + 0.05
    0.795
    >>> round(coordination_score(0.8, 0.75, None, None), 4)  # (0.32 + 0.225) / 0.7
    0.7786
    >>> coordination_score(None, 0.75, 1.0, 2.0)
    """
    if clue_efficiency is None or guess_accuracy is None:
        # D-058: without both, a team that talks and never plays would score by talk alone.
        return None
    terms = [(weights.clue_efficiency, clue_efficiency), (weights.guess_accuracy, guess_accuracy)]
    if consensus_rate is not None and avg_discussion_rounds:
        terms += [(weights.consensus_rate, consensus_rate), (weights.discussion_speed, 1 / avg_discussion_rounds)]
        return sum(weight * term for weight, term in terms)
    play = weights.clue_efficiency + weights.guess_accuracy
    talk = weights.consensus_rate + weights.discussion_speed
    return sum(weight * term for weight, term in terms) * (play + talk) / play if play else None
