"""Answers as text: what a language model is sent, and what its reply means, as in every game of a model."""

from typing import Any

from codenames_agents.models.prompts import Message, PromptSet, messages_for
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses, parse_penalty
from codenames_agents.reading.answers import ParsedClue, ParsedGuesses, ParsedMessage
from codenames_core.decisions.questions import Ask
from codenames_core.game.agent import Question, Unreadable
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.visibility import View


def conversation(ask: Ask[Any], view: View, prompts: PromptSet) -> list[Message]:
    """Return the messages that put `ask` to the seat of `view`."""
    return messages_for(ask.question, prompts, view, getattr(ask, "discussion", ()))


def as_text(messages: list[Message]) -> str:
    """Return a conversation as one text, each message under its role."""
    return "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in messages)


def read_reply(text: str, ask: Ask[Any], view: View) -> Clue | DiscussionMessage | tuple[str, ...] | str | Unreadable:
    """Return the answer that a reply commits to, or why it cannot be read."""
    match ask.question:
        case Question.CLUE:
            clue = parse_clue(text)
            return Clue(clue.word, clue.number) if isinstance(clue, ParsedClue) else clue
        case Question.MESSAGE:
            said = parse_discussion(text, ask.seat)
            if isinstance(said, ParsedMessage):
                return DiscussionMessage(text=said.text, consensus=said.consensus)
            return said
        case Question.GUESSES:
            clue_word = view.current_clue.word if view.current_clue else ""
            guesses = parse_guesses(text, view.unrevealed, revealed=view.revealed, clue=clue_word)
            return tuple(guesses.words) if isinstance(guesses, ParsedGuesses) else guesses
        case Question.PENALTY:
            word = parse_penalty(text, view.unrevealed, revealed=view.revealed)
            return word.words[0] if isinstance(word, ParsedGuesses) else word
