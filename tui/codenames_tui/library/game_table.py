"""The table of the library. It draws the lines of a table that are seen; what is chosen comes back as messages.

Unlike a `RowTable` it has headings between its games, on which the cursor never rests; it keeps to a game, wherever
that moves; and the field above it has the focus, so that its keys come from the screen.
"""

from pathlib import Path

from textual import events
from textual.geometry import Size
from textual.message import Message

from codenames_tui.library.game_rows import GameColumn, GameListing, GameRow, column_at, heading_line, table_line
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.lines.rows import first_seen
from codenames_tui.ui.widgets.line_panel import LinePanel

_WHEEL = 3


class GameTable(LinePanel):
    """Games in lines, of which one is pointed at."""

    class Pointed(Message):
        """The cursor is on another game, or the game that it is on has changed."""

    class Chosen(Message):
        """Somebody clicked on the game that is pointed at."""

    class Sorted(Message):
        """Somebody clicked on the heading of a column."""

        def __init__(self, column: GameColumn) -> None:
            super().__init__()
            self.column = column

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._table = GameListing()
        self._cursor = 0
        self._top = 0
        self._chosen = False
        """Whether somebody has moved the cursor; until then it stays on the first game."""

    @property
    def games(self) -> tuple[GameRow, ...]:
        """All games, in their order."""
        return self._table.games

    @property
    def pointed(self) -> GameRow | None:
        """The game that the cursor is on."""
        lines = self._table.lines
        found = lines[self._cursor] if self._cursor < len(lines) else None
        return found if isinstance(found, GameRow) else None

    def show(self, table: GameListing, *, keep: bool = True) -> None:
        """Show `table`; a cursor that was moved stays on its game where that is still there, if it is to `keep` it."""
        self._chosen = self._chosen and keep
        file = self.pointed.row.file if self.pointed and self._chosen else ""
        self._table = table
        self._cursor = self._place_of(file, 0) if file else 0
        self._settle(1)
        self.redraw()
        self.post_message(self.Pointed())

    def point_at(self, path: Path) -> None:
        """Move the cursor to the game of that file, if it is there."""
        self._point(self._place_of(str(path), self._cursor), 1)

    def _place_of(self, file: str, otherwise: int) -> int:
        lines = enumerate(self._table.lines)
        return next((place for place, line in lines if isinstance(line, GameRow) and line.row.file == file), otherwise)

    def draw(self, size: Size) -> list[Line]:
        """Return the headings, and the lines around the cursor."""
        height = max(size.height - 1, 1)
        lines = self._table.lines
        self._top = first_seen(self._cursor, self._top, height, len(lines))
        shown = lines[self._top : self._top + height]
        return [
            heading_line(self._table.order, size.width, self.glyphs),
            *(
                table_line(line, place == self._cursor, size.width, self.glyphs)
                for place, line in enumerate(shown, self._top)
            ),
        ]

    def _point(self, place: int, step: int) -> None:
        self._chosen = True
        self._cursor = min(max(place, 0), max(len(self._table.lines) - 1, 0))
        self._settle(step)
        self.redraw()
        self.post_message(self.Pointed())

    def _settle(self, step: int) -> None:
        """Bring the cursor from a heading onto a game: there is one behind each, and one before each but the first."""
        lines = self._table.lines
        if self._cursor < len(lines) and not isinstance(lines[self._cursor], GameRow):
            self._cursor += step if 0 <= self._cursor + step < len(lines) else -step

    def move(self, lines: int) -> None:
        """Move the cursor by that many lines."""
        self._point(self._cursor + lines, 1 if lines > 0 else -1)

    def page(self, pages: int) -> None:
        """Move the cursor by the height of the table."""
        self.move(pages * max(self.size.height - 2, 1))

    def go(self, *, last: bool) -> None:
        """Move the cursor to the first game, or to the last."""
        self._point(len(self._table.lines) - 1 if last else 0, -1 if last else 1)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor under the mouse; a click where it is already chooses, one on a heading sorts."""
        offset = event.get_content_offset_capture(self)
        if offset.y == 0:
            if column := column_at(offset.x, self.size.width):
                self.post_message(self.Sorted(column))
            return
        place = self._top + offset.y - 1
        if place >= len(self._table.lines) or not isinstance(self._table.lines[place], GameRow):
            return
        if place == self._cursor:
            self.post_message(self.Chosen())
        else:
            self._point(place, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self.move(-_WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self.move(_WHEEL)
