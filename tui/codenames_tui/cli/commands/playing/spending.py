"""What the models of a game may cost, and what they have cost: `--budget`, `--price-in`, and the sums at the end."""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from codenames_core.game.agent import AgentTrace, FailureKind, RefusedTry
from codenames_core.game.config import AgentConfig, Seat, Team
from codenames_core.game.usage import PartialSum, UsageTotals, total_cost, usage_of
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.panels.totals import cost, count

if TYPE_CHECKING:
    from codenames_agents.providers.prices import StatedPrice
    from codenames_agents.providers.usage import Attempt
    from codenames_core.play.episode import EpisodeRunner


class GameBudgetReached(CodenamesError):
    """The next question could cost more than is left; the game can be resumed with a larger budget."""


class GameBudget:
    """Lets a game go on while the next question fits into what it may cost.

    As in a benchmark, the next question counts as much as the dearest of its agent so far, and so does each request of
    unknown cost. What was spent before the game was resumed counts, too. A request that failed and may have cost
    something is sent again only if both of them fit.

    Args:
        runner: of the game.
        limit_usd: what all of it may cost.
    """

    def __init__(self, runner: "EpisodeRunner", limit_usd: float) -> None:
        self._runner = runner
        self._limit_usd = limit_usd
        self.is_reached = False
        self._failed: list[Attempt] = []
        """Requests of the open question that failed and may have cost something."""

    def check(self) -> None:
        """Raise GameBudgetReached where the next question may cost more than is left."""
        due = self._runner.due
        if due is None or not is_model(self._runner.config_of(due.seat)):
            return
        self._failed.clear()
        spent, doubtful, fits = self._count(self._runner.config_of(due.seat).label)
        if not fits:
            self.is_reached = True
            perhaps = f", and perhaps ${doubtful:.4f} more" if doubtful else ""
            raise GameBudgetReached(f"${spent:.4f} of ${self._limit_usd:.4f} is spent{perhaps}")

    def asks_again(self, failed: "Attempt") -> bool:
        """Return whether another request may be sent after one that failed; those of other games may."""
        asked = self._runner.open_question
        if asked is None or not failed.may_have_cost:
            return True
        self._failed.append(failed)
        return self._count(self._runner.config_of(asked[0]).label)[2]

    def _count(self, asked: str) -> tuple[float, float, bool]:
        """Return what was spent, what may have been besides, and whether a request to `asked` fits as well."""
        dearest, unknown, spent = _spent_by_agent(self._runner.tries)
        for failed in self._failed:
            dearest[asked] = max(dearest[asked], failed.cost_usd or 0.0)
            unknown[asked] += failed.cost_usd is None
            spent += failed.cost_usd or 0.0
        doubtful = sum(many * dearest[agent] for agent, many in unknown.items())
        taken = spent + doubtful
        return spent, doubtful, taken + dearest[asked] <= self._limit_usd and taken < self._limit_usd


def keep_budget(runner: "EpisodeRunner", limit_usd: float | None, stated: "StatedPrice | None") -> GameBudget | None:
    """Have the game end, to be resumed, before it costs more than `limit_usd`; None where there is no limit.

    Raises:
        InputError: the price of a model is unknown.
    """
    if limit_usd is None:
        return None
    from codenames_metrics.experiment.estimate import price_of

    for agent in models_of(runner):
        if stated is None and price_of(agent) is None:
            raise InputError(
                f"the price of {one_line(agent.label, 60)} is unknown, so no budget can be kept; give --price-in and "
                "--price-out in US dollars per million tokens, or leave out --budget"
            )
    from codenames_agents.providers.provider import shared_provider

    budget = GameBudget(runner, limit_usd)
    shared_provider().asks_again = budget.asks_again
    runner.admit = budget.check
    return budget


def stated_price(options: argparse.Namespace) -> "StatedPrice | None":
    """Return the price that the options state for models without one.

    Raises:
        InputError: it is stated by half.
    """
    if options.price_in is None and options.price_out is None:
        return None
    if options.price_in is None or options.price_out is None:
        missing = "--price-in" if options.price_in is None else "--price-out"
        raise InputError(f"{missing} is missing: a price has two parts, for tokens read and for tokens written")
    from codenames_agents.providers.prices import StatedPrice

    return StatedPrice(options.price_in, options.price_out)


def expected_lines(runner: "EpisodeRunner") -> Iterator[str]:
    """Yield what a whole game of priced models will take, about; nothing where nothing is known to be paid for."""
    seats = {seat: runner.config_of(seat) for seat in Seat}
    if not any(map(is_model, seats.values())):
        return
    from codenames_metrics.experiment.estimate import estimate_game, tokens_in_words

    for model in estimate_game(runner.header.config, runner.header.board, seats):
        if model.cost_usd:
            read, written = tokens_in_words(model.tokens_in), tokens_in_words(model.tokens_out)
            hidden = f" ({tokens_in_words(model.tokens_hidden)} of them hidden thoughts)" if model.tokens_hidden else ""
            questions = f"about {counted(model.calls, 'question')}, {read} tokens in, {written} out{hidden}"
            yield f"{one_line(model.model, 60)}: {questions}, ${model.cost_usd:,.2f}"


def models_of(runner: "EpisodeRunner") -> list[AgentConfig]:
    """Return the models that sit at the table, each once."""
    seated = (runner.config_of(seat) for seat in Seat)
    return list({agent.label: agent for agent in seated if is_model(agent)}.values())


def is_model(agent: AgentConfig) -> bool:
    """Return whether an agent is a language model."""
    from codenames_agents.catalogue import model_of

    return model_of(agent.spec) is not None


def spending_lines(decisions: Iterable[AgentTrace]) -> Iterator[str]:
    """Yield what the models of each team took: tokens and cost, and how much of it is unknown."""
    for team, totals, _ in _by_team(decisions):
        price = "unknown cost" if (said := cost(totals.cost_usd)) == "$?" else said
        questions = counted(totals.model_calls, "question")
        yield f"{team}: {questions}, {count(totals.tokens_in)} tokens in, {count(totals.tokens_out)} out, {price}"


def spending_as_json(decisions: Iterable[AgentTrace]) -> dict[str, dict[str, Any]]:
    """Return the same for programs; what is unknown is null."""
    return {
        team: {
            "questions": totals.model_calls,
            "tokens_in": _known(totals.tokens_in),
            "tokens_out": _known(totals.tokens_out),
            "cost_usd": cost_usd,
        }
        for team, totals, cost_usd in _by_team(decisions)
    }


def _known(number: PartialSum) -> float | None:
    return None if number.unknown == number.parts else number.known


def _by_team(decisions: Iterable[AgentTrace]) -> Iterator[tuple[Team, UsageTotals, float | None]]:
    own: dict[Team, list[AgentTrace]] = {team: [] for team in Team}
    for trace in decisions:
        if trace.seat is not None:
            own[trace.seat.team].append(trace)
    for team, traces in own.items():
        totals = UsageTotals()
        for trace in traces:
            totals = totals.plus(usage_of(trace))
        if any(map(_has_answered, traces)):
            yield team, totals, total_cost(traces)


def _has_answered(trace: AgentTrace) -> bool:
    """Return whether a model has answered at all, usably or not."""
    tries: list[AgentTrace | RefusedTry] = [*trace.refused, trace]
    return trace.model is not None or any(one.tokens_in is not None or one.cost_usd for one in tries)


def _spent_by_agent(tries: Iterable[AgentTrace]) -> tuple[dict[str, float], dict[str, int], float]:
    """Return the dearest try of each agent, how many of its requests have an unknown cost, and what is known."""
    from codenames_metrics.run_folder.ledger import ledger_rows

    dearest: defaultdict[str, float] = defaultdict(float)
    unknown: defaultdict[str, int] = defaultdict(int)
    spent = 0.0
    for trace in tries:
        if trace.failure is FailureKind.REPLACED and trace.latency_s is None:
            continue  # only says that the seat changed hands
        agent = trace.agent or ""
        rows = ledger_rows(trace, "", 1, agent, None)
        known = sum(row.cost_usd or 0.0 for row in rows)
        dearest[agent] = max(dearest[agent], known)
        unknown[agent] += sum(row.is_unpriced or row.is_unmetered for row in rows)
        spent += known
    return dearest, unknown, spent
