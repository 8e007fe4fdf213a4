"""What a tune will take of language models, before anything is asked. Games and rewritten texts are assumed."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Final

from codenames_metrics.experiment.config import is_language_model
from codenames_metrics.experiment.estimate import price_of
from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.asking.price import Price, price
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for
from codenames_metrics.laboratory.tuning.planning.plan import Optimiser, TunePlan

TURNS: Final = 8
"""Of one team in a game, assumed."""
_ANSWERS_FOR_A_TEXT: Final = 4
"""Answers of the search for each text that is rewritten, assumed: as many as one is rewritten from."""
_REFLECTION_TOKENS: Final = (4_000, 1_000)
"""Of a request for another text, read and written, assumed."""

Dollars = tuple[float, float]


def forecast(
    plan: TunePlan, searched: Sequence[RecordedPosition], tested: Sequence[RecordedPosition], stated: Dollars | None
) -> list[Price]:
    """Return what the tuned model and the reflecting one will take at most; partners are not among them.

    Args:
        plan: of the tune.
        searched: the positions of the search.
        tested: those of the test.
        stated: dollars for a million tokens in and out, where a person says so.
    """
    found = []
    if is_language_model(plan.model.spec):
        asked = list(_questions(plan, searched, tested))
        found.append(price(plan.model.label, asked, stated or price_of(plan.model)))
    if plan.optimiser is Optimiser.GEPA and plan.reflecting is not None:
        calls = plan.rollouts // _ANSWERS_FOR_A_TEXT
        tokens_in, tokens_out = (calls * tokens for tokens in _REFLECTION_TOKENS)
        dollars = stated or price_of(plan.reflecting)
        cost = None if dollars is None else (dollars[0] * tokens_in + dollars[1] * tokens_out) / 1_000_000
        found.append(Price(f"{plan.reflecting.label}, rewriting", calls, tokens_in, tokens_out, cost))
    return found


def _questions(
    plan: TunePlan, searched: Sequence[RecordedPosition], tested: Sequence[RecordedPosition]
) -> Iterator[LabQuestion]:
    games = 2 * len(plan.splits.choice) * (plan.finalists + 1)
    played = games * TURNS * len(plan.kinds)
    for number, one in enumerate(islice(cycle(searched), plan.rollouts + played)):
        yield _question(plan, one, number)
    for number, one in enumerate((*tested, *tested)):
        yield _question(plan, one, -1 - number)


def _question(plan: TunePlan, position: RecordedPosition, number: int) -> LabQuestion:
    line_up = line_up_for(plan.model, position.id, 0)
    return LabQuestion(AnswerKey(position.id, "tuned", number), position.state, position.ask, line_up)
