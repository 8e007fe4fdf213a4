"""What is painted again, and what is sent to the terminal for it: all that changed, and next to nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.strip import Strip

from codenames_tui.painting import NarrowUpdate
from codenames_tui.views.lines import Line, Span
from codenames_tui.widgets.lines import changed_span

WIDTH = 12

lines = st.lists(
    st.builds(Span, st.text("ab1 é", min_size=1, max_size=5), st.sampled_from(["text", "dim"])), max_size=4
).map(tuple)


def cells(line: Line) -> list[tuple[str, str]]:
    """What stands in each cell; the texts of these tests have one cell for each sign."""
    shown = [(sign, span.style) for span in line for sign in span.text]
    return [*shown, *[(" ", "text")] * WIDTH][:WIDTH]


@given(lines, lines)
def test_painting_what_changed_over_the_line_before_gives_the_line_after(before: Line, after: Line) -> None:
    start, count = changed_span(before, after, WIDTH) or (0, 0)
    painted = cells(before)
    painted[start : start + count] = cells(after)[start : start + count]
    assert painted == cells(after)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ([("174 of 900", "text")], [("182 of 900", "text")], (1, 2)),
        ([("a ", "dim"), ("turn 9", "text")], [("a ", "dim"), ("turn 8", "text")], (7, 1)),
        ([("turn 9", "text")], [("turn 10", "text")], (5, 7)),
        ([("same", "text")], [("same", "dim")], (0, 4)),
        ([("sa", "text"), ("me", "text")], [("same", "text")], None),
        ([("e\N{COMBINING ACUTE ACCENT}", "text")], [("e\N{COMBINING GRAVE ACCENT}", "text")], (0, 1)),
    ],
)
def test_what_stays_in_front_and_behind_is_not_painted(
    before: list[tuple[str, str]], after: list[tuple[str, str]], changed: tuple[int, int] | None
) -> None:
    spans = [tuple(Span(*span) for span in line) for line in (before, after)]
    assert changed_span(spans[0], spans[1], WIDTH) == changed


def written(sent: str) -> dict[tuple[int, int], str]:
    """Which sign stands where after all that was sent; by line and cell, from 0."""
    found: dict[tuple[int, int], str] = {}
    for y, x, text in re.findall(r"\x1b\[(\d+);(\d+)H([^\x1b]*)", sent):
        found |= {(int(y) - 1, int(x) - 1 + place): sign for place, sign in enumerate(text)}
    return found


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 11), st.integers(1, 12)), min_size=1, max_size=4))
def test_a_part_of_a_line_is_sent_without_the_rest_of_its_panel(parts: list[tuple[int, int, int]]) -> None:
    """Two panels stand side by side, and one hides a third."""
    whole = ["abcdeFGHIJKL", "mnopqRSTUVWX", "012345678901"]
    chops = [{0: Strip([Segment(line[:2]), Segment(line[2:5])]), 5: Strip([Segment(line[5:])])} for line in whole[:2]]
    chops.append({0: Strip([Segment(whole[2])])})
    spans = [(y, x, min(x + count, WIDTH)) for y, x, count in sorted(parts)]
    update = NarrowUpdate.of(ChopsUpdate(chops, spans, [[5, WIDTH], [5, WIDTH], [WIDTH]]))
    wanted = {(y, x): whole[y][x] for y, left, right in spans for x in range(left, right)}
    assert written(update.render_segments(Console())) == wanted


def test_a_panel_that_is_hidden_sends_nothing() -> None:
    update = ChopsUpdate([{0: None, 5: Strip([Segment("FGHIJKL")])}], [(0, 0, WIDTH)], [[5, WIDTH]])
    assert written(NarrowUpdate.of(update).render_segments(Console())) == {
        (0, 5 + n): c for n, c in enumerate("FGHIJKL")
    }
