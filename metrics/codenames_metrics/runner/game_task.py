"""One game of a benchmark, from its header to its record: the part that every executor shares.

Where a seat in any other game would forfeit because its model cannot be reached, the attempt ends here with
`GameFailed`, and the forfeit is not recorded. The journal keeps all answers, and the next attempt goes on from there.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, assert_never

from codenames_agents.catalogue import build_team
from codenames_core.files.journal import GameWriter, Header, Played
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, PassReason, Reveal, UnknownEvent
from codenames_core.game.state import GameState
from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.play.resume import open_decision
from codenames_metrics.game.episode import measure_game
from codenames_metrics.runner.game_failure import GameFailed, model_unreachable, question_failed
from codenames_metrics.runner.models.call_listener import admit_retries, listen_to_calls

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Policy
    from codenames_agents.providers.usage import Attempt

_ENDING: Final = (FailureKind.OUT_OF_REACH, FailureKind.TIMEOUT, FailureKind.ERROR)
"""Failures that end an attempt at once and are not recorded: the next attempt asks the question again."""


class Meter(Protocol):
    """Counts what the questions of one game cost, and lets no more through than the budget holds."""

    async def admit(self, seat: Seat, requests: int = 1) -> None:
        """Wait until a question to `seat`, of so many requests, may be asked.

        Raises:
            BudgetReached: none will be any more.
        """
        ...

    def asked(self, seat: Seat, question: Question, requests: int = 1) -> None:
        """Note that a question is asked; so many requests are paid for beforehand."""
        ...

    def asks_again(self, failed: "Attempt") -> bool:
        """Return whether another request of the question may be sent after one that failed."""
        ...

    def answered(self, trace: AgentTrace) -> None:
        """Note that it was answered, or failed."""
        ...

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """Return whether the model at `seat`, which cannot be reached, may soon be back."""
        ...


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game that is ready to be played, from its beginning or from where an earlier attempt stopped."""

    header: Header
    teams: Mapping[Team, TeamConfig]
    """Who plays, with all that is needed to build the agents; the header has only what a record may keep."""
    journal: GameWriter
    path: Path
    """Of the journal."""
    played: Played = field(default_factory=Played)
    meter: Meter | None = None
    """None for offline agents."""
    seconds: float | None = None
    """How long models may think in this attempt, queues and waits left out; None where every agent is offline."""
    policy: "Policy | None" = None
    """Time limits and retries for a provider in another process; None where every agent is offline."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    on_start: Callable[[EpisodeRunner], None] | None = None
    """Is given the runner, so that the game can be watched."""
    on_outage: Callable[[Outage | None], None] | None = None
    """Is told when a seat begins to wait for its model, and None when it is asked again."""
    on_call: "Callable[[CallState], None] | None" = None
    """Is told every change of a question that a model is asked."""
    on_lines: Callable[[bytes], None] | None = None
    """Takes the lines of the journal that another process wrote."""
    begun: bytes = b""
    """The whole journal so far, where it need not be read again."""

    def journal_so_far(self) -> bytes:
        """Return what the journal holds."""
        return self.begun or self.path.read_bytes()


class FinishedGame(NamedTuple):
    """A finished game, as its files hold it."""

    record: bytes
    metrics: bytes
    """`EpisodeMetrics` as JSON on one line."""


class BenchmarkGame(EpisodeRunner):
    """Plays a game, and ends the attempt where a provider or an agent fails."""

    meter: Meter | None = None
    on_outage: Callable[[Outage | None], None] | None = None
    last_asked: Seat | None = None

    async def before_decision(self) -> None:
        """Wait while paused, and, where a question follows, until the budget admits it."""
        if (pause := super().before_decision()) is not None:
            await pause
        if self.meter is not None and (seat := self._asked_next()) is not None:
            await self.meter.admit(seat)

    def asked(self, seat: Seat, question: Question) -> None:
        """Note whose answer is awaited, and reserve what it may cost."""
        self.last_asked = seat
        if self.meter is not None:
            self.meter.asked(seat, question)
        if self.outage is not None and self.on_outage is not None:
            self.on_outage(None)
        super().asked(seat, question)

    def answered(self, trace: AgentTrace) -> None:
        """Count what an answer cost, then write it down, unless it is a failure that ends the attempt."""
        if self.meter is not None:
            self.meter.answered(trace)
        if trace.failure in _ENDING:
            raise question_failed(trace)
        super().answered(trace)

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Wait for a model, unless it has been away for too long already."""
        if self.meter is not None and not self.meter.is_worth_waiting_for(seat):
            raise model_unreachable(self.tries[-1])
        super().retry_scheduled(seat, reason, seconds, left)
        if self.on_outage is not None:
            self.on_outage(self.outage)

    def asks_on(self, seat: Seat, reason: str) -> bool:
        """Let the seat fail, also in a game that is watched: the forfeit ends the attempt."""
        return False

    def happened(self, event: Event, state: GameState) -> None:
        """Write down an event, unless it is a forfeit because of a model that cannot be reached."""
        if _is_forfeit(event) and self.tries and self.tries[-1].failure is FailureKind.UNAVAILABLE:
            raise model_unreachable(self.tries[-1])
        super().happened(event, state)

    def _asked_next(self) -> Seat | None:
        """Return whom the next question goes to; None while an answer is still being acted on."""
        open_tries = open_decision(self.state, self.played)
        is_answered = bool(open_tries) and open_tries[-1].failure is None
        return None if is_answered or self.due is None else self.due.seat


async def play_here(task: GameTask) -> FinishedGame:
    """Play a game to its end in this process.

    Raises:
        GameFailed: the attempt ended without a result.
        BudgetReached: there is no money left for it.
        StorageError: its journal cannot be written.
    """
    red, blue = (build_team(task.teams[team]) for team in Team)
    game = BenchmarkGame(task.header, red, blue, played=task.played, journal=task.journal, sleep=task.sleep)
    game.meter = task.meter
    game.on_outage = task.on_outage
    if task.on_start is not None:
        task.on_start(game)
    with admit_retries(task.meter.asks_again if task.meter is not None else None):
        record = await (game.run() if task.seconds is None else _play_within(task.seconds, game, task))
    return FinishedGame(record.to_json().encode(), measure_game(record).model_dump_json().encode())


async def _play_within(seconds: float, game: BenchmarkGame, task: GameTask) -> EpisodeRecord:
    """Play a game in which models may think for so many seconds in all."""
    from codenames_metrics.runner.models.time_limit import ThinkingTimeLimit

    try:
        async with asyncio.timeout(None) as deadline:
            limit = ThinkingTimeLimit(seconds, deadline)

            def take(state: "CallState") -> None:
                limit.take(state)
                if task.on_call is not None:
                    task.on_call(state)

            with listen_to_calls(take):
                try:
                    return await game.run()
                finally:
                    limit.close()
    except TimeoutError as error:
        reason = f"its models have thought for {seconds:g} seconds"
        raise GameFailed("time limit of the game", reason, seat=game.last_asked) from error


def _is_forfeit(event: Event) -> bool:
    match event:
        case Pass():
            return event.reason is PassReason.FORFEITED
        case DiscussionMessage():
            return event.skipped is not None
        case Clue() | Guess() | Reveal() | UnknownEvent():
            return False
        case _:
            assert_never(event)
