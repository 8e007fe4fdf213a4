"""Word lists in the forms in which they come: what is read, what it was taken for, and what is said of the rest."""

import csv
import io
import json
import random
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.files.word_lists import (
    LARGEST_WORD_LIST,
    load_dealt_words,
    load_word_list,
    read_word_list,
    reading_of,
    written_list,
)
from codenames_core.game.board import Board, deal
from codenames_core.game.config import GameConfig
from codenames_core.game.words import WordList, default_word_list, normalise
from codenames_core.referee.legality import why_illegal_clue
from codenames_core.support.errors import BoardError, WordListError
from codenames_core.text.sanitiser import one_line

NAMES = [f"word {chr(97 + n)}" for n in range(26)]


def _rows(words: Sequence[str], sign: str, title: str = "word") -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=sign)
    writer.writerow(["id", title, "level"])
    writer.writerows([[n, word, n % 3] for n, word in enumerate(words)])
    return out.getvalue()


FORMS: dict[str, Callable[[Sequence[str]], str]] = {
    "one word per line": lambda words: "\n".join(words),
    "one word per line, as it is written": written_list,
    "lines that end as on Windows": lambda words: "\r\n".join(words) + "\r\n",
    "lines in quotation marks": lambda words: "\n".join(f'"{word}"' for word in words),
    "quoted lines with commas": lambda words: "".join(f'"{word}",\n' for word in words),
    "commas": ", ".join,
    "a few lines with commas": lambda words: ",\n".join(
        ", ".join(words[at : at + 5]) for at in range(0, len(words), 5)
    ),
    "semicolons": "; ".join,
    "bullets": lambda words: "# Words\n\n" + "\n".join(f"- {word}" for word in words),
    "stars": lambda words: "\n".join(f"* **{word}**" for word in words),
    "numbers": lambda words: "\n".join(f"{n}. {word}" for n, word in enumerate(words, start=1)),
    "numbers in brackets": lambda words: "\n".join(f"{n}) {word}" for n, word in enumerate(words, start=1)),
    "a table with commas": lambda words: _rows(words, ","),
    "a table with semicolons": lambda words: _rows(words, ";"),
    "a table with tabs": lambda words: _rows(words, "\t"),
    "a table without a title": lambda words: _rows(words, ";").partition("\n")[2],
    "a JSON list": json.dumps,
    "a JSON list in lines": lambda words: json.dumps(words, ensure_ascii=False, indent=1),
    "JSON entries": lambda words: json.dumps(
        [{"id": n, "word": word, "level": "easy"} for n, word in enumerate(words)]
    ),
    "JSON entries in another language": lambda words: json.dumps([{"es": word, "n": 1} for word in words]),
    "a JSON object of lists": lambda words: json.dumps({"easy": words[:9], "hard": {"all": words[9:]}}),
    "a JSON object that is named": lambda words: json.dumps({"title": "mine", "words": words}),
    "JSON lines": lambda words: "\n".join(json.dumps({"word": word}) for word in words),
}
LETTERS = st.sampled_from(
    "abcdefghijkäöüßéñżœ" + "абвгдежзшщ" + "אבגדהוזחט" + "بتثجحخدذر" + "漢字図書館木火土" + "かきくけこ"
)
WORDS = st.builds(" ".join, st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=2))
LISTS = st.lists(WORDS, min_size=25, max_size=40, unique_by=normalise)


@pytest.mark.parametrize("form", FORMS)
@given(words=LISTS)
def test_a_list_in_any_form_reads_back_as_its_words(form: str, words: list[str]) -> None:
    reading = reading_of(FORMS[form](words), "list")
    assert reading.words == tuple(words), reading.form
    assert not reading.problems
    assert not reading.notes


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.integers(0, 99))
def test_no_text_is_read_without_an_answer_and_problems_name_their_lines(text: str, seed: int) -> None:
    lines = random.Random(seed).choices(["[", '{"a":', "- x", "1. y", "a,b", "a;b;c", '"q', "😀", "a\tb"], k=seed % 40)
    whole = "\n".join((*lines, text))
    try:
        reading = reading_of(whole, "list")
    except WordListError as error:
        said = str(error)
        assert said.startswith("list: ")
        return
    assert all(0 <= problem.line <= len(whole.splitlines()) for problem in reading.problems)
    assert all(problem.message.isprintable() for problem in reading.problems)
    assert all(one_line(word) == word for word in reading.words)
    assert reading_of(written_list(reading.words), "again").words == reading.words


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("UTF-8 with a byte order mark", "\ufeff" + "\n".join(NAMES)),
        ("UTF-16", ("\ufeff" + "\n".join(NAMES)).encode("utf-16-le")),
        ("UTF-16, the other way round", ("\ufeff" + "\n".join(NAMES)).encode("utf-16-be")),
        ("UTF-16 of JSON", ("\ufeff" + json.dumps(NAMES)).encode("utf-16-le")),
        ("lines that end in CR", "\r".join(NAMES)),
    ],
)
def test_texts_in_other_encodings_are_read(tmp_path: Path, name: str, data: str | bytes) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    assert load_word_list(file).words == tuple(NAMES), name


def test_a_list_may_hold_comments_names_of_several_words_and_any_script(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\ufeff# my words\n银行\nICE CREAM  # cold\n\n" + "\n".join(f"word{n}" for n in range(23)), "utf-8")
    words = load_word_list(file)
    assert words.words[:2] == ("银行", "ICE CREAM")
    assert (words.name, len(words.words)) == ("mine", 25)
    assert set(deal(GameConfig(seed=1, word_list="mine"), words).words) == set(words.words)


def test_a_few_names_with_commas_make_no_list_between_commas() -> None:
    words = (*NAMES, "Washington, D.C.", "Monsters, Inc.")
    assert reading_of("\n".join(words), "list").words == words


def test_what_was_changed_is_counted_and_named() -> None:
    text = "\n".join((*NAMES, "Base_de_données", "Schiff\u00adfahrt", "Wasser\u00adfall", "WORD C", "w\u200bord d"))
    reading = reading_of(text, "list")
    assert reading.words == (*NAMES, "Base de données", "Schifffahrt", "Wasserfall")
    assert not reading.problems
    assert reading.notes == (
        "underscores read as spaces in 1 word",
        "U+00AD (soft hyphen) dropped from 2 words",
        "2 doubles dropped: 'word c' (lines 3 and 30), 'word d' (lines 4 and 31)",
    )
    assert reading.summary == f"read as one word per line, 29 words; {'; '.join(reading.notes)}"
    assert not reading_of("\n".join(NAMES), "list").summary


def test_a_non_joiner_is_part_of_a_persian_word_and_of_no_other() -> None:
    potato, football = "سیب\u200cزمینی", "foot\u200cball"
    reading = reading_of("\n".join((*NAMES, potato, football)), "list")
    assert reading.words[-2:] == (potato, "football")
    assert reading.notes == ("U+200C (zero width non-joiner) dropped from 1 word",)
    assert one_line(potato) == potato


def test_emoji_get_their_names_beside_them_without_what_has_no_width() -> None:
    reading = reading_of("\n".join((*NAMES, "🐱", "❤️", "👨‍👩‍👧", "🇯🇵", "👋🏽", "🐶 my dog")), "list")
    assert reading.words[-6:] == (
        "🐱 cat face",
        "❤ red heart",
        "👨👩👧 family man woman girl",
        "🇯🇵 flag Japan",
        "👋 waving hand medium skin tone",
        "🐶 my dog",
    )
    assert reading.notes == ("5 emoji with their names beside them",)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (NAMES[:21], "a board needs 25 distinct words; there are 21"),
        ([*NAMES, "x" * 41], "line 27: .*41 characters; the limit is 40$"),
        ([*NAMES, "x " * 41], "line 27: .*81 characters; the limit is 40; write one word per line"),
        ([*NAMES, "!!!"], "line 27: '!!!' has no letter or digit"),
        (
            [*NAMES, "a\x1b[2Jb"],
            r"line 27: .* contains U\+001B \(control character\), which cannot be shown; remove it",
        ),
        ([*NAMES, "a\u202eb"], r"line 27: .* contains U\+202E \(right-to-left override\)"),
        (["export default `Roulette", *NAMES], "line 1: .* contains '`', as programs and file formats do"),
        ([*(f"- {name}" for name in NAMES), "the end"], "line 27: has no bullet"),
        ([*(f"{n}. {name}" for n, name in enumerate(NAMES)), "the end"], "line 27: has no number in front"),
        ([*(f"{name};{n}" for n, name in enumerate(NAMES)), "a;b;c"], "line 27: has 3 columns, but most .* have 2"),
        ([*(f"{name};{n}" for n, name in enumerate(NAMES)), '"a;b'], "line 27: has 1 column"),
        (["[", *(f'"{name}",' for name in NAMES)], r"line 27: not JSON .*; write a JSON list of words, or one word"),
        (["a\0b", *NAMES], r"line 1: contains U\+0000 \(control character\), so it is not text"),
        (["[" * 100_000], "nested too deeply"),
        (['["half \\ud800"]'], "surrogate"),
        (["[1, 2, 3]"], "here are 0"),
    ],
)
def test_a_list_that_cannot_be_used_names_file_and_line(tmp_path: Path, lines: list[str], complaint: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(WordListError, match=complaint) as caught:
        load_word_list(file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"x" * (LARGEST_WORD_LIST + 1), "the limit is 10,000,000"),
        (b"a\n" * 4_000_000, "4,000,000 lines; the limit for a word list is 200,000"),
        (b"a" * 5_000_000, "5,000,000 characters; the limit is 40"),
        (b"a," * 2_500_000, "2,500,000 commas; the limit for a word list is 200,000"),
        (b'"' + b"a;b\n" * 150_000, "quotation marks do not end"),
        (b'["a"' + b',"a"' * 1_000_000 + b"]", "1,000,001 texts; the limit for a word list is 200,000"),
        (bytes(range(256)) * 100, "line 2: not UTF-8"),
        (b"\xff\xfea", "UTF-16"),
        (b"one\nna\xefve", "line 2: not UTF-8"),
        (b"\x1f\x8b" + bytes(99), "gzip"),
    ],
    ids=[
        "11 MB",
        "endless",
        "one line",
        "one line of commas",
        "open quotation",
        "JSON",
        "binary",
        "half",
        "cp1252",
        "gz",
    ],
)
def test_hostile_files_give_one_complaint(tmp_path: Path, data: bytes, complaint: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(data)
    with pytest.raises(WordListError, match=complaint) as caught:
        load_word_list(file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_list_that_is_not_there_or_a_folder_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="No such file"):
        read_word_list(tmp_path / "none.txt")
    with pytest.raises(WordListError):
        read_word_list(tmp_path)


def test_words_that_were_dealt_are_read_as_they_were_written(tmp_path: Path) -> None:
    words = (*NAMES, "ice_cream", "- x", "1. y", "Washington, D.C.", unicodedata.normalize("NFD", "é"))
    (tmp_path / "words.txt").write_text("\n".join(words) + "\n", "utf-8")
    assert load_dealt_words(tmp_path / "words.txt") == words
    (tmp_path / "words.txt").write_text("few\n", "utf-8")
    with pytest.raises(WordListError, match="25 distinct words"):
        load_dealt_words(tmp_path / "words.txt")


@pytest.mark.parametrize(("clue", "is_legal"), [("cat", False), ("faces", False), ("feline", True), ("🐱", False)])
def test_a_clue_is_judged_against_the_name_of_an_emoji(clue: str, is_legal: bool) -> None:
    (word,) = reading_of("🐱", "list").words
    assert (why_illegal_clue(clue, 1, [word]) is None) == is_legal


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("# language: de\n" + "\n".join(NAMES), "de"),
        ("# one word a line\n#Language:  Polish\n\n" + "\n".join(NAMES), "pl"),
        ("# my words\n# language: pt-BR\n- " + "\n- ".join(NAMES), "pt"),
        ("# language: fi\n" + _rows(NAMES, ","), "fi"),
        (json.dumps({"language": "tr", "words": NAMES}), "tr"),
        ("\n".join(NAMES), ""),
        ("\n".join(NAMES) + "\n# language: de", ""),
        (json.dumps({"title": "mine", "words": NAMES}), ""),
    ],
)
def test_a_list_may_state_its_language_above_its_words(text: str, language: str) -> None:
    reading = reading_of(text, "list")
    assert (reading.words, reading.language, reading.problems) == (tuple(NAMES), language, ())
    again = reading_of(written_list(reading.words, reading.language), "again")
    assert (again.words, again.language) == (reading.words, language)


def test_a_language_that_is_none_is_a_problem_of_its_line() -> None:
    (problem,) = reading_of("# mine\n# language: klingon\n" + "\n".join(NAMES), "list").problems
    assert problem.line == 2
    assert problem.message.startswith("states a language: 'klingon' is not a language code")


def test_a_plain_list_that_states_its_language_is_said_to_be_in_it() -> None:
    assert reading_of("# language: de\n" + "\n".join(NAMES), "list").summary.startswith(
        "read as one word per line in German"
    )


def test_a_board_that_is_dealt_is_the_board_that_is_checked_word_by_word() -> None:
    dealt = deal(GameConfig(seed=7))
    checked = Board(list(dealt.words), dict(reversed([*dealt.key.items()])))  # type: ignore[arg-type]
    assert (dealt, hash(dealt), list(dealt.key.items())) == (checked, hash(checked), list(checked.key.items()))
    assert dealt.find(f" {dealt.words[3].swapcase()} ") == checked.find(dealt.words[3].lower()) == dealt.words[3]
    assert dealt.cards == checked.cards


@pytest.mark.parametrize(("bad", "complaint"), [("Ice  CREAM", "twice"), ("x" * 101, "too long")])
def test_a_list_that_nobody_checked_deals_no_board_that_cannot_be(bad: str, complaint: str) -> None:
    """Whoever makes a list by hand may have two spellings of one word in it, or a word that nobody could guess."""
    words = ("ice cream", *default_word_list().words[:23], bad)
    with pytest.raises(BoardError, match=complaint):
        deal(GameConfig(seed=1, word_list="mine"), WordList("mine", words))
