"""What a guess does, and which guesses can be made.

The consequences of an event (end of turn, end of game) are the fold's: see `codenames_core.game.state`.
"""

from typing import Final, NamedTuple

from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Guess, GuessKind
from codenames_core.game.state import GameState, apply_unchecked, kind_of_guess
from codenames_core.support.errors import IllegalGuess
from codenames_core.support.frozen import construct_unchecked
from codenames_core.text.sanitiser import one_line


class GuessResult(NamedTuple):
    """What came of one guess."""

    card: CardType
    result: GuessKind
    turn_continues: bool
    """Whether the same team may guess again."""
    winner: Team | None


def why_illegal_guess(guess: str, state: GameState) -> str | None:
    """Return why `guess` cannot be made in `state` and what would be right, or None where it can.

    The reason holds nothing that a guesser may not know, so that it can be sent back to the agent.
    """
    if state.outcome is not None:
        return "the game is over"
    if state.turn.clue is None:
        return "there is no clue yet"
    word = state.board.find(guess)
    if word is None:
        return f"{one_line(guess, 40)!r} is not on the board; choose from the words that are still face down"
    if word in state.revealed:
        return f"{word!r} is already revealed; choose from the words that are still face down"
    return None


def process_guess(guess: str, state: GameState) -> tuple[GameState, GuessResult]:
    """Touch the word `guess` for the team to move.

    Returns:
        The state after the `Guess` event (it is the last of the transcript), and what came of it.

    Raises:
        IllegalGuess: not a face-down word of the board, or no guess is due; the message says what would be right.
    """
    if reason := why_illegal_guess(guess, state):
        raise IllegalGuess(reason)
    word = state.board.find(guess) or guess
    card = state.board.key[word]
    team = state.turn.team
    result = kind_of_guess(team, card)
    event = construct_unchecked(Guess, {"type": "guess", "team": team, "word": word, "card": card, "result": result})
    touched = apply_unchecked(state, event)
    outcome = touched.outcome
    if outcome is not None:
        return touched, _new(GuessResult, (card, result, False, outcome.winner))
    return touched, _new(GuessResult, (card, result, touched.turn.number == state.turn.number, None))


_new: Final = tuple.__new__
"""What `GuessResult(...)` does, in half of the time: one is made for every guess."""
