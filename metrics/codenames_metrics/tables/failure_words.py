"""Failures of models in words and cells, as reports, screens and the command line show them."""

from collections.abc import Iterable, Iterator
from typing import Final

from codenames_metrics.analysis.failures.counts import Failures, ModelFailures
from codenames_metrics.tables.number_formats import NOTHING, format_percent, format_rate

FAILS: Final = "fails to answer"
"""Stands beside the name of whoever failed too often, wherever it is ranked."""
HEADINGS: Final = ("Turns forfeited", "Decisions failed", "Tries refused", "Assassin")


def failure_cells(failures: Failures | None) -> list[str]:
    """Return the cells under `HEADINGS`: a rate, and what it is made of."""
    if failures is None:
        return [NOTHING] * len(HEADINGS)
    return [
        _part(failures.forfeit_rate, failures.forfeited_turns, failures.turns),
        _part(failures.failure_rate, failures.failed_decisions, failures.decisions),
        _part(failures.refusal_rate, failures.refused_tries, failures.tries),
        _part(failures.assassin_rate, failures.assassin_games, failures.games),
    ]


def rate_without_forfeits(failures: Failures | None) -> str:
    """Return the win rate without the games in which a side forfeited a turn, and of how many games it is."""
    if failures is None:
        return NOTHING
    rate = format_rate(failures.win_rate_without_forfeits, failures.win_rate_without_forfeits_ci)
    return f"{rate}, {failures.wins_without_forfeits:,} / {failures.games_without_forfeits:,}"


def failure_warnings(models: Iterable[ModelFailures]) -> Iterator[str]:
    """Yield a sentence for each model that failed too often: which, how much, and what to do."""
    for failures in models:
        if failures.is_too_many:
            yield (
                f"{failures.model} forfeited {failures.forfeited_turns:,} of {failures.turns:,} turns "
                f"({format_percent(failures.forfeit_rate)}) and gave no usable answer to "
                f"{failures.failed_decisions:,} of {failures.decisions:,} questions "
                f"({format_percent(failures.failure_rate)}): its results, and those of whoever met it, show failures "
                "and not play alone. Press i in a replay to see what it answered, fix that and play again; until "
                "then, read the win rates without forfeited games"
            )


def _part(rate: float | None, count: int, of: int) -> str:
    return NOTHING if rate is None else f"{format_percent(rate)} ({count:,} / {of:,})"
