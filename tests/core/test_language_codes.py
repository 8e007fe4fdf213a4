"""Codes of languages, as people write them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_core.game.config import GameConfig
from codenames_core.game.language_codes import _TABLE, PATTERN, language_code, language_name
from codenames_core.support.errors import InputError


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de_DE.UTF-8", "de"), ("deu", "de"), ("ger", "de")],
        *[("German", "de"), ("Deutsch", "de"), (" de ", "de"), ("pt-BR", "pt"), ("ptbr", "pt"), ("zh-CN", "zh")],
        *[
            ("zh_Hant_TW", "zh"),
            ("jp-JP", "ja"),
            ("ua", "uk"),
            ("jp", "ja"),
            ("cz", "cs"),
            ("gr", "el"),
            ("iw", "he"),
            ("日本語", "ja"),
        ],
        *[("se", "se"), ("xx", "xx"), ("no", "nb"), ("chr", "chr")],
    ],
)
def test_a_language_is_known_by_what_people_write(written: str, code: str) -> None:
    assert language_code(written) == code


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("germn", r"'germn' is not a language code; did you mean de \(German\)\?"),
        ("portugese", r"did you mean pt \(Portuguese\)\?"),
        ("klingon", "two or three small letters are needed, as in en or de"),
        ("", "two or three small letters"),
        ("x" * 100_000, "not a language code"),
        ("\x1b[2J", "not a language code"),
    ],
)
def test_what_is_no_language_is_refused_with_one_that_may_be_meant(written: str, meant: str) -> None:
    with pytest.raises(InputError, match=meant) as caught:
        language_code(written)
    assert str(caught.value).isprintable()


@given(st.text())
def test_every_text_is_a_code_or_refused(written: str) -> None:
    try:
        code = language_code(written)
    except InputError:
        return
    assert re.fullmatch(PATTERN, code)
    assert language_code(code) == code


def test_nothing_in_the_table_stands_for_two_languages() -> None:
    words = [word for row in _TABLE.splitlines() for word in set(row.casefold().replace("|", " ").split())]
    assert len(words) == len(set(words))


def test_names_are_english() -> None:
    assert (language_name("uk"), language_name("no"), language_name("xx")) == ("Ukrainian", "Norwegian", "'xx'")


def test_a_record_keeps_the_code_that_it_has() -> None:
    assert GameConfig(language="deu").language == "deu"
    assert GameConfig(language="pt-BR").language == "pt"
