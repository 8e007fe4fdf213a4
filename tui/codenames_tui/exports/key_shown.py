"""Whether an export shows the key: the choice of whoever exports."""

from enum import StrEnum


class KeyShown(StrEnum):
    """Whether whoever opens a page sees the key, and what clues were meant for."""

    ASKED = "asked"
    """Once they ask for it; and, as on the screen, when the game is over."""
    SHOWN = "shown"
    """From the beginning."""
    NEVER = "never"
    """It is not in the page. Cards that were revealed are."""
