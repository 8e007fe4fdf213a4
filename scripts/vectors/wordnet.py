"""WordNet's database files as values, and what the vectors need of them: senses, glosses, relatives, a corpus."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

SynsetId = tuple[str, str]
"""Part of speech (n, v, a, r) and offset."""

NOUN_PERSON: Final = 18
"""The lexicographer file of people."""

_FILES: Final = (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv"))
_PART_OF_SPEECH: Final = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_LICENCE_LINE: Final = "  "
_WHOLE_SYNSET: Final = "0000"
_SAME_ROOT: Final = ("+", "\\")
"""Pointers to derivationally related forms and from adjectives to what they pertain to."""


class Pointer(NamedTuple):
    """A relation of a synset to another."""

    kind: str
    target: SynsetId
    words: str
    """Four hexadecimal digits: which word here and which there; 0000 for the synsets as a whole."""


class Synset(NamedTuple):
    """A meaning."""

    words: tuple[str, ...]
    gloss: str
    pointers: tuple[Pointer, ...]
    topic: int
    """Number of its lexicographer file."""


@dataclass(frozen=True, slots=True)
class WordNet:
    """The whole database."""

    synsets: Mapping[SynsetId, Synset]
    senses: Mapping[str, Mapping[str, Sequence[str]]]
    """Of each lemma, with underscores for blanks: part of speech to offsets, the commonest sense first."""
    tags: Mapping[tuple[str, str, str], int]
    """How often a lemma, part of speech and offset was met in tagged text."""

    def tagged(self, lemma: str, parts_of_speech: str = "nvar") -> int:
        """How often a lemma was met in tagged text as these parts of speech, over all senses."""
        senses = self.senses.get(lemma, {})
        return sum(
            self.tags.get((lemma, part, offset), 0) for part in parts_of_speech for offset in senses.get(part, ())
        )


def read_wordnet(folder: Path) -> WordNet:
    """Read the files `data.*`, `index.*` and `index.sense`."""
    synsets: dict[SynsetId, Synset] = {}
    senses: defaultdict[str, dict[str, Sequence[str]]] = defaultdict(dict)
    for part, name in _FILES:
        for line in _lines(folder / f"data.{name}"):
            offset, synset = _synset(line)
            synsets[part, offset] = synset
        for line in _lines(folder / f"index.{name}"):
            fields = line.split()
            senses[fields[0]][part] = fields[4 + int(fields[3]) + 2 :]
    tags = {}
    for line in _lines(folder / "index.sense"):
        key, offset, _, count = line.split()
        lemma, _, rest = key.partition("%")
        tags[lemma, _PART_OF_SPEECH[rest[0]], offset] = int(count)
    return WordNet(synsets, senses, tags)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="latin1") as file:
        yield from (line for line in file if not line.startswith(_LICENCE_LINE))


def _synset(line: str) -> tuple[str, Synset]:
    """One line of a data file: its offset and its synset."""
    head, _, gloss = line.partition("|")
    fields = head.split()
    end = 4 + 2 * int(fields[3], 16)
    words = tuple(word.split("(")[0] for word in fields[4:end:2])
    count = int(fields[end])
    pointers = []
    for at in range(end + 1, end + 1 + 4 * count, 4):
        kind, offset, part, which = fields[at : at + 4]
        pointers.append(Pointer(kind, ("a" if part == "s" else part, offset), which))
    return fields[0], Synset(words, gloss.strip(), tuple(pointers), int(fields[1]))


def relatives(wordnet: WordNet) -> Mapping[str, set[str]]:
    """Of each word the words of the same root, by WordNet's own word-to-word pointers."""
    related: defaultdict[str, set[str]] = defaultdict(set)
    for synset in wordnet.synsets.values():
        for pointer in synset.pointers:
            target = wordnet.synsets.get(pointer.target)
            if pointer.kind in _SAME_ROOT and pointer.words != _WHOLE_SYNSET and target is not None:
                here = synset.words[int(pointer.words[:2], 16) - 1].lower()
                there = target.words[int(pointer.words[2:], 16) - 1].lower()
                related[here].add(there)
                related[there].add(here)
    return related


def gloss_text(wordnet: WordNet, word: str, senses: int = 2, length: int = 9) -> str | None:
    """A word with the beginnings of its commonest senses' definitions; None for a word without senses."""
    lemma = word.replace(" ", "_")
    found = wordnet.senses.get(lemma)
    if not found:
        return None
    candidates = [
        (wordnet.tags.get((lemma, part, offset), 0), part, offset)
        for part, _ in _FILES
        for offset in found.get(part, ())[: 3 if part == "n" else 1]
    ]
    candidates.sort(key=lambda candidate: -candidate[0])
    glosses = (wordnet.synsets[part, offset].gloss for _, part, offset in candidates[:senses])
    return f"{word}: " + "; ".join(" ".join(gloss.split(";")[0].split()[:length]) for gloss in glosses)


_OWN_LEMMA, _PART_OF_COMPOUND, _IN_GLOSS, _RELATED = 2.0, 1.5, 0.8, 0.6
"""How much a word counts in a synset, by how it comes to be there."""
_OFTEN: Final = 10
_INFLECTIONS: Final = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"))
_FUNCTION_WORDS: Final = """
a all an and any are as at be been by can especially for from had has have he her his i in into is it its kind made may
more most no not of often on one or other she some somebody someone something such than that the their there these they
this those to type used usually very was we were when where which who whom with you having
"""
_SAY_NOTHING: Final = frozenset(_FUNCTION_WORDS.split())


def cooccurrence(wordnet: WordNet, words: Collection[str]) -> Mapping[tuple[str, int], float]:
    """WordNet as a corpus in which every synset is a short text: how much each of `words` counts in each synset."""
    counts: defaultdict[tuple[str, int], float] = defaultdict(float)
    for number, (synset_id, synset) in enumerate(wordnet.synsets.items()):
        for written in synset.words:
            lemma = written.lower()
            if (word := lemma.replace("_", " ")) in words:
                tagged = wordnet.tags.get((lemma, *synset_id), 0)
                counts[word, number] += _OWN_LEMMA * (1 + min(1, tagged / _OFTEN))
            if "_" in lemma or "-" in lemma:
                for base in _bases(re.split("[_-]", lemma), words):
                    counts[base, number] += _PART_OF_COMPOUND
        gloss = (w for w in re.findall("[a-z]+", synset.gloss.lower()) if len(w) > 2 and w not in _SAY_NOTHING)
        for base in _bases(gloss, words):
            counts[base, number] += _IN_GLOSS
        for pointer in synset.pointers:
            target = wordnet.synsets.get(pointer.target)
            for written in target.words if target is not None else ():
                if (word := written.lower().replace("_", " ")) in words:
                    counts[word, number] += _RELATED
    return counts


def _bases(written: Iterable[str], words: Collection[str]) -> Iterator[str]:
    """The words themselves or what they are inflections of, as far as they are among `words`."""
    for word in written:
        forms = (word.removesuffix(end) + base for end, base in (("", ""), *_INFLECTIONS) if word.endswith(end))
        yield from [form for form in forms if form in words][:1]
