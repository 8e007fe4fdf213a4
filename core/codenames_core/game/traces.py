"""From single tries to decisions, and from decisions to turns."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from pydantic import BaseModel, ConfigDict, model_validator

from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry
from codenames_core.game.config import Team
from codenames_core.support.frozen import construct_unchecked
from codenames_core.support.validation_messages import without_nulls


class TurnTraces(BaseModel):
    """The private side of one turn."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    turn_number: int
    team: Team
    clue_trace: AgentTrace | None = None
    """None where the turn was resumed or forked after its clue."""
    discussion_traces: list[AgentTrace] = []
    guess_trace: AgentTrace | None = None
    """None where the turn never came to guesses."""
    other_traces: list[AgentTrace] = []
    """Guess lists that were dropped when the seat changed hands, and the choice of a penalty word."""

    _null_is_absent = model_validator(mode="before")(without_nulls)

    def decisions(self) -> list[AgentTrace]:
        """Return all traces of the turn in the order of play."""
        first = [self.clue_trace] if self.clue_trace else []
        last = [self.guess_trace] if self.guess_trace else []
        traces = [*first, *self.discussion_traces, *self.other_traces, *last]
        return sorted(traces, key=lambda trace: trace.at or 0)


def join_tries(tries: Sequence[AgentTrace]) -> AgentTrace:
    """Return the trace of a decision from its tries, oldest first: the last one, and what was refused before it."""
    last = tries[-1]
    if len(tries) == 1:
        return last
    refused = [earlier for trace in tries[:-1] for earlier in (*trace.refused, as_refused(trace))]
    return last.model_copy(update={"refused": (*refused, *last.refused)})


def as_refused(trace: AgentTrace) -> RefusedTry:
    """Return what a decision's trace keeps of one refused try."""
    return RefusedTry(
        raw=trace.raw,
        reasoning="" if trace.raw else trace.reasoning,
        reason=trace.refusal or "",
        failure=trace.failure or FailureKind.ERROR,
        tokens_in=trace.tokens_in,
        tokens_out=trace.tokens_out,
        tokens_reasoning=trace.tokens_reasoning,
        cost_usd=trace.cost_usd,
        latency_s=trace.latency_s,
    )


def turn_traces(tries: Iterable[AgentTrace]) -> list[TurnTraces]:
    """Group the tries of a game, in the order of play, by decision and turn."""
    return [_one_turn(turn or 0, _decisions(of_turn)) for turn, of_turn in groupby(tries, key=_TURN)]


def _decisions(tries: Iterable[AgentTrace]) -> list[AgentTrace]:
    """Return the decisions of one turn from its tries."""
    decisions: list[AgentTrace] = []
    last = None
    for trace in tries:
        if (decision := _DECISION(trace)) == last:
            decisions[-1] = join_tries((decisions[-1], trace))
        else:
            decisions.append(trace)
        last = decision
    return decisions


_TURN, _DECISION = attrgetter("turn"), attrgetter("seat", "question", "at")
_CLUE, _MESSAGE, _GUESSES, _PENALTY = Question


def _one_turn(number: int, decisions: list[AgentTrace]) -> TurnTraces:
    clues: list[AgentTrace] = []
    messages: list[AgentTrace] = []
    guesses: list[AgentTrace] = []
    penalties: list[AgentTrace] = []
    by_question = {_CLUE: clues, _MESSAGE: messages, _GUESSES: guesses, _PENALTY: penalties}
    for trace in decisions:
        if trace.question is not None:
            by_question[trace.question].append(trace)
    team = next((t.seat.team for t in decisions if t.seat and t.question is not _PENALTY), Team.RED)
    fields = {
        "turn_number": number,
        "team": team,
        "clue_trace": clues[-1] if clues else None,
        "discussion_traces": messages,
        "guess_trace": guesses[-1] if guesses else None,
        "other_traces": [*clues[:-1], *map(_dropped, guesses[:-1]), *penalties],
    }
    return construct_unchecked(TurnTraces, fields)  # the traces were validated when they were made


def _dropped(guesses: AgentTrace) -> AgentTrace:
    """Note in the trace of a list of guesses that it was not touched to its end, if there was a list."""
    if guesses.failure is not None:
        return guesses
    note = "the rest of the list was dropped: the seat changed hands"
    return guesses.model_copy(update={"note": f"{guesses.note}; {note}" if guesses.note else note})
