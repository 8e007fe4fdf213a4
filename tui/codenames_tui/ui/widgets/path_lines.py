"""A path on as many lines as it takes."""

from textual.geometry import Size

from codenames_tui.ui.lines.lines import Glyphs, Line, Span, path_lines
from codenames_tui.ui.widgets.line_panel import LinePanel


class PathLines(LinePanel):
    """A path, or the end of a command, in full: broken where it can be read best."""

    def __init__(self, path: str, *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs)
        self._path = path

    def draw(self, size: Size) -> list[Line]:
        """Return the path."""
        return [(Span(line),) for line in path_lines(self._path, size.width)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the path takes."""
        return len(path_lines(self._path, width))
