"""`asked.csv`: the questions to models that are open, so that what a kill leaves unanswered is known and counted.

A line is written before a question is asked, one before it is sent again after a request that may have cost something,
and as many once what it cost stands in the ledger. The file is there
while a session goes on; one that is found later was left by a session that was killed.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_metrics.run_folder.ledger import KILLED, LedgerRow, lost_request
from codenames_metrics.run_folder.line_file import LineFile, csv_line, read_rows

NAME: Final = "asked.csv"
_COLUMNS: Final = ("change", "episode", "attempt", "seat", "model", "question")
_ASKED, _SETTLED = "1", "-1"


class OpenQuestions:
    """Keeps the file; what an earlier session has left in it is forgotten.

    Args:
        folder: of the run.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._path.unlink(missing_ok=True)
        self._file = LineFile(self._path, csv_line(_COLUMNS))
        self._open = 0

    def asked(self, episode: str, attempt: int, seat: Seat, model: str, question: Question) -> None:
        """Note that a question may be sent from now on."""
        self._open += 1
        self._file.append(csv_line((_ASKED, episode, attempt, seat, model, question)))

    def settled(self, episode: str, attempt: int, seat: Seat, model: str, question: Question) -> None:
        """Note that what it cost has been written down."""
        self._file.append(csv_line((_SETTLED, episode, attempt, seat, model, question)))
        self._open -= 1

    def close(self) -> None:
        """Close the file, and delete it unless a question is open whose cost could not be written down."""
        self._file.close()
        if not self._open:
            self._path.unlink(missing_ok=True)


def left_open(folder: Path) -> Iterator[LedgerRow]:
    """Yield a row for each request of the questions that were open when a session was killed; it may have been sent."""
    counts: Counter[tuple[str, ...]] = Counter()
    for cells in read_rows(folder / NAME):
        change, *question = (cells.get(name, "") for name in _COLUMNS)
        counts[tuple(question)] += change == _ASKED
        counts[tuple(question)] -= change == _SETTLED
    for (episode, attempt, seat, model, asked), count in counts.items():
        for _ in range(count):
            yield lost_request(episode, _number(attempt), model, KILLED, _seat(seat), _question(asked))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def _seat(text: str) -> Seat | None:
    return Seat(text) if text in set(Seat) else None


def _question(text: str) -> Question | None:
    return Question(text) if text in set(Question) else None
