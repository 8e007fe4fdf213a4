"""Playing a whole game: the runner, with pause, step, seat swap and journal.

The runner is the only one that adds events. Stopping it is plain cancellation of the task in which `run` is awaited:
what was decided is already in the journal.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from codenames_core.agent import Agent, AgentTrace, OnToken, Question, TeamAgents
from codenames_core.board import Board, deal
from codenames_core.config import AgentConfig, GameConfig, Seat, Team, TeamConfig
from codenames_core.errors import EpisodeFileError, IllegalEvent
from codenames_core.events import Event
from codenames_core.journal import Header, Journal, JournalWriter, Played, as_record, open_decision, read_journal
from codenames_core.orchestrator import GameAborted, TurnOrchestrator
from codenames_core.pausing import PauseGate
from codenames_core.record import EpisodeRecord, Parent, SeatChange
from codenames_core.state import GameState, Outcome, Termination, fold, initialize_game
from codenames_core.stream import EventStream, Pulse
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
        journal: JournalWriter | None = None,
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

    def record(self) -> EpisodeRecord:
        """Return the record of the game so far."""
        record = as_record(self.header, self.played, self.state)
        if self._aborted:
            return record.model_copy(update={"outcome": Outcome(None, Termination.ABORTED)})
        return record

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

    def out_of_order(self, seat: Seat, reason: str, seconds: float) -> None:
        """Note who waits for a model, and until when."""
        self.outage = Outage(seat, reason, seconds, self.clock() + seconds)
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
        EpisodeFileError: not a journal, or its events do not follow from each other.
        StorageError: it cannot be written, or another process is writing it.
    """
    read_journal(path)  # complaints about the file itself come before it is touched
    writer, journal = JournalWriter.resume(path)
    try:
        journal.record()
    except IllegalEvent as error:
        writer.close()
        raise EpisodeFileError(f"{one_line(str(path))}: {error}") from error
    return journal, writer


def fork(
    record: EpisodeRecord,
    at: int,
    *,
    teams: dict[Team, TeamConfig] | None = None,
    episode_id: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> tuple[Header, Played]:
    """Return what a new game starts from that shares the first `at` events with `record`.

    With the same agents it plays as its parent did. In the middle of a list of guesses, the rest of the list is kept
    where the guesser stays, and dropped where another sits in its seat.

    Args:
        record: the parent; it stays as it is.
        at: number of events to share, 0 to all of them.
        teams: who plays on; the parent's teams if not given.
        episode_id: a random one if not given.
        metadata: of the fork.
    """
    events = tuple(record.public_transcript[:at])
    played = Played(
        events,
        tuple(trace for trace in record.decisions() if trace.at is not None and trace.at < at),
        tuple(change for change in record.seat_changes if change.at < at),
    )
    teams = teams or record.teams
    header = new_header(
        record.config,
        teams[Team.RED],
        teams[Team.BLUE],
        board=record.board,
        episode_id=episode_id,
        parent=Parent(episode_id=record.episode_id, at=at),
        metadata=metadata,
    )
    changed = _newcomers(record.teams, teams, at)
    return header, replace(played, seat_changes=(*played.seat_changes, *changed))


def _newcomers(before: dict[Team, TeamConfig], after: dict[Team, TeamConfig], at: int) -> Iterable[SeatChange]:
    for seat in Seat:
        old, new = before[seat.team], after[seat.team]
        if old.of(seat.role) != new.of(seat.role) or old.seed != new.seed:
            yield SeatChange(seat=seat, at=at, agent=new.of(seat.role))
