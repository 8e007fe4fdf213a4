"""Which models do not answer at the moment, as far as all games of a run know together.

An outage belongs to the model and not to a game: it begins with the first question that failed after the last answer,
and one clock runs for all games. So the run waits once for a model that stays away, and not once per game.
"""

import math
from collections.abc import Callable

from codenames_core.game.agent import Question


# D-075: one clock for each model, so that a run waits once for a model that is away.
class Outages:
    """Keeps the outages of a run.

    Args:
        patience: seconds that a model may be away.
        clock: gives seconds.
        on_return: called when a model answers again after an outage.
    """

    def __init__(self, patience: float, clock: Callable[[], float], on_return: Callable[[], None]) -> None:
        self._patience = patience
        self._clock = clock
        self._on_return = on_return
        self._began: dict[str, float] = {}
        self._reasons: dict[str, str] = {}
        self._last_answer: dict[str, float] = {}
        self._answered: set[tuple[str, Question]] = set()

    @property
    def models(self) -> frozenset[str]:
        """The models that do not answer."""
        return frozenset(self._began)

    def failed(self, model: str, reason: str = "") -> None:
        """Note that a question to `model` failed, all its retries included, and why."""
        self._began.setdefault(model, self._clock())
        self._reasons[model] = reason

    def reason(self, model: str) -> str:
        """Return why `model` did not answer last; empty where that is not known."""
        return self._reasons.get(model, "")

    def answered(self, model: str, question: Question | None = None) -> None:
        """Note that `model` answered a question, whether or not the answer was any good."""
        self._last_answer[model] = self._clock()
        if question is not None:
            self._answered.add((model, question))
        if self._began.pop(model, None) is not None:
            self._on_return()

    def is_too_long(self, model: str) -> bool:
        """Return whether `model` has been away for longer than it may be."""
        began = self._began.get(model)
        return began is not None and self._clock() - began >= self._patience

    def has_answered(self, model: str, question: Question) -> bool:
        """Return whether `model` has answered a question of this kind, in any game of this session."""
        return (model, question) in self._answered

    def was_silent_since(self, model: str, moment: float) -> bool:
        """Return whether `model` has answered nothing, in any game, since a moment of the clock."""
        return self._last_answer.get(model, -math.inf) < moment
