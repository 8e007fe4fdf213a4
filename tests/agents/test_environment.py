"""The game as a PettingZoo environment: PettingZoo's own tests, the key kept from guessers, records that verify."""

import asyncio
import contextlib
import io
import json
import runpy
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from codenames_agents.catalogue import agent_seed, build_agent, build_team, team_seed
from codenames_agents.environment.stepping import PLAYER, SteppedGame
from codenames_core.audit.verify import differences
from codenames_core.files.journal import new_header
from codenames_core.game.agent import Question, Unreadable
from codenames_core.game.board import Board, CardType, deal
from codenames_core.game.config import (
    AgentConfig,
    GameConfig,
    GameMode,
    IllegalCluePolicy,
    Role,
    Seat,
    Team,
    TeamConfig,
)
from codenames_core.game.events import Clue, DiscussionMessage, Pass, PassReason
from codenames_core.play.episode import run_episode
from codenames_core.referee.legality import why_illegal_in

pytest.importorskip("pettingzoo", reason="needs the extra [pettingzoo]")

from codenames_agents.environment import env, raw_env
from codenames_agents.environment.codes import GUESSER_ACTIONS, NO_WORD, ActionCodes
from codenames_agents.environment.observations import CARDS

ENVIRONMENT = TeamConfig.homogeneous(AgentConfig(spec=PLAYER))
WAYS: dict[str, dict[str, Any]] = {
    "six agents": {},
    "text": {"actions": "text", "config": GameConfig(max_turns=6)},
    "four agents": {"guessers": "together"},
    "one guesser": {"config": GameConfig(mode=GameMode.SINGLE_GUESSER)},
    "no assassin, turn limit": {"config": GameConfig(mode=GameMode.NO_ASSASSIN, max_turns=4)},
    "penalty, blind, unheard": {
        "config": GameConfig(illegal_clue=IllegalCluePolicy.PENALTY, blind=True, surveillance=False)
    },
    "with agents of ours": {"players": {"blue": "vector:novice", "red_cluer": "vector:bold"}},
}
EXPECTED_WARNINGS = (
    "Observation is not a NumPy array",  # it is a dictionary of them
    "Observation space for each agent probably should be",
    "Action space for each agent probably should be",
    "We recommend agents to be named",  # ours are named as seats are
    "Agents have different observation space sizes",  # a cluer's holds the key
)


@pytest.mark.parametrize("way", WAYS)
def test_pettingzoos_own_tests_pass(way: str) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    options = WAYS[way]
    with warnings.catch_warnings(record=True) as heard, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        table = env(**options)
        api_test(table, num_cycles=40)
        table.close()
        seed_test(partial(env, **options), 20)
        render_test(partial(env, **options))
    unexpected = {str(one.message) for one in heard if not str(one.message).startswith(EXPECTED_WARNINGS)}
    assert not unexpected


def play(table: Any, seed: int) -> None:
    table.reset(seed=seed)
    for agent in table.agent_iter():
        seen, _, terminated, truncated, _ = table.last()
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(seen.get("action_mask")))


@pytest.mark.parametrize("way", WAYS)
def test_records_verify_and_say_who_won(way: str) -> None:
    table = raw_env(**WAYS[way])
    for agent in table.possible_agents:
        table.action_space(agent).seed(5)
    table.reset(seed=11)
    worth: dict[str, float] = {}
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        over = terminated or truncated
        if over:
            worth[agent] = reward
        table.step(None if over else table.action_space(agent).sample(seen.get("action_mask")))
    record = table.record()
    table.close()
    assert record.outcome is not None
    assert record.board == deal(record.config)
    assert not differences(record)
    assert set(worth) == set(table.possible_agents)
    for agent, reward in worth.items():
        team = Team(agent.partition("_")[0])
        assert reward == (0 if record.winner is None else 1 if record.winner is team else -1)


def test_the_same_agents_play_the_same_game_as_ever() -> None:
    seed, spec = 3, "vector:balanced"
    team = build_team(spec, seed=team_seed(seed))
    usual = asyncio.run(run_episode(GameConfig(seed=seed), team, build_team(spec, seed=team_seed(seed))))
    table = raw_env(players={"red": spec, "blue_guesser_1": spec, "blue_guesser_2": spec}, actions="text")
    cluer = build_agent(spec, Role.CLUER, agent_seed(team.config, Role.CLUER))
    table.reset(seed=seed)
    while not table.terminations["blue_cluer"]:
        clue, _ = asyncio.run(cluer.generate_clue(table.view()))
        table.step(f"CLUE: {clue.word}\nNUMBER: {clue.number}")
    played = table.record()
    table.close()
    clues = [event for event in played.public_transcript if isinstance(event, Clue)]
    assert clues[0] == next(event for event in usual.public_transcript if isinstance(event, Clue))
    assert [event.team for event in clues[:2]] == [Team.RED, Team.BLUE]


def test_only_a_cluers_observation_holds_the_key() -> None:
    table = raw_env()
    table.reset(seed=1)
    for agent in table.possible_agents:
        seen = table.observe(agent)
        assert table.observation_space(agent).contains(seen)
        assert ("key" in seen["observation"]) == agent.endswith("cluer")
    key = table.observe("blue_cluer")["observation"]["key"]
    board = deal(GameConfig(seed=1))
    assert [CARDS[board.key[word]] for word in board.words] == key.tolist()


@settings(max_examples=examples(10), deadline=None)
@given(st.integers(0, 2**31), st.randoms(use_true_random=False))
def test_boards_that_look_alike_to_a_guesser_look_alike_here(seed: int, dice: Any) -> None:
    board = deal(GameConfig(seed=seed))
    cards = list(board.key.values())
    dice.shuffle(cards)
    other = Board(board.words, dict(zip(board.words, cards, strict=True)))
    seen = []
    for one in (board, other):
        table = raw_env(actions="text")
        table.reset(seed=seed)
        table._game = SteppedGame(new_header(GameConfig(seed=seed), ENVIRONMENT, ENVIRONMENT, board=one))
        table._game.answer(Clue("xylographic", 2))
        assert table._game.state.turn.clue
        seen.append((table.observe("red_guesser_1"), table.observe("blue_guesser_2"), table.render(), table.messages()))
    assert _as_json(seen[0]) == _as_json(seen[1])


def _as_json(value: Any) -> str:
    return json.dumps(value, default=lambda array: array.tolist())


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 2**31), st.integers(0, 30))
def test_a_mask_says_what_the_referee_and_the_rules_say(seed: int, steps: int) -> None:
    vocabulary = ("zebra", "quark", *deal(GameConfig(seed=seed)).words[:5], "shipping", "two words", "")
    table = raw_env(vocabulary=vocabulary, config=GameConfig(illegal_clue=IllegalCluePolicy.PENALTY))
    for agent in table.possible_agents:
        table.action_space(agent).seed(seed)
    table.reset(seed=seed)
    for agent in table.agent_iter(steps):
        seen, _, terminated, truncated, info = table.last()
        if terminated or truncated:
            break
        mask, view = seen["action_mask"], table.view()
        if info["question"] == Question.CLUE:
            legal = [why_illegal_in(view, word, 1) is None for word in vocabulary for _ in range(9)]
            assert mask.tolist() == [*map(int, legal), *[0] * 25]
        elif info["question"] == Question.GUESSES:
            assert mask[::2].tolist() == [*(int(word not in view.revealed) for word in view.words), 1]
            assert not mask[1::2].any()
        table.step(table.action_space(agent).sample(mask))


def test_a_refused_answer_is_asked_for_again_and_then_costs_the_turn() -> None:
    table = raw_env(config=GameConfig(max_retries=1))
    table.reset(seed=4)
    on_board = ActionCodes(table._words.words).code_of_clue(deal(GameConfig(seed=4)).words[0], 2)
    table.step(on_board)
    assert table.agent_selection == "red_cluer"
    assert "is on the board" in table.infos["red_cluer"]["refusal"]
    table.step(on_board)
    assert table.agent_selection == "blue_cluer"
    assert table.record().public_transcript[-1] == Pass(team=Team.RED, reason=PassReason.FORFEITED)


def test_numbers_that_are_no_action_of_the_question_are_refused() -> None:
    table = raw_env()
    table.reset(seed=4)
    table.step(10**6)
    assert "is no clue" in table.infos["red_cluer"]["refusal"]
    while table.agent_selection == "red_cluer":
        table.step(int(np.flatnonzero(table.observe("red_cluer")["action_mask"])[0]))
    table.step(-1)
    assert "is none of 0 to" in table.infos["red_guesser_1"]["refusal"]


def test_a_list_of_guesses_is_given_word_by_word_and_recorded_as_one() -> None:
    table = raw_env(config=GameConfig(mode=GameMode.SINGLE_GUESSER), vocabulary=["zebra"])
    table.reset(seed=6)
    board = deal(table.record().config)
    table.step(ActionCodes(["zebra"]).code_of_clue("zebra", 2))
    own = [place for place, word in enumerate(board.words) if board.key[word] is CardType.RED]
    table.step(2 * own[0])
    assert table.agent_selection == "red_guesser_1"
    assert table.observe("red_guesser_1")["observation"]["guesses_left"].tolist() == [2]
    table.step(2 * NO_WORD)
    assert table.agent_selection == "blue_cluer"
    trace = table.record().traces[0].guess_trace
    assert trace is not None
    assert trace.answer == [board.words[own[0]]]
    assert not differences(table.record())


def test_messages_by_number_are_seen_by_number() -> None:
    table = raw_env(vocabulary=["zebra"])
    table.reset(seed=6)
    table.step(1)
    for action in (2 * 7, 2 * NO_WORD + 1, 2 * 3 + 1):
        table.step(action)
    seen = table.observe("blue_guesser_1")["observation"]["messages"].tolist()
    assert seen == [14, 51, 7, -1, -1, -1]
    assert table.agent_selection == "red_guesser_1"
    assert table.infos["red_guesser_1"]["question"] == "guesses"


def test_one_agent_may_answer_for_both_guessers() -> None:
    table = raw_env(guessers="together", vocabulary=["zebra"])
    assert table.possible_agents == ["red_cluer", "red_guessers", "blue_cluer", "blue_guessers"]
    table.reset(seed=6)
    table.step(1)
    table.step(1)
    assert table.agent_selection == "red_guessers"
    table.step(1)
    assert [event.seat for event in table.record().public_transcript[1:] if isinstance(event, DiscussionMessage)] == [
        Seat.RED_GUESSER_1,
        Seat.RED_GUESSER_2,
    ]


def test_a_text_is_read_as_that_of_a_model() -> None:
    table = raw_env(actions="text")
    table.reset(seed=6)
    assert "[system]" in table.observe("red_cluer")["text"]
    table.step("I cannot decide.")
    assert table.infos["red_cluer"]["refusal"]
    assert "Give another answer" in table.observe("red_cluer")["text"]
    table.step("They all swim.\nCLUE: swimming\nNUMBER: 2")
    assert str(table.record().public_transcript[0]) == "swimming 2"
    table.step("It could be many.\nCONSENSUS: YES")
    table.step("I agree.\nCONSENSUS: YES")
    word = deal(GameConfig(seed=6)).words[0]
    table.step(f"GUESSES: {word}")
    assert word in {getattr(event, "word", "") for event in table.record().public_transcript}


def test_seeds_deal_the_boards_that_they_deal_everywhere_and_go_on_from_there() -> None:
    first, second = raw_env(), raw_env()
    boards = []
    for table in (first, second):
        table.reset(seed=9)
        assert table.record().board == deal(GameConfig(seed=9))
        table.reset()
        boards.append(table.record().board)
    assert boards[0] == boards[1] != deal(GameConfig(seed=9))


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"players": {"green": "vector"}}, "no team or seat of this mode"),
        ({"players": {"red": "vector", "blue": "vector"}}, "nobody is left to play"),
        ({"players": {"red": "vector:loud"}}, "loud"),
        ({"render_mode": "rgb_array"}, "one of ansi, human"),
        ({"actions": "words"}, "'index' or 'text'"),
        ({"vocabulary": ["sea", "sea"]}, "holds none twice"),
        ({"vocabulary": ["sea", None]}, "None in the vocabulary is not a word"),
        ({"config": GameConfig(fallback="abort")}, "'forfeit'"),
    ],
)
def test_what_cannot_be_is_refused_by_name(options: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        raw_env(**options).reset(seed=1)


@pytest.mark.parametrize("action", [None, float("nan"), 2.7, "3", b"3", [], np.array([3]), np.float64(3)])
def test_an_action_of_another_type_is_refused_by_its_name_and_changes_nothing(action: Any) -> None:
    table = raw_env()
    table.reset(seed=1)
    before = table.record()
    with pytest.raises(TypeError, match=f"an action is {type(action).__name__}; a whole number is needed"):
        table.step(action)
    assert table.record() == before


@pytest.mark.parametrize("action", [np.int64(3), np.uint8(3), np.array(3)])
def test_a_whole_number_of_numpy_is_an_action(action: Any) -> None:
    tables = [raw_env(), raw_env()]
    for table, number in zip(tables, (action, 3), strict=True):
        table.reset(seed=1)
        table.step(number)
    assert tables[0].record().public_transcript == tables[1].record().public_transcript


def test_a_number_of_thousands_of_digits_is_refused_and_one_out_of_range_is_a_try() -> None:
    table = raw_env()
    table.reset(seed=1)
    with pytest.raises(ValueError, match="bits; the most is 64"):
        table.step(10**5_000)
    table.step(2**60)
    assert "is no clue" in table.infos["red_cluer"]["refusal"]


@pytest.mark.parametrize("action", [None, 3, b"CLUE: zebra\nNUMBER: 2", ["CLUE"]])
def test_a_reply_that_is_not_a_text_is_refused_by_its_name(action: Any) -> None:
    table = raw_env(actions="text")
    table.reset(seed=1)
    with pytest.raises(TypeError, match=f"an action is {type(action).__name__}; a text is needed"):
        table.step(action)


def test_a_reply_without_end_is_a_refused_try_and_is_not_kept_whole() -> None:
    table = raw_env(actions="text", config=GameConfig(max_turns=4))
    table.reset(seed=1)
    table.step("CLUE: zebra\nNUMBER: 2\n" + "x" * 1_000_000)
    assert "the most is 1,000,000" in table.infos["red_cluer"]["refusal"]
    table.step("CLUE: zebra\nNUMBER: 2")
    assert len(table.record().to_json()) < 2_000_000


@pytest.mark.parametrize("seed", [1.5, float("nan"), "3", [1], 2**70, -1])
def test_a_seed_that_deals_no_board_is_refused_by_its_name(seed: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="the seed is "):
        raw_env().reset(seed=seed)


@pytest.mark.parametrize(("player", "what"), [("human", "answer for it with step"), (None, "a text is needed")])
def test_a_player_who_could_never_answer_is_refused(player: Any, what: str) -> None:
    with pytest.raises((TypeError, ValueError), match=what):
        raw_env(players={"red": player})


def test_a_game_that_is_over_asks_nobody() -> None:
    game = SteppedGame(new_header(GameConfig(seed=1, max_turns=1), ENVIRONMENT, ENVIRONMENT))
    for _ in range(4):
        game.answer(Unreadable("nothing"))
    assert game.due is None
    with pytest.raises(RuntimeError, match="over"):
        game.answer(Clue("zebra", 1))
    with pytest.raises(RuntimeError, match="over"):
        game.stop()


def test_an_environment_works_where_a_loop_runs() -> None:
    async def in_a_notebook() -> None:
        table = raw_env(players={"blue": "random"})
        play(table, 2)
        table.close()

    asyncio.run(in_a_notebook())


def test_a_program_may_end_without_closing_its_environment() -> None:
    code = """
from codenames_agents.environment import env

table = env(players={"blue": "random", "red_guesser_1": "vector:balanced"})
table.reset(seed=1)
for agent in table.agents:
    table.action_space(agent).seed(1)  # chance could end the game before
for agent in table.agent_iter(4):
    observation = table.last()[0]
    table.step(table.action_space(agent).sample(observation["action_mask"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_the_example_learns_whom_to_imitate() -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "docs/examples/imitate.py"))
    curve = example["learn"](6)
    assert [style for style, _ in curve[:4]] == ["novice", "noisy", "cautious", "bold"]
    assert {reward for _, reward in curve} <= {-1.0, 0.0, 1.0}


def test_all_actions_of_a_guesser_are_known() -> None:
    assert GUESSER_ACTIONS == 52
