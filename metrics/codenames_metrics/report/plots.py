"""Small plots as SVG, drawn by hand: intervals of win rates, and who wins how often against whom.

Every number that is drawn is also written, and no meaning rests on colour alone. All names come from outside.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from codenames_core.text.sanitiser import one_line
from codenames_metrics.statistics.intervals import Interval

LONGEST_NAME: Final = 32
MOST_IN_A_MAP: Final = 16
_CHARACTER: Final = 7.0
"""Width of a character that names are given room for, in pixels."""
_ROW, _HEADING, _MARGIN, _PLOT = 22, 30, 14, 360
_NO_CHARACTERS: Final = str.maketrans({"\ufffe": "\ufffd", "\uffff": "\ufffd"})
"""The two that XML has no place for and that a clean text can hold."""
_INK, _FAINT, _LINE, _PAPER = "#1a1a1a", "#6b6b6b", "#d0d0d0", "#ffffff"
_MARK: Final = "#1f5fa8"
_LOW, _MIDDLE, _HIGH = (0xD9, 0x7B, 0x29), (0xFF, 0xFF, 0xFF), (0x3B, 0x78, 0xB8)
"""Orange, white, blue: told apart with any colour vision."""


class PlottedShare(NamedTuple):
    """One row: a share and its interval."""

    name: str
    value: float | None
    interval: Interval | None


def interval_plot(title: str, sections: Mapping[str, Sequence[PlottedShare]]) -> str:
    """Return a plot of shares with their intervals, from 0 to 1, a heading above each section."""
    names = [one_line(row.name, LONGEST_NAME) for rows in sections.values() for row in rows]
    left = _MARGIN + max((len(name) for name in names), default=0) * _CHARACTER + 10
    width = left + _PLOT + 150
    height = _HEADING + sum(_HEADING + _ROW * len(rows) for rows in sections.values()) + 34
    return _picture(title, width, height, _interval_parts(sections, left, height))


def _interval_parts(sections: Mapping[str, Sequence[PlottedShare]], left: float, height: float) -> Iterator[str]:
    bottom = height - 30
    for tick in range(5):
        x = left + _PLOT * tick / 4
        dashes = "" if tick == 2 else ' stroke-dasharray="2 3"'
        yield f'<line x1="{x:g}" y1="{_HEADING}" x2="{x:g}" y2="{bottom}" stroke="{_LINE}"{dashes}/>'
        yield _text(x, bottom + 16, f"{25 * tick} %", anchor="middle", fill=_FAINT)
    y = float(_HEADING)
    for heading, rows in sections.items():
        yield _text(_MARGIN, y + 20, heading, weight="bold")
        y += _HEADING
        for row in rows:
            yield from _interval_row(row, left, y + _ROW / 2)
            y += _ROW


def _interval_row(row: PlottedShare, left: float, y: float) -> Iterator[str]:
    yield _text(left - 10, y + 4, one_line(row.name, LONGEST_NAME), anchor="end")
    if row.value is None:
        yield _text(left + 6, y + 4, "no decided game", fill=_FAINT)
        return
    x = left + _PLOT * row.value
    shown = f"{100 * row.value:.1f}"
    if row.interval:
        low, high = (left + _PLOT * end for end in row.interval)
        yield f'<line x1="{low:.1f}" y1="{y:g}" x2="{high:.1f}" y2="{y:g}" stroke="{_MARK}" stroke-width="2"/>'
        for end in (low, high):
            yield f'<line x1="{end:.1f}" y1="{y - 4:g}" x2="{end:.1f}" y2="{y + 4:g}" stroke="{_MARK}"/>'
        shown += f" ({100 * row.interval.low:.1f} to {100 * row.interval.high:.1f})"
    yield f'<circle cx="{x:.1f}" cy="{y:g}" r="4" fill="{_MARK}"/>'
    yield _text(left + _PLOT + 10, y + 4, shown, fill=_FAINT)


def heat_map(title: str, names: Sequence[str], shares: Mapping[tuple[str, str], float | None]) -> str:
    """Return a map of who wins how often against whom.

    Args:
        title: of the picture.
        names: of rows and columns.
        shares: of the games that the row's line-up won against the column's.
    """
    shown = [one_line(name, LONGEST_NAME) for name in names]
    longest = max(map(len, shown), default=0) * _CHARACTER
    left, size = _MARGIN + longest + 10, 46
    top = _HEADING + longest * 0.75 + 20
    width, height = left + size * len(names) + longest * 0.75 + _MARGIN, top + size * len(names) + _MARGIN
    return _picture(title, width, height, _map_parts(names, shown, shares, left, top, size))


def _map_parts(
    names: Sequence[str],
    shown: Sequence[str],
    shares: Mapping[tuple[str, str], float | None],
    left: float,
    top: float,
    size: int,
) -> Iterator[str]:
    for place, name in enumerate(shown):
        x, y = left + size * (place + 0.5), top - 8
        yield f'<g transform="rotate(-45 {x:g} {y:g})">{_text(x, y, name)}</g>'
        yield _text(left - 10, top + size * (place + 0.5) + 4, name, anchor="end")
    for row, row_name in enumerate(names):
        for column, column_name in enumerate(names):
            value = shares.get((row_name, column_name))
            x, y = left + size * column, top + size * row
            fill = "#f2f2f2" if value is None else _colour(value)
            yield f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" fill="{fill}" stroke="{_PAPER}"/>'
            text = "–" if value is None else f"{100 * value:.0f}"
            yield _text(x + size / 2, y + size / 2 + 4, text, anchor="middle")


def _colour(share: float) -> str:
    """Return a colour from orange for 0 by white to blue for 1."""
    end, far = (_HIGH, 2 * share - 1) if share >= 0.5 else (_LOW, 1 - 2 * share)
    red, green, blue = (round(middle + (tone - middle) * far) for middle, tone in zip(_MIDDLE, end, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _picture(title: str, width: float, height: float, parts: Iterator[str]) -> str:
    width = max(width, 2 * _MARGIN + len(one_line(title)) * _CHARACTER)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{_escaped(title)}</title>",
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="{_PAPER}"/>',
            '<g font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12">',
            _text(_MARGIN, 20, title, weight="bold"),
            *parts,
            "</g>",
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, text: str, *, anchor: str = "", weight: str = "", fill: str = _INK) -> str:
    looks = "".join(f' {name}="{value}"' for name, value in (("text-anchor", anchor), ("font-weight", weight)) if value)
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{looks}>{_escaped(text)}</text>'


def _escaped(text: str) -> str:
    return escape(one_line(text).translate(_NO_CHARACTERS))
