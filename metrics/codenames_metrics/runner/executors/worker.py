"""A process that plays games for a driver, one after the other: `python -m codenames_metrics.runner.executors.worker`.

It writes no file, sends every line of a journal to the driver as it comes, and ends when the driver is gone. It ignores
interrupts, which the driver handles.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel

from codenames_core.files.journal import journal_line, parse_journal
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import Team, TeamConfig
from codenames_core.game.events import Event
from codenames_metrics.runner.executors.pipe_messages import (
    FAILED,
    LINES,
    METRICS,
    RECORD,
    TEAMS,
    failure_as_json,
    pack_message,
    read_message,
)
from codenames_metrics.runner.game_task import FinishedGame, GameTask, play_here


class LineSender:
    """Sends the lines of a journal to the driver, answers together with the event that they led to.

    Args:
        send: takes whole lines.
        at_once: whether an answer is sent immediately, since it was paid for.
        enough: bytes that are worth a message; fewer wait for the next event, or for the end.
    """

    def __init__(self, send: Callable[[bytes], None], *, at_once: bool = False, enough: int = 0) -> None:
        self._send = send
        self._at_once = at_once
        self._enough = enough
        self._lines: list[bytes] = []

    def answered(self, trace: AgentTrace) -> None:
        """Take an answer."""
        self._take("answer", trace)
        if self._at_once:
            self.close()

    def happened(self, event: Event) -> None:
        """Take an event, and send the lines if they are enough."""
        self._take("event", event)
        if sum(map(len, self._lines)) >= self._enough:
            self.close()

    def seat_changed(self, change: SeatChange) -> None:
        """Take a change of seats."""
        self._take("seat", change)

    def close(self) -> None:
        """Send the lines that are left."""
        if self._lines:
            self._send(b"".join(self._lines))
            self._lines.clear()

    def _take(self, kind: str, entry: BaseModel) -> None:
        self._lines.append(journal_line(kind, entry))


def main() -> None:
    """Play games until the driver is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    driver_is_gone = contextlib.suppress(BrokenPipeError)  # also around closing the pipe, which flushes it
    with driver_is_gone, os.fdopen(os.dup(1), "wb") as out, asyncio.Runner() as loop:
        os.dup2(2, 1)  # so that prints do not end up in the pipe
        while (message := read_message(sys.stdin.buffer)) is not None:
            if message.kind == TEAMS:
                teams = {
                    Team(team): TeamConfig.model_validate(fields)
                    for team, fields in json.loads(message.content).items()
                }
            else:
                loop.run(_serve(teams, message.content, out))


async def _serve(teams: dict[Team, TeamConfig], journal: bytes, out: BinaryIO) -> None:
    try:
        finished = await _play(teams, journal, out)
    except BrokenPipeError:
        raise
    except Exception as error:
        _send(out, FAILED, failure_as_json(error))
    else:
        _send(out, RECORD, finished.record)
        _send(out, METRICS, finished.metrics)


async def _play(teams: dict[Team, TeamConfig], journal: bytes, out: BinaryIO) -> FinishedGame:
    begun = parse_journal(journal, "the journal of the driver")
    return await play_here(
        GameTask(begun.header, teams, LineSender(partial(_send, out, LINES)), Path(), played=begun.played),
    )


def _send(out: BinaryIO, kind: bytes, content: bytes) -> None:
    out.write(pack_message(kind, content))
    out.flush()


if __name__ == "__main__":
    main()
