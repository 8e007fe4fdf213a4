"""The formats that a game can be exported to."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.key_shown import KeyShown

DEFAULT_PACE: Final = 2.0
"""Seconds from one event to the next."""


class ExportFormat(StrEnum):
    """A format, named by the suffix of its files."""

    MARKDOWN = "md"
    HTML = "html"
    CAST = "cast"
    SVG = "svg"


def export_game(
    record: EpisodeRecord,
    format: ExportFormat,
    *,
    pace: float = DEFAULT_PACE,
    position: int | None = None,
    key: KeyShown = KeyShown.ASKED,
    progress: Callable[[int], None] | None = None,
) -> str:
    """Return the game as the text of a file.

    Args:
        record: the game.
        format: of the file.
        pace: seconds from one event to the next, for a page and a recording.
        position: number of events that have happened where a page opens, a recording begins, or a picture is taken.
        key: whether whoever opens a page sees the key.
        progress: is told after every event of a recording how many are done, since each takes a picture.
    """
    match format:
        case ExportFormat.HTML:
            from codenames_tui.exports.page.game_page import to_html

            return to_html(record, pace=pace, begin=position, key=key)
        case ExportFormat.CAST:
            from codenames_tui.exports.cast import to_cast

            return "".join(to_cast(record, pace, position or 0, progress))
        case ExportFormat.SVG:
            from codenames_tui.exports.svg import to_svg

            return to_svg(record, position)
        case ExportFormat.MARKDOWN:
            from codenames_tui.exports.markdown import to_markdown

            return to_markdown(record)
        case _:
            assert_never(format)
