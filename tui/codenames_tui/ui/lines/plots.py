"""Small plots in cells: bars, intervals, distributions. What they say is said without colour, too."""

from collections.abc import Sequence
from typing import Final

from codenames_metrics.statistics.intervals import Interval
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

_FULL, _REST = {False: "█", True: "#"}, {False: "░", True: "."}
BINS: Final = 16


def bar(parts: Sequence[tuple[int, str]], total: int, width: int, glyphs: Glyphs) -> Line:
    """Return a bar of `width` cells, each part in its style; it is full only where the parts make up the total."""
    line: list[Span] = []
    used = so_far = 0
    for count, style in parts:
        so_far += count
        end = width if so_far >= total else min(so_far * width // max(total, 1), width - 1)
        if end > used:
            line.append(Span(_FULL[glyphs.ascii_only] * (end - used), style))
            used = end
    return (*line, Span(_REST[glyphs.ascii_only] * (width - used), "rule")) if used < width else tuple(line)


def interval_picture(value: float | None, interval: Interval | None, width: int, glyphs: Glyphs) -> str:
    """Return a share and its interval on a line from 0 to 1, with a mark in the middle.

    >>> from codenames_tui.ui.lines.lines import ASCII
    >>> interval_picture(0.75, Interval(0.5, 0.9), 11, ASCII)
    '     |--O- '
    """
    cells = [" "] * width
    cells[width // 2] = glyphs.track
    if value is None:
        return "".join(cells)
    if interval is not None:
        low, high = _cell(interval.low, width), _cell(interval.high, width)
        for place in range(low, high + 1):
            if place != width // 2:
                cells[place] = glyphs.rule
    cells[_cell(value, width)] = glyphs.cursor
    return "".join(cells)


def _cell(share: float, width: int) -> int:
    return min(max(int(share * (width - 1) + 0.5), 0), width - 1)


def histogram(values: Sequence[float], low: float, high: float, bins: int = BINS) -> list[int]:
    """Return how many of `values` lie in each of `bins` equal parts from `low` to `high`.

    >>> histogram([0.0, 0.1, 1.0], 0.0, 1.0, 2)
    [2, 1]
    """
    counts = [0] * bins
    for value in values:
        place = int((value - low) / (high - low) * bins) if high > low else 0
        counts[min(max(place, 0), bins - 1)] += 1
    return counts


def spark(counts: Sequence[int], glyphs: Glyphs) -> str:
    """Return a column for each count, as high as it is large; only what is nothing is empty."""
    largest = max(counts, default=0)
    steps = len(glyphs.bars) - 1
    return "".join(glyphs.bars[-(-count * steps // largest) if largest else 0] for count in counts)


def quantile(ordered: Sequence[float], share: float) -> float | None:
    """Return the value below which a share of some values in order lies.

    >>> quantile([1, 2, 3, 4, 100], 0.5), quantile([], 0.5)
    (3, None)
    """
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else None
