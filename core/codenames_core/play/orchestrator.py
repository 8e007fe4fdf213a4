"""Playing a turn: put each question to its agent, again where it fails, and let happen what follows.

The orchestrator owns every retry. An answer that cannot be used is kept as a refused try, its reason goes back to the
seat in `view.rejected`, and after `max_retries` more tries the seat fails by the rules of the config. Nothing an
agent does (raise, hang, answer rubbish, repeat itself) can stop or loop a game; only `KeyboardInterrupt` gets through.

Which question is due and what follows from its answer is decided in `codenames_core.decisions.protocol`, what an answer
means in `codenames_core.decisions.questions`. Writing, pausing and showing are left to the `GameObserver`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from codenames_core.decisions.protocol import (
    Failed,
    are_tries_used_up,
    guess_question,
    next_question,
    recorded_result,
    steps,
)
from codenames_core.decisions.questions import Accepted, Ask, Refused
from codenames_core.decisions.reply_sanitiser import (
    AnswerStream,
    SanitisedReply,
    class_name,
    describe_error,
    has_flag,
    sanitise_reply,
    trace_fields,
)
from codenames_core.game.agent import Agent, AgentTrace, Discussion, FailureKind, OnToken, Question, TeamAgents
from codenames_core.game.config import GameConfig, Role, Seat, Team
from codenames_core.game.events import Event, Guess
from codenames_core.game.state import GUESSERS, GameState
from codenames_core.game.traces import TurnTraces, join_tries, turn_traces
from codenames_core.game.visibility import Rejection, View, visible_state
from codenames_core.play.eager_tasks import EagerStarter, abandon
from codenames_core.support.errors import CodenamesError, IllegalEvent
from codenames_core.support.frozen import construct_unchecked

LONGEST_QUOTE = 2_000
"""Characters of a refused answer that are shown back to the agent."""

FIRST_WAIT: Final = 5.0
"""Seconds before a seat is asked again whose model could not be reached; the wait doubles each time."""
LONGEST_WAIT: Final = 60.0

_ALL_QUESTIONS: Final = frozenset(Question)

_Reply: TypeAlias = SanitisedReply | Refused
"""What an agent gave back; `Refused` for one that raised, hung or lost its seat meanwhile."""

T = TypeVar("T")


class GameAborted(CodenamesError):
    """A seat failed, and the config says that this ends the game."""


class GameObserver(Protocol):
    """Sees everything as it happens, before it is acted on. Raising stops the game."""

    def before_decision(self) -> Awaitable[None] | None:
        """Called before a question is asked or the next word of a list is guessed; what it returns is awaited.

        That is how a game is paused. A game that goes on at once gets None, since it is asked dozens of times.
        """
        ...

    def asked(self, seat: Seat, question: Question) -> None:
        """A question goes out to an agent."""
        ...

    def answered(self, trace: AgentTrace) -> None:
        """An agent answered, or failed to."""
        ...

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """The model of `seat` cannot be reached: it is asked again after `seconds`, and given up `left` later."""
        ...

    def asks_on(self, seat: Seat, reason: str) -> bool:
        """Return whether `seat`, whose model cannot be asked, is asked again; if not, it fails by the config."""
        ...

    def listener(self, seat: Seat) -> OnToken | None:
        """Return what receives the pieces of an answer of `seat` as they come, None to receive none."""
        ...

    def happened(self, event: Event, state: GameState) -> None:
        """`event` led to `state`."""
        ...


class NullObserver:
    """Observes nothing."""

    def before_decision(self) -> Awaitable[None] | None:
        """Never pause."""
        return None

    def asked(self, seat: Seat, question: Question) -> None:
        """Do nothing."""

    def answered(self, trace: AgentTrace) -> None:
        """Do nothing."""

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Do nothing."""

    def asks_on(self, seat: Seat, reason: str) -> bool:
        """Let the seat fail."""
        return False

    def listener(self, seat: Seat) -> OnToken | None:
        """Receive nothing."""
        return None

    def happened(self, event: Event, state: GameState) -> None:
        """Do nothing."""


_Decision: TypeAlias = tuple[Accepted[T] | Failed, AgentTrace]


@dataclass(slots=True)
class _Occupant:
    """Who sits in a seat; what it says of itself is read once, when it sits down."""

    agent: Agent
    is_ghost: bool
    is_human: bool
    streams: bool

    @classmethod
    def of(cls, agent: Agent) -> "_Occupant":
        return cls(agent, has_flag(agent, "is_ghost"), has_flag(agent, "is_human"), has_flag(agent, "streams"))


class TurnOrchestrator:
    """Asks six agents, turn by turn.

    Args:
        red: the agents of the red team; a seat can change hands between any two steps, see `swap`.
        blue: the agents of the blue team.
        observer: sees answers and events before they are acted on.
        substitute: makes the agent that answers for a seat that failed, where the config asks for one.
        clock: gives seconds; times answers.
        sleep: waits for seconds, until an agent is asked again whose model could not be reached.
    """

    def __init__(
        self,
        red: TeamAgents,
        blue: TeamAgents,
        *,
        observer: GameObserver | None = None,
        substitute: Callable[[Seat, GameConfig], Agent] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        teams = {Team.RED: red, Team.BLUE: blue}
        self._occupants = {seat: _Occupant.of(teams[seat.team].of(seat.role)) for seat in Seat}
        self._observer: GameObserver = observer or NullObserver()
        self._substitute = substitute
        self._clock = clock
        self._sleep = sleep
        self._starter = EagerStarter()
        self._open: tuple[Seat, asyncio.Future[None]] | None = None
        self._swaps = dict.fromkeys(Seat, 0)
        self._earlier: tuple[AgentTrace, ...] = ()
        self._tries: list[AgentTrace] = []

    def agent_of(self, seat: Seat) -> Agent:
        """Return who sits in `seat`."""
        return self._occupants[seat].agent

    def swap(self, seat: Seat, agent: Agent) -> None:
        """Give `seat` to `agent`. An open question of the old occupant is abandoned: no late answer can land."""
        self._occupants[seat] = _Occupant.of(agent)
        self._swaps[seat] += 1
        self._earlier = tuple(takewhile(lambda trace: trace.seat is not seat, self._earlier))
        if self._open and self._open[0] is seat and not self._open[1].done():
            self._open[1].set_result(None)

    def resume_with(self, tries: Iterable[AgentTrace]) -> None:
        """Use the recorded tries of the decision that was interrupted before anybody is asked again."""
        self._earlier = tuple(tries)

    async def run_turn(
        self, team: Team, state: GameState, agents: TeamAgents | None = None
    ) -> tuple[GameState, TurnTraces]:
        """Play the turn of `team` to its end, from wherever in it `state` is.

        Args:
            team: which has to be the one to move.
            state: the game so far.
            agents: take the seats of the team, from now on; those who sit there if not given.

        Raises:
            IllegalEvent: another team is to move, or none.
        """
        _refuse_all_but_the_mover(team, state)
        for role in Role if agents else ():
            seat, agent = Seat.of(team, role), agents.of(role) if agents else None
            if agent is not None and agent is not self.agent_of(seat):
                self.swap(seat, agent)
        turn = state.turn.number
        self._tries = []
        state = await self.play_turn(state)
        traces = turn_traces(self._tries)
        return state, traces[0] if traces else TurnTraces(turn_number=turn, team=team)

    async def play_turn(self, state: GameState) -> GameState:
        """Play the turn that `state` is in to its end, for an observer that keeps the traces itself."""
        state, _ = await self._play(state, _ALL_QUESTIONS)
        return state

    async def decide(self, ask: Ask[Any], state: GameState) -> AgentTrace:
        """Put one question as in a game, again where its answer cannot be used, and let nothing follow from it.

        Returns:
            The trace of the last try, with those before it as `refused`; its `failure` says that no answer was usable.

        Raises:
            GameAborted: the seat failed, and the config says that this ends the game.
        """
        _, trace = await self._decide(ask, state)
        return trace

    def close(self) -> None:
        """Release what is kept for the next question."""
        self._starter.close()

    async def run_clue_phase(self, team: Team, state: GameState) -> tuple[GameState, AgentTrace]:
        """Ask the cluer of `team` for a clue: the turn goes on with it, or is over without one.

        Raises:
            IllegalEvent: another team is to move, or none, or its clue was given.
        """
        _refuse_all_but_the_mover(team, state)
        state, traces = await self._play(state, (Question.CLUE, Question.PENALTY))
        if not traces:
            raise IllegalEvent("no clue is due")
        return state, traces[0]

    async def run_discussion_phase(
        self, team: Team, state: GameState, max_rounds: int | None = None
    ) -> tuple[GameState, list[AgentTrace]]:
        """Let the guessers of `team` speak in turns until they agree or every round is used.

        Args:
            team: which has to be the one to move.
            state: the game so far.
            max_rounds: of this discussion, not more than the rules of the game allow; as many if not given.

        Raises:
            IllegalEvent: another team is to move, or none.
            ValueError: the rules do not allow so many rounds, or it is none.
        """
        _refuse_all_but_the_mover(team, state)
        most = state.config.max_rounds if max_rounds is None else max_rounds
        if not 1 <= most <= state.config.max_rounds:
            raise ValueError(f"max_rounds is {most}; the rules of this game allow 1 to {state.config.max_rounds}")
        return await self._play(state, (Question.MESSAGE,), message_limit=len(GUESSERS) * most)

    async def run_guess_phase(
        self, team: Team, state: GameState, discussion: Discussion | None = None
    ) -> tuple[GameState, AgentTrace]:
        """Ask guesser 1 of `team` for a list of words, whether or not the discussion is over, and play the turn out.

        Where the seat changes hands in the middle of a list, its rest is dropped and the new occupant is asked.

        Raises:
            IllegalEvent: another team is to move, or none.
        """
        _refuse_all_but_the_mover(team, state)
        turn, ask = state.turn.number, guess_question(state)
        if discussion is not None:
            ask = replace(ask, discussion=discussion)
        result, trace = await self._decide(ask, state)
        state = await self._act_on(ask, result, state)
        if state.turn.number != turn:
            return state, trace
        state, traces = await self._play(state, _ALL_QUESTIONS, (trace,))
        return state, traces[-1]

    async def _play(
        self,
        state: GameState,
        questions: Container[Question],
        before: Iterable[AgentTrace] = (),
        *,
        message_limit: int | None = None,
    ) -> tuple[GameState, list[AgentTrace]]:
        """Play on while the turn lasts and one of `questions` is due; return the traces of all its decisions as well.

        Args:
            state: the game so far.
            questions: what is asked.
            before: the traces of the decisions of this turn so far.
            message_limit: stop where the turn's discussion has so many messages.
        """
        turn = state.turn.number
        traces = list(before)
        while state.turn.number == turn and (ask := next_question(state, traces)) and ask.question in questions:
            if len(state.turn.discussion) == message_limit:
                break
            result, trace = await self._decide(ask, state)
            traces.append(trace)
            state = await self._act_on(ask, result, state)
        return state, traces

    async def _act_on(self, ask: Ask[Any], result: Accepted[Any] | Failed, state: GameState) -> GameState:
        """Let the consequences of an answer happen, or as many as there are until the seat changes hands."""
        swaps = self._swaps[ask.seat]
        for position, (event, following) in enumerate(steps(ask, result, state)):
            if position and isinstance(event, Guess):
                if (pause := self._observer.before_decision()) is not None:
                    await pause
                if self._swaps[ask.seat] != swaps:
                    return state
            state = following
            self._observer.happened(event, state)
        return state

    async def _decide(self, ask: Ask[T], state: GameState) -> _Decision[T]:
        """Ask until an answer can be used or the tries are used up; an answer that is recorded is not asked again."""
        tries = self._recorded_tries(ask) if self._earlier else []
        if tries and tries[-1].failure is None:
            self._tries.extend(tries)
            return recorded_result(ask, tries[-1]), join_tries(tries)
        result = await self._until_usable(ask, state, tries)
        if result is None and state.config.fallback == "abort":
            raise GameAborted(f"{ask.seat.label} failed: {tries[-1].refusal}")
        if result is None and self._substitute and state.config.fallback.startswith("substitute:"):
            substitute = _Occupant.of(self._substitute(ask.seat, state.config))
            result = await self._until_usable(ask, state, tries, substitute)
        self._tries.extend(tries)
        trace = join_tries(tries)
        return result or recorded_result(ask, trace), trace

    def _recorded_tries(self, ask: Ask[Any]) -> list[AgentTrace]:
        """Take the tries of this question out of those that are recorded."""
        key = ask.seat, ask.question
        tries = [trace for trace in self._earlier if (trace.seat, trace.question) == key]
        self._earlier = tuple(trace for trace in self._earlier if (trace.seat, trace.question) != key)
        return tries

    async def _until_usable(
        self, ask: Ask[T], state: GameState, tries: list[AgentTrace], substitute: _Occupant | None = None
    ) -> Accepted[T] | None:
        """Ask the occupant of the seat, or its substitute, adding every try to `tries`."""
        refused = _refused_before(tries, is_fallback=substitute is not None) if tries else []
        swaps = self._swaps[ask.seat]
        outage: _Outage | None = None
        while not are_tries_used_up(refused, ask.question, state.config):
            if (pause := self._observer.before_decision()) is not None:
                await pause
            if self._swaps[ask.seat] != swaps:  # the new occupant starts without the refusals of the old one
                if refused:
                    tries.append(_replaced_mark(refused[-1]))
                    self._observer.answered(tries[-1])
                swaps, refused, substitute, outage = self._swaps[ask.seat], [], None, None
            self._observer.asked(ask.seat, ask.question)
            view = visible_state(state, ask.seat, tuple(map(_rejection, refused)) if refused else ())
            verdict, trace = await self._one_try(ask, view, state, substitute)
            tries.append(trace)
            self._observer.answered(trace)
            if isinstance(verdict, Accepted):
                return verdict
            if verdict.failure is FailureKind.UNAVAILABLE:
                outage = outage or _Outage(state.config.outage_seconds)
                if (wait := outage.next_wait(trace.latency_s or 0.0, verdict.retry_after)) is not None:
                    await self._wait(ask.seat, verdict.reason, wait, outage.left)
                    continue
                if not self._observer.asks_on(ask.seat, verdict.reason):
                    return None
            outage = None
            if verdict.failure is FailureKind.OUT_OF_REACH and not self._observer.asks_on(ask.seat, verdict.reason):
                return None
            if verdict.failure is FailureKind.REPLACED:
                refused = []
            elif _counts(trace):
                refused = [*refused, trace]
        return None

    async def _wait(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        """Wait so many seconds, but no longer than until the seat changes hands."""
        self._observer.retry_scheduled(seat, reason, seconds, left)
        sleeping = asyncio.ensure_future(self._sleep(seconds))
        taken_over = asyncio.get_running_loop().create_future()
        self._open = seat, taken_over
        try:
            await asyncio.wait({sleeping, taken_over}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._open = None
            sleeping.cancel()

    async def _one_try(
        self, ask: Ask[T], view: View, state: GameState, substitute: _Occupant | None
    ) -> tuple[Accepted[T] | Refused, AgentTrace]:
        seat = ask.seat
        occupant = substitute or self._occupants[seat]
        began, swaps = self._clock(), self._swaps[seat]
        listener = self._observer.listener(seat) if occupant.streams else None
        hearing = None if listener is None else AnswerStream(listener)
        try:
            reply = self._start(ask, occupant.agent, view, hearing)
            if isinstance(reply, asyncio.Future):
                limit = None if occupant.is_human else state.config.decision_seconds
                reply = await self._awaited(reply, seat, limit)
        finally:
            if hearing is not None:
                hearing.close()
        if self._swaps[seat] != swaps:
            reply = Refused("the seat changed hands", FailureKind.REPLACED)
        is_stand_in = substitute is not None or has_flag(occupant.agent, "has_stand_in")
        verdict, fields = _judged(ask, reply, state, occupant, is_stand_in)
        if fields["latency_s"] is None:
            fields["latency_s"] = self._clock() - began
        return verdict, construct_unchecked(AgentTrace, fields)

    def _start(
        self, ask: Ask[Any], agent: Agent, view: View, hearing: OnToken | None
    ) -> "_Reply | asyncio.Future[_Reply]":
        """Put a question to an agent; return its reply, or the future of one that waits for something."""
        try:
            return self._starter.start(_outcome(ask, agent, view, **({"on_token": hearing} if hearing else {})))
        except asyncio.CancelledError:
            return _CANCELLED

    async def _awaited(self, future: "asyncio.Future[_Reply]", seat: Seat, limit: float | None) -> _Reply:
        """Wait until the agent has answered, its time is up, or the seat changes hands, which the caller looks for."""
        taken_over = asyncio.get_running_loop().create_future()
        self._open = seat, taken_over
        try:
            # wait() tells two cancellations apart: it raises that of the game, and not that of the agent's future.
            # Nor does it wait for the agent when the seat changes hands: the agent may ignore its cancellation.
            await asyncio.wait({future, taken_over}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._open = None
            future.add_done_callback(_forget)  # also of one that is done: the game may have been cancelled meanwhile
            if not future.done():
                abandon(future)
        if not future.done():
            return Refused(f"no answer within {limit} seconds", FailureKind.TIMEOUT)
        return _CANCELLED if future.cancelled() else future.result()


def _judged(
    ask: Ask[T], reply: _Reply, state: GameState, occupant: _Occupant, is_stand_in: bool
) -> tuple[Accepted[T] | Refused, dict[str, Any]]:
    """Return what the rules say of a reply, and all fields of its trace; an agent may not have timed itself."""
    verdict: Accepted[T] | Refused
    if isinstance(reply, Refused):
        verdict, fields = reply, trace_fields(None, is_used=False)
    else:
        verdict = ask.judge(reply.answer, state, is_ghost=occupant.is_ghost)
        fields = trace_fields(reply, is_used=isinstance(verdict, Accepted))
    fields["agent"] = fields["agent"] or class_name(occupant.agent)
    fields["seat"] = ask.seat
    fields["question"] = ask.question
    fields["turn"] = state.turn.number
    fields["at"] = len(state.public_transcript)
    fields["is_ghost"] = occupant.is_ghost
    fields["is_human"] = occupant.is_human and not is_stand_in
    fields["is_fallback"] = is_stand_in
    if isinstance(verdict, Accepted):
        fields["answer"] = ask.write(verdict.value)
        fields["note"] = fields["note"] or verdict.note
    else:
        fields["failure"] = verdict.failure
        fields["refusal"] = verdict.reason
    return verdict, fields


_CANCELLED: Final = Refused("the agent cancelled its own answer", FailureKind.ERROR)


def _refuse_all_but_the_mover(team: Team, state: GameState) -> None:
    if state.outcome is not None:
        raise IllegalEvent(f"{team} is not to move: the game is over")
    if state.turn.team is not team:
        raise IllegalEvent(f"{team} is not to move: it is the turn of {state.turn.team}")


async def _outcome(ask: Ask[Any], agent: Agent, view: View, **hearing: OnToken) -> _Reply:
    """Return the agent's reply, or `Refused` for whatever it raises."""
    try:
        return sanitise_reply(await ask.put(agent, view, **hearing))
    except (asyncio.CancelledError, KeyboardInterrupt):
        raise
    except BaseException as error:
        return Refused(describe_error(error), FailureKind.ERROR)


class _Outage:
    """How long to wait for a model that cannot be reached: twice as long each time, until the time is up.

    Only the waits and the failed questions count, so a paused game does not use the time up.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._wait = FIRST_WAIT

    @property
    def left(self) -> float:
        """Seconds that remain after the waits so far."""
        return self._left

    def next_wait(self, question_seconds: float, retry_after: float | None = None) -> float | None:
        """Return the seconds to wait until the next question; None if the time is up, or would be by then.

        Args:
            question_seconds: what the last question took.
            retry_after: seconds after which the provider wants to be asked again, where it says so. It is asked no
                earlier, so where that is longer than the time that is left, nobody waits for it.
        """
        self._left -= question_seconds
        if self._left <= 0 or (retry_after or 0.0) > self._left:
            return None
        wait = max(min(self._wait, self._left), retry_after or 0.0)
        self._left -= wait
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        return wait


def _counts(trace: AgentTrace) -> bool:
    """Whether this try uses up one of those that a seat has."""
    return trace.failure not in (FailureKind.UNAVAILABLE, FailureKind.OUT_OF_REACH)


def _refused_before(tries: Sequence[AgentTrace], *, is_fallback: bool) -> list[AgentTrace]:
    """Return the tries since the seat changed hands, of its occupant or of the substitute, that count."""
    replaced = [position for position, trace in enumerate(tries) if trace.failure is FailureKind.REPLACED]
    since = tries[replaced[-1] + 1 :] if replaced else tries
    return [trace for trace in since if trace.is_fallback is is_fallback and _counts(trace)]


def _replaced_mark(last: AgentTrace) -> AgentTrace:
    """Return the trace that parts the tries of an occupant from those of the next, for a game that is resumed there."""
    return AgentTrace(
        agent=last.agent,
        seat=last.seat,
        question=last.question,
        turn=last.turn,
        at=last.at,
        failure=FailureKind.REPLACED,
        refusal="the seat changed hands",
    )


def _rejection(trace: AgentTrace) -> Rejection:
    return Rejection(trace.raw[:LONGEST_QUOTE], trace.refusal or "")


def _forget(future: "asyncio.Future[Any]") -> None:
    """Retrieve the exception of an abandoned answer, so that asyncio does not log that it never was."""
    if not future.cancelled():
        future.exception()
