"""What is drawn and sent to the terminal where a part of the picture has changed.

The pictures are those of Textual. It draws every widget that lies behind a part, and sends each part from the left edge
of its widget on; here, what a widget hides is not drawn, and what has not changed is not sent.
"""

from collections.abc import Sequence

from rich.cells import get_character_cell_size
from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

Part = tuple[int, int, int]
"""A line, its first cell, and the one behind its last."""


class NarrowUpdate(ChopsUpdate):
    """Sends what changed and nothing to the left of it."""

    def render_segments(self, console: Console) -> str:
        """Return the bytes, as text: for each part of a line a place, and what stands there."""
        sent: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                begin, end = max(x, left), min(end, right)
                if strip is not None and begin < end:
                    first, behind = _without_cut_signs(strip, begin - x, end - x)
                    sent.append(f"\x1b[{y + 1};{x + first + 1}H")
                    sent.append(strip.crop(first, behind).render(console))
        return "".join(sent)


def _without_cut_signs(strip: Strip, begin: int, end: int) -> tuple[int, int]:
    """Widen a part of a strip so that it cuts no sign: half of a wide one, once written, would erase the other half."""
    first, behind, at = begin, end, 0
    for segment in strip:
        if at >= end:
            break
        left, at = at, at + segment.cell_length
        if left < begin < at and not _has_a_cell_for_each_sign(segment.text):
            first = left
        if left < end < at and not _has_a_cell_for_each_sign(segment.text):
            behind = at
    return first, behind


def _has_a_cell_for_each_sign(text: str) -> bool:
    return all(get_character_cell_size(sign) == 1 for sign in text)


class FrontCompositor(Compositor):
    """Draws a part of the screen from the one widget that fills it."""

    def render_partial_update(self) -> NarrowUpdate | None:
        """Return what changed; as Textual does it, where a widget lies over a part of what has changed."""
        parts = [part for part in self._regions_to_spans(self._dirty_regions) if part[1] < part[2]]
        if (fronts := self._fronts(parts)) is None:
            update = super().render_partial_update()
            return NarrowUpdate(update.chops, update.spans, update.chop_ends) if update else None
        self._dirty_regions.clear()
        return self._drawn(parts, fronts) if parts else None

    def _fronts(self, parts: Sequence[Part]) -> dict[Widget, list[int]] | None:
        """Return the widgets that fill the parts, and which lines; None if not each part is filled by one of them."""
        seen = [(widget, region.intersection(clip)) for widget, (region, clip) in self.visible_widgets.items()]
        fronts: dict[Widget, list[int]] = {}
        for y, left, right in parts:
            for widget, (x, top, width, height) in seen:
                if top <= y < top + height and x < right and left < x + width:
                    if left < x or x + width < right:
                        return None
                    fronts.setdefault(widget, []).append(y)
                    break
            else:
                return None
        return fronts

    def _drawn(self, parts: list[Part], fronts: dict[Widget, list[int]]) -> NarrowUpdate:
        chops: list[dict[int, Strip | None]] = [{} for _ in range(self.size.height)]
        ends: list[list[int]] = [[] for _ in chops]
        for widget, lines in fronts.items():
            region, clip = self.visible_widgets[widget]
            seen = region.intersection(clip)
            top = lines[0]
            crop = Region(seen.x - region.x, top - region.y, seen.width, lines[-1] + 1 - top)
            strips = widget.render_lines(crop)
            for y in dict.fromkeys(lines):
                chops[y][seen.x] = strips[y - top]
                ends[y].append(seen.right)
        return NarrowUpdate(chops, parts, ends)


def draw_from_the_front(screen: Screen[None]) -> None:
    """Have a screen that has not been shown yet drawn that way."""
    screen._compositor = FrontCompositor()
