"""Entries of running text and how they fall into lines of a given width."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.ui.lines.lines import EMPTY, Line, Span, width_of, wrap


class Paragraph(NamedTuple):
    """Text that is wrapped; lines after the first begin `hang` cells in, all of them `indent` cells."""

    line: Line
    hang: int = 0
    indent: int = 0
    short: bool = False
    """Whether it is cut after two lines where there is little room."""
    rail: Line = EMPTY
    """What every line begins with: the bar beside something quoted."""


class Entry(NamedTuple):
    """What belongs together: a message, an event. `rule` fills the rest of its first line, as a heading."""

    paragraphs: tuple[Paragraph, ...]
    heading: Line = EMPTY
    """A line above the entry, drawn out to the full width."""


BETWEEN_PARTS: Final = "  "
"""Stands between the parts of a title."""
LITTLE_ROOM = 56
"""Cells below which long messages are cut."""
_SHORT = 2


def entry_lines(entry: Entry, width: int, cut_sign: str = "…", rule: str = "─") -> list[Line]:
    """Return the lines of `entry` at `width`."""
    lines: list[Line] = []
    little = width < LITTLE_ROOM
    if entry.heading:
        rest = width - width_of(entry.heading) - 1
        lines.append((*entry.heading, Span(" "), Span(rule * max(rest, 0), "rule")))
    for paragraph in entry.paragraphs:
        indent = (Span(" " * paragraph.indent),) if paragraph.indent else EMPTY
        room = width - width_of(paragraph.rail)
        wrapped = wrap((*indent, *paragraph.line), room, paragraph.hang)
        if paragraph.short and little and len(wrapped) > _SHORT:
            wrapped = [*wrapped[: _SHORT - 1], _cut_line(wrapped[_SHORT - 1], room, cut_sign)]
        lines.extend([(*paragraph.rail, *line) for line in wrapped] if paragraph.rail else wrapped)
    return lines


def _cut_line(line: Line, width: int, sign: str) -> Line:
    """Return `line` with a sign that more follows."""
    if width_of(line) < width:
        return (*line, Span(sign, "dim"))
    *rest, last = line
    kept = last.text.rpartition(" ")[0] or last.text[:-1]
    return (*rest, Span(kept, last.style), Span(sign, "dim"))


def title_within(title: str, width: int) -> str:
    """Return the parts of a title that `width` cells have room for: the last ones are left out, the first never is.

    >>> title_within("Discussion  ≠ disagree  ▄ half card: 100%", 30)
    'Discussion  ≠ disagree'
    """
    parts = title.split(BETWEEN_PARTS)
    while len(parts) > 1 and cell_len(BETWEEN_PARTS.join(parts)) > width:
        del parts[-1]
    return BETWEEN_PARTS.join(parts)
