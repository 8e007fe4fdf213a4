"""What a benchmark says: figures with a unit and an aim, as a table for the terminal, as JSON and as lines of Markdown.

Nothing here measures, and nothing passes judgement by an exit code: an aim that was missed is a word in a table.
"""

import json
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from os import getloadavg
from typing import Final, NamedTuple

BEGIN: Final = "<!-- figures: `make bench-docs` writes what stands between these two lines -->"
END: Final = "<!-- end of figures -->"
MISSED_BEGIN: Final = "<!-- missed: written from the figures below -->"
MISSED_END: Final = "<!-- end of missed -->"
HEAD: Final = "| benchmark | figure | measured | aim | | when |"
RULE: Final = "|---|---|---|---|---|---|"


class Better(StrEnum):
    """Which way a figure should go."""

    LESS = "less"
    MORE = "more"


class Figure(NamedTuple):
    """One number."""

    name: str
    """What was measured, unique within its benchmark."""
    value: float
    unit: str
    """As it is written behind the number: `ms of CPU`, `games/s of CPU`, `MB`."""
    aim: float | None = None
    """In the same unit; None where nothing was aimed at."""
    better: Better = Better.LESS
    about: str = ""
    """What has to be known to read it: the size, the policy, what is counted."""

    @property
    def verdict(self) -> str:
        """Whether the aim was reached; an empty text where there is none."""
        if self.aim is None:
            return ""
        reached = self.value <= self.aim if self.better is Better.LESS else self.value >= self.aim
        return "reached" if reached else "missed"

    @property
    def measured(self) -> str:
        """The value with three digits that matter, and its unit."""
        return f"{digits(self.value)} {self.unit}".rstrip()

    @property
    def aimed(self) -> str:
        """The aim and its direction."""
        if self.aim is None:
            return ""
        return f"{'≤' if self.better is Better.LESS else '≥'} {digits(self.aim)}"


def digits(value: float) -> str:
    """Return a number as a person reads it: `3,530`, `24.1`, `0.052`."""
    if float(value).is_integer() or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a benchmark ran under."""

    day: str
    """In UTC, `2026-11-28`."""
    python: str
    """`CPython 3.11.7, shared library, no PGO`."""
    load: float
    """Mean number of processes that wanted a core in the minute before."""

    @property
    def when(self) -> str:
        """All of it, for one cell of a table."""
        return f"{self.day}, {self.python}, load {self.load:.1f}"


def conditions() -> Conditions:
    """Return what holds at this moment."""
    return Conditions(datetime.now(UTC).date().isoformat(), python_build(), getloadavg()[0])


def python_build() -> str:
    """Name the interpreter, and whether it was built with profile-guided optimisation."""
    from sysconfig import get_config_var

    optimised = "PGO" if "--enable-optimizations" in str(get_config_var("CONFIG_ARGS")) else "no PGO"
    return f"{platform.python_implementation()} {platform.python_version()} ({optimised})"


class Run(NamedTuple):
    """What one benchmark said."""

    benchmark: str
    conditions: Conditions
    figures: tuple[Figure, ...]


def from_json(text: str) -> tuple[Figure, ...]:
    """Read figures that another process has written by `to_json`."""
    return tuple(Figure(**{**one, "better": Better(one["better"])}) for one in json.loads(text))


def to_json(figures: Iterable[Figure]) -> str:
    """Write figures for another process."""
    return json.dumps([figure._asdict() for figure in figures])


def document(runs: Iterable[Run]) -> str:
    """Return all that was measured as one JSON document."""
    rows = [
        {"benchmark": run.benchmark, "day": run.conditions.day, "python": run.conditions.python}
        | {"load": run.conditions.load, **figure._asdict(), "verdict": figure.verdict}
        for run in runs
        for figure in run.figures
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def table(run: Run) -> str:
    """Return the figures of a benchmark as lines for a terminal."""
    name = max((len(figure.name) for figure in run.figures), default=0)
    value = max((len(figure.measured) for figure in run.figures), default=0)
    lines = [f"{run.benchmark}  (load {run.conditions.load:.1f})"]
    for figure in run.figures:
        aim = f"{figure.aimed:>10}  {figure.verdict:<7}" if figure.aim is not None else " " * 19
        lines.append(f"  {figure.name:<{name}}  {figure.measured:<{value}}  {aim}  {figure.about}".rstrip())
    return "\n".join(lines)


def rows(run: Run) -> list[str]:
    """Return the figures of a benchmark as rows of a Markdown table."""
    return [
        f"| {run.benchmark} | {figure.name}{f' ({figure.about})' if figure.about else ''} | {figure.measured} | "
        f"{figure.aimed or '–'} | {figure.verdict} | {run.conditions.when} |"
        for figure in run.figures
    ]


def merged(page: str, runs: Sequence[Run], order: Sequence[str]) -> str:
    """Return a page whose tables have the rows of these runs; those of other benchmarks stay.

    One table has all figures, the other those that missed their aim.

    Raises:
        ValueError: the page lacks one of the lines that the tables stand between.
    """
    by_name: dict[str, list[str]] = {}
    for line in _between(page, BEGIN, END)[1].splitlines():
        if line.startswith("| ") and line != HEAD:
            by_name.setdefault(line[2:].partition(" | ")[0], []).append(line)
    by_name |= {run.benchmark: rows(run) for run in runs}
    lines = [line for name in order for line in by_name.get(name, ())]
    missed = [line for line in lines if line.split(" | ")[4:5] == ["missed"]]
    return _with_table(_with_table(page, BEGIN, END, lines), MISSED_BEGIN, MISSED_END, missed)


def _with_table(page: str, begin: str, end: str, lines: Sequence[str]) -> str:
    before, _, after = _between(page, begin, end)
    return f"{before}{begin}\n\n" + "\n".join((HEAD, RULE, *lines)) + f"\n\n{end}{after}"


def _between(page: str, begin: str, end: str) -> tuple[str, str, str]:
    before, found, rest = page.partition(begin)
    inside, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page lacks the line {begin if not found else end!r}")
    return before, inside, after
