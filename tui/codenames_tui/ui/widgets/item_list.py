"""A short list of items to choose from or to fill in; what is chosen or changed comes back as messages."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from codenames_tui.ui.lines.items import Item, Row, rows_of, window
from codenames_tui.ui.lines.lines import EMPTY, UNICODE, Glyphs, Line, plain
from codenames_tui.ui.widgets.cursor_list import CursorList

_ROOMY = 34
"""Lines of a terminal from which sections stand further apart."""
_DENSE = 28
"""Lines of a terminal below which the sections of a long list stand close together."""


class ItemList(CursorList, can_focus=True):
    """Items, one below the other, of which one is pointed at. The cursor counts items, without their headings."""

    PLACE = "list"
    WHEEL = 1
    HEAD_LINES = 0
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k,shift+tab", "move(-1)", "Up", id="list.up"),
        Binding("down,j,tab", "move(1)", "Down", id="list.down"),
        Binding("left", "turn(-1)", "Previous choice", id="list.left"),
        Binding("right", "turn(1)", "Next choice", id="list.right"),
        Binding("enter", "choose", "Choose or edit", id="list.choose"),
        Binding("home,g", "go(False)", "First", id="list.first"),
        Binding("end,G", "go(True)", "Last", id="list.last"),
        Binding("pageup", "page(-1)", "Page up", id="list.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="list.page_down"),
    ]

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    class Turned(Message):
        """The choice `steps` further is wanted for an item."""

        def __init__(self, item: Item, steps: int) -> None:
            super().__init__()
            self.item = item
            self.steps = steps

    class Pointed(Message):
        """The cursor is on another item."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self.long = False
        """Whether every line is needed on a small terminal."""
        self._items: list[Item] = []
        self._rows: list[Row] = []
        """Every line of the list, as it was drawn last."""

    @property
    def items(self) -> tuple[Item, ...]:
        """What is shown."""
        return tuple(self._items)

    @property
    def pointed(self) -> Item | None:
        """The item that the cursor is on."""
        return self._items[self._cursor] if self._cursor < len(self._items) else None

    @property
    def says_all(self) -> bool:
        """Whether the note of the item that the cursor is on stands in its line, and in full."""
        rows = self._all_rows(self.size.width, self.app.size.height)
        line = next((row.line for row in rows if row.item == self._cursor), EMPTY)
        return self.pointed is not None and self.glyphs.line(self.pointed.note) in plain([line])

    @property
    def row_count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def can_be_chosen(self, row: int) -> bool:
        """Return whether an item is more than a note."""
        return not self._items[row].idle

    def row_at(self, y: int) -> int | None:
        """Return the item at line `y`; None where there is a heading or nothing."""
        line = self._top + y
        return self._rows[line].item if 0 <= line < len(self._rows) else None

    def cursor_moved(self, *, changed: bool) -> None:
        """Say which item the cursor is on, where that is another one."""
        if changed and self.pointed:
            self.post_message(self.Pointed(self.pointed))

    def show(self, items: Sequence[Item]) -> None:
        """Show `items`; the cursor stays on the item of the same name where it is still there."""
        name = self.pointed.name if self.pointed else ""
        self._items = list(items)
        self._cursor = next((index for index, item in enumerate(items) if name and item.name == name), self._cursor)
        self.leave_heading()
        if self.is_attached and len(items) != len(self._rows):
            self.refresh(layout=True)
        self.redraw()

    def point_at(self, name: str) -> None:
        """Move the cursor to the item of that name, if there is one."""
        self.move_to(next((index for index, item in enumerate(self._items) if item.name == name), self._cursor))

    def draw(self, size: Size) -> list[Line]:
        """Return the part of the list around the cursor."""
        self._rows = self._all_rows(size.width, self.app.size.height)
        self._top = window(self._rows, self._cursor, self._top, size.height)
        return [row.line for row in self._rows[self._top : self._top + size.height]]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the whole list."""
        return len(self._all_rows(width, viewport.height))

    def _all_rows(self, width: int, lines: int) -> list[Row]:
        space = 2 if lines >= _ROOMY else 0 if self.long and lines < _DENSE else 1
        return rows_of(self._items, self._cursor, width, self.glyphs, space=space)

    def action_move(self, rows: int) -> None:
        """Move the cursor by items that can be chosen; from the last one to the first, and back."""
        able = [*filter(self.can_be_chosen, range(self.row_count))]
        if able:
            place = able.index(self._cursor) if self._cursor in able else 0
            self.move_to(able[(place + rows) % len(able)])

    def action_page(self, pages: int) -> None:
        """Move the cursor by the height of the list, but for one item."""
        self.move_to(self._cursor + pages * max(self.size.height - 1, 1), pages)

    def action_turn(self, steps: int) -> None:
        """Ask for another choice."""
        if self.pointed and self.pointed.turns:
            self.post_message(self.Turned(self.pointed, steps))

    def action_choose(self) -> None:
        """Say what is chosen."""
        if self.pointed and not self.pointed.idle:
            self.post_message(self.Chosen(self.pointed))
