"""The messages of driver and worker over a pipe: a letter for the kind, a length (32 bits, big-endian), the content."""

import json
import struct
from typing import BinaryIO, Final, NamedTuple

from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_metrics.runner.game_failure import GameFailed, bug

HEAD: Final = struct.Struct(">cI")

TEAMS: Final = b"T"
"""To the worker: who plays, JSON by team."""
JOURNAL: Final = b"J"
"""To the worker: the journal so far; the game begins."""
LINES: Final = b"L"
"""From the worker: further lines of the journal."""
RECORD: Final = b"R"
"""From the worker: the record of the finished game."""
METRICS: Final = b"M"
"""From the worker: its metrics; the game is over."""
FAILED: Final = b"F"
"""From the worker: why there is no result, as JSON; the attempt is over."""


class PipeMessage(NamedTuple):
    """One message."""

    kind: bytes
    content: bytes


def pack_message(kind: bytes, content: bytes) -> bytes:
    """Return a message as bytes."""
    return HEAD.pack(kind, len(content)) + content


def read_message(pipe: BinaryIO) -> PipeMessage | None:
    """Return the next message; None where the other process is gone."""
    head = pipe.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    kind, size = HEAD.unpack(head)
    content = pipe.read(size)
    return PipeMessage(kind, content) if len(content) == size else None


def failure_as_json(error: Exception) -> bytes:
    """Return why an attempt has no result, as JSON; any error but a `GameFailed` counts as a bug."""
    failure = error if isinstance(error, GameFailed) else bug(error)
    fields = {name: getattr(failure, name) for name in ("kind", "reason", "seat", "closes", "refused", "was_sent")}
    return json.dumps(fields).encode()


def failure_from_json(content: bytes) -> GameFailed:
    """Return the failure that `failure_as_json` wrote."""
    fields = json.loads(content)
    seat = Seat(fields["seat"]) if fields["seat"] else None
    refused = Question(fields["refused"]) if fields["refused"] else None
    return GameFailed(
        fields["kind"],
        fields["reason"],
        seat=seat,
        closes=fields["closes"],
        refused=refused,
        was_sent=fields["was_sent"],
    )
