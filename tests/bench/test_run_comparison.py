"""Two runs: paired where they are alike, and otherwise said in what they differ."""

from pathlib import Path

import pytest
from tests.bench.benchmarks import offline, played

from codenames_core.support.errors import InputError
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.run_comparison import (
    ModelComparison,
    RunComparison,
    compare_runs,
    comparison_text,
    read_run,
)


async def compared(tmp_path: Path, first: ExperimentConfig, second: ExperimentConfig) -> RunComparison:
    runs = []
    for name, config in (("first", first), ("second", second)):
        await played(config, tmp_path / name)
        runs.append(read_run(tmp_path / name))
    return compare_runs(*runs)


def of_wins(result: RunComparison) -> dict[tuple[str, str], ModelComparison]:
    return {(one.first, one.second): one for one in result.models if one.measure == "win_rate"}


async def test_runs_with_one_benchmark_id_are_paired_through_the_opponents_that_they_share(tmp_path: Path) -> None:
    first = offline(models=["random", "vector:sharp"], seeds="0..11", max_turns=50, game_modes=["standard"])
    second = first.model_copy(update={"models": ["random", "vector:novice"], "name": "other"})
    result = await compared(tmp_path, first, second)
    assert (result.paired, result.differs) == (True, ())
    pair = of_wins(result)["vector:sharp", "vector:novice"]
    assert (pair.comparison.boards, pair.situations) == (12, 24)
    (first_pair,), (second_pair,) = (read_run(tmp_path / name).board.head_to_head for name in ("first", "second"))
    assert pair.first_mean == pytest.approx(1 - (first_pair.win_rate or 0))
    assert pair.second_mean == pytest.approx(1 - (second_pair.win_rate or 0))
    assert pair.comparison.difference == pytest.approx((second_pair.win_rate or 0) - (first_pair.win_rate or 0))
    assert ("random", "random") not in of_wins(result)  # it met different opponents
    assert "**Paired**" in comparison_text(result)


async def test_a_run_against_itself_differs_nowhere(tmp_path: Path) -> None:
    result = await compared(tmp_path, offline(), offline())
    assert {(one.first, one.second) for one in result.models} == {(name, name) for name in offline().models}
    assert all(one.comparison.difference == 0 and not one.comparison.is_resolved for one in result.models)
    assert "alike on every board" in comparison_text(result)


async def test_runs_on_other_boards_or_by_other_rules_are_not_paired(tmp_path: Path) -> None:
    result = await compared(tmp_path, offline(), offline(seeds=[2, 3, 4], max_turns=7, game_modes=["standard"]))
    assert (result.paired, result.models) == (False, ())
    assert result.differs == (
        "seeds: 2 and 3, 1 of them in common",
        "modes: single_guesser, standard and standard",
        "max_turns: 6 and 7",
    )
    text = comparison_text(result)
    assert "**Not paired**" in text
    assert "- max\\_turns: 6 and 7" in text


async def test_games_with_and_without_a_key_are_never_compared_as_one(tmp_path: Path) -> None:
    sighted = offline(models=["random", "vector:sharp"], game_modes=["standard"])
    blind = sighted.model_copy(update={"blind": True})
    result = await compared(tmp_path, sighted, blind)
    assert (result.paired, result.differs) == (False, ("blind: False and True",))
    assert "- blind: False and True" in comparison_text(result)
    with pytest.raises(InputError, match="blind was false and is now true; choose another"):
        await played(blind, tmp_path / "first")


async def test_an_unfinished_run_is_compared_without_p_values(tmp_path: Path) -> None:
    for name in ("first", "second"):
        await played(offline(), tmp_path / name)
    (tmp_path / "first/episodes" / Plan(offline()).record_name(7)).unlink()
    result = compare_runs(read_run(tmp_path / "first"), read_run(tmp_path / "second"))
    assert result.first.interim
    assert {one.comparison.p_value_adjusted for one in result.models} == {None}
    assert ", interim;" in comparison_text(result)


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"config\.json"):
        read_run(tmp_path)
