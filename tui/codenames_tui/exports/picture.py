"""One picture of a game at one position, in lines of cells: board, score, turn and the end of the transcript."""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.seating import seated_after
from codenames_core.game.config import Team, TeamConfig
from codenames_core.game.timeline import Timeline
from codenames_tui.game.board.board_lines import board_lines, shape_for, table_of
from codenames_tui.game.panels.score import score_lines, score_of
from codenames_tui.game.panels.turn import Moment, turn_lines
from codenames_tui.game.talk.transcript import transcript_entry
from codenames_tui.ui.lines.lines import EMPTY, UNICODE, Line, Span, fit
from codenames_tui.ui.lines.paper import entry_lines

_SCORE_HEIGHT = 6
_GAP = 2
_GLYPHS = UNICODE


class Size(NamedTuple):
    """Of a picture, in cells."""

    width: int = 80
    height: int = 24


def picture(
    record: EpisodeRecord,
    timeline: Timeline,
    position: int,
    size: Size,
    first: Mapping[Team, TeamConfig] | None = None,
) -> list[Line]:
    """Return the picture at one position: as many lines as `size` is high, each as long as it is wide.

    The key is shown once the game is over, as on screen.

    Args:
        record: the game.
        timeline: of all its events.
        position: number of events that have happened, 0 to the length of the timeline.
        size: of the picture.
        first: who sat down at first, for those who draw many pictures of a game; else looked up.
    """
    state = timeline.state_at(position)
    shape = shape_for(*size)
    table = table_of(state, timeline.event_before(position), _GLYPHS, key_shown=state.outcome is not None)
    board = board_lines(table, shape, _GLYPHS)
    first = record.seated_first if first is None else first
    side = _side(record, first, timeline, position, size.width - shape.width - _GAP, len(board))
    upper = [(*fit(left, shape.width), Span(" " * _GAP), *right) for left, right in zip(board, side, strict=True)]
    room = size.height - len(upper) - 1
    status = _status(position, len(timeline), state.turn.number, size.width)
    lines = [*upper, status, *_transcript(timeline, position, size.width, room)]
    return [fit(line, size.width) for line in [*lines, *[EMPTY] * size.height][: size.height]]


def _side(
    record: EpisodeRecord,
    first: Mapping[Team, TeamConfig],
    timeline: Timeline,
    position: int,
    width: int,
    height: int,
) -> list[Line]:
    """Return the score above the turn."""
    teams = seated_after(position, first, record.seat_changes)
    labels = {team: _GLYPHS.line(line_up.label) for team, line_up in teams.items()}
    score = score_lines(score_of(timeline, position, labels), width, _SCORE_HEIGHT - 1, _GLYPHS)
    state, at_end = timeline.state_at(position), position == len(timeline)
    outcome = record.outcome if at_end else None
    unfinished = "The game is not finished." if at_end and outcome is None else ""
    moment = Moment(state, timeline.event_before(position), outcome=outcome or state.outcome, ends_here=unfinished)
    turn = turn_lines(moment, width, height - _SCORE_HEIGHT, _GLYPHS)
    score = [*score, *[EMPTY] * _SCORE_HEIGHT][:_SCORE_HEIGHT]
    return [*score, *turn, *[EMPTY] * height][:height]


def _status(position: int, events: int, turn: int, width: int) -> Line:
    text = f" event {position} of {events} {_GLYPHS.dot} turn {turn} "
    return (
        Span(_GLYPHS.rule * 2, "rule"),
        Span(text, "dim"),
        Span(_GLYPHS.rule * max(width - len(text) - 2, 0), "rule"),
    )


def _transcript(timeline: Timeline, position: int, width: int, room: int) -> list[Line]:
    """Return the last `room` lines up to the position."""
    starts = {start: number for number, start in enumerate(timeline.turn_starts, 1)}
    lines: list[Line] = []
    for index in islice(reversed(range(position)), max(room, 0)):  # each event has at least one line
        note = timeline.notes.get(index)
        entry = transcript_entry(timeline.event(index), _GLYPHS, turn=starts.get(index), note=note)
        lines[:0] = entry_lines(entry, width, _GLYPHS.cut, _GLYPHS.rule)
        if len(lines) >= room:
            break
    return lines[max(len(lines) - room, 0) :]
