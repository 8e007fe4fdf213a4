"""Which game of a run is played next, and what becomes of each.

A model that stays away costs the attempts of a few games, and not of all: games of models that do not answer come last,
and once enough of them have failed, those are tried again before new ones.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from codenames_core.game.agent import Question
from codenames_core.play.episode import EpisodeRunner, Outage
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan, is_asked
from codenames_metrics.run_folder.failures import FailureRow, NextStep
from codenames_metrics.run_folder.held_back import refuses_in_words
from codenames_metrics.run_folder.progress import Delay, Failure, GameStatus
from codenames_metrics.runner.allocation import Allocation
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_slots import GameSlot, GameSlots, WaitingFor
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.models.retries import decide_retry
from codenames_metrics.runner.session_clock import SessionClock

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState

FAILURES_BEFORE_RETRYING_FIRST: Final = 8
"""So many games must have failed before they are tried ahead of new ones with a model that does not answer."""


class Scheduler:
    """Keeps the state of every game of a run, and says which one is next.

    Args:
        plan: of the run.
        outages: which models do not answer.
        clock: gives seconds.
    """

    def __init__(self, plan: Plan, outages: Outages, clock: Callable[[], float]) -> None:
        self.slots = GameSlots(len(plan))
        self.session = SessionClock(clock)
        self.busy_seconds = 0.0
        """The sum of what the attempts that ended took, each by itself."""
        self.failures_by_kind: Counter[str] = Counter()
        """Failed attempts of this session, by what went wrong."""
        self.last_failure: Failure | None = None
        self.closed_models: dict[str, str] = {}
        """Models that are asked nothing more, and why."""
        self.refused_questions: dict[tuple[str, Question], str] = {}
        """Kinds of questions that a model refuses for good, and why."""
        self._plan = plan
        self._outages = outages
        self._clock = clock
        self.allocation: Allocation | None = None
        """Hands out the games to play, batch by batch; all in order if not given."""
        self._untried = iter(range(len(plan)))
        self._batch: Iterator[int] = iter(())
        """What is left of the last batch of `allocation`."""
        self._postponed: deque[int] = deque()
        """Untried games of models that do not answer."""
        self._returned: deque[int] = deque()
        """Games that were postponed until their model answered again, or were begun and are planned again."""
        self._failed: deque[int] = deque()
        """Games that failed, and are to be tried again."""

    def next(self, *, has_room: bool) -> int | None:
        """Return the game to play next: an untried one, or else one that failed; None where there is none.

        Args:
            has_room: whether no other game needs the place, so that it may go to a game whose model does not answer.
        """
        for index in self._untried_games():
            if self.slots.status(index) is not GameStatus.PLANNED:
                continue
            if not self._is_in_outage(index):
                return index
            self._postponed.append(index)
        for _ in range(len(self._failed)):
            index = self._failed.popleft()
            if self.slots.status(index) is not GameStatus.FAILED:
                continue
            if not self._is_in_outage(index):
                return index
            self._failed.append(index)
        return self._next_in_outage() if has_room else None

    def mark_finished(self, indices: Iterable[int]) -> None:
        """Count games as done that an earlier session has finished."""
        self.slots.put_all(indices, GameStatus.DONE)

    def begin(self, index: int) -> GameSlot:
        """Note that an attempt at a game begins."""
        slot = self.slots[index]
        since = slot.first_attempt_at if slot.failures else self._clock()
        slot = GameSlot(index, GameStatus.RUNNING, slot.failures, since, self.session.seconds)
        self.slots.put(slot)
        return slot

    def watch(self, index: int, runner: EpisodeRunner) -> None:
        """Note that a running game is played in this process, by `runner`."""
        self.slots.put(replace(self.slots.running[index], runner=runner))

    def wait(self, index: int, outage: Outage | None) -> None:
        """Note that a running game waits for a model that is away, or, with None, asks it again."""
        self._hold_up(index, outage)

    def note_call(self, index: int, call: "CallState") -> bool:
        """Note the state of a game's question; return whether it began or ceased to wait for a retry."""
        slot = self.slots.running.get(index)
        is_retrying = call.phase == "retrying"
        if slot is None or not (is_retrying or _waits_for_retry(slot)):
            return False
        self._hold_up(index, call if is_retrying else None)
        return True

    def finish(self, index: int) -> None:
        """Note that a game is done and its record kept."""
        self._end(index, GameStatus.DONE)

    def put_back(self, index: int) -> None:
        """Plan a running game again; the attempt does not count as failed."""
        self._end(index, GameStatus.PLANNED)

    def fail(self, index: int, failure: GameFailed) -> FailureRow:
        """Play a game again later, skip it or hold it back after a failed attempt; return the row to write down."""
        slot = self.slots.running[index]
        model = self._model_at_fault(index, failure)
        decision = decide_retry(
            failures=slot.attempt,
            allowed=self._plan.config.limits.game_attempts,
            cannot_be_asked=bool(model) and (failure.closes or self._is_refused_for_good(model, failure)),
            is_model_closed=model in self.closed_models or (model, failure.refused) in self.refused_questions,
            is_model_silent=model in self._plan.config.language_models
            and self._outages.was_silent_since(model, slot.first_attempt_at),
        )
        if decision.closes_model:
            self._close(model, failure)
        self._end(index, _status_after(decision.next_step), failures=slot.attempt)
        number = self._plan.name(index)
        reason = failure.reason
        if failure.refused is not None:
            reason = self.refused_questions.get((model, failure.refused), reason)
        self.last_failure = Failure(number, failure.kind, reason)
        self.failures_by_kind[failure.kind] += 1
        return FailureRow(number, slot.attempt, failure.kind, reason, failure.seat, model, decision.next_step)

    def requeue_postponed(self) -> None:
        """Let postponed games be played, since a model answers again."""
        self._returned.extend(self._postponed)
        self._postponed.clear()

    def stop(self) -> None:
        """Stop the clock, and plan the running games again."""
        self.session.pause()
        for index in [*self.slots.running]:
            self.put_back(index)

    def running_seconds(self, ended: int) -> float:
        """Return what the running attempts have taken; each counts for no more than one of the `ended` games did."""
        return self.slots.running_seconds(self.session.seconds, self.busy_seconds / ended if ended else 0.0)

    def delays(self, now: float) -> tuple[Delay, ...]:
        """Return what the running games wait for; `now` is in seconds of the provider's clock."""
        if not self.slots.waiting:
            return ()
        waiting = sorted(index for index, slot in self.slots.running.items() if slot.waiting_for is not None)
        delays = (self._delay(self.slots.running[index], now) for index in waiting)
        return tuple(delay for delay in delays if delay is not None)

    def _untried_games(self) -> Iterator[int]:
        while self._returned:
            yield self._returned.popleft()
        if self.allocation is None:
            yield from self._untried
            return
        yield from self._batch
        while batch := self.allocation.next_games():
            self._batch = iter(batch)
            yield from self._batch

    def _next_in_outage(self) -> int | None:
        queues = [(self._postponed, GameStatus.PLANNED), (self._failed, GameStatus.FAILED)]
        if len(self._failed) >= FAILURES_BEFORE_RETRYING_FIRST:
            queues.reverse()
        for queue, status in queues:
            while queue:
                if self.slots.status(index := queue.popleft()) is status:
                    return index
        return None

    def _is_in_outage(self, index: int) -> bool:
        silent = self._outages.models
        return bool(silent) and not silent.isdisjoint(self._plan.cell_of(index).models)

    def _hold_up(self, index: int, waiting_for: WaitingFor) -> None:
        if (slot := self.slots.running.get(index)) is not None:
            self.slots.put(replace(slot, waiting_for=waiting_for))

    def _end(self, index: int, status: GameStatus, failures: int | None = None) -> None:
        """End the present attempt at a game, and queue the game if it is to be played again."""
        slot = self.slots.running[index]
        self.busy_seconds += self.session.seconds - slot.started_at
        failures = slot.failures if failures is None else failures
        self.slots.put(GameSlot(index, status, failures, slot.first_attempt_at))
        match status:
            case GameStatus.FAILED:
                self._failed.append(index)
            case GameStatus.PLANNED:
                self._returned.append(index)
            case GameStatus.RUNNING | GameStatus.DONE | GameStatus.SKIPPED | GameStatus.WAITING:
                pass
            case _:
                assert_never(status)

    def _model_at_fault(self, index: int, failure: GameFailed) -> str:
        """Return the model at the seat of a failure; empty where it has no seat."""
        if failure.seat is None:
            return ""
        return self._plan.cell_of(index).lineup(failure.seat.team).of(failure.seat.role)

    def _is_refused_for_good(self, model: str, failure: GameFailed) -> bool:
        """Return whether the model would refuse every other question of the kind that it has refused.

        One refusal says so of a kind that it never answered; of others, it says so where the question was not even
        sent: see `held_questions`.
        """
        question = failure.refused
        return question is not None and not (failure.was_sent and self._outages.has_answered(model, question))

    def _close(self, model: str, failure: GameFailed) -> None:
        """Hold back every game in which a model would be asked what it is not asked any more."""
        if model in self.closed_models or (model, failure.refused) in self.refused_questions:
            return
        question = None if failure.closes else failure.refused
        if question is None:
            self.closed_models[model] = str(failure)
            is_held = [model in cell.models for cell in self._plan.cells]
        else:
            self.refused_questions[model, question] = refuses_in_words(question, failure.reason)
            is_held = [is_asked(model, question, cell) for cell in self._plan.cells]
        waiting = self.slots.with_status(GameStatus.PLANNED, GameStatus.FAILED)
        self.slots.put_all([index for index in waiting if is_held[index % len(is_held)]], GameStatus.WAITING)

    def _delay(self, slot: GameSlot, now: float) -> Delay | None:
        number = self._plan.name(slot.index)
        match slot.waiting_for:
            case None:
                return None
            case Outage() as outage:
                if slot.runner is None:
                    return None
                model = self._plan.cell_of(slot.index).lineup(outage.seat.team).of(outage.seat.role)
                left = max(0.0, outage.until - slot.runner.clock())
                return Delay(number, model, f"asked again in {left:.0f} s ({one_line(outage.reason, 80)})")
            case call:
                return Delay(number, call.model, call.describe(now))


def _waits_for_retry(slot: GameSlot) -> bool:
    return slot.waiting_for is not None and not isinstance(slot.waiting_for, Outage)


def _status_after(step: NextStep) -> GameStatus:
    match step:
        case NextStep.AGAIN:
            return GameStatus.FAILED
        case NextStep.SKIPPED:
            return GameStatus.SKIPPED
        case NextStep.HELD_BACK:
            return GameStatus.WAITING
        case _:
            assert_never(step)
