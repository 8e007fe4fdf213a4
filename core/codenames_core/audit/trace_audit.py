"""Do the recorded answers and changes of seats fit the events of their game?

Every answer is checked again as when it was given, and its consequences by the protocol are compared with the events.
`verify` reports what does not fit; a game that does not fit is neither resumed nor forked.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, assert_never

from codenames_core.decisions.protocol import consequences, next_question, possible_consequences, recorded_result
from codenames_core.decisions.questions import Accepted, Ask
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.state import GameState
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import one_line


class Inconsistency(NamedTuple):
    """Something that was recorded and cannot be so."""

    kind: str
    """`answer`, `event` or `seat`."""
    position: int
    """Which of them, counted from 0."""
    what: str
    """A sentence."""


def seat_inconsistencies(changes: Sequence[SeatChange], events: int) -> Iterator[Inconsistency]:
    """Yield the changes of seats that cannot have happened in a game of so many events."""
    before = 0
    for index, change in enumerate(changes):
        what = f"{change.seat.label} changes hands at event {change.at}"
        if change.at > events:
            yield Inconsistency("seat", index, f"{what}, but there are {events} events")
        elif change.at < before:
            yield Inconsistency("seat", index, f"{what}, after a change at event {before}")
        spec = change.agent.spec
        if not spec or spec != one_line(spec):
            yield Inconsistency("seat", index, f"{what} to {one_line(repr(spec), 40)}, which names no agent")
        before = max(before, change.at)


def trace_inconsistencies(
    timeline: Timeline,
    answers: Iterable[AgentTrace],
    changes: Sequence[SeatChange] = (),
    *,
    since: int = 0,
    are_all_there: bool = False,
) -> Iterator[Inconsistency]:
    """Yield the answers that cannot have been given, or that did not lead to what happened.

    Args:
        timeline: the game.
        answers: single tries or whole decisions, in the order of play. One that does not say where it belongs claims
            nothing.
        changes: the seats that changed hands.
        since: only answers at or after that event are judged, and a list of guesses that may still be touched then.
        are_all_there: whether an event to which no answer led is one too many.
    """
    explained: set[int] = set()
    decided: set[_Key] = set()
    before: tuple[AgentTrace, ...] = ()
    turn = timeline.state_at(since).turn.number
    placed = [(position, trace) for position, trace in enumerate(answers) if trace.at is not None]
    for key, group in groupby(placed, key=lambda item: _key(item[1])):
        *earlier, (position, last) = group
        twice = [index for index, trace in earlier if trace.failure is None] + [position] * (key in decided)
        for index in twice:
            yield Inconsistency("answer", index, f"{_place(last)}: the question was answered twice")
        decided.add(key)
        if _is_judged(last, timeline, since, turn):
            verdict = _judge(last, before, timeline, changes)
            explained.update(verdict.explained)
            if verdict.objection:
                yield Inconsistency("answer", position, f"{_place(last)}: {verdict.objection}")
        before = (last,)
    if are_all_there:
        for index, event in enumerate(timeline.events):
            if index >= since and index not in explained and not isinstance(event, UnknownEvent):
                yield Inconsistency("event", index, f"event {index}: no answer led to it")


_Key: TypeAlias = tuple[Seat | None, Question | None, int | None]


def _key(trace: AgentTrace) -> _Key:
    """Return what the tries of one decision share."""
    return trace.seat, trace.question, trace.at


def _is_judged(trace: AgentTrace, timeline: Timeline, since: int, turn: int) -> bool:
    """Whether `trace` may have consequences at or after event `since`, which is in that turn."""
    at = trace.at or 0
    if at >= since:
        return True
    return trace.question is Question.GUESSES and turn in (trace.turn, timeline.state_at(at).turn.number)


def _place(trace: AgentTrace) -> str:
    seat = trace.seat.label if trace.seat else "nobody"
    return f"event {trace.at}: the {trace.question or 'answer'} of {seat}"


class _Verdict(NamedTuple):
    objection: str | None
    explained: Sequence[int] = ()
    """The events to which the answer led."""


def _judge(
    trace: AgentTrace, before: Sequence[AgentTrace], timeline: Timeline, changes: Sequence[SeatChange]
) -> _Verdict:
    """Compare what `trace` had to lead to with what happened; `before` is the decision before it."""
    at = trace.at or 0
    if not 0 <= at <= len(timeline):
        return _Verdict(f"there are only {len(timeline)} events")
    state = timeline.state_at(at)
    ask = next_question(state, before)
    if ask is None or not _is_asked(ask, trace):
        was_late = _is_asked(next_question(state, (trace,)), trace)  # a penalty is due after an illegal clue only
        return _Verdict("no illegal clue came before it" if was_late else "the seat was not asked that then")
    if trace.turn is not None and trace.turn != state.turn.number:
        return _Verdict(f"recorded in turn {trace.turn}, but it was turn {state.turn.number}")
    try:
        result = recorded_result(ask, trace)
    except (ValueError, TypeError):
        return _Verdict(f"{one_line(repr(trace.answer), 60)} is not an answer to it")
    if isinstance(result, Accepted) and (reason := _why_not_accepted(ask, result, trace, state)):
        return _Verdict(f"{one_line(repr(trace.answer), 60)} {reason}")
    end = _end_of(trace, changes, len(timeline))
    expected = [*consequences(ask, result, state)]
    if expected or (following := next_question(state, (*before, trace))) is None:
        return _compared(expected, timeline, at, end)
    return _compared_with_question(following, timeline, at, end)


def _is_asked(ask: Ask[Any] | None, trace: AgentTrace) -> bool:
    return ask is not None and ask.seat is trace.seat and ask.question is trace.question


def _why_not_accepted(ask: Ask[Any], recorded: Accepted[Any], trace: AgentTrace, state: GameState) -> str | None:
    """Return why the recorded answer cannot have been accepted."""
    verdict = ask.judge(recorded.value, state, is_ghost=trace.is_ghost)
    if not isinstance(verdict, Accepted):
        return f"cannot have been accepted: {verdict.reason}"
    return None if verdict.value == recorded.value else "is not in the form in which answers are kept"


def _end_of(trace: AgentTrace, changes: Sequence[SeatChange], events: int) -> int:
    """Return before which event an answer can have had consequences: its seat may have changed hands."""
    return next((change.at for change in changes if change.seat is trace.seat and change.at > (trace.at or 0)), events)


def _compared(expected: Sequence[Event], timeline: Timeline, begin: int, end: int) -> _Verdict:
    """Compare what has to follow with what happened, as far as the game has gone."""
    explained: list[int] = []
    for event, index in zip(expected, _known_events(timeline, begin, end), strict=False):
        if event != timeline.event(index):
            told = f"it led to {_describe(event)}, but what happened is {_describe(timeline.event(index))}"
            return _Verdict(told, explained)
        explained.append(index)
    return _Verdict(None, explained)


def _compared_with_question(following: Ask[Any], timeline: Timeline, begin: int, end: int) -> _Verdict:
    """Compare what happened with what can follow from the next question, whose own answer is judged by itself."""
    index = next(_known_events(timeline, begin, end), None)
    if index is None or isinstance(timeline.event(index), possible_consequences(following)):
        return _Verdict(None)
    return _Verdict(f"it led to a {following.question}, but what happened is {_describe(timeline.event(index))}")


def _known_events(timeline: Timeline, begin: int, end: int) -> Iterator[int]:
    return (index for index in range(begin, end) if not isinstance(timeline.event(index), UnknownEvent))


def _describe(event: Event) -> str:
    match event:
        case Guess() | Reveal():
            text = f"{event.type} {event.word}"
        case Pass():
            text = f"pass ({event.reason})"
        case DiscussionMessage():
            text = f"message {event.skipped or event.text!r}"
        case UnknownEvent():
            text = event.type
        case Clue():
            text = f"clue {event.word!r} {event.number}"
        case _:
            assert_never(event)
    return one_line(text, 60)
