"""How games go: words by turn, clues by number, stated chances, hard words, forfeits, and what games took."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bench.benchmarks import offline
from tests.bench.boards_played import cell
from tests.games import ASSASSIN, BLUE_WORDS, NEUTRAL_WORDS, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.game.agent import Question
from codenames_core.game.config import GameConfig, Seat, Team
from codenames_core.game.events import Event, Pass, PassReason
from codenames_core.game.traces import TurnTraces
from codenames_metrics.analysis.failures.counts import GamesOfFailures
from codenames_metrics.analysis.play.play import GamesOfPlay, Play
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, compute_episode_metrics
from codenames_metrics.run_folder.ledger import LedgerRow
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.run_folder.spending import spending_by_lineup
from codenames_metrics.statistics.brier import brier_parts

RED, BLUE = Team.RED, Team.BLUE
ONE, TWO, THREE = RED_WORDS[:3]


def measured(*turns: Sequence[Event], seed: int = 7, traces: Sequence[TurnTraces] = ()) -> EpisodeMetrics:
    return compute_episode_metrics(record(*turns, config=GameConfig(seed=seed), traces=traces))


def play_of(*games: EpisodeMetrics, red: str = "a", blue: str = "b") -> Play:
    play, failures = GamesOfPlay(), GamesOfFailures()
    for metrics in games:
        play.add(cell(red, blue), metrics)
        failures.add(cell(red, blue), metrics)
    return play.result(failures)


GAME = measured(
    played(RED, "sea", 2, ONE, TWO),
    played(BLUE, "king", 1, NEUTRAL_WORDS[0], stop=False),
    played(RED, "wave", 2, THREE, BLUE_WORDS[0], stop=False),
    played(BLUE, "sky", 1, ASSASSIN, stop=False),
    traces=[
        clue_trace(1, RED, intended_targets=(ONE, TWO), confidence=0.8),
        clue_trace(3, RED, intended_targets=(THREE, RED_WORDS[3]), confidence=0.6),
    ],
)


def test_a_turn_in_a_few_fields() -> None:
    first, second = GAME.red_metrics.turn_summaries
    assert (first.turn, first.clue, first.number, first.found, first.worked_out) == (1, "sea", 2, 2, True)
    assert (first.chance, first.targets, first.missed, first.loss) == (0.8, (ONE, TWO), (), None)
    assert (second.turn, second.found, second.worked_out, second.missed) == (3, 1, False, (RED_WORDS[3],))
    assert second.loss is not None
    assert len(GAME.blue_metrics.turn_summaries) == GAME.blue_metrics.turns == 2


def test_the_summaries_of_turns_sum_up_to_the_metrics_of_their_team() -> None:
    for team in (RED, BLUE):
        metrics = GAME.of(team)
        assert sum(one.found for one in metrics.turn_summaries) == metrics.words_cleared
        assert sum(one.loss is not None for one in metrics.turn_summaries) == metrics.lost_turns
        assert sum(one.chance is not None for one in metrics.turn_summaries) == metrics.clue_forecasts


def test_a_game_that_is_over_keeps_its_words() -> None:
    short = measured(played(RED, "sea", 1, ONE), played(BLUE, "king", 1, ASSASSIN, stop=False), seed=8)
    red = next(one for one in play_of(GAME, short).words_by_turn if one.lineup == "a")
    assert (red.games, red.boards) == (2, 2)
    assert [(after.turn, after.mean, after.still_playing) for after in red.turns] == [(1, 1.5, 2), (2, 2.0, 1)]
    assert red.turns[0].std == pytest.approx(0.5**0.5)
    assert red.turns[0].interval is not None
    assert red.turns[0].interval.high == pytest.approx(1.5 + 12.7062 * 0.5, abs=1e-3)  # t of 1 degree, SE 1 / 2


def test_clues_of_a_number_and_what_came_of_them() -> None:
    success = next(one for one in play_of(GAME).clue_success if one.cluer == "a")
    assert [(one.number, one.clues, one.worked_out, one.words_found) for one in success.numbers] == [(2, 2, 1, 3)]


def test_stated_chances_against_what_came() -> None:
    (calibration,) = play_of(GAME).calibration
    assert (calibration.cluer, calibration.parts.forecasts) == ("a", 2)
    assert calibration.parts.score == pytest.approx((0.2**2 + 0.6**2) / 2)


def test_words_that_were_meant_and_missed() -> None:
    words = {one.word: (one.meant, one.missed) for one in play_of(GAME, GAME).hard_words}
    assert words == {ONE: (2, 0), TWO: (2, 0), THREE: (2, 0), RED_WORDS[3]: (2, 2)}
    assert play_of(GAME).hard_words[0].word == RED_WORDS[3]


def test_turns_that_a_model_forfeited() -> None:
    lost = measured([Pass(team=RED, reason=PassReason.FORFEITED)], played(BLUE, "sky", 1, ASSASSIN, stop=False))
    counts = {one.model: (one.turns, one.forfeited) for one in play_of(lost, GAME).forfeits}
    assert counts == {"a": (3, 1), "b": (3, 0)}


def test_the_order_of_games_changes_nothing() -> None:
    games = [
        measured(played(RED, "sea", 2, ONE), played(BLUE, "sky", 1, ASSASSIN, stop=False), seed=seed)
        for seed in (1, 2, 3)
    ]
    assert play_of(GAME, *games) == play_of(GAME, *reversed(games))


forecasts = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60)


@given(forecasts)
def test_the_parts_of_a_brier_score_sum_up_to_it(stated: list[tuple[float, bool]]) -> None:
    parts = brier_parts(stated)
    assert parts is not None
    assert parts.score == pytest.approx(sum((chance - happened) ** 2 for chance, happened in stated) / len(stated))
    whole = parts.reliability - parts.resolution + parts.uncertainty + parts.within_bins
    assert whole == pytest.approx(parts.score)
    assert min(parts.reliability, parts.resolution, parts.uncertainty) >= 0
    assert parts.resolution <= parts.uncertainty + 1e-12
    assert sum(one.forecasts for one in parts.bins) == len(stated)


@given(st.lists(st.tuples(st.sampled_from([0.05, 0.35, 0.75]), st.booleans()), min_size=1))
def test_nothing_is_left_within_bins_of_one_chance_each(stated: list[tuple[float, bool]]) -> None:
    parts = brier_parts(stated)
    assert parts is not None
    assert parts.within_bins == pytest.approx(0, abs=1e-12)


def test_parts_of_forecasts_by_hand() -> None:
    # Of 0.1 one in four happened, of 0.9 three in four: reliability 0.15², resolution 0.25², uncertainty 1/4.
    stated = [(0.1, True), *[(0.1, False)] * 3, (0.9, False), *[(0.9, True)] * 3]
    parts = brier_parts(stated)
    assert parts is not None
    assert parts[1:6] == pytest.approx((0.21, 0.0225, 0.0625, 0.25, 0))
    assert brier_parts([]) is None


def test_chances_that_are_true_are_reliable() -> None:
    dice = random.Random(4)
    parts = brier_parts((chance := dice.choice((0.15, 0.5, 0.85)), dice.random() < chance) for _ in range(4_000))
    assert parts is not None
    assert parts.reliability < 0.001
    assert parts.resolution == pytest.approx(0.0817, abs=0.01)  # variance of the three chances


def ledger_row(episode: str, seat: Seat | None, **fields: object) -> LedgerRow:
    usual = LedgerRow(episode, 1, seat, "m", Question.CLUE, 0, "ok", 200, 100, 10, 0.5, 2.0, 0.0)
    return usual._replace(**fields)  # type: ignore[arg-type]


def test_what_games_took_is_the_mean_of_finished_games_by_line_up(tmp_path: Path) -> None:
    plan = Plan(offline(models=["random", "vector:novice"], game_modes=["standard"], seeds=[1, 2]))
    (tmp_path / "episodes").mkdir()
    for index in (0, 1, 2):
        (tmp_path / "episodes" / plan.record_name(index)).write_text("{}")
    numbers = [plan.name(index) for index in range(4)]
    red = plan.cell_of(0).combo.red.name
    rows = [
        ledger_row(numbers[0], Seat.RED_CLUER),
        ledger_row(numbers[0], Seat.RED_GUESSER_1, outcome="timeout", status=500, cost_usd=0.1, tokens_in=None),
        ledger_row(numbers[1], Seat.BLUE_CLUER, latency_s=1.0),  # the same line-up from the other side
        ledger_row(numbers[3], Seat.RED_CLUER, cost_usd=99.0),  # not finished
        ledger_row(numbers[0], None),
    ]
    lines = [csv_line(LedgerRow._fields), *map(csv_line, rows), b"torn,1"]
    (tmp_path / "ledger.csv").write_bytes(b"".join(lines))
    (spent,) = spending_by_lineup(tmp_path, plan, {})
    assert (spent.lineup, spent.games) == (red, 3)
    assert spent.tokens == pytest.approx((110 + 10 + 110) / 3)
    assert spent.cost_usd == pytest.approx(1.1 / 3)
    assert spent.seconds == pytest.approx((2 + 2 + 1) / 3)


def test_what_is_not_known_of_every_answer_is_not_known(tmp_path: Path) -> None:
    plan = Plan(offline(game_modes=["standard"], seeds=[1]))
    (tmp_path / "episodes").mkdir()
    (tmp_path / "episodes" / plan.record_name(0)).write_text("{}")
    rows = [
        ledger_row(plan.name(0), Seat.RED_CLUER),
        ledger_row(plan.name(0), Seat.RED_CLUER, cost_usd=None, tokens_out=None, latency_s=None),
    ]
    (tmp_path / "ledger.csv").write_bytes(b"".join(map(csv_line, [LedgerRow._fields, *rows])))
    (spent,) = spending_by_lineup(tmp_path, plan, {})
    assert spent[2:] == (None, None, None)
