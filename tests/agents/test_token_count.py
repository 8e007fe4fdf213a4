"""Counting tokens: with the tokeniser that lies on this machine, or else an estimate; nothing is fetched."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from codenames_agents.models.token_count import ENCODING, token_counter


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    token_counter.cache_clear()
    yield
    token_counter.cache_clear()


def test_the_tokeniser_that_is_shipped_with_litellm_counts() -> None:
    counter = token_counter()
    assert (counter.name, counter.count("hello world"), counter.count("<|endoftext|>")) == (ENCODING, 2, 7)


def test_without_it_four_characters_are_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(*_: Any) -> None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", find_nothing)
    counter = token_counter()
    assert "estimate" in counter.name
    assert counter.count("hello") == 2
