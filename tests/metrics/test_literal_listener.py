"""Theory of mind as a gain over a literal listener, who takes every clue by its meaning alone."""

from pathlib import Path

import pytest
from tests.bench.benchmarks import offline
from tests.bench.boards_played import game, planned
from tests.games import BOARD, board_of
from tests.metrics.episodes import clue_trace, played, record

from codenames_core.game.config import Team
from codenames_core.game.events import UNLIMITED, Clue, ClueNumber
from codenames_metrics import compute_episode_metrics, run_benchmark
from codenames_metrics.analysis.leaderboard import leaderboard
from codenames_metrics.analysis.scores import SideScore
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.clue_quality import clue_quality, links_of, literal_guesses, literal_recall, literal_recalls
from codenames_metrics.game.episode import TeamMetrics
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.report.report import report_text
from codenames_metrics.report.run_facts import run_facts
from codenames_metrics.statistics.student import student_quantile

RED = Team.RED


def red_metrics(word: str, number: ClueNumber, targets: tuple[str, ...], *picks: str) -> TeamMetrics:
    turns = [played(RED, word, number, *picks)]
    traces = [clue_trace(1, RED, intended_targets=targets)]
    return compute_episode_metrics(record(*turns, traces=traces), literal_listener=True).red_metrics


@pytest.mark.parametrize(
    ("word", "targets", "picks", "literal", "gain"),
    [
        ("sea", ("ISLAND", "ANCHOR"), ("ISLAND", "ANCHOR"), 0.5, 0.5),  # it touches ISLAND and DRAGON
        ("sea", ("ISLAND", "DRAGON"), ("ISLAND",), 1.0, -0.5),
        ("bird", ("FALCON", "DRAGON"), ("FALCON", "DRAGON"), 0.5, 0.5),  # FALCON, and then ORCHID, which is neutral
        ("king", ("DRAGON", "FALCON"), ("DRAGON",), 0.0, 0.5),  # PALACE is blue, so it never comes to DRAGON
    ],
)
def test_the_gain_is_what_guessers_find_less_what_is_nearest(
    word: str, targets: tuple[str, ...], picks: tuple[str, ...], literal: float, gain: float
) -> None:
    red = red_metrics(word, 2, targets, *picks)
    assert (red.literal_listener_score, red.theory_of_mind_gain) == (literal, gain)
    assert (red.literal_listener_clues, red.literal_listener_unknown) == (1, 0)


def test_a_clue_that_the_vectors_do_not_know_is_unknown_and_not_0() -> None:
    red = red_metrics("xqzt", 2, ("ISLAND", "ANCHOR"), "ISLAND")
    assert (red.theory_of_mind_score, red.literal_listener_score, red.theory_of_mind_gain) == (0.5, None, None)
    assert (red.literal_listener_clues, red.literal_listener_unknown) == (0, 1)


def test_a_target_that_the_vectors_do_not_know_makes_the_clue_unknown() -> None:
    board = board_of(" ".join({"ISLAND": "XQZTA+"}.get(word, word + "+-.!"[index]) for word, index in _cards()))
    (turn,) = played_turns(record(played(RED, "sea", 2)))
    assert literal_recall(turn, board, ("XQZTA", "ANCHOR")) is None
    assert literal_recall(turn, board, ("DRAGON", "ANCHOR")) == 0.5


def _cards() -> list[tuple[str, int]]:
    return [(word, ["red", "blue", "neutral", "assassin"].index(BOARD.key[word].value)) for word in BOARD.words]


@pytest.mark.parametrize("number", [0, UNLIMITED])
def test_a_clue_without_a_number_is_no_matter_for_it(number: ClueNumber) -> None:
    red = red_metrics("sea", number, ("ISLAND",), "ISLAND")
    assert (red.theory_of_mind_score, red.theory_of_mind_gain) == (1.0, None)
    assert (red.literal_listener_clues, red.literal_listener_unknown) == (0, 0)


def test_without_targets_or_where_it_is_not_asked_there_is_nothing() -> None:
    assert red_metrics("sea", 2, (), "ISLAND").theory_of_mind_gain is None
    turns = [played(RED, "sea", 2, "ISLAND")]
    plain = compute_episode_metrics(record(*turns, traces=[clue_trace(1, RED, intended_targets=("ISLAND",))]))
    red = plain.red_metrics
    assert (red.theory_of_mind_clues, red.literal_listener_clues, red.theory_of_mind_gain) == (1, 0, None)


@pytest.mark.parametrize("word", ["sea", "bird", "king", "boat", "horse", "stone"])
def test_it_finds_no_more_than_what_is_in_reach(word: str) -> None:
    targets = ("ANCHOR", "DRAGON", "FALCON", "ISLAND")
    for number in (1, 2, 3):
        (turn,) = played_turns(record(played(RED, word, number)))
        quality, found = clue_quality(turn, BOARD), literal_recall(turn, BOARD, targets)
        assert quality is not None
        assert found is not None
        assert 0 <= found * len(targets) <= quality.own_in_reach + 1e-9


def test_the_turns_of_a_game_are_judged_together_as_each_is_alone() -> None:
    (*others, last) = played_turns(
        record(
            played(RED, "sea", 2, "ISLAND", "ANCHOR"),
            played(Team.BLUE, "king", 1, "PALACE"),
            played(RED, "xqzt", 1, "DRAGON"),
            played(Team.BLUE, "sea", UNLIMITED),
            played(RED, "bird", 3),
        )
    )
    asked = [(turn, ("ANCHOR", "DRAGON", "FALCON")) for turn in (*others, last, last)] + [(last, ()), (last, ("XQZT",))]
    together = literal_recalls(asked, BOARD, (*others, last))
    assert together == [literal_recall(turn, BOARD, targets) for turn, targets in asked]
    assert [found is None for found in together] == [False, False, True, True, False, False, True, True]


def test_a_listener_guesses_by_links_and_of_equal_ones_the_first_on_the_board() -> None:
    board = board_of(" ".join({"ISLAND": "XQZTA+", "ANCHOR": "XQZTB+"}.get(w, w + "+-.!"[i]) for w, i in _cards()))
    links, guesses = links_of("sea", board, {"DRAGON"}), literal_guesses(Clue("sea", 25), board, {"DRAGON"})
    assert links is not None
    assert guesses is not None
    assert "DRAGON" not in links
    assert list(guesses) == sorted(links, key=lambda word: (-links[word], board.words.index(word)))


def test_the_gain_of_a_model_has_an_interval_over_boards() -> None:
    gains = [0.0, 0.1, 0.2, 0.5]
    games = [
        game("a", "b", board, "red", scores={RED: _with_gain(gain), Team.BLUE: _with_gain(-gain)})
        for board, gain in enumerate(gains)
    ]
    first, second = leaderboard(games, planned(games)).overall.entries
    # mean 0.2, standard deviation sqrt(0.14 / 3) = 0.21602, half a width of t x 0.10801
    half = student_quantile(0.975, 3) * 0.108012
    assert first.avg_theory_of_mind_gain == pytest.approx(0.2)
    assert first.theory_of_mind_gain_ci == pytest.approx((0.2 - half, 0.2 + half), abs=1e-5)
    assert second.theory_of_mind_gain_ci == pytest.approx((-0.2 - half, -0.2 + half), abs=1e-5)
    on_the_way = leaderboard(games, planned(games, per_cell=10)).overall.entries[0]
    assert (on_the_way.n_theory_of_mind_gain, on_the_way.theory_of_mind_gain_ci) == (4, None)


def _with_gain(gain: float) -> SideScore:
    return SideScore(0.5, 0.5, 0.5, 0.5, theory_of_mind_gain=gain)


async def test_a_run_says_what_its_models_find_beyond_a_literal_listener(tmp_path: Path) -> None:
    config = offline(models=["vector:sharp", "vector:novice"], game_modes=["single_guesser"])
    results = await run_benchmark(config, tmp_path)
    sides = [side for one in results.results for side in (one.metrics.red_metrics, one.metrics.blue_metrics)]
    for entry in results.leaderboard.overall.entries:
        gains = [side.theory_of_mind_gain for side in sides if side.lineup == entry.model]
        known = [gain for gain in gains if gain is not None]
        assert entry.avg_theory_of_mind_gain == pytest.approx(sum(known) / len(known))
    clues = {one.model: one for one in results.leaderboard.clue_numbers}
    assert (
        sum(side.literal_listener_clues for side in sides) == sum(one.known_to_listener for one in clues.values()) > 0
    )
    text = report_text(results.leaderboard, run_facts(Path("nowhere"), Plan(config)))
    assert "| Model | Theory of mind | Gain over a literal listener, 95 % interval | Games |" in text
    assert "| Gain over a literal listener | " in text
    assert "Left out, since the vectors" not in text
    unknown = tuple(one.model_copy(update={"unknown_to_listener": 3}) for one in results.leaderboard.clue_numbers[:1])
    told = report_text(
        results.leaderboard.model_copy(update={"clue_numbers": unknown}), run_facts(Path("nowhere"), Plan(config))
    )
    assert f"clues 3 of {unknown[0].model}." in told
