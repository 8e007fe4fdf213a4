"""A picture in a part of the screen, as large as there is room: as pixels, or in half blocks.

Textual draws cells alone. So pixels are sent beside it, over cells that it takes for blank, and taken away before
anything else is drawn there.
"""

import asyncio
import io
from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import work
from textual.strip import Strip
from textual.widget import Widget

from codenames_tui.ui.graphics.answers import Graphics, Protocol
from codenames_tui.ui.graphics.half_blocks import half_blocks
from codenames_tui.ui.messages import ToTerminal

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST: Final[Mapping[Protocol, float]] = {Protocol.KITTY: 2.0, Protocol.SIXEL: 1.0}
"""How many times as large as it is a picture may be shown: of sixels every pixel is sent."""

FEWEST_ROWS: Final = 2
"""In which pixels are shown; where the screen leaves fewer, it can be scrolled, and they would not follow."""


class Room(NamedTuple):
    """How much of the screen a picture takes."""

    columns: int
    rows: int
    width: int
    """In pixels."""
    height: int


def room_for(size: tuple[int, int], columns: int, rows: int, graphics: Graphics) -> Room:
    """Return the room of a picture of `size` pixels in so many cells; it keeps its shape.

    >>> room_for((1172, 672), 100, 40, Graphics(Protocol.KITTY, 10, 20))
    Room(columns=100, rows=29, width=1000, height=573)
    """
    width, height = size
    across, down = columns * graphics.cell_width / width, rows * graphics.cell_height / height
    scale = min(across, down, LARGEST[graphics.protocol])
    shown = max(int(width * scale), 1), max(int(height * scale), 1)
    return Room(ceil(shown[0] / graphics.cell_width), ceil(shown[1] / graphics.cell_height), *shown)


class ShownPicture(Widget):
    """Shows one picture.

    Args:
        ascii_only: whether no other signs may be drawn.
        id: of the widget.
    """

    def __init__(self, *, ascii_only: bool, id: str) -> None:
        super().__init__(id=id)
        self._ascii_only = ascii_only
        self._image: Image | None = None
        self._graphics: Graphics | None = None
        self._drawn: list[Strip] = []

    def show(self, image: "Image") -> None:
        """Show a picture."""
        self._image = image
        self.fit()

    @property
    def is_shown_by_pixels(self) -> bool:
        """Whether it is known how to show pixels here."""
        return self._graphics is not None

    def show_by(self, graphics: Graphics) -> None:
        """Show pixels from now on."""
        self._graphics = graphics
        self.fit()

    def on_resize(self) -> None:
        """Draw it anew in another size."""
        self.fit()

    def fit(self) -> None:
        """Draw it in the size that it has now."""
        if self._image is None or not self.size.width or not self.size.height:
            return
        if self._graphics is not None:
            self._drawn = []
            if self.size.height < FEWEST_ROWS:
                self.take_away()
            else:
                self.call_after_refresh(self._send)
        else:
            lines = half_blocks(self._image, self.size.width, self.size.height, ascii_only=self._ascii_only)
            self._drawn = [Strip(line, len(line)) for line in lines]
        self.refresh()

    def take_away(self) -> None:
        """Leave the cells to others: something is drawn over them, or nobody looks any more."""
        if self._graphics is not None and self._image is not None:
            removal = ""
            if self._graphics.protocol is Protocol.KITTY:
                from codenames_tui.ui.graphics.kitty import kitty_removal

                removal = kitty_removal()
            self.app.post_message(ToTerminal(removal, is_drawn_over=True))

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture, blank below pixels."""
        drawn = self._drawn[y] if y < len(self._drawn) else Strip([])
        return drawn.extend_cell_length(self.size.width, self.rich_style)

    @work(exclusive=True)
    async def _send(self) -> None:
        image, graphics = self._image, self._graphics
        if image is None or graphics is None or not self.screen.is_current:
            return
        region = self.region
        if region.height < FEWEST_ROWS:
            return
        room = room_for(image.size, region.width, region.height, graphics)
        data = await asyncio.to_thread(_encoded, image, room, graphics.protocol)
        if self.region == region and self.screen.is_current:
            at = f"\x1b[{self.region.y + 1};{self.region.x + 1}H"
            self.app.post_message(ToTerminal(f"\x1b7{at}{data}\x1b8"))


def _encoded(image: "Image", room: Room, protocol: Protocol) -> str:
    """Return what shows a picture: nothing larger than its room, and in few colours, since a line may be slow."""
    scaled = image.convert("RGB")
    if protocol is Protocol.SIXEL or room.width < image.width:
        scaled = scaled.resize((room.width, room.height))
    if protocol is Protocol.SIXEL:
        from codenames_tui.ui.graphics.sixel import sixels

        return sixels(scaled)
    from PIL.Image import Quantize

    from codenames_tui.ui.graphics.kitty import kitty_picture

    file = io.BytesIO()
    scaled.quantize(method=Quantize.FASTOCTREE).save(file, "PNG", compress_level=3)
    return kitty_picture(file.getvalue(), room.columns, room.rows)
