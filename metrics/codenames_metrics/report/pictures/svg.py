"""A picture as SVG, written by hand: equal pictures give equal bytes. All texts come from outside."""

from typing import Final
from xml.sax.saxutils import escape

from codenames_metrics.report.pictures.fitting import clean_line, is_measured, width_of
from codenames_metrics.report.pictures.marks import PAPER, Area, Box, Dot, Line, Mark, Path, Text
from codenames_metrics.report.pictures.sheet import Picture

_SHOWN: Final = 2
"""How many times the size in print it is shown on a page that says nothing else."""
_FONT: Final = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg_text(picture: Picture) -> str:
    """Return a picture as SVG, one mark to a line."""
    width, height = f"{picture.width:g}", f"{picture.height:g}"
    size = f'width="{_SHOWN * picture.width:g}" height="{_SHOWN * picture.height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img">',
            f"<title>{_escaped(picture.title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            f'<g font-family="{_FONT}">',
            *map(_element, picture.marks),
            "</g>",
            "</svg>\n",
        ]
    )


def _element(mark: Mark) -> str:
    match mark:
        case Line():
            ends = " ".join(f'{name}="{_number(getattr(mark, name))}"' for name in ("x1", "y1", "x2", "y2"))
            return f"<line {ends}{_stroke(mark.ink, mark.thickness, mark.dashes)}/>"
        case Box():
            size = f'width="{_number(mark.width)}" height="{_number(mark.height)}"'
            stroke = _stroke(mark.ink, mark.thickness) if mark.ink else ""
            return f'<rect x="{_number(mark.x)}" y="{_number(mark.y)}" {size} fill="{mark.fill or "none"}"{stroke}/>'
        case Dot():
            at = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'
            return f'<circle {at} fill="{mark.fill}"{_stroke(mark.ink, 0.75)}/>'
        case Area():
            return f'<polygon points="{_points(mark.points)}" fill="{mark.fill}"/>'
        case Path():
            stroke = _stroke(mark.ink, mark.thickness, mark.dashes)
            return f'<polyline points="{_points(mark.points)}" fill="none"{stroke}/>'
        case Text():
            return _text(mark)


def _text(mark: Text) -> str:
    x, y = _number(mark.x), _number(mark.y)
    looks = f' text-anchor="{mark.anchor}"' if mark.anchor != "start" else ""
    looks += ' font-weight="bold"' if mark.bold else ""
    looks += f' transform="rotate(-90 {x} {y})"' if mark.upwards else ""
    if mark.text and not is_measured(mark.text):  # a font that nobody knows is made to keep to its room
        room = _number(width_of(mark.text, mark.size, bold=mark.bold))
        looks += f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x}" y="{y}" font-size="{mark.size:g}" fill="{mark.ink}"{looks}>{_escaped(mark.text)}</text>'


def _stroke(ink: str, thickness: float, dashes: tuple[float, ...] = ()) -> str:
    dashed = f' stroke-dasharray="{" ".join(f"{length:g}" for length in dashes)}"' if dashes else ""
    return f' stroke="{ink}" stroke-width="{thickness:g}"{dashed}'


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def _escaped(text: str) -> str:
    return escape(clean_line(text))
