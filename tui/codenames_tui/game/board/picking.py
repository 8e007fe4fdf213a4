"""Picking words on the board: which card the cursor is on, and what was picked in which order."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from codenames_tui.game.board.board_lines import COLUMNS, index_of

_ROWS: Final = COLUMNS


@dataclass(frozen=True, slots=True)
class Picking:
    """A choice of cards that is being made. Cards are named by their index in board order."""

    free: frozenset[int]
    """What may be picked."""
    limit: int | None = None
    """How many cards can be picked; None for as many as there are."""
    cursor: int = 0
    picks: tuple[int, ...] = ()
    """In the order in which the cards will be touched."""
    column: str = ""
    """The first half of a coordinate that is being typed."""

    def moved(self, right: int, down: int) -> "Picking":
        """Return the choice with the cursor elsewhere; it goes round at the edges."""
        row, column = divmod(self.cursor, COLUMNS)
        cursor = (row + down) % _ROWS * COLUMNS + (column + right) % COLUMNS
        return replace(self, cursor=cursor, column="")

    def at_next_free(self, steps: int) -> "Picking":
        """Return the choice with the cursor on the next card that may be picked, or on the one before; it goes round.

        >>> Picking(frozenset({2, 7})).at_next_free(1).cursor, Picking(frozenset({2, 7})).at_next_free(-1).cursor
        (2, 7)
        """
        ways = [(self.cursor + steps * count) % COLUMNS**2 for count in range(1, COLUMNS**2 + 1)]
        return replace(self, cursor=next((index for index in ways if index in self.free), self.cursor), column="")

    def toggled(self, index: int) -> "Picking":
        """Return the choice with a card picked, or dropped if it was; a card that is not free changes nothing."""
        at = replace(self, cursor=index, column="")
        if index in self.picks:
            return replace(at, picks=tuple(pick for pick in self.picks if pick != index))
        if index not in self.free:
            return at
        kept = self.picks if self.limit is None else self.picks[: self.limit - 1]
        return replace(at, picks=(*kept, index))

    def picked(self, index: int) -> "Picking":
        """Return the choice with a card picked; one that was picked before stays so."""
        return replace(self, cursor=index, column="") if index in self.picks else self.toggled(index)

    def undone(self) -> "Picking":
        """Return the choice without the last pick."""
        return replace(self, picks=self.picks[:-1], column="")

    def typed(self, character: str) -> "Picking":
        """Return the choice after a key: a letter and a digit together name a card, as in `b3`."""
        if index_of(character + "1") is not None:
            return replace(self, column=character)
        index = index_of(self.column + character)
        return replace(self, column="") if index is None else self.picked(index)


def picking_among(words: Collection[str], free: Collection[str], limit: int | None = None) -> Picking:
    """Return a choice with nothing picked yet, the cursor on the first card that may be."""
    indexes = frozenset(index for index, word in enumerate(words) if word in free)
    return Picking(indexes, limit, min(indexes, default=0))
