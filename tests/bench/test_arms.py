"""Arms of an experiment: the same games again with something changed, compared board by board."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tests.bench.benchmarks import derived, offline, played, runner, with_models

from codenames_core.game.config import Team
from codenames_core.support.errors import InputError
from codenames_metrics.analysis.cross.ablation import EVERYBODY, arm_effects
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.experiment.arms import Arm, parse_arm
from codenames_metrics.experiment.growth import grown
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import Tally
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.progress import RunStatus
from codenames_tui.benchmark.views.arms import arms as arms_view
from codenames_tui.benchmark.views.arms import verdict_on_arms
from codenames_tui.benchmark.views.results import cells_for_files
from codenames_tui.ui.lines.lines import UNICODE

LEADERBOARD = Tally().leaderboard()
SHORT: dict[str, Any] = {"game_modes": ["standard"], "seeds": {"count": 2}}


def test_an_arm_has_the_games_of_the_base_with_its_change() -> None:
    plan = Plan(offline(**SHORT, arms={"quiet": {"surveillance": False}}))
    base = [job for job in plan if not job.cell.arm]
    changed = [job for job in plan if job.cell.arm == "quiet"]
    assert len(base) == len(changed) == 4
    assert [job.key for job in base] == [job.key for job in Plan(offline(**SHORT))]
    for before, after in zip(base, changed, strict=True):
        assert (before.config.surveillance, after.config.surveillance) == (True, False)
        assert (after.seed, after.repeat, after.cell.combo) == (before.seed, before.repeat, before.cell.combo)
        assert {team: after.teams[team].seed for team in Team} == {team: before.teams[team].seed for team in Team}
        assert after.key != before.key


def test_prompts_of_an_arm_are_those_of_language_models_and_play_no_game_of_others_again() -> None:
    plan = Plan(with_models("one", models=["one", "random", "vector:novice"], arms={"short": {"prompts": "short"}}))
    arm = [cell for cell in plan.cells if cell.arm]
    assert len(arm) == 4
    assert all("one" in cell.models for cell in arm)
    job = next(job for job in plan if job.cell.arm and job.cell.combo.red.cluer == "one")
    assert job.teams[Team.RED].cluer.prompts == "short"
    assert len({job.key for job in plan}) == len(plan)


@pytest.mark.parametrize(
    ("arms", "problem"),
    [
        ({"a": {}}, "arms.a.*changes nothing; give it one of prompts, sees"),
        ({"a": {"surveillance": True}}, "arms.a: its games are the same as without it"),
        ({"a": {"prompts": "short"}}, "arms.a: its games are the same as without it"),
        ({"a": {"max_rounds": 1}, "b": {"max_rounds": 1}}, "arms.b: its games are the same as arms.a"),
        ({"a": {"seeds": [1]}}, "arms.a.seeds"),
    ],
)
def test_an_arm_that_changes_nothing_is_refused(arms: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError) as refused:
        offline(**SHORT, arms=arms)
    assert re.search(problem, str(refused.value), re.DOTALL)


def test_arms_are_read_from_the_command_line() -> None:
    assert parse_arm("prompts=short") == ("prompts-short", Arm(prompts="short"))
    assert parse_arm("surveillance=false") == ("surveillance-false", Arm(surveillance=False))
    for text in ("prompts", "seeds=1", "max_rounds=0", "prompts=../x"):
        with pytest.raises(InputError, match="--add-arm: "):
            parse_arm(text)


def scored(plan: Plan, better: float) -> list[Score]:
    """Games in which guesses are better by so much in the arm, and the first model wins all games there."""
    scores = []
    for job in plan:
        accuracy = 0.5 + (better if job.cell.arm else 0.0)
        first = job.cell.combo.red.cluer == plan.config.models[0]
        winner = Team.RED if first == bool(job.cell.arm) else Team.BLUE
        side = SideScore(None, None, None, None)._replace(guess_accuracy=accuracy)
        scores.append(Score(job.cell, f"w:{job.seed}", winner, Team.RED, {Team.RED: side, Team.BLUE: side}))
    return scores


def test_what_a_change_does_is_told_by_board() -> None:
    plan = Plan(offline(game_modes=["standard"], seeds={"count": 25}, arms={"quiet": {"surveillance": False}}))
    effects = {(one.measure, one.lineup): one for one in arm_effects(scored(plan, 0.25))}
    everybody = effects["guess_accuracy", EVERYBODY]
    assert (everybody.base, everybody.changed, everybody.comparison.difference) == (0.5, 0.75, 0.25)
    assert everybody.comparison.is_resolved
    first = effects["win_rate", "random"]
    assert (first.base, first.changed, first.comparison.boards) == (0.0, 1.0, 25)
    assert ("win_rate", EVERYBODY) not in effects
    assert arm_effects([score for score in scored(plan, 0.25) if not score.cell.arm]) == ()


def test_the_view_of_arms_says_what_is_shown_most_surely_and_which_games_are_behind_it() -> None:
    plan = Plan(offline(game_modes=["standard"], seeds={"count": 25}, arms={"quiet": {"surveillance": False}}))
    effects = arm_effects(scored(plan, 0.25))
    board = LEADERBOARD.model_copy(update={"arms": effects})
    shown = arms_view(board, plan, UNICODE, 100)
    assert shown.count == len(effects) == 5
    assert shown.verdict == "5 of 5 differences told from chance, most surely: quiet raises win rate of random."
    names, rows = cells_for_files(shown)
    of_all = dict(zip(names, next(row for row in rows if row[1] == "all"), strict=True))
    assert (of_all["measure"], of_all["base"], of_all["changed"]) == ("guess accuracy", "0.500", "0.750")
    behind = shown.behind(0)
    assert behind is not None
    assert behind.cells == {cell for cell in plan.cells if cell.arm == "quiet"}
    until_then = arm_effects(scored(plan, 0.25), final=False)
    assert verdict_on_arms(until_then) == "What the changes do is tested once all games are played."
    without = arms_view(LEADERBOARD, Plan(offline(**SHORT)), UNICODE, 100)
    assert (without.count, without.verdict) == (0, "")
    assert "No change is compared" in without.empty


async def test_a_run_to_which_an_arm_is_added_leaves_the_bytes_of_one_that_had_it_from_the_beginning(
    tmp_path: Path,
) -> None:
    small = offline(**SHORT)
    large = grown(small, arms={"quiet": Arm(surveillance=False)})
    await played(small, tmp_path / "a")
    assert await runner(large, tmp_path / "a", may_grow=True).run() is RunStatus.DONE
    await played(large, tmp_path / "b")
    assert derived(tmp_path / "a") == derived(tmp_path / "b")
    assert read_plan(tmp_path / "a").config == large
    report = (tmp_path / "a/report.md").read_text()
    assert "## What the changes do (exploratory)" in report
    assert "### quiet" in report
    board = json.loads((tmp_path / "a/leaderboard.json").read_text())
    assert {one["arm"] for one in board["cells"]} == {"", "quiet"}
    assert "arm" in (tmp_path / "a/metrics/per_episode.csv").read_text().splitlines()[0].split(",")
