"""The scrub bar: the whole game in one line, turn by turn, with what is worth a look and a cursor.

Each turn begins with the letter of its team, so the bar can be read without colours. What was marked where nobody has
looked yet is a tick: it does not say what will happen there.
"""

from bisect import bisect_right
from collections.abc import Container, Mapping
from functools import lru_cache
from typing import NamedTuple

from codenames_core.game.config import Team
from codenames_core.watch.markers import Marker, MarkerKind
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, joined, team_style


class ScrubBarState(NamedTuple):
    """How long a game is, where its turns begin, which position is looked at, and what is marked."""

    length: int
    position: int
    turn_starts: tuple[int, ...] = (0,)
    starting_team: Team = Team.RED
    markers: tuple[Marker, ...] = ()
    seen: int = 0
    """The last position that was looked at; what is marked behind it is not told."""


def scrub_bar_at(view: Viewpoint, *, seen: int) -> ScrubBarState:
    """Return the bar of a game as it is seen from there, when it was looked at up to `seen`."""
    timeline = view.timeline
    return ScrubBarState(
        len(timeline),
        view.position,
        timeline.turn_starts,
        timeline.last_state.config.starting_team,
        view.session.marked(private=view.disclosure.private),
        max(seen, view.position),
    )


def scrub_bar_line(bar: ScrubBarState, width: int, glyphs: Glyphs) -> Line:
    """Return the bar in `width` cells; the cursor hides what it is on."""
    cursor = cell_of(bar.position, bar.length, width)
    told = max((marker.position for marker in bar.markers if marker.position <= bar.seen), default=0)
    past, future = _cells(bar._replace(position=0, seen=told), width, glyphs)
    return joined((*past[:cursor], Span(glyphs.cursor, "accent"), *future[cursor + 1 :])[:width])


@lru_cache(maxsize=4)
def _cells(bar: ScrubBarState, width: int, glyphs: Glyphs) -> tuple[Line, Line]:
    """Return what stands in each cell, before the cursor and behind it: with most steps, only the cursor moves."""
    marks = _marks(bar, width, glyphs)
    begins = _begins(bar, width, marks)
    past: list[Span] = []
    future: list[Span] = []
    for cell in range(width):
        for line, sign, faint in ((past, glyphs.past, ""), (future, glyphs.future, "-faint")):
            if cell in marks:
                line.append(marks[cell])
            elif (mover := begins.get(cell)) is not None:
                line.append(Span(glyphs.mark_of(mover), f"{team_style(mover)}{faint}"))
            else:
                team = _mover(bar, position_at(cell, bar.length, width))
                line.append(Span(sign, f"{team_style(team)}{faint}"))
    return tuple(past), tuple(future)


def _begins(bar: ScrubBarState, width: int, marks: Container[int]) -> Mapping[int, Team]:
    """Return whose letter stands in which cell: behind a marker, since most turns begin where a guess was wrong."""
    found: dict[int, Team] = {}
    for start in bar.turn_starts:
        cell = cell_of(start, bar.length, width)
        if start < bar.length:
            found[cell + 1 if cell in marks else cell] = _mover(bar, start)
    return found


def _marks(bar: ScrubBarState, width: int, glyphs: Glyphs) -> Mapping[int, Span]:
    """Return what stands in the cells of the markers; of several in one cell the first kind of all counts."""
    found: dict[int, Span] = {}
    signs = signs_of(glyphs)
    for marker in bar.markers:
        if marker.position > bar.seen:
            team = _mover(bar, marker.position - 1)
            found[cell_of(marker.position, bar.length, width)] = Span(glyphs.tick, f"{team_style(team)}-faint")
    for kind in reversed(MarkerKind):
        for marker in bar.markers:
            if marker.kind is kind and marker.position <= bar.seen:
                style = "assassin" if kind is MarkerKind.ASSASSIN else f"{team_style(marker.team)}-strong"
                found[cell_of(marker.position, bar.length, width)] = Span(signs[kind], style)
    return found


def signs_of(glyphs: Glyphs) -> Mapping[MarkerKind, str]:
    """Return the signs of the markers, which tell them apart without any colour."""
    return {
        MarkerKind.ASSASSIN: glyphs.assassin,
        MarkerKind.TURNING_POINT: glyphs.turning,
        MarkerKind.WRONG_GUESS: glyphs.wrong,
        MarkerKind.ILLEGAL_CLUE: glyphs.illegal,
        MarkerKind.SEAT_CHANGE: glyphs.newcomer,
        MarkerKind.LEAD_CHANGE: glyphs.ascending,
    }


def marked_at(cell: int, bar: ScrubBarState, width: int) -> int | None:
    """Return the marked position whose sign stands in `cell`; of several the last, None where there is none."""
    places = (marker.position for marker in bar.markers if cell_of(marker.position, bar.length, width) == cell)
    return max(places, default=None)


def _mover(bar: ScrubBarState, position: int) -> Team:
    turn = bisect_right(bar.turn_starts, position)
    return bar.starting_team if turn % 2 else bar.starting_team.other


def cell_of(position: int, length: int, width: int) -> int:
    """Return the cell in which `position` lies."""
    return round(position * (width - 1) / length) if length and width > 1 else 0


def position_at(cell: int, length: int, width: int) -> int:
    """Return the position that `cell` stands for."""
    return min(max(round(cell * length / (width - 1)), 0), length) if width > 1 else 0
