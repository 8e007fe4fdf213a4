"""Widgets that keep the lines that they handed out.

For any part of a screen that has changed, Textual has every widget that reaches into it painted, with all its lines:
what stands beside the part, and the containers behind it. A widget here hands out what it did the last time, and has
Textual paint only the lines that were refreshed since.
"""

from dataclasses import dataclass, field

from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


@dataclass(slots=True)
class _Painted:
    """What was handed out last."""

    crop: Region
    """The part of the widget."""
    strips: list[Strip]
    """Its lines, frame included."""
    stale: set[int] = field(default_factory=set)
    """The lines of the widget that were refreshed since."""


class KeptLines(Widget):
    """A widget whose lines are painted again only where they were refreshed."""

    _kept: _Painted | None = None

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> "KeptLines":
        """Note which lines are to be painted again: those of `regions`, which are parts of the content, or all."""
        if not regions:
            self._kept = None
        elif self._kept is not None:
            above = self.content_offset.y
            self._kept.stale.update(y + above for region in regions for y in region.line_range)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Forget the lines: they had the old styles."""
        self._kept = None
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return what is painted in `crop`."""
        painted = self._kept
        if painted is None or painted.crop != crop:
            self._kept = painted = _Painted(crop, super().render_lines(crop))
        elif stale := painted.stale.intersection(crop.line_range):
            first, last = min(stale), max(stale)
            part = Region(crop.x, first, crop.width, last - first + 1)
            painted.strips[first - crop.y : last - crop.y + 1] = super().render_lines(part)
        painted.stale.clear()
        return painted.strips


class Column(KeptLines, Vertical):
    """Panels below each other."""


class Row(KeptLines, Horizontal):
    """Panels beside each other."""
