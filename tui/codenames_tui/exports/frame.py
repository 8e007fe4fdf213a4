"""One picture of a game at one position, in lines of cells: board, score, turn and the end of the transcript."""

from itertools import islice
from typing import NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.replay import Replay
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


def frame(record: EpisodeRecord, replay: Replay, size: Size) -> list[Line]:
    """Return the picture at the cursor of `replay`: as many lines as `size` is high, each as long as it is wide.

    The key is shown once the game is over, as on screen.
    """
    state = replay.state
    shape = shape_for(*size)
    table = table_of(state, replay.last_event, _GLYPHS, key_shown=state.outcome is not None)
    board = board_lines(table, shape, _GLYPHS)
    side = _side(record, replay, size.width - shape.width - _GAP, len(board))
    upper = [(*fit(left, shape.width), Span(" " * _GAP), *right) for left, right in zip(board, side, strict=True)]
    room = size.height - len(upper) - 1
    lines = [*upper, _status(replay, size.width), *_transcript(replay, size.width, room)]
    return [fit(line, size.width) for line in [*lines, *[EMPTY] * size.height][: size.height]]


def _side(record: EpisodeRecord, replay: Replay, width: int, height: int) -> list[Line]:
    labels = {team: _GLYPHS.line(line_up.label) for team, line_up in record.teams_at(replay.cursor).items()}
    score = score_lines(score_of(replay, replay.cursor, labels), width, _SCORE_HEIGHT - 1, _GLYPHS)
    outcome = record.outcome if replay.at_end else None
    unfinished = "The game is not finished." if replay.at_end and outcome is None else ""
    moment = Moment(replay.state, replay.last_event, outcome=outcome or replay.state.outcome, ends_here=unfinished)
    turn = turn_lines(moment, width, height - _SCORE_HEIGHT, _GLYPHS)
    score = [*score, *[EMPTY] * _SCORE_HEIGHT][:_SCORE_HEIGHT]
    return [*score, *turn, *[EMPTY] * height][:height]


def _status(replay: Replay, width: int) -> Line:
    said = f" event {replay.cursor} of {len(replay)} {_GLYPHS.dot} turn {replay.state.turn.number} "
    return (
        Span(_GLYPHS.rule * 2, "rule"),
        Span(said, "dim"),
        Span(_GLYPHS.rule * max(width - len(said) - 2, 0), "rule"),
    )


def _transcript(replay: Replay, width: int, room: int) -> list[Line]:
    """Return the last lines up to the cursor; each event has at least one."""
    starts = {start: number for number, start in enumerate(replay.turn_starts, 1)}
    lines: list[Line] = []
    for index in islice(reversed(range(replay.cursor)), max(room, 0)):
        note = replay.notes.get(index)
        entry = transcript_entry(replay.event(index), _GLYPHS, turn=starts.get(index), note=note)
        lines[:0] = entry_lines(entry, width, _GLYPHS.cut, _GLYPHS.rule)
        if len(lines) >= room:
            break
    return lines[max(len(lines) - room, 0) :]
