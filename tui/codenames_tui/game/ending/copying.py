"""What is worth copying of a place of a game: the message or the clue that led there; at both ends, the whole in short.

Texts come as they would be shown: clean, and no more than the person who looks may see.
"""

from typing import TYPE_CHECKING, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.events import Clue, DiscussionMessage, Event
from codenames_core.game.state import GameState, Outcome
from codenames_core.text.sanitiser import clean
from codenames_tui.game.ending.summary import summary_text
from codenames_tui.ui.narration import facts_of, title_of
from codenames_tui.ui.wording import clue_of, format_event, name_of, seat_of, verdict, words_left

if TYPE_CHECKING:
    from codenames_metrics.game.episode import EpisodeMetrics


class Copy(NamedTuple):
    """Text for the clipboard."""

    what: str
    text: str


def copy_of_event(event: Event) -> Copy:
    """Return what was said or done."""
    match event:
        case Clue():
            return Copy("the clue", f"{name_of(event.team)}: {clue_of(event)}")
        case DiscussionMessage(skipped=None):
            return Copy("the message", f"{seat_of(event.seat)}: {clean(event.text).strip()}")
        case _:
            return Copy("what happened", format_event(event))


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
    lines = [title_of(record), verdict(outcome, state), words_left(state)]
    lines += [f"{name}: {value}" for name, value in facts_of(record)]
    if metrics is not None:
        lines += summary_text(metrics, state.board)
    return Copy("the game in short", "\n".join(lines))
