"""The journal of a game that is played in another process: each line is written first, and then shown to followers."""

from collections.abc import Callable

from codenames_core.watch.watchable import RemoteGame, WatchableGame
from codenames_metrics.runner.store import StartedGame


class RemoteJournal:
    """Takes the lines that another process made.

    Args:
        game: whose lines they are.
        on_game: is given the game with the first of its lines; None where there are no followers.
    """

    def __init__(self, game: StartedGame, on_game: Callable[[WatchableGame], object] | None) -> None:
        self._game = game
        self._on_game = on_game
        self._shown: RemoteGame | None = None

    def take(self, lines: bytes) -> None:
        """Take whole lines.

        Raises:
            StorageError: they could not be written.
        """
        self._game.writer.take(lines)
        if self._on_game is None:
            return
        if self._shown is None:
            self._shown = RemoteGame(self._game.header, self._game.played)
            self._on_game(self._shown)
        self._shown.take(lines)

    def close(self) -> None:
        """End the stream of followers."""
        if self._shown is not None:
            self._shown.close()
