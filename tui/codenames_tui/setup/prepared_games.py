"""A game from set-up to saved file: new, resumed from a journal, or forked from an episode.

Files are written where the person says, or into the data folder. While a game runs its journal lies beside the file
that it will become; sealing the game writes that file and removes the journal.
"""

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from codenames_agents.catalogue import as_recorded, build_teams, substitute, team_as_recorded
from codenames_agents.models.key_trust import refuse_keys_of_a_file
from codenames_agents.models.vision_check import refuse_who_cannot_see
from codenames_agents.offline.known_words import known_words
from codenames_core.files.atomic_writes import refuse_existing
from codenames_core.files.journal import Header, Journal, JournalWriter, Played, read_journal
from codenames_core.files.record import EpisodeRecord, file_name
from codenames_core.files.schema import SeatChange, occupants
from codenames_core.game.agent import TeamAgents
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.words import WordList, default_word_list
from codenames_core.play.episode import EpisodeRunner, fork, new_header, resume_journal
from codenames_core.play.pause_gate import PauseGate
from codenames_core.support.errors import InputError
from codenames_core.support.folders import JOURNAL_SUFFIX, RECORD_SUFFIX, TABLE_SUFFIX, episodes_folder
from codenames_core.text.sanitiser import one_line
from codenames_tui import __version__
from codenames_tui.ui.prose.narration import KNOWN_OFFLINE


@dataclass(frozen=True)
class PreparedGame:
    """A game that is ready to be played, and where it will be saved."""

    runner: EpisodeRunner
    journal: JournalWriter
    out: Path
    note: str = ""
    """What the person should know before it begins."""

    def seal(self, record: EpisodeRecord) -> Path:
        """Save the finished game and return where; its journal has done its work then."""
        record.save(self.out)
        self._discard()
        return self.out

    def give_up(self) -> None:
        """Do not play the game after all; a journal in which nothing has happened goes away."""
        if self.runner.state.public_transcript or self.runner.tries:
            self.journal.close()
        else:
            self._discard()

    def _discard(self) -> None:
        """Remove the journal, and the secrets of a table at which the game was played, whoever finished it."""
        self.journal.discard()
        with contextlib.suppress(OSError):
            self.journal.path.with_suffix(TABLE_SUFFIX).unlink()


def new_game(
    config: GameConfig,
    teams: Mapping[Team, TeamConfig],
    *,
    word_list: WordList | None = None,
    out: Path | str | None = None,
    folder: Path | None = None,
    gate: PauseGate | None = None,
    now: datetime | None = None,
    force: bool = False,
) -> PreparedGame:
    """Set up a new game on the board of `config.seed`; it is saved as `out`, or in `folder` under a name of its own.

    With `force`, a model may be shown pictures that is known not to see them.

    Raises:
        InputError: an agent, the word list or the file to write cannot be used.
        StorageError: the journal cannot be written.
    """
    word_list = word_list or default_word_list()
    config = config.model_copy(update={"word_list": word_list.name})
    recorded = _recorded(teams)
    board = deal(config, word_list)
    refuse_who_cannot_see(_may_answer(_agents_of(teams, ()), config), board.words, force=force)
    known = known_words(_agents_of(teams, ()), board.words, config.language)
    header = new_header(
        config,
        recorded[Team.RED],
        recorded[Team.BLUE],
        board=board,
        metadata=_metadata(now, word_list) | ({KNOWN_OFFLINE: known.known} if known else {}),
    )
    target = _named(header, folder) if out is None else out
    return _begin(header, Played(), occupants(teams, ()), target, gate, known.sentence if known else "")


def rematch(
    of: Header, *, folder: Path | None = None, gate: PauseGate | None = None, now: datetime | None = None
) -> PreparedGame:
    """Set up the game of `of` again, on the same board, each line-up on the other side.

    Raises:
        InputError: an agent cannot be used.
        StorageError: the journal cannot be written.
    """
    metadata = {**of.metadata, **_metadata(now)}
    header = new_header(of.config, of.teams[Team.BLUE], of.teams[Team.RED], board=of.board, metadata=metadata)
    return _begin(header, Played(), {}, _named(header, folder), gate)


def forked_game(
    parent: EpisodeRecord,
    at: int,
    teams: Mapping[Team, TeamConfig] | None = None,
    *,
    out: Path | str | None = None,
    folder: Path | None = None,
    gate: PauseGate | None = None,
    now: datetime | None = None,
    force: bool = False,
) -> PreparedGame:
    """Set up a game that shares its first `at` events with `parent`, and is played on by `teams`.

    It is saved as `out`, or in `folder` under a name of its own. `force` is as for `new_game`.

    Raises:
        InputError: there is no such event, or an agent or the file to write cannot be used.
        StorageError: the journal cannot be written.
    """
    header, played = fork(parent, at, teams=_recorded(teams) if teams else None, metadata=_metadata(now))
    named_by_the_file = _agents_of(parent.teams, parent.seat_changes)
    kept = [agent for agent in _agents_of(header.teams, played.seat_changes) if agent in named_by_the_file]
    refuse_keys_of_a_file(kept, header.config)
    refuse_who_cannot_see(_may_answer(_agents_of(teams or {}, ()), header.config), header.board.words, force=force)
    named = occupants(teams, ()) if teams else {}
    return _begin(header, played, named, _named(header, folder) if out is None else out, gate)


def journal_to_resume(path: Path | str) -> Journal:
    """Return what the journal of an interrupted game holds.

    Raises:
        InputError: not a journal, or the game is over.
    """
    _refuse_finished(Path(path))
    return read_journal(Path(path))


def resumed_game(
    path: Path | str,
    named: Mapping[Seat, AgentConfig] | None = None,
    *,
    out: Path | str | None = None,
    gate: PauseGate | None = None,
    force: bool = False,
) -> PreparedGame:
    """Set up the interrupted game whose journal lies at `path`; nothing that was answered is asked again.

    Args:
        path: the journal.
        named: who plays on in some of the seats. Only another agent than before is a change of seats: a script
            is known by its name, so naming it again says where it lies now.
        out: where the finished game is saved; beside the journal if not given.
        gate: pauses and paces the game.
        force: as for `new_game`, of those who are named and of a substitute.

    Raises:
        InputError: not a journal, or an agent or the file to write cannot be used.
        StorageError: the journal cannot be written, or another process is playing the game.
    """
    path = Path(path)
    found = journal_to_resume(path)  # complaints about the journal come before those about the file beside it
    refuse_keys_of_a_file(_agents_of(found.header.teams, found.played.seat_changes), found.header.config)
    new = _may_answer((named or {}).values(), found.header.config)
    refuse_who_cannot_see(new, found.header.board.words, force=force)
    target = _target(out) if out is not None else path.with_suffix(RECORD_SUFFIX)
    refuse_existing(target)
    journal, writer = resume_journal(path)
    header, played = journal.header, journal.played
    before = occupants(header.teams, played.seat_changes)
    try:
        agents = build_teams(header.teams, {**before, **(named or {})})
    except InputError:
        writer.close()
        raise
    runner = _runner(header, agents, played, writer, gate)
    for seat, agent in (named or {}).items():
        if as_recorded(agent) != before[seat]:
            runner.swap(seat, agents[seat.team].of(seat.role), as_recorded(agent))
    note = f"dropped {journal.torn} bytes of an unfinished last line of the journal" if journal.torn else ""
    return PreparedGame(runner, writer, target, note)


def _begin(
    header: Header,
    played: Played,
    named: Mapping[Seat, AgentConfig],
    out: Path | str | None,
    gate: PauseGate | None,
    note: str = "",
) -> PreparedGame:
    """Set up a game; `named` has the agents with the paths that the header leaves out."""
    target = _target(out) if out is not None else episodes_folder() / file_name(header.episode_id, header.metadata)
    refuse_existing(target)
    agents = build_teams(header.teams, {**occupants(header.teams, played.seat_changes), **named})
    writer = JournalWriter(target.with_suffix(JOURNAL_SUFFIX), header, played)
    return PreparedGame(_runner(header, agents, played, writer, gate), writer, target, note)


def _agents_of(teams: Mapping[Team, TeamConfig], changes: Iterable[SeatChange]) -> list[AgentConfig]:
    """Return everybody who sat at the table: any of them may get a seat back."""
    return [*(line_up.of(role) for line_up in teams.values() for role in Role), *(change.agent for change in changes)]


def _may_answer(agents: Iterable[AgentConfig], config: GameConfig) -> list[AgentConfig]:
    """Return agents and whoever stands in for one that fails."""
    return [*agents, *([config.substitute] if config.substitute else [])]


def _refuse_finished(journal: Path) -> None:
    """Complain about the journal of a game that has been played to its end since: its record has taken its place."""
    if journal.suffix != JOURNAL_SUFFIX or os.path.lexists(journal):
        return
    record = journal.with_suffix(RECORD_SUFFIX)
    if os.path.exists(record):
        raise InputError(f"{one_line(str(journal))}: the game is over, and saved as {one_line(record.name)}")


def _recorded(teams: Mapping[Team, TeamConfig]) -> dict[Team, TeamConfig]:
    return {team: team_as_recorded(line_up) for team, line_up in teams.items()}


def _runner(
    header: Header, agents: Mapping[Team, TeamAgents], played: Played, writer: JournalWriter, gate: PauseGate | None
) -> EpisodeRunner:
    red, blue = agents[Team.RED], agents[Team.BLUE]
    return EpisodeRunner(header, red, blue, played=played, journal=writer, gate=gate, substitute=substitute)


def _named(header: Header, folder: Path | None) -> Path | None:
    return folder / file_name(header.episode_id, header.metadata) if folder else None


def _target(out: Path | str) -> Path:
    path = Path(out)
    if path.suffix != RECORD_SUFFIX:
        raise InputError(f"an episode is saved as a {RECORD_SUFFIX} file, not as {one_line(path.name)!r}")
    return path


def _metadata(now: datetime | None, word_list: WordList | None = None) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        "created": (now or datetime.now(UTC)).isoformat(timespec="seconds"),
        "app_version": __version__,
    }
    if word_list:
        metadata["word_list_sha256"] = word_list.sha256
    return metadata
