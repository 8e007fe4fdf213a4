"""The answers of language models, once they have been read."""

from dataclasses import dataclass
from typing import NamedTuple

from codenames_core.game.agent import Unreadable
from codenames_core.game.events import ClueNumber

__all__ = ["ParsedClue", "ParsedGuesses", "ParsedMessage", "RejectedGuess", "Unreadable"]


@dataclass(frozen=True, slots=True)
class ParsedClue:
    """A clue as it was written; the referee decides whether it is legal."""

    word: str
    number: ClueNumber
    targets: tuple[str, ...] = ()
    """The words that the answer lists as its targets, as it spells them."""
    reasoning: str = ""
    """What the answer says beside the clue."""


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """What a guesser says to its team."""

    text: str
    """The message without its verdict, which the next speaker would imitate; empty where there is nothing else."""
    consensus: bool


class RejectedGuess(NamedTuple):
    """An item of a list of guesses that is no guess."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ParsedGuesses:
    """The words to touch."""

    words: tuple[str, ...]
    """In order, in the board's spelling; empty to pass."""
    rejected: tuple[RejectedGuess, ...] = ()
    reasoning: str = ""
    """What the answer says beside the list."""
