"""Playing a whole game: the runner, with pause, step, seat swap and journal.

The runner is the only one that adds events. Stopping it is plain cancellation of the task in which `run` is awaited:
what was decided is already in the journal.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from codenames_core.agent import Agent, AgentTrace, OnToken, Question, TeamAgents
from codenames_core.board import Board, deal
from codenames_core.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.errors import EpisodeFileError, InputError
from codenames_core.events import Event
from codenames_core.journal import (
    GameWriter,
    Header,
    Journal,
    JournalWriter,
    Played,
    as_record,
    open_decision,
    read_journal,
)
from codenames_core.orchestrator import GameAborted, TurnOrchestrator
from codenames_core.pausing import PauseGate
from codenames_core.record import SCHEMA_VERSION, EpisodeRecord, Parent, SeatChange, occupants
from codenames_core.replay import Replay
from codenames_core.state import GameState, Outcome, Termination, fold, initialize_game
from codenames_core.stream import EventStream, Pulse
from codenames_core.testimony import Contradiction, contradicting_answers, contradicting_seats
from codenames_core.text import one_line

Substitute = Callable[[Seat, GameConfig], Agent]


@dataclass(frozen=True, slots=True)
class Outage:
    """A seat that waits, because what answers for it cannot be reached."""

    seat: Seat
    reason: str
    seconds: float
    """How long it waits this time."""
    until: float
    """When it is asked again, by the clock of the runner."""
    left: float = 0.0
    """Seconds after which it is given up then, if it cannot be reached."""


class EpisodeRunner:
    """Plays one game and keeps its record.

    Args:
        start: the rules of a new game, or what a game starts from in full; see `new_header`.
        red: the agents of the red team.
        blue: the agents of the blue team.
        played: what has happened already, in a game that is resumed or forked.
        journal: where to write; nothing is written if not given.
        gate: pauses and paces the game; open if not given.
        substitute: makes a stand-in for a seat that failed, where the config asks for one.
        clock: gives seconds; times answers.
        sleep: waits for seconds, until a model is asked again that could not be reached.
    """

    def __init__(
        self,
        start: GameConfig | Header,
        red: TeamAgents,
        blue: TeamAgents,
        *,
        played: Played | None = None,
        journal: GameWriter | None = None,
        gate: PauseGate | None = None,
        substitute: Substitute | None = None,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        played = played or Played()
        header = start if isinstance(start, Header) else new_header(start, red.config, blue.config)
        self.header = header
        self.gate = gate or PauseGate()
        self.initial = initialize_game(header.config, header.board)
        self.state = fold(self.initial, played.events)
        self.stream = EventStream(played.events)
        self.changes = Pulse()
        """Beats at every question, answer, event and change of a seat."""
        self.open_question: tuple[Seat, Question] | None = None
        self.outage: Outage | None = None
        """Who waits for a model that cannot be reached."""
        self.on_said: Callable[[Seat, str | None], None] | None = None
        """Is given the pieces of answers as they come, and None where an answer begins anew; set by who listens."""
        self.clock = clock
        self.sleep = sleep
        """Waits for seconds; may be changed, for a game that is repeated from recorded answers."""
        self._tries = list(played.tries)
        self._seat_changes = list(played.seat_changes)
        self._journal = journal
        self._aborted = False
        self._task: asyncio.Task[Any] | None = None
        self._orchestrator = TurnOrchestrator(
            red, blue, witness=self, substitute=substitute, clock=clock, sleep=lambda seconds: self.sleep(seconds)
        )
        self._orchestrator.resume_with(open_decision(self.state, played))

    @property
    def tries(self) -> tuple[AgentTrace, ...]:
        """Every answer so far, in the order of play."""
        return tuple(self._tries)

    @property
    def played(self) -> Played:
        """What has happened so far."""
        return Played(self.state.public_transcript, tuple(self._tries), tuple(self._seat_changes))

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None where it goes on, or was left."""
        return Outcome(None, Termination.ABORTED) if self._aborted else self.state.outcome

    def record(self) -> EpisodeRecord:
        """Return the record of the game so far."""
        record = as_record(self.header, self.played, self.state)
        return record.model_copy(update={"outcome": self.outcome}) if self._aborted else record

    async def run(self) -> EpisodeRecord:
        """Play to the end and return the record."""
        self._task = asyncio.current_task()
        try:
            while self.state.outcome is None:
                await self._orchestrator.play_turn(self.state)
                await asyncio.sleep(0)  # whoever else runs in this loop gets a turn, too
        except GameAborted:
            self._aborted = True
        finally:
            self._orchestrator.close()
            self.open_question = self.outage = None
            self.stream.close()
            self.changes.beat()
            if self._journal:
                self._journal.close()
        return self.record()

    def pause(self) -> None:
        """Start no further decision; what is in flight lands."""
        self.gate.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self.gate.resume()

    def step(self) -> None:
        """Let one event happen, also in a paused game."""
        self.gate.step()

    def stop(self) -> None:
        """End the task in which `run` is awaited; the journal holds all that was decided."""
        if self._task:
            self._task.cancel()

    def agent_of(self, seat: Seat) -> Agent:
        """Return who sits in `seat`."""
        return self._orchestrator.agent_of(seat)

    def config_of(self, seat: Seat) -> AgentConfig:
        """Return what the record says of who sits in `seat`."""
        return occupants(self.header.teams, self._seat_changes)[seat]

    def swap(self, seat: Seat, agent: Agent, config: AgentConfig | None = None) -> None:
        """Give `seat` to `agent` at once; an open question of the old occupant is abandoned.

        Args:
            seat: which seat.
            agent: who answers for it from now on.
            config: what the record says of the agent; the name of its class if not given.
        """
        config = config or AgentConfig(spec=type(agent).__name__)
        change = SeatChange(seat=seat, at=len(self.state.public_transcript), agent=config)
        if self._journal:
            self._journal.seat_changed(change)
        self._seat_changes.append(change)
        self._orchestrator.swap(seat, agent)
        self.outage = None
        self.changes.beat()

    async def before_decision(self) -> None:
        """Wait at the gate."""
        await self.gate.wait_open()

    def asked(self, seat: Seat, question: Question) -> None:
        """Note whose answer is awaited."""
        self.open_question = seat, question
        self.outage = None
        self.changes.beat()

    def answered(self, trace: AgentTrace) -> None:
        """Write down an answer before it is acted on."""
        if self._journal:
            self._journal.answered(trace)
        self._tries.append(trace)
        self.open_question = None
        self.changes.beat()

    def out_of_order(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Note who waits for a model, and until when."""
        self.outage = Outage(seat, reason, seconds, self.clock() + seconds, left)
        self.changes.beat()

    def listener(self, seat: Seat) -> OnToken | None:
        """Return who hears the answers of `seat` as they grow."""
        return partial(self.on_said, seat) if self.on_said else None

    def happened(self, event: Event, state: GameState) -> None:
        """Write down an event before the next one."""
        if self._journal:
            self._journal.happened(event)
        self.state = state
        self.stream.publish(event)
        self.changes.beat()


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


async def run_episode(
    config: GameConfig,
    red_team: TeamAgents,
    blue_team: TeamAgents,
    *,
    board: Board | None = None,
    episode_id: str | None = None,
    metadata: dict[str, Any] | None = None,
    substitute: Substitute | None = None,
) -> EpisodeRecord:
    """Play one game and return its record.

    Args:
        config: the rules, and the seed to deal from where no board is given.
        red_team: the agents of the red team.
        blue_team: the agents of the blue team.
        board: the words and key.
        episode_id: a random one if not given.
        metadata: kept in the record as it is.
        substitute: makes a stand-in for a seat that failed, where the config asks for one.
    """
    header = new_header(
        config, red_team.config, blue_team.config, board=board, episode_id=episode_id, metadata=metadata
    )
    return await EpisodeRunner(header, red_team, blue_team, substitute=substitute).run()


def resume_journal(path: Path | str) -> tuple[Journal, JournalWriter]:
    """Read a journal and open it to write on.

    Raises:
        EpisodeFileError: not a journal, or one whose lines contradict each other; the message names the line.
        StorageError: it cannot be written, or another process is writing it.
    """
    _refuse_to_play_on(read_journal(path), path)  # complaints about the file come before it is touched
    writer, journal = JournalWriter.resume(path)
    try:
        _refuse_to_play_on(journal, path)
    except EpisodeFileError:
        writer.close()
        raise
    return journal, writer


def _refuse_to_play_on(journal: Journal, path: Path | str) -> None:
    where = one_line(str(path))
    if (version := journal.header.schema_version) > SCHEMA_VERSION:
        made_by = f"made by a newer version (schema {version}), and this one knows {SCHEMA_VERSION}"
        raise EpisodeFileError(f"{where}: line 1: {made_by}; go on with that version")
    since = journal.header.parent.at if journal.header.parent else 0
    initial = initialize_game(journal.header.config, journal.header.board)
    faults = [*_misplaced(journal, since), *_contradictions(initial, journal.played, since, are_all_there=True)]
    if faults:
        first = min(faults, key=lambda fault: journal.line_of(fault.kind, fault.position))
        line = journal.line_of(first.kind, first.position)
        raise EpisodeFileError(f"{where}: line {line}: {first.what}")


def _misplaced(journal: Journal, since: int) -> Iterator[Contradiction]:
    """Yield the lines that say that they were written at another place; a fork begins with what its parent knew."""
    counts = dict.fromkeys(("event", "answer", "seat"), 0)
    entries: dict[str, tuple[Any, ...]] = {"answer": journal.played.tries, "seat": journal.played.seat_changes}
    for kind in journal.kinds:
        at = entries[kind][counts[kind]].at if kind in entries else None
        came = counts["event"]
        is_here = at == came or (came < since and at is not None and at <= since)
        if kind in entries and not is_here:
            said = (
                "does not say where it belongs" if at is None else f"belongs at event {at}, and stands at event {came}"
            )
            yield Contradiction(
                kind, counts[kind], f"this {'answer' if kind == 'answer' else 'change of seats'} {said}"
            )
        counts[kind] += 1


def _contradictions(
    initial: GameState, played: Played, since: int, *, are_all_there: bool = False
) -> Iterator[Contradiction]:
    """Yield why `played` cannot be played on; what happened before event `since` was judged elsewhere."""
    replay = Replay(initial, played.events)
    for index, note in replay.notes.items():
        yield Contradiction("event", index, f"event {index}: {note}")
    if not replay.notes:
        yield from contradicting_seats(played.seat_changes, len(replay))
        yield from contradicting_answers(
            replay, played.tries, played.seat_changes, since=since, are_all_there=are_all_there
        )


def fork(
    record: EpisodeRecord,
    at: int,
    *,
    teams: Mapping[Team, TeamConfig] | None = None,
    episode_id: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> tuple[Header, Played]:
    """Return what a new game starts from that shares the first `at` events with `record`.

    With the same agents it plays as its parent did. In the middle of a list of guesses, the rest of the list is kept
    where the guesser stays, and dropped where another sits in its seat.

    Args:
        record: the parent; it stays as it is.
        at: number of events to share, 0 to all of them.
        teams: who plays on; those who sat in the parent's seats after `at` events if not given.
        episode_id: a random one if not given.
        metadata: of the fork.

    Raises:
        InputError: there is no such event, or the events up to it do not follow from each other.
    """
    last = len(record.public_transcript)
    if not 0 <= at <= last:
        raise InputError(f"the episode has {last} events, so a fork is possible at 0 to {last}, not at {at}")
    played = Played(
        tuple(record.public_transcript[:at]),
        tuple(trace for trace in record.decisions() if trace.at is not None and trace.at < at),
        tuple(change for change in record.seat_changes if change.at <= at),
    )
    if fault := next(_contradictions(record.initial_state(), played, since=at), None):
        raise InputError(f"the episode cannot be forked at {at}: {fault.what}")
    before = record.teams_at(at)
    line_ups = {team: record.teams[team] if not teams or teams[team] == before[team] else teams[team] for team in Team}
    header = new_header(
        record.config,
        line_ups[Team.RED],
        line_ups[Team.BLUE],
        board=record.board,
        episode_id=episode_id,
        parent=Parent(episode_id=record.episode_id, at=at),
        metadata=metadata,
    )
    changed = _newcomers(before, teams or before, at)
    return header, replace(played, seat_changes=(*played.seat_changes, *changed))


def _newcomers(before: Mapping[Team, TeamConfig], after: Mapping[Team, TeamConfig], at: int) -> Iterable[SeatChange]:
    for seat in Seat:
        old, new = before[seat.team], after[seat.team]
        if old.of(seat.role) != new.of(seat.role) or old.seed != new.seed:
            yield SeatChange(seat=seat, at=at, agent=new.of(seat.role))
