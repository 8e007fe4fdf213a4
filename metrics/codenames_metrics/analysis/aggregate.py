"""Metrics over many episodes, one at a time: memory grows with the number of boards, not of games.

Averages are means of the episodes' own values, so each episode counts once; the totals beside them give the pooled
rates. Sums are exact: the order in which games end changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.state import Termination
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.discussion import DISCUSSION_METRICS
from codenames_metrics.game.episode import (
    DEFAULT_WEIGHTS,
    CoordinationWeights,
    EpisodeMetrics,
    TeamMetrics,
    compute_episode_metrics,
)
from codenames_metrics.game.metric import Metric, Pooling, pooled
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.game.played_turns import Player
from codenames_metrics.game.theory_of_mind import TargetSource
from codenames_metrics.statistics.clustered_errors import clustered_standard_error
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.statistics.moments import Moments
from codenames_metrics.statistics.proportions import share, share_interval

AVERAGED: Final = pooled(TEAM_METRICS | DISCUSSION_METRICS, Pooling.MEAN)
"""What an aggregate has the mean of, over the episodes that have a value."""
TOTALLED: Final = pooled(TEAM_METRICS | DISCUSSION_METRICS, Pooling.SUM)
"""What an aggregate has the sum of."""


class Summary(BaseModel):
    """A mean with its spread and count."""

    model_config = ConfigDict(frozen=True)

    count: int
    """Episodes that have a value."""
    mean: float | None
    std: float | None
    """Sample standard deviation; None for fewer than two values."""

    @classmethod
    def of(cls, moments: Moments) -> "Summary":
        """Return the summary of a stream of values."""
        return cls(count=moments.count, mean=moments.mean, std=moments.std)


class TeamAggregate(BaseModel):
    """How one side played over many episodes; a ghost's are left out."""

    model_config = ConfigDict(frozen=True)

    team: Team
    lineup: str | None
    """The agents, or None where they differ."""
    episodes: int
    """Episodes in which no ghost played this side."""
    wins: int
    """Of the episodes in its win rate."""
    assassin_hits: int
    averages: dict[str, Summary]
    """Mean over episodes of each field of `AVERAGED`."""
    totals: dict[str, int]
    """Sum over episodes of each field of `TOTALLED`, and flags by kind."""


class AggregateMetrics(BaseModel):
    """How many episodes of one config were played."""

    model_config = ConfigDict(frozen=True)

    config: GameConfig
    """What all episodes share; without a seed where seeds differ."""
    red_lineup: str | None
    """The agents of the side, or None where they differ."""
    blue_lineup: str | None
    episodes: int
    boards: int
    """Different boards among them; games on one board are not independent."""
    decided: int
    """Episodes with a winner."""
    turn_limit: int
    aborted: int
    unfinished: int
    """Games without an outcome: running, interrupted, or resumable."""
    result_excluded: int
    """Decided episodes that enter no win rate, since a turn of them was excluded or they are games of a variant."""
    with_forfeits: int
    """Episodes in which a side forfeited a turn; they are in the win rates."""

    win_rate_red: float | None
    """Red's wins / decided episodes whose turns all count and in which red was no ghost. The same for blue: the two
    rates add up to 1 where neither side is a ghost."""
    win_rate_red_games: int
    win_rate_red_interval: Interval | None
    """95 %, Wilson, with the effective number of games of the boards."""
    win_rate_blue: float | None
    win_rate_blue_games: int
    win_rate_blue_interval: Interval | None

    avg_turns_to_win: float | None
    """The winner's own turns, over the games in a win rate; the same for the next two."""
    std_turns_to_win: float | None
    turns_to_win_games: int
    turns_to_win_standard_error: float | None
    """Clustered by board."""

    avg_coordination_score: float | None
    """Over the teams of all episodes that have a score."""
    std_coordination_score: float | None
    coordination_score_teams: int
    coordination_score_standard_error: float | None

    avg_theory_of_mind: float | None
    """Over the teams whose clues have known targets; the weaker signal is averaged apart."""
    std_theory_of_mind: float | None
    theory_of_mind_teams: int
    theory_of_mind_standard_error: float | None
    avg_theory_of_mind_fallback: float | None
    std_theory_of_mind_fallback: float | None
    theory_of_mind_fallback_teams: int

    assassin_games: int
    assassin_rate: float | None
    """Games that ended at the assassin / games that ended by the rules (decided or turn limit)."""

    red: TeamAggregate
    blue: TeamAggregate
    coordination_weights: CoordinationWeights
    excluded: tuple[Player, ...]


def compute_aggregate_metrics(
    episodes: Iterable[EpisodeRecord | EpisodeMetrics],
    *,
    weights: CoordinationWeights | None = None,
    exclude: Collection[Player] = (),
) -> AggregateMetrics:
    """Return the metrics over episodes of one config; seeds and line-ups may differ.

    Args:
        episodes: records, or the metrics of each.
        weights: of the coordination score, for records (`CoordinationWeights()` if not given).
        exclude: kinds of players whose turns are left out, for records.

    Raises:
        InputError: no episodes, or of different configs; the message names the field.
        IllegalEvent: an event of a record does not follow from those before it.
    """
    aggregation = Aggregation()
    for episode in episodes:
        if isinstance(episode, EpisodeRecord):
            episode = compute_episode_metrics(episode, weights=weights or DEFAULT_WEIGHTS, exclude=exclude)
        aggregation.add(episode)
    return aggregation.result()


def aggregation_key(episode: EpisodeMetrics) -> tuple[str, str, str]:
    """Return what episodes must share to be aggregated together: the config but for its seed, and both line-ups."""
    return config_without_seed(episode).model_dump_json(), episode.red_metrics.lineup, episode.blue_metrics.lineup


def config_without_seed(episode: EpisodeMetrics) -> GameConfig:
    """Return the config of an episode without its seed."""
    return episode.config.model_copy(update={"seed": None})


class Clustered:
    """The moments of a stream of values, and the values by board."""

    def __init__(self) -> None:
        self.by_board: dict[str, list[float]] = defaultdict(list)
        self._moments: Moments | None = None

    def add(self, board: str, value: float | None) -> None:
        """Take one more value; None counts as none."""
        if value is not None:
            self.by_board[board].append(value)
            self._moments = None

    @property
    def moments(self) -> Moments:
        """Of all values; worked out when they are asked for."""
        if self._moments is None:
            self._moments = Moments(chain.from_iterable(self.by_board.values()))
        return self._moments

    @property
    def standard_error(self) -> float | None:
        """Of the mean, clustered by board."""
        return clustered_standard_error(self.by_board)


class _Fields:
    """The fields of a model that an aggregate pools, read in one go."""

    def __init__(self, declared: Mapping[str, Metric]) -> None:
        averaged = pooled(declared, Pooling.MEAN)
        self.conditional = {name: metric for name, metric in averaged.items() if metric.where is not None}
        """Averaged only where another field has a value."""
        self.averaged = tuple(name for name in averaged if name not in self.conditional)
        self.totalled = tuple(pooled(declared, Pooling.SUM))
        self.values_to_average = attrgetter(*self.averaged)
        self.counts_to_add = attrgetter(*self.totalled)


class _Waiting(NamedTuple):
    """The fields of some episodes that are still to be added up."""

    values: list[tuple[float | None, ...]]
    counts: list[tuple[int, ...]]


_AT_ONCE: Final = 64
"""How many episodes are added up at once."""
_OF_TEAM: Final = _Fields(TEAM_METRICS)
_OF_DISCUSSION: Final = _Fields(DISCUSSION_METRICS)
_CONFIG_BUT_SEED: Final = attrgetter(*(name for name in GameConfig.model_fields if name != "seed"))


class _Side:
    """One team over many episodes."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.lineups: set[str] = set()
        self.episodes = self.wins = self.assassin_hits = 0
        self.results = Clustered()
        """1 for each game won and 0 for each lost, of those that count."""
        self.averages = {name: Moments() for name in AVERAGED}
        self.totals: Counter[str] = Counter()
        self._waiting = {fields: _Waiting([], []) for fields in (_OF_TEAM, _OF_DISCUSSION)}

    def add(self, episode: EpisodeMetrics) -> None:
        metrics = episode.of(self.team)
        self.lineups.add(metrics.lineup)
        if metrics.is_ghost:
            return
        self.episodes += 1
        self.assassin_hits += metrics.assassin_hit
        if episode.winner and episode.is_untouched:
            self.results.add(episode.board, float(episode.winner is self.team))
            self.wins += episode.winner is self.team
        self._add_fields(metrics)

    def _add_fields(self, metrics: TeamMetrics) -> None:
        self._add(metrics, _OF_TEAM)
        if metrics.discussion_value:
            self._add(metrics.discussion_value, _OF_DISCUSSION)
        for flag in metrics.adaptation_flags:
            self.totals[f"flags_{flag.kind}"] += 1

    def _add(self, metrics: BaseModel, fields: _Fields) -> None:
        for name, metric in fields.conditional.items():
            if (value := metric.pooled_value(metrics, name)) is not None:
                self.averages[name].add(value)
        waiting = self._waiting[fields]
        waiting.values.append(fields.values_to_average(metrics))
        waiting.counts.append(fields.counts_to_add(metrics))
        if len(waiting.counts) == _AT_ONCE:
            self._sum_up(fields, waiting)

    def _sum_up(self, fields: _Fields, waiting: _Waiting) -> None:
        """Add what waits, field by field, which takes a fraction of the time of adding episode by episode."""
        for name, values in zip(fields.averaged, zip(*waiting.values, strict=True), strict=False):
            self.averages[name].extend([value for value in values if value is not None])
        for name, counts in zip(fields.totalled, zip(*waiting.counts, strict=True), strict=False):
            self.totals[name] += sum(counts)
        waiting.values.clear()
        waiting.counts.clear()

    def result(self) -> TeamAggregate:
        for fields, waiting in self._waiting.items():
            self._sum_up(fields, waiting)
        return TeamAggregate(
            team=self.team,
            lineup=_only(self.lineups),
            episodes=self.episodes,
            wins=self.wins,
            assassin_hits=self.assassin_hits,
            averages={name: Summary.of(moments) for name, moments in self.averages.items()},
            totals=dict(sorted(self.totals.items())),
        )


class Aggregation:
    """Takes the metrics of episodes one by one."""

    def __init__(self) -> None:
        self.episodes = 0
        self._first: EpisodeMetrics | None = None
        self._seeds: set[int | None] = set()
        self._boards: set[str] = set()
        self._endings: Counter[Termination | None] = Counter()
        self._decided = self._result_excluded = self._with_forfeits = 0
        self._turns_to_win, self._coordination, self._mind = Clustered(), Clustered(), Clustered()
        self._mind_fallback = Moments()
        self._sides = {team: _Side(team) for team in Team}

    def add(self, episode: EpisodeMetrics) -> None:
        """Take the metrics of one more episode.

        Raises:
            InputError: it differs in config, weights or exclusions from those before; the message says in what.
        """
        self._first = self._first or episode
        if episode is not self._first and (difference := _difference(self._first, episode)):
            raise InputError(difference)
        self.episodes += 1
        self._seeds.add(episode.config.seed)
        self._boards.add(episode.board)
        self._endings[episode.termination] += 1
        self._decided += episode.is_decided
        self._with_forfeits += episode.has_forfeit
        if episode.is_untouched:
            self._turns_to_win.add(episode.board, episode.turns_to_win)
        else:
            self._result_excluded += episode.is_decided
        for side in self._sides.values():
            side.add(episode)
            self._add_scores(episode.board, episode.of(side.team))

    def _add_scores(self, board: str, metrics: TeamMetrics) -> None:
        if metrics.is_ghost:
            return
        self._coordination.add(board, metrics.coordination_score)
        if metrics.theory_of_mind_source is TargetSource.REASONING:
            self._mind.add(board, metrics.theory_of_mind_score)
        elif metrics.theory_of_mind_score is not None:
            self._mind_fallback.add(metrics.theory_of_mind_score)

    def result(self) -> AggregateMetrics:
        """Return the metrics over all episodes so far.

        Raises:
            InputError: there were none.
        """
        if self._first is None:
            raise InputError("no episodes to aggregate; at least one is needed")
        fields: dict[str, Any] = {}
        for team, side in self._sides.items():
            results = side.results
            fields[f"{team}_lineup"] = _only(side.lineups)
            fields[f"win_rate_{team}"] = results.moments.mean
            fields[f"win_rate_{team}_games"] = results.moments.count
            fields[f"win_rate_{team}_interval"] = share_interval(results.by_board)
            fields[str(team)] = side.result()
        by_rule = self._decided + self._endings[Termination.TURN_LIMIT]
        return AggregateMetrics(
            config=self._first.config if len(self._seeds) == 1 else config_without_seed(self._first),
            episodes=self.episodes,
            boards=len(self._boards),
            decided=self._decided,
            turn_limit=self._endings[Termination.TURN_LIMIT],
            aborted=self._endings[Termination.ABORTED],
            unfinished=self._endings[None],
            result_excluded=self._result_excluded,
            with_forfeits=self._with_forfeits,
            **_average_fields("turns_to_win", self._turns_to_win, of="games"),
            **_average_fields("coordination_score", self._coordination, of="teams"),
            **_average_fields("theory_of_mind", self._mind, of="teams"),
            avg_theory_of_mind_fallback=self._mind_fallback.mean,
            std_theory_of_mind_fallback=self._mind_fallback.std,
            theory_of_mind_fallback_teams=self._mind_fallback.count,
            assassin_games=self._endings[Termination.ASSASSIN],
            assassin_rate=share(self._endings[Termination.ASSASSIN], by_rule),
            coordination_weights=self._first.coordination_weights,
            excluded=self._first.excluded,
            **fields,
        )


def _average_fields(name: str, values: Clustered, *, of: str) -> dict[str, Any]:
    return {
        f"avg_{name}": values.moments.mean,
        f"std_{name}": values.moments.std,
        f"{name}_{of}": values.moments.count,
        f"{name}_standard_error": values.standard_error,
    }


def _only(values: Collection[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None


def _difference(first: EpisodeMetrics, other: EpisodeMetrics) -> str | None:
    """Return in what an episode cannot be averaged with the first, or None."""
    alike = _CONFIG_BUT_SEED(first.config) == _CONFIG_BUT_SEED(other.config)
    for name in () if alike else GameConfig.model_fields:
        before, now = getattr(first.config, name), getattr(other.config, name)
        if name != "seed" and before != now:
            return (
                f"episode {one_line(other.episode_id)} has {name} {one_line(str(now))}, but the episodes before it have"
                f" {one_line(str(before))}; aggregate each config by itself"
            )
    for name in ("coordination_weights", "excluded"):
        if getattr(first, name) != getattr(other, name):
            return f"episode {one_line(other.episode_id)} was measured with different {name.replace('_', ' ')}"
    return None
