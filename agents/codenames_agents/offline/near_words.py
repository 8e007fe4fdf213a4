"""Clues that a vector agent does not give, although they may be legal: those whose spelling gives away a board word.

Vectors rank a word's own relatives highest. The referee decides what is legal; this check goes by spelling alone and is
stricter than any rule, so it also costs the agent a harmless clue now and then.
"""

from collections.abc import Collection
from typing import Final

_SHORTEST_PART: Final = 3
_SHORTEST_PART_OF_A_NAME: Final = 4
_SHORTEST_ROOT: Final = 4


def too_close(clue: str, word: str, relatives: Collection[str] = ()) -> bool:
    """Return whether the letters of a clue give a board word away. Both are normalised.

    Args:
        clue: the clue word.
        word: the board word, perhaps a name of several words.
        relatives: clue words of the same root as the board word that spelling does not show.

    >>> [too_close(clue, "horseshoe") for clue in ("horse", "shoe", "hoof")]
    [True, True, False]
    >>> [too_close(clue, "new york") for clue in ("york", "yorker", "city")]
    [True, True, False]
    """
    parts = word.split()
    if clue in relatives or clue in parts:
        return True
    if len(parts) == 1:
        return (clue in word and len(clue) >= _SHORTEST_PART) or word in clue or _same_root(clue, word)
    joined = "".join(parts)
    return (len(clue) >= _SHORTEST_PART_OF_A_NAME and clue in joined) or any(
        len(part) >= _SHORTEST_PART_OF_A_NAME and (part in clue or _same_root(clue, part)) for part in parts
    )


def _same_root(one: str, other: str) -> bool:
    """Return whether two words begin alike, up to the last two letters of the shorter one."""
    root = max(_SHORTEST_ROOT, min(len(one), len(other)) - 2)
    return one[:root] == other[:root] and min(len(one), len(other)) >= root
