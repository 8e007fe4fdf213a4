"""`ledger.csv`: every request to a model, answered or not, with its tokens and its cost.

A line is written before what it paid for is acted on, so that no crash can hide a cost. Unknown is empty, never 0.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.agent import AgentTrace, Failure, Question, WireRequest
from codenames_core.config import Seat
from codenames_metrics.experiment import ModelConfig
from codenames_metrics.lines import LineFile, csv_line, read_rows

NAME: Final = "ledger.csv"
OK: Final = "ok"
CANCELLED: Final = "cancelled"


class LedgerRow(NamedTuple):
    """One request."""

    episode: str
    """The number of the game, as in its file's name."""
    attempt: int
    """Which attempt at the game, from 1."""
    seat: Seat | None
    model: str
    question: Question | None
    at: int | None
    """Number of events before the question."""
    outcome: str
    """`ok`, `cancelled`, or what went wrong."""
    status: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    latency_s: float | None
    wait_s: float | None
    """How long the next request was put off."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What was used so far."""

    requests: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    known_cost_usd: float = 0.0
    unpriced: int = 0
    """Requests that used tokens whose price is unknown."""

    def plus(self, row: LedgerRow) -> "Spent":
        """Return the sum with one more request."""
        return replace(
            self,
            requests=self.requests + 1,
            failed=self.failed + (row.outcome != OK),
            tokens_in=self.tokens_in + (row.tokens_in or 0),
            tokens_out=self.tokens_out + (row.tokens_out or 0),
            known_cost_usd=self.known_cost_usd + (row.cost_usd or 0.0),
            unpriced=self.unpriced + (row.cost_usd is None and row.tokens_in is not None),
        )


class Ledger:
    """Keeps `ledger.csv` in a folder of results, and the sums by model, earlier sittings included."""

    def __init__(self, folder: Path) -> None:
        self.by_model: dict[str, Spent] = defaultdict(Spent)
        for row in read_ledger(folder):
            self._count(row)
        self._file = LineFile(folder / NAME, csv_line(LedgerRow._fields))

    @property
    def cost_usd(self) -> float:
        """What is known to have been spent."""
        return sum(spent.known_cost_usd for spent in self.by_model.values())

    def add(self, row: LedgerRow) -> None:
        """Write down a request."""
        self._file.append(csv_line(row))
        self._count(row)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _count(self, row: LedgerRow) -> None:
        self.by_model[row.model] = self.by_model[row.model].plus(row)


def read_ledger(folder: Path) -> list[LedgerRow]:
    """Return the rows of the ledger in a folder of results; what cannot be read is left out."""
    rows = []
    for cells in read_rows(folder / NAME):
        try:
            rows.append(_row(cells))
        except (ValueError, KeyError, TypeError):
            continue
    return rows


def _row(cells: dict[str, str]) -> LedgerRow:
    def number(name: str) -> int | None:
        return int(cells[name]) if cells[name] else None

    def amount(name: str) -> float | None:
        return float(cells[name]) if cells[name] else None

    return LedgerRow(
        cells["episode"],
        int(cells["attempt"]),
        Seat(cells["seat"]) if cells["seat"] else None,
        cells["model"],
        Question(cells["question"]) if cells["question"] else None,
        number("at"),
        cells["outcome"],
        number("status"),
        number("tokens_in"),
        number("tokens_out"),
        amount("cost_usd"),
        amount("latency_s"),
        amount("wait_s"),
    )


def rows_of(trace: AgentTrace, episode: str, attempt: int, model: str, prices: ModelConfig | None) -> list[LedgerRow]:
    """Return the rows for the requests behind a try.

    Args:
        trace: of the try.
        episode: the game's number.
        attempt: at the game.
        model: as the experiment names it.
        prices: used where the cost of a request is not known otherwise.
    """
    if not trace.requests and trace.failure in (Failure.UNAVAILABLE, Failure.OUT_OF_REACH):
        return []  # it never came to a request
    requests = trace.requests or (
        WireRequest(
            outcome=OK,
            tokens_in=trace.tokens_in,
            tokens_out=trace.tokens_out,
            cost_usd=trace.cost_usd,
            latency_s=trace.latency_s or 0.0,
        ),
    )
    return [
        LedgerRow(
            episode,
            attempt,
            trace.seat,
            model,
            trace.question,
            trace.at,
            request.outcome,
            request.status,
            request.tokens_in,
            request.tokens_out,
            _cost(request, prices),
            round(request.latency_s, 3),
            round(request.wait_s, 3),
        )
        for request in requests
    ]


def _cost(request: WireRequest, prices: ModelConfig | None) -> float | None:
    if request.cost_usd is not None or prices is None:
        return request.cost_usd
    return prices.cost_of(request.tokens_in, request.tokens_out)
