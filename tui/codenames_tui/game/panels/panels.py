"""The small panels of a game: score, turn, status and scrub bar. Each takes a value and draws it."""

from textual import events
from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.game.panels.score import Scoreboard, score_lines
from codenames_tui.game.panels.scrub_bar import ScrubBarState, marked_at, position_at, scrub_bar_line
from codenames_tui.game.panels.status import Status, status_line
from codenames_tui.game.panels.turn import Moment, turn_lines
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.messages import MarkPointedAt, Sought
from codenames_tui.ui.widgets.line_panel import LinePanel


class ScorePanel(LinePanel):
    """Words left, whose turn it is, and how the turns went."""

    score: reactive[Scoreboard | None] = reactive(None, repaint=False)

    def watch_score(self) -> None:
        """Draw another score."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the score."""
        return score_lines(self.score, size.width, size.height, self.glyphs) if self.score else []


class TurnPanel(LinePanel):
    """Who is to move, with which clue, how far they are, and what just happened."""

    moment: reactive[Moment | None] = reactive(None, repaint=False)

    def watch_moment(self) -> None:
        """Draw another moment."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the turn."""
        return turn_lines(self.moment, size.width, size.height, self.glyphs) if self.moment else []


class StatusLine(LinePanel):
    """How the game is watched, and where in it."""

    status: reactive[Status | None] = reactive(None, repaint=False)

    def watch_status(self) -> None:
        """Draw another status."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the status."""
        return [status_line(self.status, size.width, self.glyphs)] if self.status else []


class ScrubBar(LinePanel):
    """The whole game in one line: a click goes there, the wheel moves by an event, and a mark can be pointed at."""

    bar: reactive[ScrubBarState] = reactive(ScrubBarState(0, 0), repaint=False)
    _pointed: int | None = None
    """The marked position under the mouse."""

    def watch_bar(self) -> None:
        """Draw another position."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the bar."""
        return [scrub_bar_line(self.bar, size.width, self.glyphs)]

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to the position under the mouse, and follow it while it is dragged."""
        self.capture_mouse()
        self._seek(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow a mouse that is dragged; say what is marked under one that is not."""
        if self.app.mouse_captured is self:
            self._seek(event)
        else:
            self._point(marked_at(event.get_content_offset_capture(self).x, self.bar, self.size.width))

    def on_leave(self) -> None:
        """Say no more of marks."""
        self._point(None)

    def _point(self, position: int | None) -> None:
        if position != self._pointed:
            self._pointed = position
            self.post_message(MarkPointedAt(position))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go back by an event."""
        event.stop()
        self.post_message(Sought(self.bar.position - 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go on by an event."""
        event.stop()
        self.post_message(Sought(self.bar.position + 1))

    def on_mouse_up(self) -> None:
        """Let go."""
        self.release_mouse()

    def _seek(self, event: events.MouseEvent) -> None:
        offset = event.get_content_offset_capture(self)
        self.post_message(Sought(position_at(offset.x, self.bar.length, self.size.width)))
