"""Running text that grows: the transcript and the discussion.

Every entry is wrapped once for each width. The panel follows its end until the person scrolls up.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size

from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, fit
from codenames_tui.ui.lines.paper import Entry, entry_lines, title_within
from codenames_tui.ui.widgets.scrolled_panel import ScrolledPanel

_BESIDE_TITLE: Final = 4
"""Cells of the border beside a title, and of the blanks around it."""


class Paper(ScrolledPanel, can_focus=True):
    """Entries of text, the latest at the end.

    Args:
        title: what stands above it.
        glyphs: what it is drawn with.
        id: of the widget.
    """

    PLACE = "panel"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_lines(-1)", "Scroll up", id="paper.up", show=False),
        Binding("down", "scroll_lines(1)", "Scroll down", id="paper.down", show=False),
        Binding("pageup", "scroll_pages(-1)", "Page up", id="paper.page_up", show=False),
        Binding("pagedown", "scroll_pages(1)", "Page down", id="paper.page_down", show=False),
    ]

    def __init__(self, title: str, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._title = ""
        self.entitle(title)
        self._entries: list[Entry] = []
        self._wrapped: list[list[Line]] = []
        self._ends: list[int] = []
        """Count of lines up to and with each entry."""
        self._wrapped_width = 0
        self._shown = 0
        self._top: int | None = None
        """The first visible line, or the last one from which the end is in sight; None follows the end."""
        self._anchor: _Anchor | None = None
        """What the first visible line is of, at the width at which a person went there."""

    @property
    def follows(self) -> bool:
        """Whether the end is in sight and stays so."""
        return self._top is None

    def entitle(self, title: str) -> None:
        """Set what stands above the text."""
        if title != self._title:
            self._title = title
            self._fit_title()

    def on_resize(self) -> None:
        """Leave out of the title what there is no room for."""
        self._fit_title()

    def _fit_title(self) -> None:
        room = self.outer_size.width - _BESIDE_TITLE
        self.border_title = Content(f" {title_within(self._title, room) if room > 0 else self._title} ")

    def show(self, entries: Sequence[Entry], shown: int | None = None) -> None:
        """Show the first `shown` of `entries`, all if not given. Those that are there already are not wrapped again."""
        shown = len(entries) if shown is None else shown
        kept = _shared(self._entries, entries)
        if kept == len(self._entries) == len(entries) and shown == self._shown:
            return
        if self._top is not None and 0 < self._last_top <= self._top:
            self._top = None  # the end was in sight
        self._anchor = None
        del self._entries[kept:], self._wrapped[kept:], self._ends[kept:]
        self._entries.extend(entries[kept:])
        self._shown = shown
        self.redraw()

    def scroll_text(self, lines: int) -> None:
        """Scroll by that many lines, up where negative; reaching the end follows it again."""
        last = self._last_top
        top = last if self._top is None else self._top
        top = max(min(top, last) + lines, 0)
        self._top = None if top >= last else top
        self.redraw()

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._top = None
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the visible lines, and a scroll bar where there are more."""
        width = max(size.width - 1, 2)
        self._wrap(width, self._shown)
        if len(self._wrapped) < len(self._entries):
            self.call_after_refresh(self._wrap_the_rest)
        count = self._count
        last = self._last_top
        top = last if self._top is None else min(self._top, last)
        lines = self._window(top, min(top + size.height, count))
        if count <= size.height:
            return lines
        return [(*fit(line, size.width - 1), self._bar(row, top, count, size.height)) for row, line in enumerate(lines)]

    @property
    def _count(self) -> int:
        return self._ends[min(self._shown, len(self._ends)) - 1] if self._shown and self._ends else 0

    @property
    def _last_top(self) -> int:
        return max(self._count - self.size.height, 0)

    def _wrap_the_rest(self) -> None:
        """Wrap what is not shown yet, once the picture is there, so that no jump has to wait for it."""
        self._wrap(self._wrapped_width, len(self._entries))

    def _wrap(self, width: int, count: int) -> None:
        if width != self._wrapped_width:
            self._note_place()
            self._wrapped.clear()
            self._ends.clear()
            self._wrapped_width = width
        self._wrap_up_to(width, count)
        if self._anchor is not None and self._anchor.top is None and self._anchor.entry < len(self._ends):
            lines = len(self._wrapped[self._anchor.entry])
            begin = self._ends[self._anchor.entry] - lines
            self._top = begin + min(round(self._anchor.part * lines), max(lines - 1, 0))
            self._anchor = self._anchor._replace(top=self._top)

    def _note_place(self) -> None:
        """Remember what is read before it is wrapped otherwise, unless that is known from an earlier width."""
        if self._top is None or self._top >= self._count:
            self._anchor = None
        elif self._anchor is None or self._anchor.top != self._top:
            index = bisect_right(self._ends, self._top)
            lines = len(self._wrapped[index])
            part = (self._top - self._ends[index] + lines) / lines
            self._anchor = _Anchor(None, index, part)
        else:
            self._anchor = self._anchor._replace(top=None)

    def _wrap_up_to(self, width: int, count: int) -> None:
        end = self._ends[-1] if self._ends else 0
        for entry in self._entries[len(self._wrapped) : count]:
            lines = entry_lines(entry, width, self.glyphs.cut, self.glyphs.rule)
            end += len(lines)
            self._wrapped.append(lines)
            self._ends.append(end)

    def _window(self, top: int, bottom: int) -> list[Line]:
        lines: list[Line] = []
        index = bisect_right(self._ends, top)
        while len(lines) < bottom - top:
            entry = self._wrapped[index]
            begin = self._ends[index] - len(entry)
            lines.extend(entry[max(top - begin, 0) : bottom - begin])
            index += 1
        return lines

    def _bar(self, row: int, top: int, count: int, height: int) -> Span:
        length = max(height * height // count, 1)
        first = round(top * (height - length) / max(count - height, 1))
        on = first <= row < first + length
        return Span(self.glyphs.thumb if on else self.glyphs.track, "dim" if on else "rule")


class _Anchor(NamedTuple):
    """A place in the text that outlives another width."""

    top: int | None
    """The line that it is at this width; None where that is not known yet."""
    entry: int
    part: float
    """How much of the entry lies before the place."""


def _shared(before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """Return how many entries two lists share from their beginning."""
    shorter = min(len(before), len(after))
    for index in range(shorter):
        if before[index] is not after[index] and before[index] != after[index]:
            return index
    return shorter
