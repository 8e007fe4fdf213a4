"""Starting a coroutine at once, and paying for a task only where it really waits.

A benchmark game of offline agents asks dozens of questions that are answered without waiting; a task and a trip
through the event loop for each would cost more than the game. On Python 3.12 and later this is what eager tasks are
for. On 3.11 the first step is run by hand under the identity of the task that will carry on, with the hooks that
asyncio documents for other task implementations; so `asyncio.timeout` and its like work inside the coroutine.
"""

import asyncio
import contextvars
import sys
from collections.abc import Coroutine, Generator
from typing import Any, TypeVar

T = TypeVar("T")


def start(coroutine: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
    """Run `coroutine` up to its first wait and return its future, which is done if it never waited."""
    loop = asyncio.get_running_loop()
    if sys.version_info >= (3, 12):
        return asyncio.Task(coroutine, loop=loop, eager_start=True)
    return _start_by_hand(coroutine, loop)


class _Rest:
    """What is left of a coroutine after its first step."""

    def __init__(self) -> None:
        self.coroutine: Coroutine[Any, Any, Any] | None = None
        self.waits_for: Any = None

    def __await__(self) -> Generator[Any, Any, Any]:
        if self.coroutine is None:
            return None
        waits_for = self.waits_for
        try:
            while True:
                try:
                    sent = yield waits_for
                except BaseException as error:  # cancellation travels into the coroutine like everything else
                    waits_for = self.coroutine.throw(error)
                else:
                    waits_for = self.coroutine.send(sent)
        except StopIteration as stop:
            return stop.value


async def _finish(rest: _Rest) -> Any:
    return await rest


def _start_by_hand(coroutine: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> "asyncio.Future[T]":
    rest = _Rest()
    context = contextvars.copy_context()
    task: asyncio.Task[T] = loop.create_task(_finish(rest), context=context)
    outer = asyncio.current_task(loop)
    if outer is not None:
        asyncio._leave_task(loop, outer)
    asyncio._enter_task(loop, task)
    try:
        rest.waits_for = context.run(coroutine.send, None)
    except StopIteration as stop:
        return _done(loop, stop.value)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        return _failed(loop, error)
    else:
        rest.coroutine = coroutine
        task.add_done_callback(lambda _: coroutine.close())  # where it was cancelled before it could carry on
        return task
    finally:
        asyncio._leave_task(loop, task)
        if outer is not None:
            asyncio._enter_task(loop, outer)


def _done(loop: asyncio.AbstractEventLoop, value: T) -> "asyncio.Future[T]":
    future = loop.create_future()
    future.set_result(value)
    return future


def _failed(loop: asyncio.AbstractEventLoop, error: BaseException) -> "asyncio.Future[Any]":
    future = loop.create_future()
    if isinstance(error, asyncio.CancelledError):
        future.cancel()
    else:
        future.set_exception(error)
    return future
