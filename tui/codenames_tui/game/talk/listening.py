"""Hearing an answer while it is given: at most ten pictures a second, and none once nothing more is said."""

from typing import Final

from textual.timer import Timer

from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.seats.disclosure import Disclosure
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.game.talk.speaking import Speaking

BETWEEN_PICTURES: Final = 0.1
"""Seconds."""


class Listening:
    """What is being said at a game screen.

    Args:
        screen: shows the game.
    """

    def __init__(self, screen: CursorScreen) -> None:
        self._screen = screen
        self._timer: Timer | None = None
        self._has_news = False
        self.pictures = 0
        """How often the screen was drawn because somebody spoke."""

    def begin(self) -> None:
        """Listen from now on, where the game is played now."""
        if isinstance(self._screen.game, LiveSession):
            self._timer = self._screen.set_interval(BETWEEN_PICTURES, self.draw, pause=True)
            self._screen.game.on_heard = self._heard

    def speaking(self, sight: Disclosure) -> Speaking | None:
        """Return who speaks now, as far as that may be shown."""
        game = self._screen.game
        return sight.speaking(game.speaking) if game.replay.at_end else None

    def _heard(self) -> None:
        if not self._has_news and self._timer is not None:
            self._timer.resume()
        self._has_news = True

    def draw(self) -> None:
        """Show what was said since the last picture; rest where nothing was."""
        if self._has_news:
            self._has_news = False
            self.pictures += 1
            self._screen.show_position()
        elif self._timer is not None:
            self._timer.pause()
