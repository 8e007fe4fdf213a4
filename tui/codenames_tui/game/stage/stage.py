"""The panel of presenter mode."""

from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.game.stage.stage_lines import Scene, stage_lines
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.widgets.line_panel import LinePanel


class Stage(LinePanel):
    """The score and the clue in large letters, and what happens now."""

    scene: reactive[Scene | None] = reactive(None, repaint=False)

    def watch_scene(self) -> None:
        """Draw another scene."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the stage."""
        return stage_lines(self.scene, size.width, size.height, self.glyphs) if self.scene else []
