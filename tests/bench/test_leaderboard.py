"""Leaderboards: ranked by wins, ties by coordination, roles apart, and nothing claimed that the boards cannot show."""

import random
from pathlib import Path

import pytest
from tests.bench.benchmarks import derived, offline, played
from tests.bench.boards_played import board_of, cell, game, planned, round_robin

from codenames_core.game.config import GameMode, Team
from codenames_metrics import run_benchmark
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, leaderboard
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import read_tally, write_artefacts
from codenames_metrics.report.report import report_text
from codenames_metrics.report.run_facts import run_facts
from codenames_metrics.statistics.proportions import wilson_interval

STANDARD, SINGLE = GameMode.STANDARD, GameMode.SINGLE_GUESSER


def test_ranks_models_correctly_by_win_rate() -> None:
    board = board_of(round_robin({"weak": 1, "strong": 36, "middle": 6}, 60))
    assert [(one.rank, one.model) for one in board.overall.entries] == [(1, "strong"), (2, "middle"), (3, "weak")]
    rates = [one.win_rate or 0.0 for one in board.overall.entries]
    assert rates == sorted(rates, reverse=True)
    assert all(one.games == 240 == one.planned for one in board.overall.entries)


def test_models_that_cannot_be_told_apart_share_a_rank() -> None:
    board = board_of(round_robin({"a": 10, "b": 11, "weak": 1}, 60))
    assert sorted((one.model, one.rank) for one in board.overall.entries) == [("a", 1), ("b", 1), ("weak", 3)]
    (close,) = (one for one in board.overall.comparisons if {one.first, one.second} == {"a", "b"})
    assert close.is_resolved is False


def test_ties_are_listed_by_name_and_not_by_a_score() -> None:
    talk = {Team.RED: SideScore(0.6, 0.5, 0.5, None), Team.BLUE: SideScore(0.9, 0.5, 0.5, None)}
    back = {Team.RED: talk[Team.BLUE], Team.BLUE: talk[Team.RED]}
    games = [game("a", "z", 1, "red", scores=talk), game("z", "a", 1, "red", scores=back)]
    board = board_of(games)
    assert [(one.order, one.model, one.win_rate, one.avg_coordination_score) for one in board.overall.entries] == [
        (1, "a", 0.5, 0.6),
        (2, "z", 0.5, 0.9),
    ]


def test_the_order_stands_apart_from_who_can_be_told_apart() -> None:
    board = board_of(round_robin({"a": 10, "b": 11, "weak": 1}, 60))
    assert [(one.order, one.rank, one.not_told_apart) for one in board.overall.entries] == [
        (1, 1, (board.overall.entries[1].model,)),
        (2, 1, (board.overall.entries[0].model,)),
        (3, 3, ()),
    ]


def test_below_20_boards_nobody_is_ranked() -> None:
    games = [game("a", "b", board, "red") for board in range(19)]
    assert {(one.rank, one.not_told_apart) for one in board_of(games).overall.entries} == {(None, ())}
    more = board_of([*games, game("a", "b", 19, "red")])
    assert [one.rank for one in more.overall.entries] == [1, 2]


def test_two_that_differ_by_less_than_the_margin_are_called_alike() -> None:
    # each wins one of the two games on nearly every board
    games = [game(*sides, board, "red") for board in range(60) for sides in (("a", "b"), ("b", "a"))]
    (pair,) = board_of(games).overall.comparisons
    assert (pair.is_resolved, pair.is_equivalent, pair.margin) == (False, True, 0.1)
    assert 0 < (pair.not_excluded or 1) < 0.1
    few = board_of(games[:60]).overall.comparisons[0]
    assert (few.is_resolved, few.is_equivalent) == (False, False)


def test_measures_are_compared_board_by_board() -> None:
    dice, games = random.Random(2), []
    for board in range(30):
        for red, blue in (("a", "b"), ("b", "a")):
            sides = [SideScore(None, 0.7 + 0.1 * (one == "a") + dice.gauss(0, 0.05), None, None) for one in (red, blue)]
            games.append(
                game(red, blue, board, dice.choice(("red", "blue")), scores=dict(zip(Team, sides, strict=True)))
            )
    (measure,) = board_of(games).overall.measures
    (pair,) = measure.comparisons
    assert (measure.measure, pair.boards, pair.is_resolved) == ("clue_efficiency", 30, True)
    assert pair.difference == pytest.approx(0.1 if pair.first == "a" else -0.1, abs=0.03)


def test_confidence_intervals_computed_correctly() -> None:
    games = [game("a", "b", board, "red" if board % 5 else "blue") for board in range(100)]
    first, second = board_of(games).overall.entries
    assert (first.model, first.wins, first.games, first.effective_games) == ("a", 80, 100, 100.0)
    # z = 1.96: centre (0.8 + 0.0192) / 1.0384, half 1.96 / 1.0384 x sqrt(0.8 x 0.2 / 100 + 3.8415 / 40,000)
    assert first.win_rate_ci
    assert [round(end, 4) for end in first.win_rate_ci] == [0.7112, 0.8666]
    assert second.win_rate_ci == wilson_interval(20, 100)


def test_games_on_one_board_widen_the_interval() -> None:
    games = [game("a", "b", board, "red" if board % 2 else "blue") for board in range(40) for _ in range(5)]
    (first, _) = board_of(games).overall.entries
    assert (first.games, first.boards, first.effective_games) == (200, 40, 40.0)
    assert first.win_rate_ci == wilson_interval(20, 40)


def test_detects_known_difference() -> None:
    games = [game("a", "b", board, "red") for board in range(30)] + [
        game("b", "a", board, "blue") for board in range(30)
    ]
    board = board_of(games)
    assert [(one.model, one.rank, one.win_rate) for one in board.overall.entries] == [("a", 1, 1.0), ("b", 2, 0.0)]
    (pair,) = board.overall.comparisons
    assert (pair.difference, pair.p_value, pair.first_better, pair.second_better) == (1.0, None, 30, 0)
    assert pair.is_resolved
    assert pair.p_value_adjusted == 2 * 0.5**30


def _ranked(board: Leaderboard) -> set[str]:
    """Everybody whose name stands in any table of a leaderboard but the count of its games."""
    models = {entry.model for view in board.views for entry in view.entries}
    lineups = {entry.lineup for view in board.compositions for entry in view.entries}
    pairs = {name for pair in board.head_to_head for name in (pair.first, pair.second)}
    rated = {rating.model for ratings in board.ratings for rating in ratings.models}
    gains = {gain.model for gain in board.discussion}
    compared = {name for view in board.views for pair in view.comparisons for name in (pair.first, pair.second)}
    return models | lineups | pairs | rated | gains | compared


@pytest.mark.parametrize("ghost", ["ghost:pass", "ghost:random", "a ghost:random ghost:random", "ghost:pass a a"])
def test_a_ghost_is_ranked_nowhere_and_games_with_one_change_no_win_rate(ghost: str) -> None:
    modes = (STANDARD, SINGLE)
    games = [one for mode in modes for one in round_robin({"a": 3, "b": 2}, 12, modes=[mode])]
    plain = board_of(games)
    solo = [game("a", ghost, board, "red", mode) for mode in modes for board in range(12)]
    solo += [game(ghost, "b", board, "red", mode) for mode in modes for board in range(12)]
    board = board_of([*games, *solo])
    assert not any("ghost" in name for name in _ranked(board))
    assert [(one.model, one.wins, one.games, one.ghost_games) for one in board.overall.entries] == [
        (one.model, one.wins, one.games, 24 if " " not in ghost else 0) for one in plain.overall.entries
    ]
    assert (board.head_to_head, board.ratings) == (plain.head_to_head, plain.ratings)
    assert (board.starting_side, board.overall.comparisons) == (plain.starting_side, plain.overall.comparisons)
    assert board.ghosts == tuple({name for name in ghost.split() if name.startswith("ghost")})
    assert board.ghost_games == 48


def test_a_mirror_is_in_no_win_rate_but_in_every_other_measure() -> None:
    good = SideScore(1.0, 1.0, 1.0, 1.0)
    games = [game("a", "b", 1, "red"), game("a", "a", 1, "blue", scores={Team.RED: good, Team.BLUE: good})]
    first = board_of(games).overall.entries[0]
    assert (first.model, first.games, first.wins, first.mirror_games, first.planned) == ("a", 1, 1, 2, 1)
    assert first.avg_coordination_score == pytest.approx(2.5 / 3)
    assert first.n_coordination_score == 3
    only = board_of(games[1:])
    assert [(one.win_rate, one.win_rate_ci, one.rank) for one in only.overall.entries] == [(None, None, None)]
    assert (only.head_to_head, only.ratings) == ((), ())


def test_role_specific_views_filter_correctly() -> None:
    cluing = SideScore(None, 0.8, 0.3, None)
    scores = {Team.RED: cluing, Team.BLUE: SideScore(None, 0.2, 0.6, None)}
    board = board_of([game("a b b", "c d d", 1, "red", scores=scores), game("c d d", "a b b", 1, "blue")])
    assert board.overall.entries == ()
    cluers = {one.model: one for one in board.cluer.entries}
    guessers = {one.model: one for one in board.guesser.entries}
    assert (set(cluers), set(guessers)) == ({"a", "c"}, {"b", "d"})
    assert (cluers["a"].win_rate, cluers["c"].win_rate, guessers["b"].win_rate) == (1.0, 0.0, 1.0)
    assert (cluers["a"].avg_clue_efficiency, cluers["a"].avg_guess_accuracy) == (0.65, None)
    assert (guessers["d"].avg_clue_efficiency, guessers["d"].avg_guess_accuracy) == (None, 0.55)
    assert {one.role for one in board.cluer.entries} == {BoardRole.CLUER}
    (mixed,) = board.compositions
    assert [one.lineup for one in mixed.entries] == ["a + b + b", "c + d + d"]


def test_a_result_says_nothing_of_a_role_that_one_model_has_on_both_sides() -> None:
    board = board_of([game("a b b", "a c c", 1, "red")])
    assert [(one.model, one.games, one.mirror_games) for one in board.cluer.entries] == [("a", 0, 2)]
    assert [(one.model, one.wins, one.games) for one in board.guesser.entries] == [("b", 1, 1), ("c", 0, 1)]


def test_both_guessers_are_credited_once_and_an_empty_seat_never() -> None:
    talking = board_of([game("a a b", "c c c", 1, "red")])
    assert {one.model: one.wins for one in talking.guesser.entries} == {"a": 1, "b": 1, "c": 0}
    alone = board_of([game("a b b", "c c d", 1, "red", SINGLE)])
    assert {one.model for one in alone.guesser.entries} == {"b", "c"}


def test_each_mode_has_views_of_its_own_where_there_are_several() -> None:
    games = [game("a", "b", 1, "red"), game("a", "b", 1, "blue", SINGLE)]
    board = board_of(games)
    assert [(view.mode, view.role) for view in board.by_mode] == [
        (mode, role) for mode in (STANDARD, SINGLE) for role in BoardRole
    ]
    assert [view.entries[0].model for view in board.by_mode if view.role is BoardRole.OVERALL] == ["a", "b"]
    assert board_of(games[:1]).by_mode == ()


def test_who_gains_from_discussion_is_found_board_by_board() -> None:
    games = []
    for number in range(30):
        games += [game("talker", "loner", number, "red"), game("loner", "talker", number, "blue")]
        games += [game("talker", "loner", number, "blue", SINGLE), game("loner", "talker", number, "red", SINGLE)]
    gains = [one for one in board_of(games).discussion if one.measure == "win_rate"]
    assert [(one.model, one.standard, one.single_guesser, one.comparison.difference) for one in gains] == [
        ("talker", 1.0, 0.0, 1.0),
        ("loner", 0.0, 1.0, -1.0),
    ]
    assert all(one.comparison.is_resolved for one in gains)
    assert board_of(games[:2]).discussion == ()


def test_head_to_head_takes_both_sides_of_a_board_together() -> None:
    games = [game("a", "b", 1, "red"), game("b", "a", 1, "red"), game("a", "b", 2, "red"), game("b", "a", 2, None)]
    (pair,) = board_of(games).head_to_head
    assert (pair.games, pair.first_wins, pair.second_wins, pair.undecided) == (4, 2, 1, 1)
    assert (pair.first_wins_as_red, pair.games_as_red) == (2, 2)
    compared = pair.comparison
    assert (compared.boards, compared.first_better, compared.second_better, compared.difference) == (2, 1, 0, 0.5)


def test_the_win_rate_of_a_pair_leaves_out_one_half_where_the_two_differ_and_only_there() -> None:
    games = round_robin({"a": 3, "b": 2, "c": 2, "d": 1}, 24) + round_robin({"a": 3, "b": 2}, 24, modes=(SINGLE,))
    verdicts = set()
    for pair in board_of(games).head_to_head:
        interval = pair.simultaneous_interval
        assert interval
        assert 0 <= interval.low <= (pair.win_rate or 0) <= interval.high <= 1
        assert (interval.low > 0.5 or interval.high < 0.5) == pair.comparison.is_resolved
        verdicts.add(pair.comparison.is_resolved)
    assert verdicts == {True, False}


def test_the_side_that_moves_first_is_told_apart_for_mirrors() -> None:
    games = [game("a", "b", 1, "red"), game("b", "a", 1, "red"), game("a", "a", 1, "blue"), game("b", "b", 1, None)]
    found = board_of(games).starting_side
    assert [(one.mirrors, one.wins, one.games) for one in found] == [(False, 2, 2), (True, 0, 1)]


# What is missing


def test_an_interim_leaderboard_has_intervals_that_hold_at_any_time_and_no_p_values() -> None:
    games = round_robin({"a": 3, "b": 3, "weak": 1}, 30)
    board = leaderboard(games, planned(games, per_cell=40))
    assert (board.interim, board.tested, board.planned, board.finished) == (True, False, 240, 180)
    final = board_of(games)
    for one, other in zip(board.overall.comparisons, final.overall.comparisons, strict=True):
        assert (one.is_final, one.p_value, one.p_value_adjusted, one.detectable) == (False, None, None, None)
        assert (one.boards, one.difference) == (other.boards, other.difference)
        for so_far, at_the_end in ((one.interval, other.interval), (one.simultaneous_interval, other.interval)):
            assert so_far is not None
            assert at_the_end is not None
            assert so_far.low < at_the_end.low < at_the_end.high < so_far.high
    for entry in board.overall.entries:
        assert entry.win_rate_ci is not None
        assert entry.win_rate_simultaneous_ci is not None
        assert entry.win_rate is not None
        assert entry.win_rate_simultaneous_ci.low < entry.win_rate_ci.low < entry.win_rate < entry.win_rate_ci.high
    assert all(one.interval is None for measure in board.overall.measures for one in measure.comparisons)
    assert {rating.strength_ci for rated in board.ratings for rating in rated.models} == {None}
    assert {side.win_rate_ci for side in board.starting_side} == {None}


def test_nobody_is_ranked_on_the_way_before_the_intervals_tell_two_apart() -> None:
    ranks = []
    for boards in (19, 25, 150):
        games = round_robin({"a": 2, "b": 2, "weak": 1}, boards)
        board = leaderboard(games, planned(games, per_cell=200))
        ranks.append({one.model: one.rank for one in board.overall.entries})
        pairs = {frozenset({one.first, one.second}): one for one in board.overall.comparisons}
        assert pairs[frozenset("ab")].is_resolved is (None if boards < 20 else False)
    assert ranks == [*(2 * [dict.fromkeys(("a", "b", "weak"))]), {"a": 1, "b": 1, "weak": 3}]


def test_a_board_counts_on_the_way_once_no_game_is_left_on_it() -> None:
    games = [game(*sides, board, "red") for board in range(30) for sides in (("a", "b"), ("b", "a"))]
    short = [*games, game("a", "b", 30, "red"), game("a", "b", 31, None)]  # short games end first
    plan = planned(short, per_cell=50, given_up={cell("b", "a"): 1})
    gone = {(one, board.replace("given up", "31")): count for (one, board), count in plan.given_up.items()}
    board = leaderboard([*short, game("a", "b", 32, "blue")], plan._replace(given_up=gone))
    assert [one.boards for one in board.overall.entries] == [32, 32]
    assert {one.boards for one in board.overall.comparisons} == {one.comparison.boards for one in board.head_to_head}
    (pair,) = board.head_to_head
    assert (pair.comparison.boards, pair.comparison.difference, pair.first_wins) == (30, 0.0, 31)
    unknown = leaderboard(games, planned(games, per_cell=50, per_board=0))
    assert (unknown.overall.comparisons[0].boards, unknown.overall.entries[0].win_rate_ci) == (0, None)


def test_games_that_were_given_up_end_the_waiting_but_are_missed() -> None:
    games = [game("a", "b", board, "red") for board in range(30)]
    board = leaderboard(games, planned(games, per_cell=40, given_up={games[0].cell: 10}))
    assert (board.interim, board.tested, board.given_up) == (True, True, 10)
    first, second = board.overall.entries
    assert (first.win_rate, first.win_rate_missing_lost, first.given_up) == (1.0, 0.75, 10)
    assert (second.rank, second.win_rate_missing_lost) == (2, 0.0)
    assert not first.order_depends_on_missing


def test_an_order_that_depends_on_missing_games_is_marked() -> None:
    # a won 6 of 10 and misses ten games against c; b won 11 of 20
    games = [game("a", "d", board, "red" if board < 6 else "blue") for board in range(10)]
    games += [game("b", "d", board, "red" if board < 11 else "blue") for board in range(20)]
    board = leaderboard(games, planned(games, given_up={cell("a", "c"): 10}))
    marked = {one.model: one.order_depends_on_missing for one in board.overall.entries}
    assert marked["a"]
    assert marked["b"]
    undecided = board_of([*games, *(game("a", "d", board, None) for board in range(10, 20))])
    found = {one.model: one for one in undecided.overall.entries}
    assert (found["a"].undecided, found["a"].win_rate_missing_lost) == (10, 0.3)
    assert found["a"].order_depends_on_missing


def test_nothing_played_yet_has_a_leaderboard_all_the_same() -> None:
    plan = Plan(offline())
    board = leaderboard([], planned([], given_up=dict.fromkeys(plan.cells, 0), per_cell=2))
    assert (board.finished, board.interim, board.ratings) == (0, True, ())
    assert [(one.win_rate, one.rank) for one in board.overall.entries] == [(None, None)] * 2
    assert "NaN" not in board.text()


# The same games, the same bytes


def test_the_order_of_games_changes_no_byte() -> None:
    games = round_robin({"a": 3, "b": 2, "c": 1}, 12, modes=(STANDARD, SINGLE))
    plan = planned(games)
    shuffled = random.Random(4).sample(games, len(games))
    assert leaderboard(games, plan).text() == leaderboard(shuffled, plan).text()


async def test_clues_are_counted_by_number_for_each_cluer(tmp_path: Path) -> None:
    results = await run_benchmark(offline(), tmp_path)
    counted = {one.model: one for one in results.leaderboard.clue_numbers}
    assert list(counted) == offline().models
    for model, one in counted.items():
        sides = [
            result.metrics.of(team)
            for result in results.results
            for team in Team
            if (result.model_combo.red if team is Team.RED else result.model_combo.blue).cluer == model
        ]
        assert one.clues == sum(side.total_clues for side in sides) == sum(one.counts.values()) > 0
        assert one.counts["two_clues"] == sum(side.two_clues for side in sides)
    text = report_text(results.leaderboard, run_facts(Path("nowhere"), Plan(offline())))
    assert "## Clues by number (exploratory)" in text


async def test_copies_of_one_agent_are_the_noise_floor_of_a_report(tmp_path: Path) -> None:
    config = offline(
        models=["twin"],
        model={"twin": {"spec": "vector:novice", "replicas": 2}},
        game_modes=["single_guesser"],
        seeds="0..19",
    )
    results = await run_benchmark(config, tmp_path)
    (pair,) = results.leaderboard.overall.comparisons
    assert (pair.first, pair.second, pair.boards) == ("twin", "twin-2", 20) or pair.first == "twin-2"
    assert pair.first_better + pair.second_better > 0  # they do not play alike
    text = report_text(results.leaderboard, run_facts(Path("nowhere"), Plan(config)))
    floor = text.partition("## Noise floor: an agent against its copies")[2].partition("\n## ")[0]
    assert f"| All modes | {pair.first} − {pair.second} |" in floor


async def test_the_rows_of_games_are_what_their_metrics_say(tmp_path: Path) -> None:
    results = await run_benchmark(offline(matchups="both"), tmp_path)
    rows = list(results.tally.scores)
    assert len(rows) == results.games == 16
    for row, one in zip(rows, results.results, strict=True):
        sides = {team: SideScore.of(one.metrics.of(team)) for team in Team}
        expected = Score(row.cell, one.metrics.board, one.metrics.winner, one.metrics.config.starting_team, sides)
        assert row == expected
        assert (row.cell.mode, row.cell.combo) == (one.mode, one.model_combo)
    assert results.leaderboard.finished == 16


async def test_re_running_the_same_experiment_produces_an_identical_leaderboard(tmp_path: Path) -> None:
    for name in ("first", "second"):
        await played(offline(), tmp_path / name)
    assert derived(tmp_path / "first") == derived(tmp_path / "second")


async def test_runs_that_differ_by_chance_alone_lie_within_each_others_intervals(tmp_path: Path) -> None:
    entries = []
    for run_seed in range(8):
        config = offline(seeds="0..4", max_turns=40, run_seed=run_seed, game_modes=["single_guesser"])
        board = (await run_benchmark(config, tmp_path / str(run_seed))).leaderboard
        entries += [one for one in board.overall.entries if one.model == "vector:novice"]
    assert len({one.wins for one in entries}) > 1
    truth = sum(one.wins for one in entries) / sum(one.games for one in entries)
    held = [one.win_rate_ci is not None and one.win_rate_ci.low <= truth <= one.win_rate_ci.high for one in entries]
    assert sum(held) >= 7  # of 8, at 95 % each


async def test_a_prefix_of_a_run_has_all_tables_and_says_interim(tmp_path: Path) -> None:
    plan = Plan(offline())
    await played(plan.config, tmp_path)
    for number in (3, 8):
        (tmp_path / "episodes" / plan.record_name(number - 1)).unlink()
    write_artefacts(tmp_path, plan)
    assert read_tally(tmp_path, plan).leaderboard().finished == 6
    text = (tmp_path / "report.md").read_text()
    assert text.startswith("# Benchmark quick (interim)\n")
    assert "**Interim**: 2 planned games are missing (2 still to be played, 0 given up)." in text


async def test_a_report_reads_no_episode_that_is_measured_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(offline())
    await played(plan.config, tmp_path)
    before = derived(tmp_path)

    def refuse(path: Path) -> None:
        raise AssertionError(path)

    monkeypatch.setattr("codenames_metrics.run_folder.metrics_cache.read_record", refuse)
    write_artefacts(tmp_path, plan)
    assert derived(tmp_path) == before


def test_a_table_of_very_many_has_no_ranks_and_is_cut_in_the_report() -> None:
    names = [f"model-{number:03}" for number in range(120)]
    games = [game(one, other, 1, "red") for one, other in zip(names, [*names[1:], names[0]], strict=True)]
    games += [game(one, "model-000", 2, "red") for one in names[1:]]
    games += [game(one, "model-001", 3, "blue") for one in names[2:]]
    board = board_of(games)
    assert (len(board.overall.entries), board.overall.comparisons) == (120, ())
    assert {one.rank for one in board.overall.entries} == {None}
    text = report_text(board, run_facts(Path("nowhere"), Plan(offline())))
    assert f"{len(board.head_to_head) - 300} more rows are in `head_to_head.csv`." in text
