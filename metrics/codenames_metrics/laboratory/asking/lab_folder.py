"""The folder of a laboratory: which instrument it belongs to, its answers, and what they cost."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.answer_file import AnswerFile
from codenames_metrics.run_folder.ledger import Ledger
from codenames_metrics.run_folder.lock import FolderLock
from codenames_metrics.run_folder.open_questions import OpenQuestions
from codenames_metrics.runner.recovery import charge_orphaned_requests

HEADER: Final = "laboratory.json"
_LARGEST: Final = 1_000_000
_MOST_REPEATS: Final = 10_000
"""As the command line has it."""


class LabFolder:
    """What lies in the folder while questions are asked.

    Args:
        path: of the folder.
        answers: those of earlier sessions included.
        ledger: of all requests.
        open_questions: those that were sent and not settled.
    """

    def __init__(self, path: Path, answers: AnswerFile, ledger: Ledger, open_questions: OpenQuestions) -> None:
        self.path = path
        self.answers = answers
        self.ledger = ledger
        self.open_questions = open_questions


@contextmanager
def opened(
    path: Path,
    instrument: str,
    subject: str,
    header: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    beside: Mapping[str, str] | None = None,
) -> Iterator[LabFolder]:
    """Open a folder, alone, or make it.

    Args:
        path: of the folder.
        instrument: `suite` or `probe`.
        subject: what its answers are to; a folder that holds answers to another is refused.
        header: returns what else stands in `laboratory.json`, given what stood there, or nothing; it is called once
            nobody else can write there.
        beside: texts by the names of their files, which are written where they are not there yet.

    Raises:
        InputError: the folder holds something else, or another process works in it.
        StorageError: the disk refused.
    """
    with ExitStack() as stack:
        lock = FolderLock(path)
        stack.callback(lock.release)
        before = _what_stood(path, instrument, subject)
        written = {**header(before), "instrument": instrument, "subject": subject}
        for name, text in (beside or {}).items():
            if not (path / name).exists():
                write_atomically(path / name, text.encode())
        write_atomically(path / HEADER, json.dumps(written, indent=1, ensure_ascii=False).encode() + b"\n")
        ledger = stack.enter_context(closing(Ledger(path, {})))
        charge_orphaned_requests(path, ledger)
        answers = stack.enter_context(closing(AnswerFile(path)))
        open_questions = stack.enter_context(closing(OpenQuestions(path)))
        yield LabFolder(path, answers, ledger, open_questions)


def read_header(path: Path) -> dict[str, Any]:
    """Return what stands in `laboratory.json` of a folder.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    file = path / HEADER
    where = one_line(str(path))
    if not file.is_file():
        raise InputError(f"{where}: not the folder of a suite or probe: it has no {HEADER}")
    header = read_json(decode(read_bytes(file, _LARGEST), str(file)), one_line(str(file)))
    if not isinstance(header, dict) or not {"instrument", "subject"} <= header.keys():
        raise InputError(f"{one_line(str(file))}: an object with instrument and subject is needed")
    return header


def repeats_in(header: Mapping[str, Any], where: str) -> int:
    """Return how often a question was asked at most, 1 where the header of the folder `where` does not say it.

    Raises:
        InputError: it is no number that a laboratory can have.
    """
    repeats = header.get("repeats", 1)
    if isinstance(repeats, bool) or not isinstance(repeats, int) or not 1 <= repeats <= _MOST_REPEATS:
        said = one_line(str(repeats), 20)
        raise InputError(f"{where}/{HEADER}: repeats is {said}; a whole number from 1 to {_MOST_REPEATS:,} is needed")
    return repeats


def agents_in(header: Mapping[str, Any], name: str) -> list[str]:
    """Return the agents of a list in a header, as tables name them: without their servers, which early headers have.

    Raises:
        InputError: a text of the list is no agent.
    """
    return [AgentConfig.parse(text).label for text in texts_in(header, name)]


def joined(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """Return what stood in a list, and what is new."""
    return list(dict.fromkeys([*before, *now]))


def texts_in(header: Mapping[str, Any], name: str) -> list[str]:
    """Return the texts of a list in a header; what is none is left out."""
    found = header.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _what_stood(path: Path, instrument: str, subject: str) -> dict[str, Any]:
    """Return the header of a folder, nothing where there is none; one of something else is refused."""
    if not (path / HEADER).exists():
        return {}
    found = read_header(path)
    if (found["instrument"], found["subject"]) != (instrument, subject):
        what = one_line(f"{found['instrument']} {found['subject']}", 80)
        raise InputError(
            f"{one_line(str(path))} holds answers to {what}, not to {instrument} {one_line(subject, 60)}; "
            "choose another folder with --out"
        )
    return found
