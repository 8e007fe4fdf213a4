"""Widgets that keep the lines that they handed out.

For any part of a screen that has changed, Textual has every widget that reaches into it painted, with all its lines:
what stands beside the part, and the containers behind it. A widget here hands out what it did the last time, and has
only those lines painted that were refreshed since.
"""

from dataclasses import dataclass, field

from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


@dataclass(slots=True)
class _HandedOut:
    """What a widget handed out last."""

    crop: Region
    """The part of the widget."""
    strips: list[Strip]
    """Its lines, frame included."""
    stale: set[int] = field(default_factory=set)
    """The lines of the widget that were refreshed since."""


class KeptLines(Widget):
    """A widget whose lines are painted again only where they were refreshed.

    It is the last base of a class: Textual takes default styles from the first one.
    """

    _handed_out: _HandedOut | None = None

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> "KeptLines":
        """Note which lines are to be painted again: those of `regions`, which are parts of the content, or all."""
        if not regions:
            self.forget_lines()
        elif self._handed_out is not None:
            above = self.content_offset.y
            self._handed_out.stale.update(y + above for region in regions for y in region.line_range)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Forget the lines, which had the old styles."""
        self.forget_lines()
        super().notify_style_update()

    def forget_lines(self) -> None:
        """Have all lines painted again."""
        self._handed_out = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return what is painted in `crop`."""
        kept = self._handed_out
        if kept is None or kept.crop != crop:
            kept = _HandedOut(crop, super().render_lines(crop))
            self._handed_out = kept
        elif stale := kept.stale.intersection(crop.line_range):
            first, last = min(stale), max(stale)
            part = Region(crop.x, first, crop.width, last - first + 1)
            kept.strips[first - crop.y : last - crop.y + 1] = self.render_stale(part)
        kept.stale.clear()
        return kept.strips

    def render_stale(self, part: Region) -> list[Strip]:
        """Return what is painted in a part whose lines were refreshed."""
        return super().render_lines(part)


class PanelColumn(Vertical, KeptLines):
    """Panels below each other."""


class PanelRow(Horizontal, KeptLines):
    """Panels beside each other."""
