"""How ambitious cluers are: the numbers of their clues, counted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.episode import EpisodeMetrics

COUNTED: Final[Mapping[str, str]] = {
    "zero_clues": "0",
    "one_clues": "1",
    "two_clues": "2",
    "three_clues": "3",
    "larger_clues": "4 and more",
    "unlimited_clues": "unlimited",
}
"""Fields of `TeamMetrics` that count clues by their number, and how tables head them."""


class ClueNumbers(BaseModel):
    """The clues of one model in all its games, whoever guesses."""

    model_config = ConfigDict(frozen=True)

    model: str
    clues: int
    counts: dict[str, int]
    """By the keys of `COUNTED`."""
    known_to_listener: int = 0
    """Those whose targets are known and that were held against a literal listener."""
    unknown_to_listener: int = 0
    """Those of which it does not know the words."""

    def share(self, kind: str) -> float | None:
        """Return the share of clues of a kind; None without clues."""
        return self.counts[kind] / self.clues if self.clues else None


class ClueCounter:
    """Takes finished games one by one."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        for team in TEAMS:
            side, cluer = metrics.of(team), cell.lineup(team).cluer
            if not side.is_ghost and cluer not in cell.combo.ghosts:
                counts = self._counts.setdefault(cluer, Counter())
                for kind in COUNTED:
                    counts[kind] += getattr(side, kind)
                counts["clues"] += side.total_clues
                counts["known"] += side.literal_listener_clues
                counts["unknown"] += side.literal_listener_unknown

    def result(self, models: Iterable[str] = ()) -> tuple[ClueNumbers, ...]:
        """Return the counts: of `models` first, in their order, and of others by name."""
        order = [model for model in models if model in self._counts]
        order += sorted(model for model in self._counts if model not in order)
        return tuple(
            ClueNumbers(
                model=model,
                clues=self._counts[model]["clues"],
                counts={kind: self._counts[model][kind] for kind in COUNTED},
                known_to_listener=self._counts[model]["known"],
                unknown_to_listener=self._counts[model]["unknown"],
            )
            for model in order
        )
