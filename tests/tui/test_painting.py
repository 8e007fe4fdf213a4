"""What is painted again where a panel changes: all that changed, and next to nothing else."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from tests.tui.table import replayed
from textual.app import App
from textual.geometry import Region, Size

from codenames_tui.ui.lines.lines import Line, Span
from codenames_tui.ui.look import Look
from codenames_tui.ui.widgets.line_panel import LinePanel, changed_regions, changed_span

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


looks = st.tuples(st.sampled_from(["a", "b"]), st.sampled_from(["text", "dim"]))
wide_lines = st.tuples(*[looks] * 5).map(
    lambda drawn: tuple(
        Span(sign * cells, style) for (sign, style), cells in zip(drawn, (1, 20, 3, 20, 1), strict=True)
    )
)
pictures = st.lists(wide_lines, min_size=4, max_size=4)


@given(pictures, pictures)
def test_painting_the_regions_that_changed_gives_the_picture_after(before: list[Line], after: list[Line]) -> None:
    def painted(lines: list[Line]) -> list[list[tuple[str, str]]]:
        return [[(sign, span.style) for span in line for sign in span.text] for line in lines]

    picture, wanted = painted(before), painted(after)
    for region in changed_regions(before, after, Size(45, 4)):
        for y in range(region.y, region.bottom):
            picture[y][region.x : region.right] = wanted[y][region.x : region.right]
    assert picture == wanted


def test_the_edges_of_a_board_are_painted_without_its_cards() -> None:
    before = [(Span("|", "red"), Span("x" * 40), Span("|", "red"))] * 3
    after = [(Span("|", "blue"), Span("x" * 40), Span("|", "blue"))] * 3
    assert changed_regions(before, after, Size(42, 3)) == [Region(0, 0, 1, 3), Region(41, 0, 1, 3)]


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


# A part that is painted by itself is the same as in a picture that is painted at once

KEYS = ("right", "right", "k", "end", "z", "tab", "up", "left", "i", "1", "P", "W", "question_mark", "escape", "h")
"""What changes panels, what puts others in their place, and what says something in front of them."""


def signs(segments: Iterable[Segment]) -> list[tuple[str, Style | None]]:
    return [(sign, segment.style) for segment in segments for sign in segment.text]


def picture(app: App[int]) -> list[list[tuple[str, Style | None]]]:
    """Each sign of the screen and its style, as Textual paints it from what its widgets have kept."""
    return [*map(signs, app.screen._compositor.render_strips())]


@pytest.mark.parametrize(
    ("look", "size"),
    [
        (Look(), (80, 24)),
        pytest.param(Look(theme="ansi"), (80, 24), marks=pytest.mark.soak),
        pytest.param(Look(colour=False), (120, 40), marks=pytest.mark.soak),
        (Look(ascii_only=True), (120, 40)),
    ],
)
async def test_what_is_painted_part_by_part_is_what_is_painted_at_once(look: Look, size: tuple[int, int]) -> None:
    app = replayed(look=look)
    async with app.run_test(size=size) as pilot:
        for key in (*KEYS, *reversed(KEYS)):
            await pilot.press(key)
            await pilot.pause()
            part_by_part = picture(app)
            for panel in app.screen.query(LinePanel):
                panel.notify_style_update()
                panel.refresh()
            assert picture(app) == part_by_part, key
