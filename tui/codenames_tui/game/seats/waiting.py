"""A seat whose model cannot be reached: since when it is known, when it is asked again, and when it is given up."""

from typing import NamedTuple

from codenames_core.game.config import Seat
from codenames_tui.game.inspector.totals import clock
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, wrap
from codenames_tui.ui.wording import role_of


class Waiting(NamedTuple):
    """A seat that waits for a model's provider."""

    seat: Seat
    reason: str
    """What the provider said; untrusted."""
    next_try: int
    """Seconds until it is asked again."""
    gives_up: int
    """Seconds until the seat fails, if nothing changes."""


def countdown(waiting: Waiting) -> str:
    """Return who waits, and what for: `cluer: provider is away; next try in 12 s, gives up in 4:10`."""
    when = f"next try in {waiting.next_try} s, gives up in {clock(waiting.gives_up)}"
    return f"{role_of(waiting.seat)}: provider is away; {when}"


def waiting_lines(waiting: Waiting, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the countdown in lines of `width` cells, the reason last."""
    return [
        *wrap((Span(countdown(waiting), "warn"),), width),
        *(wrap((Span(glyphs.line(waiting.reason), "dim"),), width)[:2] if waiting.reason else []),
    ]
