"""Counts of things: one thing, and any other number of things."""

import pytest

from codenames_core.text.plurals import counted, plural


@pytest.mark.parametrize(("count", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (5000, "5,000 games")])
def test_only_one_thing_is_in_the_singular(count: int, said: str) -> None:
    assert counted(count, "game") == said


def test_a_plural_that_needs_more_than_an_s_is_given() -> None:
    assert counted(1, "field needs", "fields need") == "1 field needs"
    assert counted(2, "field needs", "fields need") == "2 fields need"
    assert plural(3, "time") == "times"
