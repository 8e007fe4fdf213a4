"""One game of a benchmark, from its header to its record: the part that every executor shares.

A benchmark must not mistake a provider's failure for bad play. Where a seat in a usual game would forfeit because its
model cannot be reached, the attempt ends here instead, before anything of it is recorded as play; the journal keeps all
that was answered, and the next attempt goes on from there.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import GameWriter, Header, Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.game.events import DiscussionMessage, Event, Pass, PassReason
from codenames_core.game.state import GameState
from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.play.resume import open_decision
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import compute_episode_metrics

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Policy

LONGEST_REASON: Final = 300
_ENDING: Final = (FailureKind.OUT_OF_REACH, FailureKind.TIMEOUT, FailureKind.ERROR)
"""Failures of the world that end an attempt at once, and are no part of the game: the next asks the question anew."""
_CLOSING: Final = ("key refused", "key missing", "quota used up", "not permitted", "no such model")
"""What fails every question to a model alike."""


class GameFailed(CodenamesError):
    """An attempt at a game ended without a result.

    Args:
        kind: what went wrong, in a word or two.
        reason: what was said about it.
        seat: where.
        closes: whether every other question to this seat's model would fail the same way.
    """

    def __init__(self, kind: str, reason: str = "", *, seat: Seat | None = None, closes: bool = False) -> None:
        self.kind = kind
        self.reason = one_line(reason, LONGEST_REASON)
        self.seat = seat
        self.closes = closes
        super().__init__(f"{kind}: {self.reason}" if self.reason else kind)


class Meter(Protocol):
    """Counts what the questions of one game cost, and lets no more through than the budget holds."""

    async def admit(self, seat: Seat) -> None:
        """Wait until a question to `seat` may be asked.

        Raises:
            BudgetReached: none will be any more.
        """
        ...

    def asked(self, seat: Seat, question: Question) -> None:
        """A question goes out."""
        ...

    def answered(self, trace: AgentTrace) -> None:
        """It was answered, or could not be."""
        ...

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """Return whether what answers for `seat`, and cannot be reached, may soon be back."""
        ...


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game that is ready to be played, or to be gone on with."""

    header: Header
    teams: Mapping[Team, TeamConfig]
    """Who plays, with all that is needed to build them; the header has it as a record may keep it."""
    journal: GameWriter
    path: Path
    """Of the journal."""
    played: Played = field(default_factory=Played)
    meter: Meter | None = None
    """None for offline agents."""
    seconds: float | None = None
    """How long models may think in this attempt, queues and waits left out; None where every agent is offline."""
    policy: "Policy | None" = None
    """How patient the door to the models is, where the game is played behind another; None where nobody asks."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    on_start: Callable[[EpisodeRunner], None] | None = None
    """Is given the runner, for those who watch."""
    on_outage: Callable[[Outage | None], None] | None = None
    """Is told when a seat begins to wait for its model, and None when it is asked again."""
    on_call: "Callable[[CallState], None] | None" = None
    """Is told of every change of a question that is at the door to the models."""
    on_lines: Callable[[bytes], None] | None = None
    """Takes the lines of the journal that another process wrote."""
    begun: bytes = b""
    """The whole journal so far, where it is at hand and need not be read again."""

    def journal_so_far(self) -> bytes:
        """Return what the journal holds."""
        return self.begun or self.path.read_bytes()


class FinishedGame(NamedTuple):
    """A finished game, as its files hold it."""

    record: bytes
    metrics: bytes
    """`EpisodeMetrics` as JSON on one line."""


class BenchmarkGame(EpisodeRunner):
    """Plays a game, and stops where the world fails a seat."""

    meter: Meter | None = None
    on_outage: Callable[[Outage | None], None] | None = None
    asked_last: Seat | None = None

    async def before_decision(self) -> None:
        """Wait at the gate; the budget is asked where a question follows."""
        await super().before_decision()
        if self.meter is not None and (seat := self._asked_next()) is not None:
            await self.meter.admit(seat)

    def asked(self, seat: Seat, question: Question) -> None:
        """Note whose answer is awaited, and reserve what it may cost."""
        self.asked_last = seat
        if self.meter is not None:
            self.meter.asked(seat, question)
        if self.outage is not None and self.on_outage is not None:
            self.on_outage(None)
        super().asked(seat, question)

    def answered(self, trace: AgentTrace) -> None:
        """Count what an answer cost, then write it down; a failure of the world ends the attempt instead."""
        if self.meter is not None:
            self.meter.answered(trace)
        if trace.failure in _ENDING:
            kind = failure_kind(trace)
            raise GameFailed(kind, trace.refusal or "", seat=trace.seat, closes=kind in _CLOSING)
        super().answered(trace)

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Wait for a model, unless it has been away for too long already."""
        if self.meter is not None and not self.meter.is_worth_waiting_for(seat):
            raise unreachable(self.tries[-1])
        super().retry_scheduled(seat, reason, seconds, left)
        if self.on_outage is not None:
            self.on_outage(self.outage)

    def happened(self, event: Event, state: GameState) -> None:
        """Write down an event, unless it is what a failure of the world would lead to."""
        if _is_forfeit(event) and self.tries and self.tries[-1].failure is FailureKind.UNAVAILABLE:
            raise unreachable(self.tries[-1])
        super().happened(event, state)

    def _asked_next(self) -> Seat | None:
        """Return whom the next question goes to; None while an answer is still being acted on."""
        open_tries = open_decision(self.state, self.played)
        is_answered = bool(open_tries) and open_tries[-1].failure is None
        return None if is_answered or self.due is None else self.due.seat


def unreachable(last: AgentTrace) -> GameFailed:
    """Return the failure of an attempt that waits no longer for a model."""
    return GameFailed(failure_kind(last), last.refusal or "", seat=last.seat)


def failure_kind(trace: AgentTrace) -> str:
    """Return why a seat could not be asked: the outcome of the last request, or what there is instead of one."""
    if trace.failure is FailureKind.ERROR:
        return "agent raised an error"
    if trace.requests:
        return trace.requests[-1].outcome
    return one_line((trace.refusal or str(trace.failure)).partition(":")[0], 60)


async def play_here(table: GameTask) -> FinishedGame:
    """Play a game to its end in this process.

    Raises:
        GameFailed: the attempt ended without a result.
        BudgetReached: there is no money left for it.
        StorageError: its journal cannot be written.
    """
    red, blue = (build_team(table.teams[team]) for team in Team)
    game = BenchmarkGame(table.header, red, blue, played=table.played, journal=table.journal, sleep=table.sleep)
    game.meter = table.meter
    game.on_outage = table.on_outage
    if table.on_start is not None:
        table.on_start(game)
    record = await (game.run() if table.seconds is None else _within(table.seconds, game, table))
    return FinishedGame(record.to_json().encode(), compute_episode_metrics(record).model_dump_json().encode())


async def _within(seconds: float, game: BenchmarkGame, table: GameTask) -> EpisodeRecord:
    """Play a game in which models may think for so many seconds."""
    from codenames_metrics.runner.models.time_limit import Stopwatch

    try:
        async with asyncio.timeout(None) as deadline:
            stopwatch = Stopwatch(seconds, deadline)

            def heard(state: "CallState") -> None:
                stopwatch.heard(state)
                if table.on_call is not None:
                    table.on_call(state)

            listening = _LISTENER.set(heard)
            try:
                return await game.run()
            finally:
                _LISTENER.reset(listening)
                stopwatch.close()
    except TimeoutError as error:
        said = f"its models have thought for {seconds:g} seconds"
        raise GameFailed("time limit of the game", said, seat=game.asked_last) from error


_LISTENER: "ContextVar[Callable[[CallState], None] | None]" = ContextVar("listener", default=None)


def tell_table(state: "CallState") -> None:
    """Pass on where a question is, as the one door to the models says it, to the game that asks it."""
    if (listener := _LISTENER.get()) is not None:
        listener(state)


def _is_forfeit(event: Event) -> bool:
    match event:
        case Pass():
            return event.reason is PassReason.FORFEITED
        case DiscussionMessage():
            return event.skipped is not None
        case _:
            return False
