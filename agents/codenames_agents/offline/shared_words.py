"""The words that a clue and a board word have in common: the nearest to both, by which an agent explains a link.

They serve talk alone. What an agent clues or guesses never depends on them, and neither does what it states in numbers.

A clue word that is near to a board word is the better between it and a clue, the stronger the weaker of its two links
is: a word which is near to only one of them is none that they share.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from codenames_agents.offline.links.strength import CLUER_WEIGHTS, common_strength
from codenames_agents.offline.links.word_links import links_of_words, space
from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.words import normalise

CLEAR: Final = 2.2
"""The least strength of both links, in standard deviations, at which a shared word explains anything."""
LOOSE: Final = 1.5
"""The least strength at which it says what somebody may have had in mind."""
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
    known = links_of_words([words[place]])[0]
    links = space(words).links_beyond(clue, known.near)
    if links is None:
        return ()
    weaker = np.minimum(common_strength(links, CLUER_WEIGHTS), known.near_strength)
    one, other, on_board = normalise(clue), normalise(words[place]), _on_board(words)
    shared: list[tuple[str, float]] = []
    for at in np.argsort(-weaker, kind="stable").tolist():
        strength = float(weaker[at])
        if strength < LOOSE or len(shared) == _MOST:
            break
        word = shipped_vocabulary().words[known.near[at]]
        if not (word in on_board or word in _NEVER) and not (too_close(word, one) or too_close(word, other)):
            shared.append((word.upper(), strength))
    return tuple(shared)


@lru_cache(maxsize=4)
def _on_board(words: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a board and the parts of its names, normalised: agents share none of them."""
    return frozenset(part for word in words for part in (normalise(word), *normalise(word).split()))
