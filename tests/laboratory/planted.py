"""An agent with a planted effect: with a known chance it gives a lower number where it has heard the opponents.

Its dice are thrown anew for each answer, so what it decides otherwise is known exactly, and so is how much it varies.
"""

import random
from typing import Any

from codenames_core.game.agent import AnyCluerView, ClueAnswer
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_metrics.laboratory.asking.questions import LabQuestion, build_asked


class LowersItsNumber:
    """Gives a number one lower with the chance `q` where it has heard the opponents, and with `noise` in any case."""

    def __init__(self, inner: Any, q: float, noise: float, dice: random.Random) -> None:
        self._inner, self._q, self._noise, self._dice = inner, q, noise, dice

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        clue, trace = await self._inner.generate_clue(view)
        heard = any(isinstance(e, DiscussionMessage) and e.team is not view.seat.team for e in view.public_transcript)
        lowers = (heard and self._dice.random() < self._q) or self._dice.random() < self._noise
        if lowers and isinstance(clue, Clue) and isinstance(clue.number, int) and clue.number > 1:
            clue = Clue(clue.word, clue.number - 1)
        return clue, trace


def planting(q: float, noise: float = 0.0, seed: int = 0) -> Any:
    """What builds such an agent of the one that a question goes to."""

    def build(question: LabQuestion) -> LowersItsNumber:
        return LowersItsNumber(build_asked(question), q, noise, random.Random(f"{seed}:{question.key.text}"))

    return build
