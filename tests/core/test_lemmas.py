"""Tables of lemmas: what is packed is read again, and the shipped ones say what `simplemma` says."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripts.compile_lemmas import dictionary, pack, what_else
from simplemma import is_known as is_known_there
from simplemma import lemmatize as lemma_there
from tests.examples import examples

from codenames_core.referee.lemma_table import LemmaTable
from codenames_core.referee.lemmas import is_known, languages, lemmatize

WORDS = st.text("abcdeäößк", min_size=1, max_size=6)
SMALL = "fa"
"""The smallest dictionary of all."""


@given(st.dictionaries(WORDS, WORDS, min_size=1, max_size=40), st.lists(WORDS, max_size=20))
def test_a_table_says_of_every_form_what_was_packed_and_knows_no_other(
    lemmas: dict[str, str], others: list[str]
) -> None:
    table = LemmaTable.read(pack(lemmas, {}))
    assert {form: table.lemma(form) for form in lemmas} == lemmas
    assert all(table.lemma(word) == lemmas.get(word) for word in (*others, "", "q", "äq"))


def test_the_same_lemmas_make_the_same_bytes_in_any_order() -> None:
    lemmas = {"häuser": "haus", "häusern": "haus", "maus": "maus", "mäuse": "maus"}
    assert pack(lemmas, {}) == pack(dict(reversed(lemmas.items())), {})


def test_forms_with_the_same_endings_share_them() -> None:
    stems = [first + last for first in "bcdfgklm" for last in "aeiou"]
    few, many = ({stem + end: stem for stem in some for end in ("s", "sta", "lla")} for some in (stems[:2], stems))
    assert len(LemmaTable.read(pack(many, {})).nodes) < 3 * len(LemmaTable.read(pack(few, {})).nodes)


@pytest.mark.parametrize("letters", [200, 201])
def test_a_language_of_too_many_letters_is_refused(letters: int) -> None:
    lemmas = {chr(0x4E00 + number): chr(0x4E00) for number in range(letters)}
    if letters > 200:
        with pytest.raises(ValueError, match="201 letters; the limit is 200"):
            pack(lemmas, {})
    else:
        assert LemmaTable.read(pack(lemmas, {})).lemma(chr(0x4E00 + 199)) == chr(0x4E00)


def odd_word(words: list[str], dice: Random) -> str:
    """A word of a language, or one that might be: with another ending, two in one, or a letter changed."""
    word = dice.choice(words)
    match dice.randrange(5):
        case 0:
            word += dice.choice(words)
        case 1:
            word += dice.choice(words)[-dice.randrange(1, 6) :]
        case 2:
            at = dice.randrange(len(word))
            word = word[:at] + dice.choice(dice.choice(words)) + word[at + 1 :]
        case 3:
            word = dice.choice(words)[:4] + word
        case _:
            pass
    return dice.choice((str, str.lower, str.title))(word).replace("-", "").replace("_", "")


@pytest.mark.parametrize(
    "language",
    [
        SMALL,
        "et",
        "hu",
        "ru",
        pytest.param("cs", marks=pytest.mark.soak),
        pytest.param("lv", marks=pytest.mark.soak),
        pytest.param("de", marks=pytest.mark.soak),
        pytest.param("pl", marks=pytest.mark.soak),
    ],
)
def test_shipped_tables_say_what_the_dictionary_of_their_origin_says(language: str) -> None:
    """All words of a sample, known or not: patterns, prefixes and parts are tried for those that are not."""
    words, dice = sorted(dictionary(language)), Random(2718)
    asked = [word for _ in range(1500) if (word := odd_word(words, dice))]
    assert [word for word in asked if lemmatize(word, language) != lemma_there(word, language)] == []
    assert [word for word in asked if is_known(word, language) != is_known_there(word, language)] == []


@given(st.text(max_size=20), st.sampled_from([SMALL, "cs", "ru"]))
@settings(max_examples=examples(60))
def test_any_text_has_a_lemma_and_none_raises(text: str, language: str) -> None:
    assert isinstance(lemmatize(text, language), str)
    assert isinstance(is_known(text, language), bool)


def test_what_else_is_said_of_a_language_stands_in_its_table() -> None:
    assert what_else("pl")["patterns"]
    assert what_else("fi")["longest_ending"] == 5
    assert what_else("fr") == {
        "patterns": (),
        "prefixes": None,
        "longest_ending": 0,
        "shortest_whole": 9,
        "lower": False,
    }


def test_fifty_languages_have_a_table_and_english_has_another_one() -> None:
    assert len(languages()) == 49
    assert {"de", "pl", "fi", "tr", "hbs", "uk"} < languages()
    assert "en" not in languages()


def test_no_player_needs_the_package_that_the_tables_come_from() -> None:
    code = """
import sys; sys.path[:0] = {path!r}
sys.modules["simplemma"] = None
from codenames_core.referee.legality import why_illegal_clue
assert why_illegal_clue("Häuser", 1, ["HAUS"], language="de")
"""
    path = [entry for entry in sys.path if entry]
    subprocess.run([sys.executable, "-c", code.format(path=path)], check=True)
