"""The panel of the story: a click on a turn, or Enter, goes to its clue."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.game.story.story import Story
from codenames_tui.game.story.story_lines import story_rows, title
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line
from codenames_tui.ui.messages import Sought
from codenames_tui.ui.widgets.line_panel import LinePanel


class StoryPanel(LinePanel, can_focus=True):
    """Who is likely to win, the clues so far, and the race."""

    PLACE = "story"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1)", "Previous turn", id="story.up", show=False),
        Binding("down", "point(1)", "Next turn", id="story.down", show=False),
        Binding("enter", "seek", "Go to this turn", id="story.seek", show=False),
    ]

    story: reactive[Story] = reactive(Story(), repaint=False)

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._pointed: int | None = None
        """The turn that the cursor is on; None while it is not used."""
        self._title = ""
        self._turns: list[int | None] = []
        """Which turn each line tells of, as it was drawn last."""

    def watch_story(self) -> None:
        """Draw another story; the cursor is on the current turn again."""
        self._pointed = len(self.story.turns) - 1 if self.has_focus and self.story.turns else None
        self._entitle(self.outer_size.width)
        self.redraw()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._entitle(self.outer_size.width)
        super().on_resize()

    def _entitle(self, width: int) -> None:
        if (wanted := title(self.story, width, self.glyphs)) != self._title:
            self._title = wanted
            self.border_title = Content(f" {wanted} ")

    def draw(self, size: Size) -> list[Line]:
        """Return the story."""
        rows = story_rows(self.story, size.width, size.height, self.glyphs, pointed=self._pointed)
        self._turns = [row.turn for row in rows]
        return [row.line for row in rows]

    def on_focus(self) -> None:
        """Show the cursor."""
        self.action_point(0)

    def on_blur(self) -> None:
        """Hide the cursor."""
        self._pointed = None
        self.redraw()

    def action_point(self, turns: int) -> None:
        """Move the cursor by turns."""
        if count := len(self.story.turns):
            pointed = count - 1 if self._pointed is None else self._pointed + turns
            self._pointed = min(max(pointed, 0), count - 1)
            self.redraw()

    def action_seek(self) -> None:
        """Go to the turn that is pointed at."""
        self._seek(self._pointed)

    def on_click(self, event: events.Click) -> None:
        """Go to the turn under the mouse."""
        y = event.get_content_offset_capture(self).y
        self._seek(self._turns[y] if 0 <= y < len(self._turns) else None)

    def _seek(self, turn: int | None) -> None:
        if turn is not None and turn < len(self.story.turns):
            self.post_message(Sought(self.story.turns[turn].turn.begins))
