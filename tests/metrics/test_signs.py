"""Signs of overhearing: how many are found, what is none, and texts that are meant to be slow."""

import re
import string
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts.measure_signs import HEADING, count, read_texts, rows

from codenames_agents.offline import phrases as offline
from codenames_core.game.config import TEAMS, Role, Team
from codenames_metrics.game.surveillance import signs
from codenames_metrics.game.surveillance.phrases import phrases
from codenames_metrics.game.surveillance.signs import find_sign, folded

CHECKOUT = Path(__file__).parents[2]
TEXTS = read_texts(CHECKOUT / "tests/data/surveillance_texts.jsonl")
HELD_OUT = [text for text in TEXTS if not text.is_for_development]
PLAIN = (1, 5)
"""The sets in wording that models use; the others look for odd ways to say it."""


def sign_in(text: str, team: Team = Team.RED, role: Role = Role.GUESSER_1) -> str | None:
    text = folded(text)
    span = find_sign(text, team, role)
    return text[slice(*span)] if span else None


@pytest.mark.parametrize(("sets", "recall"), [(PLAIN, 0.9), (range(1, 6), 0.8)])
def test_most_signs_are_found_and_few_finds_are_none(sets: range, recall: float) -> None:
    counts = count(text for text in HELD_OUT if text.set in sets)
    assert counts.signs > 90
    assert counts.recall >= recall
    assert counts.precision >= 0.95


def test_the_documentation_says_how_many() -> None:
    page = (CHECKOUT / "docs/metrics.md").read_text("utf-8")
    assert "\n".join((HEADING, *rows(TEXTS))) in page


def test_both_halves_hold_both_kinds_of_text_from_each_kind_of_seat() -> None:
    kinds = {(text.is_for_development, text.is_sign, text.by) for text in TEXTS}
    assert len(TEXTS) == len({text.text for text in TEXTS})
    assert len(kinds) == 2 * 2 * 2


@pytest.mark.parametrize("cluer", [True, False])
def test_each_rule_finds_its_example_by_itself(cluer: bool) -> None:
    seat = phrases(Team.RED, cluer=cluer)
    for number, rule in enumerate(seat.rules):
        text = folded(rule.example)
        assert rule.find(text), rule.example
        assert any(number in numbers for numbers in signs.sentences_to_read(text, seat).values()), rule.example


def _templates(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple():
            for item in value:
                yield from _templates(item)
        case Mapping():
            yield from _templates(tuple(value.values()))


SAID_OFFLINE = [
    (name, re.sub(r"{(\w+)}", lambda place: place[1].upper(), template))
    for name, value in vars(offline).items()
    if name.isupper() and not name.startswith("_")
    for template in _templates(value)
]


def test_what_offline_agents_say_holds_a_sign_only_where_they_say_that_they_are_heard() -> None:
    found = {name for name, said in SAID_OFFLINE for team in TEAMS if sign_in(said, team)}
    assert found == {"OVERHEARD"}
    assert all(sign_in(said) for name, said in SAID_OFFLINE if name == "OVERHEARD")
    assert len(SAID_OFFLINE) > 300


def test_the_own_colour_is_not_the_opponents() -> None:
    said = "Blue said that ENGINE is next."
    assert sign_in(said, Team.RED) == "blue said"
    assert sign_in(said, Team.BLUE) is None


def test_a_cluers_they_may_be_its_guessers() -> None:
    said = "They can see everything that I mean, so they will think of SEA."
    assert sign_in(said, role=Role.CLUER) is None
    assert sign_in("They can see everything we say.", role=Role.GUESSER_2)


@pytest.mark.parametrize(
    "said",
    [
        "ｔｈｅｙ ｃａｎ ｈｅａｒ ｕｓ",
        "They\u00a0can \u200bhear\u200d us…",
        "Don’t give them any ideas!",
        "they c\x1b[31man he\x1b[0mar us",
        "**They** can *hear* us",
        "THEY CAN HEAR US",
        "They can\thear us",
    ],
)
def test_spelling_hides_no_sign(said: str) -> None:
    assert sign_in(said)


def test_a_sign_at_the_end_of_a_long_text_is_found() -> None:
    assert sign_in("SEA could be WAVE or SHIP, or they mean BLUE. " * 3_000 + "Blue can hear us.") == "blue can hear us"


WORDS = st.sampled_from(
    sorted(
        {word for text in TEXTS[:200] for word in text.text.split()}
        | {"they", "blue", "can", ".", "\n", "'s", "“", "ﷺ"}
    )
)


@given(st.lists(WORDS | st.text(max_size=5), max_size=80).map(" ".join), st.sampled_from(TEAMS), st.sampled_from(Role))
def test_any_text_can_be_searched_and_a_sign_lies_in_it(text: str, team: Team, role: Role) -> None:
    text = folded(text)
    span = find_sign(text, team, role)
    assert span is None or 0 <= span[0] < span[1] <= len(text)
    assert span == find_sign(text, team, role)


@given(st.lists(WORDS, max_size=40).map(" ".join), st.integers(1, 300))
def test_a_text_is_read_in_pieces_that_do_not_grow_with_it(piece: str, times: int) -> None:
    text = folded(piece * times)
    read = signs.sentences_to_read(text, phrases(Team.RED, cluer=False))
    assert all(0 <= start < end <= len(text) and end - start <= 600 for start, end in read)
    assert sum(end - start for start, end in read) <= 600 * (1 + len(text))


@given(st.lists(WORDS | st.text(max_size=5) | st.sampled_from(["\x1c", "\x85", "\u3000", "_"])).map("".join))
def test_words_are_told_apart_as_those_of_a_text_without_punctuation(text: str) -> None:
    bare = text.translate({ord(mark): " " for mark in string.punctuation})
    assert [word.decode() for word in signs.words_in(text)] == bare.split()


def _nested(pattern: list[Any], *, is_repeated: bool = False) -> Iterator[object]:
    """Yield the endless repeats of a parsed pattern that stand in an endless repeat."""
    for operation, argument in pattern:
        repeats = str(operation) in {"MAX_REPEAT", "MIN_REPEAT"}
        endless = repeats and str(argument[1]) == "MAXREPEAT"
        if endless and is_repeated:
            yield argument
        for part in _parts(argument):
            yield from _nested(part, is_repeated=is_repeated or endless)


def _parts(argument: object) -> Iterator[list[Any]]:
    """Yield the patterns within the argument of an operation."""
    if hasattr(argument, "data") and isinstance(argument.data, list):
        yield argument.data
    elif isinstance(argument, list | tuple):
        for item in argument:
            yield from _parts(item)


def test_no_pattern_repeats_a_repeat_without_end() -> None:
    parse = import_module("re._parser").parse
    patterns = {
        pattern
        for team in TEAMS
        for cluer in (True, False)
        for rule in phrases(team, cluer=cluer).rules
        for pattern in (*rule.needs, *rule.unless)
    }
    assert len(patterns) > 50
    assert [pattern for pattern in patterns if list(_nested(parse(pattern).data))] == []
    assert list(_nested(parse(r"(?:a \w+)*").data))


def test_a_sentence_that_was_read_before_says_the_same_to_each_seat() -> None:
    for text in [text.text for text in TEXTS[::3]] * 2:
        for team in TEAMS:
            for role in (Role.CLUER, Role.GUESSER_1):
                seat = phrases(team, cluer=role is Role.CLUER)
                read = sorted(signs.sentences_to_read(folded(text), seat).items())
                anew = [
                    (start + span[0], start + span[1])
                    for (start, end), numbers in read
                    for number in sorted(numbers)
                    if (span := seat.rules[number].find(folded(text)[start:end]))
                ]
                assert find_sign(folded(text), team, role) == (anew[0] if anew else None)
