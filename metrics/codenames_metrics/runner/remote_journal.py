"""The journal of a game that is played in another process: written first, and then told to those who follow."""

from collections.abc import Callable

from codenames_core.watch.watchable import RemoteGame, WatchableGame
from codenames_metrics.runner.game_start import OpenedGame


class RemoteJournal:
    """Takes the lines that another process made.

    Args:
        seated: the game.
        begins: is given the game with the first of its lines; None where nobody follows.
    """

    def __init__(self, seated: OpenedGame, begins: Callable[[WatchableGame], object] | None) -> None:
        self._seated = seated
        self._begins = begins
        self._game: RemoteGame | None = None

    def take(self, lines: bytes) -> None:
        """Take whole lines.

        Raises:
            StorageError: they could not be written.
        """
        self._seated.writer.take(lines)
        if self._begins is None:
            return
        if self._game is None:
            self._game = RemoteGame(self._seated.header, self._seated.played)
            self._begins(self._game)
        self._game.take(lines)

    def close(self) -> None:
        """No further line comes."""
        if self._game is not None:
            self._game.close()
