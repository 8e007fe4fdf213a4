"""A model that speaks when it is told to."""

import asyncio

from tests.tui.table import RED_SCRIPT

from codenames_agents.seats.scripted import ScriptedGuesser
from codenames_core.game.agent import AgentTrace, AnyGuesserView, Discussion, DiscussionAnswer, GuessesAnswer, OnToken
from codenames_core.game.events import DiscussionMessage


class Speaker(ScriptedGuesser):
    """Speaks as the test wants it to, and answers when it may."""

    streams = True

    def __init__(self) -> None:
        super().__init__(RED_SCRIPT)
        self.say: OnToken | None = None
        self.may_answer = asyncio.Event()

    async def discuss(
        self, view: AnyGuesserView, discussion_so_far: Discussion, *, on_token: OnToken | None = None
    ) -> DiscussionAnswer:
        self.say = on_token
        await self.may_answer.wait()
        return DiscussionMessage(text="SHIP it is.", consensus=True), AgentTrace()

    async def make_guesses(
        self, view: AnyGuesserView, discussion: Discussion, *, on_token: OnToken | None = None
    ) -> GuessesAnswer:
        return await super().make_guesses(view, discussion)
