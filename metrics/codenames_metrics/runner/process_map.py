"""The same function for many items, run in one process per core; the results come in order.

For pure work that keeps a core busy, such as measuring an episode.
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
"""Fewer items than this are done before other processes have started and imported what they need."""
_CHUNK: Final = 32
"""Items that a process is given at a time: enough for the cost of the pipe not to matter."""
_CHUNKS_AHEAD: Final = 3
"""Chunks for each process that are begun before their results are consumed, so that memory has a bound."""


def map_in_processes(work: Callable[[A], B], items: Iterable[A], processes: int | None = None) -> Iterator[B]:
    """Yield what `work` returns for each of `items`, in their order.

    Args:
        work: can be pickled, and so can its results; what it raises is raised here.
        items: may be endless.
        processes: one for each core if not given; with one, or with few items, all is done in this process.
    """
    items = iter(items)
    first = list(islice(items, WORTH_IT))
    processes = processes or available_cores()
    if processes == 1 or len(first) < WORTH_IT:
        yield from map(work, first)
        yield from map(work, items)
        return
    pool = new_process_pool(processes)
    try:
        yield from _in_order(pool, partial(_map_chunk, work), _chunks(first, items), processes * _CHUNKS_AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def new_process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool whose processes leave interrupts to this one, and end with it."""
    # Not by `fork`, since this process may have threads.
    return ProcessPoolExecutor(processes, get_context("spawn"), _start_worker, gc.get_threshold())


def _in_order(
    pool: ProcessPoolExecutor, work: Callable[[list[A]], list[B]], chunks: Iterator[list[A]], limit: int
) -> Iterator[B]:
    pending: deque[Future[list[B]]] = deque()
    for chunk in chunks:
        with _interrupts_blocked():
            pending.append(pool.submit(work, chunk))
        if len(pending) > limit:
            yield from pending.popleft().result()
    while pending:
        yield from pending.popleft().result()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block interrupts for a process that starts in here: before it can ignore them, one would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _chunks(first: list[A], items: Iterator[A]) -> Iterator[list[A]]:
    for start in range(0, len(first), _CHUNK):
        yield first[start : start + _CHUNK]
    while chunk := list(islice(items, _CHUNK)):
        yield chunk


def _map_chunk(work: Callable[[A], B], chunk: list[A]) -> list[B]:
    return [work(item) for item in chunk]


def _start_worker(*thresholds: int) -> None:
    """Collect garbage as seldom as the parent process, leave interrupts to it, and end with it."""
    gc.set_threshold(*thresholds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has gone: a parent that is killed cannot end it."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
