"""Laws of the text that a game keeps: how much room it takes, and what is the same word."""

import json

from hypothesis import given
from hypothesis import strategies as st

from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import encodable, shorten, without_format, written_size

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)
MARK = len("… (1,000,000 more characters)".encode())


@given(ANY_TEXT, st.integers(0, 400))
def test_what_is_kept_of_a_text_fits_and_says_what_is_missing(text: str, most: int) -> None:
    kept = shorten(text, most)
    assert written_size(kept) <= most + MARK
    whole = encodable(text)
    if kept != whole:
        start, _, rest = kept.rpartition("… (")
        assert whole.startswith(start)
        assert rest == f"{len(text) - len(start):,} more characters)"
        assert written_size(whole) > most


@given(ANY_TEXT)
def test_the_size_of_a_text_is_what_a_file_holds(text: str) -> None:
    assert len(json.dumps([encodable(text)], ensure_ascii=False).encode()) == written_size(text) + 4


@given(ANY_TEXT)
def test_a_word_without_its_format_characters_is_the_same_word(word: str) -> None:
    assert normalise(without_format(word)) == normalise(word)
    assert normalise(without_format(word).strip()) == normalise(word)
