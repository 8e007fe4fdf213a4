"""Regular endings of words, for what the lemmas of a dictionary leave out: plurals above all.

A word with an ending is a form of the word without it only where the dictionary knows that word; the tables say which
letters an ending takes the place of. They are those of school grammars and hold no word.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    language: tuple(rules.split())
    for language, rules in {
        "ar": "ون ين ات ات/ة ات/ت ان ة",
        "cs": "ka y i/ e u em ů ům ách ami a ou ci/k zi/h ři/r si/ch y/ ové",
        "da": "er e r en et ene erne s",
        "de": "e en n er s es nen/ in innen isch ische ischem ischen ischer isches bar bare baren",
        "el": "ες/α ες/η οι/ος α/ο α/ι ια/ι ου/ος ου/ο ου/ι ους/ος ων/ος εις/η ατα/α ιού/ι ιά/ι ς",
        "es": "s es ces/z ones/ón anes/án enes/én ines/ín iones/ión eses/és",
        "fa": "ها های ان",
        "fi": "t n ssa ssä lla llä",
        "fr": "s x aux/al aux/ail euse/eur euses/eur trice/teur trices/teur",
        "he": "ים ות יים",
        "hu": "k ak ek ok ök at et ot öt t on en ön ban ben nak nek val vel hoz hez höz ra re ba be ák/a ék/e ai ei i "
        "ja je án/a én/e át/a ét/e",
        "it": "i/o i/e e/a chi/co ghi/go che/ca ghe/ga",
        "hy": "ներ եր ը ն",
        "ka": "ები/ი ებს/ი ების/ი ებში/ი მა/ი ს/ი ის/ი ით/ი ში/ი ზე/ი ები/ა ების/ა",
        "ja": "った/る った/う った/つ って/る って/う って/つ た/る て/る ます/る ない/る いた/く いて/く "
        "いだ/ぐ いで/ぐ んだ/む んだ/ぶ んで/む んで/ぶ した/す して/す きます/く ぎます/ぐ します/す "
        "ちます/つ みます/む びます/ぶ ります/る います/う かない/く がない/ぐ さない/す たない/つ "
        "まない/む ばない/ぶ らない/る わない/う かった/い くない/い くて/い く/い",
        "ko": "들 이 가 은 는 을 를 의 에 에서 로 으로 와 과 도",
        "nb": "er e r en et ene a s",
        "nl": "en s en/e je tje etje ers zen/s ven/f in",
        "pl": "y i a u em om owi ie ów ami ach ą ę e o ki/ek ka/ek ków/ek kiem/ek ci/t dzi/d rze/r le/ł "
        "cy/k dy/d zy/g y/a ka",
        "pt": "ora/or s es zes/z ões/ão ães/ão ãos/ão ais/al éis/el is/il óis/ol uis/ul ns/m oa/ão",
        "ro": "i e uri le ul lor a/ă",
        "ru": "ница ы и а я у ю ом ем ами ями ах ях ам ям ов ев ей е ой ою ы/а и/я и/ь и/й у/а ами/а ю/я ей/ь",
        "sv": "ar er en n et na arna orna erna or/a lar/el rar/er nar/en s ens ets",
        "tr": "lar ler ı i u ü yı yi yu yü sı si su sü ın in un ün nın nin da de ta te dan den a e ya ye la le ları "
        "leri cı ci cu cü çı çi çu çü lık lik luk lük bı/p bi/p ğı/k ği/k ğa/k ğe/k cı/ç dı/t di/t",
        "uk": "ка и і а я у ю ом ем ами ями ах ях ам ям ів їв ей е ою єю и/а і/я і/ь у/а ою/а ами/а ем/ь",
    }.items()
}
"""`ending` or `ending/what stood there before`."""

_ARTICLES: Final[Mapping[str, str]] = {"ar": "ال", "he": "ה"}
"""What is written in one with the word before which it stands."""
_CHANGES_OF_VOWEL: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "cs": (("o", "ů"), ("", "e")),
    "de": (("ä", "a"), ("ö", "o"), ("ü", "u")),
    "hu": (("e", "é"), ("a", "á"), ("i", "í"), ("u", "ú"), ("o", "ó")),
    "pl": (("o", "ó"), ("ę", "ą"), ("", "e"), ("", "ie")),
    "ru": (("", "о"), ("", "е")),
    "sv": (("ä", "a"), ("ö", "o"), ("ö", "u"), ("ck", "k")),
    "uk": (("о", "і"), ("е", "і"), ("", "о"), ("", "е")),
}
"""What becomes of a vowel of the stem when the ending goes."""
_UMLAUT_WORDS: Final = """
    and bok brand broder dotter fot gås hand land ledamot lus man mus natt nöt rand rot son stad stand strand stång tand
"""
_UMLAUT_PLURALS: Final = frozenset(_UMLAUT_WORDS.split())
"""Swedish nouns whose vowel changes in the plural; in other words of such letters it does not."""
_SHORTEST_BASE_OF_LEMMAS: Final = 4
"""Letters of what a German lemma may be a form of: Eisen is none of Eis, Oper none of op."""
_OTHER_WORDS: Final = frozenset(("brut", "bruck", "fugt", "lost", "losung", "schon", "spat", "stuck", "sund"))
"""What German words with ä, ö, ü look like forms of: schöner is not of schon."""
_WITHOUT_HAMZA: Final = str.maketrans("أإآ", "ااا")
_BROKEN_PLURALS: Final = (
    re.compile("^ا(..)ا(.)$"),  # اقلام of قلم
    re.compile("^(..)[او](.)$"),  # بيوت of بيت, رجال of رجل
    re.compile("^(..)ا(..)$"),  # دفاتر of دفتر
)
"""Patterns of Arabic plurals, of which the letters in brackets stay."""
_ENDINGS_OF_SYLLABLES: Final = frozenset(("들", "를", "에서", "으로"))
"""Korean endings that stand behind a word of one syllable as well, and end few words by accident."""
_SHORT_STEMS: Final = frozenset(("лб", "лв", "лн", "мх", "пс", "рв", "рт", "сн", "шв"))
"""Stems of two letters between which a vowel comes and goes: сон, сна; but дон is no form of день."""
_VOWELS: Final = "aeiou"
_DOUBLE_CONSONANTS: Final = frozenset(("nl", "sv", "nb", "da"))
_SHORTEST_BASE: Final[Mapping[str, int]] = {"de": 3, "nl": 3, "sv": 3}
"""Letters of what a word may be a form of, 2 where nothing is said."""


def bases(word: str, language: str, *, its_own: bool = False) -> Iterator[str]:
    """Yield what a word may be a form of by the regular endings of its language, likely or not.

    `its_own` says that a dictionary has the word as a lemma.

    >>> "luz" in set(bases("luces", "es")), "huis" in set(bases("huizen", "nl")), "kéz" in set(bases("kezek", "hu"))
    (True, True, True)
    """
    article = _ARTICLES.get(language, "")
    if article and word.startswith(article):
        yield word.removeprefix(article)
    if language == "ar":
        yield from _singulars(word)
    for rule in _ENDINGS.get(language, ()):
        ending, _, before = rule.partition("/")
        stem = word.removesuffix(ending)
        shortest = 1 if rule in _ENDINGS_OF_SYLLABLES else _SHORTEST_BASE.get(language, 2)
        if stem == word or len(stem + before) < shortest:
            continue
        if language == "hy" and len(stem) in (2, 3):  # տներ of տուն
            yield from (stem[0] + vowel + stem[1:] for vowel in "իո")
            yield stem[0] + "ու" + stem[1:]
        if not _may_end(stem, rule, language, its_own=its_own):
            continue
        if not (language == "nl" and ending[0] in _VOWELS and _is_open(stem)):
            yield stem + before
        if rule != "en/e":
            yield from (respelt + before for respelt in _respelt(stem, ending, before, language))
        if len(stem) > 1 and not (its_own and language == "de"):  # Bürger is no form of Burg
            yield from (changed + before for changed in _with_other_vowel(stem, language))


def _singulars(word: str) -> Iterator[str]:
    """What an Arabic word may be the broken plural of."""
    letters = word.translate(_WITHOUT_HAMZA)
    for pattern in _BROKEN_PLURALS:
        if match := pattern.match(letters):
            singular = "".join(match.groups())
            yield singular
            if len(singular) > 3:
                yield singular + "ة"


def _may_end(stem: str, rule: str, language: str, *, its_own: bool) -> bool:
    """Whether a stem can take an ending: few words that a dictionary has as lemmas are forms all the same."""
    match language:
        case "de":
            return not (stem.endswith("e") and rule == "e") and (not its_own or len(stem) >= _SHORTEST_BASE_OF_LEMMAS)
        case "nl":
            if rule == "in" and not its_own:  # names: Robin
                return False
            if rule == "en/e":
                return not its_own and stem.endswith(("d", "t"))
            return not (its_own and rule == "s")  # brons is no plural of bron
        case "sv":
            if its_own:  # ansökan, musiker
                return (rule == "n" and stem.endswith("a") and len(stem) > 4) or (rule == "er" and stem.endswith("ik"))
            if rule == "n":
                return stem.endswith(("a", "e", "i", "o", "u", "y", "å", "ä", "ö", "el", "er", "or"))
            return not (rule == "na" and not stem.endswith("r")) and not (rule == "s" and stem.endswith("s"))
    return True


def _respelt(stem: str, ending: str, before: str, language: str) -> Iterator[str]:
    """The stem with the single consonant, or in Dutch the double vowel, that it has without a vowel behind it."""
    if language not in _DOUBLE_CONSONANTS or ending[0] not in _VOWELS + "v" + "z":
        return
    if len(stem) > 2 and stem[-1] == stem[-2] and (language != "sv" or stem[-1] in "mn"):
        yield stem[:-1]
    if language == "nl" and ending != "in":
        if before and stem[-1] in "aeou" and stem[-2:-1] not in tuple(_VOWELS):
            yield stem + stem[-1]
        if not before and len(stem) > 1 and stem[-2] in "aeou":
            yield stem[:-1] + stem[-2] + stem[-1]


def _is_open(stem: str) -> bool:
    """Whether a Dutch syllable is long before an ending: wonen is of woon, not of won."""
    return len(stem) > 2 and stem[-1] not in _VOWELS and stem[-2] in _VOWELS and stem[-3] not in _VOWELS


def _with_other_vowel(stem: str, language: str) -> Iterator[str]:
    if language == "sv":
        yield from (base for base in _vowels_changed(stem, language) if base in _UMLAUT_PLURALS)
    elif language == "de":
        yield from (base for base in _vowels_changed(stem, language) if base not in _OTHER_WORDS)
    else:
        yield from _vowels_changed(stem, language)


def _vowels_changed(stem: str, language: str) -> Iterator[str]:
    for written, before in _CHANGES_OF_VOWEL.get(language, ()):
        if not written and len(stem) == 2 and stem not in _SHORT_STEMS:
            continue
        if not written:
            yield stem[:-1] + before + stem[-1]
        elif (at := stem.rfind(written)) >= 0:
            yield stem[:at] + before + stem[at + len(written) :]
