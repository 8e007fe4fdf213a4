"""The table of the library. It draws the lines of a table that are seen; what is chosen comes back as messages.

It keeps to a game, wherever that moves; and the field above it has the focus, so that its keys come from the screen.
"""

from pathlib import Path

from textual.geometry import Size
from textual.message import Message

from codenames_tui.library.game_rows import GameColumn, GameListing, GameRow, column_at, game_heading, table_line
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.lines.rows import first_seen
from codenames_tui.ui.widgets.cursor_list import CursorList


class GameTable(CursorList):
    """Games in lines, of which one is pointed at."""

    class Pointed(Message):
        """The cursor is on another game, or the game that it is on has changed."""

    class Chosen(Message):
        """The game that is pointed at was clicked."""

    class Sorted(Message):
        """The heading of a column was clicked."""

        def __init__(self, column: GameColumn) -> None:
            super().__init__()
            self.column = column

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._table = GameListing()
        self._was_moved = False
        """Whether the person has moved the cursor; until then it stays on the first game."""

    @property
    def games(self) -> tuple[GameRow, ...]:
        """All games, in their order."""
        return self._table.games

    @property
    def pointed(self) -> GameRow | None:
        """The game that the cursor is on."""
        lines = self._table.lines
        line = lines[self._cursor] if self._cursor < len(lines) else None
        return line if isinstance(line, GameRow) else None

    @property
    def row_count(self) -> int:
        """How many lines there are, with the headings."""
        return len(self._table.lines)

    def can_be_chosen(self, row: int) -> bool:
        """Return whether a line is a game, and no heading."""
        return isinstance(self._table.lines[row], GameRow)

    def show(self, table: GameListing, *, keep: bool = True) -> None:
        """Show `table`; a cursor that was moved stays on its game where that is still there, if it is to `keep` it."""
        self._was_moved = self._was_moved and keep
        file = self.pointed.row.file if self.pointed and self._was_moved else ""
        self._table = table
        self._cursor = self._place_of(file, 0) if file else 0
        self.leave_heading()
        self.redraw()
        self.post_message(self.Pointed())

    def point_at(self, path: Path) -> None:
        """Move the cursor to the game of that file, if it is there."""
        self.move_to(self._place_of(str(path), self._cursor))

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
            game_heading(self._table.order, size.width, self.glyphs),
            *(
                table_line(line, place == self._cursor, size.width, self.glyphs)
                for place, line in enumerate(shown, self._top)
            ),
        ]

    def cursor_moved(self, *, changed: bool) -> None:
        """Say that there may be something else to say of the game that is pointed at."""
        self._was_moved = True
        self.post_message(self.Pointed())

    def action_choose(self) -> None:
        """Say that the game that is pointed at is chosen."""
        self.post_message(self.Chosen())

    def head_clicked(self, x: int) -> None:
        """Say by which column to sort."""
        if column := column_at(x, self.size.width):
            self.post_message(self.Sorted(column))
