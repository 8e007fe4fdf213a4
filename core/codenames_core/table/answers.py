"""Answers of people as they go over the network, and as the game takes them."""

from typing import Any, assert_never

from codenames_core.game.agent import Question
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.table.lobby import NotAllowedError
from codenames_core.table.messages import AnyAnswer, ClueReply, MessageReply


def answer_taken(question: Question, seat: Seat, given: AnyAnswer) -> Any:
    """Return what the game is answered: a `Clue`, a `DiscussionMessage`, a tuple of words, or a word.

    Whether the rules allow it is for the game to say.

    Raises:
        NotAllowedError: it is the answer to another kind of question.
    """
    match question, given:
        case Question.CLUE, ClueReply():
            return Clue(given.word, given.number)
        case Question.MESSAGE, MessageReply():
            return DiscussionMessage(seat=seat, text=given.text, consensus=given.consensus)
        case Question.GUESSES, tuple():
            return given
        case Question.PENALTY, str():
            return given
        case _:
            raise NotAllowedError(f"this is not an answer to the question for {_WANTED[question]}")


_WANTED = {
    Question.CLUE: "a clue",
    Question.MESSAGE: "a message",
    Question.GUESSES: "guesses",
    Question.PENALTY: "a penalty",
}


def answer_given(answer: Any) -> AnyAnswer:
    """Return the message for what a person answered; the other way round than `answer_taken`."""
    match answer:
        case Clue():
            return ClueReply(word=answer.word, number=answer.number)
        case DiscussionMessage():
            return MessageReply(text=answer.text, consensus=answer.consensus)
        case tuple() | list():
            return tuple(str(word) for word in answer)
        case str():
            return answer
        case _:
            assert_never(answer)
