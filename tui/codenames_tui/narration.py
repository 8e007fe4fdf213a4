"""What happened, in sentences: for plain mode, transcripts and summaries.

Pure. Text of agents comes out cleaned, and on one line where a sentence holds it.
"""

from typing import assert_never

from codenames_core.board import CardType
from codenames_core.config import Team
from codenames_core.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    Reveal,
    UnknownEvent,
)
from codenames_core.state import GameState, Outcome, Termination
from codenames_core.text import clean, one_line
from codenames_tui.views.wording import passed

LONGEST_WORD = 40

_CARDS = {
    CardType.RED: "a RED word",
    CardType.BLUE: "a BLUE word",
    CardType.NEUTRAL: "a neutral word",
    CardType.ASSASSIN: "the ASSASSIN",
}


def name(team: Team) -> str:
    """Return how a team is called on screen."""
    return team.value.upper()


def sentence(event: Event) -> str:
    """Return what happened in one sentence on one line."""
    match event:
        case Clue():
            return f"{name(event.team)} clue: {one_line(event.word, LONGEST_WORD)} {one_line(str(event.number), 12)}"
        case DiscussionMessage():
            return f"{speaker(event)}: {one_line(said(event))} [{consensus(event)}]"
        case Guess():
            right = "correct" if event.result is GuessKind.CORRECT else "wrong"
            return f"{name(event.team)} guesses {one_line(event.word, LONGEST_WORD)}: {_CARDS[event.card]}, {right}."
        case Pass():
            return f"{name(event.team)} {passed(event.reason)}."
        case Reveal():
            word = one_line(event.word, LONGEST_WORD)
            return f"Penalty for an illegal clue of {name(event.team)}: {word} is revealed, {_CARDS[event.card]}."
        case UnknownEvent():
            return f"An event of the unknown type {one_line(event.type, LONGEST_WORD)!r}, skipped."
        case _:
            assert_never(event)


def speaker(message: DiscussionMessage) -> str:
    """Return who says it: `RED guesser 1`."""
    return f"{name(message.team)} {message.seat.role.value.replace('_', ' ')}"


def said(message: DiscussionMessage) -> str:
    """Return the text of a message, or why there is none; it may have several lines."""
    if message.skipped is not None:
        return f"(no answer: {one_line(message.skipped, LONGEST_WORD)})"
    return clean(message.text)


def consensus(message: DiscussionMessage) -> str:
    """Return the mark of a message that agrees, or of one that does not."""
    return "consensus" if message.consensus else "no consensus"


def verdict(outcome: Outcome | None, state: GameState) -> str:
    """Return how the game ended and why, in one sentence."""
    if outcome is None:
        return "The game is not finished."
    loser = name(outcome.winner.other) if outcome.winner else ""
    winner = name(outcome.winner) if outcome.winner else ""
    match outcome.termination:
        case Termination.ALL_WORDS:
            return f"{winner} wins: it found all its words."
        case Termination.OPPONENT_COMPLETED:
            return f"{winner} wins: {loser} touched its last word."
        case Termination.ASSASSIN:
            return f"{winner} wins: {loser} touched the assassin."
        case Termination.TURN_LIMIT:
            return f"Nobody wins: the limit of {state.config.max_turns} turns is reached."
        case Termination.ABORTED:
            return "Nobody wins: the game was aborted."


def words_left(state: GameState) -> str:
    """Return the score: `RED 3 left, BLUE 5 left`."""
    return ", ".join(f"{name(team)} {state.words_left(team)} left" for team in Team)
