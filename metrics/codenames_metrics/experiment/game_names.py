"""What the files and the logs of a run call a game: by its key, so that a run can grow and no game changes its name.

Runs that earlier versions began call a game by its place in the plan, and keep to it.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from typing import Final, Protocol

_FEWEST_DIGITS: Final = 3
_KEY_DIGITS: Final = 16
"""Of a key's hash: two of a million games share a name with a chance of 1 to 37 million."""
_NAME_OF_KEY: Final = re.compile(f"[0-9a-f]{{{_KEY_DIGITS}}}")
_DIGITS_READ: Final = 8
"""Of a name where people read it: two of 1,000 games share them with a chance of 1 to 8,600."""


class Naming(StrEnum):
    """By what the games of a run are named."""

    KEY = "key"
    NUMBER = "number"
    """By their places in the plan: of runs that earlier versions began. They cannot grow."""


class GameNames(Protocol):
    """Names of games, and back."""

    def name(self, index: int) -> str:
        """Return the name of the game at a place of the plan."""

    def index_of(self, name: str) -> int | None:
        """Return the place of the game of this name; None if there is no such game."""


def name_to_read(name: str) -> str:
    """Return the short form of a game's name, with which the name of its file begins.

    >>> name_to_read("3f9a0c2d71e8b654"), name_to_read("001")
    ('3f9a0c2d', '001')
    """
    return name[:_DIGITS_READ]


class NumberedNames:
    """Names are places in the plan from 1, such as `001`.

    Args:
        games: how many there are.
    """

    def __init__(self, games: int) -> None:
        self._games = games
        self._digits = max(_FEWEST_DIGITS, len(str(games)))

    def name(self, index: int) -> str:
        """Return the name of the game at a place of the plan."""
        return f"{index + 1:0{self._digits}d}"

    def index_of(self, name: str) -> int | None:
        """Return the place of the game of this name; None if there is no such game."""
        is_number = len(name) == self._digits and name.isascii() and name.isdecimal()
        return int(name) - 1 if is_number and 0 < int(name) <= self._games else None


class KeyedNames:
    """Names are the first digits of the games' keys.

    The way back takes 24 bytes for each game, and is worked out when it is first asked for. Names are known then, too.

    Args:
        games: how many there are.
        key_of: returns the key of the game at a place of the plan.
    """

    def __init__(self, games: int, key_of: Callable[[int], str]) -> None:
        self._games = games
        self._key_of = key_of
        self._known: array[int] | None = None
        """The numbers that the names are, by place."""

    def name(self, index: int) -> str:
        """Return the name of the game at a place of the plan."""
        if self._known is not None and index >= 0:
            return f"{self._known[index]:0{_KEY_DIGITS}x}"
        return self._key_of(index).partition(":")[2][:_KEY_DIGITS]

    def index_of(self, name: str) -> int | None:
        """Return the place of the game of this name; None if there is no such game."""
        if not _NAME_OF_KEY.fullmatch(name):
            return None
        numbers, places = self._numbers
        found = bisect_left(numbers, number := int(name, 16))
        return places[found] if found < len(numbers) and numbers[found] == number else None

    @cached_property
    def _numbers(self) -> "tuple[array[int], array[int]]":
        """The numbers that the names are, in order, and the places of their games."""
        numbers = array("Q", (int(self.name(index), 16) for index in range(self._games)))
        self._known = numbers
        places = array("L", sorted(range(self._games), key=numbers.__getitem__))
        return array("Q", map(numbers.__getitem__, places)), places
