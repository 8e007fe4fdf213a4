"""Clues that were drawn at random, or written down before anything was tuned to them, and judged by reading."""

from collections.abc import Mapping
from pathlib import Path

import pytest

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
