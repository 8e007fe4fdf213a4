"""A game of a benchmark while it is played: it can be watched and looked back at, and nobody touches it.

Its journal lies here, so all of it may be looked at, private traces as well: it is read again as a record whenever it
has grown. A game that is told from elsewhere, without what is private, is in `codenames_tui.game.sessions.remote`.
"""

from pathlib import Path

from codenames_core.files.record import Reading, read_episode
from codenames_core.support.errors import CodenamesError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.recorded import RecordedSession
from codenames_tui.ui.lines.lines import UNICODE, Glyphs

SECONDS_BETWEEN_LOOKS = 0.5
WATCHING = "Watching a game of a benchmark; esc goes back to it."


class WatchScreen(GameScreen):
    """Shows a game whose journal grows, and its record once it is over.

    Args:
        journal: of the game.
        glyphs: what is drawn with.

    Raises:
        EpisodeFileError: there is neither journal nor record, or it cannot be read.
    """

    def __init__(self, journal: Path, *, glyphs: Glyphs = UNICODE) -> None:
        self._file = journal
        self._length = -1
        reading = self._read()
        super().__init__(_game_of(reading, journal), glyphs=glyphs)
        self.game.replay.seek(len(self.game.replay))

    def on_mount(self) -> None:
        """Look at the file again and again."""
        self.set_interval(SECONDS_BETWEEN_LOOKS, self.look_again)

    def _read(self) -> Reading:
        record = self._file.with_suffix(RECORD_SUFFIX)
        if record.exists():  # sealed games keep their journal for a moment
            self._file = record
        self._length = self._file.stat().st_size if self._file.exists() else -1
        return read_episode(self._file)

    def look_again(self) -> None:
        """Take what has come since; a cursor at the end follows, any other stays."""
        if self._file.suffix == RECORD_SUFFIX:
            return
        try:
            if self._file.stat().st_size == self._length:
                return
        except OSError:
            pass  # it has been sealed
        try:
            game = _game_of(self._read(), self._file)
        except (CodenamesError, OSError):
            return  # between two files; the next look tells
        before = self.game.replay
        game.replay.seek(len(game.replay) if before.at_end else before.cursor)
        game.running, game.pace = self.game.running, self.game.pace
        self.game = game
        self.say("" if game.over else WATCHING)
        self.show_position()

    @property
    def unfinished(self) -> bool:
        """Leaving it leaves nothing unfinished: the benchmark plays it."""
        return False


def _game_of(reading: Reading, file: Path) -> RecordedSession:
    game = RecordedSession(reading.record)
    if file.suffix == JOURNAL_SUFFIX:
        game.over = False
        game.message = WATCHING
    return game
