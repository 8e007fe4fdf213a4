"""Where the parts of the match stand in a window of any size.

Below 100 columns the board and the side panel stand above the discussion and the story. From 100 columns on, these two
are as wide as each other, and from 160 columns on, there are three columns: the board, the turn, and the story. In
presenter mode, the board and the stage below it fill the window.
"""

from typing import Final, NamedTuple

from textual.geometry import Region, Size

from codenames_tui.game.board.board_lines import board_room, shape_for
from codenames_tui.ui.lines.window_sizes import MEDIUM, TALL, WIDE
from codenames_tui.ui.widgets.too_small import ROOMY

_GAP: Final = 2
_MOST_BESIDE: Final = 66
"""Cells of the column for the turn, and of that for the story."""
_LEAST_STAGE: Final = 9
"""Lines of the stage in presenter mode; it has at most:"""
_MOST_STAGE: Final = 16


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
    if terminal.width >= WIDE:
        return _side_by_side(size, terminal, talk=talk, story=story)
    return _stacked(size, terminal, talk=talk, story=story)


def presented_places(size: Size) -> tuple[Region, Region]:
    """Return where the board and the stage stand in presenter mode: the board has what the stage can spare."""
    stage = min(max(size.height * 3 // 10, _LEAST_STAGE), _MOST_STAGE)
    shape = shape_for(size.width, size.height - stage)
    board = Region((size.width - shape.width) // 2, 0, shape.width, shape.height)
    return board, Region(0, board.bottom, size.width, max(size.height - board.bottom, 0))


def _stacked(size: Size, terminal: Size, *, talk: bool, story: bool) -> Places:
    is_roomy = terminal.height >= ROOMY.height and terminal.width >= ROOMY.width
    across, down = board_room(*terminal)
    shape = shape_for(across - (terminal.width - size.width), down)
    board = Region(0, 0, shape.width, shape.height)
    side = Region(board.right + _GAP, 0, max(size.width - board.right - _GAP, 0), board.height)
    top = board.bottom + is_roomy
    below = Region(0, top, size.width, max(size.height - top, 0))
    if not (talk and story):
        return Places(board, side, below, below)
    between = 1 if terminal.width < MEDIUM else _GAP
    first = size.width * 3 // 5 if terminal.width < MEDIUM else (size.width - between) // 2
    rest = Region(first + between, top, size.width - first - between, below.height)
    return Places(board, side, Region(0, top, first, below.height), rest)


def _side_by_side(size: Size, terminal: Size, *, talk: bool, story: bool) -> Places:
    room = max(size.width // 2, size.width - 2 * (_MOST_BESIDE + _GAP))
    shape = shape_for(room, size.height)
    board = Region(0, 0, shape.width, size.height)
    left = board.right + _GAP
    rest = size.width - left
    width = (rest - _GAP + 1) // 2 if talk and story else rest
    least = 20 if terminal.height >= TALL else 16
    side = Region(left, 0, width, min(max(size.height * 2 // 5, least), 22, size.height))
    below = Region(left, side.bottom + 1, width, max(size.height - side.bottom - 1, 0))
    if not talk:
        return Places(board, side, below, below)
    return Places(board, side, below, Region(side.right + _GAP, 0, max(rest - width - _GAP, 0), size.height))
