"""What a screen of results shows, as a file: Markdown, CSV, or a picture such as the report has."""

from collections.abc import Callable, Mapping
from typing import Final

from codenames_core.support.errors import InputError
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.strength import lineups_by_strength
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.report.pictures.head_to_head import head_to_head_map
from codenames_metrics.report.pictures.pdf import pdf_bytes
from codenames_metrics.report.pictures.sheet import Picture
from codenames_metrics.report.pictures.svg import svg_text
from codenames_metrics.report.pictures.win_rates import win_rates
from codenames_metrics.report.pictures.words import contests_note
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.tables.markdown import cell, table
from codenames_tui.benchmark.views.results import Filter, ResultsTable, cells_for_files


def export_bytes(form: str, shown: ResultsTable, board: Leaderboard, chosen: Filter) -> bytes:
    """Return the content of a file in that form.

    Raises:
        InputError: there is no picture of what is shown, or a PDF needs what is not installed.
    """
    return FORMS[form](shown, board, chosen)


def _markdown(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> bytes:
    names, rows = cells_for_files(shown)
    about = f"Benchmark {cell(board.name)}, id `{board.benchmark_id}`, {board.finished:,} of {board.planned:,} games."
    return f"## {cell(shown.title)}\n\n{about}\n\n{table(names, rows)}".encode()


def _csv(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> bytes:
    names, rows = cells_for_files(shown)
    return b"".join(map(csv_line, [names, *rows]))


def _svg(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> bytes:
    return svg_text(_picture(shown, board, chosen)).encode()


def _pdf(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> bytes:
    return pdf_bytes(_picture(shown, board, chosen))


def _picture(shown: ResultsTable, board: Leaderboard, chosen: Filter) -> Picture:
    title = f"{board.name}: {shown.title}"
    if shown.title.startswith("Head to head"):
        pairs = [
            entry
            for entry in board.head_to_head
            if chosen.mode in (None, entry.mode) and chosen.composition in (None, entry.composition)
        ]
        if len({(pair.mode, pair.composition) for pair in pairs}) > 1:
            raise InputError("a picture shows one mode and one composition; choose them with d and T")
        return head_to_head_map(title, "head_to_head", pairs, lineups_by_strength(board))
    if not shown.columns or shown.columns[3].title != "win rate":
        raise InputError("only win rates and head to head have a picture; save this view as .md or .csv")
    if chosen.composition is not None:
        lineups = next((entry.entries for entry in board.compositions if entry.composition is chosen.composition), ())
        note = contests_note(board, None, chosen.composition)
        return win_rates(title, "win_rates", note, [(entry.lineup, entry) for entry in lineups])
    views = [entry for entry in board.views if (entry.role, entry.mode) == chosen[:2]] or [board.overall]
    note = contests_note(board, chosen.mode, Composition.HOMOGENEOUS)
    return win_rates(title, "win_rates", note, [(entry.model, entry) for entry in views[0].entries])


FORMS: Final[Mapping[str, Callable[[ResultsTable, Leaderboard, Filter], bytes]]] = {
    "md": _markdown,
    "csv": _csv,
    "svg": _svg,
    "pdf": _pdf,
}
"""By the end of a file's name."""
