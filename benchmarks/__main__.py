"""Measure, and print one table: `python -m benchmarks [--only NAME…] [--quick] [--long] [--json FILE] [--write-docs]`.

Figures, not verdicts: the exit code is 0 whether an aim was reached or missed, and 1 if a benchmark failed.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import Run, conditions, document, from_json, table, to_json
from benchmarks.page import PAGE, write_page
from benchmarks.registry import BENCHMARKS, Benchmark

QUICK: Final = "--quick"


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    names = {benchmark.name: benchmark for benchmark in BENCHMARKS}
    asked = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and print one table.")
    asked.add_argument("--only", nargs="+", metavar="NAME", choices=names, help=f"any of {', '.join(names)}")
    asked.add_argument(QUICK, action="store_true", help="rough figures in a few minutes")
    asked.add_argument("--long", action="store_true", help="also those that take minutes each")
    asked.add_argument("--json", type=Path, metavar="FILE", help="also write what was measured as JSON")
    asked.add_argument("--write-docs", action="store_true", help=f"also put it into docs/{PAGE.name}")
    asked.add_argument("--figures-of", metavar="NAME", choices=names, help=argparse.SUPPRESS)
    return asked


def chosen(only: Sequence[str] | None, long: bool) -> list[Benchmark]:
    """Return the benchmarks that are asked for: those named, or all that are short enough."""
    if only:
        return [benchmark for benchmark in BENCHMARKS if benchmark.name in only]
    return [benchmark for benchmark in BENCHMARKS if long or not benchmark.long]


def measured(benchmark: Benchmark, quick: bool) -> Run:
    """Run a benchmark in a process of its own.

    Raises:
        subprocess.CalledProcessError: it failed; what it had to say is on standard error already.
    """
    now = conditions()
    command = [sys.executable, "-m", "benchmarks", "--figures-of", benchmark.name, *([QUICK] if quick else [])]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=PAGE.parents[1]).stdout
    return Run(benchmark.name, now, from_json(said.splitlines()[-1]))


def main() -> int:
    """Do what the command line asks for."""
    asked = parser().parse_args()
    if asked.figures_of:
        benchmark = next(one for one in BENCHMARKS if one.name == asked.figures_of)
        print(to_json(benchmark.load()(asked.quick)))
        return 0
    runs, failed = [], []
    for benchmark in chosen(asked.only, asked.long):
        try:
            runs.append(measured(benchmark, asked.quick))
        except subprocess.CalledProcessError:
            failed.append(benchmark.name)
            print(f"{benchmark.name}: failed", file=sys.stderr)
            continue
        print(table(runs[-1]), flush=True)
    if asked.json:
        asked.json.write_text(document(runs), "utf-8")
    if asked.write_docs:
        write_page(runs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
