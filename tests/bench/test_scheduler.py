"""The state of every game of a run, the order in which they are played, and the time of a session."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bench.benchmarks import offline, with_models

from codenames_agents.providers.provider import CallState, RequestPhase
from codenames_core.game.config import Seat, Team
from codenames_core.play.episode import Outage
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.failures import NextStep
from codenames_metrics.run_folder.progress import GameStatus
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.game_slots import GameSlot, GameSlots
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.models.retries import decide_retry
from codenames_metrics.runner.scheduler import FAILURES_BEFORE_RETRYING_FIRST, Scheduler
from codenames_metrics.runner.session_clock import SessionClock

PLAN = Plan(offline())


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def scheduler_of(plan: Plan, clock: Callable[[], float] = lambda: 0.0) -> tuple[Scheduler, Outages]:
    """A scheduler, and the outages that it asks about."""
    outages = Outages(60.0, clock, lambda: None)
    return Scheduler(plan, outages, clock), outages


# Time


def test_pauses_do_not_count() -> None:
    clock = Clock()
    session = SessionClock(clock)
    clock.now += 5
    session.pause()
    clock.now += 60
    assert session.seconds == 5
    session.resume()
    clock.now += 2
    assert session.seconds == 7


def test_time_of_a_run_that_was_paused_before_it_began_stands_still_at_nothing() -> None:
    clock = Clock()
    session = SessionClock(clock)
    session.pause()
    clock.now += 60
    session.begin()
    clock.now += 60
    assert session.seconds == 0
    session.resume()
    clock.now += 3
    assert session.seconds == 3


@given(st.lists(st.tuples(st.integers(0, 7), st.floats(0, 50)), max_size=40), st.integers(0, 5))
def test_running_attempts_count_for_no_more_than_one_that_ended(moves: list[tuple[int, float]], ended: int) -> None:
    clock = Clock()
    scheduler, _ = scheduler_of(PLAN, clock)
    began = dict[int, float]()
    for game, seconds in moves:
        clock.now += seconds
        if game in began:
            began.pop(game)
            scheduler.put_back(game)
        else:
            began[game] = scheduler.session.seconds
            scheduler.begin(game)
    usual = scheduler.busy_seconds / ended if ended else 0.0
    wanted = sum(min(scheduler.session.seconds - moment, usual) for moment in began.values())
    assert scheduler.running_seconds(ended) == pytest.approx(wanted, abs=1e-6)


# Slots


OUTAGE = Outage(Seat.RED_CLUER, "gone", 5.0, 105.0)
RETRY = CallState("one", "red cluer", RequestPhase.RETRYING, 1, 5, resume_at=105.0, reason="429")
SLOTS = st.builds(
    GameSlot,
    index=st.integers(0, 9),
    status=st.sampled_from(GameStatus),
    failures=st.integers(0, 2),
    started_at=st.floats(0, 1_000),
    waiting_for=st.sampled_from([None, OUTAGE, RETRY]),
)


@given(st.lists(SLOTS, max_size=30))
def test_sums_over_all_slots_are_those_of_a_fold(changes: list[GameSlot]) -> None:
    slots = GameSlots(10)
    for slot in changes:
        slots.put(slot)
    folded = Counter(slot.status for slot in slots)
    assert {status: slots.count(status) for status in GameStatus} == {status: folded[status] for status in GameStatus}
    running = [slot for slot in slots if slot.status is GameStatus.RUNNING]
    assert {slot.index: slot for slot in running} == slots.running
    assert slots.waiting == sum(slot.waiting_for is not None for slot in running)
    assert slots.in_outage == sum(isinstance(slot.waiting_for, Outage) for slot in running)


@given(st.data())
def test_whatever_happens_every_game_has_one_status_and_sums_are_those_of_a_fold(data: st.DataObject) -> None:
    plan = Plan(with_models("one", "two"))
    scheduler, outages = scheduler_of(plan)
    slots = scheduler.slots
    for _ in range(data.draw(st.integers(0, 40))):
        index = scheduler.next(has_room=data.draw(st.booleans())) if data.draw(st.booleans()) else None
        if index is not None:
            scheduler.begin(index)
        elif slots.running:
            _change(scheduler, data.draw(st.sampled_from([*slots.running])), data)
        data.draw(st.sampled_from([outages.failed, outages.answered]))(data.draw(st.sampled_from(["one", "two"])))
        assert Counter(slot.status for slot in slots) == +Counter(
            {status: slots.count(status) for status in GameStatus}
        )
        assert slots.waiting == sum(slot.waiting_for is not None for slot in slots.running.values())
    scheduler.stop()
    assert not slots.running
    assert slots.count(*GameStatus) == len(plan)


def _change(scheduler: Scheduler, index: int, data: st.DataObject) -> None:
    """Have something happen to a running game."""
    closes = data.draw(st.booleans())
    changes: list[Callable[[], object]] = [
        lambda: scheduler.finish(index),
        lambda: scheduler.put_back(index),
        lambda: scheduler.fail(index, GameFailed("server error", seat=Seat.RED_CLUER, closes=closes)),
        lambda: scheduler.wait(index, OUTAGE),
        lambda: scheduler.wait(index, None),
        lambda: scheduler.note_call(index, RETRY),
        lambda: scheduler.note_call(index, replace(RETRY, phase=RequestPhase.WAITING)),
    ]
    data.draw(st.sampled_from(changes))()


def test_a_plan_of_a_million_games_takes_a_byte_for_each() -> None:
    slots = GameSlots(1_000_000)
    slots.put_all(range(999_000), GameStatus.DONE)
    assert (slots.count(GameStatus.DONE), slots.count(GameStatus.PLANNED)) == (999_000, 1_000)
    assert len(slots.running) == 0
    assert list(slots.with_status(GameStatus.PLANNED)) == list(range(999_000, 1_000_000))


# Order


def take(scheduler: Scheduler, *, has_room: bool = True) -> int | None:
    """Begin the next game."""
    index = scheduler.next(has_room=has_room)
    if index is not None:
        scheduler.begin(index)
    return index


def test_games_are_played_in_the_order_of_the_plan_and_finished_ones_are_left_out() -> None:
    scheduler, _ = scheduler_of(PLAN)
    scheduler.mark_finished([0, 2])
    assert [take(scheduler) for _ in range(7)] == [1, 3, 4, 5, 6, 7, None]


def test_a_game_that_failed_comes_after_the_untried_ones_and_counts_its_attempts() -> None:
    scheduler, _ = scheduler_of(PLAN)
    take(scheduler)
    row = scheduler.fail(0, GameFailed("worker lost", "gone"))
    assert (row.attempt, row.then) == (1, NextStep.AGAIN)
    assert [take(scheduler) for _ in range(8)] == [*range(1, 8), 0]
    assert scheduler.slots.running[0].attempt == 2


def test_a_game_that_is_put_back_has_not_failed_and_comes_first() -> None:
    scheduler, _ = scheduler_of(PLAN)
    take(scheduler)
    scheduler.put_back(0)
    assert take(scheduler) == 0
    assert scheduler.slots.running[0].attempt == 1


def test_games_of_a_model_that_is_away_come_last_and_only_where_there_is_room() -> None:
    plan = Plan(with_models("one", "two", matchups="mirror", models=["one", "two"], seeds="0..1"))
    scheduler, outages = scheduler_of(plan)
    outages.failed("one")
    others = [index for index in range(len(plan)) if plan.cell_of(index).models == {"two"}]
    assert [take(scheduler, has_room=False) for _ in range(3)] == [*others, None]
    assert take(scheduler, has_room=True) == 0
    outages.answered("one")
    scheduler.requeue_postponed()
    assert take(scheduler, has_room=False) == 2


def test_once_enough_games_have_failed_they_are_tried_ahead_of_new_ones_of_the_model_that_is_away() -> None:
    plan = Plan(with_models("one", models=["one"], matchups="mirror", seeds="0..19"))
    scheduler, outages = scheduler_of(plan)
    for index in range(FAILURES_BEFORE_RETRYING_FIRST - 1):
        assert take(scheduler) == index
    outages.failed("one")
    for index in range(FAILURES_BEFORE_RETRYING_FIRST - 1):
        scheduler.fail(index, GameFailed("server error", seat=Seat.RED_CLUER))
    assert take(scheduler) == FAILURES_BEFORE_RETRYING_FIRST - 1
    scheduler.fail(FAILURES_BEFORE_RETRYING_FIRST - 1, GameFailed("server error", seat=Seat.RED_CLUER))
    assert take(scheduler) == 0


def test_a_model_that_cannot_be_asked_holds_back_all_its_games() -> None:
    plan = Plan(with_models("one", "two"))
    scheduler, _ = scheduler_of(plan)
    index = next(index for index in range(len(plan)) if plan.cell_of(index).lineup(Team.RED).cluer == "one")
    scheduler.begin(index)
    row = scheduler.fail(index, GameFailed("key refused", "no", seat=Seat.RED_CLUER, closes=True))
    assert (row.model, row.then) == ("one", NextStep.HELD_BACK)
    waiting = set(scheduler.slots.with_status(GameStatus.WAITING))
    assert waiting == {index for index in range(len(plan)) if "one" in plan.cell_of(index).models}
    assert scheduler.closed_models == {"one": "key refused: no"}


# Retries


@pytest.mark.parametrize(
    ("failures", "facts", "next_step", "closes"),
    [
        (1, "", NextStep.AGAIN, False),
        (2, "silent", NextStep.AGAIN, False),
        (3, "", NextStep.SKIPPED, False),
        (3, "silent", NextStep.SKIPPED, True),
        (1, "closed", NextStep.HELD_BACK, False),
        (3, "closed", NextStep.SKIPPED, False),
        (1, "cannot be asked", NextStep.HELD_BACK, True),
        (3, "cannot be asked", NextStep.HELD_BACK, True),
    ],
)
def test_what_happens_to_a_game_after_a_failed_attempt(
    failures: int, facts: str, next_step: NextStep, closes: bool
) -> None:
    decision = decide_retry(
        failures=failures,
        allowed=3,
        cannot_be_asked="cannot be asked" in facts,
        is_model_closed="closed" in facts,
        is_model_silent="silent" in facts,
    )
    assert decision == (next_step, closes)
