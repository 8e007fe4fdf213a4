"""Plain mode: append-only lines for pipes, logs and screen readers. No boxes, no colour, no cursor movement."""

from collections.abc import Iterator
from typing import assert_never

from codenames_core.game.board import Board
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Pass, Reveal, UnknownEvent
from codenames_core.game.state import GameState, Outcome
from codenames_core.text.sanitiser import clean, one_line
from codenames_tui.ui.prose.explanation import verdict_and_why
from codenames_tui.ui.prose.speech import in_words, parts
from codenames_tui.ui.wording import format_consensus, format_event, format_silence, name_of, seat_of, words_left

COLUMNS = 5


def opening(board: Board, red: str, blue: str, *, blind: bool = False) -> Iterator[str]:
    """Yield the lines before the first event: who plays, whether the cluers are blind, and the words."""
    yield f"RED: {one_line(red)}"
    yield f"BLUE: {one_line(blue)}"
    if blind:
        yield "A blind game: nobody has the key, not even the cluers."
    yield "Words:"
    for start in range(0, len(board.words), COLUMNS):
        yield "  " + ", ".join(one_line(word) for word in board.words[start : start + COLUMNS])


def event_lines(event: Event, before: GameState, after: GameState, *, reason: str = "") -> Iterator[str]:
    """Yield the lines of one event, with a heading where a turn begins, and the reason why a turn was forfeited."""
    if before.turn.clue is None:
        yield ""
        yield f"Turn {before.turn.number}, {name_of(before.turn.team)} to move. {words_left(before)}."
    match event:
        case DiscussionMessage():
            yield from _message_lines(event)
        case Guess():
            yield f"{name_of(event.team)} guesses {format_event(event)}"
        case Clue():
            yield format_event(event)
            if (remaining := after.guesses_remaining) is not None:
                yield f"    (up to {remaining} guesses)"
        case Pass() | Reveal() | UnknownEvent():
            yield format_event(event)
            if reason:
                yield f"    ({reason})"
        case _:
            assert_never(event)


def _message_lines(message: DiscussionMessage) -> Iterator[str]:
    if message.skipped is not None:
        yield f"{seat_of(message.seat)} {format_silence(message.skipped)}"
        return
    speech = parts("\n".join(clean(message.text).splitlines()))
    first, *rest = map(in_words, speech.prose or ("",))
    yield f"{seat_of(message.seat)}: {first}"
    yield from (f"    {line}" for line in rest)
    yield from (f"    ({in_words(line)})" for line in speech.asides)
    yield f"    ({format_consensus(agrees=message.consensus)})"


def closing(outcome: Outcome | None, state: GameState) -> Iterator[str]:
    """Yield the lines after the last event: how it ended and, where it did end, the key."""
    yield ""
    yield verdict_and_why(outcome, state)
    yield f"{words_left(state)}, after {state.turn.number} turns."
    if outcome is None:
        return
    yield "Key:"
    for card, words in state.board.cards.items():
        if words:
            ordered = [word for word in state.board.words if word in words]
            yield f"  {card.value}: " + ", ".join(one_line(word) for word in ordered)
