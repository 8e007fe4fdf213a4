"""A person in a seat: an agent whose answers come from elsewhere, such as a screen.

    person = Human()
    runner.swap(seat, person, AgentConfig(spec="human"))
    ...                                     # the game asks; `person.pending` says what, with the seat's own view
    person.answer(Clue("OCEAN", 2))

The screen of that person needs nothing but `pending.view`, which is all that the seat may know. A person who takes too
long can be stood in for by an agent, for that one decision.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from codenames_core.game.agent import (
    Agent,
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    Question,
    Unavailable,
    Unreadable,
)
from codenames_core.game.visibility import View

_NAME = "human"
OUT_OF_TIME = "the time for this answer was up"


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question that waits for a person's answer."""

    question: Question
    view: View
    """All that the person may know."""
    _answer: "asyncio.Future[Any]" = field(repr=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether an answer can still be given."""
        return not self._answer.done()

    def close(self) -> None:
        """Take no further answer: one was given elsewhere."""
        self._answer.cancel()


@dataclass(frozen=True, slots=True)
class _StandIn:
    """An agent that decides in the place of a person."""

    agent: Agent
    seconds: float | None
    """How long it may take for one answer; None is as long as it likes."""


class Human:
    """A cluer, or a guesser, that is a person."""

    is_human = True

    def __init__(self) -> None:
        self._pending: PendingQuestion | None = None
        self._stand_in: _StandIn | None = None
        """Who decides now in the place of the person."""

    @property
    def pending(self) -> PendingQuestion | None:
        """The question that waits for an answer, None if there is none."""
        return self._pending if self._pending and self._pending.is_open else None

    @property
    def has_stand_in(self) -> bool:
        """Whether the last answer was, or the next one will be, that of an agent in the place of the person."""
        return self._stand_in is not None

    def answer(self, answer: Any) -> bool:
        """Answer the pending question; return False if there is none, or none any more.

        Args:
            answer: a `Clue`, a `DiscussionMessage`, a tuple of words, or the word of a penalty.
        """
        if (pending := self.pending) is None:
            return False
        pending._answer.set_result(answer)
        return True

    def let_answer(self, agent: Agent, seconds: float | None) -> bool:
        """Have `agent` make the pending decision, in so many seconds for a try; return False if nothing is pending."""
        return self.answer(_StandIn(agent, seconds))

    def forfeit(self) -> bool:
        """Give no answer, so that the seat fails by the rules; return False if nothing is pending."""
        return self.answer(Unavailable(OUT_OF_TIME, for_good=True))

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Wait for a clue."""
        return await self._wait(Question.CLUE, view, lambda agent: agent.generate_clue(view))

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Wait for a word to reveal."""
        return await self._wait(Question.PENALTY, view, lambda agent: agent.choose_penalty(view))

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Wait for a message."""
        return await self._wait(Question.MESSAGE, view, lambda agent: agent.discuss(view, discussion_so_far))

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Wait for an ordered list of words."""
        return await self._wait(Question.GUESSES, view, lambda agent: agent.make_guesses(view, discussion))

    async def _wait(
        self, question: Question, view: View, ask: Callable[[Any], Awaitable[tuple[Any, AgentTrace]]]
    ) -> tuple[Any, AgentTrace]:
        """Wait for the person; a stand-in that was refused decides on, since it is still the same decision."""
        if not view.rejected:
            self._stand_in = None
        if self._stand_in is None:
            answer = await self._ask_person(question, view)
            if not isinstance(answer, _StandIn):
                return answer, AgentTrace(agent=_NAME)
            self._stand_in = answer
        try:
            async with asyncio.timeout(self._stand_in.seconds):
                return await ask(self._stand_in.agent)
        except TimeoutError:
            return Unreadable(f"no answer within {self._stand_in.seconds} seconds"), AgentTrace()

    async def _ask_person(self, question: Question, view: View) -> Any:
        self._pending = pending = PendingQuestion(question, view, asyncio.get_running_loop().create_future())
        try:
            return await pending._answer
        finally:
            if self._pending is pending:
                self._pending = None
