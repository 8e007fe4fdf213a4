"""What the games of each line-up took: tokens, US dollars and seconds of thinking, from the ledger of a run."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from codenames_core.game.config import TEAMS, Seat, Team
from codenames_metrics.experiment.config import ModelConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.ledger import NAME, OK, LedgerRow, parse_row
from codenames_metrics.run_folder.line_file import read_rows
from codenames_metrics.run_folder.metrics_cache import finished_games


class LineupSpending(NamedTuple):
    """The mean over the finished games of a line-up that asked models over a network, its own side alone."""

    lineup: str
    games: int
    tokens: float | None
    """Read and written, in a game; None where it is not known of every answer."""
    cost_usd: float | None
    """Likewise."""
    seconds: float | None
    """How long its answers took together, waits between requests left out; likewise."""


@dataclass(slots=True)
class _Sums:
    tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    tokens_known: bool = True
    cost_known: bool = True
    seconds_known: bool = True

    def add(self, row: LedgerRow, prices: ModelConfig | None) -> None:
        """Count a request; one that failed without using anything costs nothing."""
        cost = row.cost_usd
        if cost is None and prices is not None:
            cost = prices.cost_of(row.tokens_in, row.tokens_out)
        priced = row._replace(cost_usd=cost)
        self.tokens += (row.tokens_in or 0) + (row.tokens_out or 0)
        self.cost_usd += cost or 0.0
        self.seconds += row.latency_s or 0.0
        self.cost_known &= not (priced.is_unpriced or priced.is_unmetered)
        if row.outcome == OK:
            self.tokens_known &= row.tokens_in is not None and row.tokens_out is not None
            self.seconds_known &= row.latency_s is not None


def spending_by_lineup(folder: Path, plan: Plan, prices: Mapping[str, ModelConfig]) -> tuple[LineupSpending, ...]:
    """Return what the finished games of each line-up took, in the order of the plan, without lines that are damaged.

    Args:
        folder: of the run.
        plan: of the run.
        prices: of the experiment, for requests that have no price.
    """
    finished = frozenset(finished_games(folder, plan))
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for row, index, team in _requests(folder, plan):
        if index in finished:
            sums[plan.cell_of(index).lineup(team).name].add(row, prices.get(row.model))
    games: dict[str, int] = defaultdict(int)
    for index in sorted(finished) if sums else ():
        for team in TEAMS:
            games[plan.cell_of(index).lineup(team).name] += 1
    return tuple(_means(lineup, count, sums[lineup]) for lineup, count in games.items() if lineup in sums)


def _requests(folder: Path, plan: Plan) -> Iterator[tuple[LedgerRow, int, Team]]:
    for cells in read_rows(folder / NAME):
        try:
            row = parse_row(cells)
        except (ValueError, KeyError, TypeError):
            continue
        index = plan.index_named(row.episode)
        if index is not None and isinstance(row.seat, Seat):
            yield row, index, row.seat.team


def _means(lineup: str, games: int, sums: _Sums) -> LineupSpending:
    return LineupSpending(
        lineup,
        games,
        sums.tokens / games if sums.tokens_known else None,
        sums.cost_usd / games if sums.cost_known else None,
        sums.seconds / games if sums.seconds_known else None,
    )
