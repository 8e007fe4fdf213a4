"""What a seat sees, as arrays of fixed shapes; all of it is read from the seat's view."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from codenames_agents.environment.codes import NO_WORD, ActionCodes
from codenames_agents.reading.partner_message import parse_partner_message
from codenames_core.game.agent import Question
from codenames_core.game.board import CardType
from codenames_core.game.config import TEAMS, GameConfig, Role
from codenames_core.game.events import UNLIMITED, Clue, DiscussionMessage
from codenames_core.game.visibility import View
from codenames_core.game.words import BOARD_SIZE, WordList

Arrays = dict[str, NDArray[Any]]

HIDDEN: Final = 0
CARDS: Final = {card: code for code, card in enumerate(CardType, start=1)}
"""1 red, 2 blue, 3 neutral, 4 assassin; 0 is a card that is face down."""
QUESTIONS: Final = {question: code for code, question in enumerate(Question, start=1)}
"""1 clue, 2 message, 3 guesses, 4 penalty; 0 where the seat is asked nothing."""
NONE: Final = -1
"""Where there is no clue, no message, or no limit of guesses."""
NO_LIMIT: Final = 26
"""The number of a clue for an unlimited number of words."""
OUTSIDE: Final = 2 * NO_WORD
"""A message that names no word and speaks for no consensus."""


def observation_space(config: GameConfig, role: Role, word_list: WordList, codes: ActionCodes) -> spaces.Dict:
    """Return the space of the arrays that a seat of that role sees."""
    vocabulary = len(codes.vocabulary)
    fields: dict[str, spaces.Space[Any]] = {
        "board": spaces.Box(0, len(word_list.words) - 1, (BOARD_SIZE,), np.int32),
        "face_up": spaces.Box(HIDDEN, len(CARDS), (BOARD_SIZE,), np.int8),
        "team": spaces.Box(0, 1, (1,), np.int8),
        "question": spaces.Box(0, len(QUESTIONS), (1,), np.int8),
        "clue": spaces.Box(NONE, max(vocabulary, NO_LIMIT), (2,), np.int32),
        "guesses_left": spaces.Box(NONE, NO_LIMIT, (1,), np.int8),
        "words_left": spaces.Box(0, BOARD_SIZE, (2,), np.int8),
        "messages": spaces.Box(NONE, OUTSIDE + 1, (2 * config.max_rounds,), np.int8),
    }
    if role is Role.CLUER and not config.blind:
        fields["key"] = spaces.Box(1, len(CARDS), (BOARD_SIZE,), np.int8)
    return spaces.Dict(fields)


def arrays_of(view: View, asked: Question | None, places: Mapping[str, int], codes: ActionCodes) -> Arrays:
    """Return what a view shows.

    Args:
        view: of a seat.
        asked: what the seat is asked now.
        places: where the words stand in the word list.
        codes: the numbers of clues and messages.
    """
    left = NONE if view.guesses_remaining is None else view.guesses_remaining
    team = view.seat.team
    arrays: Arrays = {
        "board": np.fromiter((places[word] for word in view.words), np.int32, BOARD_SIZE),
        "face_up": _cards(view.revealed, view.words),
        "team": np.array([TEAMS.index(team)], np.int8),
        "question": np.array([QUESTIONS[asked] if asked else 0], np.int8),
        "clue": _clue(view, codes),
        "guesses_left": np.array([left], np.int8),
        "words_left": np.array([view.words_left[team], view.words_left[team.other]], np.int8),
        "messages": _messages(view),
    }
    if key := getattr(view, "key", None):
        arrays["key"] = _cards(key, view.words)
    return arrays


def _cards(cards: Mapping[str, CardType], words: Sequence[str]) -> NDArray[np.int8]:
    return np.fromiter((CARDS[cards[word]] if word in cards else HIDDEN for word in words), np.int8, BOARD_SIZE)


def _clue(view: View, codes: ActionCodes) -> NDArray[np.int32]:
    if (clue := view.current_clue) is None:
        return np.array([NONE, NONE], np.int32)
    number = NO_LIMIT if clue.number == UNLIMITED else int(clue.number)
    return np.array([codes.place_of_clue(clue.word), number], np.int32)


def _messages(view: View) -> NDArray[np.int8]:
    """The messages of this turn, as the actions that would say them: the word that each puts first, and its verdict."""
    said = np.full(2 * view.rules.max_rounds, NONE, np.int8)
    for place, event in enumerate(_of_this_turn(view)):
        said[place] = 2 * _first_word(event, view.words) + event.consensus
    return said


def _first_word(message: DiscussionMessage, words: tuple[str, ...]) -> int:
    said = parse_partner_message(message, words)
    if said is None:
        return NO_WORD
    return next(iter(said.plan or (place for place, _ in said.ranking)), NO_WORD)


def _of_this_turn(view: View) -> list[DiscussionMessage]:
    messages: list[DiscussionMessage] = []
    for event in reversed(view.public_transcript):
        if isinstance(event, DiscussionMessage):
            messages.append(event)
        elif isinstance(event, Clue):
            break
    return messages[::-1]
