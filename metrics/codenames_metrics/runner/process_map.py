"""The same work for many things, spread over the cores of this machine; the results come in order.

For work that keeps a core busy and leaves nothing behind, such as measuring an episode.
"""

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

from codenames_metrics.runner.cores import available_cores

A = TypeVar("A")
B = TypeVar("B")

WORTH_IT: Final = 1_000
"""Fewer episodes are measured before other processes have started and imported what they need."""
_AT_ONCE: Final = 32
"""Things that a process is given at a time: large enough for the pipe not to matter."""
_AHEAD: Final = 3
"""Bundles for each process that are begun before their results are asked for: so memory has a bound."""


def map_in_processes(work: Callable[[A], B], things: Iterable[A], processes: int | None = None) -> Iterator[B]:
    """Yield what `work` returns for each of `things`, in their order.

    Args:
        work: can be pickled, as its results can; what it raises is raised here.
        things: as many as there are.
        processes: one for each core if not given; with one, or few things, all is done here.
    """
    things = iter(things)
    first = list(islice(things, WORTH_IT))
    processes = processes or available_cores()
    if processes == 1 or len(first) < WORTH_IT:
        yield from map(work, first)
        yield from map(work, things)
        return
    # Not by `fork`: this process may have threads. So workers are imported anew.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, gc.get_threshold())
    try:
        yield from _in_order(pool, partial(_all_of, work), _bundles(first, things), processes * _AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor, work: Callable[[list[A]], list[B]], bundles: Iterator[list[A]], most: int
) -> Iterator[B]:
    begun: deque[Future[list[B]]] = deque()
    for bundle in bundles:
        with _interrupts_held_back():
            begun.append(pool.submit(work, bundle))
        if len(begun) > most:
            yield from begun.popleft().result()
    while begun:
        yield from begun.popleft().result()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Have a process that starts in here hear of no interrupt: until it can ignore them, one would be a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _bundles(first: list[A], things: Iterator[A]) -> Iterator[list[A]]:
    for at in range(0, len(first), _AT_ONCE):
        yield first[at : at + _AT_ONCE]
    while bundle := list(islice(things, _AT_ONCE)):
        yield bundle


def _all_of(work: Callable[[A], B], bundle: list[A]) -> list[B]:
    return [work(thing) for thing in bundle]


def _begin(*thresholds: int) -> None:
    """Be a worker: collect garbage as seldom as the process that started it, leave an interrupt to it, end with it."""
    gc.set_threshold(*thresholds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End when the process has gone that started this one: one that is killed tells nobody."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
