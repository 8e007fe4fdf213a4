"""Do the answers and the changes of seats that were recorded fit the events of their game?

Every recorded answer is judged again, by the same check as when it was given, and what followed from it is compared
with what happened. `verify` says what does not fit; a game is played on only where all fits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from codenames_core.decisions.questions import (
    Accepted,
    Ask,
    AskForClue,
    AskForGuesses,
    AskForMessage,
    AskForPenalty,
    is_ghost_pass,
    penalty_by_default,
    the_other_cluer_chooses,
)
from codenames_core.files.record import SeatChange
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import IllegalCluePolicy, Role, Seat, Team
from codenames_core.game.events import DiscussionMessage, Event, Guess, Pass, PassReason, Reveal, UnknownEvent
from codenames_core.game.replay import Replay
from codenames_core.game.rules import process_guess
from codenames_core.game.state import GameState, Phase, speaker
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
    replay: Replay,
    answers: Iterable[AgentTrace],
    changes: Sequence[SeatChange] = (),
    *,
    since: int = 0,
    are_all_there: bool = False,
) -> Iterator[Inconsistency]:
    """Yield the answers that cannot have been given, or that did not lead to what happened.

    Args:
        replay: the game; its cursor is moved.
        answers: single tries or whole decisions, in the order of play. One that does not say where it belongs claims
            nothing.
        changes: the seats that changed hands.
        since: only answers at or after that event are judged, and a list of guesses that may still be touched then.
        are_all_there: whether an event to which no answer led is one too many.
    """
    explained: set[int] = set()
    decided: dict[_Key, AgentTrace] = {}
    turn = replay.seek(since).turn.number
    placed = [(position, one) for position, one in enumerate(answers) if one.at is not None]
    for key, group in groupby(placed, key=lambda item: _key(item[1])):
        *earlier, (position, last) = group
        twice = [before for before, one in earlier if one.failure is None] + [position] * (key in decided)
        yield from (Inconsistency("answer", one, f"{_place(last)}: the question was answered twice") for one in twice)
        if last.question is Question.PENALTY and not _follows_an_illegal_clue(last, decided):
            yield Inconsistency("answer", position, f"{_place(last)}: no illegal clue came before it")
        decided[key] = last
        at = last.at or 0
        if at < since and not (last.question is Question.GUESSES and turn in (last.turn, replay.seek(at).turn.number)):
            continue
        verdict = _judge(last, replay, changes)
        explained.update(verdict.explained)
        if verdict.objection:
            yield Inconsistency("answer", position, f"{_place(last)}: {verdict.objection}")
    if are_all_there:
        for index, event in enumerate(replay.events):
            if index >= since and index not in explained and not isinstance(event, UnknownEvent):
                yield Inconsistency("event", index, f"event {index}: no answer led to it")


_Key: TypeAlias = tuple[Seat | None, Question | None, int | None]


def _key(trace: AgentTrace) -> _Key:
    """Return what the tries of one decision share."""
    return trace.seat, trace.question, trace.at


def _follows_an_illegal_clue(penalty: AgentTrace, decided: Mapping[_Key, AgentTrace]) -> bool:
    cluer = Seat.of(penalty.seat.team.other, Role.CLUER) if penalty.seat else None
    clue = decided.get((cluer, Question.CLUE, penalty.at))
    return clue is not None and clue.failure is FailureKind.ILLEGAL


def _place(trace: AgentTrace) -> str:
    seat = trace.seat.label if trace.seat else "nobody"
    return f"event {trace.at}: the {trace.question or 'answer'} of {seat}"


class _Verdict(NamedTuple):
    objection: str | None
    explained: Sequence[int] = ()
    """The events to which the answer led."""


def _judge(trace: AgentTrace, replay: Replay, changes: Sequence[SeatChange]) -> _Verdict:
    at = trace.at or 0
    if not 0 <= at <= len(replay):
        return _Verdict(f"there are only {len(replay)} events")
    state = replay.seek(at)
    ask = _asked(trace, state)
    if ask is None or ask.seat is not trace.seat:
        return _Verdict("the seat was not asked that then")
    if trace.turn is not None and trace.turn != state.turn.number:
        return _Verdict(f"recorded in turn {trace.turn}, but it was turn {state.turn.number}")
    if trace.failure is not None:
        wanted: list[Event | None] = [_consequence_of_failing(ask, trace.failure, state)]
    else:
        value, reason = _accepted(ask, trace, state)
        if reason:
            return _Verdict(reason)
        is_pass = trace.is_ghost and is_ghost_pass(value)
        wanted = [_ghost_pass(ask.seat.team)] if is_pass else [*_consequences(ask, value, state)]
    return _compared(wanted, replay, at, _end_of(trace, changes, len(replay)))


def _end_of(trace: AgentTrace, changes: Sequence[SeatChange], events: int) -> int:
    """Return before which event an answer can have had consequences: its seat may have changed hands."""
    return next((one.at for one in changes if one.seat is trace.seat and one.at > (trace.at or 0)), events)


def _compared(wanted: Sequence[Event | None], replay: Replay, begin: int, end: int) -> _Verdict:
    """Compare what has to follow with what happened, as far as the game has gone."""
    happened = (index for index in range(begin, end) if not isinstance(replay.event(index), UnknownEvent))
    explained: list[int] = []
    for event, index in zip(wanted, happened, strict=False):
        if not _is_same(event, replay.event(index)):
            return _Verdict(_difference(event, replay.event(index)), explained)
        explained.append(index)
    return _Verdict(None, explained)


def _asked(trace: AgentTrace, state: GameState) -> Ask[Any] | None:
    """Return the question of the trace's kind that is due in `state`."""
    team = state.turn.team
    match state.phase, trace.question:
        case Phase.CLUE, Question.CLUE:
            return AskForClue(Seat.of(team, Role.CLUER))
        case Phase.CLUE, Question.PENALTY if the_other_cluer_chooses(state.config):
            return AskForPenalty(Seat.of(team.other, Role.CLUER))
        case Phase.DISCUSSION, Question.MESSAGE:
            return AskForMessage(speaker(state.turn), state.turn.discussion)
        case Phase.GUESS, Question.GUESSES:
            return AskForGuesses(Seat.of(team, Role.GUESSER_1), state.turn.discussion)
        case _:
            return None


def _accepted(ask: Ask[Any], trace: AgentTrace, state: GameState) -> tuple[Any, str | None]:
    """Return what was answered, and why it cannot have been accepted."""
    shown = one_line(repr(trace.answer), 60)
    try:
        value = ask.read(trace.answer)
    except (ValueError, TypeError):
        return None, f"{shown} is no answer to it"
    if trace.is_ghost and is_ghost_pass(value):
        return value, None
    verdict = ask.check(value, state)
    if not isinstance(verdict, Accepted):
        return None, f"{shown} cannot have been accepted: {verdict.reason}"
    if verdict.value != value:
        return None, f"{shown} is not in the form in which answers are kept"
    return value, None


def _ghost_pass(team: Team) -> Pass:
    return Pass(team=team, reason=PassReason.GHOST)


def _consequences(ask: Ask[Any], value: Any, state: GameState) -> Iterator[Event]:
    """Yield what follows from an answer, if nobody interferes."""
    match ask:
        case AskForGuesses():
            yield from _touched(value, state)
        case AskForPenalty():
            yield Reveal(team=ask.seat.team.other, word=value, card=state.board.key[value])
        case _:
            yield value


def _touched(words: Iterable[str], state: GameState) -> Iterator[Event]:
    turn = state.turn
    for word in words:
        state, result = process_guess(word, state)
        yield state.public_transcript[-1]
        if not result.turn_continues:
            return
    yield Pass(team=turn.team, reason=PassReason.STOPPED if state.turn.guesses else PassReason.CHOSEN)


def _consequence_of_failing(ask: Ask[Any], failure: FailureKind, state: GameState) -> Event | None:
    """Return what follows where a seat failed; None for a penalty, of which another answer tells."""
    team: Team = ask.seat.team
    match ask:
        case AskForMessage():
            return DiscussionMessage(seat=ask.seat, text="", consensus=False, skipped=str(failure))
        case AskForPenalty():
            return _penalty(state, team)
        case AskForClue() if failure is FailureKind.ILLEGAL and state.config.illegal_clue is IllegalCluePolicy.PENALTY:
            return None if the_other_cluer_chooses(state.config) else _penalty(state, team.other)
        case _:
            return Pass(team=team, reason=PassReason.FORFEITED)


def _penalty(state: GameState, owner: Team) -> Reveal:
    word = penalty_by_default(state, owner)
    return Reveal(team=owner.other, word=word, card=state.board.key[word])


def _is_same(wanted: Event | None, happened: Event) -> bool:
    if wanted is None:
        return isinstance(happened, Reveal)
    return wanted == happened


def _difference(wanted: Event | None, happened: Event) -> str:
    return f"it led to {_told(wanted) if wanted else 'a penalty'}, but what happened is {_told(happened)}"


def _told(event: Event) -> str:
    match event:
        case Guess() | Reveal():
            said = f"{event.type} {event.word}"
        case Pass():
            said = f"pass ({event.reason})"
        case DiscussionMessage():
            said = f"message {event.skipped or event.text!r}"
        case UnknownEvent():
            said = event.type
        case _:
            said = f"clue {event.word!r} {event.number}"
    return one_line(said, 60)
