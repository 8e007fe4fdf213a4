"""The panel of a comparison: a picture that scrolls where it is higher than the screen."""

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.game.forks.comparison_picture import ComparisonView, comparison_picture, place_text
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, fit
from codenames_tui.ui.widgets.scrolled_panel import ScrolledPanel

TITLE = "Original and fork"


class ComparisonPanel(ScrolledPanel):
    """Takes a view of two games and draws it as large as the screen allows."""

    view: reactive[ComparisonView | None] = reactive(None, repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    """The first line that is seen; more than there are means the end."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._whole: tuple[ComparisonView | None, Size, list[Line]] = (None, Size(0, 0), [])
        """The picture at its full height, and of what and for which size it was drawn: to scroll draws nothing anew."""

    def watch_view(self, view: ComparisonView | None) -> None:
        """Draw another view."""
        if view is not None:
            self.border_title = Content(f" {TITLE} {self.glyphs.dot} {place_text(view)} ")
        self.redraw()

    def watch_top(self) -> None:
        """Draw another part."""
        self.redraw()

    def scroll_text(self, lines: int) -> None:
        """Scroll by that many lines, up where negative."""
        self.top = max(min(self.top, self._last_top) + lines, 0)

    @property
    def _last_top(self) -> int:
        return max(len(self._picture(self.size)) - self.size.height, 0)

    def draw(self, size: Size) -> list[Line]:
        """Return the part that is seen, and a scroll bar where there is more."""
        lines = self._picture(size)
        hidden = len(lines) - size.height
        if hidden <= 0:
            return lines
        top = min(self.top, hidden)
        length = max(size.height * size.height // len(lines), 1)
        first = round(top * (size.height - length) / hidden)
        seen = lines[top : top + size.height]
        return [(*fit(line, size.width - 1), self._bar(row, first, length)) for row, line in enumerate(seen)]

    def _bar(self, row: int, first: int, length: int) -> Span:
        on = first <= row < first + length
        return Span(self.glyphs.thumb if on else self.glyphs.track, "dim" if on else "rule")

    def _picture(self, size: Size) -> list[Line]:
        view = self.view
        if view is None:
            return []
        if self._whole[0] is not view or self._whole[1] != size:
            self._whole = view, size, comparison_picture(view, size.width - 2, size.height, self.glyphs)
        return self._whole[2]
