"""Two runs against each other: board by board where both have the same benchmark id, and side by side where not.

Models are compared in the same situations alone: the same board, mode and side, against the same opponents. A model
that both runs name is compared with itself; each that stands in one run alone with each of the other run's.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from codenames_agents.models.asking import HowAsked
from codenames_core.game.config import TEAMS, GameMode, Team
from codenames_metrics.analysis.leaderboard import Leaderboard, LeaderboardEntry
from codenames_metrics.analysis.scores import SCORE_METRICS, Score, board_means, values_by_board
from codenames_metrics.experiment.asking import asked_otherwise
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.experiment.jobs import rules_identity
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import read_tally
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.manifest import read_manifest
from codenames_metrics.statistics.comparison_families import BoardScores, PairwiseComparison, compare_pairs
from codenames_metrics.statistics.moments import mean
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import (
    format_number,
    format_p_value,
    format_rate,
    format_signed,
    format_verdict,
)

COMPARED: Final = ("win_rate", *SCORE_METRICS)


class ComparedRun(NamedTuple):
    """A run that is compared."""

    plan: Plan
    board: Leaderboard
    scores: Sequence[Score]
    asked: Mapping[str, HowAsked] = {}
    """How its models were asked, as far as that was written down."""


class ModelComparison(BaseModel):
    """How one model of the first run compares with one of the second."""

    model_config = ConfigDict(frozen=True)

    measure: str
    first: str
    second: str
    first_mean: float | None
    """Over the boards, in the situations that both were in."""
    second_mean: float | None
    situations: int
    """Boards, modes, sides and opponents that both had."""
    comparison: PairwiseComparison
    """First - second; all pairs are one family for each measure."""


class RunSummary(BaseModel):
    """One of the two runs."""

    model_config = ConfigDict(frozen=True)

    name: str
    benchmark_id: str
    planned: int
    finished: int
    interim: bool
    agents: dict[str, str]
    """What is behind the names of its models."""
    overall: tuple[LeaderboardEntry, ...]


class RunComparison(BaseModel):
    """Two runs."""

    model_config = ConfigDict(frozen=True)

    paired: bool
    """Whether both have the same boards, rules and prompts."""
    differs: tuple[str, ...]
    """In what they differ, where they are not paired."""
    warnings: tuple[str, ...] = ()
    """In what the models were not asked alike."""
    first: RunSummary
    second: RunSummary
    models: tuple[ModelComparison, ...]
    """Empty where they are not paired."""


def read_run(folder: Path) -> ComparedRun:
    """Return the run in a results folder, as far as it came.

    Raises:
        InputError: the folder is not one of results.
        EpisodeFileError: an episode cannot be read.
    """
    plan = read_plan(folder)
    tally = read_tally(folder, plan)
    manifest = read_manifest(folder)
    asked = {name: ways[-1] for name, ways in manifest.asked.items()} if manifest else {}
    return ComparedRun(plan, tally.leaderboard(), list(tally.scores), asked)


def compare_runs(first: ComparedRun, second: ComparedRun) -> RunComparison:
    """Return how two runs compare."""
    paired = first.plan.benchmark_id == second.plan.benchmark_id
    return RunComparison(
        paired=paired,
        warnings=tuple(asked_otherwise(_asked_in_both(first, second))),
        differs=() if paired else tuple(_differences(first.plan, second.plan)),
        first=_summary(first),
        second=_summary(second),
        models=tuple(_compare_models(first, second)) if paired else (),
    )


def _asked_in_both(first: ComparedRun, second: ComparedRun) -> dict[str, HowAsked]:
    runs = (("first", first), ("second", second))
    return {f"{name} of the {which}": how for which, run in runs for name, how in run.asked.items()}


def _summary(run: ComparedRun) -> RunSummary:
    config = run.plan.config
    return RunSummary(
        name=config.name,
        benchmark_id=run.plan.benchmark_id,
        planned=run.board.planned,
        finished=run.board.finished,
        interim=run.board.interim,
        agents={name: config.agent(name).label for name in config.models},
        overall=run.board.overall.entries,
    )


def _differences(first: Plan, second: Plan) -> Iterator[str]:
    ours, others = set(first.config.seeds), set(second.config.seeds)
    if ours != others:
        yield f"seeds: {len(ours)} and {len(others)}, {len(ours & others)} of them in common"
    if first.words.sha256 != second.words.sha256:
        words = [f"{plan.words.name} ({plan.words.sha256[:8]})" for plan in (first, second)]
        yield f"words: {words[0]} and {words[1]}"
    modes = [", ".join(sorted(plan.config.game_modes)) for plan in (first, second)]
    if modes[0] != modes[1]:
        yield f"modes: {modes[0]} and {modes[1]}"
    here, there = (_rules(plan) for plan in (first, second))
    for name in sorted({*here, *there}):
        if here.get(name) != there.get(name):
            yield f"{name}: {here.get(name, 'as usual')} and {there.get(name, 'as usual')}"
    repeats = [plan.config.games_per_config for plan in (first, second)]
    if repeats[0] != repeats[1]:
        yield f"games_per_config: {repeats[0]} and {repeats[1]}"
    prompts = [", ".join(sorted(set(plan.prompts.values()))) or "none" for plan in (first, second)]
    if prompts[0] != prompts[1]:
        yield f"prompts: {prompts[0]} and {prompts[1]}"


def _rules(plan: Plan) -> dict[str, object]:
    """Return the rules that do not follow from the mode."""
    fields = rules_identity(plan.config.game(GameMode.STANDARD, 0))
    return {name: value for name, value in fields.items() if name != "mode"}


class _Situation(NamedTuple):
    """What two games must share for their models to be compared."""

    board: str
    mode: GameMode
    team: Team
    opponent: str
    """Label and prompts of the other side's agent; empty if the model plays itself."""


_Values: TypeAlias = Mapping[str, Mapping[str, Mapping[_Situation, float]]]
"""By measure, model and situation: the mean over repeats."""


def _values(run: ComparedRun) -> _Values:
    config = run.plan.config
    prompts = run.plan.prompts
    identities = {name: f"{config.agent(name).label} {prompts.get(name, '')}" for name in config.models}
    values_of: dict[str, dict[str, dict[_Situation, list[float]]]] = {
        measure: {name: defaultdict(list) for name in config.models} for measure in COMPARED
    }
    for score in run.scores:
        if score.cell.combo.composition is not Composition.HOMOGENEOUS:
            continue
        for team in TEAMS:
            model, opponent = (score.cell.lineup(side).cluer for side in (team, team.other))
            other = "" if model == opponent else identities[opponent]
            situation = _Situation(score.board, score.cell.mode, team, other)
            won = None if score.winner is None or not score.cell.combo.is_contest else float(score.winner is team)
            for measure, value in zip(COMPARED, (won, *score.sides[team]), strict=True):
                if value is not None:
                    values_of[measure][model][situation].append(value)
    return {
        measure: {
            model: {at: mean(values) or 0.0 for at, values in situations.items()}
            for model, situations in models.items()
        }
        for measure, models in values_of.items()
    }


def _means(situations: Mapping[_Situation, Sequence[float]]) -> dict[_Situation, float]:
    return {situation: mean(values) or 0.0 for situation, values in situations.items()}


def _compare_models(first: ComparedRun, second: ComparedRun) -> Iterator[ModelComparison]:
    here, there = _values(first), _values(second)
    pairs = _pairs(first.plan.config.models, second.plan.config.models)
    final = first.board.tested and second.board.tested
    for measure in COMPARED:
        shared = {pair: _shared(here[measure][pair[0]], there[measure][pair[1]]) for pair in pairs}
        met = [pair for pair in pairs if shared[pair]]
        scores = [(*pair, *_by_board(here, there, measure, pair, shared[pair])) for pair in met]
        for pair, one, (_, _, ours, others) in zip(met, compare_pairs(scores, final=final), scores, strict=True):
            yield ModelComparison(
                measure=measure,
                first=pair[0],
                second=pair[1],
                first_mean=mean(ours.values()),
                second_mean=mean(others.values()),
                situations=len(shared[pair]),
                comparison=one,
            )


def _pairs(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]]:
    """Return who is compared with whom."""
    both = [(name, name) for name in first if name in second]
    alone = ([name for name in ours if name not in others] for ours, others in ((first, second), (second, first)))
    ours, others = alone
    return both + [(one, other) for one in ours for other in others]


def _shared(first: Iterable[_Situation], second: Iterable[_Situation]) -> list[_Situation]:
    return sorted(set(first) & set(second))


def _by_board(
    here: _Values, there: _Values, measure: str, pair: tuple[str, str], shared: Sequence[_Situation]
) -> tuple[BoardScores, BoardScores]:
    ours, others = here[measure][pair[0]], there[measure][pair[1]]
    scores = (board_means(values_by_board((at.board, values[at]) for at in shared)) for values in (ours, others))
    first, second = scores
    return first, second


def comparison_text(result: RunComparison) -> str:
    """Return a comparison as Markdown."""
    sections = [f"# {cell(result.first.name)} against {cell(result.second.name)}", *_sections(result)]
    return "\n\n".join(section.rstrip("\n") for section in sections) + "\n"


def _sections(result: RunComparison) -> Iterator[str]:
    for which, run in (("First", result.first), ("Second", result.second)):
        agents = ", ".join(cell(name if name == label else f"{name} ({label})") for name, label in run.agents.items())
        interim = ", interim" if run.interim else ""
        yield (
            f"{which}: {cell(run.name)}, {cell(run.benchmark_id)}, {run.finished:,} of {run.planned:,} games{interim}; "
            f"{agents}."
        )
    if result.warnings:
        yield "\n".join(f"- **Warning**: {cell(warning)}." for warning in result.warnings)
    if result.paired:
        yield from _paired_sections(result)
    else:
        yield from _unpaired_sections(result)


def _paired_sections(result: RunComparison) -> Iterator[str]:
    yield "**Paired**: both have the same boards, rules and prompts, and are compared board by board."
    if not result.models:
        yield "No model of one run was ever in the same situation as a model of the other: nothing can be compared."
        return
    rows = [
        [
            model.measure.replace("_", " "),
            model.first,
            model.second,
            format_number(model.first_mean),
            format_number(model.second_mean),
            format_signed(model.comparison.difference, model.comparison.simultaneous_interval, 3),
            f"{model.comparison.boards:,}",
            f"{model.situations:,}",
            f"{model.comparison.first_better} : {model.comparison.second_better}",
            format_p_value(model.comparison.p_value),
            format_p_value(model.comparison.p_value_adjusted),
            format_verdict(model.comparison),
        ]
        for model in result.models
    ]
    names = [
        "Measure",
        "First",
        "Second",
        "First's mean",
        "Second's mean",
        "Difference, simultaneous 95 % interval",
        "Boards",
    ]
    yield table([*names, "Situations", "Better on", "p", "p adjusted", "Verdict"], rows)
    yield (
        "Differences are first - second, over the same boards, modes, sides and opponents, board by board; intervals "
        "and p adjusted hold for all pairs of a measure together (Westfall and Young 1993, boards swapped whole). Win "
        "rates are of games against opponents that both runs have."
    )


def _unpaired_sections(result: RunComparison) -> Iterator[str]:
    yield "**Not paired**: the runs do not have the same benchmark id, so no difference is tested. They differ in:"
    yield "\n".join(f"- {cell(difference)}" for difference in result.differs)
    rows = [
        [
            which,
            entry.model,
            format_rate(entry.win_rate, entry.win_rate_ci),
            f"{entry.games:,}",
            format_number(entry.avg_coordination_score),
        ]
        for which, run in (("first", result.first), ("second", result.second))
        for entry in run.overall
    ]
    yield table(["Run", "Model", "Win rate, 95 % interval", "Games", "Coordination"], rows)
    yield "Each win rate is against the opponents of its own run."
