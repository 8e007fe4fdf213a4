"""Does cross-play find what is there, and nothing else? Simulated where the truth is known.

Part of `benchmarks.honest_statistics`, whose tests run it with fewer simulations.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Final, NamedTuple

from benchmarks.honest_ratings import ONE_ROLE
from benchmarks.simulated_runs import Truth, played, round_robin
from codenames_core.game.config import GameMode
from codenames_metrics.analysis.cross.cross_play import CrossPlay, cross_play
from codenames_metrics.analysis.cross.pair_model import PairGames
from codenames_metrics.analysis.scores import Score
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.combos import Composition, Lineup, ModelCombo, lineups
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.intervals import CONFIDENCE

REFERENCE = "R"
EVEN: Final = Truth({"X": 0.5, "Y": 0.0, "Z": -0.5}, {"X": -0.4, "Y": 0.4, "Z": 0.0})
"""Parts that add up, so that there is neither a premium nor a fit."""
UNEVEN: Final = Truth({"X": 2.0, "Y": 0.0, "Z": -2.0}, {"X": 2.0, "Y": 0.0, "Z": -2.0})
"""The same with models that win nearly always and nearly never."""
_NO_FITS: Final[Mapping[tuple[str, str], float]] = {}
CASES: Final = (
    ("one role", 50, ONE_ROLE, 0.0, _NO_FITS, True),
    ("one role", 100, ONE_ROLE, 0.0, _NO_FITS, True),
    ("one role, pairs meet each other", 50, ONE_ROLE, 0.0, _NO_FITS, False),
    ("parts add up", 50, EVEN, 0.0, _NO_FITS, True),
    ("parts add up, uneven", 50, UNEVEN, 0.0, _NO_FITS, True),
    ("premium of 0.8 logits", 50, EVEN, 0.8, _NO_FITS, True),
    ("X fits Y by 1.5 logits", 50, EVEN, 0.0, {("X", "Y"): 1.5}, True),
)


NULLS: Final = (
    ("parts add up", 20, EVEN, 0.0, True),
    ("parts add up", 50, EVEN, 0.0, True),
    ("parts add up", 100, EVEN, 0.0, True),
    ("one role", 50, ONE_ROLE, 0.0, True),
    ("parts add up, uneven", 50, UNEVEN, 0.0, True),
    ("parts add up, boards suit pairs in their own way", 50, EVEN, 0.6, True),
    ("parts add up, pairs meet each other", 50, EVEN, 0.0, False),
)
"""Without a premium: boards, truth, by how many logits boards suit pairs, whether there is a reference team."""
PREMIUM_RUNS: Final = 20
"""Only the premium is asked for, which is quick: so many times the runs of other tables."""


class FoundPairs(NamedTuple):
    """What some simulations of cross-play say."""

    runs: int
    first: int
    """X is said to have the highest win rate as a cluer with the same partners."""
    right: int
    """X is shown to be a better cluer than Y."""
    wrong: int
    """Y is shown to be a better one than X."""
    premium: int
    """Playing with oneself is said to be worth something."""
    interaction: int
    """Some pairs are said to fit each other."""


def against_reference(models: Sequence[str]) -> list[Cell]:
    """Return the cells in which every pair meets the reference team from both sides."""
    reference = Lineup(REFERENCE, REFERENCE, REFERENCE)
    cells = []
    for pair in lineups(models, Composition.CROSS):
        for red, blue in ((pair, reference), (reference, pair)):
            combo = ModelCombo(Composition.CROSS, red, blue, reference=REFERENCE)
            cells.append(Cell(GameMode.STANDARD, combo))
    return cells


def against_each_other(models: Sequence[str]) -> list[Cell]:
    """Return the cells in which every two pairs meet from both sides."""
    return round_robin(models, (Composition.CROSS,))


def with_reference(truth: Truth, strength: float = 0.0) -> Truth:
    """Return what decides games when a reference team of so many logits is met."""
    return truth._replace(cluers={**truth.cluers, REFERENCE: strength}, guessers={**truth.guessers, REFERENCE: 0.0})


def found_in(games: Sequence[Score], cells: Sequence[Cell], boards: int) -> CrossPlay:
    """Return the cross-play of games that are all that was planned."""
    planned = PlannedGames(cells, dict.fromkeys(cells, boards), per_board=1)
    found = cross_play(games, planned, None, final=True)
    if found is None:
        raise ValueError("no pairs meet the reference team")
    return found


def pairs_found(
    truth: Truth,
    boards: int,
    runs: int,
    *,
    premium: float = 0.0,
    fits: Mapping[tuple[str, str], float] | None = None,
    has_reference: bool = True,
) -> FoundPairs:
    """Simulate runs of cross-play.

    Args:
        truth: what cluers and guessers are worth.
        boards: of each run.
        runs: how many.
        premium: what a pair of one model gains, in logits.
        fits: what a pair gains besides.
        has_reference: whether pairs meet a reference team of strength 0, and not each other.
    """
    models = list(truth.cluers)
    cells = against_reference(models) if has_reference else against_each_other(models)
    gains = {(model, model): premium for model in models} | dict(fits or {})
    first = right = wrong = premiums = interactions = 0
    for run in range(runs):
        games = played(random.Random(run), cells, boards, with_reference(truth), gains=gains)
        found = found_in(games, cells, boards)
        cluers = found.roles[0]
        first += cluers.entries[0].model == "X"
        for pair in cluers.comparisons:
            if {pair.first, pair.second} == {"X", "Y"} and pair.is_resolved:
                better = pair.first if (pair.difference or 0.0) > 0 else pair.second
                right += better == "X"
                wrong += better == "Y"
        premiums += (found.premium.p_value or 1.0) < 1 - CONFIDENCE
        interactions += (found.interaction_p_value or 1.0) < 1 - CONFIDENCE
    return FoundPairs(runs, first, right, wrong, premiums, interactions)


def premium_claimed(
    truth: Truth, boards: int, runs: int, *, taste: float = 0.0, has_reference: bool = True, first: int = 0
) -> int:
    """Return in how many simulated runs playing with oneself is said to be worth something, where it is worth nothing.

    Args:
        truth: what cluers and guessers are worth.
        boards: of each run.
        runs: how many.
        taste: by how much a board suits each pair in its own way: a standard deviation, in logits.
        has_reference: whether pairs meet a reference team of strength 0, and not each other.
        first: the seed of the first run.
    """
    models = list(truth.cluers)
    cells = against_reference(models) if has_reference else against_each_other(models)
    pairs = [pair.models[:2] for pair in lineups(models, Composition.CROSS)]
    claimed = 0
    for run in range(first, first + runs):
        dice = random.Random(run)
        games = []
        for board in range(boards):
            gains = {pair: dice.gauss(0.0, taste) for pair in pairs} if taste else {}
            on_it = played(dice, cells, 1, with_reference(truth), gains=gains)
            games += [game._replace(board=f"{board}") for game in on_it]
        _, p_value = PairGames(games, REFERENCE if has_reference else None).premium()
        claimed += p_value is not None and p_value < 1 - CONFIDENCE
    return claimed


def first_by_chance(truth: Truth, boards: int, runs: int) -> tuple[float, float, float]:
    """Return how far X is ahead of Y as a cluer with the same partners: in truth, on average, and the deviation of it.

    The truth is the mean over boards, by Gauss-Hermite quadrature, and over guessers. Where both agree, whoever is not
    said to be first lacks games, and is not wronged.
    """
    models = list(truth.cluers)
    cells = against_reference(models)
    ahead = []
    for run in range(runs):
        found = found_in(played(random.Random(run), cells, boards, with_reference(truth)), cells, boards)
        rates = {entry.model: entry.win_rate or 0.0 for entry in found.roles[0].entries}
        ahead.append(rates["X"] - rates["Y"])
    rates = {cluer: fmean(true_rate(truth, cluer, guesser) for guesser in models) for cluer in models}
    return rates["X"] - rates["Y"], fmean(ahead), stdev(ahead)


def true_rate(truth: Truth, cluer: str, guesser: str) -> float:
    """Return how often a pair wins against the reference team, over all boards and both sides."""
    from numpy.polynomial.hermite_e import hermegauss

    nodes, weights = (values.tolist() for values in hermegauss(40))
    odds = truth.cluers[cluer] + truth.guessers[guesser]
    chances = [1 / (1 + math.exp(-odds - truth.spread * node)) for node in nodes]  # both sides alike: nodes are
    return sum(weight * chance for weight, chance in zip(weights, chances, strict=True)) / sum(weights)


def tables(runs: int) -> Iterator[str]:
    """Yield what is found in simulated cross-play of three models against a reference team."""
    yield "cross-play, 3 models: X first, X better than Y, Y better, premium claimed, interaction claimed"
    for name, boards, truth, premium, fits, has_reference in CASES:
        found = pairs_found(truth, boards, runs, premium=premium, fits=fits, has_reference=has_reference)
        shares = " ".join(f"{count / runs:.3f}" for count in found[1:])
        yield f"  {name}, {boards} boards, {runs} runs: {shares}"
    many = PREMIUM_RUNS * runs
    yield f"a premium claimed where there is none, {many} runs each"
    for name, boards, truth, taste, has_reference in NULLS:
        claimed = premium_claimed(truth, boards, many, taste=taste, has_reference=has_reference)
        yield f"  {name}, {boards} boards: {claimed / many:.4f}"
    yield "the better cluer by 0.3 logits: ahead in truth, on average, standard deviation"
    for boards in (50, 100):
        yield f"  {boards} boards: {' '.join(f'{value:.4f}' for value in first_by_chance(ONE_ROLE, boards, runs))}"
