"""What is worth copying of a place of a game: the message or the clue that led there; at both ends, the whole in short.

Texts come as they would be shown: clean, and no more than the person who looks may see.
"""

from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.state import GameState, Outcome
from codenames_core.text.sanitiser import clean, one_line
from codenames_tui.game.ending.summary import summary_text
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.prose.explanation import verdict_and_why
from codenames_tui.ui.prose.narration import facts_of, title_of
from codenames_tui.ui.wording import clue_of, format_event, name_of, seat_of, words_left

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics


_LONGEST: Final = 50_000
"""Characters; terminals that take more through OSC 52 are few."""


class Copy(NamedTuple):
    """Text for the clipboard."""

    what: str
    """What it is of."""
    text: str

    @property
    def short(self) -> str:
        """As much of the text as terminals take."""
        return self.text[:_LONGEST]

    @property
    def report(self) -> str:
        """What was copied, in a sentence."""
        length, total = len(self.short), len(self.text)
        size = f", the first {length:,} of {total:,} characters" if length < total else f": {length:,} characters"
        return f"Copied {self.what}{size}."


def may_be_shared(view: Viewpoint) -> bool:
    """Return whether the people at the screen may see the whole game."""
    return view.disclosure.private


def copy_at(view: Viewpoint) -> Copy:
    """Return what there is to copy at a position."""
    session, event = view.session, view.last_event
    record = session.record if (event is None or view.is_final) and may_be_shared(view) else None
    if record is not None:
        return copy_of_game(record, view.timeline.last_state, session.standing.outcome, session.metrics)
    if event is None:
        return Copy("the words", ", ".join(one_line(word) for word in view.state.board.words))
    return copy_of_event(event)


def copy_of_event(event: Event) -> Copy:
    """Return what was said or done."""
    match event:
        case Clue():
            return Copy("the clue", f"{name_of(event.team)}: {clue_of(event)}")
        case DiscussionMessage(skipped=None):
            return Copy("the message", f"{seat_of(event.seat)}: {clean(event.text).strip()}")
        case DiscussionMessage() | Guess() | Pass() | Reveal() | UnknownEvent():
            return Copy("what happened", format_event(event))
        case _:
            assert_never(event)


def copy_of_game(
    record: EpisodeRecord, state: GameState, outcome: Outcome | None, metrics: "EpisodeMetrics | None"
) -> Copy:
    """Return the game in short: who played what, the score, how it ended and how well it was played.

    Args:
        record: the game.
        state: after all its events.
        outcome: how it ended, None where it did not.
        metrics: of the game, where there are any.
    """
    lines = [title_of(record), verdict_and_why(outcome, state), words_left(state)]
    lines += [f"{name}: {value}" for name, value in facts_of(record)]
    if metrics is not None:
        lines += summary_text(metrics, state.board)
    return Copy("the game summary", "\n".join(lines))
