"""Metrics as JSON, CSV and Markdown, and what others make of them."""

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pandas
import pytest
from markdown_it import MarkdownIt
from tests.games import BLUE_WORDS, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.config import AgentConfig, Team, TeamConfig
from codenames_core.support.errors import InputError
from codenames_metrics import (
    AggregateMetrics,
    CoordinationWeights,
    EpisodeMetrics,
    compute_aggregate_metrics,
    compute_episode_metrics,
    export_metrics,
    read_metrics,
)
from codenames_metrics.game.episode import TeamMetrics
from codenames_metrics.game.played_turns import Player
from codenames_metrics.tables.markdown import cell, table

RED, BLUE = Team.RED, Team.BLUE
HEARD = "The opponents discussed | <b>ships</b>"


def episode(**more: Any) -> EpisodeRecord:
    turns = [
        played(RED, "sea", 3, *RED_WORDS[:3]),
        played(BLUE, "king", 3, BLUE_WORDS[0]),
        played(RED, "horse", 1, "MARBLE", stop=False),
    ]
    return record(*turns, traces=[clue_trace(1, RED), clue_trace(3, RED, HEARD)], **more)


ONE = compute_episode_metrics(episode())
TWO = compute_episode_metrics(episode(episode_id="second"))
ALL = compute_aggregate_metrics([ONE, TWO])


@pytest.mark.parametrize("metrics", [ONE, ALL, [ONE, TWO], [ALL]], ids=["one", "aggregate", "two", "aggregates"])
def test_json_roundtrips_correctly(metrics: EpisodeMetrics | AggregateMetrics | list[EpisodeMetrics]) -> None:
    assert read_metrics(export_metrics(metrics)) == metrics
    assert read_metrics(export_metrics(metrics, "json")) == metrics


def test_csv_has_correct_headers() -> None:
    rows = list(csv.DictReader(io.StringIO(export_metrics(ONE, "csv"))))
    assert [row["team"] for row in rows] == ["red", "blue"]
    assert set(TeamMetrics.model_fields) - {"adaptation_flags", "turn_summaries", "discussion_value", "reading"} <= set(
        rows[0]
    )
    assert {"episode_id", "winner", "turns_to_win", "weight_clue_efficiency", "excluded_players"} <= set(rows[0])
    assert (rows[0]["clue_efficiency"], rows[0]["won"], rows[0]["avg_discussion_tokens"]) == ("0.75", "false", "")
    assert rows[0]["flags_reasoning_mentions_opponents"] == "1"


@pytest.mark.parametrize("metrics", [[ONE, TWO], [ALL], ONE], ids=["episodes", "aggregates", "one"])
def test_every_csv_is_loaded_by_pandas(metrics: list[EpisodeMetrics] | list[AggregateMetrics] | EpisodeMetrics) -> None:
    frame = pandas.read_csv(io.StringIO(export_metrics(metrics, "csv")))
    rows = len(metrics) * (2 if isinstance(metrics[0], EpisodeMetrics) else 1) if isinstance(metrics, list) else 2
    assert len(frame) == rows
    assert frame["surveillance"].dtype == bool
    assert frame.columns.is_unique


def test_pandas_finds_the_numbers_again() -> None:
    frame = pandas.read_csv(io.StringIO(export_metrics([ONE, TWO], "csv")))
    red = frame[frame["team"] == "red"]
    assert red["clue_words_found"].sum() / red["clue_words_promised"].sum() == 0.75
    assert red["guess_accuracy"].mean() == ALL.red.averages["guess_accuracy"].mean


@pytest.mark.parametrize("metrics", [ONE, ALL], ids=["one", "aggregate"])
def test_markdown_renders_as_table(metrics: EpisodeMetrics | AggregateMetrics) -> None:
    lines = export_metrics(metrics, "markdown").splitlines()
    table = [line for line in lines if line.startswith("|")]
    columns = table[0].count("|")
    assert set(table[1]) == {"|", "-"}
    assert all(line.count("|") == columns for line in table)
    assert len(table) >= 4


@pytest.mark.parametrize("format", ["json", "csv", "markdown"])
@pytest.mark.parametrize("aggregated", [False, True])
def test_the_weights_stand_in_every_export(format: str, aggregated: bool) -> None:
    weights = CoordinationWeights(clue_efficiency=0.123)
    measured = compute_episode_metrics(episode(), weights=weights, exclude=[Player.HUMAN])
    text = export_metrics(compute_aggregate_metrics([measured]) if aggregated else measured, format)
    assert "0.123" in text
    assert "human" in text


def test_an_unknown_format_and_a_mixture_are_refused() -> None:
    with pytest.raises(InputError, match="unknown format 'yaml'; available: json, csv, markdown"):
        export_metrics(ONE, "yaml")
    with pytest.raises(InputError, match="do not fit into one table"):
        export_metrics([ONE, ALL], "csv")


def test_text_from_outside_breaks_no_table() -> None:
    hostile = AgentConfig(spec="a|b\n<script>\x1b[31m`x`")
    seats = TeamConfig(cluer=hostile, guesser_1=hostile, guesser_2=hostile)
    metrics = compute_episode_metrics(episode().model_copy(update={"teams": {RED: seats, BLUE: seats}}))
    for shown in (metrics, compute_aggregate_metrics([metrics])):
        text = export_metrics(shown, "markdown")
        assert "\x1b" not in text
        assert r"a\|b \<script\>" in text
        assert len(pandas.read_csv(io.StringIO(export_metrics(shown, "csv")))) in (1, 2)


def test_no_export_holds_a_number_that_json_does_not_have() -> None:
    text = export_metrics([ONE, compute_episode_metrics(record())])
    assert json.loads(text, parse_constant=pytest.fail)


def cells_of(record: EpisodeRecord, team: Team) -> dict[str, str]:
    """The row of a team in the Markdown table of an episode."""
    lines = export_metrics(compute_episode_metrics(record), "markdown").splitlines()
    names, row = lines[0], lines[2 if team is RED else 3]
    return dict(zip(*([cell.strip() for cell in line.split("|")] for line in (names, row)), strict=True))


def test_markdown_says_who_else_decided() -> None:
    turns = [played(RED, "sea", 2, *RED_WORDS[:2]), played(BLUE, "king", 1, BLUE_WORDS[0])]
    traces = [clue_trace(1, RED, is_human=True), clue_trace(2, BLUE, is_fallback=True)]
    assert cells_of(record(*turns, traces=traces), RED)["Turns"] == "1 (1 with a person)"
    assert cells_of(record(*turns, traces=traces), BLUE)["Turns"] == "1 (1 with a substitute)"


def test_markdown_counts_the_clues_behind_a_fallback_score() -> None:
    assert cells_of(record(played(RED, "sea", 2, *RED_WORDS[:2])), RED)["Theory of mind"] == "(1 fallback, 1 clue)"


def test_a_fork_says_so_in_every_format() -> None:
    fork = episode(parent=Parent(episode_id="parent", at=6))
    metrics = compute_episode_metrics(fork)
    assert metrics.forked_at == 6
    assert cells_of(fork, RED)["Result"].endswith("; forked at event 6")
    assert pandas.read_csv(io.StringIO(export_metrics(metrics, "csv")))["forked_at"].tolist() == [6, 6]
    assert read_metrics(export_metrics(metrics)) == metrics
    assert ONE.forked_at is None


@pytest.mark.parametrize(
    "text",
    [
        "_it_ *b* **c**",
        "~no~ ~~no~~",
        "a|b",
        "$x$",
        "&lt;b&gt;",
        "<b>",
        "[a](http://b.example)",
        "`c`",
        "a\\|b",
        "x@y.example",
    ],
)
def test_text_in_a_cell_is_literal(text: str) -> None:
    html = MarkdownIt("gfm-like", {"linkify": False}).render(table(["name"], [[text]]))
    cells = re.findall(r"<td>(.*?)</td>", html)
    assert [unescape(shown) for shown in cells] == [text]


@pytest.mark.parametrize("text", ["http://b.example", "see https://b.example", "www.b.example", "ftp://b.example"])
def test_an_address_in_a_cell_is_no_link_of_its_own(text: str) -> None:
    assert "\\:" in cell(text) or "\\." in cell(text)
    assert cell(text).replace("\\", "") == text
