"""What is on the picture of a board, as a value: everything that a seat sees of the cards, and nothing else. Pure."""

import hashlib
from dataclasses import dataclass

from codenames_core.game.board import CardType
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView, View

ACROSS = 5
"""Cards in a row, and rows."""


@dataclass(frozen=True, slots=True)
class PicturedCard:
    """One card."""

    word: str
    face_up: CardType | None = None
    """What it turned out to be; None while it is face down."""
    key: CardType | None = None
    """What the key says of it; None for a seat that does not see the key."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What a seat sees of the board. Boards that look alike to it are equal."""

    cards: tuple[PicturedCard, ...]
    """In board order: five rows of five."""

    @property
    def shows_key(self) -> bool:
        """Whether the seat sees the key."""
        return any(card.key is not None for card in self.cards)

    @property
    def seed(self) -> int:
        """A number of 32 bits that follows from all that is seen: the same board is photographed in the same way."""
        text = "\0".join(f"{card.word}\1{card.face_up or ''}\1{card.key or ''}" for card in self.cards)
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def board_picture(view: View) -> BoardPicture:
    """Return what the seat of `view` sees of the board.

    The types of views keep the secret: a view without a key has no field that could hold one.
    """
    key = view.key if isinstance(view, CluerView | UnsurveilledCluerView) else {}
    return BoardPicture(tuple(PicturedCard(word, view.revealed.get(word), key.get(word)) for word in view.words))
