"""Models that fail to answer: every table says so, and no win over them passes for play."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.benchmarks import offline, played
from tests.bench.boards_played import cell

from codenames_agents.catalogue import build_team
from codenames_core.game.config import TEAMS, GameConfig, Team
from codenames_core.play.episode import run_episode
from codenames_metrics.analysis.failures.counts import (
    GamesOfFailures,
    SeatFailures,
    SideFailures,
    model_failures,
    sides_of_cells,
)
from codenames_metrics.analysis.failures.turn_losses import LossSeat
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics, compute_episode_metrics
from codenames_metrics.game.turns.turn_loss import TurnLoss
from codenames_metrics.report.artefacts import read_tally
from codenames_metrics.report.results import read_plan
from codenames_tui.cli import exits, main

REFUSED = [["two words", 2]] * 4
"""Four tries at a clue, all illegal."""


def script(path: Path) -> str:
    """An agent that never gives a clue that is legal."""
    path.write_text(json.dumps({"turns": [{"clue": REFUSED, "discussion": [], "guesses": []}] * 25}))
    return f"scripted:{path}"


async def broken_run(folder: Path, **fields: Any) -> Path:
    """A finished run in which one model answers and one never does."""
    usual: dict[str, Any] = {
        "name": "broken",
        "models": ["broken", "vector:novice"],
        "model": {"broken": {"spec": script(folder / "bad.json")}},
        "game_modes": ["standard"],
        "seeds": "0..7",
        "max_turns": 40,
    }
    await played(offline(**(usual | fields)), folder / "run")
    return folder / "run"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which one model answers and one never does; it is only read."""
    return asyncio.run(broken_run(tmp_path_factory.mktemp("failures")))


def test_a_model_that_never_answers_is_nowhere_listed_first_without_a_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = (folder / "report.md").read_text("utf-8")
    top = report.partition("## Leaderboard")[0]
    assert "**Failures**: broken forfeited" in top
    assert "(100.0 %)" in top
    assert "read the win rates without forfeited games" in top
    assert "vector:novice forfeited" not in top
    assert "| broken (fails to answer) |" in report
    assert "| vector:novice (fails" not in report

    board = Leaderboard.model_validate_json((folder / "leaderboard.json").read_bytes())
    by_model = {entry.model: entry for entry in board.overall.entries}
    broken, novice = by_model["broken"].failures, by_model["vector:novice"].failures
    assert broken is not None
    assert novice is not None
    assert broken.turns == broken.forfeited_turns == broken.decisions == broken.failed_decisions > 0
    assert broken.refused_tries == broken.tries == 4 * broken.decisions
    assert (novice.forfeited_turns, novice.failed_decisions, novice.refused_tries) == (0, 0, 0)
    assert novice.assassin_games == by_model["broken"].wins  # it wins by nothing else
    assert [one.model for one in board.failures if one.is_too_many] == ["broken"]
    assert json.loads((folder / "leaderboard.json").read_bytes())["failures"][0]["forfeit_rate"] == 1.0

    assert main(["bench", "status", str(folder)]) == exits.DONE
    assert "warning: broken forfeited" in capsys.readouterr().out
    main(["bench", "status", "--json", str(folder)])
    told = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in told["failures"]] == ["broken", "vector:novice"]
    assert len(told["warnings"]) == 1


def test_every_lost_turn_of_a_run_has_a_reason(folder: Path) -> None:
    board = Leaderboard.model_validate_json((folder / "leaderboard.json").read_bytes())
    broken, novice = board.turn_losses
    assert (broken.model, broken.seat) == ("broken", LossSeat.ALL)
    assert {reason.reason: reason.turns for reason in broken.reasons if reason.turns} == {
        TurnLoss.UNANSWERED: broken.turns
    }
    assert 0 < novice.lost_turns < novice.turns
    for losses in board.turn_losses:
        assert [reason.reason for reason in losses.reasons] == list(TurnLoss)
        assert sum(reason.turns for reason in losses.reasons) == losses.lost_turns
        assert all(reason.interval and reason.interval.low <= (reason.share or 0.0) for reason in losses.reasons)
    assert "| broken | a team of its own |" in (folder / "report.md").read_text("utf-8")


def test_win_rates_with_and_without_forfeited_games_have_a_count_each(folder: Path) -> None:
    board = read_tally(folder, read_plan(folder)).leaderboard()
    games = list(read_tally(folder, read_plan(folder)).failures)
    clean = [game for game in games if not game.has_forfeit]
    for entry in board.overall.entries:
        assert entry.failures is not None
        assert (entry.games, entry.failures.games_without_forfeits) == (16, len(clean))
        won = sum(game.cell.lineup(game.winner).cluer == entry.model for game in clean if game.winner)
        assert entry.failures.wins_without_forfeits == won
    assert 0 < len(clean) < 16  # the novice found the assassin before the other had to move


def test_games_with_a_forfeit_are_left_out_on_demand_and_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = sum(not game.has_forfeit for game in read_tally(folder, read_plan(folder)).failures)
    assert main(["metrics", "--aggregate", str(folder / "episodes")]) == exits.DONE
    assert "a side forfeited a turn" in capsys.readouterr().out
    main(["metrics", "--format", "json", "--exclude", "forfeited", str(folder / "episodes")])
    out = capsys.readouterr()
    assert f"read {clean} episode" in out.err
    assert f", {16 - clean} with a forfeited turn left out" in out.err
    main(["metrics", "--tidy", "--exclude", "forfeited", str(folder / "episodes")])
    assert f", {16 - clean} with a forfeited turn left out" in capsys.readouterr().err


async def test_failures_are_those_of_the_seat_and_not_of_its_partners(tmp_path: Path) -> None:
    folder = await broken_run(tmp_path, team_compositions=["mixed_cluer"], seeds="0..1", max_turns=12)
    board = Leaderboard.model_validate_json((folder / "leaderboard.json").read_bytes())
    cluers = {entry.model: entry.failures for entry in board.cluer.entries}
    guessers = {entry.model: entry.failures for entry in board.guesser.entries}
    broken, partner = cluers["broken"], guessers["vector:novice"]
    lost = {(one.model, one.seat): one for one in board.turn_losses}
    assert set(lost) == {(model, seat) for model in cluers for seat in (LossSeat.CLUER, LossSeat.GUESSER)}
    assert lost["broken", LossSeat.CLUER].lost_turns == lost["vector:novice", LossSeat.GUESSER].lost_turns
    assert broken is not None
    assert partner is not None
    assert broken.forfeited_turns == broken.turns > 0
    assert (partner.forfeited_turns, partner.failed_decisions) == (0, 0)
    assert partner.turns == broken.turns  # it sat there and was never asked
    (lineup,) = (entry for view in board.compositions for entry in view.entries if entry.lineup.startswith("broken +"))
    assert lineup.failures is not None
    assert lineup.failures.forfeited_turns == broken.forfeited_turns


async def test_a_substitute_does_not_hide_who_failed(tmp_path: Path) -> None:
    rules = GameConfig(seed=3, max_turns=6, fallback="substitute:random")
    broken, spare = build_team(script(tmp_path / "bad.json")), build_team("random")
    record = await run_episode(rules, broken, spare, substitute=lambda seat, _: spare.of(seat.role))
    red = SideFailures.of(compute_episode_metrics(record).red_metrics)
    assert (red.cluer.forfeited_turns, red.cluer.failed_decisions) == (0, red.turns)
    assert red.cluer.refused_tries == 4 * red.turns > 0


async def test_a_ghost_fails_nowhere_and_counts_in_no_rate(tmp_path: Path) -> None:
    folder = await broken_run(tmp_path, models=["vector:novice", "ghost:pass"], model={}, seeds="0..1")
    board = Leaderboard.model_validate_json((folder / "leaderboard.json").read_bytes())
    assert [one.model for one in board.failures] == ["vector:novice"]
    (entry,) = board.overall.entries
    assert entry.failures is not None
    assert (entry.games, entry.failures.games_without_forfeits) == (0, 0)
    assert "ghost:pass (fails" not in (folder / "report.md").read_text("utf-8")
    assert not board.head_to_head
    assert not board.ratings
    assert not board.starting_side


counts = st.builds(SeatFailures, *[st.integers(0, 2**31)] * 4)
sides = st.builds(SideFailures, st.integers(0, 2**31), counts, counts, st.booleans())


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([None, *TEAMS]), sides, sides), max_size=6))
def test_what_failed_is_kept_as_it_was(games: list[tuple[int, Team | None, SideFailures, SideFailures]]) -> None:
    kept = GamesOfFailures()
    for number, winner, red, blue in games:
        kept.add(
            cell("a b b" if number else "a", "b"), measured(f"w:{number}", winner, {Team.RED: red, Team.BLUE: blue})
        )
    assert len(kept) == len(games)
    for one, (number, winner, red, blue) in zip(kept, games, strict=True):
        assert one.board == f"w:{number}"
        assert (one.winner, one.sides) == (winner, {Team.RED: red, Team.BLUE: blue})
        assert one.has_forfeit == bool(red.both.forfeited_turns or blue.both.forfeited_turns)
    failed = model_failures(sides_of_cells(kept), ["a", "b"])
    everything = [side.both for one in kept for side in one.sides.values()]
    for name in ("decisions", "failed_decisions", "refused_tries", "forfeited_turns"):
        assert sum(getattr(one, name) for one in failed) == sum(getattr(both, name) for both in everything)


def measured(board: str, winner: Team | None, failed: dict[Team, SideFailures]) -> EpisodeMetrics:
    """Metrics of a game, of which only what is given here is of interest."""
    fields: dict[Team, dict[str, Any]] = {
        team: {
            "turns": side.turns,
            "assassin_hit": side.hit_assassin,
            **{f"cluer_{name}": value for name, value in side.cluer._asdict().items()},
            **{f"guesser_{name}": value for name, value in side.guesser._asdict().items()},
            "excluded_turns": 0,
        }
        for team, side in failed.items()
    }
    red, blue = (TeamMetrics.model_construct(**fields[team]) for team in TEAMS)
    return EpisodeMetrics.model_construct(
        config=GameConfig(), board=board, winner=winner, red_metrics=red, blue_metrics=blue
    )
