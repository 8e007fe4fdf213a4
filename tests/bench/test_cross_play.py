"""Cross-play: every cluer with every guesser, what is found in it, and where it is shown."""

import json
import random
from pathlib import Path

import pytest
from benchmarks.honest_cross_play import (
    REFERENCE,
    against_reference,
    first_by_chance,
    found_in,
    pairs_found,
    premium_claimed,
    with_reference,
)
from benchmarks.honest_ratings import ONE_ROLE
from benchmarks.simulated_runs import Truth, played
from tests.bench.benchmarks import offline
from tests.bench.benchmarks import played as run

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.cross.cross_play import cross_play
from codenames_metrics.analysis.scores import Score
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.combos import Composition, Lineup
from codenames_metrics.report.results import read_plan
from codenames_tui.benchmark.results_screen import TABS, first_view, read_results
from codenames_tui.benchmark.views.cross_play import cross_play as view
from codenames_tui.benchmark.views.cross_play import matrix_lines
from codenames_tui.benchmark.views.leaderboard import leaderboard
from codenames_tui.benchmark.views.results import Filter
from codenames_tui.ui.lines.lines import UNICODE

NULL = Truth({"X": 0.5, "Y": 0.0, "Z": -0.5}, {"X": -0.4, "Y": 0.4, "Z": 0.0})
CELLS = against_reference("XY")


def by_hand(won: dict[tuple[str, str], str]) -> list[Score]:
    """Games of two models against the reference on one board each letter: `W` where the pair won both sides."""
    games = []
    for board in range(len(next(iter(won.values())))):
        for cell in CELLS:
            red = cell.combo.red.cluer != REFERENCE
            pair = (cell.combo.red if red else cell.combo.blue).models[:2]
            is_won = won[pair][board] == "W"
            games.append(Score(cell, f"w:{board}", Team.RED if is_won is red else Team.BLUE, Team.RED, {}))
    return games


def test_a_cluer_counts_with_the_same_partners_as_all_others() -> None:
    games = by_hand({("X", "X"): "WWWL", ("X", "Y"): "WLLL", ("Y", "X"): "WWLL", ("Y", "Y"): "LLLL"})
    found = found_in(games, CELLS, 4)
    cluers, guessers = found.roles
    assert [(one.model, one.win_rate) for one in cluers.entries] == [("X", 0.5), ("Y", 0.25)]
    assert [(one.model, one.win_rate) for one in guessers.entries] == [("X", 0.625), ("Y", 0.125)]
    best = cluers.entries[0]
    assert (best.with_itself, best.with_others, best.worst_partner, best.worst_win_rate) == (0.75, 0.25, "Y", 0.25)
    pair = found.pair("X", "Y")
    assert pair is not None
    assert (pair.games, pair.wins, pair.win_rate, pair.is_resolved) == (8, 2, 0.25, None)
    assert (found.against, found.held_out, found.boards, found.interaction_p_value) == ("R", (), 4, None)


def test_no_pair_is_expected_to_fit_where_all_parts_add_up() -> None:
    games = played(random.Random(3), against_reference("XYZ"), 30, with_reference(NULL))
    found = found_in(games, against_reference("XYZ"), 30)
    for role in ("cluers", "guessers"):
        models = getattr(found, role)
        for model in models:
            rates = [one for one in found.pairs if model == (one.cluer if role == "cluers" else one.guesser)]
            # what is expected adds up to what came, for each cluer and each guesser: the score equations
            assert sum((one.win_rate or 0) - (one.expected or 0) for one in rates) == pytest.approx(0, abs=1e-4)


def test_until_the_end_nothing_is_tested_and_intervals_are_of_boards_that_are_over() -> None:
    games = by_hand({("X", "X"): "W" * 30, ("X", "Y"): "W" * 30, ("Y", "X"): "L" * 30, ("Y", "Y"): "L" * 30})
    planned = PlannedGames(CELLS, dict.fromkeys(CELLS, 40), per_board=1)
    found = cross_play(games[:-1], planned, None, final=False)
    assert found is not None
    assert (found.premium.p_value, found.premium.interval, found.interaction_p_value) == (None, None, None)
    assert [one.boards for one in found.roles[0].entries] == [29, 29]
    assert found.roles[0].comparisons[0].is_resolved
    assert [one.rank for one in found.roles[0].entries] == [1, 2]


def test_models_that_are_held_out_are_partners_and_have_no_place() -> None:
    own = Lineup("Z", "Z", "Z")
    cells = [cell for cell in against_reference("XYZ") if own not in (cell.combo.red, cell.combo.blue)]
    found = found_in(played(random.Random(1), cells, 10, with_reference(NULL)), cells, 10)
    assert found.held_out == ("Z",)
    assert {one.model for one in found.roles[0].entries} == {"X", "Y"}
    with_z = found.pair("X", "Z")
    entry = next(one for one in found.roles[0].entries if one.model == "X")
    assert with_z is not None
    assert entry.with_held_out == with_z.win_rate


def test_the_best_cluer_is_found_whoever_guesses_best() -> None:
    found = pairs_found(ONE_ROLE, boards=100, runs=8)
    assert found.first == 8
    assert found.wrong == 0


def test_a_premium_and_a_fit_that_are_there_are_found() -> None:
    assert pairs_found(NULL, boards=60, runs=4, premium=1.2).premium == 4
    assert pairs_found(NULL, boards=60, runs=4, fits={("X", "Y"): 2.0}).interaction == 4


def test_of_pairs_that_only_add_up_little_is_claimed() -> None:
    found = pairs_found(NULL, boards=30, runs=24)
    assert found.premium <= 4  # more than 4 of 24 at 5 % have a chance of 1 in 200
    assert found.interaction <= 4


def test_a_premium_that_is_none_is_claimed_in_no_more_than_5_per_cent() -> None:
    """Few simulations; `benchmarks.honest_cross_play` has many, and docs/statistics.md their figures."""
    assert premium_claimed(NULL, boards=25, runs=60) <= 8  # more than 8 of 60 at 5 % have a chance of 1 in 400
    assert premium_claimed(NULL, boards=25, runs=20, taste=0.6) <= 4


def test_over_a_reference_team_the_better_cluer_leads_by_as_much_as_in_truth() -> None:
    truth, on_average, deviation = first_by_chance(ONE_ROLE, boards=40, runs=16)
    assert truth == pytest.approx(0.0607, abs=1e-4)
    assert abs(on_average - truth) < 3 * deviation / 4  # three standard errors


def test_teams_that_never_meet_the_same_teams_have_no_cross_play() -> None:
    cells = [cell for cell in CELLS if cell.combo.composition is not Composition.CROSS]
    assert cross_play([], PlannedGames(cells, {}), None, final=True) is None


async def test_cross_play_is_in_the_report_on_the_screen_and_in_the_data(tmp_path: Path) -> None:
    config = offline(
        models=["random", "vector:novice"],
        team_compositions=["cross"],
        against="vector:sharp",
        game_modes=["standard"],
        max_turns=50,
    )
    await run(config, tmp_path)
    report = (tmp_path / "report.md").read_text()
    assert "### All modes: against vector:sharp" in report
    assert "#### Best guesser with equal partners" in report
    assert "**Playing with oneself** is worth" in report
    role = report[report.index("### Best cluer, all modes") :]
    assert "Clue efficiency" in role[: role.index("### Best guesser")]
    tree = json.loads((tmp_path / "leaderboard.json").read_text())["cross"][0]
    assert [(one["cluer"], one["guesser"], one["games"]) for one in tree["pairs"]] == [
        (cluer, guesser, 4) for cluer in config.models[:2] for guesser in config.models[:2]
    ]
    results = read_results(tmp_path)
    shown = view(results.board, read_plan(tmp_path), Filter(mode=GameMode.STANDARD), UNICODE, 100)
    assert shown.title.startswith("Cross-play against vector:sharp")
    assert shown.count == 2
    behind = shown.behind(0)
    assert behind is not None
    assert len(behind.cells) == 4
    assert len(matrix_lines(results.board.cross[0], 100, UNICODE)) == 3
    tab, chosen = first_view(results.board)
    assert TABS[tab] == "cross-play"  # no team of one model is ranked overall
    assert leaderboard(results.board, read_plan(tmp_path), chosen, UNICODE).count == 2
