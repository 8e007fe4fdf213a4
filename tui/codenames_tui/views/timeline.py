"""The scrub bar: the whole game in one line, turn by turn, with what is worth a look and a cursor.

Each turn begins with the letter of its team, so the bar can be read without colours.
"""

from bisect import bisect_right
from collections.abc import Container, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from codenames_core.config import Team
from codenames_core.markers import Marker, MarkerKind
from codenames_tui.views.lines import Glyphs, Line, Span, team_style


class Timeline(NamedTuple):
    """How long a game is, where its turns begin, where the cursor is, and what is marked."""

    length: int
    cursor: int
    turn_starts: tuple[int, ...] = (0,)
    starting_team: Team = Team.RED
    markers: tuple[Marker, ...] = ()


def timeline_line(timeline: Timeline, width: int, glyphs: Glyphs) -> Line:
    """Return the bar in `width` cells; the cursor hides what it is on."""
    cursor = cell_of(timeline.cursor, timeline.length, width)
    marks = _marks(timeline, width, glyphs)
    begins = _begins(timeline, width, marks)
    line: list[Span] = []
    for cell in range(width):
        team = _mover(timeline, position_at(cell, timeline.length, width))
        past = cell < cursor
        style = team_style(team) if past else f"{team_style(team)}-faint"
        if cell == cursor:
            line.append(Span(glyphs.cursor, "accent"))
        elif cell in marks:
            line.append(marks[cell])
        elif cell in begins:
            mover = begins[cell]
            line.append(Span(glyphs.mark_of(mover), team_style(mover) if past else f"{team_style(mover)}-faint"))
        else:
            line.append(Span(glyphs.past if past else glyphs.future, style))
    return tuple(Span("".join(span.text for span in run), style) for style, run in groupby(line, itemgetter(1)))


def _begins(timeline: Timeline, width: int, marks: Container[int]) -> Mapping[int, Team]:
    """Return whose letter stands in which cell: behind a marker, since most turns begin where a guess was wrong."""
    found: dict[int, Team] = {}
    for start in timeline.turn_starts:
        cell = cell_of(start, timeline.length, width)
        if start < timeline.length:
            found[cell + 1 if cell in marks else cell] = _mover(timeline, start)
    return found


def _marks(timeline: Timeline, width: int, glyphs: Glyphs) -> Mapping[int, Span]:
    """Return what stands in the cells of the markers; of several in one cell the first kind of all counts."""
    found: dict[int, Span] = {}
    signs = signs_of(glyphs)
    for kind in reversed(MarkerKind):
        for marker in timeline.markers:
            if marker.kind is kind:
                style = "assassin" if kind is MarkerKind.ASSASSIN else f"{team_style(marker.team)}-strong"
                found[cell_of(marker.position, timeline.length, width)] = Span(signs[kind], style)
    return found


def signs_of(glyphs: Glyphs) -> Mapping[MarkerKind, str]:
    """Return the signs of the markers, which tell them apart without any colour."""
    return {
        MarkerKind.ASSASSIN: glyphs.assassin,
        MarkerKind.WRONG_GUESS: glyphs.wrong,
        MarkerKind.ILLEGAL_CLUE: glyphs.illegal,
        MarkerKind.SEAT_CHANGE: glyphs.newcomer,
        MarkerKind.LEAD_CHANGE: glyphs.ascending,
    }


def _mover(timeline: Timeline, position: int) -> Team:
    turn = bisect_right(timeline.turn_starts, position)
    return timeline.starting_team if turn % 2 else timeline.starting_team.other


def cell_of(position: int, length: int, width: int) -> int:
    """Return the cell in which `position` lies."""
    return round(position * (width - 1) / length) if length and width > 1 else 0


def position_at(cell: int, length: int, width: int) -> int:
    """Return the position that `cell` stands for."""
    return min(max(round(cell * length / (width - 1)), 0), length) if width > 1 else 0
