"""Work that is spread over processes: the order, the bound, and what goes wrong."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice

import pytest
from tests.patience import PATIENCE

from codenames_metrics.runner.process_map import WORTH_IT, map_in_processes


def doubled(number: int) -> int:
    return 2 * number


def inverse(number: int) -> float:
    return 1 / (number - 450)


def process_of(_: int) -> int:
    return os.getpid()


def hears_interrupts(_: int) -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_results_come_in_the_order_of_the_things() -> None:
    assert list(map_in_processes(doubled, range(WORTH_IT + 77), processes=2)) == [
        2 * number for number in range(WORTH_IT + 77)
    ]


def test_many_things_are_done_by_other_processes_and_few_are_not() -> None:
    assert os.getpid() not in set(map_in_processes(process_of, range(WORTH_IT), processes=2))
    assert set(map_in_processes(process_of, range(WORTH_IT - 1), processes=2)) == {os.getpid()}
    assert set(map_in_processes(process_of, range(WORTH_IT), processes=1)) == {os.getpid()}


def test_things_without_end_are_taken_only_a_bounded_way_ahead() -> None:
    taken = 0

    def things() -> Iterator[int]:
        nonlocal taken
        for number in count():
            taken = number
            yield number

    results = map_in_processes(doubled, things(), processes=2)
    assert list(islice(results, 10)) == [2 * number for number in range(10)]
    assert taken < 2 * WORTH_IT
    results.close()  # type: ignore[attr-defined]


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_in_processes(inverse, range(WORTH_IT + 100), processes=2))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system holds no signals back")
def test_workers_hear_of_no_interrupt_from_their_first_moment_on_and_this_process_does() -> None:
    assert set(map_in_processes(hears_interrupts, range(WORTH_IT), processes=2)) == {False}
    assert hears_interrupts(0)


WITHOUT_END = """
from itertools import count
from codenames_metrics.runner.process_map import map_in_processes
results = map_in_processes(abs, count(), processes=2)
next(results)
print("begun", flush=True)
input()
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no groups of processes")
def test_workers_end_with_the_process_that_started_them_even_if_it_is_killed() -> None:
    command = [sys.executable, "-c", WITHOUT_END]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as parent:
        try:
            assert parent.stdout is not None
            assert parent.stdout.readline() == b"begun\n"
            parent.kill()
            # Returns when nobody holds the pipe; workers write where their parent did.
            parent.communicate(timeout=PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(parent.pid, signal.SIGKILL)
