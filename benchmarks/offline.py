"""What the shipped experiment takes: 3,200 games of offline agents in all cores and in one process, and its report."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure
from benchmarks.measuring import app

SMALL: Final = """
name = "offline"
models = ["vector:bold", "vector:cautious"]
matchups = "round_robin"
seeds = "0..19"
"""


def figures(quick: bool) -> Iterator[Figure]:
    """Play it both ways, and report on it."""
    with tempfile.TemporaryDirectory() as name:
        experiment = "offline"
        if quick:
            (small := Path(name, "small.toml")).write_text(SMALL)
            experiment = str(small)
        for executor, aim in (("procs", 100.0), ("local", None)):
            out = Path(name, executor)
            spent = app("bench", "run", experiment, "--executor", executor, "--out", str(out))
            games = sum(1 for _ in (out / "offline" / "episodes").glob("*.json"))
            about = f"{games:,} games"
            yield Figure(f"--executor {executor}, by the clock", spent.wall, "s", None if quick else aim, about=about)
            yield Figure(f"--executor {executor}, all processes", spent.cpu, "s of CPU")
        report = app("bench", "report", str(Path(name, "local", "offline")))
        yield Figure("its report", report.cpu, "s of CPU", about="tables, report and pictures")
        yield Figure("its report, memory at most", report.memory, "MB")
