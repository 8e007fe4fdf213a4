"""The colours of a pictured board."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from codenames_core.game.board import CardType

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

TABLE: Final[Colour] = (206, 208, 204)
FACE_DOWN: Final[Colour] = (250, 248, 242)
EDGE: Final[Colour] = (150, 152, 150)
INK: Final[Colour] = (44, 48, 58)
WHITE: Final[Colour] = (255, 255, 255)
OF_CARDS: Final[Mapping[CardType, Colour]] = {
    CardType.RED: (205, 38, 48),
    CardType.BLUE: (38, 92, 196),
    CardType.NEUTRAL: (222, 178, 96),
    CardType.ASSASSIN: (12, 12, 14),
}
"""Of a card that is face up, and of what the key says of one that is face down."""
INK_ON: Final[Mapping[CardType, Colour]] = {card: INK if card is CardType.NEUTRAL else WHITE for card in CardType}
