"""The pictures of the board that seats were shown, in a page: each once, where a seat saw it first."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Final

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.picture_file import look_of, picture_file
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace
from codenames_core.game.visibility import visible_state
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

LARGEST: Final = 4_000_000
"""Bytes of all pictures of a page; of the others the page tells how to draw them again."""


class SeenPictures:
    """Draws the pictures of a game as they come."""

    def __init__(self, record: EpisodeRecord) -> None:
        self._timeline = record.timeline()
        self._shown: set[str] = set()
        self._bytes = 0

    def of(self, trace: AgentTrace) -> Iterator[str]:
        """Yield what a decision's seat was shown, as an element; nothing where it had the words."""
        facts = trace.picture
        if facts is None:
            return
        style = one_line(facts.style, 20)
        what = escape(one_line(f"picture: {style}, strength {facts.strength or 0}, pixels {facts.sha256[:12]}"))
        yield f"<p>{what}</p>"
        png, pixels = self._drawn(trace)
        if png and pixels not in self._shown and self._bytes + len(png) <= LARGEST:
            self._shown.add(pixels)
            self._bytes += len(png)
            data = b64encode(png).decode()
            yield f'<p><img alt="the board as the seat saw it" width="586" src="data:image/png;base64,{data}"></p>'

    def _drawn(self, trace: AgentTrace) -> tuple[bytes, str]:
        """Return the picture and the hash of its pixels, both empty where it cannot be drawn here."""
        look = look_of(trace.picture) if trace.picture else None
        if look is None or trace.seat is None or not 0 <= (trace.at or 0) <= len(self._timeline):
            return b"", ""
        view = visible_state(self._timeline.state_at(trace.at or 0), trace.seat)
        try:
            drawn = picture_file(board_picture(view), look)
        except InputError:  # what draws is not installed, or has no such letters
            return b"", ""
        return drawn.png, drawn.facts.sha256
