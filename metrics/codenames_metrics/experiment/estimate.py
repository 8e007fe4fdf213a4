"""What an experiment will take, before anything is spent.

Prompts are those that the prompt set makes of a typical game (`typical_game`). How long games are, how much is answered
and how much a model thinks before that differs between models: those figures are assumptions, and the hidden tokens are
told with the estimate. What is not known is not guessed: a model without a price has no cost, not none.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from codenames_agents.models.thinking import asks_to_think, refused_settings
from codenames_core.game.agent import Question
from codenames_core.game.board import Board, deal
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Role, Seat
from codenames_core.support.folders import prompts_folder
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig, is_language_model
from codenames_metrics.experiment.plan import Plan, load_words

ANSWERS: Final = {Question.CLUE: 75, Question.MESSAGE: 55, Question.GUESSES: 45}
"""Tokens of one answer that is read: small models were measured at 69 to 95 for a clue."""
HIDDEN: Final = {"none": 0, "minimal": 50, "low": 400, "medium": 1_500, "high": 4_000, "xhigh": 8_000}
"""Tokens that a model which thinks is assumed to hide before each answer, by its reasoning effort."""
TRIES: Final = 1.1
"""Questions for each decision, refused answers included."""
_THINKS_UNASKED: Final = re.compile(
    r"(^|[/.])(gpt-[5-9](?!.*chat)|o[1-9]|gemini-(2\.5|[3-9])|deepseek-(reasoner|r\d)|qwq|magistral)|think|reason"
)
"""Names of models that think even where no effort is given."""


class DecisionCounts(NamedTuple):
    """How often a team decides in a game."""

    clues: float
    messages: float
    """Of each of the two guessers."""
    guesses: float

    def of(self, role: Role) -> dict[Question, float]:
        """Return how often `role` is asked what."""
        match role:
            case Role.CLUER:
                return {Question.CLUE: self.clues}
            case Role.GUESSER_1:
                return {Question.MESSAGE: self.messages, Question.GUESSES: self.guesses}
            case Role.GUESSER_2:
                return {Question.MESSAGE: self.messages}

    def within(self, rounds: int, turns: int) -> "DecisionCounts":
        """Return how often it decides with no more than so many rounds of discussion, and turns of both teams."""
        said = sum(_GOES_ON**number for number in range(rounds)) / sum(_GOES_ON**number for number in range(3))
        share = min(1.0, -(-turns // 2) / self.clues)
        return DecisionCounts(self.clues * share, self.messages * said * share, self.guesses * share)


_GOES_ON: Final = 0.2
"""How often a round of discussion is followed by another."""
USUAL: Final = {
    GameMode.STANDARD: DecisionCounts(4.5, 5.6, 4.5),
    GameMode.NO_ASSASSIN: DecisionCounts(5.5, 6.8, 5.5),
    GameMode.SINGLE_GUESSER: DecisionCounts(4.5, 0.0, 4.5),
}
"""Of one team in a usual game with up to three rounds of discussion. Offline agents of two strengths give 3.4 clues
in a game, small models 5.5."""


@dataclass(frozen=True, slots=True)
class ModelEstimate:
    """What one model will take."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    """What is hidden included."""
    cost_usd: float | None
    """None where the price is unknown."""
    tokens_hidden: int = 0
    """The part of `tokens_out` that it is assumed to think before it answers."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a whole experiment will take."""

    games: int
    cells: int
    boards: int
    games_per_cell: int
    models: tuple[ModelEstimate, ...]
    """The language models; the others cost nothing."""
    cost_usd: float | None
    """None where a price is unknown."""
    most_calls: int
    """If every game took as many turns, rounds and tries as the rules allow."""
    warnings: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the estimate for a person to read."""
        each = f"{counted(self.cells, 'cell')} x {counted(self.games_per_cell, 'game')}"
        lines = [f"games       {self.games:,}   ({each}, on {counted(self.boards, 'board')})"]
        for model in self.models:
            cost = "price unknown" if model.cost_usd is None else f"${model.cost_usd:,.2f}"
            tokens = f"{tokens_in_words(model.tokens_in)} tokens in, {tokens_in_words(model.tokens_out)} out"
            lines.append(f"{one_line(model.model, 40)}: about {model.calls:,} calls, {tokens}, {cost}")
        lines += [
            f"thoughts    {tokens_in_words(model.tokens_hidden)} of the tokens out of {one_line(model.model, 40)} are "
            f"hidden: {model.tokens_hidden / model.calls:,.0f} per answer, which is an assumption"
            for model in self.models
            if model.tokens_hidden and model.calls
        ]
        if self.models:
            lines.append(f"cost        {'unknown' if self.cost_usd is None else f'about ${self.cost_usd:,.2f}'}")
            lines.append(f"calls       {self.most_calls:,} at most, if every game is as long as it can be")
        else:
            lines.append("cost        none: every agent is offline")
        return [*lines, *(f"warning: {warning}" for warning in self.warnings)]


def estimate(plan: Plan) -> Estimate:
    """Return what the games of `plan` will take."""
    config = plan.config
    models = tuple(_of_model(name, plan) for name in config.language_models)
    costs = [model.cost_usd for model in models]
    boards = len(config.seeds)
    return Estimate(
        games=len(plan),
        cells=len(plan.cells),
        boards=boards,
        games_per_cell=plan.games_per_cell,
        models=models,
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        most_calls=_most_calls(plan),
        warnings=(*plan.warnings, *_refused_settings(config)),
    )


def estimate_of_some(whole: Estimate, games: int) -> Estimate:
    """Return what so many of an experiment's games will take: an equal share of the whole, whoever plays in them."""
    share = games / whole.games if whole.games else 0.0
    models = tuple(
        replace(
            model,
            calls=round(model.calls * share),
            tokens_in=round(model.tokens_in * share),
            tokens_out=round(model.tokens_out * share),
            tokens_hidden=round(model.tokens_hidden * share),
            cost_usd=None if model.cost_usd is None else model.cost_usd * share,
        )
        for model in whole.models
    )
    cost = None if whole.cost_usd is None else whole.cost_usd * share
    return replace(whole, models=models, cost_usd=cost, most_calls=round(whole.most_calls * share))


def tokens_in_words(count: int) -> str:
    """Return a number of tokens as people say it.

    >>> tokens_in_words(850), tokens_in_words(24_310), tokens_in_words(1_260_000)
    ('850', '24 thousand', '1.3 million')
    """
    if count < 10_000:
        return f"{count:,}"
    return f"{count / 1e3:,.0f} thousand" if count < 999_500 else f"{count / 1e6:,.1f} million"


def hidden_tokens(agent: AgentConfig) -> int:
    """Return how many tokens a model is assumed to think before it answers.

    >>> hidden_tokens(AgentConfig.parse("openai/gpt-5?reasoning_effort=low")), hidden_tokens(AgentConfig(spec="gpt-4o"))
    (400, 0)
    """
    asked = (agent.extra or {}).get("thinking")
    if isinstance(asked, Mapping) and isinstance(most := asked.get("budget_tokens"), int):
        return min(most, HIDDEN["medium"])
    if agent.reasoning_effort is not None:
        return HIDDEN[agent.reasoning_effort]
    return HIDDEN["medium"] if _THINKS_UNASKED.search(agent.spec.partition("?")[0].casefold()) else 0


def _of_model(name: str, plan: Plan) -> ModelEstimate:
    rules, agent = plan.config, plan.config.agent(name)
    asked: Counter[tuple[GameMode, Question]] = Counter()
    for cell in plan.cells:
        counts = USUAL[cell.mode].within(rules.max_rounds, rules.max_turns)
        for side in (cell.combo.red, cell.combo.blue):
            for role in Role:
                if side.of(role) == name:
                    for question, often in counts.of(role).items():
                        asked[cell.mode, question] += often  # type: ignore[assignment]
    prompts = {mode: _prompts(agent, rules, mode) for mode in {mode for mode, _ in asked}}
    taken = _taken(agent, asked, prompts, plan.games_per_cell)
    return replace(taken, model=name, cost_usd=_price(rules, name, taken.tokens_in, taken.tokens_out))


def estimate_game(config: GameConfig, board: Board, seats: Mapping[Seat, AgentConfig]) -> list[ModelEstimate]:
    """Return what the models of one game will take, each once; their cost by the list of prices.

    Args:
        config: the rules.
        board: the words and key.
        seats: who sits where; agents that are no language models take nothing.
    """
    counts = USUAL[config.mode].within(config.max_rounds, config.max_turns)
    asked: dict[str, Counter[tuple[GameMode, Question]]] = defaultdict(Counter)
    agents = {agent.label: agent for agent in seats.values() if is_language_model(agent.spec)}
    for seat, agent in seats.items():
        if agent.label in agents:
            for question, often in counts.of(seat.role).items():
                asked[agent.label][config.mode, question] += often  # type: ignore[assignment]
    found = []
    for label, agent in agents.items():
        taken = _taken(agent, asked[label], {config.mode: _prompts_on(agent, config, board)}, 1)
        price = price_of(agent)
        found.append(replace(taken, cost_usd=_cost(price, taken.tokens_in, taken.tokens_out)))
    return found


def _taken(
    agent: AgentConfig,
    asked: Mapping[tuple[GameMode, Question], float],
    prompts: Mapping[GameMode, Mapping[Question, float]],
    games: int,
) -> ModelEstimate:
    """Return what so many games take that ask a model so often, without its cost."""
    calls = round(sum(asked.values()) * TRIES * games)
    tokens_in = sum(often * prompts[mode].get(what, 0.0) for (mode, what), often in asked.items())
    visible = sum(often * ANSWERS[question] for (_, question), often in asked.items())
    hidden = calls * hidden_tokens(agent)
    tokens_out = round(visible * TRIES * games) + hidden
    return ModelEstimate(agent.label, calls, round(tokens_in * TRIES * games), tokens_out, None, hidden)


def _prompts(agent: AgentConfig, rules: ExperimentConfig, mode: GameMode) -> Mapping[Question, float]:
    """Return how many tokens each kind of question to `agent` has on average."""
    config = rules.game(mode, rules.seeds[0])
    return _prompts_on(agent, config, deal(config, load_words(rules)))


def _prompts_on(agent: AgentConfig, config: GameConfig, board: Board) -> Mapping[Question, float]:
    from codenames_agents.models.prompts import DEFAULT_PROMPTS, load_prompts
    from codenames_agents.vision.look import sight_of
    from codenames_metrics.experiment.typical_game import tokens_of_prompts

    prompts = load_prompts(agent.prompts or DEFAULT_PROMPTS, prompts_folder())
    return tokens_of_prompts(prompts, config, board, agent.persona, sight_of(agent))


def _price(config: ExperimentConfig, name: str, tokens_in: int, tokens_out: int) -> float | None:
    table = config.model.get(name)
    if table is not None and (cost := table.cost_of(tokens_in, tokens_out)) is not None:
        return cost
    return _cost(price_of(config.agent(name)), tokens_in, tokens_out)


def _cost(price: tuple[float, float] | None, tokens_in: int, tokens_out: int) -> float | None:
    return None if price is None else (price[0] * tokens_in + price[1] * tokens_out) / 1_000_000


def cost_if_free(config: ExperimentConfig, name: str) -> float | None:
    """Return what any request to a model of an experiment costs: 0 where its tokens have no price, else None."""
    if name not in config.language_models:
        return None
    return 0.0 if _price(config, name, 1, 1) == 0 else None


def price_of(agent: AgentConfig) -> tuple[float, float] | None:
    """Return what the list of prices says of a model: US dollars for a million tokens in and out; None if unknown."""
    from codenames_agents.models.llm import request_of
    from codenames_agents.providers.endpoints import endpoint_of, provider_of
    from codenames_agents.providers.errors import MissingKey
    from codenames_agents.providers.prices import list_price
    from codenames_agents.providers.transport import Endpoint

    request = request_of(agent)
    try:
        endpoint = endpoint_of(request)
    except MissingKey:  # a price can be read without one
        endpoint = Endpoint(provider_of(request.model) or "unknown", request.api_base)
    return list_price(request.model, endpoint)


def _refused_settings(config: ExperimentConfig) -> Iterator[str]:
    """Yield the settings of models that think which their providers are known to refuse: no game would be played."""
    for name in config.language_models:
        agent = config.agent(name)
        if asks_to_think(agent):
            from codenames_agents.models.llm import request_of

            yield from (f"{name}: {problem}" for problem in refused_settings(request_of(agent)))


def _most_calls(plan: Plan) -> int:
    """Return how many calls there are if nothing ever goes well."""
    rules = plan.config
    tries = 1 + rules.max_retries
    total = 0
    for cell in plan.cells:
        messages = 0 if cell.mode is GameMode.SINGLE_GUESSER else rules.max_rounds
        for side in (cell.combo.red, cell.combo.blue):
            asked = {Role.CLUER: 1, Role.GUESSER_1: messages + 1, Role.GUESSER_2: messages}
            total += sum(asked[role] for role in Role if side.of(role) in rules.language_models)
    return total * tries * -(-rules.max_turns // 2) * plan.games_per_cell
