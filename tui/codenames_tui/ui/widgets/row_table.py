"""A table of any length: it draws the rows that are seen, and says which one is chosen."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.rows import MARK, Column, first_seen, heading_line, row_line
from codenames_tui.ui.widgets.cursor_list import CursorList

CellsOf = Callable[[int], Sequence[Span]]


class RowTable(CursorList, can_focus=True):
    """Rows under headings, of which one is pointed at.

    Args:
        glyphs: what is drawn with.
        id: of the widget.
        empty: what is said where there is no row.
    """

    PLACE = "rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="rows.up"),
        Binding("down,j", "move(1)", "Down", id="rows.down"),
        Binding("pageup", "page(-1)", "Page up", id="rows.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="rows.page_down"),
        Binding("home,g", "go(False)", "First", id="rows.first"),
        Binding("end,G", "go(True)", "Last", id="rows.last"),
        Binding("enter", "choose", "Open the selected row", id="rows.choose"),
    ]

    class Chosen(Message):
        """A row was chosen."""

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

    @property
    def pointed(self) -> int | None:
        """The row that the cursor is on."""
        return self._cursor if self._cursor < self._count else None

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return self._count

    def show(self, columns: Sequence[Column], count: int, cells: CellsOf, *, cursor: int | None = None) -> None:
        """Show `count` rows; `cells` makes one when it is seen. The cursor stays where it is if not given."""
        self._columns, self._count, self._cells = columns, count, cells
        self._cursor = min(max(self._cursor if cursor is None else cursor, 0), max(count - 1, 0))
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the headings, and the rows around the cursor."""
        if not self._count:
            said = wrap((Span(self.empty, "dim"),), size.width - MARK)
            return [(Span(" " * MARK), *line) for line in said]
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

    def action_choose(self) -> None:
        """Say what is chosen."""
        if self.pointed is not None:
            self.post_message(self.Chosen(self, self._cursor))
