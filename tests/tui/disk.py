"""A game whose journal lies on a disk that fills up."""

from tests.tui.people import Clock, clock_of
from tests.tui.table import BOARD, live, runner_of

from codenames_core.game.board import Board
from codenames_core.support.errors import StorageError
from codenames_tui.app.app import CodenamesApp


class FullDisk:
    """Stands for the journal of a game, and takes nothing once it is full."""

    is_full = False

    def write(self, _: object) -> None:
        if self.is_full:
            raise StorageError("a-game.jsonl could not be written: no space left") from OSError(28, "no space left")

    answered = happened = seat_changed = write

    def close(self) -> None:
        pass


def on_a_disk(board: Board = BOARD) -> tuple[CodenamesApp, FullDisk, Clock]:
    app, disk = live(runner_of(board=board)), FullDisk()
    screen = app._first
    game_of_first = getattr(screen, "session", None)
    assert game_of_first is not None
    game_of_first._runner._journal = disk
    return app, disk, clock_of(app)
