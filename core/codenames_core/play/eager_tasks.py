"""Starting a coroutine at once, and paying for a task only where it really waits.

A benchmark game of offline agents asks dozens of questions that are answered without waiting; a task and a trip
through the event loop for each would cost more than the game.

The first step must already run under the identity of the task that will carry on, or else `asyncio.timeout` and its
like inside the coroutine would cancel the wrong one. So an `EagerStarter` keeps a spare task at hand: the first step
runs as if in it, by way of the hooks that asyncio documents for other task implementations, and only a coroutine that
waits uses it up.

Who waits for a coroutine may abandon it. It is cancelled then, and may still clean up. It is cancelled again after a
while, or when the loop ends, and dropped if it goes on even then: a coroutine which swallows cancellations can hold up
neither a game nor the end of a loop.
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
    """Cancel what a `EagerStarter` started, for good: nobody waits for it any more."""
    _abandoned.add(future)
    future.cancel()
    again = future.get_loop().call_later(PATIENCE, future.cancel)
    future.add_done_callback(lambda _: again.cancel())


# D-018: most answers need no task; only what waits gets one.
class EagerStarter:
    """Starts coroutines of one event loop, one after the other."""

    def __init__(self) -> None:
        self._spare: _Spare | None = None

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
        """Run `coroutine` up to its first wait and return its future, which is done if it never waited."""
        loop = asyncio.get_running_loop()
        if self._spare is None or self._spare.loop is not loop or self._spare.task.done():
            self._spare = _Spare(loop)
        future, used = self._spare.start(coroutine)
        if used:
            self._spare = None
        return future

    def close(self) -> None:
        """Let go of the spare task."""
        if self._spare is not None and not self._spare.loop.is_closed():
            self._spare.task.cancel()
        self._spare = None


class _Spare:
    """A task that waits for a coroutine whose first step has been run."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.context = contextvars.copy_context()
        self.begun: asyncio.Future[_Begun] = loop.create_future()
        self.task: asyncio.Task[Any] = loop.create_task(_carry_on(self.begun), context=self.context)

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "tuple[asyncio.Future[T], bool]":
        """Run the first step; return the future of the whole, and whether this task carries it on."""
        outer = asyncio.current_task(self.loop)
        if outer is not None:
            asyncio._leave_task(self.loop, outer)
        asyncio._enter_task(self.loop, self.task)
        future: asyncio.Future[T]
        try:
            waits_for = self.context.run(coroutine.send, None)
        except StopIteration as stop:
            future = self.loop.create_future()
            future.set_result(stop.value)
            return future, False
        except asyncio.CancelledError:
            future = self.loop.create_future()
            future.cancel()
            return future, False
        except Exception as error:
            future = self.loop.create_future()
            future.set_exception(error)
            return future, False
        finally:
            asyncio._leave_task(self.loop, self.task)
            if outer is not None:
                asyncio._enter_task(self.loop, outer)
        self.begun.set_result(_Begun(coroutine, waits_for))
        self.task.add_done_callback(lambda _: _drop(coroutine))  # where it was cancelled before it could end
        return self.task, True


class _Begun:
    """What is left of a coroutine after its first step."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], waits_for: Any) -> None:
        self.coroutine = coroutine
        self.waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, Any]:
        waits_for = self.waits_for
        cancellations = 0
        try:
            while True:
                try:
                    sent = yield waits_for
                except GeneratorExit:
                    _drop(self.coroutine)
                    raise
                except asyncio.CancelledError as error:
                    waits_for = self.coroutine.throw(error)
                    cancellations += asyncio.current_task() in _abandoned
                    if cancellations > 1:  # it goes on all the same, and nobody waits for it
                        del self.coroutine  # or its last breath could be drawn when the loop is gone
                        raise asyncio.CancelledError from None
                except BaseException as error:  # everything travels into the coroutine
                    waits_for = self.coroutine.throw(error)
                else:
                    waits_for = self.coroutine.send(sent)
        except StopIteration as stop:
            return stop.value


async def _carry_on(begun: "asyncio.Future[_Begun]") -> Any:
    return await (await begun)


def _drop(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Close a coroutine; one that refuses to end stays where it is."""
    with contextlib.suppress(RuntimeError):
        coroutine.close()
