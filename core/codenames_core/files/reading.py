"""Reading episode files that may be broken, hostile or from another version.

Whatever is wrong comes back as one `EpisodeFileError` that says what and where, or as a note beside a record that
could be read all the same.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from codenames_core.files.record import SCHEMA_VERSION, EpisodeRecord
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import bounded, decode, first_problem, read_bytes
from codenames_core.game.events import Event, UnknownEvent
from codenames_core.game.replay import Replay
from codenames_core.game.state import initialize_game
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import JOURNAL_SUFFIX, LARGEST_FILE
from codenames_core.text.sanitiser import one_line

MOST_EVENTS: Final = 50_000
"""Events of one game; a usual one has less than two hundred. The fold of so many takes seconds, of more minutes."""
MOST_NOTES: Final = 20
_JSON_TYPES: Final = {"list": "a list", "str": "text", "NoneType": "null", "bool": "true or false"}


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
    hint = "one episode a file, or name it .jsonl if it is a journal"
    tree = read_json(decode(data, where, EpisodeFileError), where, EpisodeFileError, hint=hint)
    if not isinstance(tree, dict):
        found = _JSON_TYPES.get(type(tree).__name__, "a number")
        raise EpisodeFileError(f"{where}: an episode is a JSON object, and this is {found}")
    notes = _notes_on_version(tree.get("schema_version"), where)
    try:
        record = EpisodeRecord.model_validate(tree)
    except ValidationError as error:
        raise EpisodeFileError("; ".join([f"{where}: {first_problem(error, tree)}", *notes])) from error
    _refuse_too_many(record.public_transcript, where)
    notes += _notes_on_unknown(record.public_transcript)
    if record.outcome is None:
        notes.append("unfinished: the game has no outcome")
    return Reading(record, notes)


def _read_journal(data: bytes, where: str) -> Reading:
    from codenames_core.files.journal import as_record, parse_journal

    journal = parse_journal(data, where)
    events = journal.played.events
    _refuse_too_many(events, where)
    notes = _notes_on_version(journal.header.schema_version, where)
    notes += [f"{journal.torn} bytes of an unfinished last line were dropped"] if journal.torn else []
    replay = Replay(initialize_game(journal.header.config, journal.header.board), events)
    skipped = [f"event {index}: {note}; it was skipped" for index, note in sorted(replay.notes.items())]
    notes += [*bounded(skipped, MOST_NOTES, "events that were skipped"), *_notes_on_unknown(events)]
    record = as_record(journal.header, journal.played, replay.last_state)
    if record.outcome is None:
        notes.append("unfinished: this is the journal of a game that was interrupted or is still running")
    return Reading(record, notes)


def _refuse_too_many(events: Sequence[Event], where: str) -> None:
    if len(events) > MOST_EVENTS:
        raise EpisodeFileError(f"{where}: {len(events):,} events, and {MOST_EVENTS:,} is the most")


def _notes_on_unknown(events: Sequence[Event]) -> list[str]:
    kinds = sorted({one_line(event.type, 40) for event in events if isinstance(event, UnknownEvent)})
    notes = [f"events of the unknown type {kind!r} are shown and skipped" for kind in kinds]
    return bounded(notes, MOST_NOTES, "unknown types of events")


def _notes_on_version(version: Any, where: str) -> list[str]:
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        shown = "not given" if version is None else one_line(repr(version), 40)
        raise EpisodeFileError(f"{where}: schema_version is {shown}; a whole number up to {SCHEMA_VERSION} is needed")
    if version > SCHEMA_VERSION:
        shown = one_line(str(version), 40)
        return [f"made by a newer version (schema {shown}); this one knows {SCHEMA_VERSION}, so parts may be missing"]
    return []
