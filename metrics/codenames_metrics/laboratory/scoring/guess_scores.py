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
    if position.at_once:
        return _score_at_once(position, words)
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


def _score_at_once(position: RecordedPosition, words: Sequence[str]) -> GuessScore:
    """Return what words are worth that are chosen together: as many as the clue says, whatever each of them is."""
    board, team = position.state.board, position.ask.seat.team
    named = dict.fromkeys(word for word in map(board.find, words) if word and word not in position.state.revealed)
    picks = tuple(named)[: position.number]
    cards = [board.key[word] for word in picks]
    own = sum(card.team is team for card in cards)
    return GuessScore(
        picks,
        recall(position.targets, picks),
        precision(position.targets, picks),
        own - sum(card.team is team.other for card in cards),
        CardType.ASSASSIN in cards,
        cards[0].team is team if cards else None,
    )


def chance_recall(position: RecordedPosition) -> float | None:
    """Return the recall of a guesser who touches as many random words as the clue says; None without targets.

    With T targets among O own words, all of U face-down words as likely, and n guesses of which the first wrong one is
    the last, the j-th word is reached and own with the chance (O)_j / (U)_j, products of j falling factors, as in the
    hypergeometric distribution, and it is then a target with the chance T / O:

        E(recall) = 1 / T x T / O x sum over j = 1 to n of (O)_j / (U)_j

    Where all words are chosen at once, each target is among n of U words with the chance n / U.
    """
    number, state, team = position.number, position.state, position.ask.seat.team
    if not position.targets or number is None:
        return None
    own = state.words_left(team)
    hidden = len(state.board.words) - len(state.revealed)
    if position.at_once:
        return min(number, hidden) / hidden
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
