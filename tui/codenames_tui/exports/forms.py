"""The forms in which a game can be written, and what is written."""

from enum import StrEnum
from typing import Final

from codenames_core.files.record import EpisodeRecord

DEFAULT_PACE: Final = 2.0
"""Seconds from one event to the next."""


class ExportFormat(StrEnum):
    """A form, named by the end of its files' names."""

    MARKDOWN = "md"
    HTML = "html"
    CAST = "cast"
    SVG = "svg"


def written(
    record: EpisodeRecord, form: ExportFormat, *, pace: float = DEFAULT_PACE, position: int | None = None
) -> str:
    """Return the game in that form.

    Args:
        record: the game.
        form: as which it is written.
        pace: seconds from one event to the next, for a page and a recording.
        position: events that have happened where a page opens, a recording begins, or a picture is taken.
    """
    match form:
        case ExportFormat.HTML:
            from codenames_tui.exports.html import html

            return html(record, pace=pace, begin=position)
        case ExportFormat.CAST:
            from codenames_tui.exports.cast import cast

            return "".join(cast(record, pace, position or 0))
        case ExportFormat.SVG:
            from codenames_tui.exports.svg import svg

            return svg(record, position)
        case ExportFormat.MARKDOWN:
            from codenames_tui.exports.markdown import markdown

            return markdown(record)
