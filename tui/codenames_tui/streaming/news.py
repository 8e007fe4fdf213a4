"""What those who follow a game are told, wherever it comes from."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from codenames_core.watch.broadcast import Message


@dataclass(frozen=True, slots=True)
class Notice:
    """How the following itself goes: a connection that is lost, or there again."""

    text: str
    """Blank where all is well again."""
    final: bool = False
    """Whether nothing more will come."""


News = Message | Notice


class Source(Protocol):
    """A game that can be followed."""

    def follow(self) -> AsyncGenerator[News]:
        """Yield `Start`, then what happens, up to the end."""
        ...
