"""A picture as PDF, with its fonts in it, as publishers ask; drawn by matplotlib, where it is installed.

Only what matplotlib is at its best at is used: its writer of PDF, and the font that comes with it. No setting of the
person, no font of the machine and no time of day gets into the file, so that equal pictures give equal bytes with one
release of matplotlib.
"""

import io
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_metrics.report.pictures.fitting import clean_line, width_of
from codenames_metrics.report.pictures.marks import PAPER, Area, Box, Dot, Line, Mark, Path, Text
from codenames_metrics.report.pictures.sheet import Picture

MISSING: Final = "pictures as PDF need matplotlib: pip install 'codenames-tui[pictures]'"
_NO_METADATA: Final = dict.fromkeys(("CreationDate", "Creator", "Producer"))
_SETTINGS: Final = {"pdf.fonttype": 42, "pdf.compression": 6, "path.simplify": False, "text.usetex": False}
_UNKNOWN: Final = "\ufffd"


def can_draw_pdf() -> bool:
    """Return whether matplotlib is installed."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def pdf_bytes(picture: Picture) -> bytes:
    """Return a picture as PDF.

    Characters that the font lacks are drawn as a replacement character; the SVG has them.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError(MISSING) from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), dpi=72, facecolor=PAPER)
        for order, mark in enumerate(picture.marks):
            figure.add_artist(_artist(mark, picture.height)).set_zorder(order)
        written = io.BytesIO()
        figure.savefig(written, format="pdf", metadata={**_NO_METADATA, "Title": picture.title})
    return written.getvalue()


def _artist(mark: Mark, height: float) -> Any:
    """Return what matplotlib draws of a mark; its y grows upwards."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, Polygon, Rectangle
    from matplotlib.transforms import IdentityTransform

    at: dict[str, Any] = {"transform": IdentityTransform()}
    match mark:
        case Line():
            return _line(Line2D, ((mark.x1, mark.y1), (mark.x2, mark.y2)), mark, height, at)
        case Path():
            return _line(Line2D, mark.points, mark, height, at)
        case Box():
            looks = {"facecolor": mark.fill or "none", "edgecolor": mark.ink or "none", "linewidth": mark.thickness}
            return Rectangle((mark.x, height - mark.y - mark.height), mark.width, mark.height, **looks, **at)
        case Dot():
            looks = {"facecolor": mark.fill, "edgecolor": mark.ink, "linewidth": 0.75}
            return Circle((mark.x, height - mark.y), mark.radius, **looks, **at)
        case Area():
            points = [(x, height - y) for x, y in mark.points]
            return Polygon(points, closed=True, facecolor=mark.fill, edgecolor="none", **at)
        case Text():
            return _text(mark, height, at)


def _line(kind: Any, points: tuple[tuple[float, float], ...], mark: Line | Path, height: float, at: Any) -> Any:
    style: Any = (0, tuple(length / mark.thickness for length in mark.dashes)) if mark.dashes else "-"
    xs, ys = [x for x, _ in points], [height - y for _, y in points]
    ends = {"solid_capstyle": "butt", "dash_capstyle": "butt"}
    return kind(xs, ys, color=mark.ink, linewidth=mark.thickness, linestyle=style, **ends, **at)


def _text(mark: Text, height: float, at: Any) -> Any:
    from matplotlib.font_manager import FontProperties
    from matplotlib.text import Text as Label

    known, advances = _font(mark.bold)
    text = "".join(sign if ord(sign) in known else _UNKNOWN for sign in clean_line(mark.text))
    needed = sum(advances(sign) for sign in text) * mark.size
    room = width_of(mark.text, mark.size, bold=mark.bold)
    size = mark.size * min(1.0, room / needed) if needed else mark.size
    return Label(
        mark.x,
        height - mark.y,
        text,
        fontproperties=FontProperties(fname=_font_file(mark.bold), size=size),  # type: ignore[arg-type,unused-ignore]
        color=mark.ink,
        horizontalalignment={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
        verticalalignment="baseline",
        rotation=90 if mark.upwards else 0,
        rotation_mode="anchor",
        parse_math=False,
        **at,
    )


def _font_file(bold: bool) -> FilePath:
    import matplotlib

    return FilePath(matplotlib.get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")


@cache
def _font(bold: bool) -> tuple[frozenset[int], Any]:
    """Return the characters that the font has, and a function that says how wide one is, as a share of the size."""
    from matplotlib.ft2font import FT2Font, LoadFlags

    font = FT2Font(str(_font_file(bold)))

    @cache
    def advance(sign: str) -> float:
        glyph = font.load_char(ord(sign), flags=LoadFlags.NO_SCALE)
        return float(glyph.horiAdvance) / float(font.units_per_EM)

    return frozenset(font.get_charmap()), advance
