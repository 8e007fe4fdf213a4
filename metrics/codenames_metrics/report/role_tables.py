"""The part of a report on cluers and guessers: ranked with partners and opponents set apart."""

from collections.abc import Iterator

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.roles import RoleComparison, RoleEntry, RoleRanking
from codenames_metrics.analysis.scores import SCORE_METRICS
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.game.metric import Credit
from codenames_metrics.report.families import weight
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import (
    NOTHING,
    format_bounds,
    format_p_value,
    format_percent,
    format_signed,
)
from codenames_metrics.tables.titles import mode_title

_PARTNERS = {Credit.CLUER: "guessers", Credit.GUESSER: "cluer"}


def roles_section(board: Leaderboard) -> Iterator[str]:
    """Yield the rankings by role, over all modes and for each; nothing where no mixed team played."""
    if not board.roles:
        return
    yield "## Cluers and guessers"
    yield (
        "Ranked by their part in the role of a Bradley-Terry model, which sets partners and opponents apart, in "
        "logits; 0 is the mean of these models. The chance is that of winning against a model of rating 0 in the role, "
        "if all else were equal. Measures are differences from the mean of these models, adjusted for partners, ± "
        "standard error. The win rate of all teams whose cluer a model is shows its partners' play as much as its own, "
        "and ranks nobody."
    )
    for ranking in board.roles:
        is_primary = ranking.mode is None and board.primary == PrimaryFamily(str(ranking.role))
        heading = f"Best {ranking.role}, {mode_title(ranking.mode).lower()}"
        yield f"### {heading} ({weight(board, is_primary=is_primary)})"
        yield from _ranking(ranking)


def _ranking(ranking: RoleRanking) -> Iterator[str]:
    if not ranking.entries:
        yield (
            f"Not ranked: these games cannot tell a {ranking.role} from its {_PARTNERS[ranking.role]}. More models, or "
            "compositions in which a model has several partners, can."
        )
        return
    names = ["Order", "Model", "Rating, 95 % interval", "Chance", "Rank", "Not told apart from"]
    yield table(names, [_place(place, entry) for place, entry in enumerate(ranking.entries, start=1)])
    yield _measures(ranking)
    if ranking.comparisons:
        yield _comparisons(ranking)


def _place(place: int, entry: RoleEntry) -> list[str]:
    return [
        f"{place}",
        entry.model,
        format_bounds(entry.rating, entry.rating_ci, 2),
        format_percent(entry.win_chance),
        f"{entry.rank}" if entry.rank else NOTHING,
        ", ".join(entry.not_told_apart) or NOTHING,
    ]


def _measures(ranking: RoleRanking) -> str:
    names = [name for name in SCORE_METRICS if any(name in entry.measures for entry in ranking.entries)]
    rows = [[entry.model, *(_measure(entry, name) for name in names)] for entry in ranking.entries]
    return table(["Model", *(SCORE_METRICS[name].label for name in names)], rows)


def _measure(entry: RoleEntry, name: str) -> str:
    measure = entry.measures.get(name)
    if measure is None:
        return NOTHING
    error = NOTHING if measure.standard_error is None else f"{measure.standard_error:.3f}"
    return f"{format_signed(measure.difference, None, 3)} ± {error} (n {measure.sides:,})"


def _comparisons(ranking: RoleRanking) -> str:
    names = ["Pair", "Difference in logits, simultaneous 95 % interval", "Boards", "p", "p adjusted", "Verdict"]
    rows = [
        [
            f"{pair.first} − {pair.second}",
            format_bounds(pair.difference, pair.interval, 2),
            f"{pair.boards:,}",
            format_p_value(pair.p_value),
            format_p_value(pair.p_value_adjusted),
            format_role_verdict(pair),
        ]
        for pair in ranking.comparisons
    ]
    return table(names, rows)


def format_role_verdict(pair: RoleComparison) -> str:
    """Return what a comparison says."""
    if pair.is_resolved is None:
        return "not tested"
    return "differ" if pair.is_resolved else "not told apart"
