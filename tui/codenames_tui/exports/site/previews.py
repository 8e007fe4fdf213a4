"""The pictures that posts show of links to a site: one for each board, and one of what the first run found."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.leaderboard import LeaderboardEntry
from codenames_metrics.tables.number_formats import format_percent
from codenames_tui.exports.colours import colours
from codenames_tui.exports.moving.drawing import can_draw, to_png
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox, wrapped
from codenames_tui.exports.page.preview import CANVAS, board_preview
from codenames_tui.exports.site.run_pages import PublishedRun, verdict_of
from codenames_tui.exports.site.staging import write_page

PREVIEW: Final = "preview.png"
BOARDS: Final = "boards"
MISSING: Final = "links to the site show no picture; that needs an extra: pip install 'codenames-tui[pictures]'"
_MARGIN: Final = 60
_MOST: Final = 5
_ROW: Final = 64
_TRACK: Final = (460, 560)
"""Where bars begin, and how long one of 100 % is."""


def picture_of_board(folder: Path, record: EpisodeRecord) -> str:
    """Write the picture that all games on a board share, if no game has yet, and return its name below the folder.

    Args:
        folder: of the run, in the site that is written. Other processes may write there, too: the same bytes.
        record: a game; nothing is written, and the name is empty, where nothing that draws is installed.

    Raises:
        StorageError: the disk refused.
    """
    if not can_draw():
        return ""
    parts = board_preview(record.initial_state())
    name = f"{BOARDS}/{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}.png"
    if not (folder / name).exists():
        write_page(folder / name, to_png(parts, CANVAS))
    return name


def run_preview(run: PublishedRun, others: int = 0) -> list[Part]:
    """Return the parts of the picture of what a run found.

    Args:
        run: the run.
        others: how many more runs are in the site.
    """
    return [*_heading(run, others), *_leaders(run)]


def _heading(run: PublishedRun, others: int) -> Iterator[Part]:
    paint, room = colours(), CANVAS.width - 2 * _MARGIN
    more = f", and {counted(others, 'more run')}" if others else ""
    yield (Lettering(_MARGIN, 104, 52, paint["foreground"], f"Codenames: {run.name}{more}", room, bold=True),)
    for index, line in enumerate(wrapped(verdict_of(run.board), 26, room, 3)):
        yield (Lettering(_MARGIN, 160 + 36 * index, 26, paint["accent"], line, room),)


def _leaders(run: PublishedRun) -> Iterator[Part]:
    """Yield the first places: win rates as bars, with the intervals that the leaderboard shows."""
    entries = [entry for entry in run.board.overall.entries if entry.win_rate is not None][:_MOST]
    for row, entry in enumerate(entries):
        yield _leader(entry, 270 + _ROW * row)
    if entries:
        said = "Win rates, with simultaneous 95 % intervals"
        yield (Lettering(_MARGIN, 604, 18, colours()["muted"], said, CANVAS.width - 2 * _MARGIN),)


def _leader(entry: LeaderboardEntry, y: float) -> Part:
    paint, (left, length) = colours(), _TRACK
    rate = entry.win_rate or 0.0
    interval = entry.win_rate_simultaneous_ci or entry.win_rate_ci
    low, high = (rate, rate) if interval is None else (max(interval.low, 0.0), min(interval.high, 1.0))
    return (
        Lettering(_MARGIN, y + 32, 26, paint["foreground"], one_line(entry.model, 60), left - _MARGIN - 30, bold=True),
        RoundedBox(left, y + 10, length, 26, 6, paint["card"]),
        RoundedBox(left, y + 10, max(round(length * rate), 6), 26, 6, paint["card-blue"]),
        RoundedBox(left + round(length * low), y + 21, max(round(length * (high - low)), 2), 4, 2, paint["accent"]),
        Lettering(left + length + 24, y + 32, 26, paint["foreground"], format_percent(rate), 90, bold=True),
    )
