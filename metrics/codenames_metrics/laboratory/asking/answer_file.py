"""`answers.jsonl`: every answer of a laboratory, a line each, written before anything follows from it.

The file grows by whole lines, and a torn last line is cut off when it is opened: whatever is killed, what was answered
is not asked again.
"""

import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.game.agent import AgentTrace
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.questions import AnswerKey
from codenames_metrics.run_folder.line_file import LineFile

NAME: Final = "answers.jsonl"
LONGEST: Final = 16_000_000
"""Bytes of a line; an answer takes some thousands."""


class AnswerFile:
    """Keeps answers, and has those of earlier sessions.

    Args:
        folder: of the laboratory.

    Raises:
        InputError: a line of the file is no answer; the message says which.
        StorageError: the disk refused.
    """

    def __init__(self, folder: Path) -> None:
        self._file = LineFile(folder / NAME)
        self.answers: dict[AnswerKey, AgentTrace] = read_answers(folder)

    def add(self, key: AnswerKey, trace: AgentTrace) -> None:
        """Write an answer down."""
        line = {**key._asdict(), "trace": trace.model_dump(mode="json")}
        self._file.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.answers[key] = trace

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_answers(folder: Path) -> dict[AnswerKey, AgentTrace]:
    """Return the answers in a folder; none where there is no file.

    Raises:
        InputError: a whole line is no answer; the message says which.
    """
    return dict(_read(folder / NAME))


def _read(path: Path) -> Iterator[tuple[AnswerKey, AgentTrace]]:
    try:
        file = open_ordinary(path)
    except FileNotFoundError:
        return
    with file:
        where = one_line(str(path))
        for number in itertools.count(1):
            line = file.readline(LONGEST + 1)
            if len(line) > LONGEST:
                raise InputError(f"{where}, line {number}: more than {LONGEST:,} bytes, and that is the most")
            if not line.endswith(b"\n"):
                return
            try:
                yield _answer(read_json(line.decode(), where))
            except (ValueError, KeyError, TypeError, ValidationError, InputError):
                raise InputError(f"{where}, line {number}: not an answer; delete the line to ask again") from None


def _answer(written: Mapping[str, object]) -> tuple[AnswerKey, AgentTrace]:
    position, arm, repeat = written["position"], written["arm"], written["repeat"]
    if not isinstance(position, str) or not isinstance(arm, str) or not isinstance(repeat, int):
        raise TypeError
    return AnswerKey(position, arm, repeat), AgentTrace.model_validate(written["trace"])
