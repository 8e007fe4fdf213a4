"""What a game that is followed yields, wherever it comes from."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from codenames_core.watch.broadcast import Message


@dataclass(frozen=True, slots=True)
class Notice:
    """The state of the connection or file itself: lost, or there again."""

    text: str
    """Empty once all is well again."""
    final: bool = False
    """Whether nothing more will come."""


News = Message | Notice


class Source(Protocol):
    """A game that can be followed."""

    def follow(self) -> AsyncGenerator[News]:
        """Yield `Start`, then each event, then `End`, and notices in between."""
        ...
