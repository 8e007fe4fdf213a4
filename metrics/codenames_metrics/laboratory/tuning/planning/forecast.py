"""What a tune will take of language models, before anything is asked. Games and rewritten texts are assumed."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Final

from codenames_core.game.config import AgentConfig
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
    """Return what the tuned model, the reflecting one and partners that are language models will take at most.

    Args:
        plan: of the tune.
        searched: the positions of the search.
        tested: those of the test.
        stated: dollars for a million tokens in and out, where a person says so.
    """
    played = 2 * len(plan.splits.choice) * (plan.finalists + 1) * TURNS * len(plan.kinds)
    chosen = list(islice(cycle(searched), plan.rollouts + played))
    asked = [(plan.model, [*chosen, *tested, *tested])]
    asked += [(partner, chosen) for partner in plan.partners]
    asked += [(partner, [*tested, *tested]) for partner in plan.test_partners]
    found = [
        price(agent.label, _questions(agent, positions), stated or price_of(agent))
        for agent, positions in asked
        if is_language_model(agent.spec)
    ]
    if plan.optimiser is Optimiser.GEPA and plan.reflecting is not None:
        calls = plan.rollouts // _ANSWERS_FOR_A_TEXT
        tokens_in, tokens_out = (calls * tokens for tokens in _REFLECTION_TOKENS)
        dollars = stated or price_of(plan.reflecting)
        cost = None if dollars is None else (dollars[0] * tokens_in + dollars[1] * tokens_out) / 1_000_000
        found.append(Price(f"{plan.reflecting.label}, rewriting", calls, tokens_in, tokens_out, cost))
    return found


def _questions(agent: AgentConfig, positions: Sequence[RecordedPosition]) -> list[LabQuestion]:
    return [
        LabQuestion(AnswerKey(one.id, agent.label, number), one.state, one.ask, line_up_for(agent, one.id, 0))
        for number, one in enumerate(positions)
    ]
