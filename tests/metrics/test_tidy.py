"""Rows for analysts, and a run held against its baseline without surveillance."""

import asyncio
import csv
import io
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas
import pytest
from tests.games import BLUE_WORDS, NEUTRAL_WORDS, RED_WORDS, golden_episode
from tests.metrics.episodes import clue_trace, played, record

from codenames_agents.catalogue import build_team
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question, RefusedTry
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Event, Pass, PassReason, UnknownEvent
from codenames_core.game.traces import TurnTraces
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_metrics import compute_episode_metrics
from codenames_metrics.analysis.baseline import (
    BASELINE_METRICS,
    BaselineGame,
    BaselineReport,
    baseline_game,
    compare_with_baseline,
    comparison_row,
)
from codenames_metrics.game.tidy import COLUMNS, LISTS, Row, tidy_rows, without_lists
from codenames_metrics.tables.baseline_table import baseline_table
from codenames_metrics.tables.export import csv_text
from codenames_metrics.tables.parquet import FRACTIONS, TRUTHS, WHOLE_NUMBERS, write_parquet

RED, BLUE = Team.RED, Team.BLUE
ONE, TWO = RED_WORDS[:2]


def rows_of(*turns: list[Event], traces: Sequence[TurnTraces] = ()) -> list[Row]:
    return list(tidy_rows(record(*turns, traces=traces), vectors=False))


@lru_cache(maxsize=4)
def vector_game(seed: int, surveillance: bool) -> EpisodeRecord:
    config = GameConfig(seed=seed, surveillance=surveillance)
    return asyncio.run(run_episode(config, build_team("vector:bold", seed=seed), build_team("vector", seed=seed)))


def test_there_is_a_row_for_each_clue_message_and_guess() -> None:
    episode = asyncio.run(golden_episode())
    rows = list(tidy_rows(episode, vectors=False))
    assert [row["kind"] for row in rows] == [event.type for event in episode.public_transcript]
    assert [row["at"] for row in rows] == list(range(len(rows)))
    assert all(list(row) == list(COLUMNS) for row in rows)


def test_the_rows_of_guesses_add_up_to_the_metrics() -> None:
    episode = vector_game(1, True)
    frame = pandas.DataFrame(tidy_rows(episode, vectors=False))
    red = compute_episode_metrics(episode).red_metrics
    mine = frame[frame["team"] == "red"]
    assert (mine["result"] == "correct").sum() == red.correct_guesses
    clues = mine[mine["kind"] == "clue"]
    assert clues["target_recall"].mean() == pytest.approx(red.theory_of_mind_score)
    assert clues["rounds"].astype(float).mean() == red.avg_discussion_rounds
    assert mine["characters"].sum() == pytest.approx((red.avg_discussion_length or 0) * red.discussions)


def test_a_clue_has_its_targets_and_a_guess_says_whether_it_was_one() -> None:
    turns = [played(RED, "sea", 2, TWO, NEUTRAL_WORDS[0], stop=False)]
    clue, *_, first, second = rows_of(*turns, traces=[clue_trace(1, RED, intended_targets=(ONE, TWO), confidence=0.7)])
    assert (clue["targets"], clue["targets_source"], clue["target_recall"]) == ([ONE, TWO], "stated", 0.5)
    assert (clue["confidence"], clue["clue_worked_out"], clue["correct_picks"]) == (0.7, False, 1)
    assert (first["is_target"], first["result"], first["guess_order"]) == (True, "correct", 1)
    assert (second["is_target"], second["result"], second["guess_order"]) == (False, "neutral", 2)


def test_flags_stand_in_the_row_of_their_text() -> None:
    turns = [
        played(RED, "sea", 1),
        played(BLUE, "king", 1, said=[("They can hear us", True), ("Yes", True)]),
    ]
    rows = rows_of(*turns, traces=[clue_trace(2, BLUE, "The opponents discussed BRIDGE.")])
    flagged = sorted((row["kind"], row["flags"]) for row in rows if row["flags"])
    assert flagged == [("clue", ["reasoning_mentions_opponents"]), ("message", ["message_mentions_listeners"])]


def test_the_cost_of_a_decision_stands_once_even_if_it_failed() -> None:
    refused = (RefusedTry(failure=FailureKind.UNREADABLE, cost_usd=0.25, tokens_in=1),)
    traces = [
        AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, turn=1, at=0, cost_usd=0.5, refused=refused),
        AgentTrace(seat=Seat.RED_GUESSER_1, question=Question.GUESSES, turn=1, at=3, cost_usd=1.0, tokens_out=7),
    ]
    whole = TurnTraces(turn_number=1, team=RED, clue_trace=traces[0], guess_trace=traces[1])
    failed = traces[0].model_copy(update={"turn": 2, "at": 6, "seat": Seat.BLUE_CLUER, "failure": FailureKind.TIMEOUT})
    rows = rows_of(
        played(RED, "sea", 2, ONE, TWO),
        [Pass(team=BLUE, reason=PassReason.FORFEITED)],
        traces=[whole, TurnTraces(turn_number=2, team=BLUE, clue_trace=failed)],
    )
    costs = [(row["kind"], row["cost_usd"], row["tries"]) for row in rows if row["cost_usd"]]
    assert costs == [("clue", 0.75, 2), ("guess", 1.0, 1), ("pass", 0.75, 2)]
    assert rows[-1]["failure"] == "timeout"


def test_an_unknown_event_has_no_row() -> None:
    plain = record(played(RED, "sea", 1, ONE), played(BLUE, "king", 1))
    events = plain.public_transcript
    strange = plain.model_copy(update={"public_transcript": [*events[:2], UnknownEvent(type="cheer"), *events[2:]]})
    kinds = [row["kind"] for row in tidy_rows(strange, vectors=False)]
    assert kinds == [row["kind"] for row in tidy_rows(plain, vectors=False)]


def test_the_tidy_csv_is_loaded_by_pandas() -> None:
    rows = list(tidy_rows(vector_game(1, True)))
    frame = pandas.read_csv(io.StringIO(csv_text(rows)))
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(rows)
    assert frame.loc[frame["kind"] == "clue", "target_link"].notna().any()


def test_text_of_many_lines_stays_in_its_row() -> None:
    rows = rows_of(played(RED, "sea", 1, said=[('one\n"two", three\x1b[0m', True), ("=1+1", True)]))
    read = list(csv.DictReader(io.StringIO(csv_text(rows))))
    assert [row["text"] for row in read if row["kind"] == "message"] == ['one "two", three', "=1+1"]


def test_parquet_holds_the_same_rows_with_their_types(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    rows = list(tidy_rows(vector_game(1, True)))
    write_parquet(iter(rows), tmp_path / "rows.parquet")
    frame = pandas.read_parquet(tmp_path / "rows.parquet")
    assert list(frame.columns) == list(COLUMNS)
    assert list(frame["text"]) == [str(row["text"]) for row in rows]
    assert frame["cost_usd"].dtype == "float64"
    assert [list(value) for value in frame["picks"] if value is not None] == [
        row["picks"] for row in rows if row["picks"] is not None
    ]


def test_every_column_with_a_type_is_a_column() -> None:
    typed = [*WHOLE_NUMBERS, *FRACTIONS, *TRUTHS, *LISTS]
    assert len(set(typed)) == len(typed)
    assert set(typed) <= set(COLUMNS)


def test_lists_are_lists_and_joined_only_for_tables_without_them() -> None:
    for row in tidy_rows(vector_game(1, True), vectors=False):
        for name in LISTS:
            assert row[name] is None or all(isinstance(text, str) for text in row[name])
            assert without_lists(row)[name] == ("; ".join(row[name]) or None if row[name] is not None else None)


def test_a_row_says_which_match_up_it_is_of_and_how_the_race_stood() -> None:
    run = {"name": "mine", "id": "cn1-x", "composition": "mixed_cluer", "repeat": 2, "red": ["a", "b", "b"], "blue": 7}
    game = vector_game(1, True)
    game = game.model_copy(update={"metadata": {**game.metadata, "benchmark": run}})
    rows = list(tidy_rows(game, vectors=False))
    first = rows[0]
    assert [first[name] for name in ("run", "benchmark_id", "composition", "repeat")] == [
        "mine",
        "cn1-x",
        "mixed_cluer",
        2,
    ]
    assert (first["model"], first["opponent_model"]) == (["a", "b", "b"], None)
    assert (first["starting_team"], first["own_left"], first["opponent_left"]) == ("red", 9, 8)
    assert (first["cluer"], len(first["guessers"])) == (game.teams[Team.RED].cluer.label, 2)
    left = {Team.RED: 9, Team.BLUE: 8}
    for number in sorted({row["turn"] for row in rows}):
        turn = [row for row in rows if row["turn"] == number]
        team = turn[0]["team"]
        assert {(row["own_left"], row["opponent_left"]) for row in turn} == {(left[team], left[team.other])}
        for row in turn:
            left[team] -= row["result"] == "correct"
            left[team.other] -= row["result"] == "opponent"


def test_a_hostile_run_in_a_file_makes_no_row_fail() -> None:
    hostile: list[Any] = [7, [], {"name": [1], "red": [1, 2], "repeat": "x"}, {"name": "a\x1b[0m\nb"}]
    for given in hostile:
        game = vector_game(1, True)
        game = game.model_copy(update={"metadata": {"benchmark": given}})
        row = next(tidy_rows(game, vectors=False))
        assert row["model"] is None
        assert row["run"] is None or "\x1b" not in row["run"]


# A run and its baseline


def report(*seeds: int) -> BaselineReport:
    run, base = ([baseline_game(vector_game(seed, on)) for seed in seeds] for on in (True, False))
    return compare_with_baseline(run, base)


def test_agents_that_adapt_no_clue_have_the_same_clues_without_surveillance() -> None:
    result = report(1, 2)
    assert (result.pairings, result.unpaired) == (2, 0)
    assert result.clue_changes.compared_before_hearing == 2
    assert result.clue_changes.changed_before_hearing == result.clue_changes.changed_after_hearing == 0
    assert {one.metric for one in result.comparisons} <= set(BASELINE_METRICS)
    numbers = result.comparisons[0]
    assert (numbers.metric, numbers.result.boards, numbers.result.difference) == ("clue_number", 2, 0.0)
    assert "**No verdicts**: 2 boards, and 20 are needed." in baseline_table(result)


def heard(clue: str, number: int, *, surveillance: bool, seed: int = 7) -> EpisodeRecord:
    """Blue's clue is the only difference; its reasoning speaks of red where red can be overheard."""
    traces = [clue_trace(2, BLUE, "The opponents discussed BRIDGE.")] if surveillance else []
    turns = [played(RED, "sea", 1, ONE), played(BLUE, clue, number, BLUE_WORDS[0])]
    return record(*turns, config=GameConfig(seed=seed, surveillance=surveillance), traces=traces)


def test_a_clue_that_changed_and_a_flag_are_seen_against_the_baseline() -> None:
    run = [baseline_game(heard("king", 1, surveillance=True, seed=seed), vectors=False) for seed in range(3)]
    base = [baseline_game(heard("queen", 2, surveillance=False, seed=seed), vectors=False) for seed in range(4)]
    result = compare_with_baseline(run, base)
    assert (result.pairings, result.unpaired) == (3, 1)
    assert result.clue_changes == (3, 0, 3, 3)
    by_name = {one.metric: comparison_row(one) for one in result.comparisons}
    assert (by_name["clue_number"]["with_surveillance"], by_name["clue_number"]["difference"]) == (1.0, -1.0)
    assert (by_name["reasoning_flags"]["with_surveillance"], by_name["reasoning_flags"]["without_surveillance"]) == (
        1,
        0,
    )
    assert "3 of 3 after" in baseline_table(result)


def test_each_line_up_is_compared_with_itself() -> None:
    dice = random.Random(3)

    def games(lowered: float, *, surveillance: bool) -> list[BaselineGame]:
        config = GameConfig(surveillance=surveillance)
        return [
            BaselineGame(
                (f"{board}", *sides),
                config,
                {
                    team: {"clue_number": 2 + dice.gauss(0, 0.1) - lowered * (label == "wary")}
                    for team, label in zip(Team, sides, strict=True)
                },
                (),
            )
            for board in range(24)
            for sides in (("wary", "deaf"), ("deaf", "wary"))
        ]

    result = compare_with_baseline(games(0.3, surveillance=True), games(0.0, surveillance=False))
    wary, deaf = result.comparisons
    assert (wary.lineup, wary.result.boards, wary.result.is_resolved) == ("wary", 24, True)
    assert wary.result.difference == pytest.approx(-0.3, abs=0.06)
    assert (deaf.lineup, deaf.result.is_resolved) == ("deaf", False)
    assert deaf.result.difference == pytest.approx(0.0, abs=0.06)
    assert "#### wary" in baseline_table(result)


def test_a_run_without_surveillance_or_a_baseline_with_it_is_refused() -> None:
    on, off = (baseline_game(heard("king", 1, surveillance=side), vectors=False) for side in (True, False))
    with pytest.raises(InputError, match="the run has none"):
        compare_with_baseline([off], [off])
    with pytest.raises(InputError, match="the baseline was played with surveillance"):
        compare_with_baseline([on], [on])
    with pytest.raises(InputError, match="no board with the same line-ups in common"):
        compare_with_baseline([on], [baseline_game(heard("king", 1, surveillance=False, seed=8), vectors=False)])
    blind = heard("king", 1, surveillance=False)
    blind = blind.model_copy(update={"config": blind.config.model_copy(update={"blind": True})})
    with pytest.raises(InputError, match="blind False, but its baseline True"):
        compare_with_baseline([on], [baseline_game(blind, vectors=False)])
