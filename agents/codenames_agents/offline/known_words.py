"""What offline agents know of a board: their vectors are of English words."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.config import AgentConfig
from codenames_core.game.language_codes import ENGLISH, language_code, language_name

_ENOUGH: Final = 0.8
"""The share of known words from which on nothing is to be said of the others."""


class KnownWords(NamedTuple):
    """How many words of a board the offline agents at the table know."""

    known: int
    of: int
    language: str
    """Of the words, by its code."""

    @property
    def sentence(self) -> str:
        """What people should know before the game begins."""
        known, of, language = self
        if language_code(language) == ENGLISH:
            return f"Offline agents know {known or 'none'} of these {of} words, and play the others nearly at random."
        how = f"In {language_name(language)} they play nearly at random, with English clues."
        if not known:
            return f"Offline agents know none of these {of} words. {how}"
        return f"Offline agents know {known} of these {of} words, as English ones. {how}"


def known_words(agents: Iterable[AgentConfig], words: Sequence[str], language: str) -> KnownWords | None:
    """Return what the offline agents among those at a table know of the words; None where nothing is to be said.

    That is where nobody plays by word vectors, and where nearly all words are known and English.
    """
    if not any(agent.spec.partition(":")[0] == "vector" for agent in agents):
        return None
    known = sum(map(_is_known, words))
    if language_code(language) == ENGLISH and known >= _ENOUGH * len(words):
        return None
    return KnownWords(known, len(words), language)


def _is_known(word: str) -> bool:
    """Return whether a word has a vector, or has one as the mean of its parts; see `Vectors.of`."""
    row = shipped_vocabulary().row
    return row(word) is not None or any(row(part) is not None for part in word.replace("-", " ").split())
