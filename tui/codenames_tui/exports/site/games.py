"""The pages of a run's games: each is read, written and forgotten by itself, on all cores where there are many."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES, read_record
from codenames_metrics.run_folder.metrics_cache import MeasuredGame, numbers_of_games
from codenames_metrics.runner.process_map import map_in_processes
from codenames_tui.exports.page.game_page import Beside, game_page
from codenames_tui.exports.site.choices import Choices
from codenames_tui.exports.site.games_list import GAMES, ListedGame
from codenames_tui.exports.site.layout import ASSETS
from codenames_tui.exports.site.previews import picture_of_board
from codenames_tui.exports.site.private import public_record
from codenames_tui.exports.site.staging import write_page


class PlaceInSite(NamedTuple):
    """Where the games of a run go."""

    site: Path
    """The folder that is written."""
    folder: str
    """The run's, in the site."""
    name: str
    """Of the run; clean."""
    choices: Choices


class _Game(NamedTuple):
    episode: Path
    row: ListedGame


def publish_games(run: Path, plan: Plan, at: PlaceInSite) -> Iterator[ListedGame]:
    """Write the page of each finished game, in the order of the plan, and yield its row when it is written.

    Raises:
        EpisodeFileError: an episode cannot be read.
        StorageError: the disk refused.
    """
    games = (_game(run, plan, measured) for measured in numbers_of_games(run, plan))
    yield from map_in_processes(partial(_publish, at), games)


def _game(run: Path, plan: Plan, measured: MeasuredGame) -> _Game:
    job, metrics = measured
    file = plan.record_name(job.index)
    row = ListedGame(
        name=file.partition(".")[0],
        red=one_line(job.cell.combo.red.name, 80),
        blue=one_line(job.cell.combo.blue.name, 80),
        mode=str(job.cell.mode).replace("_", " "),
        seed=job.seed,
        winner=str(metrics.winner or ""),
        ending=str(metrics.termination or "unfinished").replace("_", " "),
        turns=metrics.turns,
    )
    return _Game(run / EPISODES / file, row)


def _publish(at: PlaceInSite, game: _Game) -> ListedGame:
    choices, place = at.choices, at.site / at.folder
    record = public_record(read_record(game.episode), with_prompts=choices.with_prompts)
    picture = choices.picture(f"{at.folder}/{picture_of_board(place, record)}", "../../")
    beside = Beside(f"../../{ASSETS}", f"../{GAMES}", f"Games of {at.name}", picture)
    page = game_page(record, key=choices.key, beside=beside, with_prompts=choices.with_prompts)
    write_page(place / "games" / f"{game.row.name}.html", page.encode())
    return game.row
