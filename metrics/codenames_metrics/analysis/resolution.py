"""What a planned experiment can show: how far apart two win rates must be to be told apart, by simulating its games.

A simulated board favours one side, and suits each line-up in its own way. A game is then a coin with

    log odds that red wins = strength(red) - strength(blue) + favour(board) + fit(red, board) - fit(blue, board)

where favour and fit are normal with mean zero, and standard deviations that were measured on the shipped agents
(docs/statistics.md). The games are those of the plan: its opponents, modes, repeats and sides. Two line-ups are made
stronger and weaker than the rest until the paired comparison of their boards' scores finds it with 80 % power, among
all comparisons of its table. What t that takes is said, as in the report, by the largest t of equal line-ups: since
they share opponents and boards, it is smaller than that of as many independent comparisons. Miller 2024, arXiv
2411.00640, plans evaluations of language models by the same formula:

    difference = (quantile of t + quantile of power) x std of the boards' differences / sqrt(boards)
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.head_to_head import PairingKey, pairing_key, pairings
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED
from codenames_metrics.statistics.student import student_quantile

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]

POWER: Final = 0.8
FAVOUR: Final = 0.5
"""How much boards favour one side: the standard deviation over boards, in log odds."""
FIT: Final = 0.3
"""How much a board suits one line-up more than another: likewise, for each line-up."""
LARGEST_DIFFERENCE: Final = 0.9
_SIMULATED_BOARDS: Final = 20_000
_SIMULATED_RUNS: Final = 2_000
_MOST_GAMES: Final = 1_500_000
"""In all simulated boards together."""
_MOST_JOINT: Final = 200
"""Comparisons whose largest t is simulated; more are taken as independent, which they nearly are in effect."""
_JOINT_BOARDS: Final = 1_000
_JOINT_DRAWS: Final = 4_000
_LARGEST_LEAD: Final = 12.0
"""In log odds: the stronger of two practically always wins."""
_ALIKE: Final = 1.1
"""Two spreads with a smaller ratio are shown as one."""

Share: TypeAlias = tuple[int, bool]
"""A cell by its number, and whether the line-up plays red in it."""


class Contest(NamedTuple):
    """Two line-ups whose boards' scores are compared."""

    first: Lineup
    second: Lineup
    first_games: tuple[Share, ...]
    """Whose mean is the first's score on a board."""
    second_games: tuple[Share, ...]


class Family(NamedTuple):
    """The contests of a table."""

    what: str
    """As a report calls the table."""
    contests: tuple[Contest, ...]
    corrected: tuple[Contest, ...]
    """Those that are corrected together: all, or those of the mode with the most."""


class Detectable(NamedTuple):
    """What one table of the report will be able to show."""

    what: str
    comparisons: int
    low: float | None
    """Difference of two win rates that is found with 80 % power, for the pair that is compared most closely; None where
    no difference is."""
    high: float | None
    """The same for the pair that is compared least closely; equal to `low` where the design treats all alike."""

    def in_words(self) -> str:
        """Return it for a person to read.

        >>> Detectable("overall", 10, 0.081, 0.081).in_words()
        'overall: a difference of 8.1 points in win rate is found in 4 of 5 runs (10 pairs compared)'
        """
        pairs = f"{self.comparisons:,} pair{'' if self.comparisons == 1 else 's'} compared"
        if self.low is None:
            return f"{self.what}: so few boards cannot tell any two win rates apart ({pairs})"
        if self.high is None:
            points = f"{100 * self.low:.1f} or more"
        else:
            same = self.high < _ALIKE * self.low
            points = f"{100 * self.high:.1f}" if same else f"{100 * self.low:.1f} to {100 * self.high:.1f}"
        return f"{self.what}: a difference of {points} points in win rate is found in 4 of 5 runs ({pairs})"


def lines(found: Sequence[Detectable]) -> list[str]:
    """Return what a plan can show for a person to read; nothing where nobody is compared."""
    shown: list[Detectable] = []
    for one in found:
        if shown and shown[-1][1:] == one[1:]:
            shown[-1] = one._replace(what=f"{shown[-1].what}, {one.what}")
        else:
            shown.append(one)
    return [f"{'resolution' if not number else '':<10}  {one.in_words()}" for number, one in enumerate(shown)]


class Needed(NamedTuple):
    """How many boards a difference takes."""

    what: str
    """As a report calls the table."""
    boards: int
    games: int
    """In all cells of the plan together."""


def resolution(plan: Plan) -> tuple[Detectable, ...]:
    """Return what the planned games can show: overall, and head to head."""
    games = SimulatedGames(plan)
    boards = len(plan.config.seeds)
    found = []
    for family in families_of(plan):
        contests, comparisons = games.extremes(family), games.independent_comparisons(family)
        low, high = (games.detectable(contest, comparisons, boards) for contest in contests)
        found.append(Detectable(family.what, len(family.corrected), low, high))
    return tuple(found)


def detectable_leads(plan: Plan) -> Iterator[tuple[str, Contest, float]]:
    """Yield for each table the pair that is compared least closely, and the lead that the planned boards show.

    A lead is in log odds: half of it makes one of the two stronger than the rest, half the other weaker.
    """
    games = SimulatedGames(plan)
    for family in families_of(plan):
        _, contest = games.extremes(family)
        lead = games.shown_lead(contest, games.independent_comparisons(family), len(plan.config.seeds))
        if lead is not None:
            yield family.what, contest, lead


def boards_needed(plan: Plan, difference: float) -> tuple[Needed, ...]:
    """Return how many boards the plan would need to tell win rates apart that differ by so much.

    Args:
        plan: the experiment; its number of boards does not matter.
        difference: of two win rates, above 0 and at most `LARGEST_DIFFERENCE`.
    """
    games = SimulatedGames(plan)
    each = len(plan.cells) * plan.config.games_per_config
    found = []
    for family in families_of(plan):
        _, contest = games.extremes(family)
        boards = games.boards_for(contest, games.independent_comparisons(family), difference)
        found.append(Needed(family.what, boards, boards * each))
    return tuple(found)


def families_of(plan: Plan) -> tuple[Family, ...]:
    """Return what is compared in a report: line-ups over all their games, then each two that meet.

    Those that meet are corrected mode by mode, and all together where they are the primary family.
    """
    cells, one_family = plan.cells, plan.config.primary_family is PrimaryFamily.HEAD_TO_HEAD
    compositions = dict.fromkeys(cell.combo.composition for cell in cells)
    found = [*(_overall(cells, composition) for composition in compositions), _head_to_head(cells, one_family)]
    return tuple(family for family in found if family is not None)


def _overall(cells: Sequence[Cell], composition: Composition) -> Family | None:
    shares: dict[Lineup, list[Share]] = defaultdict(list)
    for number, cell in enumerate(cells):
        if cell.combo.composition is composition and cell.combo.is_contest:
            shares[cell.combo.red].append((number, True))
            shares[cell.combo.blue].append((number, False))
    contests = tuple(
        Contest(first, second, tuple(shares[first]), tuple(shares[second])) for first, second in combinations(shares, 2)
    )
    what = "overall" if composition is Composition.HOMOGENEOUS else f"line-ups, {composition}"
    return Family(what, contests, contests) if contests else None


def _head_to_head(cells: Sequence[Cell], one_family: bool) -> Family | None:
    games: dict[PairingKey, list[int]] = defaultdict(list)
    for number, cell in enumerate(cells):
        games[pairing_key(cell)].append(number)
    contests: dict[GameMode, list[Contest]] = defaultdict(list)
    for pairing in pairings(cells):
        numbers = games[pairing.key]
        first = tuple((number, cells[number].combo.red == pairing.first) for number in numbers)
        contest = Contest(pairing.first, pairing.second, first, tuple((n, not red) for n, red in first))
        contests[pairing.mode].append(contest)
    if not contests:
        return None
    together = tuple(contest for of_mode in contests.values() for contest in of_mode)
    largest = together if one_family else max(map(tuple, contests.values()), key=lambda found: len(found))
    return Family("head to head", together, largest)


class SimulatedGames:
    """The games of a plan on simulated boards: the same dice for every strength of the line-ups."""

    def __init__(self, plan: Plan) -> None:
        import numpy as np

        self._cells = plan.cells
        self._lineups = list(dict.fromkeys(side for cell in plan.cells for side in (cell.combo.red, cell.combo.blue)))
        repeats = plan.config.games_per_config
        boards = max(min(_SIMULATED_BOARDS, _MOST_GAMES // (len(plan.cells) * repeats)), 1_000)
        dice = np.random.default_rng(0)
        favour = dice.normal(0.0, FAVOUR, (boards, 1))
        fit = dice.normal(0.0, FIT, (boards, len(self._lineups)))
        places = {lineup: place for place, lineup in enumerate(self._lineups)}
        self._red = [places[cell.combo.red] for cell in plan.cells]
        self._blue = [places[cell.combo.blue] for cell in plan.cells]
        self._log_odds = favour + fit[:, self._red] - fit[:, self._blue]
        self._thresholds = _logit(dice.random((repeats, boards, len(plan.cells))))

    def differences(self, contest: Contest, lead: float) -> "Floats":
        """Return the difference of two line-ups' scores on each board, where `lead` parts their strengths."""
        import numpy as np

        strength = np.array([lead / 2 * ((one == contest.first) - (one == contest.second)) for one in self._lineups])
        log_odds = self._log_odds + strength[self._red] - strength[self._blue]
        red_won = (self._thresholds < log_odds).mean(axis=0)
        return _score(red_won, contest.first_games) - _score(red_won, contest.second_games)

    def extremes(self, family: Family) -> tuple[Contest, Contest]:
        """Return the contests with the smallest and the largest spread of equally strong line-ups."""
        shapes: dict[tuple[int, int, int], Contest] = {}
        for contest in family.contests:
            shared = len({n for n, _ in contest.first_games} & {n for n, _ in contest.second_games})
            shapes.setdefault((len(contest.first_games), len(contest.second_games), shared), contest)
        spread = {contest: float(self.differences(contest, 0.0).std(ddof=1)) for contest in shapes.values()}
        ordered = sorted(spread, key=lambda contest: spread[contest])
        return ordered[0], ordered[-1]

    def independent_comparisons(self, family: Family) -> float:
        """Return for how many independent comparisons a family asks as large a t, by the largest of many draws."""
        import numpy as np

        contests = family.corrected
        if not 1 < len(contests) <= _MOST_JOINT:
            return len(contests)
        table = np.stack([self.differences(contest, 0.0)[:_JOINT_BOARDS] for contest in contests], axis=1)
        table = (table - table.mean(axis=0)) / np.maximum(table.std(axis=0), 1e-9) / math.sqrt(len(table))
        drawn = np.random.default_rng(2).normal(size=(_JOINT_DRAWS, len(table))) @ table
        critical = float(np.quantile(np.abs(drawn).max(axis=1), CONFIDENCE))
        return min(max((1 - CONFIDENCE) / (2 * NormalDist().cdf(-critical)), 1.0), float(len(contests)))

    def detectable(self, contest: Contest, comparisons: float, boards: int) -> float | None:
        """Return the difference of two win rates that so many boards show; None where they show none."""
        lead = self.shown_lead(contest, comparisons, boards)
        return None if lead is None else float(self.differences(contest, lead).mean())

    def shown_lead(self, contest: Contest, comparisons: float, boards: int) -> float | None:
        """Return the smallest lead that so many boards show."""
        if boards < FEWEST_JUDGED:
            return None
        needed = student_quantile(1 - (1 - CONFIDENCE) / comparisons / 2, boards - 1)
        runs = self._runs(boards)

        def is_shown(lead: float) -> bool:
            return _power(self.differences(contest, lead)[runs], needed) >= POWER

        return _smallest(is_shown) if is_shown(_LARGEST_LEAD) else None

    def _runs(self, boards: int) -> "NDArray[int64]":
        """Return the boards of many runs, drawn from those that are simulated: a row for each run."""
        import numpy as np

        runs = max(min(_SIMULATED_RUNS, _MOST_GAMES // boards), 200)
        return np.random.default_rng(1).integers(len(self._log_odds), size=(runs, boards))

    def boards_for(self, contest: Contest, comparisons: float, difference: float) -> int:
        """Return the fewest boards that show such a difference."""
        lead = _smallest(lambda lead: bool(self.differences(contest, lead).mean() >= difference))
        std = float(self.differences(contest, lead).std(ddof=1))
        boards = FEWEST_JUDGED
        for _ in range(5):  # the quantile of t hardly depends on the number of boards
            boards = max(math.ceil((_quantiles(comparisons, boards) * std / difference) ** 2), FEWEST_JUDGED)
        return boards


def _power(differences: "Floats", needed: float) -> float:
    """Return in which share of runs (rows) the mean over the boards has a t above the needed one."""
    errors = differences.std(axis=1, ddof=1) / math.sqrt(differences.shape[1])
    return float((differences.mean(axis=1) > needed * errors).mean())


def _logit(chances: "Floats") -> "Floats":
    import numpy as np

    found: Floats = np.log(chances) - np.log1p(-chances)
    return found


def _score(red_won: "Floats", shares: Iterable[Share]) -> "Floats":
    """Return the mean over some games of each board."""
    import numpy as np

    found: Floats = np.mean([red_won[:, cell] if as_red else 1 - red_won[:, cell] for cell, as_red in shares], axis=0)
    return found


def _quantiles(comparisons: float, boards: int) -> float:
    """Return how many standard errors a difference has to be away from zero to be found with `POWER`."""
    alpha = (1 - CONFIDENCE) / comparisons
    return student_quantile(1 - alpha / 2, boards - 1) + NormalDist().inv_cdf(POWER)


def _smallest(is_enough: Callable[[float], bool]) -> float:
    """Return the smallest lead that is enough, by bisection."""
    low, high = 0.0, _LARGEST_LEAD
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
