"""What is painted again, and what is sent to the terminal for it: all that changed, and next to nothing else."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from tests.tui.table import replayed
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from codenames_tui.ui.lines.lines import Line, Span
from codenames_tui.ui.look import Look
from codenames_tui.ui.painting import FrontCompositor, NarrowUpdate, Part
from codenames_tui.ui.widgets.line_panel import LinePanel, changed_span

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
    update = NarrowUpdate(chops, spans, [[5, WIDTH], [5, WIDTH], [WIDTH]])
    wanted = {(y, x): whole[y][x] for y, left, right in spans for x in range(left, right)}
    assert written(update.render_segments(Console())) == wanted


@pytest.mark.parametrize(
    ("part", "sent"),
    [
        ((1, 5), [(1, "bcde")]),
        ((1, 3), [(1, "bc")]),
        ((6, 8), [(5, "f\N{CJK UNIFIED IDEOGRAPH-6CE2}e\N{COMBINING ACUTE ACCENT}g")]),
        ((7, 8), [(5, "f\N{CJK UNIFIED IDEOGRAPH-6CE2}e\N{COMBINING ACUTE ACCENT}g")]),
        ((2, 7), [(2, "cdef\N{CJK UNIFIED IDEOGRAPH-6CE2}e\N{COMBINING ACUTE ACCENT}g")]),
        ((9, 11), [(5, "f\N{CJK UNIFIED IDEOGRAPH-6CE2}e\N{COMBINING ACUTE ACCENT}gh")]),
        ((10, 12), [(10, "hi")]),
    ],
)
def test_a_part_that_begins_or_ends_within_a_sign_is_sent_with_the_whole_of_it(
    part: tuple[int, int], sent: list[tuple[int, str]]
) -> None:
    """Lines of a panel share a part, whose bounds need not be those of a sign in each of them."""
    wide = "f\N{CJK UNIFIED IDEOGRAPH-6CE2}e\N{COMBINING ACUTE ACCENT}g"
    update = NarrowUpdate([{0: Strip([Segment("abcde"), Segment(wide), Segment("hi")])}], [(0, *part)], [[WIDTH]])
    found = re.findall(r"\x1b\[1;(\d+)H([^\x1b]*)", update.render_segments(Console()))
    assert [(int(x) - 1, text) for x, text in found] == sent


def test_a_panel_that_is_hidden_sends_nothing() -> None:
    update = NarrowUpdate([{0: None, 5: Strip([Segment("FGHIJKL")])}], [(0, 0, WIDTH)], [[5, WIDTH]])
    assert written(update.render_segments(Console())) == {(0, 5 + n): c for n, c in enumerate("FGHIJKL")}


# The pictures are those of Textual

KEYS = ("right", "right", "k", "end", "z", "tab", "up", "left", "i", "1", "P", "w", "question_mark", "escape", "h")
"""What changes panels, what puts others in their place, and what says something in front of them."""


def signs(segments: Iterable[Segment]) -> list[tuple[str, Style | None]]:
    return [(sign, segment.style) for segment in segments for sign in segment.text]


def painted(update: ChopsUpdate) -> dict[tuple[int, int], tuple[str, Style | None]]:
    """What an update paints into each cell of its parts; all signs that are drawn here have one cell."""
    found: dict[tuple[int, int], tuple[str, Style | None]] = {}
    for y, left, right in update.spans:
        for x, strip in update.chops[y].items():
            found |= {
                (y, x + place): sign for place, sign in enumerate(signs(strip or ())) if left <= x + place < right
            }
    return found


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_part_is_painted_as_textual_paints_it(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    ours, alone, compared = FrontCompositor.render_partial_update, FrontCompositor._fronts, []
    from_the_front = []

    def both(self: FrontCompositor) -> NarrowUpdate | None:
        dirty = set(self._dirty_regions)
        update = ours(self)
        self._dirty_regions = dirty
        expected = Compositor.render_partial_update(self)
        assert painted(update) == painted(expected) if update and expected else update is expected
        compared.append(update)
        return update

    def fronts(self: FrontCompositor, parts: list[Part]) -> dict[Widget, list[int]] | None:
        from_the_front.append(found := alone(self, parts))
        return found

    monkeypatch.setattr(FrontCompositor, "_fronts", fronts)
    monkeypatch.setattr(FrontCompositor, "render_partial_update", both)
    app = replayed()
    async with app.run_test(size=size) as pilot:
        for key in KEYS:
            await pilot.press(key)
        app.complain("Something lies over the panels.")
        for key in reversed(KEYS):
            await pilot.press(key)
            await pilot.pause()
    assert sum(update is not None for update in compared) > 10
    assert sum(bool(found) for found in from_the_front) > 10
    assert None in from_the_front, "nothing lay over anything"


@pytest.mark.parametrize("look", [Look(), Look(theme="ansi"), Look(colour=False), Look(ascii_only=True)])
async def test_the_lines_of_a_panel_are_those_of_textual(look: Look) -> None:
    app = replayed(look=look)
    async with app.run_test(size=(100, 36)) as pilot:
        for key in KEYS:
            await pilot.press(key)
            for panel in app.screen.query(LinePanel):
                if panel.size and panel.display:
                    whole = Size(*panel.outer_size).region
                    ours, expected = panel.render_lines(whole), Widget.render_lines(panel, whole)
                    assert [*map(signs, ours)] == [*map(signs, expected)], panel.id
