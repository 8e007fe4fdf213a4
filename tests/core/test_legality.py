"""The referee: which clues are legal, why not, and that it says the same whoever asks, in whatever order."""

import subprocess
import sys
import unicodedata
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.core.legality_cases import ILLEGAL, LEGAL, NO_NUMBERS, NO_WORD, NUMBERS, pairs
from tests.games import BOARD, clue, position

from codenames_core.game.config import ClueRules, GameConfig, Team
from codenames_core.game.words import default_word_list
from codenames_core.referee import word_relations
from codenames_core.referee.languages import coverage
from codenames_core.referee.legality import read_number, why_illegal, why_illegal_clue
from codenames_core.text.sanitiser import clean

WORDS = default_word_list().words
CLUES = st.one_of(
    st.sampled_from([case[1] for case in (*pairs(ILLEGAL), *pairs(LEGAL))]),
    st.sampled_from(WORDS),
    st.text(max_size=12),
)
BOARDS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=25, unique=True)


@pytest.mark.parametrize(("kind", "word", "on_board"), pairs(ILLEGAL))
def test_official_refuses(kind: str, word: str, on_board: str) -> None:
    reason = why_illegal_clue(word, 2, ["ZEPPELIN", on_board])
    assert reason is not None, kind
    assert "ZEPPELIN" not in reason


@pytest.mark.parametrize(("kind", "word", "on_board"), pairs(LEGAL))
def test_official_allows(kind: str, word: str, on_board: str) -> None:
    assert why_illegal_clue(word, 2, ["ZEPPELIN", on_board]) is None, kind


@pytest.mark.parametrize("word", NO_WORD, ids=lambda word: repr(word)[:12] if not isinstance(word, int) else "number")
@pytest.mark.parametrize("rules", ClueRules)
def test_what_is_not_one_word_is_refused_by_every_rule_set(word: object, rules: ClueRules) -> None:
    assert why_illegal_clue(word, 1, ["BANK"], rules)


@pytest.mark.parametrize("number", NUMBERS)
def test_these_are_numbers(number: object) -> None:
    assert why_illegal_clue("zebra", number, ["BANK"]) is None
    assert read_number(number) is not None


@pytest.mark.parametrize(
    "number", NO_NUMBERS, ids=lambda number: repr(number)[:9] if not isinstance(number, int) else "n"
)
def test_these_are_no_numbers(number: object) -> None:
    assert "number" in (why_illegal_clue("zebra", number, ["BANK"]) or "")
    assert read_number(number) is None


@pytest.mark.parametrize(
    ("word", "on_board", "reason"),
    [
        ("broken", "BREAK", "'broken' is a form of BREAK, which is on the board; give a word that is not a form of it"),
        (
            "york",
            "NEW YORK",
            "'york' is a part of NEW YORK, which is on the board; give a word that is not a part of it",
        ),
        ("football", "BALL", "'football' contains BALL, which is on the board; give a word that does not contain it"),
        (
            "newyork",
            "NEW YORK",
            "'newyork' is another spelling of NEW YORK, which is on the board; a clue must be a new word",
        ),
        ("bank", "BANK", "'bank' is on the board; a clue must be a new word"),
    ],
)
def test_a_reason_names_the_word_the_relation_and_what_would_be_right(word: str, on_board: str, reason: str) -> None:
    assert why_illegal_clue(word, 2, [on_board]) == reason


def test_basic_refuses_nothing_but_the_word_itself() -> None:
    assert why_illegal_clue("BanK", 1, ["BANK"], "basic")
    for _, word, on_board in pairs(ILLEGAL):
        if why_illegal_clue(word, 1, [on_board], "basic") is None:
            assert word.casefold() != on_board.casefold()
    assert why_illegal_clue("banker", 1, ["BANK"], "basic") is None


def test_official_is_the_default_everywhere() -> None:
    assert GameConfig().clue_rules is ClueRules.OFFICIAL
    assert why_illegal_clue("banker", 1, ["BANK"])
    assert why_illegal(clue(Team.RED, "anchored", 1), position())


def test_a_revealed_word_is_free_again() -> None:
    state = position()
    for word in BOARD.words:
        freed = state._replace(revealed=frozenset([word]))
        assert why_illegal(clue(Team.RED, word, 1), state)
        assert why_illegal(clue(Team.RED, word, 1), freed) is None


def regular_plural(word: str) -> str:
    if word.endswith("Y") and word[-2] not in "AEIOU":
        return word[:-1] + "IES"
    return word + ("ES" if word.endswith(("S", "X", "Z", "CH", "SH")) else "S")


def test_every_board_word_is_illegal_for_itself_and_its_plural() -> None:
    for word in WORDS:
        plural = regular_plural(word)
        for text in (word, plural.replace(" ", ""), plural.replace(" ", "-")):
            assert why_illegal_clue(text, 1, [word, "QUAGGA"]), (word, text)


@given(CLUES, BOARDS, st.randoms(use_true_random=False))
def test_the_verdict_is_the_same_in_any_case_form_and_order(word: str, board: list[str], dice: Random) -> None:
    legal = why_illegal_clue(word, 1, board) is None
    shuffled = board[:]
    dice.shuffle(shuffled)
    assert (why_illegal_clue(word, 1, shuffled) is None) == legal
    assert (why_illegal_clue(f"  {word}\t", 1, board) is None) == legal
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, word)
        if unicodedata.normalize("NFC", written) == unicodedata.normalize("NFC", word):
            assert (why_illegal_clue(written, 1, board) is None) == legal
    if word.isascii():
        assert (why_illegal_clue(word.swapcase(), 1, board) is None) == legal


@given(BOARDS, CLUES)
def test_fewer_words_on_the_table_never_forbid_more(board: list[str], word: str) -> None:
    if why_illegal_clue(word, 1, board) is None:
        assert why_illegal_clue(word, 1, board[1:]) is None


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.lists(st.integers()),
    st.text(alphabet=st.characters(codec=None)),
)  # fmt: skip


@given(ANYTHING, ANYTHING, st.lists(st.text(), max_size=4), st.sampled_from(["en", "de", "he", "xx"]))
@example("0", None, [""], "de")
def test_the_referee_never_raises_and_its_reasons_are_safe_to_show(
    word: object, number: object, board: list[str], language: str
) -> None:
    reason = why_illegal_clue(word, number, board, language=language)
    assert reason is None or (clean(reason) == reason and "\n" not in reason)


@pytest.mark.parametrize(
    ("language", "word", "on_board"),
    [
        ("de", "Häuser", "HAUS"),
        ("de", "Haustür", "HAUS"),
        ("fr", "chevaux", "CHEVAL"),
        ("es", "corriendo", "CORRER"),
        ("ru", "книги", "КНИГА"),
    ],
)
def test_other_languages_know_their_forms(language: str, word: str, on_board: str) -> None:
    assert coverage(language) is None
    assert why_illegal_clue(word, 1, [on_board], language=language)


def test_a_language_without_forms_says_so_and_still_compares_spellings() -> None:
    assert "no word forms are known" in (coverage("xx") or "")
    assert why_illegal_clue("бaнк", 1, ["БАНК"], language="xx")
    assert why_illegal_clue("banker", 1, ["BANK"], language="xx") is None


def test_no_dictionary_is_read_before_a_clue_is_judged() -> None:
    code = """
import sys; sys.path[:0] = {path!r}
import codenames_core.referee.legality
from codenames_core.referee import english
from codenames_core.referee import languages
assert english._table.cache_info().currsize == 0
codenames_core.referee.legality.why_illegal_clue("zebra", 1, ["BANK"], "basic")
assert english._table.cache_info().currsize == 0
codenames_core.referee.legality.why_illegal_clue("zebra", 1, ["BANK"])
assert "simplemma" not in sys.modules
"""
    path = [entry for entry in sys.path if entry]
    subprocess.run([sys.executable, "-c", code.format(path=path)], check=True)


def test_what_is_known_of_the_words_of_one_board_says_nothing_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """All boards share one index of words, which begins anew once it has many: here after each board."""
    boards = [WORDS[at : at + 25] for at in range(0, 200, 25)]
    clues = [word for board in boards for word in board[:3]]
    apart = [[why_illegal_clue(word, 1, board) for word in clues] for board in boards]
    assert [sum(reason is not None for reason in of_board) >= 3 for of_board in apart] == [True] * len(boards)
    assert all(why_illegal_clue(board[0], 1, other) is None for board, other in pairwise(boards))
    monkeypatch.setattr(word_relations, "MOST_WORDS", 30)
    word_relations._by_traits.cache_clear()
    word_relations._prepared.cache_clear()
    assert [[why_illegal_clue(word, 1, board) for word in clues] for board in boards] == apart
    assert word_relations._by_traits.cache_info().currsize == 0
