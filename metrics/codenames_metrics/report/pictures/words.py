"""What all pictures say alike: who sits where, how much was counted, and how many are left out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from codenames_core.text.plurals import plural
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard

MOST_ROWS: Final = 20
"""Rows of a list in a picture; its data hold all."""
MOST_PANELS: Final = 12
"""Small plots in a picture; its data hold all."""


def lineup_names(lineup: str) -> tuple[str, ...]:
    """Return who gives clues and who guesses, apart where they differ.

    >>> lineup_names("a"), lineup_names("a + b + b"), lineup_names("a + b + c")
    (('a',), ('cluer a', 'guessers b'), ('cluer a', 'guessers b and c'))
    """
    cluer, *guessers = lineup.split(" + ")
    if not guessers:
        return (cluer,)
    return f"cluer {cluer}", f"guessers {' and '.join(dict.fromkeys(guessers))}"


def lineup_phrase(lineup: str) -> str:
    """Return the same on one line.

    >>> lineup_phrase("a + b + b")
    'cluer a, guessers b'
    """
    return ", ".join(lineup_names(lineup))


def games_note(board: Leaderboard) -> str:
    """Return how many games a picture is made of, and whether more are to come."""
    note = f"{board.finished:,} {plural(board.finished, 'game')} on {board.boards:,} {plural(board.boards, 'board')}."
    return f"Interim, {board.finished:,} of {board.planned:,} games. {note}" if board.interim else note


def left_out_note(more: int, what: str) -> Iterator[str]:
    """Yield that some are not drawn, where there are any."""
    if more > 0:
        yield f"{more:,} more {what} are in the data beside the picture."


def by_strength(board: Leaderboard) -> list[str]:
    """Return models, the strongest first: by the win rates of teams of one model, else as cluers, else as listed."""
    listed = [entry.model for entry in board.overall.entries]
    for ranking in board.roles:
        if ranking.mode is None and str(ranking.role) == str(BoardRole.CLUER):
            listed += [entry.model for entry in ranking.entries]
    return list(dict.fromkeys([*listed, *(entry.model for entry in board.cluer.entries)]))


def lineups_by_strength(board: Leaderboard) -> list[str]:
    """Return line-ups, the strongest of each composition first."""
    return [entry.lineup for composition in board.compositions for entry in composition.entries]


def ordered(names: Iterable[str], order: Sequence[str]) -> list[str]:
    """Return names in an order; those that it does not have come last, as they come."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(names, key=lambda name: places.get(name, len(places)))
