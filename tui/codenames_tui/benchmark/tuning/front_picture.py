"""The candidates of a tune as a picture: gain to the right, how often they lead to the assassin upwards. Pure."""

from collections.abc import Collection, Sequence
from typing import Final

from codenames_metrics.laboratory.tuning.outcome.choice import CandidatePoint
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

WIDTH: Final = 44
HEIGHT: Final = 7
_LABEL: Final = 9
"""Cells left of the picture."""


def front_lines(points: Sequence[CandidatePoint], front: Collection[str], glyphs: Glyphs) -> list[Line]:
    """Return the picture: a mark for each candidate, another one for those on the front, which no other hides."""
    if not points:
        return []
    cells: dict[tuple[int, int], Span] = {}
    gains, risks = [one.gain for one in points], [one.risk for one in points]
    for one in sorted(points, key=lambda point: point.candidate in front):
        on_front = one.candidate in front
        mark = Span(glyphs.turning, "accent") if on_front else Span(glyphs.mentioned, "dim")
        cells[_place(one.risk, risks, HEIGHT), _place(one.gain, gains, WIDTH)] = mark
    labels = {HEIGHT - 1: f"{100 * max(risks):.1f} %", 0: f"{100 * min(risks):.1f} %"}
    lines: list[Line] = []
    for row in reversed(range(HEIGHT)):
        drawn = (cells.get((row, column), Span(" ")) for column in range(WIDTH))
        lines.append((Span(f"{labels.get(row, ''):>{_LABEL}} ", "dim"), Span(glyphs.track, "rule"), *drawn))
    low, high = f"{min(gains):+.2f}", f"{max(gains):+.2f}"
    between = " " * max(WIDTH - len(low) - len(high), 1)
    return [*lines, (Span(" " * (_LABEL + 2)), Span(f"{low}{between}{high}", "dim"))]


def _place(value: float, values: Sequence[float], cells: int) -> int:
    low, high = min(values), max(values)
    return round((value - low) / (high - low) * (cells - 1)) if high > low else 0
