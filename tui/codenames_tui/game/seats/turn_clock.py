"""The clock of one answer: how much time a person has left, and how that is drawn."""

import math
from dataclasses import dataclass, replace
from typing import Final

from codenames_tui.game.panels.totals import clock
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

LONGEST_STEP: Final = 2.0
"""Seconds between two looks at a clock that count at most: an app that was suspended did not show it running."""
_SHORT: Final = 10.0
"""Seconds from which on a person is warned."""
_SHORT_PART: Final = 0.25
"""The same, as a part of a short limit."""
_BAR: Final = 20
"""Cells."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How much of the time for one answer is left, and when it was looked at last."""

    limit: float
    left: float
    looked_at: float
    runs: bool

    @classmethod
    def started(cls, limit: float, now: float, *, runs: bool) -> "TurnClock":
        """Return the clock of a question that has just been shown."""
        return cls(limit, limit, now, runs)

    def at(self, now: float, *, runs: bool) -> "TurnClock":
        """Return the clock as it is `now`; whether it runs or stands holds from here on."""
        passed = min(max(now - self.looked_at, 0.0), LONGEST_STEP) if self.runs else 0.0
        return replace(self, left=max(self.left - passed, 0.0), looked_at=now, runs=runs)

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    @property
    def is_short(self) -> bool:
        """Whether the person should hurry."""
        return self.left <= min(_SHORT, self.limit * _SHORT_PART)


def clock_line(turn_clock: TurnClock, width: int, glyphs: Glyphs, *, moves: bool) -> Line:
    """Return the time left, in `width` cells.

    Args:
        turn_clock: the clock.
        width: of the line.
        glyphs: what is drawn with.
        moves: whether more may move than a number from second to second: a bar, and tenths at the end.
    """
    style = "warn" if turn_clock.is_short else "accent"
    with_tenths = moves and turn_clock.is_short and turn_clock.runs
    left = f"{turn_clock.left:.1f} s" if with_tenths else clock(math.ceil(turn_clock.left))
    words: tuple[Span, ...] = (Span(f"{left} left", style),)
    if not turn_clock.runs:
        words = (*words, Span(f" {glyphs.dot} clock stopped", "dim"))
    elif turn_clock.is_short:
        words = (*words, Span(f" {glyphs.dot} hurry", "warn"))
    if not moves or width < 2 * _BAR:
        return words
    full = math.ceil(_BAR * turn_clock.left / turn_clock.limit)
    return (Span(glyphs.past * full, style), Span(glyphs.future * (_BAR - full), "dim"), Span("  "), *words)
