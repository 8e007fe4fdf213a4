"""A metric is declared once, on its field: averages, sums, tables and leaderboards follow."""

import csv
import io
from typing import Annotated

import pytest
from pydantic import BaseModel
from tests.games import RED_WORDS
from tests.metrics.episodes import played, record

from codenames_core.game.config import Team
from codenames_metrics import AggregateMetrics, compute_aggregate_metrics, compute_episode_metrics, export_metrics
from codenames_metrics.analysis.leaderboard import BoardRole
from codenames_metrics.analysis.scores import SCORE_METRICS, SideScore
from codenames_metrics.analysis.standings import Place
from codenames_metrics.game.discussion import DISCUSSION_METRICS, DiscussionMetrics
from codenames_metrics.game.metric import NOT_POOLED, Metric, Pooling, averaged, declared_metrics, totalled
from codenames_metrics.game.metric_models import EPISODE_METRICS, TEAM_METRICS, EpisodeMetrics, TeamMetrics
from codenames_metrics.tables.metrics_tables import aggregate_table

ALL = TEAM_METRICS | DISCUSSION_METRICS
EPISODE = compute_episode_metrics(
    record(played(Team.RED, "sea", 1, RED_WORDS[0], said=[(f"PLAN: {RED_WORDS[0]}", True)] * 2)), discussion=True
)
AGGREGATE = compute_aggregate_metrics([EPISODE])
ROW = next(csv.DictReader(io.StringIO(export_metrics(AGGREGATE, "csv"))))


def named(metrics: dict[str, Metric], pooling: Pooling) -> set[str]:
    return {name for name, metric in metrics.items() if metric.pooling is pooling}


@pytest.mark.parametrize("model", [TeamMetrics, DiscussionMetrics, EpisodeMetrics])
def test_every_field_says_whether_it_is_averaged_totalled_or_neither(model: type[BaseModel]) -> None:
    assert list(declared_metrics(model)) == list(model.model_fields)


def test_a_field_that_says_nothing_or_two_things_is_refused() -> None:
    class Silent(BaseModel):
        new_rate: float

    class Torn(BaseModel):
        new_rate: Annotated[float, averaged("New rate"), NOT_POOLED]

    for model in (Silent, Torn):
        with pytest.raises(TypeError, match=f"{model.__name__}.new_rate has to declare one of"):
            declared_metrics(model)


def test_no_field_of_a_team_has_the_name_of_one_of_its_discussions() -> None:
    assert not TEAM_METRICS.keys() & DISCUSSION_METRICS.keys()


@pytest.mark.parametrize("name", ALL)
def test_declarations_name_fields_that_exist(name: str) -> None:
    metric = ALL[name]
    assert metric.after == "" or ALL[metric.after].label
    assert metric.where is None or metric.where[0] in TEAM_METRICS


def test_only_what_is_averaged_or_totalled_has_a_row() -> None:
    assert [name for name, metric in ALL.items() if metric.label and metric.pooling is Pooling.NOTHING] == []


def test_aggregates_have_the_mean_of_what_is_averaged_and_the_sum_of_what_is_totalled() -> None:
    assert set(AGGREGATE.red.averages) == named(ALL, Pooling.MEAN)
    assert set(AGGREGATE.red.totals) == named(ALL, Pooling.SUM)
    assert {f"red_{name}_mean" for name in named(ALL, Pooling.MEAN)} <= set(ROW)
    assert {f"red_total_{name}" for name in named(ALL, Pooling.SUM)} <= set(ROW)
    assert {f"avg_{name}" for name in named(EPISODE_METRICS, Pooling.MEAN)} <= set(AggregateMetrics.model_fields)


def test_what_has_a_value_and_a_label_has_a_row_in_the_table() -> None:
    table = aggregate_table(AGGREGATE)
    shown = [name for name, metric in ALL.items() if metric.label and f"| {metric.label} |" in table]
    assert {"turns", "naming_rate", "clue_efficiency", "followed_both"} <= set(shown)
    assert shown == [
        name
        for name, metric in ALL.items()
        if metric.label
        and any(
            side.averages[name].count if metric.pooling is Pooling.MEAN else side.totals.get(name)
            for side in (AGGREGATE.red, AGGREGATE.blue)
        )
    ]


def test_leaderboards_compare_the_metrics_that_declare_a_score() -> None:
    assert {metric.score for metric in TEAM_METRICS.values() if metric.score} == set(SideScore._fields)
    assert list(SCORE_METRICS) == list(SideScore._fields)
    for score in SCORE_METRICS:
        assert {f"{part}_{score}" for part in ("avg", "std", "se", "n")} <= set(Place.model_fields)


def test_a_role_is_not_credited_with_what_the_other_one_does() -> None:
    assert BoardRole.CLUER.foreign_scores == ("guess_accuracy",)
    assert BoardRole.GUESSER.foreign_scores == ("clue_efficiency",)
    assert BoardRole.OVERALL.foreign_scores == ()


def test_a_metric_with_a_condition_has_no_value_where_it_is_not_met() -> None:
    class Model(BaseModel):
        source: Annotated[str, NOT_POOLED]
        score: Annotated[float, averaged("Score", where=("source", "known"))]
        games: Annotated[int, totalled()]

    metric = declared_metrics(Model)["score"]
    assert metric.pooled_value(Model(source="known", score=0.5, games=1), "score") == 0.5
    assert metric.pooled_value(Model(source="guessed", score=0.5, games=1), "score") is None
