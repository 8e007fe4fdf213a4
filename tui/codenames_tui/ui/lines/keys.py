"""The keys at the foot of a screen."""

from typing import NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import Line, Span

_GAP = 2


class Hint(NamedTuple):
    """A word for the last line, and the ids of the bindings that do it."""

    ids: tuple[str, ...]
    what: str


class KeyHint(NamedTuple):
    """A key, what it does in a word, and the id of the binding behind it."""

    key: str
    what: str
    id: str


def keys_line(hints: tuple[KeyHint, ...], width: int) -> Line:
    """Return as many of `hints`, in their order, as fit in `width` cells."""
    line: list[Span] = []
    for hint in fitting(hints, width):
        line += [Span(hint.key, "key"), Span(f" {hint.what}", "dim"), Span(" " * _GAP)]
    return tuple(line)


def fitting(hints: tuple[KeyHint, ...], width: int) -> tuple[KeyHint, ...]:
    """Return what fits of `hints` in `width` cells: the last one, how to leave, and of the others the first ones.

    One that is too wide makes way for those behind it.
    """
    if not hints or _cells(hints[-1]) > width + _GAP:
        return ()
    *others, last = hints
    left, shown = width + _GAP - _cells(last), []
    for hint in others:
        if _cells(hint) <= left:
            left -= _cells(hint)
            shown.append(hint)
    return (*shown, last)


def _cells(hint: KeyHint) -> int:
    return cell_len(hint.key) + 1 + cell_len(hint.what) + _GAP


def hint_at(hints: tuple[KeyHint, ...], x: int, width: int) -> KeyHint | None:
    """Return the hint at cell `x` of a line of `width` cells, if there is one."""
    left = 0
    for hint in fitting(hints, width):
        cells = cell_len(hint.key) + 1 + cell_len(hint.what)
        if left <= x < left + cells:
            return hint
        left += cells + _GAP
    return None
