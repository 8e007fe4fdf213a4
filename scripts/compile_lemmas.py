"""Write the tables of lemmas that the referee uses, from the dictionaries of `simplemma`.

    python -m scripts.compile_lemmas               # all languages but English, which has a table of its own
    python -m scripts.compile_lemmas pl fi         # these

It takes about ten minutes, and 1.5 GB for the largest. What is written: `codenames_core.referee.lemma_table`.
`simplemma` is needed here and in one test, and not by those who play.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from simplemma.strategies.affix_decomposition import AFFIX_LANGS, AFFIXLEN, LONGAFFIXLEN, LONGER_AFFIXES
from simplemma.strategies.defaultprefixes import DEFAULT_KNOWN_PREFIXES
from simplemma.strategies.defaultrules import de, et, fi, lv, pl, ru
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES, DefaultDictionaryFactory
from simplemma.strategies.fallback.to_lowercase import BETTER_LOWER
from simplemma.strategies.greedy_dictionary_lookup import SHORTER_GREEDY

from codenames_core.referee.lemma_table import ACCEPTED, ADDRESS_BYTES, FORM_ENDS, MOST_CHILDREN
from codenames_core.referee.lemmas import Pattern

FOLDER: Final = Path(__file__).parents[1] / "core/codenames_core/data/lemmas"
ENGLISH: Final = "en"
_DUTCH: Final = (
    Pattern(7, None, r"^(?!.*scheden)(.*)heden$", r"\1heid"),
    Pattern(7, None, "ijen$", "ij"),
    Pattern(7, None, "ieven$", "ief"),
)
_GERMAN: Final = (
    Pattern(7, True, f"(?i){de.NOUN_ENDINGS_DE.pattern}", None),
    Pattern(7, False, f"(?=.*[emnrs]$){de.ADJ_ENDINGS_DE.pattern}", r"\1\2"),
    Pattern(7, False, de.PP_DE.pattern, r"\1"),
)
_RUSSIAN_YO: Final = Pattern(1, None, "ё(?=.*ё$)|ё$", "е")
"""Stands for every ё of a word that ends in one."""


def patterns(language: str) -> tuple[Pattern, ...]:
    """Return what the endings of unknown words say in a language.

    >>> patterns("tr")
    ()
    """
    match language:
        case "de":
            return _GERMAN
        case "nl":
            return _DUTCH
        case "et":
            return tuple(Pattern(8, False, regex.pattern, new) for regex, new in et.DEFAULT_RULES.items())
        case "fi":
            return tuple(Pattern(10, False, regex.pattern, new) for regex, new in fi.DEFAULT_RULES.items())
        case "lv":
            return tuple(Pattern(5, None, regex.pattern, new) for regex, new in lv.DEFAULT_RULES.items())
        case "pl":
            return tuple(Pattern(10, False, regex.pattern, new) for regex, new in pl.DEFAULT_RULES.items())
        case "ru":
            rules = (Pattern(10, False, regex.pattern, new) for regex, new in ru.DEFAULT_RULES.items())
            return (_RUSSIAN_YO, *rules)
        case _:
            return ()


def what_else(language: str) -> dict[str, Any]:
    """Return what `lemmas` needs to know besides the table."""
    longest = LONGAFFIXLEN if language in LONGER_AFFIXES else AFFIXLEN
    return {
        "patterns": patterns(language),
        "prefixes": DEFAULT_KNOWN_PREFIXES[language].pattern if language in DEFAULT_KNOWN_PREFIXES else None,
        "longest_ending": longest if language in AFFIX_LANGS else 0,
        "shortest_whole": 7 if language in SHORTER_GREEDY else 9,
        "lower": language in BETTER_LOWER,
    }


def pack(lemmas: Mapping[str, str], rest: Mapping[str, Any]) -> bytes:
    """Return a table as `LemmaTable.read` takes it; the same bytes for the same lemmas."""
    counted = Counter(letter for words in (lemmas, set(lemmas.values())) for word in words for letter in word)
    letters = "".join(sorted(counted, key=lambda letter: (-counted[letter], letter)))
    if len(letters) > MOST_CHILDREN:
        raise ValueError(f"{len(letters)} letters; the limit is {MOST_CHILDREN}")
    signs = str.maketrans({letter: chr(sign) for sign, letter in enumerate(letters, 1)})
    paths = sorted(_path(form.translate(signs), lemma.translate(signs)) for form, lemma in lemmas.items())
    nodes, root = _automaton(paths)
    head = json.dumps({"letters": letters, "root": root, **rest}, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(head.encode() + b"\n" + nodes, mtime=0)


def _path(form: str, lemma: str) -> bytes:
    shared = _shared(form, lemma)
    return (form + chr(FORM_ENDS) + chr(len(form) - shared) + lemma[shared:]).encode("latin-1")


def _automaton(paths: Iterable[bytes]) -> tuple[bytes, int]:
    """Build the nodes of sorted paths, each as soon as no later path can add to it, and none twice."""
    written = bytearray(1)  # nothing but ACCEPTED stands at its place
    known: dict[bytes, int] = {}

    def write(signs: bytes, children: list[int]) -> int:
        addresses = b"".join(child.to_bytes(ADDRESS_BYTES, "little") for child in children)
        node = signs + addresses
        if node not in known:
            here = known[node] = len(written)
            back = here - children[-1]
            if children[-1] != ACCEPTED and back < 256 and len(signs) <= 255 - MOST_CHILDREN:
                written.append(MOST_CHILDREN + len(signs))
                written.extend(node[:-ADDRESS_BYTES] + bytes((back,)))
            else:
                written.append(len(signs))
                written.extend(node)
        return known[node]

    signs: list[bytearray] = [bytearray()]
    children: list[list[int]] = [[]]

    def close(depth: int) -> None:
        """Write the nodes that are deeper than this."""
        child = ACCEPTED
        for at in range(len(signs) - 1, depth - 1, -1):
            if signs[at]:
                children[at].append(child)
            if at > depth and signs[at]:
                child = write(bytes(signs[at]), children[at])
        del signs[depth + 1 :], children[depth + 1 :]

    before = b""
    for path in paths:
        shared = _shared(path, before)
        close(shared)
        for sign in path[shared:]:
            signs[-1].append(sign)
            signs.append(bytearray())
            children.append([])
        before = path
    close(0)
    root = write(bytes(signs[0]), children[0])
    return bytes(written), root


def _shared(first: Sequence[object], second: Sequence[object]) -> int:
    """How many letters or bytes two words begin with alike."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def dictionary(language: str) -> dict[str, str]:
    """Return the lemmas of one language."""
    return dict(DefaultDictionaryFactory(cache_max_size=1).get_dictionary(language))


def main() -> None:
    """Write the tables of the languages that are named, or of all."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("languages", nargs="*", help="codes of languages; all but English where none is given")
    FOLDER.mkdir(exist_ok=True)
    for language in options.parse_args().languages or sorted(set(SUPPORTED_LANGUAGES) - {ENGLISH}):
        packed = pack(dictionary(language), what_else(language))
        (FOLDER / f"{language}.gz").write_bytes(packed)
        print(f"{language}\t{len(packed):,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
