"""Where the parts of the match stand in a window of any size, and how large the cards are drawn there.

Below 100 columns the board and the side panel stand above the discussion and the story. From 100 columns on, these two
are as wide as each other, and from 160 columns on, there are three columns: the board, the turn, and the story.
"""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from codenames_tui.game.board.board_lines import Shape, shape_for
from codenames_tui.ui.widgets.too_small import MEDIUM, ROOMY, WIDE

_GAP: Final = 2


class Places(NamedTuple):
    """Where everything stands, in cells."""

    board: Region
    side: Region
    """The score and the clue."""
    talk: Region
    """What is said in this turn, or what a person answers."""
    story: Region
    """How the game went so far."""


def places(size: Size, terminal: Size, *, talk: bool = True, story: bool = True) -> Places:
    """Return where everything stands.

    Args:
        size: of the window's part that is to be divided.
        terminal: the whole window.
        talk: whether what is said is shown.
        story: whether the story is shown; where one of the two is not, the other has its place.
    """
    shape = shape_for(*terminal)
    if terminal.width >= WIDE:
        return _side_by_side(size, shape, talk=talk, story=story)
    return _stacked(size, terminal, shape, talk=talk, story=story)


def presented_places(size: Size, terminal: Size) -> tuple[Region, Region]:
    """Return where the board and the stage stand in presenter mode."""
    shape = shape_for(*terminal)
    board = Region(max((size.width - shape.width) // 2, 0), 0, shape.width, shape.height)
    gap = 1 if terminal.height >= ROOMY.height and terminal.width >= ROOMY.width else 0
    top = shape.height + gap
    return board, Region(0, top, size.width, max(size.height - top, 0))


def _stacked(size: Size, terminal: Size, shape: Shape, *, talk: bool, story: bool) -> Places:
    gap = 1 if terminal.height >= ROOMY.height and terminal.width >= ROOMY.width else 0
    top = shape.height
    board = Region(0, 0, shape.width, top)
    side = Region(shape.width + _GAP, 0, max(size.width - shape.width - _GAP, 0), top)
    below = Region(0, top + gap, size.width, max(size.height - top - 2 * gap, 0))
    if not (talk and story):
        return Places(board, side, below, below)
    part = size.width // 2 if terminal.width >= MEDIUM else size.width * 3 // 5
    first = below._replace(width=part)
    second = below._replace(x=part + 1, width=size.width - part - 1)
    return Places(board, side, first, second)


def _side_by_side(size: Size, shape: Shape, *, talk: bool, story: bool) -> Places:
    board = Region(0, 0, shape.width, size.height)
    rest = size.width - shape.width - _GAP
    width = rest // 2 if story else rest
    side = Region(shape.width + _GAP, 0, width, 14)
    below = Region(side.x, side.bottom, width, max(size.height - side.bottom, 0))
    if not talk:
        return Places(board, side, below, below)
    last = Region(side.right + _GAP, 0, max(rest - width - _GAP, 0), size.height)
    return Places(board, side, below, last)
