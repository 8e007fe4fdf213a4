"""Where each game of a run is, and which one is played next.

A model that stays away costs the attempts of a few games, and not of all: games of models that are out of order come
last, and those of them that failed come first once they are enough to tell.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import GameStatus

ENOUGH_TO_TELL: Final = 8
"""So many games have to fail, before they are tried again ahead of new ones with a model that is out of order."""


class PlayingOrder:
    """The games of a plan, each in one place.

    Args:
        plan: of the run.
        out_of_order: says which models are not answering.
    """

    def __init__(self, plan: Plan, out_of_order: Callable[[], frozenset[str]]) -> None:
        self._plan = plan
        self._out_of_order = out_of_order
        self._states = bytearray(len(plan))
        self._counts = [len(plan), *[0] * (len(GameStatus) - 1)]
        self._fresh = iter(range(len(plan)))
        self._later: deque[int] = deque()
        """Games that nobody has tried, of models that are out of order."""
        self._back: deque[int] = deque()
        """Those of them whose model may be back, and games that were begun and are planned again."""
        self._again: deque[int] = deque()
        """Games that failed."""

    def count(self, *states: GameStatus) -> int:
        """Return how many games are in one of these states."""
        return sum(self._counts[state] for state in states)

    def put(self, index: int, state: GameStatus) -> None:
        """Say where a game is now; one that failed, or is planned again, is queued again."""
        self._counts[self._states[index]] -= 1
        self._counts[state] += 1
        self._states[index] = state
        if state is GameStatus.FAILED:
            self._again.append(index)
        elif state is GameStatus.PLANNED:
            self._back.append(index)

    def put_all(self, indices: Iterable[int], state: GameStatus) -> None:
        """Say the same of many games."""
        for index in indices:
            self.put(index, state)

    def in_state(self, *states: GameStatus) -> list[int]:
        """Return the games that are in one of these states."""
        return [index for index, state in enumerate(self._states) if state in states]

    def with_model(self, model: str, *states: GameStatus) -> list[int]:
        """Return those of them that `model` plays in."""
        cells = [model in cell.models for cell in self._plan.cells]
        return [index for index in self.in_state(*states) if cells[index % len(cells)]]

    def model_is_back(self) -> None:
        """Let games be played again that were put off."""
        self._back.extend(self._later)
        self._later.clear()

    def next(self, *, free: bool) -> int | None:
        """Return the game to play next: one that nobody has tried, or else one that failed; None where there is none.

        Args:
            free: whether nobody else could make better use of the place, so that a game may also be tried whose model
                is out of order.
        """
        for index in self._untried():
            if self._states[index] != GameStatus.PLANNED:
                continue
            if not self._is_out_of_order(index):
                return index
            self._later.append(index)
        for _ in range(len(self._again)):
            index = self._again.popleft()
            if self._states[index] == GameStatus.FAILED and not self._is_out_of_order(index):
                return index
            self._again.append(index)
        return self._doubtful() if free else None

    def _doubtful(self) -> int | None:
        queues = [(self._later, GameStatus.PLANNED), (self._again, GameStatus.FAILED)]
        if len(self._again) >= ENOUGH_TO_TELL:
            queues.reverse()
        for queue, state in queues:
            while queue:
                if self._states[index := queue.popleft()] == state:
                    return index
        return None

    def _untried(self) -> Iterator[int]:
        while self._back:
            yield self._back.popleft()
        yield from self._fresh

    def _is_out_of_order(self, index: int) -> bool:
        out = self._out_of_order()
        return bool(out) and not out.isdisjoint(self._plan.cell_of(index).models)
