"""Lets games go on one after the other, first come, first served, where many get their answers at the same time.

An event loop advances all its tasks in step. Where 64 answers come together, every game would get a 64th of the
processor, and all would send their next requests together, when the work of all is done. The server answers them
together again, so that each round of answers takes longer by the work of 64 games. Served in turn, a game sends its
next request as soon as its own work is done; from then on the answers come one after the other, and none waits.

The pattern is the "turnstile" of Allen B. Downey, The Little Book of Semaphores; in the theory of queues, it serves
first come, first served instead of sharing the processor.
"""

import asyncio
from collections import deque
from weakref import WeakKeyDictionary


class Turnstile:
    """Lets one task through in each pass of the event loop, in the order in which they come.

    Nobody holds it: however long a task waits afterwards for something else, a person or a disk, the next one goes
    through in the next pass. A task that is cancelled while it waits leaves the line. Each event loop has its own line.
    """

    def __init__(self) -> None:
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, _Line] = WeakKeyDictionary()

    async def enter(self) -> None:
        """Return when it is this task's turn: at once if nobody else has come in this pass of the event loop."""
        loop = asyncio.get_running_loop()
        if (line := self._lines.get(loop)) is None:
            line = self._lines[loop] = _Line()
        if line.is_closed:
            turn = loop.create_future()
            line.waiting.append(turn)
            await turn
        else:
            line.is_closed = True
            loop.call_soon(line.admit, loop)


class _Line:
    """Who waits in one event loop."""

    def __init__(self) -> None:
        self.is_closed = False
        """Whether somebody has gone through in this pass."""
        self.waiting: deque[asyncio.Future[None]] = deque()

    def admit(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the next one through who still waits, and come back in the next pass."""
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():  # a task that was cancelled has cancelled its turn
                turn.set_result(None)
                loop.call_soon(self.admit, loop)
                return
        self.is_closed = False
