"""How well an episode was played: metrics, experiments, benchmarks and leaderboards.

Each name is loaded from its module when it is first used.
"""

from typing import TYPE_CHECKING

from codenames_core.support.lazy_exports import loader

_HOMES = {
    "analysis.aggregate": ("AggregateMetrics", "compute_aggregate_metrics"),
    "runner.benchmark": ("BenchmarkRunner", "run_benchmark"),
    "report.collector": ("MetricsCollector",),
    "experiment.combos": ("Lineup", "ModelCombo", "generate_model_combos"),
    "game.played_turns": ("Player",),
    "game.episode": ("CoordinationWeights", "EpisodeMetrics", "TeamMetrics", "compute_episode_metrics"),
    "experiment.config": ("ExperimentConfig",),
    "experiment.experiment_file": ("load_experiment",),
    "tables.export": ("export_metrics", "read_metrics"),
    "analysis.leaderboard": ("Leaderboard", "LeaderboardEntry"),
    "report.results": ("BenchmarkResult", "BenchmarkResults", "aggregate_results"),
    "statistics.paired_tests": ("paired_comparison",),
    "statistics.proportions": ("wilson_interval",),
    "game.theory_of_mind": ("parse_intended_targets",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_metrics.analysis.aggregate import (
        AggregateMetrics as AggregateMetrics,
    )
    from codenames_metrics.analysis.aggregate import (
        compute_aggregate_metrics as compute_aggregate_metrics,
    )
    from codenames_metrics.analysis.leaderboard import Leaderboard as Leaderboard
    from codenames_metrics.analysis.leaderboard import LeaderboardEntry as LeaderboardEntry
    from codenames_metrics.experiment.combos import Lineup as Lineup
    from codenames_metrics.experiment.combos import ModelCombo as ModelCombo
    from codenames_metrics.experiment.combos import generate_model_combos as generate_model_combos
    from codenames_metrics.experiment.config import ExperimentConfig as ExperimentConfig
    from codenames_metrics.experiment.experiment_file import load_experiment as load_experiment
    from codenames_metrics.game.episode import (
        CoordinationWeights as CoordinationWeights,
    )
    from codenames_metrics.game.episode import (
        EpisodeMetrics as EpisodeMetrics,
    )
    from codenames_metrics.game.episode import (
        TeamMetrics as TeamMetrics,
    )
    from codenames_metrics.game.episode import (
        compute_episode_metrics as compute_episode_metrics,
    )
    from codenames_metrics.game.played_turns import Player as Player
    from codenames_metrics.game.theory_of_mind import parse_intended_targets as parse_intended_targets
    from codenames_metrics.report.collector import MetricsCollector as MetricsCollector
    from codenames_metrics.report.results import BenchmarkResult as BenchmarkResult
    from codenames_metrics.report.results import BenchmarkResults as BenchmarkResults
    from codenames_metrics.report.results import aggregate_results as aggregate_results
    from codenames_metrics.runner.benchmark import BenchmarkRunner as BenchmarkRunner
    from codenames_metrics.runner.benchmark import run_benchmark as run_benchmark
    from codenames_metrics.statistics.paired_tests import paired_comparison as paired_comparison
    from codenames_metrics.statistics.proportions import wilson_interval as wilson_interval
    from codenames_metrics.tables.export import export_metrics as export_metrics
    from codenames_metrics.tables.export import read_metrics as read_metrics


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
