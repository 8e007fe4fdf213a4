"""The four questions of the game: how each is put to an agent, and how its answer is read and written down.

Pure but for calling the agent. What an answer may be is decided by the referee and the rules; what cannot be used
comes back as `Refused` with the reason that the agent is told.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import JsonValue

from codenames_core.agent import Discussion, Failure, Question, Unreadable
from codenames_core.config import Seat, Team
from codenames_core.events import Clue, DiscussionMessage
from codenames_core.legality import read_number, why_illegal
from codenames_core.rules import why_illegal_guess
from codenames_core.state import GameState
from codenames_core.text import one_line
from codenames_core.visibility import View
from codenames_core.words import normalise

LONGEST_MESSAGE = 20_000
"""Characters of one discussion message; a longer one is refused."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Accepted(Generic[T]):
    """An answer that the rules accept, in its final form."""

    value: T
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that cannot be used, and what the agent is told."""

    reason: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """A question to a seat."""

    question: Question
    seat: Seat
    put: Callable[[Any, View], Coroutine[Any, Any, Any]]
    """Puts it to an agent."""
    check: Callable[[Any, GameState], Accepted[T] | Refused]
    """Reads what the agent answered."""
    write: Callable[[T], JsonValue]
    """Gives the form in which traces and journals keep an answer."""
    read: Callable[[Any], T]
    """Undoes `write`."""


def ask_for_clue(seat: Seat) -> Ask[Clue]:
    """Return the question for a clue."""

    async def put(agent: Any, view: View) -> Any:
        return await agent.generate_clue(view)

    def check(answer: Any, state: GameState) -> Accepted[Clue] | Refused:
        if not isinstance(answer, Clue):
            return _not_an_answer(answer, "a Clue")
        if reason := why_illegal(answer, state):
            return Refused(reason, Failure.ILLEGAL)
        return Accepted(Clue(team=seat.team, word=answer.word.strip(), number=read_number(answer.number) or 0))

    return Ask(
        Question.CLUE,
        seat,
        put,
        check,
        lambda clue: {"word": clue.word, "number": clue.number},
        lambda written: Clue(team=seat.team, **written),
    )


def ask_for_message(seat: Seat, discussion: Discussion) -> Ask[DiscussionMessage]:
    """Return the question for the next message of a discussion."""

    async def put(agent: Any, view: View) -> Any:
        return await agent.discuss(view, discussion)

    def check(answer: Any, _: GameState) -> Accepted[DiscussionMessage] | Refused:
        if not isinstance(answer, DiscussionMessage):
            return _not_an_answer(answer, "a DiscussionMessage")
        if not answer.text.strip():
            return Refused("the message is empty; say what you think", Failure.UNREADABLE)
        if len(answer.text) > LONGEST_MESSAGE:
            reason = f"the message has {len(answer.text):,} characters, and {LONGEST_MESSAGE:,} is the most"
            return Refused(reason, Failure.UNREADABLE)
        return Accepted(DiscussionMessage(seat=seat, text=answer.text, consensus=answer.consensus))

    return Ask(
        Question.MESSAGE,
        seat,
        put,
        check,
        lambda message: {"text": message.text, "consensus": message.consensus},
        lambda written: DiscussionMessage(seat=seat, **written),
    )


def ask_for_guesses(seat: Seat, discussion: Discussion) -> Ask[tuple[str, ...]]:
    """Return the question for the ordered list of guesses."""

    async def put(agent: Any, view: View) -> Any:
        return await agent.make_guesses(view, discussion)

    def check(answer: Any, state: GameState) -> Accepted[tuple[str, ...]] | Refused:
        if not isinstance(answer, tuple | list) or not all(isinstance(word, str) for word in answer):
            return _not_an_answer(answer, "a list of words")
        if reasons := [reason for word in answer if (reason := why_illegal_guess(word, state))]:
            return Refused("; ".join(reasons[:3]), Failure.ILLEGAL)
        words = tuple({normalise(word): state.board.find(word) or word for word in answer}.values())
        repeated = len(answer) - len(words)
        return Accepted(words, f"repeated words skipped: {repeated}" if repeated else None)

    return Ask(Question.GUESSES, seat, put, check, list, tuple)


def ask_for_penalty(seat: Seat) -> Ask[str]:
    """Return the question which own word is revealed after the opponents' illegal clue."""

    async def put(agent: Any, view: View) -> Any:
        return await agent.choose_penalty(view)

    def check(answer: Any, state: GameState) -> Accepted[str] | Refused:
        if not isinstance(answer, str):
            return _not_an_answer(answer, "a word")
        word = state.board.find(answer)
        if word is None or word not in _own_unrevealed(state, seat.team):
            reason = f"{one_line(answer, 40)!r} is not an unrevealed word of your team"
            return Refused(reason, Failure.ILLEGAL)
        return Accepted(word)

    return Ask(Question.PENALTY, seat, put, check, str, str)


def penalty_by_default(state: GameState, team: Team) -> str:
    """Return the word that is revealed where the cluer of `team` does not choose: its first in board order."""
    own = _own_unrevealed(state, team)
    return next(word for word in state.board.words if word in own)


def _own_unrevealed(state: GameState, team: Team) -> frozenset[str]:
    return state.board.words_of(team) - state.revealed


def _not_an_answer(answer: Any, wanted: str) -> Refused:
    if isinstance(answer, Unreadable):
        return Refused(answer.reason, Failure.UNREADABLE)
    return Refused(f"the answer is of type {type(answer).__name__}, and {wanted} is needed", Failure.UNREADABLE)
