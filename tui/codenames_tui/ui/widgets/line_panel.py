"""The base of all panels: lines of styled text, of which only what changed is painted again."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from codenames_tui.ui.lines.lines import EMPTY, UNICODE, Glyphs, Line, Span, joined
from codenames_tui.ui.widgets.kept_lines import KeptLines

_CARD_STYLES = (
    *(
        "card",
        "card-mentioned",
        "card-mark",
        "card-belief-left",
        "card-belief-right",
        "card-pointed",
        "card-picked",
        "card-red",
        "card-blue",
        "card-neutral",
        "card-assassin",
    ),
    *("key-red", "key-blue", "key-neutral", "key-assassin", "key-edge-red", "key-edge-blue"),
)
STYLES: Final = frozenset(
    (
        *("text", "strong", "dim", "accent", "good", "bad", "warn", "rule", "key"),
        *("red", "blue", "neutral", "assassin", "red-strong", "blue-strong", "red-faint", "blue-faint"),
        *(f"{name}{shade}" for name in _CARD_STYLES for shade in ("", "-2")),
        *("badge", "badge-accent", "badge-warn"),
    )
)
"""Every name that a span may carry; the style sheet of the app says what each looks like."""


_MANY: Final = 16
"""Spans above which it pays to join them."""


_WORTH_PARTING: Final = 16
"""Cells that are the same between two that differ, from which on it costs less to paint these apart."""
_MOST_KEPT: Final = 300
"""Lines of a panel that are kept as they were painted."""


class _Margins(NamedTuple):
    """What stands beside the lines of a panel, and what is done to all its lines."""

    width: int
    """Of the panel, its frame included."""
    above: int
    """Lines above the content."""
    left: Strip
    right: Strip
    filters: Sequence[LineFilter]
    background: Color
    are_plain: bool
    """Whether nothing stands beside the lines but blanks."""

    def around(self, line: Strip) -> Strip:
        """Return a line as it goes to the terminal."""
        if self.left.cell_length or self.right.cell_length:
            line = Strip.join((self.left, line, self.right))
        for one in self.filters:
            line = line.apply_filter(one, self.background)
        return line


def _margins_of(panel: Widget) -> _Margins:
    padding, frame = panel.styles.padding, panel.styles.border.spacing
    background = panel.background_colors[1]
    blank = Style.from_color(None, background.rich_color)
    left, right = (Strip.blank(cells, blank) if cells else Strip([]) for cells in (padding.left, padding.right))
    above = panel.content_offset.y
    is_plain = frame.left == frame.right == 0
    return _Margins(panel.outer_size.width, above, left, right, panel.get_line_filters(), background, is_plain)


class LinePanel(KeptLines):
    """Draws lines, and paints again only the part of a line that changed."""

    ALLOW_SELECT = False

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.glyphs = glyphs
        self._lines: list[Line] = []
        self._strips: dict[Line, Strip] = {}
        """What was painted, wherever it stands: lines that were scrolled are not painted again."""
        self._styles: dict[str, Style] = {}
        self._drawn_size = Size(0, 0)
        self._margins: _Margins | None = None

    def draw(self, size: Size) -> Sequence[Line]:
        """Return what to show in `size`."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the lines again, and have the screen repaint those that differ."""
        if not self.is_attached or not (size := self.size):
            return
        before = self._lines
        self._lines = [joined(line) if len(line) > _MANY else line for line in self.draw(size)]
        if size != self._drawn_size:
            self._drawn_size = size
            self._strips.clear()
            self.refresh()
            return
        if changed := changed_regions(before, self._lines, size):
            self.refresh(*changed)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Forget what was painted in the old colours."""
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return what is painted in `crop`; it was drawn for this size, or is now."""
        if self.size != self._drawn_size:
            self.redraw()
        return super().render_lines(crop)

    def forget_lines(self) -> None:
        """Have all lines painted again, and what stands beside them."""
        self._margins = None
        super().forget_lines()

    def render_stale(self, part: Region) -> list[Strip]:
        """Return lines as Textual paints them; for each it would look up all that a style sheet can do to a line."""
        margins = self._margins
        if margins is None:
            margins = self._margins = _margins_of(self)
        if margins.are_plain and part.x == 0 and part.width == margins.width:
            rows = range(part.y - margins.above, part.bottom - margins.above)
            if rows.start >= 0 and rows.stop <= self._drawn_size.height:
                return [margins.around(self.render_line(y)) for y in rows]
        return super().render_stale(part)

    def render_line(self, y: int) -> Strip:
        """Return line `y` as it is painted."""
        line = _at(self._lines, y)
        strip = self._strips.get(line)
        if strip is None:
            if len(self._strips) >= _MOST_KEPT:
                self._strips.clear()
            strip = self._strips[line] = self._painted(line)
        return strip

    def _painted(self, line: Line) -> Strip:
        segments = [Segment(text, self._style(style)) for text, style in line]
        return Strip(segments).adjust_cell_length(self._drawn_size.width, self._style("text"))

    def _style(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            style = self.rich_style if name == "text" else self._from_style_sheet(name)
            self._styles[name] = style
        return style

    def _from_style_sheet(self, name: str) -> Style:
        """Return what the style sheet says of one name.

        Textual's `COMPONENT_CLASSES` would have all names looked up for every panel, again at each change of a class
        or of the focus; a panel uses a few of them.
        """
        if name not in STYLES:
            raise KeyError(name)
        span = DOMNode(classes=f"line--{name}")
        span._attach(self)
        self.app.stylesheet.apply(span, animate=False)
        return span.styles.rich_style


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else EMPTY


def changed_regions(before: Sequence[Line], after: Sequence[Line], size: Size) -> list[Region]:
    """Return where two pictures differ. Neighbouring lines share a region: each region costs as much as a line."""
    regions: list[Region] = []
    for y in range(min(max(len(before), len(after)), size.height)):
        spans = changed_spans(_at(before, y), _at(after, y), size.width)
        above = [region for region in regions if region.bottom == y]
        for start, width in spans:
            region = Region(start, y, width, 1)
            shared = next((one for one in above if _is_worth_sharing(one, region)), None)
            if shared is None:
                regions.append(region)
            else:
                above.remove(shared)
                regions[regions.index(shared)] = shared.union(region)
    return regions


def _is_worth_sharing(one: Region, other: Region) -> bool:
    """Return whether it costs less to paint the two together, with what lies between them."""
    return one.union(other).area - one.area - other.area < _WORTH_PARTING


def changed_spans(before: Line, after: Line, width: int) -> list[tuple[int, int]]:
    """Return where two lines differ, as first cells and counts of cells: apart where much between them is the same."""
    whole = changed_span(before, after, width)
    if whole is None:
        return []
    if whole[1] < _WORTH_PARTING or len(before) != len(after) or not _stand_alike(before, after):
        return [whole]
    parts: list[tuple[int, int]] = []
    start = 0
    for old, new in zip(before, after, strict=True):
        cells = cell_len(new.text)
        if old != new and start < width:
            first, count = parts[-1] if parts else (-width - _WORTH_PARTING, 0)
            if start - first - count < _WORTH_PARTING:
                parts[-1] = (first, min(start + cells, width) - first)
            else:
                parts.append((start, min(cells, width - start)))
        start += cells
    return parts if len(parts) > 1 else [whole]


def _stand_alike(before: Line, after: Line) -> bool:
    return all(cell_len(old.text) == cell_len(new.text) for old, new in zip(before, after, strict=True))


def changed_span(before: Line, after: Line, width: int) -> tuple[int, int] | None:
    """Return where two lines differ, as the first cell and a count of cells; None where they do not."""
    if before == after:
        return None
    start = 0
    shared = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        start += cell_len(new.text)
        shared += 1
    rest_before, rest_after = before[shared:], after[shared:]
    end = width
    if (length := _width(rest_before)) == _width(rest_after):
        end = start + length
        for old, new in zip(reversed(rest_before), reversed(rest_after), strict=False):
            if old != new:
                end -= _shared_end(old, new)
                break
            end -= cell_len(new.text)
    if rest_before and rest_after:
        start += _shared_beginning(rest_before[0], rest_after[0])
    end = min(end, width)
    return (start, end - start) if start < end else None


def _width(spans: Sequence[Span]) -> int:
    return sum(cell_len(span.text) for span in spans)


def _shared_beginning(old: Span, new: Span) -> int:
    """Return how many cells two spans have in common before they differ; only ASCII surely has a cell for each sign."""
    if old.style != new.style or old.text[:1] != new.text[:1]:
        return 0
    pairs = enumerate(zip(old.text, new.text, strict=False))
    shared = next((at for at, (one, other) in pairs if one != other), min(len(old.text), len(new.text)))
    compared = old.text[: shared + 1] + new.text[shared : shared + 1]
    return shared if compared.isascii() else 0


def _shared_end(old: Span, new: Span) -> int:
    """Return how many cells two spans have in common after they differ."""
    if old.text[-1:] != new.text[-1:]:
        return 0
    return _shared_beginning(old._replace(text=old.text[::-1]), new._replace(text=new.text[::-1]))
