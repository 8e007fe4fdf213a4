"""Answers as numbers: which action is which clue, message, guess or penalty word, and which of them may be chosen.

A cluer has one action for each word of a vocabulary with each number from 1 to 9, then one for each place of the board,
for the penalty word. A guesser has two for each place of the board and two for "no word": the even one without and the
odd one with consensus. A guess takes the even ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codenames_core.decisions.questions import Ask
from codenames_core.game.agent import Question, Unreadable
from codenames_core.game.config import Rules
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import CluerView, UnsurveilledCluerView, View
from codenames_core.game.words import BOARD_SIZE
from codenames_core.referee.legality import why_illegal_clue

LARGEST_NUMBER: Final = 9
"""Of a clue that is given by number."""
NO_WORD: Final = BOARD_SIZE
"""The place that stands for no word: nothing is proposed, or the list of guesses ends."""
GUESSER_ACTIONS: Final = 2 * (BOARD_SIZE + 1)

Mask = NDArray[np.int8]


class ActionCodes:
    """The numbers of all answers in one vocabulary.

    Args:
        vocabulary: what clues are made of.

    Raises:
        ValueError: the vocabulary is empty, holds a word twice, or something that is not a word.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        for word in self.vocabulary:
            if not isinstance(word, str):
                raise ValueError(f"{word!r} in the vocabulary is not a word")
        self._place = {word: place for place, word in enumerate(self.vocabulary)}
        if not self.vocabulary or len(self._place) != len(self.vocabulary):
            raise ValueError("a vocabulary is at least one word, and holds none twice")
        self._first_penalty = len(self.vocabulary) * LARGEST_NUMBER

    @property
    def cluer_actions(self) -> int:
        """How many actions a cluer has."""
        return self._first_penalty + BOARD_SIZE

    def place_of_clue(self, word: str) -> int:
        """Return the place of a clue in the vocabulary; its length for any other word."""
        return self._place.get(word, len(self.vocabulary))

    def clue(self, action: int) -> Clue | Unreadable:
        """Return the clue that a cluer's action is."""
        if not 0 <= action < self._first_penalty:
            return Unreadable(f"action {action} is no clue; clues are 0 to {self._first_penalty - 1}")
        place, number = divmod(action, LARGEST_NUMBER)
        return Clue(self.vocabulary[place], number + 1)

    def penalty(self, action: int, words: Sequence[str]) -> str | Unreadable:
        """Return the word of the board that a cluer's action reveals."""
        place = action - self._first_penalty
        if not 0 <= place < BOARD_SIZE:
            return Unreadable(f"action {action} is no penalty word; they begin at {self._first_penalty}")
        return words[place]

    def code_of_clue(self, word: str, number: int) -> int:
        """Return the action that gives a clue.

        Raises:
            ValueError: the vocabulary has no such word, or the number is none from 1 to 9.
        """
        if word not in self._place or not 1 <= number <= LARGEST_NUMBER:
            raise ValueError(f"{word!r} {number} is no clue by number: see the vocabulary, and numbers from 1 to 9")
        return self._place[word] * LARGEST_NUMBER + number - 1

    def mask(self, ask: Ask[Any], view: View) -> Mask:
        """Return 1 for each action that may be chosen now, else 0; `ask` is put to the seat of `view`."""
        hidden = np.fromiter((word not in view.revealed for word in view.words), np.int8, BOARD_SIZE)
        match ask.question:
            case Question.CLUE:
                legal = np.repeat(
                    _legal_clues(self.vocabulary, view.words, view.unrevealed, view.rules), LARGEST_NUMBER
                )
                return np.concatenate([legal, np.zeros(BOARD_SIZE, np.int8)])
            case Question.PENALTY:
                return np.concatenate([np.zeros(self._first_penalty, np.int8), hidden & _own_words(view)])
            case Question.MESSAGE:
                return np.repeat(np.append(hidden, np.int8(1)), 2)
            case Question.GUESSES:
                mask = np.zeros(GUESSER_ACTIONS, np.int8)
                mask[::2] = np.append(hidden, np.int8(1))
                return mask


def message(action: int, words: Sequence[str]) -> DiscussionMessage:
    """Return what a guesser's action says; agents of every kind read its plan.

    >>> message(1, ["SEA"] * 25).text, message(1, ["SEA"] * 25).consensus
    ('PLAN: SEA', True)
    """
    place, consensus = divmod(action, 2)
    text = "I would stop here." if place == NO_WORD else f"PLAN: {words[place]}"
    return DiscussionMessage(text=text, consensus=bool(consensus))


def _own_words(view: View) -> NDArray[np.int8]:
    """Return 1 for each word of the team of a cluer that sees the key, and for all words where it plays blind."""
    if not isinstance(view, CluerView | UnsurveilledCluerView):
        return np.ones(BOARD_SIZE, np.int8)
    team = view.seat.team
    return np.fromiter((card.team is team for card in view.key.values()), np.int8, BOARD_SIZE)


@lru_cache(maxsize=64)
def _legal_clues(
    vocabulary: tuple[str, ...], words: tuple[str, ...], unrevealed: tuple[str, ...], rules: Rules
) -> NDArray[np.int8]:
    """Return 1 for each word of the vocabulary that the referee allows, else 0."""
    face_up = frozenset(words).difference(unrevealed)
    legal = np.zeros(len(vocabulary), np.int8)
    if face_up:  # what was legal stays so when a card is turned
        legal |= _legal_clues(vocabulary, words, words, rules)
    for place in np.flatnonzero(legal == 0):
        clue = vocabulary[place]
        reason = why_illegal_clue(clue, 1, words, rules.clue_rules, rules.language, face_up=face_up)
        legal[place] = reason is None
    return legal
