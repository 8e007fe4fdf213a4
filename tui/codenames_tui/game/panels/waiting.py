"""A seat whose model cannot be reached: since when it is known, when it is asked again, and when it is given up."""

from typing import Final

from codenames_tui.game.panels.totals import clock
from codenames_tui.game.sessions.open_question import Waiting
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.wording import role_of, seat_of

_WAYS_ON: Final = (
    ("space", "asks it again"),
    ("h", "takes the seat, for you"),
    ("f", "continues as a new game with other agents"),
    ("q", "leaves; the game can be resumed"),
)
"""What a person can do about a seat that cannot answer."""


def countdown(waiting: Waiting) -> str:
    """Return who waits, and what for: `cluer: provider is away; next try in 12 s, gives up in 4:10`."""
    if waiting.is_paused:
        return f"{role_of(waiting.seat)} cannot be asked: the game is paused"
    when = f"next try in {waiting.next_try} s, gives up in {clock(waiting.gives_up)}"
    return f"{role_of(waiting.seat)}: provider is away; {when}"


def waiting_lines(waiting: Waiting, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the countdown in lines of `width` cells, the reason last."""
    return [
        *wrap((Span(countdown(waiting), "warn"),), width),
        *(wrap((Span(glyphs.line(waiting.reason), "dim"),), width)[:2] if waiting.reason else []),
    ]


def paused_entries(waiting: Waiting, glyphs: Glyphs) -> list[Entry]:
    """Return why the game is paused, and what a person can do."""
    why = f"{seat_of(waiting.seat)} cannot be asked, so the game is paused. Nobody loses a turn."
    said = (Paragraph((Span(glyphs.line(waiting.reason)),)),) if waiting.reason else ()
    ways = (Paragraph((Span(f"{key:<6}", "accent"), Span(way)), hang=6) for key, way in _WAYS_ON)
    return [Entry((Paragraph((Span(why, "warn"),)), *said, *ways))]
