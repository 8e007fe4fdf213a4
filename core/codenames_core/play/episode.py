"""Playing a whole game: the runner, with pause, step, seat swap and journal.

Only the runner adds events. To stop it, cancel the task that awaits `run`: what was decided is already in the journal.
Games that are resumed or forked start in `codenames_core.play.resume`.
"""

import asyncio
import time
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pkgutil import resolve_name
from typing import Any, Final, assert_never

from codenames_core.decisions.protocol import next_question
from codenames_core.decisions.questions import Ask
from codenames_core.files.journal import GameWriter, Header, Played, new_header
from codenames_core.files.record import EpisodeRecord, as_record
from codenames_core.files.schema import SeatChange, occupants
from codenames_core.game.agent import Agent, AgentTrace, OnToken, Question, TeamAgents
from codenames_core.game.board import Board
from codenames_core.game.config import AgentConfig, GameConfig, Seat, TeamConfig
from codenames_core.game.events import Event
from codenames_core.game.state import GameState, Outcome, Termination, fold
from codenames_core.game.words import default_word_list
from codenames_core.play.orchestrator import GameAborted, TurnOrchestrator
from codenames_core.play.pause_gate import PauseGate
from codenames_core.play.resume import fork, open_decision, resume_journal
from codenames_core.play.unreachable import SeatUnreachable, WhenUnreachable
from codenames_core.watch.stream import EventStream, Signal

__all__ = [
    "EpisodeRunner",
    "Outage",
    "SeatUnreachable",
    "Substitute",
    "WhenUnreachable",
    "fork",
    "new_header",
    "resume_journal",
    "run_episode",
]

Substitute = Callable[[Seat, GameConfig], Agent]


@dataclass(frozen=True, slots=True)
class Outage:
    """A seat that waits, because its model cannot be reached."""

    seat: Seat
    reason: str
    seconds: float
    """How long it waits this time."""
    until: float
    """When it is asked again, in seconds of the runner's clock."""
    left: float = 0.0
    """Seconds after `until` at which the seat is given up."""


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
        self.initial = header.initial_state()
        self.state = fold(self.initial, played.events)
        self.stream = EventStream(played.events, played.seat_changes)
        self.changes = Signal()
        """Notified of every question, answer, event and change of a seat."""
        self.open_question: tuple[Seat, Question] | None = None
        self.outage: Outage | None = None
        """The seat that waits for a model that cannot be reached, if any."""
        self.on_said: Callable[[Seat, str | None], None] | None = None
        """Set it to receive the pieces of answers as they come, and None where an answer starts over."""
        self.admit: Callable[[], None] | None = None
        """Set it to be called before every decision; what it raises ends the game, which can be resumed."""
        self.clock = clock
        self.sleep = sleep
        """Waits for seconds; may be changed, for a game that is repeated from recorded answers."""
        self.when_unreachable = WhenUnreachable.FAIL
        """May be set for a game that is to be decided by play alone; a `fallback` of the config goes before it."""
        self.unreachable: SeatUnreachable | None = None
        """Why the game was paused last because a seat cannot answer; None once the seat is asked again."""
        self._tries = list(played.tries)
        self._journal = journal
        self._aborted = self._stopped = False
        self._task: asyncio.Task[Any] | None = None
        me = weakref.proxy(self)  # a reference both ways would keep finished games until the garbage collector runs
        self._orchestrator = TurnOrchestrator(
            red, blue, observer=me, substitute=substitute, clock=clock, sleep=lambda seconds: me.sleep(seconds)
        )
        self._orchestrator.resume_with(open_decision(self.state, played))

    @property
    def tries(self) -> tuple[AgentTrace, ...]:
        """Every answer so far, in the order of play."""
        return tuple(self._tries)

    @property
    def played(self) -> Played:
        """What has happened so far."""
        return Played(self.state.public_transcript, tuple(self._tries), tuple(self.stream.seat_changes))

    @property
    def due(self) -> Ask[Any] | None:
        """The question that is open or will be put next; None in a finished game."""
        return next_question(self.state, self._tries)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on, or if it was left."""
        return Outcome(None, Termination.ABORTED) if self._aborted else self.state.outcome

    def record(self) -> EpisodeRecord:
        """Return the record of the game so far."""
        record = as_record(self.header, self.played, self.state)
        return record.model_copy(update={"outcome": self.outcome}) if self._aborted else record

    async def run(self) -> EpisodeRecord:
        """Play to the end and return the record."""
        self._task = task = asyncio.current_task()
        try:
            if self._stopped and task:
                task.cancel()
                await asyncio.sleep(0)  # the cancellation is raised here
            while self.state.outcome is None:
                await self._orchestrator.play_turn(self.state)
                await asyncio.sleep(0)  # let other tasks of this loop run
        except GameAborted:
            self._aborted = True
        finally:
            self._task = None
            self._orchestrator.close()
            self.open_question = self.outage = None
            self.stream.close()
            self.changes.notify()
            if self._journal:
                self._journal.close()
        return self.record()

    def pause(self) -> None:
        """Start no further decision; an open question is still answered."""
        self.gate.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self.gate.resume()

    def step(self) -> None:
        """Let one event happen, also in a paused game."""
        self.gate.step()

    def stop(self) -> None:
        """End the task in which `run` is or will be awaited; the journal holds all that was decided."""
        self._stopped = True
        if self._task:
            self._task.cancel()

    def agent_of(self, seat: Seat) -> Agent:
        """Return who sits in `seat`."""
        return self._orchestrator.agent_of(seat)

    def config_of(self, seat: Seat) -> AgentConfig:
        """Return what the record says of who sits in `seat`."""
        return occupants(self.header.teams, self.stream.seat_changes)[seat]

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
        self.stream.publish_seat_change(change)
        self._orchestrator.swap(seat, agent)
        self.outage = None
        if self.unreachable and self.unreachable.seat is seat:
            self.unreachable = None
        self.changes.notify()

    def before_decision(self) -> Awaitable[None] | None:
        """Wait at the gate, then ask whether the game may go on."""
        if self.gate.holds_back:
            return self._admitted_later()
        if self.admit is not None:
            self.admit()
        return None

    async def _admitted_later(self) -> None:
        await self.gate.wait_open()
        if self.admit is not None:
            self.admit()

    def asked(self, seat: Seat, question: Question) -> None:
        """Note whose answer is awaited."""
        self.open_question = seat, question
        self.outage = self.unreachable = None
        self.changes.notify()

    def answered(self, trace: AgentTrace) -> None:
        """Write an answer to the journal before it is acted on."""
        if self._journal:
            self._journal.answered(trace)
        self._tries.append(trace)
        self.open_question = None
        self.changes.notify()

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Note which seat waits for its model, and until when."""
        self.outage = Outage(seat, reason, seconds, self.clock() + seconds, left)
        self.changes.notify()

    def asks_on(self, seat: Seat, reason: str) -> bool:
        """Stop the game, pause it or let the seat fail, whose model cannot be asked.

        Raises:
            SeatUnreachable: the game is to stop.
        """
        if self.header.config.fallback != "forfeit":
            return False
        match self.when_unreachable:
            case WhenUnreachable.FAIL:
                return False
            case WhenUnreachable.STOP:
                raise SeatUnreachable(seat, reason)
            case WhenUnreachable.PAUSE:
                self.unreachable = SeatUnreachable(seat, reason)
                self.pause()
                self.changes.notify()
                return True
            case _:
                assert_never(self.when_unreachable)

    def listener(self, seat: Seat) -> OnToken | None:
        """Return what receives the pieces of the answers of `seat`."""
        return partial(self.on_said, seat) if self.on_said else None

    def happened(self, event: Event, state: GameState) -> None:
        """Write an event to the journal before it is published."""
        if self._journal:
            self._journal.happened(event)
        self.state = state
        self.stream.publish(event)
        self.changes.notify()


async def run_episode(
    config: GameConfig,
    red_team: TeamAgents | TeamConfig,
    blue_team: TeamAgents | TeamConfig,
    *,
    board: Board | None = None,
    episode_id: str | None = None,
    metadata: dict[str, Any] | None = None,
    substitute: Substitute | None = None,
) -> EpisodeRecord:
    """Play one game and return its record.

    Args:
        config: the rules, and the seed to deal from where no board is given.
        red_team: the agents of the red team, or a config from which `codenames_agents.build_team` makes them.
        blue_team: the same for the blue team.
        board: the words and key.
        episode_id: a random one if not given.
        metadata: kept in the record, beside when it was played and the hash of the words it was dealt from.
        substitute: makes a stand-in for a seat that failed, where the config asks for one.
    """
    red, blue = _agents_of(red_team), _agents_of(blue_team)
    known: dict[str, Any] = {"created": datetime.now(UTC).isoformat(timespec="seconds")}
    if board is None:
        known["word_list_sha256"] = default_word_list().sha256
    header = new_header(
        config, red.config, blue.config, board=board, episode_id=episode_id, metadata=known | (metadata or {})
    )
    return await EpisodeRunner(header, red, blue, substitute=substitute).run()


_TEAM_BUILDER: Final = "codenames_agents.catalogue:build_team"
"""Named, not imported: the engine needs no agents, and loads this function where a caller leaves it to build them."""


def _agents_of(team: TeamAgents | TeamConfig) -> TeamAgents:
    if isinstance(team, TeamAgents):
        return team
    if not isinstance(team, TeamConfig):
        raise TypeError(f"a team is TeamAgents or a TeamConfig, not of type {type(team).__name__}")
    built: TeamAgents = resolve_name(_TEAM_BUILDER)(team)
    return built
