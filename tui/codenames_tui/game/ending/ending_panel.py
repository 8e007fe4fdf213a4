"""The panel at the end of a game: its landmarks are chosen with Enter or a click, and lead back into the game."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size

from codenames_tui.game.ending.ending import GameEnding
from codenames_tui.game.ending.ending_lines import ending_rows
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.lines.paper import Entry
from codenames_tui.ui.messages import Sought
from codenames_tui.ui.widgets.scrolled_panel import ScrolledPanel


class EndingPanel(ScrolledPanel, can_focus=True):
    """Who won, why, and three places to go to."""

    PLACE = "ending"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1)", "Up", id="ending.up", show=False),
        Binding("down", "point(1)", "Down", id="ending.down", show=False),
        Binding("enter", "seek", "Go there", id="ending.seek", show=False),
        Binding("pageup", "scroll_pages(-1)", "Page up", id="ending.page_up", show=False),
        Binding("pagedown", "scroll_pages(1)", "Page down", id="ending.page_down", show=False),
    ]

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self.border_title = Content(" The end ")
        self._ending: GameEnding | None = None
        self._entries: Sequence[Entry] = ()
        self._pointed = 0
        self._top = 0
        """The first line that is seen."""
        self._height = 0
        """Lines of the whole text, as it was drawn last."""
        self._landmarks: list[int | None] = []
        """Where each line leads."""

    def show(self, ending: GameEnding, entries: Sequence[Entry]) -> None:
        """Show the end of a game, and below it how it was played."""
        if (ending, entries) != (self._ending, self._entries):
            self._ending, self._entries = ending, entries
            self._top = 0
            self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the part that is seen."""
        if self._ending is None:
            return []
        pointed = self._pointed if self.has_focus else None
        rows = ending_rows(self._ending, self._entries, size.width, size.height, self.glyphs, pointed=pointed)
        self._height = len(rows)
        self._top = min(self._top, max(len(rows) - size.height, 0))
        seen = rows[self._top : self._top + size.height]
        self._landmarks = [row.landmark for row in seen]
        return [row.line for row in seen]

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def action_point(self, steps: int) -> None:
        """Move the cursor by landmarks; beyond them the text scrolls."""
        last = len(self._ending.landmarks) - 1 if self._ending else -1
        wanted = self._pointed + steps
        if self._top or not 0 <= wanted <= last:
            self.scroll_text(steps)
        else:
            self._pointed = wanted
            self.redraw()

    def action_seek(self) -> None:
        """Go to the landmark that is pointed at."""
        self._seek(self._pointed)

    def scroll_text(self, lines: int) -> None:
        """Scroll by lines, up where negative."""
        self._top = min(max(self._top + lines, 0), max(self._height - self.size.height, 0))
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Go to the landmark under the mouse."""
        y = event.get_content_offset_capture(self).y
        if 0 <= y < len(self._landmarks):
            self._seek(self._landmarks[y])

    def _seek(self, landmark: int | None) -> None:
        if self._ending is not None and landmark is not None and landmark < len(self._ending.landmarks):
            self._pointed = landmark
            self.post_message(Sought(self._ending.landmarks[landmark].position))
