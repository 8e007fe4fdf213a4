"""`ledger.csv`: every request to a model, answered or not, with its tokens and its cost.

A request is written down before its answer is acted on, so that no crash can hide a cost. An unknown amount is empty,
never 0: a request that ran out of time may have been paid for, and is counted apart.
"""

import contextlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from codenames_agents.providers.errors import ErrorKind
from codenames_core.game.agent import AgentTrace, FailureKind, Question, WireRequest
from codenames_core.game.config import Seat
from codenames_metrics.experiment.config import ModelConfig
from codenames_metrics.run_folder.line_file import LineFile, csv_line, read_cells, read_rows

NAME: Final = "ledger.csv"
OK: Final = "ok"
CANCELLED: Final = "cancelled"
KILLED: Final = "killed"
"""Of a request that may have been open when the process was killed."""
UNREADABLE: Final = "(lines of ledger.csv that cannot be read)"
"""Stands for the model of requests whose lines were damaged."""
_REFUSED: Final = 300
"""HTTP status from which on a request was refused, and cost nothing."""


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
    """`ok`, `cancelled`, `killed`, or what went wrong."""
    status: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    latency_s: float | None
    wait_s: float | None
    """How long the next request was put off."""

    @property
    def is_unpriced(self) -> bool:
        """Whether tokens were used whose price is unknown."""
        return self.cost_usd is None and (self.tokens_in is not None or self.outcome == OK)

    @property
    def is_unmetered(self) -> bool:
        """Whether it is unknown how much was used, if anything: the request timed out, broke off or was given up."""
        if self.cost_usd is not None or self.is_unpriced or self.outcome == ErrorKind.CONNECTION:
            return False
        return self.status is None or self.status < _REFUSED


@dataclass(slots=True)
class ModelSpending:
    """What a model has used so far: running sums."""

    requests: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    known_cost_usd: float = 0.0
    dearest_usd: float = 0.0
    """The most that a single request cost."""
    unpriced: int = 0
    """Requests that used tokens of an unknown price."""
    unmetered: int = 0
    """Requests that used an unknown number of tokens."""

    def add(self, row: LedgerRow) -> None:
        """Count one more request."""
        self.failed += row.outcome != OK
        if row.cost_usd is None:
            self.unpriced += row.is_unpriced
            self.unmetered += row.is_unmetered
        self.add_priced(row.tokens_in or 0, row.tokens_out or 0, row.cost_usd or 0.0)

    def add_priced(self, tokens_in: int, tokens_out: int, cost_usd: float) -> None:
        """Count one more request that succeeded at a known price: nearly every row of a long ledger."""
        self.requests += 1
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.known_cost_usd += cost_usd
        if cost_usd > self.dearest_usd:
            self.dearest_usd = cost_usd


class Ledger:
    """Appends to `ledger.csv` in a run folder, and keeps the sums by model, earlier sessions included.

    Args:
        folder: of the run.
        prices: of the experiment, for requests of earlier sessions that have no price.
    """

    def __init__(self, folder: Path, prices: Mapping[str, ModelConfig]) -> None:
        self.by_model = spent_by_model(folder, prices)
        self.retries: Counter[str] = Counter()
        """Failed requests of this session, by what went wrong."""
        self._file = LineFile(folder / NAME, csv_line(LedgerRow._fields))

    @property
    def cost_usd(self) -> float:
        """What is known to have been spent."""
        return sum(spent.known_cost_usd for spent in self.by_model.values())

    def add(self, row: LedgerRow) -> None:
        """Write down a request."""
        self._file.append(csv_line(row))
        if row.outcome not in (OK, CANCELLED, KILLED):
            self.retries[row.outcome] += 1
        self.by_model[row.model].add(row)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def spent_by_model(folder: Path, prices: Mapping[str, ModelConfig]) -> defaultdict[str, ModelSpending]:
    """Return the sums over the ledger in a run folder; its rows, of which there may be millions, are not kept.

    A line that cannot be read counts as a request that used an unknown number of tokens.
    """
    sums: defaultdict[str, ModelSpending] = defaultdict(ModelSpending)
    for cells in read_cells(folder / NAME, _SUMMED):
        try:
            if cells is None:
                raise ValueError("no row")
            model, outcome, _, tokens_in, tokens_out, cost_usd = cells
            if outcome == OK and tokens_in and tokens_out and cost_usd:
                sums[model].add_priced(int(tokens_in), int(tokens_out), _amount(cost_usd))
                continue
            row = _summed(*cells)
        except ValueError:
            sums[UNREADABLE].add(lost_request("", 0, UNREADABLE, UNREADABLE))
            continue
        if row.cost_usd is None and row.model in prices:
            row = row._replace(cost_usd=prices[row.model].cost_of(row.tokens_in, row.tokens_out))
        sums[row.model].add(row)
    return sums


def seconds_by_model(folder: Path) -> dict[str, float]:
    """Return the mean time of an answered request of each model, without the waits between requests."""
    sums: defaultdict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for cells in read_cells(folder / NAME, ("model", "outcome", "latency_s")):
        if cells is None or cells[1] != OK:
            continue
        with contextlib.suppress(ValueError):
            seconds = _amount(cells[2])
            answers, together = sums[cells[0]]
            sums[cells[0]] = answers + 1, together + seconds
    return {model: together / answers for model, (answers, together) in sums.items()}


_SUMMED: Final = ("model", "outcome", "status", "tokens_in", "tokens_out", "cost_usd")


def _summed(model: str, outcome: str, status: str, tokens_in: str, tokens_out: str, cost_usd: str) -> LedgerRow:
    """Return a row that holds only what is summed up."""
    return LedgerRow(
        "",
        0,
        None,
        model,
        None,
        None,
        outcome,
        int(status) if status else None,
        int(tokens_in) if tokens_in else None,
        int(tokens_out) if tokens_out else None,
        _amount(cost_usd) if cost_usd else None,
        None,
        None,
    )


def _amount(text: str) -> float:
    """Return an amount of money; raise ValueError if `text` is none."""
    amount = float(text)
    if not 0 <= amount < math.inf:
        raise ValueError(text)
    return amount


def read_ledger(folder: Path) -> list[LedgerRow]:
    """Return the rows of the ledger in a run folder that can be read."""
    rows = []
    for cells in read_rows(folder / NAME):
        try:
            rows.append(parse_row(cells))
        except (ValueError, KeyError, TypeError):
            continue
    return rows


def parse_row(cells: dict[str, str]) -> LedgerRow:
    """Return a row from its cells by column; raise ValueError, KeyError or TypeError where one is damaged."""

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


def ledger_rows(
    trace: AgentTrace, episode: str, attempt: int, model: str, prices: ModelConfig | None
) -> list[LedgerRow]:
    """Return the rows for the requests of one try.

    Args:
        trace: of the try.
        episode: the game's number.
        attempt: at the game.
        model: as the experiment names it.
        prices: used where a request cost nothing, or an unknown amount, by what is known otherwise.
    """
    if not trace.requests and trace.failure in (FailureKind.UNAVAILABLE, FailureKind.OUT_OF_REACH):
        return []  # it never came to a request
    requests = trace.requests or (
        WireRequest(
            outcome=str(trace.failure) if trace.failure in (FailureKind.ERROR, FailureKind.TIMEOUT) else OK,
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


def lost_request(
    episode: str,
    attempt: int,
    model: str,
    outcome: str,
    seat: Seat | None = None,
    question: Question | None = None,
    *,
    cost_usd: float | None = None,
) -> LedgerRow:
    """Return the row of a request whose outcome is unknown; what it cost is known where the model is free."""
    return LedgerRow(episode, attempt, seat, model, question, None, outcome, None, None, None, cost_usd, None, None)


def _cost(request: WireRequest, prices: ModelConfig | None) -> float | None:
    """Return what a request cost; a price that the experiment states comes before that of a model that is free here."""
    if prices is None or request.cost_usd:
        return request.cost_usd
    if request.cost_usd is not None and not prices.states_price:
        return request.cost_usd
    return prices.cost_of(request.tokens_in, request.tokens_out)
