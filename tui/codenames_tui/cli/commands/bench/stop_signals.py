"""Signals that stop a run of `bench run`."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Final

from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_tui.cli.streams import print_note

SECONDS_TO_LEAVE: Final = 1.5
"""After these an interrupted run is left, whatever still holds it up: its files are whole at any moment."""


class StopSignals:
    """Handlers of the signals that end a process; they stop the run instead, or let it finish the games in flight.

    Python handles them and not the event loop, which may be busy when they come. Where the run does not end in time,
    since a thread hangs or a task does not end, the process is left all the same.
    """

    def __init__(self, runner: BenchmarkRunner, *, drain: bool) -> None:
        self.numbers: list[int] = []
        """Of the signals that came."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """In which the run is; None before it starts."""
        self._runner = runner
        self._drain = drain
        self._exit_timer: threading.Timer | None = None
        self._handlers_before = {number: signal.signal(number, self._handle) for number in _ending_signals()}

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.numbers.append(number)
        if self._drain and len(self.numbers) == 1:
            self._call(self._runner.drain)
            self._call(print_note, "finishing the running games; interrupt again to stop at once")
        else:
            self._call(self._runner.stop)
            self._exit_soon(128 + number)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        if self.loop is None:
            function(*arguments)
        else:
            with suppress(RuntimeError):  # the loop is at its end
                self.loop.call_soon_threadsafe(function, *arguments)

    def remove(self) -> None:
        """Put the handlers back that were there before."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        if self._exit_timer is not None:
            self._exit_timer.cancel()

    def _exit_soon(self, code: int) -> None:
        if self._exit_timer is None:
            self._exit_timer = threading.Timer(SECONDS_TO_LEAVE, os._exit, (code,))
            self._exit_timer.daemon = True
            self._exit_timer.start()


def _ending_signals() -> Iterator[int]:
    """Yield the signals that end a run; one that was started with `nohup` outlives its terminal."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and not (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            yield number
