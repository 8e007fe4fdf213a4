"""The picture of a game at one position as an SVG that any browser and any typesetter shows."""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from rich.cells import cell_len

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.timeline import Timeline
from codenames_core.watch.staged_turn import staged_turn
from codenames_tui.exports.colours import colours, ink
from codenames_tui.exports.picture import Pictures, Size
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.prose.narration import title_of
from codenames_tui.ui.wording import format_staged_turn

SVG_SIZE: Final = Size(100, 30)
_CELL_WIDTH, _CELL_HEIGHT, _BASELINE, _MARGIN = 9, 19, 14, 12
NO_CHARACTERS: Final = str.maketrans({"\ufffe": "\ufffd", "\uffff": "\ufffd"})
"""The two that XML has no place for and that a clean text can hold."""


def to_svg(record: EpisodeRecord, position: int | None = None) -> str:
    """Return the picture after `position` events, at the end if not given."""
    timeline = Timeline(record.initial_state(), record.public_transcript)
    position = timeline.nearest(len(timeline) if position is None else position)
    staged = format_staged_turn(staged_turn(timeline, position)) if position else ""
    return "\n".join(_elements(title_of(record), staged, Pictures(record, timeline, SVG_SIZE).at(position))) + "\n"


def _elements(title: str, description: str, lines: list[Line]) -> Iterator[str]:
    width = SVG_SIZE.width * _CELL_WIDTH + 2 * _MARGIN
    height = SVG_SIZE.height * _CELL_HEIGHT + 2 * _MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    yield f"<title>{_text(title)}</title>"
    if description:
        yield f"<desc>{_text(description)}</desc>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="{colours()["background"]}"/>'
    yield '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="15">'
    for row, line in enumerate(lines):
        yield from _line(line, _MARGIN + row * _CELL_HEIGHT)
    yield "</g>"
    yield "</svg>"


def _line(line: Line, top: int) -> Iterator[str]:
    left = _MARGIN
    for text, style in line:
        look = ink(style)
        width = cell_len(text) * _CELL_WIDTH
        if look.background != colours()["background"]:
            yield f'<rect x="{left}" y="{top}" width="{width}" height="{_CELL_HEIGHT}" fill="{look.background}"/>'
        if shown := text.strip(" "):
            begin = left + (len(text) - len(text.lstrip(" "))) * _CELL_WIDTH
            weight = ' font-weight="bold"' if look.bold else ""
            yield (
                f'<text x="{begin}" y="{top + _BASELINE}" textLength="{cell_len(shown) * _CELL_WIDTH}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{look.foreground}"{weight}>{_text(shown)}</text>'
            )
        left += width


def _text(text: str) -> str:
    return escape(text.translate(NO_CHARACTERS))
