"""Reading episode files that may be broken, hostile or from another version.

Whatever is wrong comes back as one `EpisodeFileError` that says what and where, or as a note beside a record that
could be read all the same.
"""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from codenames_core.errors import BoardError, EpisodeFileError
from codenames_core.events import UnknownEvent
from codenames_core.folders import JOURNAL_SUFFIX
from codenames_core.journal import LARGEST_FILE, as_record, parse_journal
from codenames_core.outside import decode, first_problem, read_bytes
from codenames_core.record import SCHEMA_VERSION, EpisodeRecord
from codenames_core.replay import Replay
from codenames_core.state import initialize_game
from codenames_core.text import encodable, one_line

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


class Reading(NamedTuple):
    """A record, and what its reader should know about it."""

    record: EpisodeRecord
    notes: list[str]


def read_episode(path: Path | str) -> Reading:
    """Read an episode (`.json`), or the journal of an unfinished one (`.jsonl`).

    Raises:
        EpisodeFileError: the file cannot be read as an episode; the message says where and why.
    """
    path = Path(path)
    where = one_line(str(path))
    data = read_bytes(path, LARGEST_FILE, EpisodeFileError)
    if path.suffix == JOURNAL_SUFFIX:
        return _read_journal(data, where)
    return parse_episode(data, where)


def parse_episode(data: bytes, where: str) -> Reading:
    """Read an episode from the bytes of its file; `where` names it in messages."""
    tree = _json(decode(data, where, EpisodeFileError), where)
    if not isinstance(tree, dict):
        raise EpisodeFileError(f"{where}: an episode is a JSON object, and this is a {type(tree).__name__}")
    notes = _notes_on_version(tree, where)
    try:
        record = EpisodeRecord.model_validate(tree)
    except ValidationError as error:
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        problem = "; ".join([*notes, first_problem(error)])
        raise EpisodeFileError(f"{where}: {problem}{more}") from error
    except (BoardError, RecursionError) as error:
        raise EpisodeFileError(f"{where}: {error}") from error
    unknown = {one_line(event.type, 40) for event in record.public_transcript if isinstance(event, UnknownEvent)}
    notes += [f"events of the unknown type {kind!r} are shown and skipped" for kind in sorted(unknown)]
    if record.outcome is None:
        notes.append("unfinished: the game has no outcome")
    return Reading(record, notes)


def _read_journal(data: bytes, where: str) -> Reading:
    journal = parse_journal(data, where)
    notes = [f"{journal.torn} bytes of an unfinished last line were dropped"] if journal.torn else []
    replay = Replay(initialize_game(journal.header.config, journal.header.board), journal.played.events)
    notes += [f"event {index}: {note}; it was skipped" for index, note in sorted(replay.notes.items())]
    record = as_record(journal.header, journal.played, replay.last_state)
    if record.outcome is None:
        notes.append("unfinished: this is the journal of a game that was interrupted or is still running")
    return Reading(record, notes)


class _NotANumber(float):
    """NaN or infinity, which JSON does not have."""


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _NotANumber(number)


def _json(text: str, where: str) -> Any:
    def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise EpisodeFileError(f"{where}: duplicate key {one_line(twice, 40)!r}; keep one of the two")
        return fields

    try:
        tree = json.loads(text, object_pairs_hook=no_duplicates, parse_constant=_NotANumber, parse_float=_finite)
    except json.JSONDecodeError as error:
        what = "extra data" if error.msg == "Extra data" else f"not JSON ({error.msg})"
        hint = "; one episode a file, or name it .jsonl if it is a journal" if error.msg == "Extra data" else ""
        raise EpisodeFileError(f"{where}: line {error.lineno}: {what}{hint}") from error
    except RecursionError as error:
        raise EpisodeFileError(f"{where}: nested too deeply to be an episode") from error
    except ValueError as error:
        raise EpisodeFileError(f"{where}: {one_line(str(error), 200)}") from error
    if path := next(_paths_of_nan(tree, ""), None):
        raise EpisodeFileError(f"{where}: {one_line(path)} is not a number; use null for an unknown value")
    if _SURROGATE.search(text):
        written = json.dumps(tree, ensure_ascii=False)
        if written != encodable(written):
            raise EpisodeFileError(f"{where}: holds half of a surrogate pair (such as \\ud800), which is no character")
    return tree


def _paths_of_nan(tree: Any, path: str) -> Iterator[str]:
    if isinstance(tree, _NotANumber):
        yield path
    elif isinstance(tree, dict):
        for name, value in tree.items():
            yield from _paths_of_nan(value, f"{path}.{name}" if path else name)
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _paths_of_nan(value, f"{path}[{index}]")


def _notes_on_version(tree: dict[str, Any], where: str) -> list[str]:
    version = tree.get("schema_version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        shown = one_line(repr(version), 40)
        raise EpisodeFileError(f"{where}: schema_version is {shown}; a whole number up to {SCHEMA_VERSION} is needed")
    if version > SCHEMA_VERSION:
        return [f"made by a newer version (schema {version}); this one knows {SCHEMA_VERSION}, so parts may be missing"]
    return []
