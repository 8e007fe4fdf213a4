"""What a list of guesses is worth: it is touched by the rules of the game, up to the first wrong word."""

from collections.abc import Sequence
from typing import NamedTuple

from codenames_core.decisions.protocol import consequences
from codenames_core.decisions.questions import Accepted
from codenames_core.game.board import CardType
from codenames_core.game.events import Guess, GuessKind
from codenames_metrics.game.theory_of_mind import precision, recall
from codenames_metrics.laboratory.asking.positions import RecordedPosition


class GuessScore(NamedTuple):
    """One list of guesses, or none."""

    touched: tuple[str, ...]
    """In order, up to the first word that is not the team's."""
    recall: float | None
    """The share of the targets that were found; None without targets."""
    precision: float | None
    """The share of the touched words that were targets; None without targets or a touched word."""
    net_words: int
    """Own words less the opponents' words that were touched."""
    assassin: bool
    first_is_own: bool | None
    """None where nothing was touched."""


NOTHING = GuessScore((), 0.0, None, 0, False, None)
"""What no answer is worth, where there were targets to find."""


def score_guesses(position: RecordedPosition, words: Sequence[str]) -> GuessScore:
    """Return what guesses are worth in a position."""
    events = consequences(position.ask, Accepted(tuple(words)), position.state)
    touched = [event for event in events if isinstance(event, Guess)]
    correct = tuple(guess.word for guess in touched if guess.result is GuessKind.CORRECT)
    picks = tuple(guess.word for guess in touched)
    return GuessScore(
        picks,
        recall(position.targets, correct),
        precision(position.targets, picks),
        len(correct) - sum(guess.result is GuessKind.OPPONENT for guess in touched),
        any(guess.result is GuessKind.ASSASSIN for guess in touched),
        touched[0].result is GuessKind.CORRECT if touched else None,
    )


def chance_recall(position: RecordedPosition) -> float | None:
    """Return the recall of a guesser who touches as many random words as the clue says; None without targets.

    With T targets among O own words, all of U face-down words as likely, and n guesses of which the first wrong one is
    the last, the j-th word is reached and own with the chance (O)_j / (U)_j, products of j falling factors, as in the
    hypergeometric distribution, and it is then a target with the chance T / O:

        E(recall) = 1 / T x T / O x sum over j = 1 to n of (O)_j / (U)_j
    """
    number, state, team = position.number, position.state, position.ask.seat.team
    if not position.targets or number is None:
        return None
    own = state.words_left(team)
    hidden = len(state.board.words) - len(state.revealed)
    reached, total = 1.0, 0.0
    for before in range(min(number, own)):
        reached *= (own - before) / (hidden - before)
        total += reached
    return total / own


def own_words(position: RecordedPosition) -> list[str]:
    """Return the team's face-down words, in board order."""
    state = position.state
    own = CardType.of(position.ask.seat.team)
    return [word for word in state.board.words if word not in state.revealed and state.board.key[word] is own]
