"""What a screen of results shows, as a file: Markdown, CSV, or the picture of win rates that the report has."""

from collections.abc import Callable, Mapping
from typing import Final

from codenames_core.support.errors import InputError
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.report.plots import PlottedShare, heat_map, interval_plot
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.tables.markdown import cell, table
from codenames_tui.benchmark.views.head_to_head import shares_of
from codenames_tui.benchmark.views.results import Filter, ResultsTable, cells_for_files


def export_text(form: str, shown: ResultsTable, board: Leaderboard, chosen: Filter) -> str:
    """Return the content of a file in that form.

    Raises:
        InputError: there is no picture of what is shown.
    """
    return FORMS[form](shown, board, chosen)


def _markdown(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> str:
    names, rows = cells_for_files(shown)
    about = f"Benchmark {cell(board.name)}, id `{board.benchmark_id}`, {board.finished:,} of {board.planned:,} games."
    return f"## {cell(shown.title)}\n\n{about}\n\n{table(names, rows)}"


def _csv(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> str:
    names, rows = cells_for_files(shown)
    return b"".join(map(csv_line, [names, *rows])).decode()


def _svg(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> str:
    if shown.title.startswith("Head to head"):
        pairs = [
            entry
            for entry in board.head_to_head
            if chosen.mode in (None, entry.mode) and chosen.composition in (None, entry.composition)
        ]
        names, shares = shares_of(pairs)
        return heat_map(shown.title, names, shares)
    if not shown.columns or shown.columns[3].title != "win rate":
        raise InputError("a picture is drawn of win rates and of head to head; this view goes into .md or .csv")
    if chosen.composition is not None:
        lineups = next((entry.entries for entry in board.compositions if entry.composition is chosen.composition), ())
        rows = [PlottedShare(entry.lineup, entry.win_rate, entry.win_rate_simultaneous_ci) for entry in lineups]
    else:
        views = [entry for entry in board.views if (entry.role, entry.mode) == chosen[:2]] or [board.overall]
        rows = [PlottedShare(entry.model, entry.win_rate, entry.win_rate_simultaneous_ci) for entry in views[0].entries]
    return interval_plot(shown.title, {"Win rates": rows})


FORMS: Final[Mapping[str, Callable[[ResultsTable, Leaderboard, Filter], str]]] = {
    "md": _markdown,
    "csv": _csv,
    "svg": _svg,
}
"""By the end of a file's name."""
