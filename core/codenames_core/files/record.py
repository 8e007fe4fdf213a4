"""The record of a game: what is needed to replay, measure and fork it, and its file.

The transcript is public; traces are private and apart from it. The dealt board itself is stored, so a replay depends
on no seed and no word list.
"""

import contextlib
import os
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator

from codenames_core.files.untrusted_files import refusal, without_nulls
from codenames_core.game.agent import AgentTrace
from codenames_core.game.board import Board
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.events import Event
from codenames_core.game.state import GameState, Outcome, fold, initialize_game
from codenames_core.game.traces import TurnTraces
from codenames_core.support.errors import FileInTheWayError, StorageError
from codenames_core.support.folders import episodes_folder
from codenames_core.text.sanitiser import one_line

SCHEMA_VERSION: Final = 1


def _both_teams(teams: dict[Team, TeamConfig]) -> dict[Team, TeamConfig]:
    if missing := [team for team in Team if team not in teams]:
        raise ValueError(f"it is not said who plays {missing[0]}")
    return teams


Teams = Annotated[dict[Team, TeamConfig], AfterValidator(_both_teams)]
"""Who sat down at the six seats."""


class SeatChange(BaseModel):
    """A seat changed hands."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    seat: Seat
    at: Annotated[int, Field(ge=0)]
    """Number of events before it."""
    agent: AgentConfig
    """The new occupant."""


def occupants(teams: Mapping[Team, TeamConfig], changes: Iterable[SeatChange]) -> dict[Seat, AgentConfig]:
    """Return who sits at each seat after `changes`, oldest first, of those who sat down as `teams`."""
    seats = {seat: teams[seat.team].of(seat.role) for seat in Seat}
    return seats | {change.seat: change.agent for change in changes}


class Parent(BaseModel):
    """Where a fork comes from."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    episode_id: str
    at: Annotated[int, Field(ge=0)]
    """Number of events that the fork shares with its parent."""


class EpisodeRecord(BaseModel):
    """One game, finished or not."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    schema_version: int = SCHEMA_VERSION
    episode_id: str
    config: GameConfig
    board: Board
    board_seed: int | None = None
    teams: Teams
    public_transcript: list[Event]
    traces: list[TurnTraces] = []
    """Private: in nobody's view, never in the transcript."""
    seat_changes: list[SeatChange] = []
    winner: Team | None = None
    outcome: Outcome | None = None
    """None for a game that was not finished."""
    parent: Parent | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    """When and with what the game was played; no key, path or host."""

    _null_is_absent = model_validator(mode="before")(without_nulls)

    def __repr_args__(self) -> Any:
        """Say which game it is, not all that was said in it: asyncio writes down the result of a task that ends."""
        yield "episode_id", self.episode_id
        yield "events", len(self.public_transcript)
        yield "outcome", self.outcome

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
        """Return who sat at the seats after the first `n_events`."""
        seats = occupants(self.teams, (change for change in self.seat_changes if change.at <= n_events))
        return {
            team: line_up.model_copy(update={role.value: seats[Seat.of(team, role)] for role in Role})
            for team, line_up in self.teams.items()
        }

    def decisions(self) -> list[AgentTrace]:
        """Return the traces of all decisions in the order of play."""
        return [trace for turn in self.traces for trace in turn.decisions()]

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
        from codenames_core.files.reading import read_episode

        return read_episode(path).record


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


_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def refuse_existing(path: Path) -> None:
    """Do nothing where nothing lies yet.

    Raises:
        FileInTheWayError: something is there already, be it a link that leads nowhere.
        StorageError: no file can have this name.
    """
    try:
        path.lstat()  # `exists` of newer Pythons keeps to itself that a name is impossible
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error
    raise FileInTheWayError(f"{one_line(str(path))} exists already; choose another name")


def write_new(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all.

    Raises:
        FileInTheWayError: something is there already.
        StorageError: the disk refused.
    """
    refuse_existing(path)
    write_atomically(path, data)


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path` by way of a temporary file beside it.

    Raises:
        StorageError: the disk refused; nothing was changed at `path`.
    """
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        name = str(path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}"))
        descriptor, temporary = os.open(name, _NEW, 0o666), name  # who else may read it, is for the user's umask to say
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _keep_the_name(path.parent)
    except (OSError, ValueError) as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError | ValueError) -> StorageError:
    return StorageError(f"{one_line(str(path))} could not be written: {refusal(error)}")


def _keep_the_name(folder: Path) -> None:
    """Have the new name in `folder` outlast a power cut, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
