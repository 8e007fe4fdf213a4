"""The scrub bar: the whole game in one line, turn by turn, with a cursor."""

from bisect import bisect_right
from dataclasses import dataclass

from codenames_core.config import Team
from codenames_tui.views.lines import Glyphs, Line, Span, team_style


@dataclass(frozen=True, slots=True)
class Timeline:
    """How long a game is, where its turns begin, and where the cursor is."""

    length: int
    cursor: int
    turn_starts: tuple[int, ...] = (0,)
    starting_team: Team = Team.RED


def timeline_line(timeline: Timeline, width: int, glyphs: Glyphs) -> Line:
    """Return the bar in `width` cells."""
    cursor = cell_of(timeline.cursor, timeline.length, width)
    starts = {cell_of(start, timeline.length, width) for start in timeline.turn_starts[1:]}
    line = []
    for cell in range(width):
        style = team_style(_mover(timeline, position_at(cell, timeline.length, width)))
        if cell == cursor:
            line.append(Span(glyphs.cursor, "accent"))
        elif cell < cursor:
            line.append(Span(glyphs.turn_past if cell in starts else glyphs.past, style))
        else:
            line.append(Span(glyphs.turn_future if cell in starts else glyphs.future, f"{style}-faint"))
    return tuple(line)


def _mover(timeline: Timeline, position: int) -> Team:
    turn = bisect_right(timeline.turn_starts, position)
    return timeline.starting_team if turn % 2 else timeline.starting_team.other


def cell_of(position: int, length: int, width: int) -> int:
    """Return the cell in which `position` lies."""
    return round(position * (width - 1) / length) if length and width > 1 else 0


def position_at(cell: int, length: int, width: int) -> int:
    """Return the position that `cell` stands for."""
    return min(max(round(cell * length / (width - 1)), 0), length) if width > 1 else 0
