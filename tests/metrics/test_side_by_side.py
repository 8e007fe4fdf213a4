"""Two games on one board from where they part."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import BOARD, BUSY_BLUE, WINNING_RED, idle, play, team, turn

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.board import Board
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Clue
from codenames_core.support.errors import InputError
from codenames_metrics.game.episode import compute_episode_metrics
from codenames_metrics.game.metric import Better
from codenames_metrics.game.metric_models import TEAM_METRICS
from codenames_metrics.game.side_by_side import COMPARED, Favours, Relation, compare, metric_differences

PARENT = asyncio.run(play(team(*WINNING_RED), team(*BUSY_BLUE)))
OTHER = asyncio.run(play(team(WINNING_RED[0], turn("roof", 1, "MARBLE")), team(*BUSY_BLUE)))


def fork_of(parent: EpisodeRecord, at: int, line: EpisodeRecord) -> EpisodeRecord:
    """The line as a fork says it of itself."""
    return line.model_copy(update={"episode_id": "fork", "parent": Parent(episode_id=parent.episode_id, at=at)})


def first_difference() -> int:
    pairs = zip(PARENT.public_transcript, OTHER.public_transcript, strict=False)
    return next(index for index, (one, other) in enumerate(pairs) if one != other)


def test_two_games_of_one_board_part_at_their_first_difference() -> None:
    comparison = compare(PARENT, OTHER.model_copy(update={"episode_id": "other"}))
    assert comparison.relation is Relation.ONE_BOARD
    assert comparison.branching_point == comparison.first_difference == first_difference()
    assert comparison.turns[0].number == 3
    assert [pair.first[0] for pair in comparison.turns if pair.number == 3] == [Clue("wings", 2, team="red")]
    assert [pair.second[0] for pair in comparison.turns if pair.number == 3] == [Clue("roof", 1, team="red")]


def test_a_fork_parts_where_it_says_even_if_it_went_on_alike() -> None:
    comparison = compare(PARENT, fork_of(PARENT, 2, OTHER))
    assert comparison.relation is Relation.SECOND_IS_FORK
    assert comparison.branching_point == 2
    assert comparison.first_difference == first_difference()
    assert comparison.turns[0].number == 1
    assert compare(fork_of(PARENT, 2, OTHER), PARENT).relation is Relation.FIRST_IS_FORK


def test_a_fork_that_shares_less_than_it_says_parts_where_it_really_does() -> None:
    assert compare(PARENT, fork_of(PARENT, 15, OTHER)).branching_point == min(15, first_difference())


def test_forks_of_one_game_part_where_the_earlier_was_made() -> None:
    comparison = compare(fork_of(PARENT, 5, PARENT), fork_of(PARENT, 3, OTHER))
    assert comparison.relation is Relation.FORKS_OF_ONE
    assert comparison.branching_point == 3


def test_a_game_is_alike_with_itself() -> None:
    comparison = compare(PARENT, PARENT)
    assert comparison.first_difference is None
    assert comparison.turns == ()


def test_each_line_has_the_metrics_of_its_whole_game() -> None:
    comparison = compare(PARENT, OTHER)
    assert comparison.first == compute_episode_metrics(PARENT)
    assert comparison.second == compute_episode_metrics(OTHER)


def test_different_rules_are_named() -> None:
    other = asyncio.run(play(idle(), idle(), GameConfig(max_turns=4, surveillance=False)))
    assert compare(PARENT, other).rules == ("max_turns", "surveillance")


def test_games_on_different_boards_are_refused_with_the_first_card_that_differs() -> None:
    words = {("OTHER" if word == "CANDLE" else word): card for word, card in BOARD.key.items()}
    other = PARENT.model_copy(update={"board": Board(tuple(words), words)})
    with pytest.raises(InputError, match=r"card 3 is CANDLE \(neutral\) in one and OTHER \(neutral\)"):
        compare(PARENT, other)


def test_a_game_that_does_not_follow_is_refused_by_name() -> None:
    broken = PARENT.model_copy(update={"public_transcript": PARENT.public_transcript[1:]})
    with pytest.raises(InputError, match="the second game cannot be measured: event 0"):
        compare(PARENT, broken)


def test_a_difference_favours_the_game_with_the_better_value_where_one_is_better() -> None:
    rows = {row.name: row for row in metric_differences(compare(PARENT, OTHER))[Team.RED]}
    assert tuple(rows) == COMPARED
    assert (rows["words_cleared"].first, rows["words_cleared"].second) == (9, 2)
    assert (rows["words_cleared"].difference, rows["words_cleared"].favours) == (-7, Favours.FIRST)
    assert rows["avg_clue_number"].difference
    assert rows["avg_clue_number"].favours is None  # a style, not a merit


@given(st.integers(0, len(PARENT.public_transcript)))
def test_differences_change_sides_when_the_games_do(length: int) -> None:
    shorter = PARENT.model_copy(update={"public_transcript": PARENT.public_transcript[:length], "episode_id": "short"})
    there = metric_differences(compare(PARENT, shorter))
    back = metric_differences(compare(shorter, PARENT))
    other = {Favours.FIRST: Favours.SECOND, Favours.SECOND: Favours.FIRST, None: None}
    for side in Team:
        for one, two in zip(there[side], back[side], strict=True):
            assert (one.first, one.second, one.favours) == (two.second, two.first, other[two.favours])
            assert one.difference is None or one.difference == -(two.difference or 0)


def test_scores_of_different_kinds_are_not_held_against_each_other() -> None:
    reasoned = compare(PARENT, OTHER)
    red = reasoned.second.red_metrics.model_copy(update={"theory_of_mind_source": "reasoning"})
    other = replace(reasoned, second=reasoned.second.model_copy(update={"red_metrics": red}))
    row = metric_differences(other)[Team.RED][-1]
    assert row.name == "theory_of_mind_score"
    assert row.first is not None
    assert row.second is not None
    assert (row.difference, row.favours) == (None, None)


def test_every_score_of_leaderboards_says_which_value_is_better() -> None:
    assert {metric.better for metric in TEAM_METRICS.values() if metric.score} == {Better.HIGHER}


@given(st.integers(0, len(PARENT.public_transcript)), st.integers(0, len(PARENT.public_transcript)))
def test_the_pairs_hold_every_event_since_the_branching_point_once_and_in_order(length: int, at: int) -> None:
    shorter = PARENT.model_copy(update={"public_transcript": PARENT.public_transcript[:length], "episode_id": "short"})
    comparison = compare(PARENT, fork_of(PARENT, at, shorter))
    begin = comparison.branching_point
    assert begin == min(length, at)
    assert [event for pair in comparison.turns for event in pair.first] == PARENT.public_transcript[begin:]
    assert [event for pair in comparison.turns for event in pair.second] == shorter.public_transcript[begin:]
    assert [pair.number for pair in comparison.turns] == sorted({pair.number for pair in comparison.turns})
