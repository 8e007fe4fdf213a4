"""The four questions of the game: how each is put to an agent, and how its answer is checked and recorded.

Pure but for calling the agent. The referee and the rules decide what an answer may be; one that cannot be used comes
back as `Refused` with the reason that the agent is told. `reply_sanitiser` makes plain values of answers before they
are checked here.
"""

import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import JsonValue

from codenames_core.decisions.reply_sanitiser import PlainAnswer, Unrecognised
from codenames_core.game.agent import Discussion, FailureKind, OnToken, Question, Unavailable, Unreadable
from codenames_core.game.config import GameConfig, IllegalCluePolicy, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.rules import why_illegal_guess
from codenames_core.game.state import GameState
from codenames_core.game.visibility import View
from codenames_core.referee.legality import read_number, why_illegal
from codenames_core.support.frozen import construct_unchecked, copy_model
from codenames_core.text.sanitiser import LONGEST_ESCAPE, one_line, without_format, written_size

LONGEST_MESSAGE = 20_000
"""Characters of one discussion message; a longer one is refused."""
LARGEST_MESSAGE = 60_000
"""Bytes of one discussion message, as it lies in a file; a larger one is refused."""
GHOST_SILENCE = "ghost"
"""Why a ghost that says nothing is silent."""
MOST_REASONS = 3
"""How many of the words that cannot be touched an agent is told of."""

T = TypeVar("T")


@dataclass(slots=True)  # like `Ask`
class Accepted(Generic[T]):
    """An answer that the rules accept, in its final form."""

    value: T
    note: str | None = None
    is_pass: bool = False
    """Whether it is the clue by which a ghost passes."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that cannot be used, and what the agent is told."""

    reason: str
    failure: FailureKind
    retry_after: float | None = None
    """Seconds after which what the agent needs wants to be asked again."""


Verdict: TypeAlias = Accepted[T] | Refused


@dataclass(slots=True, unsafe_hash=True)  # not frozen: a frozen one takes three times as long to make
class Ask(Generic[T]):
    """A question to a seat; nobody changes it."""

    question: ClassVar[Question]

    seat: Seat

    def put(self, agent: Any, view: View, **hearing: OnToken) -> Awaitable[Any]:
        """Put the question to `agent`; it may return anything, or raise, now or when it is awaited.

        Args:
            agent: who is asked.
            view: what it may know.
            hearing: `on_token`, if the agent streams and its answer is listened to.
        """
        raise NotImplementedError

    def check(self, answer: PlainAnswer, state: GameState) -> Verdict[T]:
        """Check what the agent answered."""
        raise NotImplementedError

    def judge(self, answer: PlainAnswer, state: GameState, *, is_ghost: bool) -> Verdict[T]:
        """Check what an agent answered, which may be a ghost."""
        return self.check(answer, state)

    def write(self, value: T) -> JsonValue:
        """Return the form in which traces and journals keep an answer."""
        raise NotImplementedError

    def read(self, written: Any) -> T:
        """Undo `write`."""
        raise NotImplementedError


@dataclass(slots=True, unsafe_hash=True)
class AskForClue(Ask[Clue]):
    """The question for a clue."""

    question = Question.CLUE

    def put(self, agent: Any, view: View, **hearing: OnToken) -> Any:
        return agent.generate_clue(view, **hearing)

    def check(self, answer: PlainAnswer, state: GameState) -> Verdict[Clue]:
        if not isinstance(answer, Clue):
            return _not_an_answer(answer, "a Clue")
        if reason := why_illegal(answer, state):
            return Refused(reason, FailureKind.ILLEGAL)
        word = without_format(answer.word).strip()  # as the referee reads it
        number = read_number(answer.number) or 0
        fields = {"type": "clue", "team": self.seat.team, "word": word, "number": number}
        return Accepted(construct_unchecked(Clue, fields))

    def judge(self, answer: PlainAnswer, state: GameState, *, is_ghost: bool) -> Verdict[Clue]:
        if is_ghost and isinstance(answer, Clue) and is_ghost_pass(answer):
            return Accepted(answer, is_pass=True)
        return self.check(answer, state)

    def write(self, value: Clue) -> JsonValue:
        return {"word": value.word, "number": value.number}

    def read(self, written: Any) -> Clue:
        return Clue(team=self.seat.team, **written)


def why_unsayable(text: str) -> str | None:
    """Return why a message cannot be said, None where it can."""
    if not text.strip():
        return "the message is empty; say what you think"
    if len(text) > LONGEST_MESSAGE:
        return f"the message has {len(text):,} characters; the limit is {LONGEST_MESSAGE:,}"
    if len(text) * LONGEST_ESCAPE > LARGEST_MESSAGE and (size := written_size(text)) > LARGEST_MESSAGE:
        return f"the message takes {size:,} bytes; the limit is {LARGEST_MESSAGE:,}"
    return None


@dataclass(slots=True, unsafe_hash=True)
class AskForMessage(Ask[DiscussionMessage]):
    """The question for the next message of a discussion."""

    question = Question.MESSAGE

    discussion: Discussion

    def put(self, agent: Any, view: View, **hearing: OnToken) -> Any:
        return agent.discuss(view, tuple(map(copy_model, self.discussion)), **hearing)

    def check(self, answer: PlainAnswer, state: GameState) -> Verdict[DiscussionMessage]:
        if not isinstance(answer, DiscussionMessage):
            return _not_an_answer(answer, "a DiscussionMessage")
        if reason := why_unsayable(answer.text):
            return Refused(reason, FailureKind.UNREADABLE)
        said = {"text": answer.text, "consensus": answer.consensus, "skipped": None}
        return Accepted(construct_unchecked(DiscussionMessage, {"type": "message", "seat": self.seat, **said}))

    def judge(self, answer: PlainAnswer, state: GameState, *, is_ghost: bool) -> Verdict[DiscussionMessage]:
        if is_ghost and isinstance(answer, DiscussionMessage) and not answer.text.strip():
            return Accepted(DiscussionMessage(seat=self.seat, text="", consensus=False, skipped=GHOST_SILENCE))
        return self.check(answer, state)

    def write(self, value: DiscussionMessage) -> JsonValue:
        silence = {} if value.skipped is None else {"skipped": value.skipped}
        return {"text": value.text, "consensus": value.consensus, **silence}

    def read(self, written: Any) -> DiscussionMessage:
        return DiscussionMessage(seat=self.seat, **written)


@dataclass(slots=True, unsafe_hash=True)
class AskForGuesses(Ask[tuple[str, ...]]):
    """The question for the ordered list of guesses."""

    question = Question.GUESSES

    discussion: Discussion

    def put(self, agent: Any, view: View, **hearing: OnToken) -> Any:
        return agent.make_guesses(view, tuple(map(copy_model, self.discussion)), **hearing)

    def check(self, answer: PlainAnswer, state: GameState) -> Verdict[tuple[str, ...]]:
        if not isinstance(answer, tuple) or isinstance(answer, Unrecognised):
            return _not_an_answer(answer, "a list of words")
        # D-002: a list with one impossible word is refused whole; cutting it would make up an answer.
        if reasons := list(islice(filter(None, (why_illegal_guess(word, state) for word in answer)), MOST_REASONS)):
            return Refused("; ".join(reasons), FailureKind.ILLEGAL)
        words = tuple(dict.fromkeys(state.board.find(word) or word for word in answer))
        repeated = len(answer) - len(words)
        return Accepted(words, f"repeated words skipped: {repeated}" if repeated else None)

    def write(self, value: tuple[str, ...]) -> JsonValue:
        return list(value)

    def read(self, written: Any) -> tuple[str, ...]:
        if not all(isinstance(word, str) for word in written):
            raise TypeError("a list of guesses holds words")
        return tuple(written)


@dataclass(slots=True, unsafe_hash=True)
class AskForPenalty(Ask[str]):
    """The question which own word is revealed after the opponents' illegal clue."""

    question = Question.PENALTY

    def put(self, agent: Any, view: View, **hearing: OnToken) -> Any:
        return agent.choose_penalty(view, **hearing)

    def check(self, answer: PlainAnswer, state: GameState) -> Verdict[str]:
        if not isinstance(answer, str):
            return _not_an_answer(answer, "a word")
        word = state.board.find(answer)
        if word is None or word not in _own_unrevealed(state, self.seat.team):
            reason = f"{one_line(answer, 40)!r} is not an unrevealed word of your team"
            return Refused(reason, FailureKind.ILLEGAL)
        return Accepted(word)

    def write(self, value: str) -> JsonValue:
        return value

    def read(self, written: Any) -> str:
        return str(written)


def is_ghost_pass(clue: Clue) -> bool:
    """Return whether a ghost passes by this answer; it is not a clue, so the rules for clues do not apply."""
    return clue.word == "PASS" and clue.number == 0


def the_other_cluer_chooses(config: GameConfig) -> bool:
    """Return whether an illegal clue lets the other team's cluer choose a word that is revealed."""
    return config.illegal_clue is IllegalCluePolicy.PENALTY and not config.blind


def penalty_by_default(state: GameState, team: Team) -> str | None:
    """Return the word that is revealed where the cluer of `team` does not choose, None where `team` has none left.

    That is its first in board order. Where cluers play blind no one may choose, and the first word would tell that all
    words before it are not the team's: there a hash of the whole key draws the word, which only the key can tell.
    """
    board, own = state.board, _own_unrevealed(state, team)
    if not state.config.blind:
        return next((word for word in board.words if word in own), None)
    # D-005: every other choice would tell a blind cluer something of the key.
    key = "\0".join(f"{word}\0{board.key[word]}" for word in board.words)
    return min(own, key=lambda word: hashlib.sha256(f"{key}\0{word}".encode()).digest(), default=None)


def _own_unrevealed(state: GameState, team: Team) -> frozenset[str]:
    return state.board.words_of(team) - state.revealed


def _not_an_answer(answer: PlainAnswer, wanted: str) -> Refused:
    if isinstance(answer, Unreadable):
        return Refused(answer.reason, FailureKind.UNREADABLE)
    if isinstance(answer, Unavailable):
        failure = FailureKind.OUT_OF_REACH if answer.for_good else FailureKind.UNAVAILABLE
        return Refused(answer.reason, failure, answer.retry_after)
    what = answer.what if isinstance(answer, Unrecognised) else f"of type {type(answer).__name__}"
    return Refused(f"the answer is {what}, but {wanted} is needed", FailureKind.UNREADABLE)
