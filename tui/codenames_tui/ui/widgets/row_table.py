"""A table of any length with a cursor. It draws the rows that are seen, and says which one is chosen."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.lines.rows import Column, first_seen, heading_line, row_line
from codenames_tui.ui.widgets.line_panel import LinePanel

_WHEEL: Final = 3
CellsOf = Callable[[int], Sequence[Span]]


class RowTable(LinePanel, can_focus=True):
    """Rows under headings, of which one is pointed at.

    Args:
        glyphs: what is drawn with.
        id: of the widget.
        empty: what is said where there is no row.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="rows.up"),
        Binding("down,j", "move(1)", "Down", id="rows.down"),
        Binding("pageup", "page(-1)", "Page up", id="rows.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="rows.page_down"),
        Binding("home,g", "go(False)", "First", id="rows.first"),
        Binding("end,G", "go(True)", "Last", id="rows.last"),
        Binding("enter", "choose", "Open what is pointed at", id="rows.choose"),
    ]

    class Pointed(Message):
        """The cursor is on another row."""

        def __init__(self, table: "RowTable", row: int) -> None:
            super().__init__()
            self.table = table
            self.row = row

    class Chosen(Message):
        """Somebody chose a row."""

        def __init__(self, table: "RowTable", row: int) -> None:
            super().__init__()
            self.table = table
            self.row = row

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None, empty: str = "") -> None:
        super().__init__(glyphs=glyphs, id=id)
        self.empty = empty
        self._columns: Sequence[Column] = ()
        self._count = 0
        self._cells: CellsOf = lambda row: ()
        self._cursor = 0
        self._top = 0

    @property
    def pointed(self) -> int | None:
        """The row that the cursor is on."""
        return self._cursor if self._cursor < self._count else None

    @property
    def seen(self) -> range:
        """The rows that are in sight."""
        return range(self._top, min(self._top + max(self.size.height - 1, 1), self._count))

    def show(self, columns: Sequence[Column], count: int, cells: CellsOf, *, cursor: int | None = None) -> None:
        """Show `count` rows; `cells` makes one when it is seen. The cursor stays where it is if not given."""
        self._columns, self._count, self._cells = columns, count, cells
        self._cursor = min(max(self._cursor if cursor is None else cursor, 0), max(count - 1, 0))
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the headings, and the rows around the cursor."""
        if not self._count:
            return [(Span(f"  {self.empty}", "dim"),)]
        height = max(size.height - 1, 1)
        self._top = first_seen(self._cursor, self._top, height, self._count)
        rows = range(self._top, min(self._top + height, self._count))
        pointed = self._cursor if self.has_focus else -1
        return [
            heading_line(self._columns, size.width, self.glyphs),
            *(row_line(self._columns, self._cells(row), row == pointed, size.width, self.glyphs) for row in rows),
        ]

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def point_at(self, row: int) -> None:
        """Move the cursor to a row, or the nearest that there is."""
        self._cursor = min(max(row, 0), max(self._count - 1, 0))
        self.redraw()
        self.post_message(self.Pointed(self, self._cursor))

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self.point_at(self._cursor + rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by the height of the table."""
        self.point_at(self._cursor + pages * max(self.size.height - 2, 1))

    def action_go(self, last: bool) -> None:
        """Move the cursor to the first row, or to the last."""
        self.point_at(self._count - 1 if last else 0)

    def action_choose(self) -> None:
        """Say what is chosen."""
        if self.pointed is not None:
            self.post_message(self.Chosen(self, self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor under the mouse; a click where it is already chooses."""
        row = self._top + event.get_content_offset_capture(self).y - 1
        if not self._top <= row < self._count:
            return
        if row == self._cursor:
            self.action_choose()
        else:
            self.point_at(row)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self.action_move(-_WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self.action_move(_WHEEL)
