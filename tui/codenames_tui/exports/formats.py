"""The formats that a game can be exported to."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.turns import Turns

DEFAULT_PACE: Final = 2.0
"""Seconds from one event to the next."""


class ExportFormat(StrEnum):
    """A format, named by the suffix of its files."""

    HTML = "html"
    MARKDOWN = "md"
    GIF = "gif"
    CAST = "cast"
    SVG = "svg"


def export_game(
    record: EpisodeRecord,
    format: ExportFormat,
    *,
    pace: float = DEFAULT_PACE,
    position: int | None = None,
    key: KeyShown = KeyShown.ASKED,
    turns: Turns | None = None,
    animated: bool = False,
    progress: Callable[[int], None] | None = None,
) -> bytes:
    """Return the game as a file.

    Args:
        record: the game.
        format: of the file.
        pace: seconds from one event to the next, for a page, a recording and a moving picture.
        position: number of events that have happened where a page opens, a recording begins, or a picture is taken.
        key: whether whoever opens a page sees the key.
        turns: which turns a moving picture shows; all if not given.
        animated: whether an SVG moves.
        progress: is told after every event of a recording how many are done, since each takes a picture.

    Raises:
        InputError: a moving picture of such turns, or so many events, cannot be made, or its extra is not installed.
    """
    match format:
        case ExportFormat.HTML:
            from codenames_tui.exports.page.game_page import to_html

            return to_html(record, pace=pace, begin=position, key=key).encode()
        case ExportFormat.CAST:
            from codenames_tui.exports.cast import to_cast

            return "".join(to_cast(record, pace, position or 0, progress)).encode()
        case ExportFormat.GIF:
            from codenames_tui.exports.moving.gif import to_gif

            return to_gif(record, pace, turns)
        case ExportFormat.SVG if animated:
            from codenames_tui.exports.moving.animated_svg import to_animated_svg

            return to_animated_svg(record, pace, turns).encode()
        case ExportFormat.SVG:
            from codenames_tui.exports.svg import to_svg

            return to_svg(record, position).encode()
        case ExportFormat.MARKDOWN:
            from codenames_tui.exports.markdown import to_markdown

            return to_markdown(record).encode()
        case _:
            assert_never(format)
