"""A card that is turned over, as a moment of three pictures: narrow as it lay, narrow as it is, then as it lies."""

from typing import Final, NamedTuple

from codenames_tui.game.board.board_lines import Card, Shape, Table, card_style
from codenames_tui.ui.lines.lines import Line, Span

FRAMES: Final = 3
"""Pictures of a card that turns; the last one is the card as it lies from then on."""
SECONDS: Final = 0.07
"""From one picture to the next."""
FASTEST: Final = 0.25
"""Seconds between two events below which no card is seen to turn."""


class Turning(NamedTuple):
    """A card that turns."""

    card: int
    """By its index in board order."""
    before: Card
    """As it lay."""
    frame: int = 0


def turned(before: Table, after: Table) -> Turning | None:
    """Return the card that was turned over from one table to the next; None where it was none, or more than one."""
    changed = [
        at for at, (old, new) in enumerate(zip(before, after, strict=False)) if new.revealed and not old.revealed
    ]
    return Turning(changed[0], before[changed[0]]) if len(changed) == 1 else None


def turning_lines(turning: Turning, after: Card, shape: Shape, shade: str) -> tuple[Line, ...]:
    """Return the picture of a card that turns, before it is drawn as it lies."""
    style = card_style(turning.before if turning.frame == 0 else after) + shade
    side = max(shape.card_width // 4, 1)
    line = (Span(" " * side), Span(" " * (shape.card_width - 2 * side), style), Span(" " * side))
    return (line,) * shape.card_height
