"""The game in sentences: short, complete, in the words that players use."""

from typing import assert_never

from codenames_core.agent import Question
from codenames_core.board import CardType
from codenames_core.config import Role, Seat, Team
from codenames_core.events import (
    UNLIMITED,
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.state import GameState, Phase, Turn, guesses_remaining
from codenames_tui.views.lines import Glyphs

_PASS_REASONS = {
    PassReason.CHOSEN: "passes",
    PassReason.STOPPED: "stops here",
    PassReason.FORFEITED: "forfeits the turn",
    PassReason.GHOST: "passes, as a ghost does",
}
_ASKED = {
    Question.CLUE: "thinks",
    Question.MESSAGE: "writes",
    Question.GUESSES: "picks",
    Question.PENALTY: "picks the penalty",
}


def name_of(team: Team) -> str:
    """Return the team's name as it begins a sentence."""
    return team.value.capitalize()


def verdict(card: CardType, team: Team) -> str:
    """Return what `card` turned out to be for `team`, as in "FOG is …"."""
    if card is CardType.ASSASSIN:
        return "the assassin"
    if card is CardType.NEUTRAL:
        return "neutral"
    return f"{card.value}: {'right' if card.team is team else 'wrong'}"


def happened(event: Event, glyphs: Glyphs) -> str:
    """Return what `event` was, in one sentence."""
    match event:
        case Clue():
            return f"{name_of(event.team)}'s clue is {glyphs.line(event.word)} {number_of(event, glyphs)}."
        case DiscussionMessage(skipped=str() as reason):
            return f"{event.seat.label.capitalize()} said nothing: {glyphs.line(reason)}."
        case DiscussionMessage():
            return f"{event.seat.label.capitalize()} {'agrees' if event.consensus else 'spoke'}."
        case Guess():
            return f"{glyphs.line(event.word)} is {verdict(event.card, event.team)}."
        case Pass():
            return f"{name_of(event.team)} {_PASS_REASONS[event.reason]}."
        case Reveal():
            return f"Penalty: {glyphs.line(event.word)} of {event.team.other} is revealed."
        case UnknownEvent():
            return f"An event of an unknown type: {glyphs.line(event.type)}."
        case _:
            assert_never(event)


def passed(reason: PassReason) -> str:
    """Return what a team did that ended its turn for `reason`."""
    return _PASS_REASONS[reason]


def number_of(clue: Clue, glyphs: Glyphs) -> str:
    """Return the number of a clue as it is said."""
    return glyphs.line(str(clue.number))


def progress(turn: Turn, *, short: bool = False) -> str:
    """Return how far `turn` is with its clue: "2 of 3 found, 2 guesses left", "2 of 3 found, 2 left" if `short`."""
    if turn.clue is None:
        return ""
    found = sum(guess.result is GuessKind.CORRECT for guess in turn.guesses)
    left = guesses_remaining(turn)
    if turn.clue.number in (0, UNLIMITED) or left is None:
        return f"{found} found, no limit"
    guesses = "" if short else "guess " if left == 1 else "guesses "
    return f"{found} of {turn.clue.number} found, {left} {guesses}left"


def phase_of(state: GameState) -> str:
    """Return what the team to move is doing."""
    match state.phase:
        case Phase.CLUE:
            return "clue"
        case Phase.DISCUSSION:
            return "discussion"
        case Phase.GUESS:
            return "guesses"
        case Phase.OVER:
            return "game over"


def is_asked(seat: Seat, question: Question) -> str:
    """Return who is busy with what: "guesser 1 writes"; with the team where it is not the one to move."""
    who = seat.label if question is Question.PENALTY else speaker_name(seat)
    return f"{who} {_ASKED[question]}"


def speaker_name(seat: Seat) -> str:
    """Return a guesser's name within its team."""
    return "guesser 1" if seat.role is Role.GUESSER_1 else "guesser 2" if seat.role is Role.GUESSER_2 else "cluer"
