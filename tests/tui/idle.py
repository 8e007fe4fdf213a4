"""Whether an app has anything left to do."""

import asyncio
from typing import Final

MOST_TURNS: Final = 1_000
"""Of the event loop; a game that is played without pauses always has more to do."""
SOON: Final = 1 / 30
"""Seconds within which a timer may still bring something to do: Textual paints and lays out sixty times a second."""
MOST_TIMERS: Final = 4
"""How many are waited for: painting may follow a layout, and what moves has timers without end."""


FOR_THREADS: Final = 0.04
"""Seconds that threads are waited for, of which some work for as long as the app does."""
STEP: Final = 0.002


def has_more_to_do() -> bool:
    """Whether any task could go on at once: with a message that was posted, with a key that was pressed."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


async def until_nothing_is_left() -> None:
    """Let the app work until only a later time or the world can bring it something to do."""
    loop = asyncio.get_running_loop()
    timers, waited = 0, 0.0
    for _ in range(MOST_TURNS):
        if has_more_to_do():
            await asyncio.sleep(0)
        elif waited < FOR_THREADS and are_threads_at_work(loop):
            waited += STEP
            await asyncio.sleep(STEP)
        elif timers < MOST_TIMERS and (due := next_timer(loop)) <= loop.time() + SOON:
            timers += 1
            await asyncio.sleep(max(0.0, due - loop.time()))
        else:
            return


def are_threads_at_work(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether a thread does something that a task may wait for."""
    threads = loop._default_executor  # type: ignore[attr-defined]
    return threads is not None and (
        threads._work_queue.qsize() > 0 or len(threads._threads) > threads._idle_semaphore._value
    )


def next_timer(loop: asyncio.AbstractEventLoop) -> float:
    """Return when the next timer is due, by the clock of the loop; infinity where there is none."""
    timers = loop._scheduled  # type: ignore[attr-defined]
    return min((timer.when() for timer in timers if not timer.cancelled()), default=float("inf"))
