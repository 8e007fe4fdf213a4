"""What an arm causes: differences from as-was, decision by decision, over the decisions that it changes.

Of a measure of single answers, the effect on a decision is the mean under the arm less the mean as-was. Of a measure
against as-was (another clue, agreement of plans), it is the mean over pairs of answers, under the arm and as-was, less
the same for as-was again and as-was: what differs anyway is no effect. Decisions on one board go together.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.probes.arms import AGAIN, AS_WAS
from codenames_metrics.laboratory.probes.measures import AGAINST, OWN, TITLES, ProbedAnswer
from codenames_metrics.statistics.decisions.answer_distances import Distance, distance, total_variation
from codenames_metrics.statistics.decisions.clustered_means import ClusteredMean, clustered_mean
from codenames_metrics.statistics.decisions.holm import holm
from codenames_metrics.statistics.moments import mean


class ProbedDecision(NamedTuple):
    """All answers to one recorded decision."""

    position: str
    board: str
    model: str
    """Who decided in the game."""
    answers: Mapping[str, Sequence[ProbedAnswer]]
    """By arm; those that change nothing here are missing."""


class Effect(NamedTuple):
    """What an arm does to a measure."""

    measure: str
    value: ClusteredMean
    p_adjusted: float | None
    """By Holm, over the arms of the model; None for as-was again, and below the fewest boards."""


class ArmEffects(NamedTuple):
    """What an arm does to the decisions of a model."""

    model: str
    arm: str
    decisions: int
    effects: tuple[Effect, ...]
    moved: float | None
    """The share of decisions whose most frequent answer is another than as-was."""
    distance: Distance
    """Of the answers from those as-was."""
    distance_p_adjusted: float | None


def effects(decisions: Sequence[ProbedDecision], kind: Kind, *, draws: int | None = None) -> list[ArmEffects]:
    """Return the effects of every arm on the decisions of every model.

    Args:
        decisions: with the answers to each.
        kind: of their question.
        draws: shuffles of the permutation test; as many as usual if not given.
    """
    found = []
    for model in dict.fromkeys(one.model for one in decisions):
        here = [one for one in decisions if one.model == model]
        arms = dict.fromkeys(arm for one in here for arm in one.answers if arm != AS_WAS)
        found += _corrected([_of_arm(model, arm, here, kind, draws) for arm in arms])
    return found


def _of_arm(model: str, arm: str, decisions: Sequence[ProbedDecision], kind: Kind, draws: int | None) -> ArmEffects:
    here = [one for one in decisions if one.answers.get(arm) and one.answers.get(AS_WAS)]
    measured = [Effect(measure, _over_boards(here, arm, measure), None) for measure in _measures(kind)]
    pairs = [(_choices(one, arm), _choices(one, AS_WAS)) for one in here]
    moved = mean(float(_most_frequent(first) != _most_frequent(second)) for first, second in pairs)
    apart = distance(pairs) if draws is None else distance(pairs, draws)
    return ArmEffects(model, arm, len(here), tuple(measured), moved, apart, None)


def _over_boards(decisions: Sequence[ProbedDecision], arm: str, measure: str) -> ClusteredMean:
    known = [(one.board, difference(one, arm, measure)) for one in decisions]
    return clustered_mean((board, value) for board, value in known if value is not None)


def _measures(kind: Kind) -> list[str]:
    return [measure for measure, titles in TITLES.items() if kind in titles]


def difference(decision: ProbedDecision, arm: str, measure: str) -> float | None:
    """Return the effect of an arm on one decision; None where it is not known."""
    under, was = decision.answers[arm], decision.answers[AS_WAS]
    if measure in OWN:
        first, second = (mean(_known(map(OWN[measure], answers))) for answers in (under, was))
        return None if first is None or second is None else first - second
    against = AGAINST[measure]
    under_arm = mean(_known(against(one, other) for one in under for other in was))
    again = decision.answers.get(AGAIN, ())
    floor = mean(_known(against(one, other) for one in again for other in was))
    if arm == AGAIN or under_arm is None:
        return under_arm
    return None if floor is None else under_arm - floor


def distance_of(decision: ProbedDecision, arm: str) -> float:
    """Return the total variation distance of the answers under an arm from those as-was."""
    return total_variation(_choices(decision, arm), _choices(decision, AS_WAS))


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _choices(decision: ProbedDecision, arm: str) -> list[object]:
    return [answer.choice for answer in decision.answers[arm]]


def _most_frequent(choices: Sequence[object]) -> object:
    """Return the most frequent choice, and of several the one that came first."""
    return max(choices, key=choices.count)


def _corrected(found: Sequence[ArmEffects]) -> list[ArmEffects]:
    """Correct for the number of arms: each measure of a model, and the distance, is a family over its arms."""
    told = [one for one in found if one.arm != AGAIN]
    apart = dict(zip([one.arm for one in told], holm([one.distance.p_value for one in told]), strict=True))
    adjusted: dict[tuple[str, int], float | None] = {}
    for place in range(len(told[0].effects) if told else 0):
        values = holm([one.effects[place].value.p_value for one in told])
        adjusted |= {(one.arm, place): value for one, value in zip(told, values, strict=True)}
    return [
        one._replace(
            effects=tuple(
                effect._replace(p_adjusted=adjusted.get((one.arm, place))) for place, effect in enumerate(one.effects)
            ),
            distance_p_adjusted=apart.get(one.arm),
        )
        for one in found
    ]


LARGEST: Final = 5
"""Decisions that are shown with their texts, for each model and arm."""


def largest(decisions: Sequence[ProbedDecision], model: str, arm: str, count: int = LARGEST) -> list[ProbedDecision]:
    """Return the decisions whose answers an arm moved most: those furthest from as-was, then those further in words."""

    def moved(one: ProbedDecision) -> tuple[float, float, str]:
        return distance_of(one, arm), abs(difference(one, arm, "net_words") or 0.0), one.position

    here = [one for one in decisions if one.model == model and one.answers.get(arm) and one.answers.get(AS_WAS)]
    return [one for one in sorted(here, key=moved, reverse=True)[:count] if moved(one)[0] > 0]
