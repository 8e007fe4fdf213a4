"""Clues that were drawn at random, or written down before anything was tuned to them, and judged by reading."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.referee.alphabets import OWN_LETTERS, plain
from codenames_core.referee.legality import why_illegal_clue

FOLDER = Path(__file__).parent / "judged"


def read_cases(language: str) -> Mapping[str, list[tuple[str, str]]]:
    """The pairs of clue and board word under each heading, which is a line that begins with `#`."""
    sections: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").partition(":")[0]
        else:
            pairs = (case.partition("/") for case in line.split())
            sections.setdefault(heading, []).extend((clue, word.replace("_", " ")) for clue, _, word in pairs)
    return sections


def is_refused(clue: str, word: str, language: str) -> bool:
    return why_illegal_clue(clue, 1, [word], language=language) is not None


ENGLISH = read_cases("en")


@pytest.mark.parametrize("heading", ["refused", "forbidden"])
def test_english_clues_that_a_careful_reader_refuses_are_refused(heading: str) -> None:
    assert [f"{clue}/{word}" for clue, word in ENGLISH[heading] if not is_refused(clue, word, "en")] == []


@pytest.mark.parametrize("heading", ["free", "wrongly refused"])
def test_english_words_that_only_share_letters_are_allowed(heading: str) -> None:
    assert [f"{clue}/{word}" for clue, word in ENGLISH[heading] if is_refused(clue, word, "en")] == []


def test_british_and_american_spellings_are_one_word() -> None:
    spellings = """
    armour/ARMOR whisky/WHISKEY yoghurt/YOGURT grey/GRAY tyre/TIRE kerb/CURB aluminium/ALUMINUM moustache/MUSTACHE
    theatre/THEATER jewellery/JEWELRY programme/PROGRAM vapourised/VAPOR licence/LICENSE gaol/JAIL cosy/COZY
    """
    pairs = [pair.partition("/") for pair in spellings.split()]
    assert [clue for clue, _, word in pairs if not is_refused(clue, word, "en")] == []


def test_what_is_derived_of_a_part_is_no_part() -> None:
    assert not is_refused("formal", "PLATFORM", "en")
    assert not is_refused("transform", "PLATFORM", "en")
    assert is_refused("forms", "PLATFORM", "en")
    assert is_refused("formal", "FORM", "en")
    assert is_refused("machinery", "TIME MACHINE", "en"), "a word that stands on the card"


def test_the_plural_of_a_word_that_the_table_lacks_is_its_form() -> None:
    assert is_refused("vlogs", "VLOG", "en")
    assert not is_refused("blorpus", "BLORPU", "en"), "no plural"


@pytest.mark.parametrize(
    ("language", "least"),
    [
        ("de", 63), ("fr", 57), ("es", 59), ("it", 53), ("pt", 59), ("nl", 58), ("ru", 56), ("uk", 55), ("cs", 56),
        ("sv", 58), ("hu", 58), ("el", 57), ("pl", 56), ("fi", 56), ("tr", 57),
    ],
)  # fmt: skip
def test_other_languages_keep_what_they_get_right(language: str, least: int) -> None:
    """The numbers are those of docs/legality.md."""
    cases = read_cases(language)
    right = [is_refused(*case, language) for case in cases["forbidden"]]
    right += [not is_refused(*case, language) for case in cases["free"]]
    assert sum(right) >= least


@pytest.mark.parametrize("language", ["de", "nl", "sv", "da", "nb", "hu", "it", "fr"])
def test_pairs_that_were_drawn_keep_their_verdict(language: str) -> None:
    cases = read_cases(language)
    assert [case for case in cases["refused"] if not is_refused(*case, language)] == []
    assert [case for case in cases.get("wrongly refused", []) if is_refused(*case, language)] == []


@pytest.mark.parametrize("rules", ["basic", "official"])
@pytest.mark.parametrize(
    ("language", "clue", "word"),
    [
        ("de", "Baer", "BÄR"), ("de", "strasse", "STRAßE"), ("fr", "boeuf", "BŒUF"), ("ar", "كتـــاب", "كتاب"),
        ("ar", "اخت", "أخت"), ("fa", "كتاب", "کتاب"), ("tr", "kitap", "KİTAP"), ("tr", "kapı", "KAPI"),
        ("da", "smorrebrod".replace("o", "ø"), "SMØRREBRØD"), ("de", "Ｂäｒ", "BÄR"), ("xx", "b\u00adank", "bank"),
    ],
)  # fmt: skip
def test_the_word_in_another_usual_spelling_is_the_word(language: str, clue: str, word: str, rules: str) -> None:
    assert why_illegal_clue(clue, 1, [word], rules, language)


@pytest.mark.parametrize(
    ("language", "clue", "word"),
    [
        ("de", "Bär", "BAR"), ("es", "ano", "AÑO"), ("cs", "plášť", "PLAST"),
        ("sv", "får", "FAR"),
        ("hu", "ló", "LŐ"), ("hi", "फूल", "फल"), ("th", "ม้า", "มา"), ("ta", "மலை", "மாலை"), ("vi", "bàn", "BẠN"),
        ("fr", "mur", "MÛR"), ("ja", "パン", "パンダ"), ("es", "fin-de-semana", "LLUVIA DE IDEAS"),
    ],
)  # fmt: skip
def test_letters_that_a_language_tells_apart_make_two_words(language: str, clue: str, word: str) -> None:
    assert why_illegal_clue(clue, 1, [word], language=language) is None


def test_without_a_known_language_marks_tell_no_words_apart() -> None:
    assert why_illegal_clue("Bär", 1, ["BAR"], language="xx"), "the careful choice"


@given(st.text(max_size=12), st.sampled_from(sorted(OWN_LETTERS)))
def test_plain_letters_stay_as_they_are(text: str, language: str) -> None:
    once = plain(text, language)
    assert plain(once, language) == plain(plain(once, language), language)
    assert plain(text.strip(), language) == once


@pytest.mark.parametrize(
    ("language", "clue", "word"),
    [
        ("ar", "بيوت", "بيت"), ("ar", "بنات", "بنت"), ("ar", "أقلام", "قلم"), ("fa", "دستکش", "دست"),
        ("hy", "տներ", "տուն"), ("ja", "走った", "走る"), ("ja", "食べた", "食べる"), ("ka", "ძაღლები", "ძაღლი"),
        ("ko", "집들", "집"), ("ko", "물고기", "물"),
    ],
)  # fmt: skip
def test_forms_and_compounds_of_languages_with_small_dictionaries_are_refused(
    language: str, clue: str, word: str
) -> None:
    assert is_refused(clue, word, language)


@pytest.mark.parametrize(
    ("language", "clue", "word"),
    [
        ("de", "islamischen", "BAYERISCHEN"), ("de", "schwerin", "SCHWER"), ("de", "armee", "ARM"),
        ("nl", "grenzen", "GROEN"), ("nl", "colin", "COOL"), ("nl", "landschappen", "WETENSCHAPPEN"),
        ("nl", "moordenaars", "NAAR"), ("sv", "finn", "FIN"), ("sv", "motivering", "RING"), ("sv", "hållet", "HÅL"),
        ("sv", "minnen", "MIN"), ("ko", "물리", "물"), ("ja", "パンダ", "パン"),
    ],
)  # fmt: skip
def test_words_that_only_look_like_forms_are_allowed(language: str, clue: str, word: str) -> None:
    assert not is_refused(clue, word, language)
