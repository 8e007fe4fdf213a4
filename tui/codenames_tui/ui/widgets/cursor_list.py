"""The base of every list with a cursor: how the cursor moves, and what the wheel and a click do."""

from itertools import chain
from typing import ClassVar

from textual import events
from textual.geometry import Offset

from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.widgets.line_panel import LinePanel


class CursorList(LinePanel):
    """Rows of which one is pointed at.

    A subclass provides the rows: how many there are, which of them are headings and cannot be chosen, and how they
    are drawn.
    """

    WHEEL: ClassVar[int] = 3
    """Rows that one notch of the mouse wheel moves the cursor."""
    HEAD_LINES: ClassVar[int] = 1
    """Lines at the top that stay while the rows scroll."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._cursor = 0
        self._top = 0
        """The first line that is drawn below the head."""

    # What a subclass provides

    @property
    def row_count(self) -> int:
        """How many rows there are, headings included."""
        raise NotImplementedError

    def can_be_chosen(self, row: int) -> bool:
        """Return whether the cursor may rest on a row."""
        return True

    def row_at(self, y: int) -> int | None:
        """Return the row at line `y` below the head; None where there is none."""
        row = self._top + y
        return row if row < self.row_count else None

    def cursor_moved(self, *, changed: bool) -> None:
        """Take notice that the cursor was moved; `changed` says whether it is on another row than before."""

    def action_choose(self) -> None:
        """Report that the row at the cursor is chosen."""
        raise NotImplementedError

    def head_clicked(self, x: int) -> None:
        """Take a click on the head, at cell `x`."""

    # Moving the cursor

    def move_to(self, row: int, step: int = 1) -> None:
        """Move the cursor to the nearest row that there is; from a heading it goes on in the direction of `step`."""
        before = self._cursor
        self._cursor = min(max(row, 0), max(self.row_count - 1, 0))
        self.leave_heading(step)
        self.redraw()
        self.cursor_moved(changed=self._cursor != before)

    def leave_heading(self, step: int = 1) -> None:
        """Bring the cursor onto a row that can be chosen, looking in the direction of `step` first."""
        count, cursor = self.row_count, self._cursor
        below, above = range(cursor, count), range(min(cursor, count) - 1, -1, -1)
        rows = chain(below, above) if step > 0 else chain(range(min(cursor, count - 1), -1, -1), below)
        self._cursor = next(filter(self.can_be_chosen, rows), 0)

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self.move_to(self._cursor + rows, rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by the height of the list, but for one row."""
        self.action_move(pages * max(self.size.height - self.HEAD_LINES - 1, 1))

    def action_go(self, last: bool) -> None:
        """Move the cursor to the first row, or to the last."""
        self.move_to(self.row_count - 1 if last else 0, -1 if last else 1)

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Move the cursor under the mouse, and choose."""
        offset: Offset = event.get_content_offset_capture(self)
        if offset.y < self.HEAD_LINES:
            self.head_clicked(offset.x)
            return
        row = self.row_at(offset.y - self.HEAD_LINES)
        if row is None or not self.can_be_chosen(row):
            return
        self.move_to(row)
        self.action_choose()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self.move_to(self._cursor - self.WHEEL, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self.move_to(self._cursor + self.WHEEL)
