"""Which models do not answer at the moment, as far as all games of a run know together.

An outage is the model's and not a game's: it begins with the first question that failed after the last answer, and one
clock runs for all. So a model that stays away is waited for once and not by every game anew.
"""

import math
from collections.abc import Callable


class Outages:
    """Keeps the outages of a run.

    Args:
        patience: seconds that a model may be away.
        clock: gives seconds.
        on_return: is told of a model that answers again.
    """

    def __init__(self, patience: float, clock: Callable[[], float], on_return: Callable[[], None]) -> None:
        self._patience = patience
        self._clock = clock
        self._on_return = on_return
        self._since: dict[str, float] = {}
        self._last_answer: dict[str, float] = {}

    @property
    def models(self) -> frozenset[str]:
        """The models that are out of order."""
        return frozenset(self._since)

    def failed(self, model: str) -> None:
        """A question to `model` failed, all its tries included."""
        self._since.setdefault(model, self._clock())

    def answered(self, model: str) -> None:
        """`model` answered, whatever it said."""
        self._last_answer[model] = self._clock()
        if self._since.pop(model, None) is not None:
            self._on_return()

    def is_too_long(self, model: str) -> bool:
        """Return whether `model` is away for longer than it may be."""
        began = self._since.get(model)
        return began is not None and self._clock() - began >= self._patience

    def was_silent_since(self, model: str, moment: float) -> bool:
        """Return whether `model` has answered nothing, in any game, since a moment of the clock."""
        return self._last_answer.get(model, -math.inf) < moment
