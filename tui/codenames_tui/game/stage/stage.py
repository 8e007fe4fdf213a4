"""The panel of presenter mode: what people see who look at a projector."""

from textual.geometry import Size
from textual.reactive import reactive

from codenames_tui.game.panels.score import Scoreboard
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.sessions.open_question import Speaking
from codenames_tui.game.stage.stage_lines import Scene, stage_lines
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.widgets.line_panel import LinePanel


class Stage(LinePanel):
    """The score and the clue in large letters, and what happens now, in place of all that is small or private."""

    scene: reactive[Scene | None] = reactive(None, repaint=False)

    def show_moment(self, moment: Moment, score: Scoreboard, speaking: Speaking | None) -> None:
        """Show how the game stands."""
        self.scene = Scene(moment, score, speaking)

    def watch_scene(self) -> None:
        """Draw another scene."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the stage."""
        return stage_lines(self.scene, size.width, size.height, self.glyphs) if self.scene else []
