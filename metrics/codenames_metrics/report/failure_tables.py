"""The part of a report on models that failed to answer: beside each table, and of each model over all games."""

from collections.abc import Iterator, Sequence

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.standings import Place
from codenames_metrics.analysis.strength import by_strength, ordered
from codenames_metrics.tables.failure_words import HEADINGS, failure_cells, rate_without_forfeits
from codenames_metrics.tables.markdown import table
from codenames_metrics.tables.number_formats import format_rate


def failures_table(rows: Sequence[tuple[str, Place]], what: str) -> str:
    """Return what failed of each competitor, and its win rates with and without games in which a side forfeited."""
    return table(
        [what, *HEADINGS, "Win rate, all games, individual 95 % interval", "Without forfeited games"],
        [
            [
                name,
                *failure_cells(place.failures),
                f"{format_rate(place.win_rate, place.win_rate_ci)}, {place.wins:,} / {place.games:,}",
                rate_without_forfeits(place.failures),
            ]
            for name, place in rows
        ],
    )


def failures_section(board: Leaderboard) -> Iterator[str]:
    """Yield what failed of each model over all games and seats."""
    if not board.failures:
        return
    yield "## Failures to answer"
    yield (
        "Over all finished games, games against itself included, and all seats of a model. A turn is forfeited where "
        "a seat gives no usable answer; a decision has failed then, too, or where a substitute answered. A refused try "
        "is an answer that could not be read, was illegal or came too late. A forfeited game is one in which a side "
        "forfeited a turn."
    )
    failures = {one.model: one for one in board.failures}
    rows = [failures[model] for model in ordered(failures, by_strength(board))]
    yield table(["Model", "Games", *HEADINGS], [[one.model, f"{one.games:,}", *failure_cells(one)] for one in rows])
