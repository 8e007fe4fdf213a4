"""The marked places of a game, for a key that goes from one to the next: where that is, and what is there."""

from collections.abc import Sequence
from typing import assert_never

from codenames_core.game.events import Guess
from codenames_core.game.timeline import Timeline
from codenames_core.watch.markers import Marker, MarkerKind
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.wording import format_guess, name_of


def next_mark(markers: Sequence[Marker], position: int, steps: int) -> int | None:
    """Return the next marked position after `position`, before it where `steps` is negative; None without one."""
    marked = [marker.position for marker in markers]
    if steps > 0:
        return min((place for place in marked if place > position), default=None)
    return max((place for place in marked if place < position), default=None)


def describe_mark(markers: Sequence[Marker], position: int, timeline: Timeline, glyphs: Glyphs) -> str:
    """Return what is marked at `position`, and which of all the marked places it is."""
    places = sorted({marker.position for marker in markers})
    reasons = reasons_of(markers, position, timeline, glyphs)
    return f"{reasons} {glyphs.dot} mark {places.index(position) + 1} of {len(places)}"


def reasons_of(markers: Sequence[Marker], position: int, timeline: Timeline, glyphs: Glyphs) -> str:
    """Return what is marked at `position`: `RED guessed CRANE: neutral`."""
    return "; ".join(_reason(marker, timeline, glyphs) for marker in markers if marker.position == position)


def _reason(marker: Marker, timeline: Timeline, glyphs: Glyphs) -> str:
    team = name_of(marker.team)
    match marker.kind:
        case MarkerKind.ASSASSIN | MarkerKind.WRONG_GUESS:
            event = timeline.event(marker.position - 1)
            return (
                f"{team} guessed {format_guess(event, glyphs.line)}"
                if isinstance(event, Guess)
                else f"{team} was wrong"
            )
        case MarkerKind.ILLEGAL_CLUE:
            return f"a clue of {team} was refused"
        case MarkerKind.SEAT_CHANGE:
            return f"a seat of {team} changed hands"
        case MarkerKind.TURNING_POINT:
            return f"turning point for {team}"
        case MarkerKind.LEAD_CHANGE:
            return f"{team} takes the lead"
        case _:
            assert_never(marker.kind)
