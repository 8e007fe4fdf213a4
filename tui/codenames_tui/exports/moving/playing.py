"""When a moving picture shows what: which part of a game, and for how long each position."""

from typing import Final, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.timeline import Timeline
from codenames_core.support.errors import InputError
from codenames_tui.exports.moving.scene import Scenes
from codenames_tui.exports.moving.shapes import Part
from codenames_tui.exports.turns import Turns

MOST_FRAMES: Final = 600
_SHORT: Final = 0.7
"""The share of the pace that is enough where nobody speaks."""
_END: Final = 3.0
"""So many times the pace the last picture stays."""


class TimedPicture(NamedTuple):
    """A picture, and for how many seconds it is seen."""

    seconds: float
    parts: tuple[Part, ...]


def frames_of(record: EpisodeRecord, pace: float, turns: Turns | None = None) -> list[TimedPicture]:
    """Return the pictures of a game, or of some of its turns.

    Args:
        record: the game.
        pace: seconds for which a message is seen; what is done without words takes less.
        turns: which ones; all if not given.

    Raises:
        InputError: there are no such turns, or more pictures than anybody watches.
    """
    timeline = Timeline(record.initial_state(), record.public_transcript)
    begin, end = _bounds(timeline, turns)
    if end - begin + 1 > MOST_FRAMES:
        raise InputError(
            f"{end - begin:,} events are too many for a moving picture; the limit is {MOST_FRAMES}; "
            "--turns 3-5 shows some turns"
        )
    scenes = Scenes(record, timeline)
    frames = []
    for position in range(begin, end + 1):
        speaks = isinstance(timeline.event_before(position), DiscussionMessage)
        share = _END if position == end else 1.0 if speaks or position == begin else _SHORT
        frames.append(TimedPicture(round(max(pace * share, 0.02), 3), tuple(scenes.at(position))))
    return frames


def _bounds(timeline: Timeline, turns: Turns | None) -> tuple[int, int]:
    if turns is None:
        return 0, len(timeline)
    starts = timeline.turn_starts
    if not 1 <= turns.first <= turns.last <= len(starts):
        raise InputError(f"--turns is {turns.first}-{turns.last}; the episode has turns 1 to {len(starts)}")
    end = starts[turns.last] if turns.last < len(starts) else len(timeline)
    return starts[turns.first - 1], end
