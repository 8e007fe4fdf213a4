"""Two games on one board, side by side from where they part: an original and its fork, or any two.

Pure. How the comparison is drawn is left to others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import TEAMS, Team
from codenames_core.game.events import Event
from codenames_core.game.replay import Replay
from codenames_core.support.errors import IllegalEvent, InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics, compute_episode_metrics
from codenames_metrics.game.metric import Better
from codenames_metrics.game.metric_models import TEAM_METRICS

COMPARED: Final = (
    "turns",
    "words_cleared",
    "avg_clue_number",
    "clue_efficiency",
    "guess_accuracy",
    "consensus_rate",
    "coordination_score",
    "theory_of_mind_score",
)
"""The fields of `TeamMetrics` that are held against each other, in this order."""
_ALIKE: Final = 0.005
"""A difference that two digits after the point do not show."""


class Relation(StrEnum):
    """What two games are to each other."""

    SECOND_IS_FORK = "second_is_fork"
    """The second was forked from the first."""
    FIRST_IS_FORK = "first_is_fork"
    FORKS_OF_ONE = "forks_of_one"
    """Both were forked from one third game."""
    ONE_BOARD = "one_board"
    """They have nothing in common but the board, as far as their records say."""


class Favours(StrEnum):
    """Which of two games has the better value."""

    FIRST = "first"
    SECOND = "second"


class MetricDifference(NamedTuple):
    """One metric of one team in both games."""

    name: str
    """The field of `TeamMetrics`."""
    first: int | float | None
    second: int | float | None
    difference: int | float | None
    """The second less the first; None where one is missing, or where they do not measure the same."""
    favours: Favours | None
    """None where the values are alike to two digits, and where neither a high nor a low value is better."""


class TurnPair(NamedTuple):
    """The same turn of both games: what happened in it since they parted. Empty where a game has no such turn."""

    number: int
    first: tuple[Event, ...]
    second: tuple[Event, ...]
    first_at: int
    """Number of events of the first game before those of the pair."""
    second_at: int


@dataclass(frozen=True, slots=True)
class GameComparison:
    """Two games side by side."""

    relation: Relation
    branching_point: int
    """Number of events that they share: where the fork was made, or the first difference."""
    first_difference: int | None
    """The first event that differs, counted from 0; None for two games that are alike to the end."""
    rules: tuple[str, ...]
    """The settings in which they differ."""
    turns: tuple[TurnPair, ...]
    """From the branching point on."""
    first: EpisodeMetrics
    """Of the whole game."""
    second: EpisodeMetrics


def compare(first: EpisodeRecord, second: EpisodeRecord) -> GameComparison:
    """Return two games side by side.

    Raises:
        InputError: they are on different boards, or the events of one do not follow from each other.
    """
    _refuse_different_boards(first, second)
    alike = _count_alike(first.public_transcript, second.public_transcript)
    differ = alike < max(len(first.public_transcript), len(second.public_transcript))
    relation, forked_at = _relation(first, second)
    begin = alike if forked_at is None else min(alike, forked_at)
    return GameComparison(
        relation,
        begin,
        alike if differ else None,
        tuple(
            name
            for name in type(first.config).model_fields
            if getattr(first.config, name) != getattr(second.config, name)
        ),
        tuple(_pairs(first, second, begin)),
        _compute_metrics(first, "first"),
        _compute_metrics(second, "second"),
    )


def _refuse_different_boards(first: EpisodeRecord, second: EpisodeRecord) -> None:
    ours, others = list(first.board.key.items()), list(second.board.key.items())
    for place, (one, other) in enumerate(zip(ours, others, strict=True), 1):
        if one != other:
            shown = (f"{one_line(word, 40)} ({card})" for word, card in (one, other))
            raise InputError(f"the games are on different boards: card {place} is {' in one and '.join(shown)}")


def _count_alike(first: Sequence[Event], second: Sequence[Event]) -> int:
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _relation(first: EpisodeRecord, second: EpisodeRecord) -> tuple[Relation, int | None]:
    """Return what the games are to each other, and after how many events they parted, if their records say so."""
    if second.parent and second.parent.episode_id == first.episode_id:
        return Relation.SECOND_IS_FORK, second.parent.at
    if first.parent and first.parent.episode_id == second.episode_id:
        return Relation.FIRST_IS_FORK, first.parent.at
    if first.parent and second.parent and first.parent.episode_id == second.parent.episode_id:
        return Relation.FORKS_OF_ONE, min(first.parent.at, second.parent.at)
    return Relation.ONE_BOARD, None


class _Stretch(NamedTuple):
    """The events of one turn and the number of events before them."""

    events: tuple[Event, ...] = ()
    at: int = 0


def _pairs(first: EpisodeRecord, second: EpisodeRecord, begin: int) -> Iterator[TurnPair]:
    ours, others = _by_turn(first, begin), _by_turn(second, begin)
    for number in sorted({*ours, *others}):
        left, right = ours.get(number, _Stretch()), others.get(number, _Stretch())
        yield TurnPair(number, left.events, right.events, left.at, right.at)


def _by_turn(record: EpisodeRecord, begin: int) -> dict[int, _Stretch]:
    """Return the events from `begin` on by the number of their turn."""
    replay = Replay(record.initial_state(), record.public_transcript)
    starts = replay.turn_starts
    ends = (*starts[1:], len(replay))
    return {
        number: _Stretch(replay.events[max(start, begin) : end], max(start, begin))
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
        if max(start, begin) < end
    }


def _compute_metrics(record: EpisodeRecord, which: str) -> EpisodeMetrics:
    try:
        return compute_episode_metrics(record)
    except IllegalEvent as error:
        raise InputError(f"the {which} game cannot be measured: {error}") from error


def metric_differences(comparison: GameComparison) -> dict[Team, tuple[MetricDifference, ...]]:
    """Return the metrics of `COMPARED` for each team, with which game has the better value."""
    return {
        team: tuple(
            _metric_difference(name, comparison.first.of(team), comparison.second.of(team)) for name in COMPARED
        )
        for team in TEAMS
    }


def _metric_difference(name: str, first: TeamMetrics, second: TeamMetrics) -> MetricDifference:
    one, other = getattr(first, name), getattr(second, name)
    metric = TEAM_METRICS[name]
    measure_the_same = metric.where is None or getattr(first, metric.where[0]) == getattr(second, metric.where[0])
    if one is None or other is None or not measure_the_same:
        return MetricDifference(name, one, other, None, None)
    difference = other - one
    if abs(difference) < _ALIKE or metric.better is None:
        return MetricDifference(name, one, other, difference, None)
    second_is_better = (difference > 0) is (metric.better is Better.HIGHER)
    return MetricDifference(name, one, other, difference, Favours.SECOND if second_is_better else Favours.FIRST)
