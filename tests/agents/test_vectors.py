"""The words, their vectors, and what agents compute from them."""

import hashlib
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from codenames_agents.offline.belief import Belief, gumbel_noise, pick_places, pool, rank, softmax
from codenames_agents.offline.clue_values import Position, expected_gains, hardest_to_clue, highest_gains, word_costs
from codenames_agents.offline.links import word_links
from codenames_agents.offline.links.dialects import Dialect, dialect
from codenames_agents.offline.links.strength import Doubles, softmax_weights
from codenames_agents.offline.links.vectors import Floats, shipped_vectors
from codenames_agents.offline.links.word_links import links_of_words, space
from codenames_agents.offline.near_words import too_close
from codenames_agents.offline.race import FOUND, NEAR_THE_END, chance_to_win, stakes
from codenames_agents.offline.styles import STYLES, Style
from codenames_agents.offline.vocabulary import shipped_vocabulary
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig
from codenames_core.game.words import default_word_list

BALANCED = STYLES["balanced"]
SHIPPED_WORDS = default_word_list().words
WORDS = deal(GameConfig(seed=1)).words


# --- words


@pytest.mark.parametrize(
    ("package", "name"), [("codenames_agents", "codenames_vectors.bin"), ("codenames_core", "words.txt")]
)
def test_the_notice_names_the_hash_of_what_is_shipped(package: str, name: str) -> None:
    notice = (files("codenames_agents") / "data" / "NOTICE.md").read_text("utf-8")
    shipped = hashlib.sha256((files(package) / "data" / name).read_bytes()).hexdigest()
    assert re.search(rf"`{re.escape(name)}`.*`{shipped}`", notice)


def test_every_shipped_board_word_has_vectors() -> None:
    vocabulary = shipped_vocabulary()
    assert [word for word in SHIPPED_WORDS if vocabulary.row(word) is None] == []


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("ocean", "ocean"),
        ("OCEAN", "ocean"),
        (" Ice   Cream ", "ice cream"),
        ("ｏｃｅａｎ", "ocean"),
        ("pizzas", "pizza"),
        ("hopped", "hop"),
        ("cherries", "cherry"),
        ("zzyzx", None),
        ("", None),
        ("море", None),
    ],
)
def test_a_word_is_found_however_it_is_written(written: str, understood: str | None) -> None:
    vocabulary = shipped_vocabulary()
    row = vocabulary.row(written)
    assert (None if row is None else vocabulary.words[row]) == understood


def test_numpy_stays_out_until_a_vector_agent_is_asked() -> None:
    program = """
import asyncio, sys
from codenames_agents.offline import phrases, styles, talk
from codenames_agents.reading import partner_message
from codenames_agents.catalogue import build_team
from codenames_core.game.config import GameConfig
from codenames_core.play.episode import run_episode
asyncio.run(run_episode(GameConfig(seed=1), build_team("random"), build_team("ghost:random")))
assert "numpy" not in sys.modules, "numpy was loaded for random agents"
team = build_team("vector")
assert "numpy" not in sys.modules, "numpy was loaded before anybody asked"
asyncio.run(run_episode(GameConfig(seed=1), team, build_team("ghost:pass")))
assert "numpy" in sys.modules
"""
    path = [entry for entry in sys.path if entry]
    run = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{program}"], capture_output=True)
    assert run.returncode == 0, run.stderr.decode()


# --- vectors and links


def all_links(words: Sequence[str]) -> Floats:
    """The links of every clue word with some words: blocks x words x clue words."""
    return space(tuple(words)).links_of_rows(slice(None))


def test_links_are_standard_deviations_over_all_clue_words() -> None:
    links = all_links(WORDS)
    assert np.abs(links.mean(axis=2)).max() < 1e-3
    assert np.abs(links.std(axis=2) - 1).max() < 1e-3


def test_dot_products_are_exact() -> None:
    vectors = shipped_vectors()
    for block in vectors.blocks:
        rows = np.asarray(block[::97])
        exact = rows.astype(np.int64) @ rows.astype(np.int64).T
        assert np.array_equal(rows.astype(np.float32) @ rows.astype(np.float32).T, exact.astype(np.float32))
        assert np.abs(exact).max() < 2**24


@given(order=st.permutations(range(25)))
@settings(max_examples=5)
def test_a_words_links_do_not_depend_on_the_words_beside_it(order: Sequence[int]) -> None:
    links, alone = all_links(WORDS), {word: links_of_words([word])[0].strength.tobytes() for word in WORDS}
    shuffled = [WORDS[place] for place in order]
    assert np.array_equal(all_links(shuffled), links[:, list(order), :])
    word_links._known.clear()
    for word, known in zip(shuffled, links_of_words(shuffled), strict=True):
        assert known.strength.tobytes() == alone[word]


def test_only_so_many_words_are_kept_and_those_that_were_used_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_links, "_WORDS_KEPT", 3)
    word_links._known.clear()
    first = links_of_words(["ocean", "king"])[0]
    assert links_of_words(["ocean", "queen", "moon"])[0] is first
    assert [*word_links._known] == ["ocean", "queen", "moon"]


def test_games_on_one_board_share_its_space() -> None:
    assert space(tuple(WORDS[place] for place in range(25))) is space(WORDS)


@pytest.mark.parametrize("clue", ["ocean", "machine", "government"])
def test_any_clues_links_are_computed_as_those_of_clue_words_are(clue: str) -> None:
    board, row = space(WORDS), shipped_vocabulary().rows[clue]
    computed = board.links_of(clue)
    assert computed is not None
    assert np.array_equal(computed, all_links(WORDS)[:, :, row])
    assert np.array_equal(computed, board.links_of_rows(np.array([row]))[:, :, 0])


def test_a_clue_outside_the_clue_words_is_understood_by_its_base_form_or_its_parts() -> None:
    board = space(WORDS)
    oceans, ocean = board.links_of("Oceans"), board.links_of("ocean")
    assert oceans is not None
    assert ocean is not None
    assert np.array_equal(oceans, ocean)
    assert board.links_of("sea-horse") is not None
    assert board.links_of("zzyzx") is None


@pytest.mark.parametrize("words", [WORDS, ("OCEAN", "XQZT", "NEW YORK", "STAR-FISH"), ("XQZT",)])
def test_the_links_of_several_clues_are_those_of_each_to_the_last_bit(words: tuple[str, ...]) -> None:
    board = space(words)
    known = ("ocean", "king", "Oceans", "sea-horse", "ocean")
    alone = [links for clue in known if (links := board.links_of(clue)) is not None]
    assert board.links_of_clues(known).tobytes() == np.stack(alone, axis=-1).tobytes()
    assert board.links_of_clues(()).shape == (3, len(words), 0)


def test_an_unknown_name_lies_between_its_parts() -> None:
    polar_bear = space(("POLAR BEAR", "POLAR", "BEAR", *WORDS[:22]))
    name, one, other = polar_bear.links_of_rows(slice(None))[0, :3]
    assert np.corrcoef(name, one)[0, 1] > 0.6
    assert np.corrcoef(name, other)[0, 1] > 0.6


@pytest.mark.parametrize("word", ["ΩΜΕΓΑ", "银行", "בנק", "zzyzx", "!!!", "7"])
def test_a_board_word_without_vectors_is_as_near_to_every_clue(word: str) -> None:
    links = all_links((word, *WORDS[1:]))
    assert not links[:, 0].any()
    assert np.isfinite(links).all()


# --- dialects


def test_a_dialect_is_standard_normal_and_its_own() -> None:
    one, other = (dialect(key).of_clues(slice(None), WORDS) for key in ("one", "other"))
    assert abs(float(one.mean())) < 0.02
    assert abs(float(one.std()) - 1) < 0.05
    assert abs(float(np.corrcoef(one.ravel(), other.ravel())[0, 1])) < 0.02


def test_a_dialect_says_the_same_of_one_clue_as_of_all_and_knows_unknown_words() -> None:
    words = ("ΩΜΕΓΑ", *WORDS[1:])
    speaker: Dialect = dialect("one")
    row = shipped_vocabulary().rows["ocean"]
    assert np.array_equal(speaker.between("OCEAN", words), speaker.of_clues(slice(None), words)[:, row])
    assert speaker.between("zzyzx", words).all()


# --- clues

numbers = st.lists(st.integers(-20, 50), min_size=8, max_size=8)


FREE = np.zeros(1)


def weights_of(table: Sequence[Sequence[int]], style: Style) -> Doubles:
    """The weights of a few clue words on a board of eight words."""
    return softmax_weights(np.array(table, dtype=np.float32).T / np.float32(10), style.cluer_focus)


def value_by_hand(pull: Sequence[float], position: Position, style: Style, number: int) -> tuple[float, float]:
    """The expected value and chance of a clue for a number, pick by pick."""
    own = sorted((pull[place] for place in position.own), reverse=True)
    opponent_cost = style.opponent_cost if len(position.opponent) > 1 else style.assassin_cost
    costs = (
        (position.opponent, opponent_cost),
        (position.neutral, style.neutral_cost),
        (position.assassin, style.assassin_cost),
    )
    value, reached = 0.0, 1.0
    for found in range(number):
        total = sum(own[found:]) + sum(pull[place] for place in position.harmful)
        loss = sum(pull[place] * cost for places, cost in costs for place in places)
        value += reached * (sum(own[found:]) - loss) / total
        reached *= sum(own[found:]) / total
    return value, reached


@given(table=st.lists(numbers, min_size=1, max_size=4), style=st.sampled_from(sorted(STYLES)))
@settings(max_examples=examples(25))
def test_a_clues_promise_is_the_formulas(table: list[list[int]], style: str) -> None:
    position = Position(own=(0, 3, 5), opponent=(1, 6), neutral=(2, 7), assassin=(4,))
    weights = weights_of(table, STYLES[style])
    promised = expected_gains(weights, FREE, position, STYLES[style], near_the_end=0)
    for clue in range(len(table)):
        pull = weights[:, clue].tolist()
        number = int(promised.number[clue])
        value, chance = value_by_hand(pull, position, STYLES[style], number)
        assert promised.score[clue] == pytest.approx(value)
        assert promised.chance[clue] == pytest.approx(chance)
        for other in range(1, number + 1):
            assert value >= value_by_hand(pull, position, STYLES[style], other)[0] - 1e-9


@given(
    table=st.lists(numbers, min_size=1, max_size=6),
    cards=st.lists(st.sampled_from(("own", "opponent", "neutral", "assassin", "revealed")), min_size=8, max_size=8),
    style=st.sampled_from(sorted(STYLES)),
    near_the_end=st.sampled_from((0, NEAR_THE_END)),
)
@settings(max_examples=examples(100))
def test_no_clue_is_worth_more_than_its_bound(
    table: list[list[int]], cards: list[str], style: str, near_the_end: int
) -> None:
    kinds = ("own", "opponent", "neutral", "assassin")
    own, *others = (tuple(place for place, card in enumerate(cards) if card == kind) for kind in kinds)
    position = Position(own or (0,), *(tuple(place for place in kind if own or place) for kind in others))
    if not position.opponent:
        return  # they have won
    weights, costs = weights_of(table, STYLES[style]), np.arange(len(table)) / 10
    value = expected_gains(weights, costs, position, STYLES[style], near_the_end).score
    assert (value <= highest_gains(weights.astype(np.float32), costs, position, STYLES[style], near_the_end)).all()


def test_an_opponents_last_word_is_shunned_like_the_assassin() -> None:
    weights = weights_of([[30, 25, 0, 0, 0, 0, 0, 0]], BALANCED)
    many = expected_gains(weights, FREE, Position((0,), (1, 2), (3,), ()), BALANCED, near_the_end=0)
    last = expected_gains(weights, FREE, Position((0,), (1,), (2, 3), ()), BALANCED, near_the_end=0)
    assert last.score[0] < many.score[0] - 0.5


def test_who_may_have_no_further_turn_counts_on_weaker_links() -> None:
    weights = weights_of([[30, 12, 10, 0, 0, 0, 0, 0]], BALANCED)
    unhurried, hurried = (
        expected_gains(weights, FREE, Position((0, 1, 2), (3,), (4, 5), (6,)), BALANCED, near_the_end=end)
        for end in (0, 3)
    )
    assert unhurried.number[0] < hurried.number[0] == 3


words_left = st.integers(1, 9)


@given(own=words_left, opponent=words_left)
def test_a_race_is_better_with_fewer_words_to_find_and_more_for_the_others(own: int, opponent: int) -> None:
    assert 0 < chance_to_win(own, opponent) < 1
    assert chance_to_win(own - 1, opponent) > chance_to_win(own, opponent)
    assert chance_to_win(own, opponent - 1) < chance_to_win(own, opponent)


@given(own=words_left, opponent=words_left)
def test_somebody_wins_a_race(own: int, opponent: int) -> None:
    """The chance of the team that waits and that of the team that moves, turn by turn."""
    moves = sum(
        often * (1.0 if found >= own else chance_to_win(own - found, opponent)) for found, often in enumerate(FOUND)
    )
    assert moves + chance_to_win(opponent, own) == pytest.approx(1)
    assert sum(FOUND) == pytest.approx(1)


@given(own=words_left, opponent=words_left, style=st.sampled_from(sorted(STYLES)))
def test_far_from_the_end_a_style_fears_what_it_says_and_near_it_what_costs_the_race(
    own: int, opponent: int, style: str
) -> None:
    at_stake = stakes(own, opponent, STYLES[style])
    assert at_stake.is_near_the_end is (opponent <= NEAR_THE_END)
    assert len(at_stake.gains) == len(at_stake.opponent) == len(at_stake.assassin) == own
    if at_stake.is_near_the_end:
        assert min(at_stake.gains) > 0
        assert all(slip <= loss + 1e-9 for slip, loss in zip(at_stake.opponent, at_stake.assassin, strict=True))
        assert opponent > 1 or at_stake.opponent == at_stake.assassin
    else:
        assert (at_stake.gains[0], at_stake.assassin[0]) == (1.0, STYLES[style].assassin_cost)


def test_the_word_that_no_clue_singles_out_is_the_hardest() -> None:
    weights = weights_of([[40, 0, 0, 10, 0, 0, 0, 0], [0, 0, 0, 15, 0, 40, 0, 0]], BALANCED)
    assert hardest_to_clue(weights, Position((0, 3, 5), (1,), (2,), (4,))) == 3


def test_rare_words_and_names_cost_more() -> None:
    words = shipped_vocabulary().clue_words
    price = dict(zip(words, word_costs(BALANCED).tolist(), strict=True))
    assert price["water"] == 0 < price[words[-1]]
    assert price["paris"] >= BALANCED.proper_noun_cost


def test_pulls_are_whole_numbers_and_grow_with_the_link() -> None:
    pull = softmax_weights(np.linspace(-30, 30, 500, dtype=np.float32), 1.6)
    assert np.array_equal(pull, np.rint(pull))
    assert (np.diff(pull) >= 0).all()
    assert pull.max() * 25 < 2**53


@pytest.mark.parametrize(
    ("clue", "word", "gives_it_away"),
    [
        ("horse", "horseshoe", True),
        ("snowshoe", "shoe", True),
        ("musical", "music", True),
        ("hiking", "hike", False),
        ("poem", "poet", False),
        ("art", "heart", True),
        ("at", "cat", False),
        ("manual", "hand", True),
        ("york", "new york", True),
        ("newyork", "new york", True),
        ("newer", "new york", False),
        ("planet", "star", False),
    ],
)
def test_a_tactful_cluer_does_not_spell_a_word_out(clue: str, word: str, gives_it_away: bool) -> None:
    assert too_close(clue, word, shipped_vocabulary().relatives.get(word, ())) is gives_it_away


# --- beliefs

strengths = st.lists(st.floats(-8, 12, width=32), min_size=25, max_size=25).map(tuple)
open_places = st.sets(st.integers(0, 24), min_size=1).map(lambda places: tuple(sorted(places)))


@given(strengths, strengths, open_places, st.floats(0, 1))
@settings(max_examples=examples(25))
def test_beliefs_sum_to_one_and_leave_out_revealed_words(
    mine: tuple[float, ...], theirs: tuple[float, ...], hidden: tuple[int, ...], trust: float
) -> None:
    own, other = softmax(mine, hidden, 1.2), softmax(theirs, hidden, 1.2)
    for belief in (own, other, pool(own, other, trust)):
        assert sum(belief) == pytest.approx(1)
        assert all(p == 0 for place, p in enumerate(belief) if place not in hidden)
        assert list(rank(belief)) == sorted(rank(belief), key=lambda place: (-round(belief[place], 6), place))


def test_words_that_are_believed_in_alike_to_six_decimals_come_in_board_order() -> None:
    assert rank((0.2, 0.3000001, 0.0, 0.3000002, 0.1999998)) == (1, 3, 0, 4)
    assert rank((0.2, 0.3000011, 0.0, 0.3000022, 0.1999978)) == (3, 1, 0, 4)


@given(strengths, strengths, open_places)
@settings(max_examples=30)
def test_two_who_trust_each_other_alike_come_to_one_belief(
    mine: tuple[float, ...], theirs: tuple[float, ...], hidden: tuple[int, ...]
) -> None:
    own, other = softmax(mine, hidden, 1.2), softmax(theirs, hidden, 1.2)
    assert pool(own, other, 0.5) == pytest.approx(pool(other, own, 0.5))
    assert pool(own, other, 0.0) == pytest.approx(own, abs=1e-6)


@given(strengths, open_places, st.integers(0, 9), st.floats(0, 1))
@settings(max_examples=40)
def test_picks_are_open_words_likeliest_first(
    mine: tuple[float, ...], hidden: tuple[int, ...], count: int, limit: float
) -> None:
    belief = softmax(mine, hidden, 1.2)
    chosen = pick_places(belief, count, limit)
    assert len(set(chosen)) == len(chosen) <= count
    assert set(chosen) <= set(hidden)
    assert bool(chosen) is (count > 0)


def test_picking_stops_where_the_next_word_is_too_unlikely() -> None:
    belief: Belief = (0.9, 0.06, 0.02, 0.02)
    assert pick_places(belief, 3, 0.0) == (0, 1, 2)
    assert pick_places(belief, 3, 0.65) == (0,)
    assert pick_places(belief, 3, 0.55) == (0, 1)


def test_hunches_draw_words_as_often_as_they_are_believed_in() -> None:
    belief: Belief = (0.5, 0.3, 0.2)
    rng = Random(7)
    drawn = [0, 0, 0]
    for _ in range(2000):
        weights = [np.log(p) + h for p, h in zip(belief, gumbel_noise(3, 1.0, rng), strict=True)]
        drawn[int(np.argmax(weights))] += 1
    assert [count / 2000 for count in drawn] == pytest.approx(belief, abs=0.03)
    assert gumbel_noise(3, 0.0, rng) == (0, 0, 0)


# --- styles


def test_every_style_says_what_it_is_in_one_sentence() -> None:
    assert list(STYLES) == ["sharp", "bold", "balanced", "cautious", "noisy", "novice", "stranger"]
    for name, style in STYLES.items():
        assert style.name == name
        assert style.description.endswith(".")
        assert style.description.count(".") == 1
