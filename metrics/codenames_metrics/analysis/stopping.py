"""When a run has found out enough: which pairs of line-ups still need boards.

A pair needs no more once its confidence sequence excludes 0, on 20 boards or more, or is as narrow as is asked. These
intervals hold however often they are looked at, and those of all pairs hold together, so that stopping at a moment, or
giving further boards to pairs by how they stand, makes nothing wrong (`confidence_sequences`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.head_to_head import Pairing
from codenames_metrics.experiment.combos import Lineup
from codenames_metrics.statistics.confidence_sequences import confidence_sequence
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Interval
from codenames_metrics.statistics.moments import mean


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be found out."""

    best: int | None = None
    """The order of so many of the best: pairs without one of them need no boards. All pairs if not given."""
    among: frozenset[str] = frozenset()
    """Line-ups between which pairs count; all if empty."""
    width: float | None = None
    """An interval of the difference of two win rates that reaches no farther than this to either side is narrow enough,
    whether it excludes 0 or not; 0 to 1."""
    most_boards: int = 400
    """Of a pair."""

    @classmethod
    def parse(cls, text: str, lineups: Iterable[str], *, width: float | None, most_boards: int) -> Self:
        """Return the goal that a text names: `all`, `top3`, or line-ups with commas between.

        Raises:
            InputError: it names a line-up that does not play, or fewer than two.
        """
        known = list(dict.fromkeys(lineups))
        number = text.removeprefix("top")
        if text == "all":
            return cls(width=width, most_boards=most_boards)
        if text.startswith("top") and number.isascii() and number.isdecimal() and int(number) > 0:
            return cls(best=int(number), width=width, most_boards=most_boards)
        names = frozenset(name.strip() for name in text.split(","))
        for name in sorted(names.difference(known)):
            some = ", ".join(one_line(one, 40) for one in known[:8]) + (", …" if len(known) > 8 else "")
            raise InputError(f"--resolve: {one_line(name, 60)!r} does not play here; all, top3, or some of {some}")
        if len(names) < 2:
            raise InputError("--resolve: one line-up alone cannot be told apart from others; name two or more, or all")
        return cls(among=names, width=width, most_boards=most_boards)

    def is_about(self, pairing: Pairing) -> bool:
        """Whether a pair can count, by its names; of `best`, any can."""
        return not self.among or {pairing.first.name, pairing.second.name} <= self.among


class PairStanding(NamedTuple):
    """How far a pair is."""

    pairing: Pairing
    boards: int
    win_rate: float | None
    """Of the first, mean over the boards."""
    difference: Interval | None
    """Of the win rates of first and second; the intervals of all pairs hold jointly at 95 %."""
    is_told_apart: bool
    is_narrow: bool
    """Whether the interval is as narrow as is asked."""

    @property
    def is_resolved(self) -> bool:
        """Whether it needs no more boards."""
        return self.is_told_apart or self.is_narrow

    def line(self) -> str:
        """Return it in one line."""
        pairing = self.pairing
        name = f"{one_line(pairing.first.name, 40)} - {one_line(pairing.second.name, 40)}, {pairing.mode}"
        if self.difference is None:
            return f"{name}: no board is over"
        after = f"after {counted(self.boards, 'board')}"
        low, high = (100 * end for end in self.difference)
        if self.is_told_apart:
            ahead = pairing.first if low > 0 else pairing.second
            low, high = sorted((abs(low), abs(high)))
            by = f"{one_line(ahead.name, 40)} is ahead by {low:.1f} to {high:.1f} points"
            return f"{name}: told apart {after}, {by}"
        verdict = "narrow enough, and not told apart" if self.is_narrow else "not resolved"
        return f"{name}: {verdict} {after}, {low:+.1f} to {high:+.1f} points"


def standing(pairing: Pairing, shares: Sequence[float], pairs: int, goal: Goal) -> PairStanding:
    """Return how far a pair is.

    Args:
        pairing: the pair.
        shares: of the first, on each board that is over.
        pairs: how many there are in all.
        goal: what is to be found out.
    """
    found = confidence_sequence(shares, confidence=1 - (1 - CONFIDENCE) / max(1, pairs))
    difference = found and Interval(2 * found.low - 1, 2 * found.high - 1)
    judged = difference is not None and len(shares) >= FEWEST_JUDGED
    apart = difference is not None and judged and (difference.low > 0 or difference.high < 0)
    narrow = (
        difference is not None
        and judged
        and goal.width is not None
        and difference.high - difference.low <= 2 * goal.width
    )
    return PairStanding(pairing, len(shares), mean(shares), difference, apart, narrow)


def of_interest(standings: Mapping[Pairing, PairStanding], goal: Goal) -> list[Pairing]:
    """Return the pairs that the goal is about, as it stands."""
    best = _best(standings.values(), goal.best)
    return [
        pairing
        for pairing in standings
        if goal.is_about(pairing) and (best is None or pairing.first in best or pairing.second in best)
    ]


def _best(standings: Iterable[PairStanding], number: int | None) -> frozenset[Lineup] | None:
    """Return the line-ups that win most, by the mean over their pairs, whatever boards each of these has."""
    if number is None:
        return None
    rates: dict[Lineup, list[float]] = defaultdict(list)
    for one in standings:
        if one.win_rate is not None:
            rates[one.pairing.first].append(one.win_rate)
            rates[one.pairing.second].append(1 - one.win_rate)
    order = sorted(rates, key=lambda lineup: (-(mean(rates[lineup]) or 0.0), lineup.name))
    return frozenset(order[:number])
