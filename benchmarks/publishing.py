"""What it takes to publish games: CPU and bytes of their pages, and bytes of what is exported one by one.

The samples stand for the games of a run; `of_runs` plays and publishes the shipped experiment, a tenth of it and all,
and a run of some 10,000 games that are those of the tenth again and again, under the names of other boards.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.figures import Figure
from benchmarks.growing import run_folder
from benchmarks.measuring import app
from codenames_core.files.record import EpisodeRecord
from codenames_metrics.experiment.experiment_file import shipped_experiments
from codenames_metrics.experiment.seeds import board_seeds
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.metrics_cache import measured_games
from codenames_tui.exports.moving.animated_svg import to_animated_svg
from codenames_tui.exports.page.game_page import Beside, game_page, to_html
from codenames_tui.exports.site.private import public_record
from codenames_tui.library.samples import SAMPLES, sample_path

GAMES: Final = 3_200
MANY: Final = 10_000
_BESIDE: Final = Beside("../../assets", "../games.html", "Games")
_REPEATS: Final = 3


def figures(quick: bool) -> list[Figure]:
    """Return what pages take."""
    return list(_figures(1 if quick else _REPEATS))


def _figures(repeats: int) -> Iterator[Figure]:
    paths = [sample_path(name) for name in SAMPLES]
    pages = [_page(EpisodeRecord.load(path)) for path in paths]  # imports and caches are warm from here on
    begin = time.process_time()
    for _ in range(repeats):
        for path in paths:
            _page(EpisodeRecord.load(path))
    a_game = (time.process_time() - begin) / (repeats * len(paths))
    yield Figure(f"{GAMES:,} games read and written as pages", a_game * GAMES, "s of CPU", 90.0)
    ratios = [len(page) / path.stat().st_size for page, path in zip(pages, paths, strict=True)]
    yield Figure("a page of a site over its episode", mean(ratios), "times the bytes", 2.0)
    records = [EpisodeRecord.load(path) for path in paths]
    yield Figure(
        "largest page of a sample, by itself", max(len(to_html(record)) for record in records), "bytes", 400_000
    )
    largest = max(len(to_animated_svg(record, 1.0)) for record in records)
    yield Figure("largest animated SVG of a sample", largest, "bytes", 1_000_000)


def of_runs(quick: bool) -> Iterator[Figure]:
    """Publish the shipped experiment, a tenth of it, and more games than it has: time, bytes, and memory."""
    with tempfile.TemporaryDirectory() as name:
        text = shipped_experiments()["offline"].read_text("utf-8")
        few, all_of_it = Path(name, "few.toml"), Path(name, "all.toml")
        few.write_text(text.replace('seeds = "seeds-100"', 'seeds = "0..9"'), "utf-8")
        all_of_it.write_text(text, "utf-8")
        site = Path(name, "site")
        for experiment in (few,) if quick else (few, all_of_it):
            out = Path(name, experiment.stem)
            app("bench", "run", str(experiment), "--executor", "procs", "--out", str(out))
            yield from _published(out / "offline", site)
        if not quick:
            yield from _published(_again_and_again(Path(name, "few", "offline"), Path(name, "many")), site)
        pages = [site / "index.html", *(site / "assets").glob("*.css")]
        yield Figure("the first page, with all that it loads", sum(_bytes(page) for page in pages) / 1000, "KB", 300.0)


def _published(run: Path, site: Path) -> Iterator[Figure]:
    shutil.rmtree(site, ignore_errors=True)
    spent = app("bench", "publish", str(run), "-o", str(site))
    episodes = [path.stat().st_size for path in (run / EPISODES).glob("*.json*")]
    about = f"{len(episodes):,} games"
    yield Figure("a run published", spent.cpu, "s of CPU", about=about)
    yield Figure(
        "a run published, by the clock", spent.wall, "s", 90.0 if len(episodes) <= GAMES else None, about=about
    )
    yield Figure("its site over its episodes", _bytes(site) / sum(episodes), "times the bytes", 2.0, about=about)
    yield Figure("memory at most", spent.memory, "MB", about=about)


def _again_and_again(few: Path, many: Path) -> Path:
    """Leave a folder as a run of `MANY` games would, whose games are those of `few` in turn, each in its own cell."""
    plan = read_plan(few)
    games = [game.metrics for game in measured_games(few, plan)]
    boards = round(MANY / len(plan.cells) / plan.config.games_per_config)
    larger = run_folder(many, plan.config.model_copy(update={"seeds": board_seeds(1, boards)}), games)
    for index in range(len(larger)):
        path = many / EPISODES / larger.record_name(index)
        path.unlink()
        path.hardlink_to(few / EPISODES / plan.record_name(index % len(plan)))
    return many


def _bytes(path: Path) -> int:
    return (
        sum(file.stat().st_size for file in path.rglob("*") if file.is_file()) if path.is_dir() else path.stat().st_size
    )


def _page(record: EpisodeRecord) -> bytes:
    return game_page(public_record(record), beside=_BESIDE).encode()
