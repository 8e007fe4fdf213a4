"""Positions as a file, a line for each: what was asked, beside the answers to it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, file_lines, read_bytes
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.support.folders import LARGEST_FILE
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.positions import RecordedPosition, as_shared, from_json


def as_lines(positions: Iterable[RecordedPosition]) -> str:
    """Return positions as a text, a line for each; `positions_in` reads it."""
    return "".join(f"{json.dumps(as_shared(one), ensure_ascii=False, separators=(',', ':'))}\n" for one in positions)


def positions_in(path: Path) -> tuple[RecordedPosition, ...]:
    """Return the positions of a file.

    Raises:
        InputError: a line is no position; the message says which.
    """
    where = one_line(str(path))
    lines = file_lines(decode(read_bytes(path, LARGEST_FILE), where))
    found = []
    for number, line in enumerate(lines, start=1):
        written: Any = read_json(line, f"{where}, line {number}")
        try:
            found.append(from_json(written))
        except (ValueError, TypeError, KeyError, AttributeError, CodenamesError) as error:
            raise InputError(f"{where}, line {number}: no position: {one_line(str(error), 200)}") from None
    return tuple(found)
