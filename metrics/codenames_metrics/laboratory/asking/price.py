"""What questions to a language model will take, before any is asked: prompts are counted, answers are assumed."""

from collections.abc import Sequence
from typing import NamedTuple

from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.estimate import ANSWERS, TRIES, hidden_tokens, tokens_in_words
from codenames_metrics.experiment.typical_game import tokens_of_question
from codenames_metrics.laboratory.asking.questions import LabQuestion

_COUNTED = 40
"""Prompts that are counted; the others are taken to be as long on average."""


class Price(NamedTuple):
    """What a model will take."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: float | None
    """None where its price is unknown."""

    def line(self) -> str:
        """Return the price in one line."""
        cost = "price unknown" if self.cost_usd is None else f"about ${self.cost_usd:,.2f}"
        tokens = f"{tokens_in_words(self.tokens_in)} tokens in, {tokens_in_words(self.tokens_out)} out"
        return f"{one_line(self.model, 60)}: about {self.calls:,} calls, {tokens}, {cost}"


def price(model: str, questions: Sequence[LabQuestion], dollars: tuple[float, float] | None) -> Price:
    """Return what some questions to one model will take.

    Args:
        model: its name.
        questions: all of one model.
        dollars: for a million tokens in and out; None where that is unknown.
    """
    step = max(1, len(questions) // _COUNTED)
    counted = questions[::step]
    mean_in = sum(_tokens(one) for one in counted) / len(counted)
    written = sum(ANSWERS[one.ask.question] for one in questions) + len(questions) * hidden_tokens(questions[0].agent)
    tokens_in, tokens_out = round(mean_in * len(questions) * TRIES), round(written * TRIES)
    cost = None if dollars is None else (dollars[0] * tokens_in + dollars[1] * tokens_out) / 1_000_000
    return Price(model, round(len(questions) * TRIES), tokens_in, tokens_out, cost)


def _tokens(question: LabQuestion) -> int:
    from codenames_agents.models.prompts import DEFAULT_PROMPTS, load_prompts
    from codenames_agents.vision.look import sight_of
    from codenames_core.support.folders import prompts_folder

    prompts = load_prompts(question.agent.prompts or DEFAULT_PROMPTS, prompts_folder())
    agent = question.agent
    return tokens_of_question(prompts, question.ask, question.state, agent.persona, sight_of(agent))
