"""Did the guessers find what the cluer meant?"""

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts.measure_clues import main as measure_clues
from tests.games import BLUE_WORDS, BOARD, NEUTRAL_WORDS, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_agents.catalogue import build_team
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Pass, PassReason
from codenames_core.play.episode import run_episode
from codenames_metrics import compute_episode_metrics, parse_intended_targets
from codenames_metrics.game.episode import TeamMetrics
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.game.theory_of_mind import TargetSource, blind_aim, precision, read_clue, recall

RED, BLUE = Team.RED, Team.BLUE
ONE, TWO, THREE = RED_WORDS[:3]


def red_metrics(*picks: str, reasoning: str = "", **more: Any) -> TeamMetrics:
    turns = [played(RED, "sea", 2, *picks)]
    return compute_episode_metrics(record(*turns, traces=[clue_trace(1, RED, reasoning, **more)])).red_metrics


def test_parser_extracts_targets_from_well_formed_reasoning() -> None:
    reasoning = f"The sea has both.\nTARGETS: {TWO}, {ONE}\nDANGER: {BLUE_WORDS[0]}"
    assert parse_intended_targets(reasoning, RED_WORDS) == (TWO, ONE)
    red = red_metrics(ONE, reasoning=reasoning)
    assert (red.theory_of_mind_source, red.theory_of_mind_score) == (TargetSource.REASONING, 0.5)
    assert (red.theory_of_mind_precision, red.theory_of_mind_clues, red.stated_target_clues) == (1.0, 1, 0)


def test_targets_that_the_trace_lists_come_before_what_is_read() -> None:
    red = red_metrics(ONE, reasoning=f"TARGETS: {TWO}", intended_targets=(ONE.lower(),))
    assert (red.theory_of_mind_score, red.stated_target_clues) == (1.0, 1)


@pytest.mark.parametrize("reasoning", ["", "It felt right.", "TARGETS:", '{"targets": [', f"avoid {BLUE_WORDS[0]}"])
def test_graceful_fallback_when_reasoning_is_malformed(reasoning: str) -> None:
    # both picks are own words: the weaker signal, marked
    red = red_metrics(ONE, TWO, reasoning=reasoning)
    assert (red.theory_of_mind_source, red.theory_of_mind_score) == (TargetSource.FALLBACK, 1.0)
    assert (red.theory_of_mind_clues, red.fallback_clues, red.theory_of_mind_precision) == (0, 1, None)


def test_the_fallback_never_enters_the_score_of_clues_with_targets() -> None:
    turns = [played(RED, "sea", 1, ONE), played(BLUE, "king", 1), played(RED, "horse", 2, TWO)]
    traces = [clue_trace(1, RED), clue_trace(3, RED, f"TARGETS: {TWO}, {THREE}")]
    red = compute_episode_metrics(record(*turns, traces=traces)).red_metrics
    assert (red.theory_of_mind_source, red.theory_of_mind_score) == (TargetSource.REASONING, 0.5)
    assert (red.fallback_clues, red.theory_of_mind_fallback) == (1, 1.0)


def test_a_word_that_is_face_up_or_not_the_teams_is_no_target() -> None:
    turns = [played(RED, "sea", 1, ONE), played(BLUE, "king", 1), played(RED, "horse", 2, TWO)]
    stated = clue_trace(3, RED, intended_targets=(ONE, TWO, BLUE_WORDS[0], "NOWHERE"))
    turn = played_turns(record(*turns, traces=[stated]))[2]
    reading = read_clue(turn, BOARD)
    assert reading
    assert (reading.targets, reading.recall) == ((TWO,), 1.0)


def test_a_blind_cluer_can_mean_any_word() -> None:
    turns = [[*played(RED, "sea", 2, ONE, BLUE_WORDS[0], stop=False)]]
    traces = [clue_trace(1, RED, f"TARGETS: {ONE}, {BLUE_WORDS[0]}")]
    red = compute_episode_metrics(record(*turns, config=GameConfig(seed=7, blind=True), traces=traces)).red_metrics
    assert (red.theory_of_mind_score, red.theory_of_mind_precision) == (0.5, 1.0)


def test_passing_at_will_finds_none_of_the_targets_and_failing_to_answer_is_not_judged() -> None:
    assert red_metrics(reasoning=f"TARGETS: {ONE}").theory_of_mind_score == 0.0
    failed = [*played(RED, "sea", 2, stop=False), Pass(team=RED, reason=PassReason.FORFEITED)]
    red = compute_episode_metrics(record(failed, traces=[clue_trace(1, RED, f"TARGETS: {ONE}")])).red_metrics
    assert (red.theory_of_mind_score, red.theory_of_mind_source, red.theory_of_mind_clues) == (None, None, 0)


def test_without_traces_only_the_fallback_is_known() -> None:
    red = compute_episode_metrics(record(played(RED, "sea", 2, ONE, NEUTRAL_WORDS[0], stop=False))).red_metrics
    assert (red.theory_of_mind_source, red.theory_of_mind_score) == (TargetSource.FALLBACK, 0.5)


WORDS = st.lists(st.sampled_from(BOARD.words), max_size=9)


@given(WORDS, WORDS)
def test_score_in_0_1_range(targets: list[str], picks: list[str]) -> None:
    for score in (recall(targets, picks), precision(targets, picks)):
        assert score is None or 0 <= score <= 1
    assert (recall(targets, picks) is None) == (not targets)


@given(st.text(), st.lists(st.sampled_from(RED_WORDS), unique=True, max_size=2))
def test_the_score_of_an_episode_is_in_0_1_range_whatever_the_reasoning(reasoning: str, picks: list[str]) -> None:
    score = red_metrics(*picks, reasoning=reasoning).theory_of_mind_score
    assert score is None or 0 <= score <= 1


def test_the_script_for_recorded_clues_compares_stated_targets_with_those_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = [{"word": word, "role": "red" if word in RED_WORDS else "blue"} for word in BOARD.words]
    clue = {"source": {"repo": "here"}, "team": "red", "board": board, "intended_targets": [ONE, TWO], "picks": [ONE]}
    lines = [clue, {**clue, "giver_rationale": f"{ONE} is by the water."}, {**clue, "giver_rationale": "Just so."}]
    file = tmp_path / "clues.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    assert measure_clues([str(file)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "3 clues  recall 0.500 ± 0.000  precision 1.000" in first
    assert "1 read   stated 0.500  read 1.000  apart 0.500  nothing read 1" in second
    assert measure_clues([str(tmp_path / "none")]) == 2


# Blind cluers


def aims(*, blind: bool, targets: str, number: int = 2) -> Any:
    turns = [[*played(RED, "sea", 1, ONE)], played(BLUE, "king", 1), played(RED, "horse", number, TWO)]
    traces = [clue_trace(turn, RED, f"TARGETS: {targets}") for turn in (1, 3)]
    config = GameConfig(seed=7, blind=blind)
    return compute_episode_metrics(record(*turns, config=config, traces=traces)).red_metrics


def test_the_targets_of_a_blind_cluer_are_held_against_words_drawn_at_random() -> None:
    red = aims(blind=True, targets=f"{TWO}, {BLUE_WORDS[0]}")
    assert (red.blind_targets, red.blind_own_share) == (4, 0.5)
    assert red.blind_chance_share == pytest.approx((2 * 9 / 25 + 2 * 8 / 24) / 4)


def test_of_a_cluer_with_the_key_no_aim_is_measured() -> None:
    red = aims(blind=False, targets=TWO)
    assert (red.blind_targets, red.blind_own_share, red.blind_chance_share) == (0, None, None)


def test_of_a_blind_cluer_that_does_not_say_what_it_means_no_aim_is_measured() -> None:
    red = aims(blind=True, targets="")
    assert (red.blind_targets, red.blind_own_share, red.blind_chance_share) == (0, None, None)


@given(st.integers(0, 24), st.integers(1, 4))
def test_the_expected_share_of_words_drawn_at_random_is_that_of_the_face_down_words(shown: int, draws: int) -> None:
    """Over all sets of targets of one size, the mean share is the baseline: the hypergeometric mean."""
    revealed = frozenset(BOARD.words[:shown])
    hidden = [word for word in BOARD.words if word not in revealed]
    turn = played_turns(record(played(RED, "sea", 1, ONE)))[0]._replace(revealed=revealed)
    found = [blind_aim(turn, BOARD, targets) for targets in itertools.combinations(hidden, min(draws, len(hidden)))]
    shares = [aim.own_share for aim in found if aim]
    assert found[0]
    assert math.fsum(shares) / len(shares) == pytest.approx(found[0].chance)


async def test_offline_cluers_that_play_blind_aim_no_better_than_chance() -> None:
    """Nobody knows the key; what they state is what the counts say."""
    own = chance = 0.0
    for seed in range(12):
        config = GameConfig(seed=seed, blind=True)
        episode = await run_episode(config, build_team("vector", seed=seed), build_team("vector", seed=seed + 99))
        for side in (compute_episode_metrics(episode).red_metrics, compute_episode_metrics(episode).blue_metrics):
            own += side.blind_targets * (side.blind_own_share or 0)
            chance += side.blind_targets * (side.blind_chance_share or 0)
    assert abs(own - chance) < 4 * math.sqrt(chance)
