"""A game as an asciicast, version 2: what asciinema and its players show.

The format is https://docs.asciinema.org/manual/asciicast/v2/: a header, then a line of JSON for each output.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby, zip_longest
from typing import Any, Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.markers import markers
from codenames_tui.exports.colours import Ink, ink, rgb
from codenames_tui.exports.picture import Pictures, Size
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.prose.narration import title_of

CAST_SIZE: Final = Size()
_BEGIN: Final = "\x1b[?25l\x1b[2J"
_END: Final = f"\x1b[0m\x1b[{CAST_SIZE.height};1H\r\n\x1b[?25h"


def to_cast(
    record: EpisodeRecord, pace: float, begin: int = 0, progress: Callable[[int], None] | None = None
) -> Iterator[str]:
    """Yield the lines of the recording.

    Args:
        record: the game.
        pace: seconds from one event to the next.
        begin: number of events that have happened at the first picture.
        progress: is told after each picture how many events have happened in it.
    """
    timeline = Timeline(record.initial_state(), record.public_transcript)
    labels = _labels(record, timeline)
    yield _json({"version": 2, "width": CAST_SIZE.width, "height": CAST_SIZE.height, "title": title_of(record)})
    begin = timeline.nearest(begin)
    pictures = Pictures(record, timeline, CAST_SIZE)
    before: Sequence[Line] = ()
    for position in range(begin, len(timeline) + 1):
        seconds = round((position - begin) * pace, 6)
        if label := labels.get(position):
            yield _json([seconds, "m", label])
        now = pictures.at(position)
        yield _json([seconds, "o", ("" if before else _BEGIN) + _changes(before, now)])
        before = now
        if progress:
            progress(position)
    yield _json([round((len(timeline) - begin + 1) * pace, 6), "o", _END])


def _labels(record: EpisodeRecord, timeline: Timeline) -> dict[int, str]:
    """Return what stands at the marks of the player's bar, by position: the turns, and what is worth a look."""
    turns = [(start, f"turn {number}") for number, start in enumerate(timeline.turn_starts, 1)]
    marked = [
        (marker.position, f"{marker.team}: {marker.kind.replace('_', ' ')}")
        for marker in markers(timeline, record.decisions(), record.seat_changes)
    ]
    ordered = sorted([*turns, *marked], key=lambda mark: mark[0])
    return {
        position: one_line(", ".join(label for _, label in group))
        for position, group in groupby(ordered, key=lambda mark: mark[0])
    }


def _changes(before: Sequence[Line], now: Sequence[Line]) -> str:
    """Return what turns one picture into the next: the lines that differ, each put in its place."""
    return "".join(
        f"\x1b[{row};1H{_painted(line)}"
        for row, (old, line) in enumerate(zip_longest(before, now), 1)
        if line is not None and old != line
    )


def _painted(line: Line) -> str:
    return "".join(
        _sequence(look) + "".join(span.text for span in spans)
        for look, spans in groupby(line, lambda span: ink(span.style))
    )


@cache
def _sequence(look: Ink) -> str:
    front, back = (";".join(map(str, rgb(colour))) for colour in (look.foreground, look.background))
    return f"\x1b[0;{'1;' if look.bold else ''}38;2;{front};48;2;{back}m"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
