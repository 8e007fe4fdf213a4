"""Compounds of languages that write them in one word, cut where both halves are known words.

A half of three letters is found in many words by accident (rag in Nachtrag), so only the short nouns listed here are
believed at the end of a word, and at its beginning together with them those of two letters.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

_LINKS: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("", "s", "es", "n", "en", "er", "e"),
    "nl": ("", "s", "en", "e", "n", "ne"),
    "sv": ("", "s", "e", "o", "u"),
    "da": ("", "s", "e"),
    "nb": ("", "s", "e"),
    "nn": ("", "s", "e"),
    "is": ("", "s", "a", "u", "ar"),
    "lb": ("", "s", "n"),
    "fi": ("", "n"),
    "hu": ("",),
}
"""What may stand between the halves."""

_SHORT: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "de": "arm arzt bad bar bau ball bär bein berg bett bild boot brot bus dach ei eis fuß gas hof hut kuh öl ohr "
        "ort rad rat rock see tag tal tee tor tür uhr uhu weg zoo zug zeh",
        "nl": "bal bel bed bos bus dag das ei gas hof hut ijs kat kom kop koe man mug oog oor pan pen pet pot rok rug "
        "tas tak top vis voet wol zak zee zon",
        "sv": "bok båt dag fot gås hav hus häl is kaj ko lov mat mus ort ost rum sjö sko snö sol så te tak tåg tår val "
        "väg ö öga öra bär får hår gång",
        "da": "bil bog by dag fod hav hus is ko lys mad mus ost sko sne sol te tog vej øje øre ø bær",
        "nb": "bil bok by dag fot hav hus is ko lys mat mus ost sko snø sol te tog vei øye øre øy bær",
        "fi": "jää kuu maa pää puu suu tee tie työ yö uni äiti isä kala käsi ovi",
        "hu": "ág agy ágy cél fa fal fej fog fül fű haj hal ház hó jég kar kép kéz kő láb ló lap nap orr szem tej tér "
        "tó tűz úr út vár víz zár",
    }.items()
}
_FIRST_HALVES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "es": "abre corta cuenta gira guarda lava limpia porta rasca saca salva",
        "fr": "garde lave ouvre porte taille tire",
        "it": "apri arco aspira capo ferro guarda lava porta salva spazza",
        "pt": "guarda lava porta quebra salva tira",
    }.items()
}
"""Where compounds are rarer: the verbs and nouns that begin them."""

_ROOTS: Final[Mapping[str, tuple[str, ...]]] = {
    "pl": ("spad", "pad", "wód", "lot", "chód", "ciąg"),
    "ru": ("ход", "воз", "пад", "вод", "вар", "лёт", "кат", "провод", "коп", "рез"),
    "uk": ("хід", "воз", "спад", "пад", "від", "літ", "провід"),
}
"""Roots that end Slavic compounds, behind a noun and a vowel."""
_PREFIXES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "da": "af for frem med ned om op over på til ud under ved",
        "de": "ab an auf aus bei da ein empor fort frei gegen her hin hinter los mit nach nieder offen schi um unter "
        "vor voraus vorbei weg weiter wieder zu zurück zusammen durch eben über",
        "nb": "av for frem med ned om opp over på til under ut ved",
        "nl": "aan achter af ander bij boven door heen in mee na om onder op over tegen terug toe tussen uit voor weg",
        "sv": "av bort för fram igen in med ned om på sam till under upp ut vid åter över",
    }.items()
}
"""What begins a derived word, and is no half of a compound."""
_SUFFIX_WORDS: Final = """
    ismus tieren schaft heit keit eben lich weise loser lose voll haft
    lijk lijke baar bare heid schap schappen achtig loos loze nemende
    het heten skap skapet lig bar else ande
    maatti
"""
_SUFFIXES: Final = frozenset(_SUFFIX_WORDS.split())
"""What ends one."""
_PARTICIPLES: Final = ("ende", "enden")
"""End a compound only behind a link, as in Wochenende."""
_SHORTEST: Final = 4
"""Letters of a half that is believed wherever it is known."""


def joins_words(language: str) -> bool:
    """Return whether the language writes compounds in one word, and its links are known."""
    return language in _LINKS or language in _FIRST_HALVES or language in _ROOTS


def cuts(word: str, language: str, known: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yield the halves of a compound, both of them words of which `known` is true, without what links them.

    >>> list(cuts("eisbär", "de", {"eis", "bär"}.__contains__))
    [('eis', 'bär')]
    """
    short, prefixes = _SHORT.get(language, frozenset()), _PREFIXES.get(language, frozenset())
    for at in range(1, len(word) - 1):
        first, last = word[:at], word[at:]
        if last in _SUFFIXES or first in prefixes or not (last in short or (len(last) >= _SHORTEST and known(last))):
            continue
        if first in _FIRST_HALVES.get(language, ()):
            yield first, last
        for link in _LINKS.get(language, ()):
            base = first.removesuffix(link)
            if base in prefixes or (last in _PARTICIPLES and not link.endswith(("n", "s"))):
                continue
            if (base != first or not link) and (base in short or (len(base) >= _SHORTEST and known(base))):
                yield base, last
                break
    yield from _slavic_cuts(word, language, known)


def _slavic_cuts(word: str, language: str, known: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """A noun without its ending, o or e, and a root: водо-пад."""
    for root in _ROOTS.get(language, ()):
        stem = word.removesuffix(root)
        if stem == word or stem[-1:] not in tuple("oeое"):
            continue
        for ending in ("", "a", "o", "а", "о", "я", "ь"):
            if len(stem) > 3 and known(stem[:-1] + ending):
                yield stem[:-1] + ending, root
                break
