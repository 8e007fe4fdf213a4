"""The marked places of a game, for a key that goes from one to the next: where that is, and what is there."""

from collections.abc import Sequence

from codenames_core.game.events import Guess
from codenames_core.game.replay import Replay
from codenames_core.watch.markers import Marker, MarkerKind
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.wording import format_guess, name_of


def next_mark(markers: Sequence[Marker], cursor: int, steps: int) -> int | None:
    """Return the position of the next marked place behind the cursor, before it where `steps` is negative."""
    positions = [marker.position for marker in markers]
    if steps > 0:
        return min((position for position in positions if position > cursor), default=None)
    return max((position for position in positions if position < cursor), default=None)


def mark_told(markers: Sequence[Marker], position: int, replay: Replay, glyphs: Glyphs) -> str:
    """Return what is marked at `position`, and which of all the marked places it is."""
    places = sorted({marker.position for marker in markers})
    told = "; ".join(_told(marker, replay, glyphs) for marker in markers if marker.position == position)
    return f"{told} {glyphs.dot} mark {places.index(position) + 1} of {len(places)}"


def _told(marker: Marker, replay: Replay, glyphs: Glyphs) -> str:
    team = name_of(marker.team)
    match marker.kind:
        case MarkerKind.ASSASSIN | MarkerKind.WRONG_GUESS:
            event = replay.event(marker.position - 1)
            return (
                f"{team} touched {format_guess(event, glyphs.line)}"
                if isinstance(event, Guess)
                else f"{team} was wrong"
            )
        case MarkerKind.ILLEGAL_CLUE:
            return f"a clue of {team} was refused"
        case MarkerKind.SEAT_CHANGE:
            return f"a seat of {team} changed hands"
        case MarkerKind.LEAD_CHANGE:
            return f"{team} takes the lead"
