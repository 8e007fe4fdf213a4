"""Metrics over many episodes."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import BLUE_WORDS, NEUTRAL_WORDS, RED_WORDS
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Team, TeamConfig
from codenames_core.game.state import Outcome, Termination
from codenames_core.support.errors import InputError
from codenames_metrics import (
    AggregateMetrics,
    CoordinationWeights,
    compute_aggregate_metrics,
    compute_episode_metrics,
    wilson_interval,
)
from codenames_metrics.game.played_turns import Player

RED, BLUE = Team.RED, Team.BLUE


def red_wins(turns: int, seed: int = 7) -> EpisodeRecord:
    """Red finds its nine words in that many turns."""
    events = []
    for place in range(turns):
        last = place == turns - 1
        words = RED_WORDS[place:] if last else RED_WORDS[place : place + 1]
        events.append(played(RED, f"clue{place}", 9, *words, stop=not last))
        if not last:
            events.append(played(BLUE, f"word{place}", 1))
    return record(*events, config=GameConfig(seed=seed))


def assassin(seed: int = 7) -> EpisodeRecord:
    """Red touches the assassin at once."""
    return record(played(RED, "sea", 1, "MARBLE", stop=False), config=GameConfig(seed=seed))


def test_win_rates_sum_to_1() -> None:
    total = compute_aggregate_metrics([red_wins(2), red_wins(3), assassin(), assassin(8)])
    assert (total.win_rate_red, total.win_rate_blue) == (0.5, 0.5)
    assert (total.episodes, total.decided, total.boards) == (4, 4, 2)


def test_averages_computed_correctly() -> None:
    records = [red_wins(2, 1), red_wins(3, 2), red_wins(7, 3), assassin(4)]
    total = compute_aggregate_metrics(records)
    turns = [2, 3, 7, 0]
    assert total.avg_turns_to_win == statistics.mean(turns)
    assert total.std_turns_to_win == pytest.approx(statistics.stdev(turns))
    scores = [
        score
        for episode in map(compute_episode_metrics, records)
        for score in (episode.red_metrics.coordination_score, episode.blue_metrics.coordination_score)
        if score is not None
    ]
    assert total.coordination_score_teams == len(scores)
    assert total.avg_coordination_score == pytest.approx(statistics.mean(scores))
    assert total.std_coordination_score == pytest.approx(statistics.stdev(scores))
    assert total.assassin_rate == 0.25
    assert total.red.averages["guess_accuracy"].mean == 0.75
    assert total.red.totals["correct_guesses"] == 27


def test_handles_single_episode_input() -> None:
    total = compute_aggregate_metrics([red_wins(2)])
    assert (total.episodes, total.win_rate_red, total.win_rate_blue) == (1, 1.0, 0.0)
    assert (total.avg_turns_to_win, total.std_turns_to_win) == (2.0, None)
    assert total.config.seed == 7


def test_no_episodes_are_refused() -> None:
    with pytest.raises(InputError, match="no episodes"):
        compute_aggregate_metrics([])


def test_the_config_has_no_seed_where_seeds_differ() -> None:
    assert compute_aggregate_metrics([red_wins(2, 1), red_wins(2, 2)]).config.seed is None


def test_episodes_of_different_configs_are_refused_with_the_field() -> None:
    other = record(config=GameConfig(seed=7, mode=GameMode.SINGLE_GUESSER), episode_id="odd")
    with pytest.raises(InputError, match=r"episode odd has mode single_guesser, .* standard"):
        compute_aggregate_metrics([red_wins(2), other])


def test_games_with_and_without_a_key_are_not_pooled() -> None:
    blind = record(config=GameConfig(seed=7, blind=True), episode_id="odd")
    with pytest.raises(InputError, match=r"episode odd has blind True, .* False"):
        compute_aggregate_metrics([red_wins(2), blind])


def test_episodes_measured_in_different_ways_are_refused() -> None:
    one = compute_episode_metrics(red_wins(2))
    with pytest.raises(InputError, match="different coordination weights"):
        compute_aggregate_metrics(
            [one, compute_episode_metrics(red_wins(2), weights=CoordinationWeights(guess_accuracy=1))]
        )
    with pytest.raises(InputError, match="different excluded"):
        compute_aggregate_metrics([one, compute_episode_metrics(red_wins(2), exclude=[Player.HUMAN])])


def test_undecided_games_count_apart_and_in_no_win_rate() -> None:
    stopped = record(played(RED, "sea", 1, RED_WORDS[0]), outcome=Outcome(None, Termination.ABORTED))
    open_game = record(played(RED, "sea", 1, RED_WORDS[0]))
    limit = record(played(RED, "sea", 1), played(BLUE, "king", 1), config=GameConfig(seed=7)).model_copy(
        update={"outcome": Outcome(None, Termination.TURN_LIMIT)}
    )
    total = compute_aggregate_metrics([red_wins(2), assassin(), stopped, open_game, limit])
    assert (total.decided, total.aborted, total.unfinished, total.turn_limit) == (2, 1, 1, 1)
    assert (total.win_rate_red, total.win_rate_blue) == (0.5, 0.5)
    assert total.assassin_rate == 1 / 3


def test_a_ghost_enters_no_win_rate() -> None:
    ghost = AgentConfig(spec="ghost:pass")
    seats = TeamConfig.homogeneous(ghost)
    total = compute_aggregate_metrics(
        [one.model_copy(update={"teams": {**one.teams, BLUE: seats}}) for one in (assassin(), assassin(8))]
    )
    assert (total.win_rate_red, total.win_rate_red_games) == (0.0, 2)
    assert (total.win_rate_blue, total.win_rate_blue_games, total.blue.episodes) == (None, 0, 0)


def test_a_game_with_an_excluded_turn_enters_no_win_rate() -> None:
    helped = red_wins(2).model_copy(update={"traces": [clue_trace(1, RED, is_human=True)]})
    total = compute_aggregate_metrics([helped, assassin()], exclude=[Player.HUMAN])
    assert (total.decided, total.result_excluded, total.win_rate_red_games, total.win_rate_red) == (2, 1, 1, 0.0)
    assert total.excluded == (Player.HUMAN,)


def test_the_two_kinds_of_theory_of_mind_are_never_in_one_average() -> None:
    turns = [played(RED, "sea", 2, RED_WORDS[0], NEUTRAL_WORDS[0], stop=False)]
    known = record(*turns, traces=[clue_trace(1, RED, f"TARGETS: {RED_WORDS[0]}")])
    total = compute_aggregate_metrics([known, record(*turns)])
    assert (total.avg_theory_of_mind, total.theory_of_mind_teams) == (1.0, 1)
    assert (total.avg_theory_of_mind_fallback, total.theory_of_mind_fallback_teams) == (0.5, 1)


def test_one_game_on_each_board_has_the_plain_wilson_interval() -> None:
    records = [red_wins(2, seed) if seed % 2 else assassin(seed) for seed in range(20)]
    assert compute_aggregate_metrics(records).win_rate_red_interval == wilson_interval(10, 20)


def test_repeats_of_a_board_do_not_make_the_interval_narrower() -> None:
    records = [red_wins(2, seed) if seed % 2 else assassin(seed) for seed in range(20)]
    once = compute_aggregate_metrics(records).win_rate_red_interval
    assert compute_aggregate_metrics(records * 5).win_rate_red_interval == once


def test_what_messages_speak_for_is_averaged_where_it_was_asked_for() -> None:
    said = [(f"PLAN: {RED_WORDS[0]}", True), (f"PLAN: {RED_WORDS[0]}", True)]
    episode = record(played(RED, "sea", 1, RED_WORDS[0], said=said))
    asked = compute_aggregate_metrics([compute_episode_metrics(episode, discussion=True)]).red
    assert (asked.averages["naming_rate"].mean, asked.totals["followed_both"]) == (1.0, 1)
    assert compute_aggregate_metrics([episode]).red.averages["naming_rate"].count == 0


@given(st.randoms(use_true_random=False))
def test_the_order_of_episodes_changes_nothing(dice: random.Random) -> None:
    assert aggregate_of(dice.sample(MEASURED, len(MEASURED))) == aggregate_of(MEASURED)


def aggregate_of(episodes: list[object]) -> str:
    total: AggregateMetrics = compute_aggregate_metrics(episodes)  # type: ignore[arg-type]
    return total.model_dump_json()


MEASURED: list[object] = [
    compute_episode_metrics(one)
    for one in (
        *(red_wins(turns, seed) for turns in (2, 3, 5) for seed in (1, 2)),
        assassin(1),
        record(played(RED, "sea", 3, RED_WORDS[0], BLUE_WORDS[0], stop=False), config=GameConfig(seed=3)),
    )
]
