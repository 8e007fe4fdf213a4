"""Does a record say what really follows from its events?

The events are folded again and decided again: every recorded consequence is compared with what the rules make of it,
and every recorded answer with what happened.
"""

from typing import Final

from codenames_core.audit.record_checks import board_differences, outcome_differences
from codenames_core.audit.trace_audit import seat_inconsistencies, trace_inconsistencies
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import Clue
from codenames_core.game.timeline import Timeline
from codenames_core.game.traces import TurnTraces
from codenames_core.referee.legality import why_illegal
from codenames_core.support.validation_messages import bounded

MOST_DIFFERENCES: Final = 100
"""Of one kind; how many more there are is said."""


def differences(record: EpisodeRecord, timeline: Timeline | None = None) -> list[str]:
    """Return what in `record` does not follow from its events and rules, one sentence each; empty if all does.

    Of an imported game only the events and the outcome are checked: its answers were given to other questions, its
    clues were judged by other rules, and its cards may have been dealt otherwise.

    Args:
        record: of the game.
        timeline: of the record, where it is at hand.
    """
    timeline = record.timeline() if timeline is None else timeline
    events = [f"event {index}: {note}" for index, note in sorted(timeline.notes.items())]
    if record.imported is not None:
        events = bounded(events, MOST_DIFFERENCES, "such events")
        return [*events, *outcome_differences(record, timeline.last_state.outcome)]
    events += _illegal_clues(timeline)
    seats = [fault.what for fault in seat_inconsistencies(record.seat_changes, len(timeline))]
    return [
        *board_differences(record.board, record.config),
        *bounded(events, MOST_DIFFERENCES, "such events"),
        *bounded(seats, MOST_DIFFERENCES, "such changes of seats"),
        *bounded(_trace_differences(record, timeline), MOST_DIFFERENCES, "such traces"),
        *outcome_differences(record, timeline.last_state.outcome),
    ]


def _trace_differences(record: EpisodeRecord, timeline: Timeline) -> list[str]:
    answers = trace_inconsistencies(timeline, record.decisions(), record.seat_changes)
    return [*(problem for turn in record.traces for problem in _misfiled(turn)), *(answer.what for answer in answers)]


def _misfiled(turn: TurnTraces) -> list[str]:
    """Say which traces are kept with another turn than they say."""
    return [
        f"traces of turn {turn.turn_number}: one of them says that it is of turn {trace.turn}"
        for trace in turn.decisions()
        if trace.turn not in (None, turn.turn_number)
    ]


def _illegal_clues(timeline: Timeline) -> list[str]:
    problems = []
    for index, event in enumerate(timeline.events):
        if isinstance(event, Clue) and (reason := why_illegal(event, timeline.state_at(index))):
            problems.append(f"event {index}: illegal clue: {reason}")
    return problems
