"""Why the teams of each model lost their turns, with intervals."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, Team
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import models_in
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share, share_interval


class LossSeat(StrEnum):
    """At which seats of a team a model sat."""

    ALL = "all"
    """At all of them."""
    CLUER = "cluer"
    """It gave the clues alone."""
    GUESSER = "guesser"
    """It guessed, and another gave the clues."""


class LossShare(BaseModel):
    """How many turns were lost for one reason."""

    model_config = ConfigDict(frozen=True)

    reason: TurnLoss
    turns: int
    share: float | None
    """Of all turns, lost or not."""
    interval: Interval | None
    """95 %, Wilson, with the effective number of turns of the boards."""


class TurnLosses(BaseModel):
    """Why the teams lost their turns in which a model sat at certain seats."""

    model_config = ConfigDict(frozen=True)

    model: str
    seat: LossSeat
    turns: int
    """Finished turns of these teams, lost or not."""
    lost_turns: int
    reasons: tuple[LossShare, ...]
    """One for each reason, in the order in which they are tried; their turns sum to the lost ones."""


class GameLosses(NamedTuple):
    """The turns of one finished game."""

    cell: Cell
    board: str
    sides: Mapping[Team, "SideLosses"]


class SideLosses(NamedTuple):
    """The turns of one side of a game, and how many were lost for each reason."""

    turns: int
    lost: Sequence[int]
    """In the order of `TurnLoss`."""

    @classmethod
    def of(cls, metrics: TeamMetrics) -> "SideLosses":
        """Return what the metrics of a side say."""
        return cls(metrics.turns, _lost_of(metrics))


_lost_of: Final[Callable[[TeamMetrics], tuple[int, ...]]] = attrgetter(*(f"lost_{reason}" for reason in TurnLoss))


class GamesOfLosses:
    """The turns of many games, column by column: a game takes about 60 bytes."""

    def __init__(self) -> None:
        self._cells: dict[Cell, int] = {}
        self._boards: dict[str, int] = {}
        self._rows = array("I")

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        self._rows.append(self._cells.setdefault(cell, len(self._cells)))
        self._rows.append(self._boards.setdefault(metrics.board, len(self._boards)))
        for team in TEAMS:
            side = SideLosses.of(metrics.of(team))
            self._rows.extend((side.turns, *side.lost))

    def __iter__(self) -> Iterator[GameLosses]:
        cells, boards = list(self._cells), list(self._boards)
        half = 1 + len(TurnLoss)
        width = 2 + half * len(TEAMS)
        for begin in range(0, len(self._rows), width):
            cell, board, *counts = self._rows[begin : begin + width]
            sides = {
                team: SideLosses(counts[half * place], tuple(counts[half * place + 1 : half * (place + 1)]))
                for place, team in enumerate(TEAMS)
            }
            yield GameLosses(cells[cell], boards[board], sides)


def turn_losses(games: Iterable[GameLosses], models: Sequence[str], *, final: bool = True) -> tuple[TurnLosses, ...]:
    """Return why the teams of `models` lost their turns, models in their order, only for seats that they had.

    Args:
        games: the finished ones.
        models: of which to tell; ghosts are none.
        final: whether all games are played or given up; until then there are no intervals.
    """
    sides: dict[tuple[str, LossSeat], dict[str, list[SideLosses]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for team, side in game.sides.items():
            for key in seats_of(game.cell, team):
                sides[key][game.board].append(side)
    return tuple(
        _losses(model, seat, sides[model, seat], final=final)
        for model in models
        for seat in LossSeat
        if (model, seat) in sides
    )


def seats_of(cell: Cell, team: Team) -> Iterator[tuple[str, LossSeat]]:
    """Yield the models of a team with the seats under which its turns count for them."""
    cluer, *guessers = models_in(cell.mode, cell.lineup(team))
    if set(guessers) == {cluer}:
        yield cluer, LossSeat.ALL
        return
    yield cluer, LossSeat.CLUER
    for model in dict.fromkeys(guessers):
        if model != cluer:
            yield model, LossSeat.GUESSER


def _losses(model: str, seat: LossSeat, sides: Mapping[str, Sequence[SideLosses]], *, final: bool) -> TurnLosses:
    turns = sum(side.turns for of_board in sides.values() for side in of_board)
    reasons = tuple(_share(reason, place, turns, sides, final=final) for place, reason in enumerate(TurnLoss))
    return TurnLosses(
        model=model, seat=seat, turns=turns, lost_turns=sum(reason.turns for reason in reasons), reasons=reasons
    )


def _share(
    reason: TurnLoss, place: int, turns: int, sides: Mapping[str, Sequence[SideLosses]], *, final: bool
) -> LossShare:
    lost = {board: sum(side.lost[place] for side in of_board) for board, of_board in sides.items()}
    of = {board: sum(side.turns for side in of_board) for board, of_board in sides.items()}
    by_board = {board: [1.0] * lost[board] + [0.0] * (of[board] - lost[board]) for board in sorted(of) if of[board]}
    count = sum(lost.values())
    interval = share_interval(by_board) if final else None
    return LossShare(reason=reason, turns=count, share=share(count, turns), interval=interval)
