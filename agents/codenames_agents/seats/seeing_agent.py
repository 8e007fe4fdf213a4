"""An offline agent that sees the board on a picture: it reads the picture, and then thinks as ever."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook, Style
from codenames_agents.vision.picture_file import picture_file
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    SeenPicture,
    Unreadable,
)
from codenames_core.game.board import CardType
from codenames_core.game.visibility import CluerView, TableView, UnsurveilledCluerView

V = TypeVar("V", bound=TableView)
Read = Callable[[bytes, Style], Sequence[Any]]


def _by_ocr(png: bytes, style: Style) -> Sequence[Any]:
    from codenames_agents.vision.board_reading import read_board

    return read_board(png, style)


class SeeingAgent:
    """A cluer or a guesser with eyes.

    Args:
        agent: who decides, on what was read.
        look: how the picture looks.
        name: what traces call it.
        read: reads a picture, as `board_reading.read_board` does.
    """

    def __init__(self, agent: Any, look: PictureLook, name: str, read: Read = _by_ocr) -> None:
        self._agent = agent
        self._look = look
        self._name = name
        self._read = read

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the clue for the board as it was read."""
        seen, picture = await self._look_at(view)
        if not _sees_own_word(seen):
            return Unreadable(_NO_OWN), AgentTrace(agent=self._name, picture=picture)
        return self._told(await self._agent.generate_clue(seen), picture)

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return a word that was read on a card of the own team."""
        seen, picture = await self._look_at(view)
        if not _sees_own_word(seen):
            return Unreadable(_NO_OWN), AgentTrace(agent=self._name, picture=picture)
        return self._told(await self._agent.choose_penalty(seen), picture)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return a message about the words that were read."""
        seen, picture = await self._look_at(view)
        return self._told(await self._agent.discuss(seen, discussion_so_far), picture)

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return words as they were read."""
        seen, picture = await self._look_at(view)
        return self._told(await self._agent.make_guesses(seen, discussion), picture)

    async def _look_at(self, view: Any) -> tuple[Any, SeenPicture]:
        return await asyncio.to_thread(self._seen, view)

    def _seen(self, view: Any) -> tuple[Any, SeenPicture]:
        from codenames_agents.vision.seen_view import seen_view

        drawn = picture_file(board_picture(view), self._look)
        cards = self._read(drawn.png, self._look.style)
        return seen_view(view, cards), drawn.facts.model_copy(update={"read": tuple(card.word for card in cards)})

    def _told(self, reply: tuple[Any, AgentTrace], picture: SeenPicture) -> tuple[Any, AgentTrace]:
        answer, trace = reply
        return answer, trace.model_copy(update={"agent": self._name, "picture": picture})


_NO_OWN = "no card of the team is seen on the picture"


def _sees_own_word(view: AnyCluerView) -> bool:
    """Return whether a cluer that sees the key sees a word to give a clue for."""
    if not isinstance(view, CluerView | UnsurveilledCluerView):
        return bool(view.unrevealed)
    own = CardType.of(view.seat.team)
    return any(view.key[word] is own for word in view.unrevealed)
