"""Pictures of a game, each at one position, in lines of cells: board, score, turn and the end of the transcript."""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.seating import seated_after
from codenames_core.game.config import Team
from codenames_core.game.timeline import Timeline
from codenames_core.watch.staged_turn import staged_turn
from codenames_tui.game.board.board_lines import board_lines, board_room, shape_for, table_of
from codenames_tui.game.minds.minds import minds_of
from codenames_tui.game.panels.names import line_up_in_short
from codenames_tui.game.panels.score import score_lines, score_of
from codenames_tui.game.panels.turn import Moment, turn_lines
from codenames_tui.game.talk.transcript import transcript_entry
from codenames_tui.ui.lines.isolates import bare
from codenames_tui.ui.lines.lines import EMPTY, UNICODE, Line, Span, fit
from codenames_tui.ui.lines.paper import entry_lines

_SCORE_HEIGHT = 6
_GAP = 2
_GLYPHS = UNICODE


class Size(NamedTuple):
    """Of a picture, in cells."""

    width: int = 80
    height: int = 24


class Pictures:
    """The pictures of one game: as many lines as `size` is high, each as long as it is wide.

    What stands in one picture after the other is laid out once. The key is shown once the game is over, as on screen.

    Args:
        record: the game.
        timeline: of all its events.
        size: of the pictures.
    """

    def __init__(self, record: EpisodeRecord, timeline: Timeline, size: Size) -> None:
        self._record, self._timeline, self._size = record, timeline, size
        self._seated_first = record.seated_first
        self._labels: dict[int, Mapping[Team, str]] = {}
        """Who plays for each team, after so many changes of seats."""
        self._entries: dict[int, list[Line]] = {}
        """Lines of the latest events, by their index."""
        self._fitted: dict[Line, Line] = {}
        """Lines of the latest picture, as they were laid out and as they are shown."""

    def at(self, position: int) -> list[Line]:
        """Return the picture at one position: after so many events, 0 to the length of the timeline."""
        timeline, size = self._timeline, self._size
        state = timeline.state_at(position)
        shape = shape_for(*board_room(*size))
        minds = minds_of(state._replace(turn=staged_turn(timeline, position).turn))
        over = state.outcome is not None
        table = table_of(state, timeline.event_before(position), _GLYPHS, key_shown=over, minds=minds)
        drawn = board_lines(table, shape, _GLYPHS, state.winner if over else state.turn.team)
        board = [tuple(span._replace(text=bare(span.text)) for span in line) for line in drawn]
        side = self._side(position, size.width - shape.width - _GAP, len(board))
        upper = [(*fit(left, shape.width), Span(" " * _GAP), *right) for left, right in zip(board, side, strict=True)]
        room = size.height - len(upper) - 1
        status = _status(position, len(timeline), state.turn.number, size.width)
        lines = [*upper, status, *self._transcript(position, room)]
        wanted = [*lines, *[EMPTY] * size.height][: size.height]
        self._fitted = {line: self._fitted.get(line) or fit(line, size.width) for line in wanted}
        return [self._fitted[line] for line in wanted]

    def _side(self, position: int, width: int, height: int) -> list[Line]:
        """Return the score above the turn."""
        record, timeline = self._record, self._timeline
        score = score_lines(score_of(timeline, position, self._labels_at(position)), width, _SCORE_HEIGHT - 1, _GLYPHS)
        state, at_end = timeline.state_at(position), position == len(timeline)
        outcome = record.outcome if at_end else None
        unfinished = "The game is not finished." if at_end and outcome is None else ""
        moment = Moment(
            state,
            timeline.event_before(position),
            outcome=outcome or state.outcome,
            ends_here=unfinished,
            staged=staged_turn(timeline, position),
        )
        turn = turn_lines(moment, width, height - _SCORE_HEIGHT, _GLYPHS)
        score = [*score, *[EMPTY] * _SCORE_HEIGHT][:_SCORE_HEIGHT]
        return [*score, *turn, *[EMPTY] * height][:height]

    def _labels_at(self, position: int) -> Mapping[Team, str]:
        """Return who plays there, worked out anew only where a seat has changed hands since."""
        changes = sum(change.at <= position for change in self._record.seat_changes)
        if changes not in self._labels:
            teams = seated_after(position, self._seated_first, self._record.seat_changes)
            self._labels = {
                changes: {team: _GLYPHS.line(line_up_in_short(line_up.label)) for team, line_up in teams.items()}
            }
        return self._labels[changes]

    def _transcript(self, position: int, room: int) -> list[Line]:
        """Return the last `room` lines up to the position."""
        lines: list[Line] = []
        shown: dict[int, list[Line]] = {}
        for index in islice(reversed(range(position)), max(room, 0)):  # each event has at least one line
            shown[index] = self._entries.get(index) or self._entry(index)
            lines[:0] = shown[index]
            if len(lines) >= room:
                break
        self._entries = shown
        return lines[max(len(lines) - room, 0) :]

    def _entry(self, index: int) -> list[Line]:
        timeline = self._timeline
        turn, note = timeline.turn_beginning_at(index), timeline.notes.get(index)
        entry = transcript_entry(timeline.event(index), _GLYPHS, turn=turn, note=note)
        return entry_lines(entry, self._size.width, _GLYPHS.cut, _GLYPHS.rule)


def _status(position: int, events: int, turn: int, width: int) -> Line:
    text = f" event {position} of {events} {_GLYPHS.dot} turn {turn} "
    return (
        Span(_GLYPHS.rule * 2, "rule"),
        Span(text, "dim"),
        Span(_GLYPHS.rule * max(width - len(text) - 2, 0), "rule"),
    )
