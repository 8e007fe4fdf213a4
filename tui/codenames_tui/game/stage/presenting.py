"""Presenter mode: what people see who look at a projector. The stage takes the place of everything small or private."""

from typing import TYPE_CHECKING

from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.panels.score import Scoreboard
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.talk.speaking import Speaking

if TYPE_CHECKING:
    from codenames_tui.game.stage.stage import Stage

NOTHING_PRIVATE = "Presenter mode shows nothing private."


class Presenting:
    """Presenter mode of a game screen.

    Args:
        screen: shows the game.
    """

    def __init__(self, screen: CursorScreen) -> None:
        self._screen = screen
        self._stage: Stage | None = None

    @property
    def is_on(self) -> bool:
        """Whether the stage is on the screen."""
        return self._stage is not None

    def toggle(self) -> None:
        """Set the stage and let the game play by itself; or put the stage away, and leave the game as it is."""
        screen = self._screen
        if self._stage is not None:
            self._stage.remove()
            self._stage = None
            screen.remove_class("-presenting")
            return
        from codenames_tui.game.stage.stage import Stage

        self._stage = Stage(glyphs=screen.glyphs, id="stage")
        screen.query_one("#game").mount(self._stage, after="#talk")
        screen.add_class("-presenting")
        if not screen.game.running and not (screen.is_live and screen.game.over):
            screen.action_play_or_pause()

    def show(self, moment: Moment, score: Scoreboard | None, speaking: Speaking | None) -> None:
        """Show how the game stands; to be called whenever that has changed."""
        if self._stage is not None and score is not None:
            from codenames_tui.game.stage.stage_lines import Scene

            self._stage.scene = Scene(moment, score, speaking)
