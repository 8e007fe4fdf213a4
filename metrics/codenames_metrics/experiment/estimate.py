"""What an experiment will take, before anything is spent.

How long games are and how much is said in them differs between models; the figures behind the estimates are those of
recorded games. What is not known is not guessed: a model without a price has no cost, not none.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from codenames_core.game.config import AgentConfig, GameMode, Role
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig, ModelConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.power import minimum_detectable_difference

TOKENS_IN: Final = 1_500
"""Of one question, worked examples and transcript included."""
TOKENS_OUT: Final = 120
"""Of one answer that is not thought about at length."""
TRIES: Final = 1.1
"""Questions for each decision, refused answers included."""


class DecisionCounts(NamedTuple):
    """How often a team decides in a game."""

    clues: float
    messages: float
    """Of each of the two guessers."""
    guesses: float

    def of(self, role: Role) -> float:
        """Return how often `role` is asked."""
        first = {Role.CLUER: self.clues, Role.GUESSER_1: self.messages + self.guesses}
        return first.get(role, self.messages)


USUAL: Final = {
    GameMode.STANDARD: DecisionCounts(5.5, 7.5, 5.5),
    GameMode.NO_ASSASSIN: DecisionCounts(6.0, 8.0, 6.0),
    GameMode.SINGLE_GUESSER: DecisionCounts(5.5, 0.0, 5.5),
}
"""Of one team in a usual game."""


@dataclass(frozen=True, slots=True)
class ModelEstimate:
    """What one model will take."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: float | None
    """None where the price is unknown."""


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
    detectable: float
    """Smallest difference of two win rates that the boards are likely to show, where results on a board do not go
    together."""
    detectable_paired: float
    """The same where they do, with a correlation of one half."""
    comparisons: int
    """Pairs of line-ups that are compared in each mode; the two above are for the first of them by Holm's method."""
    warnings: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the estimate for a person to read."""
        each = f"{counted(self.cells, 'cell')} x {counted(self.games_per_cell, 'game')}"
        lines = [f"games       {self.games:,}   ({each}, on {counted(self.boards, 'board')})"]
        for model in self.models:
            cost = "price unknown" if model.cost_usd is None else f"${model.cost_usd:,.2f}"
            tokens = f"{model.tokens_in / 1e6:,.1f} million tokens in, {model.tokens_out / 1e6:,.1f} out"
            lines.append(f"{one_line(model.model, 40)}: about {model.calls:,} calls, {tokens}, {cost}")
        if self.models:
            lines.append(f"cost        {'unknown' if self.cost_usd is None else f'about ${self.cost_usd:,.2f}'}")
            lines.append(f"calls       {self.most_calls:,} at the very most, were every game as long as it can be")
        else:
            lines.append("cost        none: every agent is offline")
        if self.comparisons and self.detectable >= 1:
            lines.append("resolution  none: so few boards tell no two win rates apart")
        elif self.comparisons:
            lines.append(
                f"resolution  win rates that differ by {self.detectable * 100:.0f} points or more will be told apart "
                f"({self.detectable_paired * 100:.0f} where boards decide much), at 80 % power, "
                f"{counted(self.comparisons, 'pair')} compared"
            )
        return [*lines, *(f"warning: {warning}" for warning in self.warnings)]


def estimate(plan: Plan) -> Estimate:
    """Return what the games of `plan` will take."""
    config = plan.config
    models = tuple(_of_model(name, plan) for name in config.language_models)
    costs = [model.cost_usd for model in models]
    pairs = {
        frozenset({cell.combo.red, cell.combo.blue})
        for cell in plan.cells
        if cell.combo.is_contest and cell.mode is plan.cells[0].mode
    }
    boards = len(config.seeds)
    comparisons = max(1, len(pairs))
    return Estimate(
        games=len(plan),
        cells=len(plan.cells),
        boards=boards,
        games_per_cell=plan.games_per_cell,
        models=models,
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        most_calls=_most_calls(plan),
        detectable=minimum_detectable_difference(boards, comparisons=comparisons),
        detectable_paired=minimum_detectable_difference(boards, correlation=0.5, comparisons=comparisons),
        comparisons=len(pairs),
        warnings=plan.warnings,
    )


def _of_model(name: str, plan: Plan) -> ModelEstimate:
    decisions = sum(
        USUAL[cell.mode].of(role)
        for cell in plan.cells
        for side in (cell.combo.red, cell.combo.blue)
        for role in Role
        if side.of(role) == name
    )
    calls = round(decisions * TRIES * plan.games_per_cell)
    tokens_in, tokens_out = calls * TOKENS_IN, calls * TOKENS_OUT
    return ModelEstimate(name, calls, tokens_in, tokens_out, _price(plan.config, name, tokens_in, tokens_out))


def _price(config: ExperimentConfig, name: str, tokens_in: int, tokens_out: int) -> float | None:
    table = config.model.get(name)
    if table is not None and (cost := table.cost_of(tokens_in, tokens_out)) is not None:
        return cost
    known = price_of(config.agent(name))
    return ModelConfig(spec="", price_in=known[0], price_out=known[1]).cost_of(tokens_in, tokens_out) if known else None


def price_of(agent: AgentConfig) -> tuple[float, float] | None:
    """Return what the list of prices says of a model: US dollars for a million tokens in and out; None if unknown."""
    from codenames_agents.models.llm import request_of
    from codenames_agents.providers.endpoints import endpoint_of
    from codenames_agents.providers.errors import MissingKey
    from codenames_agents.providers.litellm_transport import list_price

    request = request_of(agent)
    try:
        return list_price(request.model, endpoint_of(request))
    except MissingKey:
        return None


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
