"""A field that leaves of a list what matches what is typed; the arrows move through what is left of it."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.widgets.cursor_list import CursorList
from codenames_tui.ui.widgets.field import TextField

SEARCH_KEYS: Final = (Hint(("search.up", "search.down"), "move"), Hint(("search.choose",), "open"))
"""What stands at the foot while it has the focus."""


class SearchField(TextField):
    """A field above a list. `Input.Submitted` chooses what the list points at.

    Args:
        about: what is shown while it is empty.
        glyphs: which characters may appear.
        id: its name in the style sheet.
    """

    PLACE = "search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", id="search.up"),
        Binding("down", "move(1)", "Down", id="search.down"),
        Binding("pageup", "page(-1)", "Page up", id="search.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="search.page_down"),
        Binding("enter", "submit", "Open the selected row", id="search.choose"),
    ]

    class Moved(Message):
        """The cursor of the list is to be moved by rows, or by pages."""

        def __init__(self, rows: int, *, pages: int = 0) -> None:
            super().__init__()
            self.rows = rows
            self.pages = pages

        def move(self, below: CursorList) -> None:
            """Move the cursor of the list below the field."""
            below.action_page(self.pages) if self.pages else below.action_move(self.rows)

    def __init__(self, about: str, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, placeholder=about, id=id)

    def action_move(self, rows: int) -> None:
        """Ask for another row of the list."""
        self.post_message(self.Moved(rows))

    def action_page(self, pages: int) -> None:
        """Ask for a row one height of the list away."""
        self.post_message(self.Moved(0, pages=pages))
