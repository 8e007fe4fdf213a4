"""A person in a seat: an agent whose answers come from elsewhere, such as a screen.

    person = Human()
    runner.swap(seat, person, AgentConfig(spec="human"))
    ...                                     # the game asks; `person.pending` says what, with the seat's own view
    person.answer(Clue("OCEAN", 2))

The screen of that person needs nothing but `pending.view`, which is all that the seat may know.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    Question,
)
from codenames_core.game.visibility import View

_NAME = "human"


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


class Human:
    """A cluer, or a guesser, that is a person."""

    is_human = True

    def __init__(self) -> None:
        self._pending: PendingQuestion | None = None

    @property
    def pending(self) -> PendingQuestion | None:
        """The question that waits for an answer, None if there is none."""
        return self._pending if self._pending and self._pending.is_open else None

    def answer(self, answer: Any) -> bool:
        """Answer the pending question; return False if there is none, or none any more.

        Args:
            answer: a `Clue`, a `DiscussionMessage`, a tuple of words, or the word of a penalty.
        """
        if (pending := self.pending) is None:
            return False
        pending._answer.set_result(answer)
        return True

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Wait for a clue."""
        return await self._wait(Question.CLUE, view), AgentTrace(agent=_NAME)

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Wait for a word to reveal."""
        return await self._wait(Question.PENALTY, view), AgentTrace(agent=_NAME)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Wait for a message."""
        return await self._wait(Question.MESSAGE, view), AgentTrace(agent=_NAME)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Wait for an ordered list of words."""
        return await self._wait(Question.GUESSES, view), AgentTrace(agent=_NAME)

    async def _wait(self, question: Question, view: View) -> Any:
        self._pending = pending = PendingQuestion(question, view, asyncio.get_running_loop().create_future())
        try:
            return await pending._answer
        finally:
            if self._pending is pending:
                self._pending = None
