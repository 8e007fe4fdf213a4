"""Reading a file that grows, a piece at a time: only what is new since the last look.

It forgives: no file is no line yet, and one that is shorter is read anew. So it fits the many files of a run, none of
which is worth a complaint while the run goes on. Whoever follows a single game by its journal needs the opposite (a
file held open, a bound, a complaint that says why), and has it in `codenames_tui.streaming.journals`.
"""

from pathlib import Path

from codenames_core.files.untrusted_files import open_ordinary


class Tail:
    """The whole lines at the end of a file that have not been read yet.

    Args:
        path: of the file; it need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = 0

    def lines(self) -> list[bytes]:
        """Return the lines that have come since the last time; a torn last one is left for the next."""
        try:
            with open_ordinary(self.path) as file:
                size = file.seek(0, 2)
                if size < self._read:  # it was cut off, or is another file
                    self._read = 0
                if size == self._read:
                    return []
                file.seek(self._read)
                data = file.read()
        except OSError:
            return []
        whole = data.rfind(b"\n") + 1
        self._read += whole
        return data[:whole].splitlines()
