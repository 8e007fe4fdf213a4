"""Words by what they have in common with others: worked out once for a word, however many boards it lies on."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final

MOST_WORDS: Final = 65_536
"""Words of an index that is added to; a further board begins a new one."""


class WordIndex:
    """Words by their traits.

    Args:
        traits_of: returns the traits of a word.
    """

    def __init__(self, traits_of: Callable[[str], Iterable[str]]) -> None:
        self._traits_of = traits_of
        self._words: set[str] = set()
        self._by_trait: dict[str, list[str]] = {}
        self._traits = self._by_trait.keys()

    def __len__(self) -> int:
        return len(self._words)

    def add(self, words: Iterable[str]) -> None:
        """Take in those of the words that are new."""
        for word in words:
            if word not in self._words:
                for trait in self._traits_of(word):
                    self._by_trait.setdefault(trait, []).append(word)
                self._words.add(word)

    def sharing(self, traits: Iterable[str], among: Container[str]) -> Sequence[str]:
        """Return the words among some that have one of these traits; one may come more than once."""
        if self._traits.isdisjoint(traits):
            return ()  # as nearly always
        return [word for trait in traits for word in self._by_trait.get(trait, ()) if word in among]
