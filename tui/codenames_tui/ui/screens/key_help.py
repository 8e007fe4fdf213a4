"""The help of a screen: its keys in groups, what its symbols mean, its words in full.

It can be searched, and runs what is chosen.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from codenames_tui.ui.lines.help import HelpGroup
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.active_keys import hints, press
from codenames_tui.ui.screens.dialog import Dialog
from codenames_tui.ui.widgets.help_panel import HelpPanel
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.search_field import SearchField
from codenames_tui.ui.widgets.words import Words

_AROUND = 8
"""Lines of the dialog that show no row."""
_BACK = Hint(("help.close",), "back")


class KeyHelp(Dialog[str | None]):
    """Lists keys, symbols or words, and returns the id of the binding that is to be run.

    Args:
        groups: what is listed.
        glyphs: what is drawn with.
        title: what stands above them.
        most_columns: one where rows need the whole width, else two.
    """

    PLACE = "help"
    TOGETHER_WITH = (SearchField.PLACE,)
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Back", id="help.close"),
        Binding("up,k", "move(-1)", "Up", id="help.up"),
        Binding("down,j", "move(1)", "Down", id="help.down"),
        Binding("left,right,tab,h,l", "across", "Other column", id="help.across"),
        Binding("pageup", "page(-1)", "Page up", id="help.page_up"),
        Binding("pagedown", "page(1)", "Page down", id="help.page_down"),
        Binding("home,g", "go(False)", "First", id="help.first"),
        Binding("end,G", "go(True)", "Last", id="help.last"),
        Binding("enter", "run", "Run the selected command", id="help.run"),
        Binding("slash", "search", "Search the help", id="help.search"),
    ]

    def __init__(
        self, groups: Sequence[HelpGroup], glyphs: Glyphs, *, title: str = "Help", most_columns: int = 2
    ) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._runs = any(row.id for group in groups for row in group.rows)
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(title, "strong"),),)
        self.field = SearchField("type to search", glyphs=glyphs)
        self.panel = HelpPanel(groups, glyphs=glyphs, most_columns=most_columns, id="help-rows")
        self._keys = KeyLine(glyphs=glyphs, id="dialog-keys")

    def compose(self) -> ComposeResult:
        """List the keys."""
        self._leave_room()
        with Vertical(classes="dialog help"):
            yield self._title
            yield self.field
            yield self.panel
            yield self._keys

    def on_mount(self) -> None:
        """Begin with all of it."""
        self.field.display = False
        self.panel.search("")
        self._show_keys()

    def on_resize(self) -> None:
        """Follow the terminal."""
        self._leave_room()

    def _leave_room(self) -> None:
        """Leave room for what is around the rows, before they are laid out for the first time."""
        self.panel.styles.max_height = max(self.app.size.height - _AROUND, 1)

    def _show_keys(self) -> None:
        searching = self.field.has_focus
        wanted = [Hint(("search.up", "search.down") if searching else ("help.up", "help.down"), "move")]
        wanted += [Hint(("search.choose" if searching else "help.run",), "run")] if self._runs else []
        wanted += [] if searching else [Hint(("help.search",), "search")]
        self._keys.hints = hints(self, (*wanted, _BACK), self._glyphs)

    def on_descendant_focus(self) -> None:
        """Have the keys at the foot follow the focus."""
        self._show_keys()

    def on_descendant_blur(self) -> None:
        """Have the keys at the foot follow the focus."""
        self._show_keys()

    def action_search(self) -> None:
        """Type what must be found."""
        self.field.display = True
        self.field.focus()

    def on_input_changed(self) -> None:
        """Show what matches what is typed."""
        self.panel.search(self.field.value)

    def on_search_field_moved(self, message: SearchField.Moved) -> None:
        """Move the cursor while the search has the focus."""
        self.panel.page(message.pages) if message.pages else self.panel.move(message.rows)

    def on_input_submitted(self) -> None:
        """Run the selected command."""
        self.action_run()

    def on_help_panel_chosen(self) -> None:
        """Do what was clicked."""
        self.action_run()

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.panel.move(rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.panel.page(pages)

    def action_go(self, last: bool) -> None:
        """Move the cursor to the first row, or to the last."""
        self.panel.go(last)

    def action_across(self) -> None:
        """Move the cursor to the other column."""
        self.panel.across()

    def action_run(self) -> None:
        """Close the help, and do what is pointed at, if it is a key."""
        if (row := self.panel.pointed) and row.id:
            self.dismiss(row.id)

    def action_close(self) -> None:
        """Drop the search, or go back."""
        if self.field.display:
            self.field.value = ""
            self.field.display = False
            self.set_focus(None)
        else:
            self.dismiss(None)


def show_help(screen: Screen[Any], groups: Sequence[HelpGroup], glyphs: Glyphs) -> None:
    """Show the help of `screen` over it, and do there what is chosen."""

    def run(id: str | None) -> None:
        if id:
            screen.call_later(press, screen, id)

    screen.app.push_screen(KeyHelp(groups, glyphs), run)
