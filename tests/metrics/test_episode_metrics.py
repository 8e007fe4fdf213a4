"""The metrics of one episode, worked out by hand beside each."""

import asyncio
from typing import Any

import pytest
from tests.games import BLUE_WORDS, NEUTRAL_WORDS, RED_WORDS, WINNING_RED, ghost, golden_episode, idle, play, rest, team
from tests.metrics.episodes import AGREED, clue_trace, played, record

from codenames_agents.catalogue import build_team
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Seat, Team, TeamConfig
from codenames_core.game.events import Pass, PassReason, UnknownEvent
from codenames_core.game.state import Outcome, Termination
from codenames_core.game.traces import TurnTraces
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import IllegalEvent
from codenames_metrics import CoordinationWeights, TeamMetrics, compute_episode_metrics
from codenames_metrics.game.played_turns import Player

RED, BLUE = Team.RED, Team.BLUE
PERFECT = [
    played(RED, "sea", 3, *RED_WORDS[:3]),
    played(BLUE, "king", 2, *BLUE_WORDS[:2]),
    played(RED, "horse", 3, *RED_WORDS[3:6]),
    played(BLUE, "tool", 1, BLUE_WORDS[2]),
    played(RED, "wing", 3, *RED_WORDS[6:], stop=False),
]


# Per episode


def test_correct_winner_extracted() -> None:
    metrics = compute_episode_metrics(record(*PERFECT))
    assert (metrics.winner, metrics.termination) == (RED, Termination.ALL_WORDS)


def test_turn_count_matches_transcript() -> None:
    metrics = compute_episode_metrics(record(*PERFECT))
    assert (metrics.turns, metrics.turns_to_win) == (5, 3)
    assert (metrics.red_metrics.turns, metrics.blue_metrics.turns) == (3, 2)


def red_in_a_mixed_game() -> TeamMetrics:
    """Red's first clue works out; its second, for three, is stopped by a neutral card."""
    turns = (
        played(RED, "sea", 2, *RED_WORDS[:2]),
        played(BLUE, "king", 1),
        played(RED, "horse", 3, *RED_WORDS[2:4], NEUTRAL_WORDS[0], stop=False),
    )
    return compute_episode_metrics(record(*turns)).red_metrics


def test_clue_efficiency_calculated_correctly() -> None:
    # red promises 2 + 3 and finds 2 + 2: 4 / 5
    red = red_in_a_mixed_game()
    assert (red.clue_words_found, red.clue_words_promised, red.clue_efficiency) == (4, 5, 0.8)
    assert (red.total_clues, red.avg_clue_number) == (2, 2.5)
    assert red.std_clue_number == pytest.approx(0.5**0.5)


def test_pace_and_net_gain_count_what_small_clues_do_not_risk() -> None:
    metrics = compute_episode_metrics(
        record(
            played(RED, "sea", 3, *RED_WORDS[:2]),
            played(BLUE, "king", 1, BLUE_WORDS[0]),
            played(RED, "horse", 2, BLUE_WORDS[1], stop=False),
            played(BLUE, "tool", 4, *BLUE_WORDS[2:4]),
        )
    )
    red, blue = metrics.red_metrics, metrics.blue_metrics
    assert (red.words_per_turn, red.net_words_per_clue) == (1.0, 0.5)  # 2 words in 2 turns, and 1 given away
    assert (blue.words_per_turn, blue.net_words_per_clue) == (1.5, 1.5)
    assert (red.two_clues, red.three_clues, red.larger_clues) == (1, 1, 0)
    assert (blue.one_clues, blue.larger_clues, blue.numbered_clues) == (1, 1, 2)


def test_guess_accuracy_calculated_correctly() -> None:
    # 4 of 5 guesses are right; the fifth is neutral
    red = red_in_a_mixed_game()
    assert (red.total_guesses, red.correct_guesses, red.wrong_guesses, red.guess_accuracy) == (5, 4, 1, 0.8)
    assert (red.neutral_guesses, red.opponent_guesses, red.words_cleared) == (1, 0, 4)


def test_a_bonus_guess_lifts_efficiency_above_one() -> None:
    red = compute_episode_metrics(record(played(RED, "sea", 2, *RED_WORDS[:3], stop=False))).red_metrics
    assert red.clue_efficiency == 1.5


def test_clues_of_nought_and_unlimited_are_counted_apart() -> None:
    red = compute_episode_metrics(
        record(
            played(RED, "sea", 0, RED_WORDS[0]),
            played(BLUE, "king", 1),
            played(RED, "horse", "unlimited", *RED_WORDS[1:4]),
        )
    ).red_metrics
    assert (red.total_clues, red.numbered_clues, red.zero_clues, red.unlimited_clues) == (2, 0, 1, 1)
    assert (red.avg_clue_number, red.clue_efficiency, red.coordination_score) == (None, None, None)
    assert red.guess_accuracy == 1.0


def test_a_clue_whose_turn_is_open_has_no_efficiency_yet() -> None:
    red = compute_episode_metrics(record(played(RED, "sea", 3, RED_WORDS[0], stop=False))).red_metrics
    assert (red.total_clues, red.turns, red.clue_efficiency, red.words_cleared) == (1, 0, None, 1)


def test_the_rounds_length_and_consensus_of_discussions() -> None:
    # 3 and 6 messages: 1.5 and 3 rounds; one of two ends in consensus
    red = compute_episode_metrics(
        record(
            played(RED, "sea", 1, RED_WORDS[0], said=[("abc", False), ("de", True), ("f", True)]),
            played(BLUE, "king", 1),
            played(RED, "horse", 1, RED_WORDS[1], said=[("four", False)] * 6),
        )
    ).red_metrics
    assert (red.discussions, red.avg_discussion_rounds, red.consensus_turns, red.consensus_rate) == (2, 2.25, 1, 0.5)
    assert red.avg_discussion_length == (6 + 24) / 2


def test_two_agreeing_messages_of_one_guesser_are_no_consensus() -> None:
    said = [("yes", True), ("no", False), ("yes", True), ("no", False), ("yes", True), ("no", False)]
    red = compute_episode_metrics(record(played(RED, "sea", 1, RED_WORDS[0], said=said))).red_metrics
    assert red.consensus_rate == 0.0


def test_coordination_score_calculated_correctly() -> None:
    # efficiency 4/5, accuracy 4/5, consensus 1, one round: 0.32 + 0.24 + 0.2 + 0.1
    turns = [
        played(RED, "sea", 2, *RED_WORDS[:2]),
        played(BLUE, "king", 1),
        played(RED, "horse", 3, *RED_WORDS[2:4], NEUTRAL_WORDS[0], stop=False),
    ]
    assert compute_episode_metrics(record(*turns)).red_metrics.coordination_score == pytest.approx(0.86)


def test_the_weights_of_the_coordination_score_are_a_parameter_that_is_kept() -> None:
    weights = CoordinationWeights(clue_efficiency=0, guess_accuracy=1, consensus_rate=0, discussion_speed=0)
    metrics = compute_episode_metrics(record(*PERFECT), weights=weights)
    assert metrics.red_metrics.coordination_score == 1.0
    assert metrics.coordination_weights == weights


def test_without_a_discussion_its_terms_drop_out() -> None:
    config = GameConfig(seed=7, mode=GameMode.SINGLE_GUESSER)
    turns = [played(RED, "sea", 2, RED_WORDS[0], said=())]
    red = compute_episode_metrics(record(*turns, config=config)).red_metrics
    assert (red.discussions, red.avg_discussion_rounds, red.consensus_rate) == (0, None, None)
    assert red.coordination_score == pytest.approx((0.4 * 0.5 + 0.3 * 1) / 0.7)


# Edge cases


def test_episode_with_0_wrong_guesses() -> None:
    metrics = compute_episode_metrics(record(*PERFECT))
    for side in (metrics.red_metrics, metrics.blue_metrics):
        assert (side.wrong_guesses, side.guess_accuracy, side.clue_efficiency) == (0, 1.0, 1.0)


def test_episode_ending_on_turn_1() -> None:
    metrics = compute_episode_metrics(record(played(RED, "sea", 2, "MARBLE", stop=False)))
    assert (metrics.winner, metrics.termination) == (BLUE, Termination.ASSASSIN)
    assert (metrics.turns, metrics.turns_to_win) == (1, 0)
    red, blue = metrics.red_metrics, metrics.blue_metrics
    assert (red.assassin_hit, red.total_guesses, red.wrong_guesses, red.guess_accuracy) == (True, 1, 0, 0.0)
    assert (blue.turns, blue.total_clues, blue.guess_accuracy, blue.coordination_score) == (0, 0, None, None)


def test_episode_with_no_consensus_achieved() -> None:
    said = [("no", False)] * 6
    turns = [played(RED, "sea", 1, RED_WORDS[0], said=said), played(BLUE, "king", 1, BLUE_WORDS[0], said=said)]
    metrics = compute_episode_metrics(record(*turns))
    assert metrics.red_metrics.consensus_rate == metrics.blue_metrics.consensus_rate == 0.0
    assert metrics.red_metrics.avg_discussion_rounds == 3.0


def test_an_empty_record_has_nothing_to_average() -> None:
    metrics = compute_episode_metrics(record())
    assert (metrics.winner, metrics.termination, metrics.turns, metrics.turns_to_win) == (None, None, 0, None)
    assert metrics.red_metrics.avg_clue_number is None


def test_words_that_the_other_team_turns_are_not_cleared_by_the_owner() -> None:
    metrics = compute_episode_metrics(record(played(RED, "sea", 1, BLUE_WORDS[0], stop=False)))
    assert (metrics.red_metrics.opponent_guesses, metrics.blue_metrics.words_cleared) == (1, 0)


def test_an_aborted_game_has_no_winner_and_keeps_its_numbers() -> None:
    aborted = record(played(RED, "sea", 1, RED_WORDS[0]), outcome=Outcome(None, Termination.ABORTED))
    metrics = compute_episode_metrics(aborted)
    assert (metrics.winner, metrics.termination, metrics.turns_to_win) == (None, Termination.ABORTED, None)
    assert metrics.red_metrics.words_cleared == 1


def test_the_events_count_where_the_record_says_otherwise() -> None:
    lie = record(*PERFECT, outcome=Outcome(BLUE, Termination.ASSASSIN), winner=BLUE)
    metrics = compute_episode_metrics(lie)
    assert (metrics.winner, metrics.termination, metrics.outcome_follows) == (RED, Termination.ALL_WORDS, False)
    cut = record(*PERFECT[:2], outcome=Outcome(RED, Termination.ALL_WORDS))
    assert (compute_episode_metrics(cut).winner, compute_episode_metrics(cut).outcome_follows) == (RED, False)
    aborted = record(*PERFECT[:2], outcome=Outcome(None, Termination.ABORTED))
    assert compute_episode_metrics(aborted).outcome_follows
    assert compute_episode_metrics(record(*PERFECT)).outcome_follows


def test_an_unknown_event_counts_nowhere() -> None:
    plain = record(*PERFECT)
    events = list(plain.public_transcript)
    strange = plain.model_copy(update={"public_transcript": [*events[:5], UnknownEvent(type="cheer"), *events[5:]]})
    assert compute_episode_metrics(strange) == compute_episode_metrics(plain)


def test_an_event_that_does_not_follow_is_refused() -> None:
    broken = record(*PERFECT)
    events = broken.public_transcript
    broken = broken.model_copy(update={"public_transcript": [events[0], *events]})
    for timeline in (None, broken.timeline()):
        with pytest.raises(IllegalEvent, match="event 1: a second clue"):
            compute_episode_metrics(broken, timeline=timeline)


def test_a_forfeited_turn_is_counted_and_has_no_clue() -> None:
    red = compute_episode_metrics(record([Pass(team=RED, reason=PassReason.FORFEITED)])).red_metrics
    assert (red.turns, red.forfeited_turns, red.total_clues) == (1, 1, 0)


def test_computing_metrics_does_not_change_the_record() -> None:
    episode = asyncio.run(golden_episode())
    before = episode.to_json()
    assert compute_episode_metrics(episode) == compute_episode_metrics(episode)
    assert episode.to_json() == before


# Who played


async def test_a_ghost_counts_in_no_metric() -> None:
    blue = compute_episode_metrics(await play(team(*WINNING_RED), ghost())).blue_metrics
    assert (blue.is_ghost, blue.ghost_turns) == (True, 2)
    assert (blue.turns, blue.total_clues, blue.total_guesses) == (0, 0, 0)


async def test_a_ghost_that_plays_at_random_counts_in_no_metric() -> None:
    agents = build_team("vector", seed=1), build_team("ghost:random", seed=2)
    episode = await run_episode(GameConfig(seed=3), *agents)
    metrics = compute_episode_metrics(episode)
    blue = metrics.blue_metrics
    assert blue.is_ghost
    assert blue.ghost_turns > 0
    assert (blue.turns, blue.total_clues, blue.total_guesses, blue.discussions) == (0, 0, 0, 0)
    assert blue.ghost_decisions > 0
    assert not metrics.red_metrics.is_ghost


@pytest.mark.parametrize(
    ("kind", "made_by"), [(Player.HUMAN, {"is_human": True}), (Player.FALLBACK, {"is_fallback": True})]
)
def test_turns_of_people_and_substitutes_are_counted_apart_and_can_be_left_out(
    kind: Player, made_by: dict[str, Any]
) -> None:
    turns = [
        played(RED, "sea", 2, *RED_WORDS[:2]),
        played(BLUE, "king", 1),
        played(RED, "horse", 2, NEUTRAL_WORDS[0], stop=False),
    ]
    episode = record(*turns, traces=[clue_trace(1, RED), clue_trace(3, RED, **made_by)])
    red = compute_episode_metrics(episode).red_metrics
    assert (getattr(red, f"{kind}_turns"), getattr(red, f"{kind}_decisions"), red.agent_decisions) == (1, 1, 1)
    assert (red.turns, red.excluded_turns, red.guess_accuracy) == (2, 0, 2 / 3)
    left = compute_episode_metrics(episode, exclude=[kind]).red_metrics
    assert (left.turns, left.excluded_turns, left.guess_accuracy, left.total_clues) == (1, 1, 1.0, 1)
    assert getattr(left, f"{kind}_turns") == 1


def test_without_traces_the_seats_tell_who_played() -> None:
    human = AgentConfig(spec="human")
    changes = [SeatChange(seat=Seat.RED_GUESSER_1, at=5, agent=human)]
    turns = [played(RED, "sea", 1, RED_WORDS[0]), played(BLUE, "king", 1), played(RED, "horse", 1, RED_WORDS[1])]
    red = compute_episode_metrics(record(*turns, seat_changes=changes)).red_metrics
    assert (red.turns, red.human_turns) == (2, 1)


def test_costs_and_tokens_are_sums_of_what_is_known() -> None:
    trace = AgentTrace(
        seat=Seat.RED_CLUER, question=Question.CLUE, turn=1, at=0, tokens_in=10, tokens_out=5, cost_usd=0.5
    )
    traces = [TurnTraces(turn_number=1, team=RED, clue_trace=trace)]
    metrics = compute_episode_metrics(record(played(RED, "sea", 1), traces=traces))
    assert (metrics.red_metrics.tokens_in, metrics.red_metrics.cost_usd) == (10, 0.5)
    assert (metrics.blue_metrics.tokens_in, metrics.blue_metrics.cost_usd) == (None, None)


def test_the_brier_score_holds_stated_chances_against_what_was_found() -> None:
    # 0.8 and both found: 0.04; 0.6 and one of two: 0.36
    turns = [
        played(RED, "sea", 2, *RED_WORDS[:2]),
        played(BLUE, "king", 1),
        played(RED, "horse", 2, RED_WORDS[2]),
    ]
    episode = record(*turns, traces=[clue_trace(1, RED, confidence=0.8), clue_trace(3, RED, confidence=0.6)])
    red = compute_episode_metrics(episode).red_metrics
    assert red.clue_forecasts == 2
    assert red.clue_brier == pytest.approx(0.2)


@pytest.mark.parametrize("chance", [-0.1, 1.5, 95.0])
def test_a_chance_that_is_none_is_no_forecast(chance: float) -> None:
    episode = record(played(RED, "sea", 1, RED_WORDS[0]), traces=[clue_trace(1, RED, confidence=chance)])
    red = compute_episode_metrics(episode).red_metrics
    assert (red.clue_forecasts, red.clue_brier) == (0, None)


def test_clue_numbers_before_and_after_there_was_anything_to_hear() -> None:
    turns = [played(RED, "sea", 3), played(BLUE, "king", 2), played(RED, "horse", 1)]
    metrics = compute_episode_metrics(record(*turns))
    red, blue = metrics.red_metrics, metrics.blue_metrics
    assert (red.avg_clue_number_before_hearing, red.avg_clue_number_after_hearing) == (3.0, 1.0)
    assert (blue.numbered_clues_before_hearing, blue.avg_clue_number_after_hearing) == (0, 2.0)


def test_a_board_is_named_by_its_seed_or_by_its_words() -> None:
    assert compute_episode_metrics(record()).board == "default:7"
    without = compute_episode_metrics(record(config=GameConfig())).board
    assert without.startswith("sha256:")
    other = record(config=GameConfig()).model_copy(update={"board": deal(GameConfig(seed=1))})
    assert compute_episode_metrics(other).board != without


def test_a_team_that_passes_at_will_is_no_ghost() -> None:
    red = compute_episode_metrics(record([*played(RED, "sea", 1, said=AGREED, stop=False), rest(RED)])).red_metrics
    assert (red.is_ghost, red.passed_turns, red.clue_efficiency) == (False, 1, 0.0)
    assert idle().config.label == red.lineup


@pytest.mark.parametrize(("guessers", "rate"), [(("random", "random"), None), (("random", "vector"), 1.0)])
def test_a_consensus_of_agents_that_always_agree_says_nothing(guessers: tuple[str, str], rate: float | None) -> None:
    one, other = (AgentConfig(spec=spec) for spec in guessers)
    team = TeamConfig(cluer=AgentConfig(spec="vector"), guesser_1=one, guesser_2=other)
    game = record(played(RED, "sea", 2, *RED_WORDS[:2]), teams={RED: team, Team.BLUE: team})
    red = compute_episode_metrics(game).red_metrics
    assert (red.consensus_turns, red.discussions, red.consensus_rate) == (1, 1, rate)
    assert red.coordination_score == pytest.approx(1.0)  # all were found, at once
    missed = record(played(RED, "sea", 2, RED_WORDS[0]), teams={RED: team, Team.BLUE: team})
    # efficiency 0.5, accuracy 1: (0.2 + 0.3) / 0.7, or 0.2 + 0.3 + 0.2 + 0.1 where the consensus counts
    expected = 0.5 / 0.7 if rate is None else 0.8
    assert compute_episode_metrics(missed).red_metrics.coordination_score == pytest.approx(expected)
