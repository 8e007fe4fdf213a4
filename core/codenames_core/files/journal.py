"""The journal of a running game: JSON lines, each handed to the system before what it says is acted on.

The first line is the header (config, board, teams, and for a fork its parent). Then follow, in order, one line for
every answer of an agent, every event and every change of a seat. So no answered question is ever asked again, and
nothing is written that has not happened. A process may die at any moment, even in the middle of a line: the torn end is
dropped and reported. Lines are not synced to the disk one by one, so a power cut can cost those of the last seconds.
"""

import contextlib
import errno
import os
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError, model_validator

from codenames_core.files.schema import SCHEMA_VERSION, Parent, SeatChange, Teams
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, is_gzip, read_bytes, refusal
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import Board, deal
from codenames_core.game.config import GameConfig, Team, TeamConfig
from codenames_core.game.events import EVENT, Event
from codenames_core.game.state import GameState, initialize_game
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError, StorageError
from codenames_core.support.folders import LARGEST_FILE
from codenames_core.support.validation_messages import first_problem, without_nulls
from codenames_core.text.sanitiser import one_line

_OPENED: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
"""Without waiting: opening a pipe that has no reader would wait for one."""


class Header(BaseModel):
    """What a game starts from."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    schema_version: int = SCHEMA_VERSION
    episode_id: str
    config: GameConfig
    board: Board
    teams: Teams
    parent: Parent | None = None
    metadata: dict[str, JsonValue] = {}

    _null_is_absent = model_validator(mode="before")(without_nulls)

    def initial_state(self) -> GameState:
        """Return the state before the first event."""
        return initialize_game(self.config, self.board)


def new_header(
    config: GameConfig,
    red: TeamConfig,
    blue: TeamConfig,
    *,
    board: Board | None = None,
    episode_id: str | None = None,
    parent: Parent | None = None,
    metadata: dict[str, Any] | None = None,
) -> Header:
    """Return what a new game starts from.

    Args:
        config: the rules, and the seed to deal from where no board is given.
        red: who plays red.
        blue: who plays blue.
        board: the words and key.
        episode_id: a random one if not given.
        parent: where a fork comes from.
        metadata: when and with what it is played.
    """
    return Header(
        episode_id=episode_id or str(uuid.uuid4()),
        config=config,
        board=board or deal(config),
        teams={Team.RED: red, Team.BLUE: blue},
        parent=parent,
        metadata=metadata or {},
    )


@dataclass(frozen=True, slots=True)
class Played:
    """What has happened in a game so far."""

    events: tuple[Event, ...] = ()
    tries: tuple[AgentTrace, ...] = ()
    """Every answer in the order of play."""
    seat_changes: tuple[SeatChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as it was read."""

    header: Header
    played: Played
    kinds: tuple[str, ...]
    """What the lines after the header hold: `event`, `answer` or `seat`."""
    size: int
    """Bytes up to the end of the last whole line."""
    torn: int = 0
    """Bytes of an unfinished last line, which were dropped."""

    def line_of(self, kind: str, index: int) -> int:
        """Return the line, counted from 1, that holds an entry of `played`."""
        lines = (line for line, line_kind in enumerate(self.kinds, start=2) if line_kind == kind)
        return next(line for position, line in enumerate(lines) if position == index)


class GameWriter(Protocol):
    """Records a game while it is played: in a journal, or in another process."""

    def answered(self, trace: AgentTrace) -> None:
        """Write an answer."""
        ...

    def happened(self, event: Event) -> None:
        """Write an event."""
        ...

    def seat_changed(self, change: SeatChange) -> None:
        """Write that a seat changed hands."""
        ...

    def close(self) -> None:
        """Close what is written to."""
        ...


def journal_line(kind: str, entry: BaseModel) -> bytes:
    """Return the line of a journal that holds an entry of some kind: `header`, `answer`, `event` or `seat`."""
    return f'{{"{kind}":{entry.model_dump_json()}}}\n'.encode()


class JournalWriter:
    """Appends to a journal; only one process at a time can.

    Raises:
        FileInTheWayError: a new journal is asked for where a file is.
        StorageError: the disk refused, or another process is writing.
    """

    first_line = b""
    """The header as it was written; empty for a journal that is resumed."""

    def __init__(self, path: Path | str, header: Header, played: Played = Played()) -> None:
        self._name = os.fspath(path)
        self._size = 0
        self._file = self._open(os.O_CREAT | os.O_EXCL)
        try:
            self.first_line = journal_line("header", header)
            self.take(self.first_line)
            for change in played.seat_changes:
                self.seat_changed(change)
            for trace in played.tries:
                self.answered(trace)
            for event in played.events:  # last, so a fork that has all events of its parent is complete
                self.happened(event)
        except StorageError:
            self.discard()
            raise

    @classmethod
    def resume(cls, path: Path | str) -> "tuple[JournalWriter, Journal]":
        """Open a journal to write on and return it with what it holds; a torn end is cut off.

        It is locked before it is read, so that no line is lost that another process still writes.
        """
        self = cls.__new__(cls)
        self._name = os.fspath(path)
        self._file = self._open(0)
        try:
            journal = read_journal(path)
            os.ftruncate(self._file, journal.size)
        except OSError as error:
            self.close()
            raise self._refusal(error) from error
        except EpisodeFileError:
            self.close()
            raise
        self._size = journal.size
        return self, journal

    @property
    def path(self) -> Path:
        """Where the journal is."""
        return Path(self._name)

    def answered(self, trace: AgentTrace) -> None:
        """Write an answer."""
        self._write("answer", trace)

    def happened(self, event: Event) -> None:
        """Write an event."""
        self._write("event", event)

    def seat_changed(self, change: SeatChange) -> None:
        """Write that a seat changed hands."""
        self._write("seat", change)

    def close(self) -> None:
        """Close the file; the journal stays."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def discard(self) -> None:
        """Delete the journal: its game is in a record now."""
        self.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._name)

    def _open(self, flags: int) -> int:
        flags |= _OPENED
        try:
            try:
                file = os.open(self._name, flags, 0o644)
            except FileNotFoundError:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                file = os.open(self._name, flags, 0o644)
        except FileExistsError as error:
            raise FileInTheWayError(f"{one_line(self._name)} already exists; choose another name") from error
        except (OSError, ValueError) as error:
            raise self._refusal(error) from error
        try:
            _lock(file)
        except OSError as error:
            os.close(file)
            raise StorageError(f"{one_line(self._name)} is being written by another process") from error
        return file

    def take(self, lines: bytes) -> None:
        """Write whole lines that another process made with `journal_line`."""
        try:
            self._append(lines)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            self.close()  # a line after half of a line could not be read either
            raise self._refusal(error) from error
        self._size += len(lines)

    def _write(self, kind: str, entry: BaseModel) -> None:
        self.take(journal_line(kind, entry))

    def _append(self, line: bytes) -> None:
        """Write all of `line`; the system may take it in parts."""
        while line:
            written = os.write(self._file, line)
            if not written:
                raise OSError(errno.EIO, "the system accepts no more data")
            line = line[written:]

    def _refusal(self, error: OSError | ValueError) -> StorageError:
        return StorageError(f"{one_line(self._name)} could not be written: {refusal(error)}")


def _lock(file: int) -> None:
    """Keep other writers out for as long as `file` is open, where the system has such locks (Windows does not)."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def read_journal(path: Path | str) -> Journal:
    """Read a journal; a torn last line is dropped and counted in `torn`.

    Raises:
        EpisodeFileError: not a journal, or packed, so that nothing can be added; the message names the line.
    """
    return parse_journal(read_bytes(path, LARGEST_FILE, EpisodeFileError), one_line(str(path)))


def parse_journal(data: bytes, where: str) -> Journal:
    """Read a journal from its bytes; `where` names it in messages."""
    size = data.rfind(b"\n") + 1
    lines = data[:size].split(b"\n")[:-1]
    if not data.strip():
        raise EpisodeFileError(f"{where}: the file is empty")
    if is_gzip(data):
        raise EpisodeFileError(f"{where}: this is a gzip file; unpack it first")
    if not lines:
        raise EpisodeFileError(f"{where}: no whole line; this is not the journal of a game")
    header = header_of_line(lines[0], f"{where}: line 1")
    kinds, lists = [], dict[str, list[Any]](event=[], answer=[], seat=[])
    readers = {kind: _READERS[kind] for kind in lists}
    for number, line in enumerate(lines[1:], start=2):
        kind, entry = _entry(line, f"{where}: line {number}", readers)
        kinds.append(kind)
        lists[kind].append(entry)
    played = Played(tuple(lists["event"]), tuple(lists["answer"]), tuple(lists["seat"]))
    if header.parent and len(played.events) < header.parent.at:
        raise EpisodeFileError(f"{where}: the fork was interrupted before it had begun; fork its original again")
    return Journal(header, played, tuple(kinds), size, len(data) - size)


def header_of_line(line: bytes, where: str) -> Header:
    """Return what the first line of a journal holds; `where` names it in messages.

    Raises:
        EpisodeFileError: it is not a header.
    """
    header: Header = _entry(line, where, {"header": _READERS["header"]})[1]
    return header


def entry_of_line(line: bytes, where: str) -> Event | AgentTrace | SeatChange:
    """Return what a further line of a journal holds; `where` names it in messages.

    Raises:
        EpisodeFileError: it is no line of a journal.
    """
    readers = {kind: _READERS[kind] for kind in ("event", "answer", "seat")}
    entry: Event | AgentTrace | SeatChange = _entry(line, where, readers)[1]
    return entry


def event_of_line(line: bytes, where: str) -> Event | None:
    """Return the event of a further line of a journal, None where it holds something else.

    Raises:
        EpisodeFileError: it is not a line of a journal.
    """
    kind, entry = _entry(line, where, {"event": _READERS["event"], "answer": _unread, "seat": _unread})
    event: Event | None = entry if kind == "event" else None
    return event


def public_entry_of_line(line: bytes, where: str) -> Event | SeatChange | None:
    """Return the event or the change of a seat of a further line of a journal, None where it holds an answer.

    Raises:
        EpisodeFileError: it is not a line of a journal.
    """
    kind, entry = _entry(line, where, {"event": _READERS["event"], "answer": _unread, "seat": _READERS["seat"]})
    told: Event | SeatChange | None = None if kind == "answer" else entry
    return told


def _unread(tree: Any) -> Any:
    return tree


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "header": Header.model_validate,
    "event": EVENT.validate_python,
    "answer": AgentTrace.model_validate,
    "seat": SeatChange.model_validate,
}


def _entry(line: bytes, where: str, readers: Mapping[str, Callable[[Any], Any]]) -> tuple[str, Any]:
    """Return the kind of a line and what it holds."""
    if not line.strip():
        raise EpisodeFileError(f"{where}: an empty line, which no journal has")
    tree = read_json(decode(line, where, EpisodeFileError), where, EpisodeFileError)
    kind = next(iter(tree), None) if isinstance(tree, dict) and len(tree) == 1 else None
    if not isinstance(kind, str) or kind not in readers:
        wanted = "an event, an answer or a change of seats" if "event" in readers else "the header"
        raise EpisodeFileError(
            f'{where}: not a line of a journal; {wanted} is needed, as {{"{next(iter(readers))}": …}}'
        )
    try:
        return kind, readers[kind](tree[kind])
    except ValidationError as error:
        raise EpisodeFileError(f"{where}: {kind}: {first_problem(error, tree[kind])}") from error
