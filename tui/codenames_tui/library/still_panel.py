"""The picture beside a list of games: what is pointed at, read from its file when the cursor rests there."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from textual.geometry import Size
from textual.timer import Timer
from textual.worker import get_current_worker

from codenames_core.support.errors import CodenamesError
from codenames_tui.ui.crash import our_error
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.widgets.still_picture import Picture, StillPicture

REST: Final = 0.08
"""Seconds for which the cursor rests on a game before its file is read."""


class StillPanel(StillPicture):
    """Shows a game, or any other picture."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._path: Path | None = None
        """Of the game that is shown, or about to be."""
        self._rest: Timer | None = None

    def show(self, picture: Picture) -> None:
        """Show a picture that is no game's."""
        self._forget()
        self.picture = picture

    def show_game(self, path: Path, until_read: Picture) -> None:
        """Show the game of a file as soon as it has been read, and until then something else."""
        if path == self._path:
            return
        self._forget()
        self._path, self.picture = path, until_read
        self._rest = self.set_timer(REST, partial(self._begin, path))

    def _forget(self) -> None:
        self._path = None
        if self._rest is not None:
            self._rest.stop()
            self._rest = None

    def _begin(self, path: Path) -> None:
        self.run_worker(partial(self._read, path), thread=True, exclusive=True, group="still", exit_on_error=False)

    def _read(self, path: Path) -> None:
        """Read a game; to be called in a thread."""
        worker = get_current_worker()
        picture = _picture_of(path, self.glyphs)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take, path, picture)

    def _take(self, path: Path, picture: Picture) -> None:
        if path == self._path:
            self.picture = picture


def _picture_of(path: Path, glyphs: Glyphs) -> Picture:
    """Return the picture of the game in a file, or what is wrong with it."""
    from codenames_tui.library.game_still import read_still, still_lines

    try:
        still = read_still(path, glyphs)
    except CodenamesError as error:
        return partial(_problem, glyphs.line(str(error)))
    except Exception as error:  # of one game of many, in a picture that nobody asked for
        return partial(_problem, glyphs.line(our_error(error)))

    def picture(size: Size) -> Sequence[Line]:
        return still_lines(still, size.width, size.height, glyphs)

    return picture


def _problem(text: str, size: Size) -> Sequence[Line]:
    return wrap((Span(text, "bad"),), size.width)
