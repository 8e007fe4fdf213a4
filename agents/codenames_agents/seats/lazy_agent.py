"""An agent that is built when it is first asked, so that what it loads does not delay the first picture of a game."""

from collections.abc import Callable
from typing import Any

from codenames_core.game.agent import (
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
)


class LazyAgent:
    """A cluer or a guesser that `build` makes at the first question."""

    def __init__(self, build: Callable[[], Any]) -> None:
        self._build = build
        self._built: Any = None

    @property
    def _agent(self) -> Any:
        self._built = self._built or self._build()
        return self._built

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the agent's clue."""
        return await self._agent.generate_clue(view)  # type: ignore[no-any-return]

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return the agent's penalty word."""
        return await self._agent.choose_penalty(view)  # type: ignore[no-any-return]

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return the agent's message."""
        return await self._agent.discuss(view, discussion_so_far)  # type: ignore[no-any-return]

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return the agent's guesses."""
        return await self._agent.make_guesses(view, discussion)  # type: ignore[no-any-return]
