"""The end of a game in lines: the winner in large letters where there is room, the score, why, and where to go."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_tui.game.ending.ending import FinalScore, GameEnding, Landmark
from codenames_tui.game.ending.summary import summary_lines
from codenames_tui.ui.lines.large import large
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, team_style, wrap
from codenames_tui.ui.lines.paper import Entry, entry_lines
from codenames_tui.ui.wording import name_of

_ROOM_FOR_LARGE: Final = 12
"""Lines from which on the winner is written large."""
_ROOM_FOR_GAPS: Final = 18
_NAME: Final = 18
"""Cells of a landmark's name."""


class EndingRow(NamedTuple):
    """A line of the panel, and which landmark it leads to, counted from 0."""

    line: Line
    landmark: int | None = None


def ending_rows(
    ending: GameEnding, entries: Sequence[Entry], width: int, height: int, glyphs: Glyphs, *, pointed: int | None
) -> list[EndingRow]:
    """Return the whole text in lines of `width` cells; what does not fit into `height` is scrolled to.

    Args:
        ending: what is told.
        entries: what stands below the score: which seats failed, and what an agent did where a person decided.
        width: cells.
        height: lines that are seen at once.
        glyphs: what it is drawn with.
        pointed: the landmark that the cursor is on, if there is one.
    """
    blocks = [
        [EndingRow(line) for line in _headline(ending, width, glyphs, height)],
        [EndingRow(line) for line in wrap((Span(ending.why),), width)] if ending.why else [],
        _landmarks(ending, width, glyphs, pointed, below=height >= _ROOM_FOR_GAPS),
        [EndingRow(_score_line(score, width, glyphs)) for score in ending.scores],
        [EndingRow(line) for entry in entries for line in entry_lines(entry, width, glyphs.cut, glyphs.rule)],
        [EndingRow(line) for line in summary_lines(ending.summary, width)] if ending.summary else [],
    ]
    gap = [EndingRow(EMPTY)] if height >= _ROOM_FOR_GAPS else []
    rows: list[EndingRow] = []
    for block in blocks:
        if block:
            rows += [*(gap if rows else []), *block]
    return rows


def _headline(ending: GameEnding, width: int, glyphs: Glyphs, height: int) -> list[Line]:
    style = f"{team_style(ending.winner)}-strong" if ending.winner else "strong"
    if height < _ROOM_FOR_LARGE:
        return []  # the turn panel says it
    return [(Span(line, style),) for line in large(ending.headline, width, glyphs) or [ending.headline]]


def _score_line(score: FinalScore, width: int, glyphs: Glyphs) -> Line:
    """Return where a team's words have gone: `RED   found 6 · given by BLUE 2 · left 1`."""
    given = f"given by {name_of(score.team.other)} {score.given}"
    parts = [f"found {score.found}", *([given] if score.given else []), f"left {score.left}"]
    text = f" {glyphs.dot} ".join(parts)
    name = Span(f"{name_of(score.team):<5} ", f"{team_style(score.team)}-strong")
    return (name, Span(cut(text, max(width - 6, 0), glyphs.cut)))


def _landmark_text(landmark: Landmark, room: int, glyphs: Glyphs) -> Line:
    """Return what happened there in `room` cells, and what became of it where there is room for that, too."""
    change = f", {landmark.change}" if landmark.change else ""
    if cell_len(landmark.what + change) <= room:
        return (Span(landmark.what), Span(change, "dim"))
    return (Span(cut(landmark.what, room, glyphs.cut)),)


def _landmarks(ending: GameEnding, width: int, glyphs: Glyphs, pointed: int | None, *, below: bool) -> list[EndingRow]:
    """Return the landmarks; what became of a chance stands `below` where it does not fit beside, or not at all."""
    room = max(width - _NAME, 0)
    rows = []
    for index, landmark in enumerate(ending.landmarks):
        mark = Span(f"{glyphs.to_move if index == pointed else ' '} ", "accent")
        name = Span(f"{landmark.name:<16}", "accent" if index == pointed else "strong")
        text = _landmark_text(landmark, room, glyphs)
        rows.append(EndingRow((mark, name, *text), index))
        if below and landmark.change and len(text) == 1:
            change = cut(landmark.change, room, glyphs.cut)
            rows.append(EndingRow((Span(" " * _NAME), Span(change, "dim")), index))
    return rows
