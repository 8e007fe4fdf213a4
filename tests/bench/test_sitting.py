"""The time of a sitting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_metrics.runner.session_clock import SessionClock


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_pauses_do_not_count() -> None:
    clock = Clock()
    sitting = SessionClock(clock)
    clock.now += 5
    sitting.pause()
    clock.now += 60
    assert sitting.seconds == 5
    sitting.resume()
    clock.now += 2
    assert sitting.seconds == 7


def test_time_of_a_run_that_was_paused_before_it_began_stands_still_at_nothing() -> None:
    clock = Clock()
    sitting = SessionClock(clock)
    sitting.pause()
    clock.now += 60
    sitting.begin()
    clock.now += 60
    assert sitting.seconds == 0
    sitting.resume()
    clock.now += 3
    assert sitting.seconds == 3


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(0, 50)), max_size=40), st.integers(0, 5))
def test_running_attempts_count_for_no_more_than_one_that_ended(moves: list[tuple[int, float]], ended: int) -> None:
    clock = Clock()
    sitting, began = SessionClock(clock), dict[int, float]()
    for game, seconds in moves:
        clock.now += seconds
        if game in began:
            began.pop(game)
            sitting.got_up(game)
        else:
            began[game] = sitting.seconds
            sitting.sat_down(game)
    usual = sitting.busy_seconds / ended if ended else 0.0
    wanted = sum(min(sitting.seconds - moment, usual) for moment in began.values())
    assert sitting.running_seconds(ended) == pytest.approx(wanted, abs=1e-6)
