"""Head to head: each two line-ups that meet, on every board from both sides."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.scores import Score, board_means, group_scores, values_by_board
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.statistics.comparison_families import BoardScores, PairwiseComparison, compare_pairs
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.proportions import share, share_interval


class HeadToHead(BaseModel):
    """Two different line-ups of one composition, over all games that they played against each other in a mode."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode
    composition: Composition
    first: str
    second: str
    games: int
    first_wins: int
    second_wins: int
    undecided: int
    first_wins_as_red: int
    games_as_red: int
    """Decided games in which the first played red."""
    win_rate: float | None
    """Of the first, over the decided games."""
    interval: Interval | None
    """95 % by itself: Wilson, with the effective number of games of the boards; until the end that of the comparison, a
    confidence sequence over the boards that are over."""
    comparison: PairwiseComparison
    """The first's share of the wins on each board against the second's; the pairs of one mode are one family, or those
    of all modes where they are the primary one."""

    @property
    def simultaneous_interval(self) -> Interval | None:
        """The interval of the win rate that belongs to the verdict: that of the difference of both sides' shares."""
        return share_of_two(self.comparison.simultaneous_interval)


def share_of_two(difference: Interval | None) -> Interval | None:
    """Return the interval of a share, by that of its difference to what the other of two has.

    >>> share_of_two(Interval(-0.5, 1.2))
    Interval(low=0.25, high=1.0)
    """
    return difference and Interval((1 + difference.low) / 2, (1 + difference.high) / 2).within(0.0, 1.0)


class Pairing(NamedTuple):
    """What both sides of a swap have in common."""

    mode: GameMode
    composition: Composition
    first: Lineup
    """The line-up that the plan lists earlier."""
    second: Lineup

    @property
    def key(self) -> "PairingKey":
        """The pairing, whoever is named first."""
        return self.mode, self.composition, frozenset({self.first, self.second})


PairingKey: TypeAlias = tuple[GameMode, Composition, frozenset[Lineup]]


def pairing_key(cell: Cell) -> PairingKey:
    """Return the key of the pairing of which a cell is one side of the swap."""
    return cell.mode, cell.combo.composition, frozenset({cell.combo.red, cell.combo.blue})


def pairings(cells: Iterable[Cell]) -> list[Pairing]:
    """Return who meets whom in some cells, in their order; mirrors and games with a ghost are no pairings."""
    places: dict[Lineup, int] = {}
    met: dict[Pairing, None] = {}
    for cell in cells:
        for side in (cell.combo.red, cell.combo.blue):
            places.setdefault(side, len(places))
        if cell.combo.is_contest:
            met.setdefault(_pairing(cell, places))
    return list(met)


def _pairing(cell: Cell, places: Mapping[Lineup, int]) -> Pairing:
    first, second = sorted((cell.combo.red, cell.combo.blue), key=places.__getitem__)
    return Pairing(cell.mode, cell.combo.composition, first, second)


def head_to_head(scores: Iterable[Score], planned: PlannedGames, *, final: bool = True) -> list[HeadToHead]:
    """Return how each two line-ups compare that meet in the cells of a plan.

    Args:
        scores: the finished games.
        planned: what was to be played; it says who is named first.
        final: whether all games are played or given up.
    """
    met = pairings(planned.cells)
    by_key = {pairing.key: pairing for pairing in met}
    games = group_scores(scores, lambda score: by_key.get(pairing_key(score.cell)))
    shares = {pairing: _shares(games.get(pairing, ()), pairing) for pairing in met}
    if not final:
        over = _boards_over(games, planned, by_key)
        shares = {pairing: _among(shares[pairing], over[pairing]) for pairing in met}
    one_family = planned.primary is PrimaryFamily.HEAD_TO_HEAD
    compared = compare_shares(shares, final=final, margin=planned.margin, one_family=one_family)
    return [_result(pairing, games.get(pairing, ()), compared[pairing]) for pairing in met]


def compare_shares(
    shares: Mapping[Pairing, BoardScores], *, final: bool, margin: float | None = None, one_family: bool = False
) -> dict[Pairing, PairwiseComparison]:
    """Compare the first's share of the wins on each board with the second's.

    Args:
        shares: of the first, for every pairing.
        final: whether all games are played or given up.
        margin: a difference of win rates that would not matter.
        one_family: whether the pairs of all modes are one family, and not those of each mode.
    """
    compared: dict[Pairing, PairwiseComparison] = {}
    for mode in [None] if one_family else dict.fromkeys(pairing.mode for pairing in shares):
        family = [pairing for pairing in shares if mode in (None, pairing.mode)]
        pairs = [
            (pairing.first.name, pairing.second.name, shares[pairing], _others(shares[pairing])) for pairing in family
        ]
        found = compare_pairs(pairs, final=final, are_shares=True, margin=margin)
        compared.update(zip(family, found, strict=True))
    return compared


def _boards_over(
    games: Mapping[Pairing, Sequence[Score]], planned: PlannedGames, by_key: Mapping[PairingKey, Pairing]
) -> Mapping[Pairing, Collection[str]]:
    """Return the boards on which a pairing has no game left to play."""
    due: Counter[Pairing] = Counter()
    for cell in planned.cells:
        if pairing := by_key.get(pairing_key(cell)):
            due[pairing] += planned.per_board
    done = {pairing: Counter(game.board for game in games.get(pairing, ())) for pairing in due}
    for (cell, board), count in planned.given_up.items():
        if pairing := by_key.get(pairing_key(cell)):
            done[pairing][board] += count
    return {pairing: {board for board, count in done[pairing].items() if 0 < due[pairing] <= count} for pairing in due}


def _among(scores: BoardScores, boards: Collection[str]) -> BoardScores:
    return {board: score for board, score in scores.items() if board in boards}


def _shares(games: Iterable[Score], pairing: Pairing) -> BoardScores:
    """Return the share of the decided games on each board that the first won."""
    return board_means(values_by_board((game.board, won) for game in games if (won := _won(game, pairing)) is not None))


def _others(shares: BoardScores) -> BoardScores:
    return {board: 1 - value for board, value in shares.items()}


def _won(game: Score, pairing: Pairing) -> float | None:
    """Return 1 if the first won, 0 if the second did."""
    return None if game.winner is None else float(game.cell.lineup(game.winner) == pairing.first)


def _result(pairing: Pairing, games: Sequence[Score], comparison: PairwiseComparison) -> HeadToHead:
    decided = [game for game in games if game.winner is not None]
    won = [game for game in decided if _won(game, pairing)]
    as_red = [game for game in decided if game.cell.lineup(Team.RED) == pairing.first]
    interval = share_of_two(comparison.interval)
    if comparison.is_final:
        interval = share_interval(values_by_board((game.board, _won(game, pairing) or 0.0) for game in decided))
    return HeadToHead(
        mode=pairing.mode,
        composition=pairing.composition,
        first=pairing.first.name,
        second=pairing.second.name,
        games=len(games),
        first_wins=len(won),
        second_wins=len(decided) - len(won),
        undecided=len(games) - len(decided),
        first_wins_as_red=sum(game.winner is Team.RED for game in as_red),
        games_as_red=len(as_red),
        win_rate=share(len(won), len(decided)),
        interval=interval,
        comparison=comparison,
    )


_COMPARED: Final = (
    "boards", "difference", "p_value", "p_value_adjusted", "first_better", "second_better", "is_resolved",
)  # fmt: skip
_COUNTED: Final = tuple(name for name in HeadToHead.model_fields if name not in ("interval", "comparison"))
COLUMNS: Final = (
    *_COUNTED, "win_rate_low", "win_rate_high", *_COMPARED, "difference_low", "difference_high", "is_final",
)  # fmt: skip


def csv_row(pair: HeadToHead) -> tuple[Any, ...]:
    """Return the row of a table with `COLUMNS`."""
    compared = (getattr(pair.comparison, name) for name in _COMPARED)
    shown = (str(value).lower() if isinstance(value, bool) else value for value in compared)
    together = pair.comparison.simultaneous_interval or (None, None)
    return (
        *(getattr(pair, name) for name in _COUNTED),
        *(pair.interval or (None, None)),
        *shown,
        *together,
        str(pair.comparison.is_final).lower(),
    )
