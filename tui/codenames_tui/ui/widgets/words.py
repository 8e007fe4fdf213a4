"""A few lines of text, wrapped or cut to the width of their panel."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, fit, wrap
from codenames_tui.ui.widgets.line_panel import LinePanel


class Words(LinePanel):
    """Takes lines and wraps them.

    Args:
        glyphs: what they are drawn with.
        id: of the widget.
        wraps: whether they are wrapped; they are cut otherwise.
    """

    lines: reactive[tuple[Line, ...]] = reactive((), repaint=False)

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None, wraps: bool = True) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._wraps = wraps

    def watch_lines(self, before: tuple[Line, ...], now: tuple[Line, ...]) -> None:
        """Draw other lines, in more or less room where they take as much."""
        width, height = self.size.width, self.styles.height
        is_auto = self.is_attached and height is not None and height.is_auto
        if is_auto and len(self._parts(width, before)) != len(self._parts(width, now)):
            self.refresh(layout=True)
        self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines in the width that there is."""
        return self._parts(size.width, self.lines)[: size.height]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines it takes."""
        return len(self._parts(width, self.lines))

    def _parts(self, width: int, lines: Sequence[Line]) -> list[Line]:
        if not self._wraps:
            return [fit(line, width) for line in lines]
        return [part for line in lines for part in wrap(line, width)]
