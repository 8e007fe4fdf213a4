"""Eager start of coroutines: run the first step at once, and use a task only for a coroutine that really waits.

A benchmark game of offline agents asks dozens of questions that are answered without waiting. A task and a trip
through the event loop for each would cost more than the game.

The first step must already run as part of the task that will finish the coroutine. Otherwise `asyncio.timeout` and
the like inside the coroutine would cancel the wrong task. So an `EagerStarter` keeps a spare task ready and enters it
for the first step, with the hooks that asyncio documents for other task implementations. Only a coroutine that waits
uses the spare task up.

A coroutine that is abandoned is cancelled and may still clean up. It is cancelled again after `PATIENCE` seconds, or
when the loop ends, and dropped if it still goes on: a coroutine that swallows cancellations can hold up neither a game
nor the end of a loop.
"""

import asyncio
import contextlib
import contextvars
import weakref
from collections.abc import Coroutine, Generator
from typing import Any, Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds that an abandoned coroutine may take to clean up."""

_abandoned: "weakref.WeakSet[asyncio.Future[Any]]" = weakref.WeakSet()


def abandon(future: "asyncio.Future[Any]") -> None:
    """Cancel for good what an `EagerStarter` started: its result is no longer wanted."""
    _abandoned.add(future)
    future.cancel()
    again = future.get_loop().call_later(PATIENCE, future.cancel)
    future.add_done_callback(lambda _: again.cancel())


# D-018: most answers need no task; only what waits gets one.
class EagerStarter:
    """Starts coroutines of one event loop, one after the other."""

    def __init__(self) -> None:
        self._spare: _Spare | None = None

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "T | asyncio.Future[T]":
        """Run `coroutine`, which returns no future, up to its first wait.

        Returns:
            What it returned, if it never waited; else its future.

        Raises:
            Exception: what a coroutine raises that never waited, CancelledError included.
        """
        loop = asyncio.get_running_loop()
        spare = self._spare
        if spare is None or spare.loop is not loop or spare.task.done():
            spare = self._spare = _Spare(loop)
        outer = asyncio.current_task(loop)
        if outer is not None:
            asyncio._leave_task(loop, outer)
        asyncio._enter_task(loop, spare.task)
        try:
            waits_for = spare.context.run(coroutine.send, None)
        except StopIteration as stop:
            result: T = stop.value
            return result
        finally:
            asyncio._leave_task(loop, spare.task)
            if outer is not None:
                asyncio._enter_task(loop, outer)
        self._spare = None  # it is used up for the rest of the coroutine
        return spare.finish(coroutine, waits_for)

    def close(self) -> None:
        """Cancel the spare task."""
        if self._spare is not None and not self._spare.loop.is_closed():
            self._spare.task.cancel()
        self._spare = None


class _Spare:
    """A task that waits for a coroutine whose first step has been run."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.context = contextvars.copy_context()
        self.started: asyncio.Future[_Started] = loop.create_future()
        self.task: asyncio.Task[Any] = loop.create_task(_finish(self.started), context=self.context)

    def finish(self, coroutine: Coroutine[Any, Any, T], waits_for: Any) -> "asyncio.Future[T]":
        """Take over the rest of a coroutine that waits."""
        self.started.set_result(_Started(coroutine, waits_for))
        self.task.add_done_callback(lambda _: _close(coroutine))  # in case the task is cancelled before it starts
        return self.task


class _Started:
    """The rest of a coroutine whose first step has been run; awaiting it runs the rest."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], waits_for: Any) -> None:
        self.coroutine = coroutine
        self.waits_for = waits_for

    # This is what `yield from coroutine` does, written out because the coroutine already stands at its first yield:
    # pass on what it waits for, and send back into it what the event loop answers, exceptions included. It differs in
    # one point: the second cancellation of an abandoned coroutine ends the task whatever the coroutine does with it.
    def __await__(self) -> Generator[Any, Any, Any]:
        waits_for = self.waits_for
        cancellations = 0
        try:
            while True:
                try:
                    sent = yield waits_for
                except GeneratorExit:
                    _close(self.coroutine)
                    raise
                except asyncio.CancelledError as error:
                    waits_for = self.coroutine.throw(error)
                    cancellations += asyncio.current_task() in _abandoned
                    if cancellations > 1:
                        del self.coroutine  # or it would be finalised after the loop is closed
                        raise asyncio.CancelledError from None
                except BaseException as error:  # as `yield from` does, pass it into the coroutine
                    waits_for = self.coroutine.throw(error)
                else:
                    waits_for = self.coroutine.send(sent)
        except StopIteration as stop:
            return stop.value


async def _finish(started: "asyncio.Future[_Started]") -> Any:
    return await (await started)


def _close(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Close a coroutine; one that refuses to end is left alone."""
    with contextlib.suppress(RuntimeError):
        coroutine.close()
