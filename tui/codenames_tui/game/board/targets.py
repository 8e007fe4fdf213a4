"""What a clue was meant for, beside what the guessers made of it: for viewers, never while a person plays."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig
from codenames_core.game.events import Clue, Event, Guess
from codenames_tui.game.board.board_lines import Table
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, wrap

if TYPE_CHECKING:  # what measures is loaded once somebody asks for it
    from codenames_metrics.game.played_turns import PlayedTurn

_FROM: Final = {"stated": "stated by the cluer", "reasoning": "inferred from its reasoning"}
_FROM_SHORT: Final = {"stated": "stated", "reasoning": "reasoning"}
_LITTLE_ROOM: Final = 28
"""Cells below which a sentence takes too many lines."""
UNKNOWN: Final = "The targets of this clue are unknown."
NO_CLUE: Final = "Targets are shown once there is a clue."


class Aim(NamedTuple):
    """A clue's targets at one position of the game."""

    clue: Clue
    source: str
    """Where they are known from: `stated`, `reasoning` or `fallback`, which is nowhere."""
    targets: tuple[str, ...] = ()
    """In the cluer's order."""
    touched: tuple[str, ...] = ()
    """What the guessers have touched so far in this turn, in order."""
    found: int = 0
    """How many of the targets were touched."""
    score: float | None = None
    """The theory-of-mind score, once the turn is over; None without targets."""


def aim_at(
    turns: "Sequence[PlayedTurn]", events: Sequence[Event], position: int, board: Board, config: GameConfig
) -> Aim | None:
    """Return the targets of the turn that the last event before `position` belongs to; None before its clue.

    Args:
        turns: those of the whole game, with their traces.
        events: those of the whole game.
        position: a number of events.
        board: of the game.
        config: of the game.
    """
    from codenames_metrics.game.theory_of_mind import intended_targets, read_clue

    begins = [turn.begins for turn in turns]
    index = bisect_right(begins, position - 1) - 1
    if position < 1 or index < 0:
        return None
    turn = turns[index]
    end = begins[index + 1] if index + 1 < len(turns) else len(events)
    so_far = events[turn.begins : position]
    clue = next((event for event in so_far if isinstance(event, Clue)), None)
    if clue is None:
        return None
    guesses = tuple(event for event in so_far if isinstance(event, Guess))
    here = turn._replace(guesses=guesses, is_over=turn.is_over and position >= end)
    source, targets = intended_targets(here, board, blind=config.blind)
    reading = read_clue(here, board, blind=config.blind)
    found = len(set(targets) & set(here.correct))
    return Aim(clue, source, targets, here.picks, found, reading.recall if reading else None)


def with_aim(table: Table, aim: Aim, board: Board) -> Table:
    """Return the cards with the targets and with the order in which cards were touched."""
    return tuple(
        card._replace(aimed=word in aim.targets, touched=aim.touched.index(word) + 1 if word in aim.touched else 0)
        for card, word in zip(table, board.words, strict=True)
    )


def aim_lines(aim: Aim | None, clue: Clue | None, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the targets in words, where they are known from, and the score.

    The clue is named where it is another one than `clue`, which stands beside.
    """
    if aim is None:
        return wrap((Span(NO_CLUE, "dim"),), width)
    if not aim.targets:
        return wrap((Span(UNKNOWN, "dim"),), width)
    words = ", ".join(map(glyphs.line, aim.targets))
    name = "" if aim.clue is clue else f"{glyphs.line(aim.clue.word)}: "
    return [
        *wrap((Span(name), Span(_score(aim, short=width < _LITTLE_ROOM), "dim")), width, 2),
        *wrap((Span(f"{glyphs.aimed} ", "accent"), Span(words, "strong")), width, 2),
    ]


def _score(aim: Aim, *, short: bool) -> str:
    """Return the score once there is one, and where the targets are known from: "theory of mind 0.50 (1/2), …"."""
    count = f"{aim.found}/{len(aim.targets)}"
    source = (_FROM_SHORT if short else _FROM).get(aim.source, "unknown")
    if aim.score is None:
        return f"{count}{'' if short else ' found'}, {source}"
    return f"{'ToM' if short else 'theory of mind'} {aim.score:.2f} ({count}), {source}"
