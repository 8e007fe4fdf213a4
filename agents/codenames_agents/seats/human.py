"""A person in a seat: an agent that waits until somebody answers for it.

    person = Human()
    runner.swap(seat, person, AgentConfig(spec="human"))
    ...                                     # the game asks; `person.owed` says what, with the seat's own view
    person.answer(Clue("OCEAN", 2))

The screen that the person looks at never needs more than `owed.view`, which is all that the seat may know.
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

SPEC = "human"


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question that waits for a person."""

    question: Question
    view: View
    """All that the person may know."""
    _given: "asyncio.Future[Any]" = field(repr=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether an answer can still be given."""
        return not self._given.done()


class Human:
    """A cluer, or a guesser, that is a person."""

    is_human = True

    def __init__(self) -> None:
        self._owed: PendingQuestion | None = None

    @property
    def owed(self) -> PendingQuestion | None:
        """The question that waits for an answer, if there is one."""
        return self._owed if self._owed and self._owed.is_open else None

    def answer(self, answer: Any) -> bool:
        """Give the answer to the open question; False where there is none (any more).

        Args:
            answer: a `Clue`, a `DiscussionMessage`, a tuple of words, or the word of a penalty.
        """
        if (owed := self.owed) is None:
            return False
        owed._given.set_result(answer)
        return True

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Wait for a clue."""
        return await self._wait(Question.CLUE, view), AgentTrace(agent=SPEC)

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Wait for a word to reveal."""
        return await self._wait(Question.PENALTY, view), AgentTrace(agent=SPEC)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Wait for a message."""
        return await self._wait(Question.MESSAGE, view), AgentTrace(agent=SPEC)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Wait for an ordered list of words."""
        return await self._wait(Question.GUESSES, view), AgentTrace(agent=SPEC)

    async def _wait(self, question: Question, view: View) -> Any:
        self._owed = owed = PendingQuestion(question, view, asyncio.get_running_loop().create_future())
        try:
            return await owed._given
        finally:
            if self._owed is owed:
                self._owed = None
