"""The answers as JSON: what a model is held to that can be held to a schema. Pure.

A form says the same as the labelled lines that the prompts ask for, and the parsers read both. Where a form is asked
for, the worked examples of a prompt set are shown in it, read from their lines by those parsers.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue

from codenames_agents.models.prompts import Message
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses
from codenames_agents.reading.answers import Unreadable
from codenames_core.game.agent import Question


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ClueSchema(_Form):
    """A clue."""

    reasoning: str
    targets: tuple[str, ...]
    clue: str
    number: int | Literal["unlimited"]


class MessageSchema(_Form):
    """What a guesser says."""

    message: str
    consensus: Literal["YES", "NO"]


class GuessesSchema(_Form):
    """The words to touch."""

    reasoning: str
    guesses: tuple[str, ...]


Form: TypeAlias = ClueSchema | MessageSchema | GuessesSchema

_FORMS: Final[dict[Question, type[Form]]] = {
    Question.CLUE: ClueSchema,
    Question.MESSAGE: MessageSchema,
    Question.GUESSES: GuessesSchema,
    Question.PENALTY: GuessesSchema,
}


@cache
def schema_of(question: Question) -> dict[str, JsonValue]:
    """Return the JSON schema that an answer to `question` has to fit."""
    return _FORMS[question].model_json_schema()


def asking_for_json(question: Question, messages: Iterable[Message]) -> list[Message]:
    """Return a conversation that asks for the form in place of the lines, with its examples in the form."""
    keys = ", ".join(f'"{name}"' for name in _FORMS[question].model_fields)
    asked = list(messages)
    asked[0] = {**asked[0], "content": f"{asked[0]['content']}\n\n{_ORDER.format(keys=keys)}"}
    for place, message in enumerate(asked):
        if message["role"] == "assistant":
            asked[place] = {**message, "content": _as_json(question, message["content"], asked[place - 1]["content"])}
    return asked


_ORDER: Final = "Write your answer as one JSON object with the keys {keys}, in place of the lines that are named above."


@lru_cache(maxsize=64)
def _as_json(question: Question, example: str, asked: str) -> str:
    """Return a worked example in the form; as it is where it cannot be read."""
    form = _form_of(question, example, asked)
    return example if form is None else form.model_dump_json()


def _form_of(question: Question, example: str, asked: str) -> Form | None:
    read: Any
    match question:
        case Question.CLUE:
            read = parse_clue(example)
            if isinstance(read, Unreadable):
                return None
            return ClueSchema(reasoning=read.reasoning, targets=read.targets, clue=read.word, number=read.number)
        case Question.MESSAGE:
            read = parse_discussion(example)
            if isinstance(read, Unreadable):
                return None
            return MessageSchema(message=read.text, consensus="YES" if read.consensus else "NO")
        case Question.GUESSES | Question.PENALTY:
            read = parse_guesses(example, _listed(asked))
            if isinstance(read, Unreadable):
                return None
            return GuessesSchema(reasoning=read.reasoning, guesses=read.words)


def _listed(asked: str) -> list[str]:
    """Return everything that a question lists, which holds the words of its board."""
    lists = (line.partition(": ")[2] for line in asked.splitlines())
    return [word for line in lists for word in line.split(", ") if word]
