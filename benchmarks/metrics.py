"""How long the metrics of many episodes take, from their files to rows, and how much memory.

A few games of offline agents are played and written; then `codenames-tui metrics --format csv` measures a folder with
as many links to them as asked for, in a process of its own. Averages, which other formats have, are timed beside it.
"""

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final, TypeVar

from benchmarks.figures import Figure
from benchmarks.games import write_games
from benchmarks.measuring import Spent, app, best_cpu
from codenames_core.game.config import Role, Team
from codenames_metrics.analysis.aggregate import Aggregation
from codenames_metrics.game.episode import compute_episode_metrics
from codenames_metrics.game.episode_files import read_record
from codenames_metrics.game.played_turns import played_turns
from codenames_metrics.game.surveillance.signs import find_sign, folded
from codenames_metrics.tables.export import csv_rows, csv_text

T = TypeVar("T")

GAMES: Final = 60
DIFFERENT: Final = 600
"""So many games of ten thousand are different: nobody's sentences come over and over."""
MANY: Final = 10_000
AIM: Final = 10.0


def command(paths: list[Path], folder: Path, episodes: int) -> Spent:
    """Return what the command takes for a folder of so many episodes."""
    folder.mkdir()
    for number, path in enumerate(islice(cycle(paths), episodes)):
        os.link(path, folder / f"{number:06}.json")
    return app("metrics", str(folder), "--format", "csv")


def each(work: Callable[[T], object], items: list[T]) -> Callable[[], None]:
    """Return what does it for one item after the other, and keeps as little of them as the command does."""

    def work_on_all() -> None:
        for item in items:
            work(item)

    return work_on_all


def parts(paths: list[Path]) -> Iterator[tuple[str, float]]:
    """The seconds of each part for one episode, with as few collections as in the command."""
    gc.set_threshold(200_000)
    records = [read_record(path) for path in paths]
    measured = [compute_episode_metrics(record) for record in records]

    works: dict[str, Callable[[], object]] = {
        "of it read and validated": each(read_record, paths),
        "of it folded alone": each(lambda record: record.state_at(len(record.public_transcript)), records),
        "of it measured, fold included": each(compute_episode_metrics, records),
        "averages of it, for other formats": each(Aggregation().add, measured),
        "of it written as CSV": each(lambda metrics: csv_text(csv_rows(metrics)), measured),
    }
    for part, work in works.items():
        yield part, best_cpu(work, 3) / len(paths)


def signs(paths: list[Path]) -> Iterator[Figure]:
    """How long it takes to look for signs of overhearing, in what was said and in the slowest text known."""
    said = [message for path in paths for turn in played_turns(read_record(path)) for message in turn.discussion]
    hostile = folded("blue's " * 15_000)
    each = best_cpu(lambda: [find_sign(folded(one.text), one.seat.team, one.seat.role) for one in said], 3) / len(said)
    worst = best_cpu(lambda: find_sign(hostile, Team.RED, Role.GUESSER_1), 3)
    length = sum(len(one.text) for one in said) / len(said)
    yield Figure("a message searched for signs", each * 1e6, "µs of CPU", 50, about=f"{length:.0f} characters")
    yield Figure("a hostile text searched for signs", worst * 1000, "ms of CPU", 1000, about="105 KB")


def figures(quick: bool) -> Iterator[Figure]:
    """Measure some, and each part of the work alone."""
    with tempfile.TemporaryDirectory() as name:
        (games := Path(name, "games")).mkdir()
        paths = write_games(games, GAMES // 3 if quick else GAMES)
        size = sum(path.stat().st_size for path in paths) / len(paths) / 1000
        events = sum(len(read_record(path).public_transcript) for path in paths) / len(paths)
        about = f"{size:.0f} KB, {events:.0f} events"
        episodes = 200 if quick else 900
        few = command(paths, Path(name, "few"), 10).cpu
        spent = min(command(paths, Path(name, str(part)), episodes) for part in range(1 if quick else 3))
        each = (spent.cpu - few) / (episodes - 10) * 1000
        yield Figure(
            "an episode, from file to CSV row", each, "ms of CPU", 1, about=f"{about}, the command's start aside"
        )
        for part, seconds in parts(paths):
            yield Figure(part, seconds * 1000, "ms of CPU", about=about)
        yield from signs(paths)


def many(quick: bool) -> Iterator[Figure]:
    """Measure ten thousand; memory has to be that of a thousand."""
    with tempfile.TemporaryDirectory() as name:
        (games := Path(name, "games")).mkdir()
        paths = write_games(games, DIFFERENT // 10 if quick else DIFFERENT)
        most = MANY // 10 if quick else MANY
        few, spent = (command(paths, Path(name, str(count)), count) for count in (most // 10, most))
        yield Figure(f"metrics of {most:,} episodes", spent.cpu, "s of CPU", AIM * most / MANY)
        yield Figure(f"metrics of {most:,} episodes, by the clock", spent.wall, "s")
        yield Figure(f"memory for {most // 10:,}", few.memory, "MB")
        yield Figure(f"memory for {most:,}", spent.memory, "MB", few.memory + 20)
