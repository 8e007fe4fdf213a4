"""Writes the site of one or several runs: a folder that any host can serve.

    index.html                 what each run found
    compare.html               each two runs against each other, where there are several
    assets/                    script and style, shared by all pages
    RUN/report.html            the whole report; its pictures and their data in RUN/plots/
    RUN/games.html, games.json lists of games; RUN/games/ a page for each
    RUN/models/                a page for each model
    preview.png, RUN/boards/   what posts show of links to pages of results, in each folder, and to games
    RUN/leaderboard.json, head_to_head.csv, manifest.json

Games are read, written and forgotten one by one, see `codenames_tui.exports.site.games`.
"""

import itertools
import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.head_to_head import COLUMNS, csv_row
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import HEAD_TO_HEAD, LEADERBOARD, Tally, find_given_up, read_tally
from codenames_metrics.report.pictures.files import picture_files
from codenames_metrics.report.pictures.gallery import draw_gallery
from codenames_metrics.report.report import report_text
from codenames_metrics.report.results import read_plan
from codenames_metrics.report.run_comparison import compare_runs, comparison_text, read_run
from codenames_metrics.report.run_facts import run_facts
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.run_folder.manifest import NAME as MANIFEST
from codenames_tui.exports.moving.drawing import can_draw, to_png
from codenames_tui.exports.page.game_page import SCRIPT as GAME_SCRIPT
from codenames_tui.exports.page.policy import part
from codenames_tui.exports.page.preview import CANVAS
from codenames_tui.exports.site.choices import Choices
from codenames_tui.exports.site.games import PlaceInSite, publish_games
from codenames_tui.exports.site.games_list import GAMES, ROWS, list_pages, rows_file
from codenames_tui.exports.site.layout import ASSETS, PACKAGE, SCRIPT, STYLES, Link, site_page
from codenames_tui.exports.site.previews import PREVIEW, run_preview
from codenames_tui.exports.site.private import without_addresses
from codenames_tui.exports.site.report_html import report_html
from codenames_tui.exports.site.run_pages import MODELS, REPORT, PublishedRun, model_page, overview, report_page
from codenames_tui.exports.site.staging import MARK, is_left_behind, staged, write_page

INDEX: Final = "index.html"
COMPARE: Final = "compare.html"
_LEAD: Final = (
    "In Codenames two teams race to find their words among 25. The cluer of a team, who knows the key, says one word "
    "and a number; its guessers have to find out which cards that means. Here is who does it well, with every game to "
    "watch."
)


def publish(runs: Sequence[Path], site: Path, choices: Choices, progress: Callable[[int], None] | None = None) -> int:
    """Write a site and return how many games are in it.

    Args:
        runs: results folders, finished or not.
        site: a new folder, an empty one, or a site that was written before, whose pages are replaced.
        choices: what is published.
        progress: is told after each game how many are written.

    Raises:
        InputError: a folder holds no run, or `site` holds something else.
        EpisodeFileError: an episode cannot be read.
        StorageError: the disk refused.
    """
    _refuse_others(site)
    plans = [(folder, read_plan(folder)) for folder in runs]
    names = _names([plan.config.name for _, plan in plans])
    with staged(site) as staging:
        return _publish(plans, names, staging, choices, progress)


def _publish(
    plans: Sequence[tuple[Path, Plan]],
    names: Sequence[str],
    site: Path,
    choices: Choices,
    progress: Callable[[int], None] | None,
) -> int:
    _write_assets(site)
    count = itertools.count(1)

    def wrote() -> None:
        if progress:
            progress(next(count))

    published = [
        _publish_run(folder, plan, site, name, choices, several=len(plans) > 1, wrote=wrote)
        for (folder, plan), name in zip(plans, names, strict=True)
    ]
    compared = _write_comparison(site, [folder for folder, _ in plans], published)
    body = [f"<p>{_LEAD}</p>", *(text for run in published for text in overview(run))]
    title = "Codenames benchmark" if len(published) == 1 else "Codenames benchmarks"
    links = [Link(COMPARE, "Compare the runs")] if compared else []
    about = "Who plays Codenames well: leaderboards, and every game to watch."
    _write_preview(site, published[0], len(published) - 1)
    picture = choices.picture(PREVIEW)
    _write(site / INDEX, site_page(title, body, links=links, about=about, picture=picture))
    return sum(run.board.finished for run in published)


def _refuse_others(site: Path) -> None:
    if site.exists() and not site.is_dir():
        raise InputError(f"{one_line(str(site))} is a file; a folder for the site is needed")
    if site.is_dir() and not all(map(is_left_behind, site.iterdir())) and not (site / MARK).is_file():
        raise InputError(f"{one_line(str(site))} contains other files; name a new folder, or a site published before")


def _names(runs: Sequence[str]) -> list[str]:
    """Return a name for the folder of each run: plain, and different from all others."""
    names: list[str] = []
    for run in runs:
        plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in run.lower()).strip("-")
        name = plain[:40] or "run"
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        taken = {*names, ASSETS}
        names.append(next(new for new in itertools.chain([name], numbered) if new not in taken))
    return names


def _write(path: Path, text: str) -> None:
    write_page(path, text.encode())


def _write_assets(site: Path) -> None:
    _write(site / ASSETS / GAME_SCRIPT, part(GAME_SCRIPT))
    _write(site / ASSETS / SCRIPT, part(SCRIPT, PACKAGE))
    for name in STYLES:
        _write(site / ASSETS / name, part(name) if name == "page.css" else part(name, PACKAGE))


def _publish_run(
    folder: Path,
    plan: Plan,
    site: Path,
    name: str,
    choices: Choices,
    *,
    several: bool,
    wrote: Callable[[], None],
) -> PublishedRun:
    tally = read_tally(folder, plan)
    run = _read_run(folder, plan, name, tally)
    place = site / name
    links = [
        Link(f"../{INDEX}", "All runs" if several else "Overview"),
        Link(GAMES, "Games"),
        Link(REPORT, "Report"),
        *([Link(f"../{COMPARE}", "Compare the runs")] if several else []),
    ]
    _write_numbers(folder, place, run)
    _write_preview(place, run)
    _write(place / REPORT, report_page(run, links, choices.picture(f"{name}/{PREVIEW}", "../")))
    below = [link._replace(address=f"../{link.address}") for link in links]
    for model, page in run.model_pages.items():
        picture = choices.picture(f"{name}/{PREVIEW}", "../../")
        _write(place / MODELS / page, model_page(run, model, below, picture))
    rows = []
    for row in publish_games(folder, plan, PlaceInSite(site, run.folder, run.name, choices)):
        rows.append(row)
        wrote()
    _write(place / ROWS, rows_file(rows))
    for page, text in list_pages(rows, run.name, links):
        _write(place / page, text)
    return run._replace(games=rows)


def _write_preview(folder: Path, run: PublishedRun, others: int = 0) -> None:
    if can_draw():
        write_page(folder / PREVIEW, to_png(run_preview(run, others), CANVAS))


def _read_run(folder: Path, plan: Plan, name: str, tally: Tally) -> PublishedRun:
    board, play = tally.leaderboard(), tally.play()
    facts = run_facts(folder, plan, find_given_up(folder, plan))
    gallery = draw_gallery(board, play, facts.spending)
    return PublishedRun(name, board, facts, play, report_text(board, facts, gallery))


def _write_numbers(folder: Path, place: Path, run: PublishedRun) -> None:
    """Write what other programs read: numbers, pictures with their data, and the manifest without what is private."""
    _write(place / LEADERBOARD, without_addresses(run.board.text()))
    pairs = (csv_row(pair) for pair in run.board.head_to_head)
    write_page(place / HEAD_TO_HEAD, b"".join(map(csv_line, [COLUMNS, *pairs])))
    gallery = draw_gallery(run.board, run.play, run.facts.spending)
    for picture in gallery.pictures:
        for file, text in picture_files(picture).items():
            _write(place / file, text)
    if (folder / MANIFEST).is_file():
        tree = json.loads((folder / MANIFEST).read_text("utf-8"))
        _write(place / MANIFEST, json.dumps(_public_tree(tree), indent=1, ensure_ascii=False) + "\n")


def _public_tree(value: Any) -> Any:
    """Return JSON without addresses and paths in any of its texts."""
    match value:
        case str():
            return without_addresses(value)
        case dict():
            return {without_addresses(name): _public_tree(inside) for name, inside in value.items()}
        case list():
            return [_public_tree(inside) for inside in value]
        case _:
            return value


def _write_comparison(site: Path, folders: Sequence[Path], runs: Sequence[PublishedRun]) -> bool:
    """Write how each two runs compare, where there are several; return whether there is anything to read."""
    if len(folders) < 2:
        return False
    body: list[str] = []
    read = [read_run(folder) for folder in folders]
    for (one, first), (other, second) in itertools.combinations(zip(runs, read, strict=True), 2):
        body.append(f"<h2>{escape(one.name)} and {escape(other.name)}</h2>")
        body.append(report_html(comparison_text(compare_runs(first, second))).html)
    _write(site / COMPARE, site_page("The runs compared", body, links=[Link(INDEX, "All runs")]))
    return True
