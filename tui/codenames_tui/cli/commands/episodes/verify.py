"""`verify`: fold episodes again, compare, say what differs."""

import argparse
import json
import sys
from typing import NamedTuple

from codenames_core.audit.verify import differences
from codenames_core.files.record import ANSWERS_NOT_CHECKED, read_episode
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.cli import exits
from codenames_tui.library.samples import episode_path


class Verdict(NamedTuple):
    """What became of one file."""

    file: str
    error: str | None = None
    """Why it cannot be read."""
    notes: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()


def verify(options: argparse.Namespace) -> int:
    """Print for each file whether its record is what its events and the rules make of it."""
    verdicts = [_verdict(file) for file in options.files]
    if options.json:
        print(json.dumps([verdict._asdict() for verdict in verdicts]))
    else:
        for verdict in verdicts:
            _print_verdict(verdict)
    if any(verdict.differences for verdict in verdicts):
        return exits.ANSWER_IS_NO
    return exits.WRONG_INPUT if any(verdict.error for verdict in verdicts) else exits.DONE


def _verdict(file: str) -> Verdict:
    try:
        reading = read_episode(episode_path(file))
    except InputError as error:
        return Verdict(file, error=str(error))
    return Verdict(file, notes=tuple(reading.notes), differences=tuple(differences(reading.record)))


def _print_verdict(verdict: Verdict) -> None:
    where = one_line(verdict.file)
    if verdict.error:
        print(verdict.error, file=sys.stderr)
        return
    unchecked = f"; {ANSWERS_NOT_CHECKED}" if ANSWERS_NOT_CHECKED in verdict.notes else ""
    print(f"{where}: {'differs' if verdict.differences else 'as recorded'}{unchecked}")
    for sentence in verdict.differences:
        print(f"    {sentence}")
    for note in verdict.notes:
        if note == ANSWERS_NOT_CHECKED:
            continue  # that is said beside the verdict
        print(f"{where}: {note}", file=sys.stderr)
