"""What is sent to the terminal for a picture of which a part has changed."""

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


class NarrowUpdate(ChopsUpdate):
    """Sends what changed and nothing to the left of it; Textual begins where the panel does."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> "NarrowUpdate":
        """Return the same update, narrower."""
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """Return the bytes, as text: for each part of a line a place, and what stands there."""
        sent: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                begin, end = max(x, left), min(end, right)
                if strip is not None and begin < end:
                    sent.append(Control.move_to(begin, y).segment.text)
                    sent.append(strip.crop(begin - x, end - x).render(console))
        return "".join(sent)
