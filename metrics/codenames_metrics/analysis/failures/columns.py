"""The columns of failures in a leaderboard: for every row of its tables what is in `failures`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.failures.counts import (
    Failures,
    FailureSums,
    GameOfFailures,
    SeatFailures,
    SideOfCell,
    SidesOfCells,
    model_failures,
    sides_of_cells,
)
from codenames_metrics.analysis.failures.turn_losses import GameLosses, turn_losses
from codenames_metrics.analysis.leaderboard import BoardRole, CompositionView, Leaderboard, View, competitors_of
from codenames_metrics.analysis.standings import Competitors, Place

Entry = TypeVar("Entry", bound=Place)


def with_failures(board: Leaderboard, games: Iterable[GameOfFailures], turns: Iterable[GameLosses]) -> Leaderboard:
    """Return the leaderboard with the failures of its games beside every win rate, and why turns were lost.

    Args:
        board: made of the same games.
        games: what failed in them, read once.
        turns: of the same games.
    """
    sides = sides_of_cells(games)
    models = dict.fromkeys(entry.model for view in (board.cluer, board.guesser) for entry in view.entries)
    views = {name: _view(getattr(board, name), sides, final=board.tested) for name in ("overall", "cluer", "guesser")}
    changes: dict[str, Any] = {
        **views,
        "by_mode": tuple(_view(view, sides, final=board.tested) for view in board.by_mode),
        "compositions": tuple(_composition(view, sides, final=board.tested) for view in board.compositions),
        "failures": model_failures(sides, sorted(models)),
        "turn_losses": turn_losses(turns, sorted(models), final=board.tested),
    }
    return board.model_copy(update=changes)


def _view(view: View, sides: SidesOfCells, *, final: bool) -> View:
    sums = _sums(sides, competitors_of(view.role), _SEATS[view.role], view.mode)
    entries = tuple(_entry(entry, sums, entry.model, final=final) for entry in view.entries)
    return view.model_copy(update={"entries": entries})


def _composition(view: CompositionView, sides: SidesOfCells, *, final: bool) -> CompositionView:
    sums = _sums(sides, competitors_of(None), _SEATS[BoardRole.OVERALL], None)
    entries = tuple(_entry(entry, sums, (entry.composition, entry.lineup), final=final) for entry in view.entries)
    return view.model_copy(update={"entries": entries})


def _entry(entry: Entry, sums: Mapping[Any, FailureSums], key: Any, *, final: bool) -> Entry:
    found = sums.get(key)
    return entry.model_copy(update={"failures": Failures(**found.fields(final=final)) if found is not None else None})


_SEATS: Mapping[BoardRole, Callable[[SideOfCell], SeatFailures]] = {
    BoardRole.OVERALL: lambda side: side.both,
    BoardRole.CLUER: lambda side: side.cluer,
    BoardRole.GUESSER: lambda side: side.guesser,
}
"""What of a side's failures counts in the view of a role."""


def _sums(
    sides: SidesOfCells, competitors: Competitors, seats: Callable[[SideOfCell], SeatFailures], mode: GameMode | None
) -> dict[Any, FailureSums]:
    sums: dict[Any, FailureSums] = defaultdict(FailureSums)
    for (cell, team), side in sides.items():
        if mode not in (None, cell.mode):
            continue
        for key, in_win_rate in competitors(cell, team):
            sums[key].add(side, seats(side))
            if in_win_rate:
                sums[key].add_results(side)
    return sums
