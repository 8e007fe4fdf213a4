"""The words that a clue and a board word have in common: the nearest to both, by which an agent explains a link.

They serve talk alone. What an agent clues or guesses never depends on them, and neither does what it states in numbers.

A clue word that is near to a board word is the better between it and a clue, the stronger the weaker of its two links
is: a word which is near to only one of them is none that they share.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from codenames_agents.offline.association import CLUER_WEIGHTS, cluers_strength, common_strength
from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.vectors import Floats, SomeClues, space
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.words import normalise

CLEAR: Final = 2.2
"""The least strength of both links, in standard deviations, at which a shared word explains anything."""
LOOSE: Final = 1.5
"""The least strength at which it says what somebody may have had in mind."""
_COMMON: Final = 3500
"""How many clue words may be shared, commonest first: a reader should know them."""
_NEAR: Final = 2.2
"""The least strength of a link, in standard deviations, that makes a clue word a neighbour of a board word."""
_MOST: Final = 3
_NEVER: Final = frozenset(
    (
        *("red", "blue", "neutral", "assassin", "opponent", "rival", "enemy", "foe", "adversary"),
        *("overhear", "eavesdrop", "surveillance", "listen", "hear", "spy"),
        *("discuss", "discussion", "say", "said", "talk", "mention", "argue", "argument", "debate", "conversation"),
        *("chat", "message", "remark", "consensus"),
    )
)
"""Words that would speak of the cards, the other team or the talk, whatever they were meant for."""


def shared_words(words: tuple[str, ...], clue: str, place: int, least: float = CLEAR) -> tuple[str, ...]:
    """Return up to three words that a clue shares with one word of the board, the best first, in capitals.

    None of them is a word of the board, or is spelled like the clue or that word. There are none for a clue or a word
    without vectors.

    Args:
        words: of the board.
        clue: any word.
        place: of the board word.
        least: the least strength of both links, in standard deviations, `LOOSE` or more.

    >>> board = ("LION", "TRAIN", "PIANO", "DOCTOR")
    >>> shared_words(board, "jungle", 0)[:2]
    ('TIGER', 'ZOO')
    """
    return tuple(word for word, weaker in _between(words, clue, place) if weaker >= least)


@lru_cache(maxsize=256)
def _between(words: tuple[str, ...], clue: str, place: int) -> tuple[tuple[str, float], ...]:
    """Return the words between a clue and a board word, each with the strength of the weaker link."""
    near = _neighbours(words)
    start, end = near.starts[place : place + 2]
    links = near.clues.links_to(clue, start, end)
    if links is None:
        return ()
    weaker = np.minimum(common_strength(links, CLUER_WEIGHTS), near.strength[start:end])
    one, other = normalise(clue), normalise(words[place])
    shared: list[tuple[str, float]] = []
    for at in np.argsort(-weaker, kind="stable").tolist():
        strength = float(weaker[at])
        if strength < LOOSE or len(shared) == _MOST:
            break
        word = shipped_vocabulary().words[near.clues.rows[start + at]]
        if not (word in near.on_board or word in _NEVER) and not (too_close(word, one) or too_close(word, other)):
            shared.append((word.upper(), strength))
    return tuple(shared)


class _Neighbours(NamedTuple):
    """The clue words near to each word of a board, one board word after the other."""

    clues: SomeClues
    strength: Floats
    """Of their links to the board word."""
    starts: Sequence[int]
    """Where the neighbours of each board word begin, and where all of them end."""
    on_board: frozenset[str]
    """The words of the board and the parts of its names, normalised: they are nobody's neighbours."""


@lru_cache(maxsize=4)
def _neighbours(words: tuple[str, ...]) -> _Neighbours:
    board = space(words)
    strength = cluers_strength(board)[:, :_COMMON]
    places, rows = np.nonzero(strength >= _NEAR)
    starts = np.searchsorted(places, np.arange(len(words) + 1)).tolist()
    on_board = frozenset(part for word in words for part in (normalise(word), *normalise(word).split()))
    return _Neighbours(board.some_clues(rows), strength[places, rows], starts, on_board)
