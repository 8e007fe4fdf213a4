"""A game of a benchmark while it is played: it can be watched and looked back at, and nobody takes part in it."""

from pathlib import Path
from typing import Final

from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.journal import JournalSession
from codenames_tui.ui.lines.lines import UNICODE, Glyphs

WATCHING: Final = "Watching a game of a benchmark. Esc goes back to it."


class WatchScreen(GameScreen):
    """Shows a game whose journal grows, and its record once it is over.

    Args:
        journal: of the game.
        glyphs: what is drawn with.

    Raises:
        EpisodeFileError: there is neither journal nor record, or it cannot be read.
    """

    def __init__(self, journal: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(JournalSession(journal, message=WATCHING), glyphs=glyphs)
