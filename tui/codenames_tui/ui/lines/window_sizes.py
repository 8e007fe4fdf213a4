"""From how many columns, and lines, of a terminal on a game is laid out in another way."""

from typing import Final

MEDIUM: Final = 100
"""There is room for a clue in large letters beside the board, and the story of the game has a place of its own."""
WIDE: Final = 160
"""The board, the turn and the story stand side by side."""
TALL: Final = 38
"""Lines from which on there is room for more than the clue beside the board."""
