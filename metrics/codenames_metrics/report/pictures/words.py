"""What all pictures say alike: who sits where, how much was counted, and how many are left out."""

from collections.abc import Iterator
from typing import Final

from codenames_core.game.config import BETWEEN_SPECS, GameMode
from codenames_core.text.plurals import counted, plural
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.combos import Composition

MOST_ROWS: Final = 20
"""Rows of a list in a picture; its data hold all."""
MOST_PANELS: Final = 12
"""Small plots in a picture; its data hold all."""


def lineup_names(lineup: str) -> tuple[str, ...]:
    """Return who gives clues and who guesses, apart where they differ.

    >>> lineup_names("a"), lineup_names("a + b + b"), lineup_names("a + b + c")
    (('a',), ('cluer a', 'guessers b'), ('cluer a', 'guessers b and c'))
    """
    cluer, *guessers = lineup.split(BETWEEN_SPECS)
    if not guessers:
        return (cluer,)
    return f"cluer {cluer}", f"guessers {' and '.join(dict.fromkeys(guessers))}"


def lineup_phrase(lineup: str) -> str:
    """Return the same on one line.

    >>> lineup_phrase("a + b + b")
    'cluer a, guessers b'
    """
    return ", ".join(lineup_names(lineup))


def games_note(board: Leaderboard, mode: str | None = None) -> str:
    """Return how many games a picture is made of, of one mode or of all, and whether more are to come."""
    cells = [one for one in board.cells if mode in (None, one.mode)]
    has_mirrors = any(one.red == one.blue and one.finished for one in cells)
    which = ", those of a line-up against itself among them" if has_mirrors else ""
    return _counted(board, sum(one.finished for one in cells), which)


def contests_note(board: Leaderboard, mode: GameMode | None, composition: Composition) -> str:
    """Return how many games a picture of win rates is made of: decided ones between different line-ups.

    Args:
        board: of the run.
        mode: of the games; None for all modes.
        composition: of the line-ups.
    """
    games = sum(
        count.finished - count.undecided
        for count in board.cells
        if count.composition is composition
        and mode in (None, count.mode)
        and count.red != count.blue
        and not {*count.red.split(BETWEEN_SPECS), *count.blue.split(BETWEEN_SPECS)} & {*board.ghosts}
    )
    return _counted(board, games, " between different line-ups")


def _counted(board: Leaderboard, games: int, which: str) -> str:
    note = f"{games:,} {plural(games, 'game')} on {counted(board.boards, 'board')}{which}."
    return f"Interim, {board.finished:,} of {board.planned:,} games. {note}" if board.interim else note


def left_out_note(more: int, what: str) -> Iterator[str]:
    """Yield that some are not drawn, where there are any."""
    if more > 0:
        yield f"{more:,} more {what} are in the data beside the picture."
