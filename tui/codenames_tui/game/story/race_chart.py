"""The race for the last word: how many words each team had left after each turn, as two lines.

Drawn in braille, eight dots a cell; in ASCII with a letter a cell. The letters at the right end say which is which
without any colour.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from codenames_core.game.config import Team
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, fit, joined, team_style

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille sign, by row and column of its dots."""
_BRAILLE: Final = 0x2800
_AXIS, _LABEL = 2, 3
_FEWEST_STEPS: Final = 6
"""A race of fewer turns leaves the rest of the width free."""

Dots = set[tuple[int, int]]
"""Column and row, counted from the top left."""


@lru_cache(maxsize=4)
def race_lines(race: tuple[tuple[int, int], ...], width: int, height: int, glyphs: Glyphs) -> tuple[Line, ...]:
    """Return the chart in exactly `width` cells and `height` lines.

    Args:
        race: words that red and blue had left, before the first turn and after each.
        width: at least a dozen cells.
        height: at least 3 lines.
        glyphs: what it is drawn with.
    """
    most = max(max(pair) for pair in race)
    columns = max(width - _AXIS - _LABEL, 1)
    red, blue = (_signs([pair[index] for pair in race], most, columns, height, glyphs) for index in range(2))
    ends = _ends(race[-1], most, height, glyphs)
    lines = []
    for row in range(height):
        axis = str(most) if row == 0 else "0" if row == height - 1 else ""
        head = Span(f"{axis:>{_AXIS - 1}}"[-_AXIS + 1 :] + glyphs.track, "dim")
        cells = [_cell(red.get((column, row), 0), blue.get((column, row), 0), glyphs) for column in range(columns)]
        lines.append(fit(joined((head, *cells, *ends[row])), width))
    return tuple(lines)


def _signs(left: Sequence[int], most: int, columns: int, rows: int, glyphs: Glyphs) -> dict[tuple[int, int], int]:
    """Return which dots of which cells make up one team's line."""
    across, down = (1, 1) if glyphs.ascii_only else (2, 4)
    cells: dict[tuple[int, int], int] = {}
    for x, y in _drawn(left, most, (columns * across, rows * down)):
        cell = (x // across, y // down)
        cells[cell] = cells.get(cell, 0) | _DOTS[y % down][x % across]
    return cells


def _drawn(left: Sequence[int], most: int, size: tuple[int, int]) -> Dots:
    """Return the dots of one team's line."""
    width, height = size
    steps = max(len(left) - 1, _FEWEST_STEPS)
    points = [
        (round(index * (width - 1) / steps), round((most - words) * (height - 1) / max(most, 1)))
        for index, words in enumerate(left)
    ]
    dots = {points[0]}
    for begin, end in pairwise(points):
        dots.update(_between(begin, end))
    return dots


def _between(begin: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the dots of a straight line."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    steps = max(abs(across), abs(down), 1)
    for step in range(steps + 1):
        yield begin[0] + round(across * step / steps), begin[1] + round(down * step / steps)


def _cell(red: int, blue: int, glyphs: Glyphs) -> Span:
    if not red and not blue:
        return Span(" ")
    style = "strong" if red and blue else "red" if red else "blue"
    if glyphs.ascii_only:
        return Span("*" if red and blue else "r" if red else "b", style)
    return Span(chr(_BRAILLE + (red | blue)), style)


def _ends(left: tuple[int, int], most: int, rows: int, glyphs: Glyphs) -> list[Iterable[Span]]:
    """Return what stands at the right end of each line: each team's letter and its words left, on the line's height."""
    ends: list[list[Span]] = [[] for _ in range(rows)]
    places = [round((most - words) * (rows - 1) / max(most, 1)) for words in left]
    if places[0] == places[1] and rows > 1:  # the one behind stands higher, where there is room
        behind = 0 if left[0] > left[1] else 1
        if places[behind]:
            places[behind] -= 1
        else:
            places[1 - behind] += 1
    for team, words, place in zip(Team, left, places, strict=True):
        ends[place] = [Span(f" {glyphs.mark_of(team)}{words}", f"{team_style(team)}-strong")]
    return [tuple(end) for end in ends]
