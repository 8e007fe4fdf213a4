"""The panel of the help: keys, symbols or words, of which one is pointed at."""

from collections.abc import Sequence

from textual import events
from textual.geometry import Size
from textual.message import Message

from codenames_tui.ui.lines.help import (
    HelpColumns,
    HelpGroup,
    HelpRow,
    column_width,
    help_columns,
    help_lines,
    length_of,
    matching_groups,
    place_of_row,
    row_across,
    rows_of_groups,
)
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.lines.rows import first_seen
from codenames_tui.ui.widgets.line_panel import LinePanel


class HelpPanel(LinePanel):
    """Keys, symbols or words in groups.

    Args:
        groups: all of them.
        glyphs: what is drawn with.
        most_columns: one where rows need the whole width, else two.
        id: of the widget.
    """

    class Chosen(Message):
        """What the cursor is on was clicked."""

    def __init__(
        self, groups: Sequence[HelpGroup], *, glyphs: Glyphs = UNICODE, most_columns: int = 2, id: str | None = None
    ) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._all = tuple(groups)
        self._most_columns = most_columns
        self._groups = self._all
        self._cursor = 0
        self._top = 0

    @property
    def pointed(self) -> HelpRow | None:
        """What the cursor is on."""
        rows = rows_of_groups(self._groups)
        return rows[self._cursor] if self._cursor < len(rows) else None

    def search(self, text: str) -> None:
        """Show what matches `text`, with the cursor on the first of it."""
        self._groups = matching_groups(self._all, text)
        self._move_to(0)

    def _move_to(self, row: int) -> None:
        self._cursor = min(max(row, 0), max(len(rows_of_groups(self._groups)) - 1, 0))
        self.redraw()

    def move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self._move_to(self._cursor + rows)

    def page(self, pages: int) -> None:
        """Move the cursor by the height of the panel."""
        self.move(pages * max(self.size.height - 2, 1))

    def go(self, last: bool) -> None:
        """Move the cursor to the first row, or to the last."""
        self._move_to(len(rows_of_groups(self._groups)) if last else 0)

    def across(self) -> None:
        """Move the cursor to the other column."""
        self._move_to(row_across(self._columns(self.size.width), self._cursor))

    def _columns(self, width: int) -> HelpColumns:
        return help_columns(self._groups, self._cursor, width, self.glyphs, self._most_columns)

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines around the cursor."""
        if not self._groups:
            return [(Span("  Nothing matches all of these words.", "dim"),)]
        columns = self._columns(size.width)
        line = place_of_row(columns, self._cursor).line
        heading = line - 1 if line == 1 else line
        self._top = first_seen(line, min(self._top, heading), size.height, length_of(columns))
        return help_lines(columns, self._top, size.width, size.height)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines all of it takes."""
        return length_of(help_columns(self._all, 0, width, self.glyphs, self._most_columns))

    def on_click(self, event: events.Click) -> None:
        """Run what is under the mouse."""
        offset = event.get_content_offset_capture(self)
        columns = self._columns(self.size.width)
        number = min(offset.x // (column_width(self.size.width, self._most_columns) + 1), len(columns) - 1)
        line = self._top + offset.y
        row = columns[number][line].row if line < len(columns[number]) else None
        if row is not None:
            self._move_to(row)
            self.post_message(self.Chosen())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self.move(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self.move(1)
