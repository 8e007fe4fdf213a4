"""Cross-play: every cluer with every guesser, and what each is worth with the same partners.

A cluer's score on a board is the mean over its partners of the share of games that their team won there. Every cluer
has the same partners, itself and the other among them, so nobody gains or loses by those that it sits with: no model of
play is needed to compare two (direct standardisation; Miller 2024, arXiv 2411.00640, for the comparison by board). How
well a model plays with others, and with itself, stands beside it; whether pairs fit each other is left to `pair_model`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import TEAMS, GameMode
from codenames_metrics.analysis.cross.pair_model import PairGames, PairName
from codenames_metrics.analysis.scores import Score, board_means, values_by_board
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.game.metric import Credit
from codenames_metrics.statistics.comparison_families import BoardScores, PairwiseComparison, compare_all
from codenames_metrics.statistics.confidence_sequences import confidence_sequence
from codenames_metrics.statistics.intervals import CONFIDENCE, FEWEST_JUDGED, Bounds, Interval
from codenames_metrics.statistics.moments import mean
from codenames_metrics.statistics.proportions import share, share_interval
from codenames_metrics.statistics.student import mean_interval

SEATS: Final = (Credit.CLUER, Credit.GUESSER)
_OF_PAIRS: Final = (Composition.CROSS, Composition.ACROSS)
"""Compositions by which pairs of one model and of two meet the same teams."""


class PairResult(BaseModel):
    """How a cluer and a guesser did together."""

    model_config = ConfigDict(frozen=True)

    cluer: str
    guesser: str
    games: int
    """Decided ones against other teams."""
    wins: int
    boards: int
    win_rate: float | None
    interval: Interval | None
    """Those of all pairs hold jointly at 95 % (Bonferroni): Wilson with the effective number of games, and until all
    games are played or given up a confidence sequence over the boards that are over."""
    is_resolved: bool | None
    """Whether the interval leaves one half out; None for fewer than 20 boards."""
    expected: float | None
    """The win rate in the same games if only the parts of cluer and guesser counted, not how they fit each other."""


class WithPartners(BaseModel):
    """A model in a role, with the same partners as all others."""

    model_config = ConfigDict(frozen=True)

    model: str
    rank: int | None
    """One more than the number of those that are shown to be better; None for fewer than 20 boards, and while games are
    still to be played for whoever is told apart from nobody."""
    not_told_apart: tuple[str, ...]
    boards: int
    win_rate: float | None
    """Mean over its partners, itself included, board by board."""
    interval: Interval | None
    """Those of all models in the role hold jointly at 95 % (Bonferroni)."""
    with_itself: float | None
    with_others: float | None
    """Mean over its partners but itself."""
    with_held_out: float | None
    """Mean over the partners that are held out; None where none are."""
    worst_partner: str | None
    """With which it wins least."""
    worst_win_rate: float | None
    worst_interval: Interval | None
    """Of the pair: it holds together with those of all pairs, so that the choice of the worst does not spoil it."""


class RoleWithPartners(BaseModel):
    """All models in a role."""

    model_config = ConfigDict(frozen=True)

    role: Credit
    entries: tuple[WithPartners, ...]
    """Best first; models that are held out have no place."""
    comparisons: tuple[PairwiseComparison, ...]
    """Each two over equal partners; one family."""


class Premium(BaseModel):
    """What playing with oneself is worth beyond what both seats are worth with others."""

    model_config = ConfigDict(frozen=True)

    logits: float | None
    """None where it may have no end, or these pairs do not tell."""
    interval: Bounds | None
    """95 %, profile likelihood; None until all games are played or given up."""
    p_value: float | None
    """Of it being 0; None likewise, and for fewer than 20 boards."""
    points: float | None
    """The difference of win rates, 0 to 1, that it makes for these models on average."""


class CrossPlay(BaseModel):
    """Every cluer with every guesser."""

    model_config = ConfigDict(frozen=True)

    mode: GameMode | None
    """None for all modes together."""
    against: str | None
    """The model of the reference team that all pairs meet; None where they meet each other."""
    cluers: tuple[str, ...]
    guessers: tuple[str, ...]
    held_out: tuple[str, ...]
    """Partners that never sat together."""
    boards: int
    pairs: tuple[PairResult, ...]
    """By cluer, then by guesser, in the order of the plan."""
    roles: tuple[RoleWithPartners, ...]
    """Cluers, guessers."""
    premium: Premium
    interaction_p_value: float | None
    """Of no cluer and guesser fitting each other better or worse than others: the premium is one way in which they may.
    None until all games are played or given up, and for fewer than 20 boards."""

    def pair(self, cluer: str, guesser: str) -> PairResult | None:
        """Return how two did together; None if they were not to play."""
        return next((one for one in self.pairs if (one.cluer, one.guesser) == (cluer, guesser)), None)


def cross_play(
    scores: Iterable[Score], planned: PlannedGames, mode: GameMode | None, *, final: bool
) -> CrossPlay | None:
    """Return what every cluer came to with every guesser; None where teams of one model and of two do not meet.

    Args:
        scores: the finished games.
        planned: what was to be played.
        mode: whose games count; None for all.
        final: whether all games are played or given up.
    """
    cells = [cell for cell in planned.cells if mode in (None, cell.mode) and _is_of_pairs(cell)]
    if not any(cell.combo.composition in _OF_PAIRS for cell in cells):
        return None
    games = _Games(scores, cells, planned, final=final)
    pairs = games.results()
    asked = PairGames(games.decided, games.reference)
    judged = final and games.boards >= FEWEST_JUDGED
    expected = asked.expected()
    return CrossPlay(
        mode=mode,
        against=games.reference,
        cluers=games.cluers,
        guessers=games.guessers,
        held_out=games.held_out,
        boards=games.boards,
        pairs=tuple(one.model_copy(update={"expected": expected.get((one.cluer, one.guesser))}) for one in pairs),
        roles=tuple(_role(games, pairs, seat, planned.margin) for seat in SEATS),
        premium=_premium(asked, final=final, judged=judged),
        interaction_p_value=asked.interaction_p_value() if judged else None,
    )


def _is_of_pairs(cell: Cell) -> bool:
    """Whether two different teams of one cluer and one guesser meet, and no seat is a ghost's."""
    sides = cell.combo.red, cell.combo.blue
    return cell.combo.is_contest and all(side.guesser_1 == side.guesser_2 for side in sides)


def _pair_of(lineup: Lineup) -> PairName:
    return lineup.cluer, lineup.guesser_1


class _Games:
    """The games of pairs, by board."""

    def __init__(self, scores: Iterable[Score], cells: Sequence[Cell], planned: PlannedGames, *, final: bool) -> None:
        chosen = frozenset(cells)
        self.final = final
        self.reference = next((cell.combo.reference for cell in cells if cell.combo.reference), None)
        finished = [score for score in scores if score.cell in chosen]
        self.decided = [score for score in finished if score.winner is not None]
        self.boards = len({score.board for score in self.decided})
        listed = dict.fromkeys(_pair_of(side) for cell in cells for side in (cell.combo.red, cell.combo.blue))
        listed.pop((self.reference, self.reference), None)  # type: ignore[arg-type]
        self.pairs = tuple(listed)
        self.cluers, self.guessers = (tuple(dict.fromkeys(pair[seat] for pair in self.pairs)) for seat in (0, 1))
        self.held_out = tuple(model for model in self.cluers if (model, model) not in listed)
        won: dict[PairName, list[tuple[str, float]]] = defaultdict(list)
        for score in self.decided:
            for team in TEAMS:
                won[_pair_of(score.cell.lineup(team))].append((score.board, float(score.winner is team)))
        self.won = {pair: values_by_board(won[pair]) for pair in self.pairs}
        self.shares = {pair: board_means(values) for pair, values in self.won.items()}
        if not final:
            over = _boards_over(finished, cells, planned)
            self.shares = {
                pair: {board: value for board, value in scores.items() if board in over}
                for pair, scores in self.shares.items()
            }

    def results(self) -> list[PairResult]:
        """Return how each pair did, without what is expected of it."""
        level = 1 - (1 - CONFIDENCE) / max(1, len(self.pairs))
        return [self._result(pair, level) for pair in self.pairs]

    def _result(self, pair: PairName, level: float) -> PairResult:
        won = self.won[pair]
        games, wins = sum(map(len, won.values())), round(sum(map(sum, won.values())))
        found = (
            share_interval(won, level)
            if self.final
            else confidence_sequence(self.shares[pair].values(), confidence=level)
        )
        judged = found is not None and len(self.shares[pair]) >= FEWEST_JUDGED
        return PairResult(
            cluer=pair[0],
            guesser=pair[1],
            games=games,
            wins=wins,
            boards=len(won),
            win_rate=share(wins, games),
            interval=found,
            is_resolved=not found.low <= 0.5 <= found.high if found and judged else None,
            expected=None,
        )

    def partners(self, seat: Credit, model: str) -> tuple[PairName, ...]:
        """Return the pairs in which a model has a seat."""
        place = SEATS.index(seat)
        return tuple(pair for pair in self.pairs if pair[place] == model)

    def standardised(self, pairs: Collection[PairName]) -> BoardScores:
        """Return the mean over some pairs of what each came to on a board, for the boards that all have."""
        if not pairs:
            return {}
        scores = [self.shares[pair] for pair in pairs]
        boards = [board for board in scores[0] if all(board in one for one in scores[1:])]
        return {board: sum(one[board] for one in scores) / len(scores) for board in boards}


def _boards_over(finished: Iterable[Score], cells: Sequence[Cell], planned: PlannedGames) -> frozenset[str]:
    """Return the boards on which no game of these cells is left to play."""
    chosen = frozenset(cells)
    done = Counter(score.board for score in finished)
    for (cell, board), count in planned.given_up.items():
        done[board] += count if cell in chosen else 0
    due = len(cells) * planned.per_board
    return frozenset(board for board, count in done.items() if 0 < due <= count)


def _role(games: _Games, results: Sequence[PairResult], seat: Credit, margin: float) -> RoleWithPartners:
    models = [model for model in (games.cluers, games.guessers)[SEATS.index(seat)] if model not in games.held_out]
    scores = {model: games.standardised(games.partners(seat, model)) for model in models}
    comparisons = compare_all(scores, final=games.final, are_shares=True, margin=margin)
    worse = Counter(one.second if (one.difference or 0.0) > 0 else one.first for one in comparisons if one.is_resolved)
    by_pair = {(one.cluer, one.guesser): one for one in results}
    level = 1 - (1 - CONFIDENCE) / max(1, len(models))
    entries = [_entry(games, by_pair, seat, model, scores[model], comparisons, worse[model], level) for model in models]
    order = sorted(entries, key=lambda entry: (-(entry.win_rate if entry.win_rate is not None else -1.0), entry.model))
    return RoleWithPartners(role=seat, entries=tuple(order), comparisons=comparisons)


def _entry(
    games: _Games,
    results: Mapping[PairName, PairResult],
    seat: Credit,
    model: str,
    scores: BoardScores,
    comparisons: Sequence[PairwiseComparison],
    worse_than: int,
    level: float,
) -> WithPartners:
    partners = games.partners(seat, model)
    mine = [one for one in comparisons if model in (one.first, one.second)]
    alike = [one.second if one.first == model else one.first for one in mine if one.is_resolved is False]
    judged = any(one.is_resolved is not None for one in mine) if games.final else any(one.is_resolved for one in mine)
    own, others = ([pair for pair in partners if (pair[0] == pair[1]) is same] for same in (True, False))
    held_out = [pair for pair in others if not set(games.held_out).isdisjoint(pair)]
    rates = [(results[pair].win_rate, pair) for pair in partners if results[pair].win_rate is not None]
    worst = min(rates, default=(None, None), key=lambda one: (one[0] or 0.0, one[1]))[1]
    found = (
        mean_interval(scores.values(), level) if games.final else confidence_sequence(scores.values(), confidence=level)
    )
    return WithPartners(
        model=model,
        rank=1 + worse_than if judged else None,
        not_told_apart=tuple(alike),
        boards=len(scores),
        win_rate=mean(scores.values()),
        interval=found and found.within(0.0, 1.0),
        with_itself=mean(games.standardised(own).values()),
        with_others=mean(games.standardised(others).values()),
        with_held_out=mean(games.standardised(held_out).values()),
        worst_partner=worst and worst[1 - SEATS.index(seat)],
        worst_win_rate=results[worst].win_rate if worst else None,
        worst_interval=results[worst].interval if worst else None,
    )


def _premium(asked: PairGames, *, final: bool, judged: bool) -> Premium:
    found, p_value = asked.premium()
    return Premium(
        logits=found.estimate,
        interval=Bounds(found.low, found.high) if final and found.estimate is not None else None,
        p_value=p_value if judged else None,
        points=None if found.estimate is None else asked.premium_in_points(),
    )
