"""Which words get vectors: those that may be given as clues, the board words, and more that a guesser understands."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scripts.vectors.wordnet import NOUN_PERSON, WordNet

RAREST_CLUE: Final = 20_000
"""Clue words are commoner than this: ranks by frequency, 0 for the commonest."""
RAREST_KNOWN: Final = 30_000
_RAREST_NAME: Final = 14_000
_RAREST_PERSON: Final = 8_000
_RAREST_UNTAGGED: Final = 12_000
"""Rarer words must have been met in WordNet's tagged texts."""
_SHORTEST, _LONGEST_CLUE, _LONGEST_KNOWN = 3, 12, 14
_PLURAL_LEADS: Final = 3
"""A plural may be a clue if it is this many times as frequent as its singular."""
_NOUN_LEADS: Final = 3
"""An -ing or -ed form may be a clue if it was met this often as a noun."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The vocabulary of the file."""

    clues: tuple[str, ...]
    """By frequency."""
    board_only: tuple[str, ...]
    known_only: tuple[str, ...]
    names: frozenset[str]
    """Proper nouns among the clue words."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words in the order of the file."""
        return self.clues + self.board_only + self.known_only


def read_unwanted(path: Path) -> frozenset[str]:
    """Read a list of words, `#` begins a comment."""
    lines = (line.partition("#")[0] for line in path.read_text("utf-8").splitlines())
    return frozenset(word for line in lines for word in line.split())


def choose(wordnet: WordNet, ranks: Mapping[str, int], board: Sequence[str], unwanted: Collection[str]) -> Choice:
    """Choose the words of the file.

    Args:
        wordnet: clue words are WordNet's lemmas.
        ranks: words by frequency.
        board: the board words, lower case; they get vectors in any case.
        unwanted: words that are never chosen otherwise.
    """
    common = [word for word, rank in sorted(ranks.items(), key=lambda item: item[1]) if rank < RAREST_KNOWN]
    lemmas = [word for word in common if word in wordnet.senses and word not in unwanted and len(word) >= _SHORTEST]
    names = {word for word in lemmas if _is_name(wordnet, word)}
    clues = tuple(word for word in lemmas if _may_be_clue(wordnet, ranks, word, name=word in names))
    seen = {*clues, *board}
    known = tuple(
        word for word in lemmas if word not in seen and len(word) <= _LONGEST_KNOWN and not _bases(wordnet, ranks, word)
    )
    board_only = tuple(word for word in board if word not in set(clues))
    return Choice(clues, board_only, known, frozenset(names & set(clues)))


def _may_be_clue(wordnet: WordNet, ranks: Mapping[str, int], word: str, *, name: bool) -> bool:
    """Whether a lemma is common and self-contained enough to be given as a clue."""
    rank, senses = ranks[word], wordnet.senses[word]
    if rank >= RAREST_CLUE or len(word) > _LONGEST_CLUE or set(senses) == {"r"}:
        return False
    if not _stands_alone(wordnet, ranks, word):
        return False
    if name:
        person = wordnet.synsets["n", senses["n"][0]].topic == NOUN_PERSON
        if rank > _RAREST_NAME or len(word) <= _SHORTEST or (person and rank > _RAREST_PERSON):
            return False
    untagged = not wordnet.tagged(word)
    return not (untagged and (len(word) == _SHORTEST or (not name and rank > _RAREST_UNTAGGED)))


def _stands_alone(wordnet: WordNet, ranks: Mapping[str, int], word: str) -> bool:
    """Whether a word is no mere inflection of another lemma."""
    bases = _bases(wordnet, ranks, word)
    if not bases:
        return True
    if word.endswith("s") and not word.endswith("ss"):
        return ranks[bases[0]] >= ranks[word] * _PLURAL_LEADS
    return "n" in wordnet.senses[word] and wordnet.tagged(word, "n") >= _NOUN_LEADS


def _is_name(wordnet: WordNet, word: str) -> bool:
    """Whether the commonest senses of a word are all written with a capital."""
    senses = wordnet.senses[word]
    if "n" not in senses or {"v", "a"} & set(senses):
        return False
    return all(
        any(written.lower() == word != written for written in wordnet.synsets["n", offset].words)
        for offset in senses["n"][:2]
    )


def _bases(wordnet: WordNet, ranks: Mapping[str, int], word: str) -> list[str]:
    """The lemmas that a word may be an inflection of."""
    return [base for base in _stems(word) if base in wordnet.senses and base in ranks and len(base) >= _SHORTEST]


def _stems(word: str) -> list[str]:
    """What is left of a word without an inflection's ending, mended as spelling may ask."""
    stems = []
    if word.endswith("ies"):
        stems.append(word[:-3] + "y")
    if word.endswith("es"):
        stems.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss"):
        stems.append(word[:-1])
    for ending, mended in (("ing", word[:-3] + "e"), ("ed", word[:-1])):
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            doubled = len(stem) > 2 and stem[-1] == stem[-2]
            stems += [stem, mended] + ([stem[:-1]] if doubled else [])
    if word.endswith("ly"):
        stems += [word[:-2], word[:-3] + "y"]
    return stems
