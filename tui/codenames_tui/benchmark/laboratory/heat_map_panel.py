"""The heat map as a widget: a cell is pointed at with the arrows, and chosen with Enter or a click."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from codenames_tui.benchmark.laboratory.heat_map import HeatMap, MapWindow, cell_at, map_lines, window
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.widgets.line_panel import LinePanel


class HeatMapPanel(LinePanel, can_focus=True):
    """Shows a map, of which one cell is pointed at.

    Args:
        glyphs: what is drawn with.
        id: of the widget.
    """

    PLACE = "heat map"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", "Up", id="map.up"),
        Binding("down,j", "move(1, 0)", "Down", id="map.down"),
        Binding("left", "move(0, -1)", "Left", id="map.left"),
        Binding("right", "move(0, 1)", "Right", id="map.right"),
        Binding("home,g", "go(False)", "First", id="map.first"),
        Binding("end,G", "go(True)", "Last", id="map.last"),
        Binding("enter", "choose", "See the decisions behind the cell", id="map.choose"),
    ]

    class Chosen(Message):
        """A cell was chosen."""

        def __init__(self, row: int, column: int) -> None:
            super().__init__()
            self.row = row
            self.column = column

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._map: HeatMap | None = None
        self._seen: MapWindow | None = None
        self.cursor = (0, 0)

    def show(self, shown: HeatMap, cursor: tuple[int, int] | None = None) -> None:
        """Show a map; the cursor stays where it is if not given."""
        self._map = shown
        self._move_to(*(self.cursor if cursor is None else cursor))

    def _move_to(self, row: int, column: int) -> None:
        if self._map is not None:
            rows, columns = len(self._map.rows), len(self._map.columns)
            self.cursor = min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
            self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines around the cursor."""
        if self._map is None:
            return []
        before = (self._seen.top, self._seen.left) if self._seen else (0, 0)
        self._seen = window(self._map, self.cursor, before, size.width, size.height)
        return map_lines(self._map, self._seen, self.cursor if self.has_focus else None, size.width, self.glyphs)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self._move_to(self.cursor[0] + rows, self.cursor[1] + columns)

    def action_go(self, last: bool) -> None:
        """Move the cursor to the first cell, or to the last."""
        if self._map is not None:
            self._move_to(*((len(self._map.rows), len(self._map.columns)) if last else (0, 0)))

    def action_choose(self) -> None:
        """Say which cell is chosen."""
        if self._map is not None and self.cursor in self._map.cells:
            self.post_message(self.Chosen(*self.cursor))

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Move the cursor under the mouse, and choose."""
        offset = event.get_content_offset_capture(self)
        place = cell_at(self._map, self._seen, offset.x, offset.y) if self._map and self._seen else None
        if place is not None:
            self._move_to(*place)
            self.action_choose()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self.action_move(-1, 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self.action_move(1, 0)
