"""How well an episode was played: metrics, experiments, benchmarks and leaderboards.

Each name is loaded from its module when it is first used.
"""

from typing import TYPE_CHECKING

from codenames_core.lazily import loader

_HOMES = {
    "aggregate": ("AggregateMetrics", "compute_aggregate_metrics"),
    "benchmark": ("BenchmarkRunner", "run_benchmark"),
    "collector": ("MetricsCollector",),
    "combos": ("Lineup", "ModelCombo", "generate_model_combos"),
    "counts": ("Player",),
    "episode": ("CoordinationWeights", "EpisodeMetrics", "TeamMetrics", "compute_episode_metrics"),
    "experiment": ("ExperimentConfig",),
    "experiment_file": ("load_experiment",),
    "export": ("export_metrics", "read_metrics"),
    "leaderboard": ("Leaderboard", "LeaderboardEntry"),
    "results": ("BenchmarkResult", "BenchmarkResults", "aggregate_results"),
    "stats": ("paired_comparison", "wilson_interval"),
    "theory_of_mind": ("parse_intended_targets",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_metrics.aggregate import (
        AggregateMetrics as AggregateMetrics,
    )
    from codenames_metrics.aggregate import (
        compute_aggregate_metrics as compute_aggregate_metrics,
    )
    from codenames_metrics.benchmark import BenchmarkRunner as BenchmarkRunner
    from codenames_metrics.benchmark import run_benchmark as run_benchmark
    from codenames_metrics.collector import MetricsCollector as MetricsCollector
    from codenames_metrics.combos import Lineup as Lineup
    from codenames_metrics.combos import ModelCombo as ModelCombo
    from codenames_metrics.combos import generate_model_combos as generate_model_combos
    from codenames_metrics.counts import Player as Player
    from codenames_metrics.episode import (
        CoordinationWeights as CoordinationWeights,
    )
    from codenames_metrics.episode import (
        EpisodeMetrics as EpisodeMetrics,
    )
    from codenames_metrics.episode import (
        TeamMetrics as TeamMetrics,
    )
    from codenames_metrics.episode import (
        compute_episode_metrics as compute_episode_metrics,
    )
    from codenames_metrics.experiment import ExperimentConfig as ExperimentConfig
    from codenames_metrics.experiment_file import load_experiment as load_experiment
    from codenames_metrics.export import export_metrics as export_metrics
    from codenames_metrics.export import read_metrics as read_metrics
    from codenames_metrics.leaderboard import Leaderboard as Leaderboard
    from codenames_metrics.leaderboard import LeaderboardEntry as LeaderboardEntry
    from codenames_metrics.results import BenchmarkResult as BenchmarkResult
    from codenames_metrics.results import BenchmarkResults as BenchmarkResults
    from codenames_metrics.results import aggregate_results as aggregate_results
    from codenames_metrics.stats import paired_comparison as paired_comparison
    from codenames_metrics.stats import wilson_interval as wilson_interval
    from codenames_metrics.theory_of_mind import parse_intended_targets as parse_intended_targets


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
