"""Why seats failed in a game, for its end: which seat, how often, and what the last reason was."""

from collections import Counter
from collections.abc import Iterable, Iterator

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import Seat
from codenames_tui.ui.lines.lines import Glyphs, Span, team_style
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.wording import seat_of

_LONGEST = 300
"""Characters of a reason that are told at the end of a game."""


def failures(decisions: Iterable[AgentTrace]) -> Iterator[tuple[Seat, FailureKind, str]]:
    """Yield the seat, the kind and the reason of every decision that failed, or that somebody else had to make."""
    for trace in decisions:
        if trace.seat is None:
            continue
        if trace.failure not in (None, FailureKind.REPLACED):
            yield trace.seat, trace.failure or FailureKind.ERROR, trace.refusal or ""
        elif trace.is_fallback and trace.refused:
            yield trace.seat, trace.refused[-1].failure, trace.refused[-1].reason


def failure_entries(decisions: Iterable[AgentTrace], glyphs: Glyphs) -> list[Entry]:
    """Return a line for each seat and kind of failure, with the latest reason; none where no seat failed."""
    failed = list(failures(decisions))
    times = Counter((seat, failure) for seat, failure, _ in failed)
    reasons = {(seat, failure): reason for seat, failure, reason in failed}
    entries = []
    for (seat, failure), reason in reasons.items():
        often = f" {times[seat, failure]:,} times" if times[seat, failure] > 1 else ""
        why = glyphs.line(reason)[:_LONGEST]
        entries.append(
            Entry(
                (
                    Paragraph(
                        (
                            Span(seat_of(seat), f"{team_style(seat.team)}-strong"),
                            Span(f" failed{often}: {failure}", "warn"),
                            Span(f" {glyphs.dot} {why}" if why else "", "dim"),
                        ),
                        hang=2,
                    ),
                )
            )
        )
    return entries
