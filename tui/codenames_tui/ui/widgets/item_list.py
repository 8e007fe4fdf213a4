"""A list with a cursor. It takes items and draws them; what is chosen or changed comes back as messages."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from codenames_tui.ui.lines.items import Item, Row, rows_of, window
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.widgets.line_panel import LinePanel

_ROOMY = 34
"""Lines of a terminal from which sections stand further apart."""
_DENSE = 28
"""Lines of a terminal below which the sections of a long list stand close together."""


class ItemList(LinePanel, can_focus=True):
    """Items, one below the other, of which one is pointed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k,shift+tab", "move(-1)", "Up", id="list.up"),
        Binding("down,j,tab", "move(1)", "Down", id="list.down"),
        Binding("left,h", "turn(-1)", "The choice before", id="list.left"),
        Binding("right,l", "turn(1)", "The next choice", id="list.right"),
        Binding("enter,space", "choose", "Choose, or fill in", id="list.choose"),
        Binding("home,g", "go(0)", "First", id="list.first"),
        Binding("end,G", "go(-1)", "Last", id="list.last"),
        Binding("pageup", "page(-1)", "Page up", id="list.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="list.page_down"),
    ]

    class Chosen(Message):
        """Somebody chose an item."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    class Turned(Message):
        """Somebody wants the choice that is `steps` further for an item."""

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
        self._cursor = 0
        self._top = 0
        self._rows: list[Row] = []

    @property
    def items(self) -> tuple[Item, ...]:
        """What is shown."""
        return tuple(self._items)

    @property
    def pointed(self) -> Item | None:
        """The item that the cursor is on."""
        return self._items[self._cursor] if self._cursor < len(self._items) else None

    def show(self, items: Sequence[Item]) -> None:
        """Show `items`; the cursor stays on the item of the same name where it is still there."""
        name = self.pointed.name if self.pointed else ""
        self._items = list(items)
        self._cursor = next((index for index, item in enumerate(items) if name and item.name == name), self._cursor)
        self._settle(1)
        if self.is_attached and len(items) != len(self._rows):
            self.refresh(layout=True)
        self.redraw()

    def point_at(self, name: str) -> None:
        """Move the cursor to the item of that name, if there is one."""
        self._point(next((index for index, item in enumerate(self._items) if item.name == name), self._cursor))

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

    def _point(self, index: int, step: int = 1) -> None:
        before = self._cursor
        self._cursor = index
        self._settle(step)
        if self._cursor != before and self.pointed:
            self.post_message(self.Pointed(self.pointed))
        self.redraw()

    def _settle(self, step: int) -> None:
        """Bring the cursor onto an item that can be chosen, going on in the direction of `step` first."""
        able = [index for index, item in enumerate(self._items) if not item.idle]
        if not able:
            self._cursor = 0
        elif self._cursor not in able:
            ahead = [index for index in able if (index - self._cursor) * step > 0]
            self._cursor = min(ahead or able, key=lambda index: abs(index - self._cursor))

    def action_move(self, steps: int) -> None:
        """Move the cursor; from the last item to the first, and back."""
        able = [index for index, item in enumerate(self._items) if not item.idle]
        if able:
            place = able.index(self._cursor) if self._cursor in able else 0
            self._point(able[(place + steps) % len(able)])

    def action_go(self, index: int) -> None:
        """Move the cursor to the first item, or to the last."""
        self._point(index % max(len(self._items), 1), -1 if index else 1)

    def action_page(self, pages: int) -> None:
        """Move the cursor by the height of the list."""
        index = self._cursor + pages * max(self.size.height - 1, 1)
        self._point(min(max(index, 0), max(len(self._items) - 1, 0)), pages)

    def action_turn(self, steps: int) -> None:
        """Ask for another choice."""
        if self.pointed and self.pointed.turns:
            self.post_message(self.Turned(self.pointed, steps))

    def action_choose(self) -> None:
        """Say what is chosen."""
        if self.pointed and not self.pointed.idle:
            self.post_message(self.Chosen(self.pointed))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor under the mouse; a click where it is already chooses."""
        y = event.get_content_offset_capture(self).y + self._top
        index = self._rows[y].item if 0 <= y < len(self._rows) else None
        if index is None or self._items[index].idle:
            return
        if index == self._cursor:
            self.action_choose()
        else:
            self._point(index)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the cursor up."""
        event.stop()
        self._point(max(self._cursor - 1, 0), -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the cursor down."""
        event.stop()
        self._point(min(self._cursor + 1, max(len(self._items) - 1, 0)))
