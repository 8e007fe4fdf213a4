"""Every benchmark by name: where its function lies, and whether it takes minutes.

A function gets `quick` (whether a rough figure will do) and yields figures. It runs in a process of its own, so that
neither memory nor imports of one show in another.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final, NamedTuple

from benchmarks.figures import Figure

Measure = Callable[[bool], Iterable[Figure]]


class Benchmark(NamedTuple):
    """One function that measures."""

    name: str
    place: str
    """`module:function`, below this package."""
    long: bool = False
    """Whether it takes minutes, and only `--long` runs it."""

    def load(self) -> Measure:
        """Import it."""
        module, _, function = self.place.partition(":")
        measure: Measure = getattr(import_module(f"benchmarks.{module}"), function)
        return measure


BENCHMARKS: Final = (
    Benchmark("start", "start:figures"),
    Benchmark("slow line", "slow_line:figures"),
    Benchmark("keys of tasks", "keys_of_tasks:figures"),
    Benchmark("replay screen", "screens:replay_screen"),
    Benchmark("live screen", "screens:live_screen"),
    Benchmark("transcript", "screens:transcript"),
    Benchmark("benchmark screens", "benchmark_screens:opened_screens"),
    Benchmark("running screen", "benchmark_screens:running_screen"),
    Benchmark("library", "library:figures"),
    Benchmark("episode list", "episode_index:figures"),
    Benchmark("large episodes", "large_replays:figures"),
    Benchmark("publishing", "publishing:figures"),
    Benchmark("rules", "rules:figures"),
    Benchmark("clues", "legality:figures"),
    Benchmark("replay", "replay:figures"),
    Benchmark("episodes", "episodes:figures"),
    Benchmark("vector agents", "vector_speed:figures"),
    Benchmark("metrics", "metrics:figures"),
    Benchmark("seen pictures", "seen_pictures:figures"),
    Benchmark("import", "importing:figures"),
    Benchmark("model agents", "provider:figures"),
    Benchmark("litellm", "provider:beside_litellm"),
    Benchmark("benchmark run", "overhead:figures"),
    Benchmark("resume", "overhead:resume"),
    Benchmark("viewers", "watching:figures"),
    Benchmark("table", "table:figures"),
    Benchmark("metrics of 10,000", "metrics:many", long=True),
    Benchmark("benchmark memory", "overhead:memory", long=True),
    Benchmark("offline experiment", "offline:figures", long=True),
    Benchmark("published runs", "publishing:of_runs", long=True),
    Benchmark("slow models", "latency:figures", long=True),
    Benchmark("kills", "kill:figures", long=True),
    Benchmark("cluster driver", "cluster_driver:figures", long=True),
    Benchmark("vector strength", "vector_strength:figures", long=True),
    Benchmark("blind games", "blind_odds:figures", long=True),
    Benchmark("library of 100,000", "library:large", long=True),
    Benchmark("episode list of 100,000", "episode_index:large", long=True),
    Benchmark("growing runs", "growing:figures", long=True),
    Benchmark("merging", "merging:figures", long=True),
    Benchmark("statistics", "honest_statistics:figures", long=True),
    Benchmark("probes", "honest_probes:figures", long=True),
)

PEERS: Final = ("peers: ours", "peers: our environment", "peers: TextArena", "peers: codenames", "peers: inspect_ai")
"""What `python -m benchmarks.peers` measures."""
ORDER: Final = (*(benchmark.name for benchmark in BENCHMARKS), *PEERS)
"""Of the rows of the page."""
