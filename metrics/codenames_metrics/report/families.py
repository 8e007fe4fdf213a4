"""What a report decides, and what it only explores: the primary family, and the measures beside wins."""

from collections.abc import Iterator, Sequence
from typing import Final

from codenames_metrics.analysis.clue_numbers import COUNTED, ClueNumbers
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.scores import SCORE_METRICS
from codenames_metrics.analysis.standings import MeasureComparison, Place
from codenames_metrics.analysis.strength import by_strength, ordered
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.statistics.comparison_families import PairwiseComparison
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import (
    format_number,
    format_p_value,
    format_percent,
    format_points,
    format_signed,
    format_verdict,
)
from codenames_metrics.tables.titles import mode_title

_NAMES: Final = {
    PrimaryFamily.OVERALL: "the win rates of teams of one model over all modes",
    PrimaryFamily.CLUER: "the ratings as a cluer over all modes",
    PrimaryFamily.GUESSER: "the ratings as a guesser over all modes",
    PrimaryFamily.HEAD_TO_HEAD: "the pairs of line-ups that meet, in all modes together",
}
_FINAL: Final = "final, for all games are played or given up."
_AT_ANY_TIME: Final = (
    "they hold at any time, however often this report is written on the way. They are of the boards on which no game "
    "is left to play, and wider than those of the finished run will be; ratings and other measures than win rates have "
    "theirs at the end."
)
MOST_COMPARED: Final = 60
"""Rows of comparisons by other measures than wins."""


def declared_family(board: Leaderboard) -> str:
    """Return which comparisons decide."""
    return (
        f"**Primary family**: {_NAMES[board.primary]}. If all models are equal, it still claims a difference in 5 % "
        "of runs. Everything else is exploratory: each table has 5 % of its own, and suggests what to test on other "
        "boards.\n\n"
        f"**Intervals**: {_FINAL if board.tested else _AT_ANY_TIME}"
    )


def clue_numbers_section(board: Leaderboard) -> Iterator[str]:
    """Yield how ambitious each model is as a cluer; nothing where no clue is counted."""
    if not any(one.clues for one in board.clue_numbers):
        return
    yield f"## Clues by number ({weight(board, is_primary=False)})"
    by_name = {one.model: one for one in board.clue_numbers}
    rows = [
        [one.model, f"{one.clues:,}", *(format_percent(one.share(kind)) for kind in COUNTED)]
        for one in (by_name[model] for model in ordered(by_name, by_strength(board)))
    ]
    yield table(["Cluer", "Clues", *COUNTED.values()], rows)
    yield "Small numbers are found more surely: read clue efficiency, coordination and theory of mind beside them."


def listener_section(rows: Sequence[tuple[str, Place]], clues: Sequence[ClueNumbers]) -> Iterator[str]:
    """Yield what guessers find beyond a literal listener; nothing where no clue was held against one."""
    shown = [(name, place) for name, place in rows if place.avg_theory_of_mind_gain is not None]
    if not shown:
        return
    yield (
        "Targets found beyond a literal listener, clue by clue: it guesses the words with the strongest links to the "
        "clue by the shipped vectors, as many as the number says, up to the first wrong one. Above 0 guessers know "
        "more of what their cluer means than the clue says to anybody. Intervals are individual, over boards "
        "(exploratory)."
    )
    yield table(
        ["Model", "Theory of mind", "Gain over a literal listener, 95 % interval", "Games"],
        [
            [
                name,
                format_number(place.avg_theory_of_mind),
                format_signed(place.avg_theory_of_mind_gain, place.theory_of_mind_gain_ci, 3),
                f"{place.n_theory_of_mind_gain:,}",
            ]
            for name, place in shown
        ],
    )
    unknown = [f"{one.unknown_to_listener:,} of {one.model}" for one in clues if one.unknown_to_listener]
    if unknown:
        yield f"Left out, since the vectors do not know their words: clues {', '.join(map(cell, unknown))}."


def weight(board: Leaderboard, *, is_primary: bool) -> str:
    """Return what the heading of a table says of it."""
    return ("primary" if is_primary else "exploratory") + (", one-sided" if board.one_sided else "")


def noise_section(board: Leaderboard, copies: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield how copies of one agent compare with each other; nothing where there are none."""
    groups = [frozenset(names) for names in copies]
    pairs = [
        (mode_title(view.mode), pair)
        for view in board.views
        for pair in view.comparisons
        if pair.boards and any({pair.first, pair.second} <= names for names in groups)
    ]
    if not pairs:
        return
    yield "## Noise floor: an agent against its copies"
    yield (
        "Copies have other seeds and nothing else of their own: what differs between them is chance, and a difference "
        "between others that is no larger may be chance, too. A verdict that copies differ is a false alarm."
    )
    yield table(["Mode", *PAIR_NAMES], [[mode, *pair_cells(pair)] for mode, pair in pairs])


PAIR_NAMES: Final = ("Pair", "Difference in points, simultaneous 95 % interval", "Boards", "p", "p adjusted", "Verdict")


def pair_cells(pair: PairwiseComparison) -> list[str]:
    """Return what a table with the columns `PAIR_NAMES` says of two."""
    return [
        f"{pair.first} − {pair.second}",
        format_points(pair),
        f"{pair.boards:,}",
        format_p_value(pair.p_value),
        format_p_value(pair.p_value_adjusted),
        format_verdict(pair),
    ]


def measures_section(measures: Sequence[MeasureComparison]) -> Iterator[str]:
    """Yield how models compare by other measures than wins; nothing where no two can be compared."""
    rows = [
        [
            SCORE_METRICS[one.measure].label,
            f"{pair.first} − {pair.second}",
            format_signed(pair.difference, pair.simultaneous_interval, 3),
            f"{pair.boards:,}",
            format_p_value(pair.p_value),
            format_p_value(pair.p_value_adjusted),
            format_verdict(pair),
        ]
        for one in measures
        for pair in one.comparisons
        if pair.boards
    ]
    if not rows:
        return
    yield "Compared board by board (exploratory; the pairs of a measure are one family):"
    names = ["Measure", "Pair", "Difference, simultaneous 95 % interval", "Boards", "p", "p adjusted", "Verdict"]
    yield table(names, rows[:MOST_COMPARED])
    if len(rows) > MOST_COMPARED:
        yield f"{len(rows) - MOST_COMPARED:,} more rows are in `leaderboard.json`."
