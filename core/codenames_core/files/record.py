"""The record of a game: what is needed to replay, measure and fork it, and its file.

The transcript is public; traces are private and apart from it. The dealt board itself is stored, so a replay depends
on no seed and no word list. A file may be broken, hostile or from another version: whatever is wrong with it comes
back as one `EpisodeFileError` that says what and where, or as a note beside a record that could be read all the same.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from codenames_core.files.atomic_writes import write_atomically, write_new
from codenames_core.files.journal import Header, Played, parse_journal
from codenames_core.files.schema import SCHEMA_VERSION, Parent, SeatChange, Teams
from codenames_core.files.seating import labels_in_turn, seated_after, seated_first
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes, unpacked
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Team, TeamConfig
from codenames_core.game.events import Event, UnknownEvent
from codenames_core.game.state import GameState, Outcome, fold, initialize_game
from codenames_core.game.timeline import Timeline
from codenames_core.game.traces import TurnTraces, turn_traces
from codenames_core.support.errors import EpisodeFileError
from codenames_core.support.folders import JOURNAL_SUFFIX, LARGEST_FILE, episodes_folder, game_suffix
from codenames_core.support.frozen import construct_unchecked
from codenames_core.support.validation_messages import bounded, first_problem, without_nulls
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line

MOST_EVENTS: Final = 50_000
"""Events of one game; a usual one has less than 200. Folding this many takes seconds, many more would take minutes."""
MOST_NOTES: Final = 20
ANSWERS_NOT_CHECKED: Final = "imported: answers not checked"
"""What there is to say of a game of another program, whose questions and refusals nobody knows."""
IMPORTED: Final = "imported"
"""The name under which `metadata` says where a game of another program came from."""
_JSON_TYPES: Final = {"list": "a list", "str": "text", "NoneType": "null", "bool": "true or false"}


class EpisodeRecord(BaseModel):
    """One game, finished or not."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    schema_version: int = SCHEMA_VERSION
    episode_id: str
    config: GameConfig
    board: Board
    board_seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] | None = None
    teams: Teams
    public_transcript: list[Event]
    traces: list[TurnTraces] = []
    """Private: in no view, and never in the transcript."""
    seat_changes: list[SeatChange] = []
    winner: Team | None = None
    outcome: Outcome | None = None
    """None for a game that was not finished."""
    parent: Parent | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    """When and with what the game was played; no key, path or host."""

    _null_is_absent = model_validator(mode="before")(without_nulls)

    def __repr_args__(self) -> Any:
        """Name the game without its content: asyncio puts the `repr` of a task's result into its log."""
        yield "episode_id", self.episode_id
        yield "events", len(self.public_transcript)
        yield "outcome", self.outcome

    @property
    def imported(self) -> dict[str, JsonValue] | None:
        """Where a game of another program came from: `format`, `name` and what else is known; None for one of ours."""
        about = self.metadata.get(IMPORTED)
        return about if isinstance(about, dict) else None

    def initial_state(self) -> GameState:
        """Return the state before the first event."""
        return initialize_game(self.config, self.board)

    def state_at(self, n_events: int) -> GameState:
        """Return the state after the first `n_events`.

        Raises:
            IllegalEvent: an event does not follow from the state before it.
        """
        return fold(self.initial_state(), self.public_transcript[:n_events])

    def teams_at(self, n_events: int) -> dict[Team, TeamConfig]:
        """Return who sat at the seats after the first `n_events`; of a fork, from its parent's position on."""
        return seated_after(n_events, self.teams, self.seat_changes)

    @property
    def seated_first(self) -> dict[Team, TeamConfig]:
        """Who sat down at first, before the parent's position of a fork too: to be shown, not to be asked again."""
        if self.parent is None:
            return dict(self.teams)
        return seated_first(self.teams, self.seat_changes, self.decisions())

    @property
    def labels_in_turn(self) -> dict[Team, str]:
        """Who played for each team, one after the other."""
        return labels_in_turn(self.seated_first, self.seat_changes)

    def decisions(self) -> list[AgentTrace]:
        """Return the traces of all decisions in the order of play."""
        return [trace for turn in self.traces for trace in turn.decisions()]

    def timeline(self) -> Timeline:
        """Return the events with the state at every position; one that does not follow is noted there and skipped."""
        return Timeline(self.initial_state(), self.public_transcript)

    def to_json(self) -> str:
        """Return the file's text."""
        return self.model_dump_json(indent=1) + "\n"

    def save(self, path: Path | str, *, overwrite: bool = False) -> Path:
        """Write the record to `path`, whole or not at all.

        Raises:
            FileInTheWayError: something is there already and `overwrite` is false.
            StorageError: the disk refused.
        """
        path = Path(path)
        (write_atomically if overwrite else write_new)(path, self.to_json().encode())
        return path

    @classmethod
    def load(cls, path: Path | str) -> "EpisodeRecord":
        """Read a record, or the journal of an unfinished game.

        Raises:
            EpisodeFileError: the file cannot be read as an episode; the message says where and why.
        """
        return read_episode(path).record


def as_record(header: Header, played: Played, state: GameState | None = None) -> EpisodeRecord:
    """Return the record of what was played.

    Args:
        header: what the game started from.
        played: what happened.
        state: the state after all events, where it is at hand.
    """
    if state is None:
        state = fold(header.initial_state(), played.events)
    fields = {
        "schema_version": SCHEMA_VERSION,
        "episode_id": header.episode_id,
        "config": header.config,
        "board": header.board,
        "board_seed": header.config.seed,
        "teams": header.teams,
        "public_transcript": list(played.events),
        "traces": turn_traces(played.tries),
        "seat_changes": list(played.seat_changes),
        "winner": state.winner,
        "outcome": state.outcome,
        "parent": header.parent,
        "metadata": _versions_used(played.tries) | header.metadata,
    }
    return construct_unchecked(EpisodeRecord, fields)  # everything in it was validated when it was made


def _versions_used(tries: Sequence[AgentTrace]) -> dict[str, JsonValue]:
    """Return which models answered, as their providers name them, and which prompt sets asked them."""
    models = sorted(filter(None, set(map(attrgetter("model"), tries))))
    prompts = sorted(filter(None, set(map(attrgetter("prompt"), tries))))
    versions: dict[str, JsonValue] = {}
    if models:
        versions["models"] = list(models)
    if prompts:
        versions["prompts"] = list(prompts)
    return versions


class Reading(NamedTuple):
    """A record, and what its reader should know about it."""

    record: EpisodeRecord
    notes: list[str]


def read_episode(path: Path | str) -> Reading:
    """Read an episode (`.json`), or the journal of an unfinished one (`.jsonl`), also where it is packed (`.gz`).

    Raises:
        EpisodeFileError: the file cannot be read as an episode; the message says where and why.
    """
    path = Path(path)
    where = one_line(str(path))
    data = read_packed_or_not(path)
    if game_suffix(path) == JOURNAL_SUFFIX:
        return _read_journal(data, where)
    return parse_episode(data, where)


def read_packed_or_not(path: Path) -> bytes:
    """Return what the file of a game holds, unpacked where it is a gzip file.

    Raises:
        EpisodeFileError: the file cannot be read, or is too large.
    """
    return unpacked(
        read_bytes(path, LARGEST_FILE, EpisodeFileError), LARGEST_FILE, one_line(str(path)), EpisodeFileError
    )


def parse_episode(data: bytes, where: str) -> Reading:
    """Read an episode from the bytes of its file; `where` names it in messages."""
    hint = "one episode per file, or name it .jsonl if it is a journal"
    tree = read_json(decode(data, where, EpisodeFileError), where, EpisodeFileError, hint=hint)
    if not isinstance(tree, dict):
        kind = _JSON_TYPES.get(type(tree).__name__, "a number")
        raise EpisodeFileError(f"{where}: an episode is a JSON object, but this is {kind}")
    notes = _notes_on_version(tree.get("schema_version"), where)
    try:
        record = EpisodeRecord.model_validate(tree)
    except ValidationError as error:
        raise EpisodeFileError("; ".join([f"{where}: {first_problem(error, tree)}", *notes])) from error
    _refuse_too_many(record.public_transcript, where)
    notes += _notes_on_unknown(record.public_transcript)
    if record.outcome is None:
        notes.append("unfinished: the game has no outcome")
    return Reading(record, [*notes, *_notes_on_import(record)])


def _read_journal(data: bytes, where: str) -> Reading:
    journal = parse_journal(data, where)
    events = journal.played.events
    _refuse_too_many(events, where)
    notes = _notes_on_version(journal.header.schema_version, where)
    notes += [f"{journal.torn} bytes of an unfinished last line were dropped"] if journal.torn else []
    timeline = Timeline(journal.header.initial_state(), events)
    skipped = [f"event {index}: {note}; it was skipped" for index, note in sorted(timeline.notes.items())]
    notes += [*bounded(skipped, MOST_NOTES, "events that were skipped"), *_notes_on_unknown(events)]
    record = as_record(journal.header, journal.played, timeline.last_state)
    if record.outcome is None:
        notes.append("unfinished: this is the journal of a game that was interrupted or is still running")
    return Reading(record, notes)


def _notes_on_import(record: EpisodeRecord) -> list[str]:
    if (source := record.imported) is None:
        return []
    notes = [ANSWERS_NOT_CHECKED]
    if record.config.variant:
        notes.append(f"played was a variant: {record.config.variant}")
    if isinstance(unknown := source.get("unknown_words"), int):
        notes.append(f"{counted(unknown, 'word')} of the board not known")
    return notes


def _refuse_too_many(events: Sequence[Event], where: str) -> None:
    if len(events) > MOST_EVENTS:
        raise EpisodeFileError(f"{where}: {len(events):,} events; the limit is {MOST_EVENTS:,}")


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


def save_episode(record: EpisodeRecord, folder: Path | str | None = None) -> Path:
    """Write `record` into `folder` under a name of its own and return the path; the data folder if none is given."""
    return record.save(Path(folder or episodes_folder()) / file_name(record.episode_id, record.metadata))


def file_name(episode_id: str, metadata: dict[str, Any]) -> str:
    """Return the name under which a game is kept: when it was created, and the beginning of its id."""
    created = str(metadata.get("created", ""))
    try:
        moment = datetime.fromisoformat(created).strftime("%Y%m%d-%H%M%S")
    except ValueError:
        moment = "game"
    short = "".join(c for c in episode_id if c.isascii() and c.isalnum())[:8] or "episode"
    return f"{moment}-{short}.json"
