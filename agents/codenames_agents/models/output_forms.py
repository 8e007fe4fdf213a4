"""The JSON schemas of answers, for models that keep to one. Pure.

A schema has the same content as the labelled lines that the prompts ask for, and the parsers read both. With a schema,
the worked examples of a prompt set are shown as JSON too, converted from their lines by those parsers.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias, assert_never

from pydantic import BaseModel, ConfigDict, JsonValue

from codenames_agents.models.prompts import Message
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses
from codenames_agents.reading.answers import Unreadable
from codenames_core.game.agent import Question


class _Schema(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ClueSchema(_Schema):
    """A clue."""

    reasoning: str
    targets: tuple[str, ...]
    clue: str
    number: int | Literal["unlimited"]


class MessageSchema(_Schema):
    """A guesser's message."""

    message: str
    consensus: Literal["YES", "NO"]


class GuessesSchema(_Schema):
    """A guesser's words, or a cluer's penalty word."""

    reasoning: str
    guesses: tuple[str, ...]


AnswerSchema: TypeAlias = ClueSchema | MessageSchema | GuessesSchema

_SCHEMAS: Final[dict[Question, type[AnswerSchema]]] = {
    Question.CLUE: ClueSchema,
    Question.MESSAGE: MessageSchema,
    Question.GUESSES: GuessesSchema,
    Question.PENALTY: GuessesSchema,
}


@cache
def schema_of(question: Question) -> dict[str, JsonValue]:
    """Return the JSON schema that an answer to `question` has to fit."""
    return _SCHEMAS[question].model_json_schema()


def asking_for_json(question: Question, messages: Iterable[Message]) -> list[Message]:
    """Return a conversation that asks for JSON in place of lines, and shows its examples as JSON."""
    keys = ", ".join(f'"{name}"' for name in _SCHEMAS[question].model_fields)
    asked = list(messages)
    asked[0] = {**asked[0], "content": f"{asked[0]['content']}\n\n{_ORDER.format(keys=keys)}"}
    for place, message in enumerate(asked):
        if message["role"] == "assistant":
            asked[place] = {**message, "content": _as_json(question, message["content"], asked[place - 1]["content"])}
    return asked


_ORDER: Final = "Write your answer as one JSON object with the keys {keys}, in place of the lines that are named above."


@lru_cache(maxsize=64)
def _as_json(question: Question, example: str, asked: str) -> str:
    """Return a worked example as JSON; as it is where it cannot be read."""
    answer = _parse_example(question, example, asked)
    return example if answer is None else answer.model_dump_json()


def _parse_example(question: Question, example: str, asked: str) -> AnswerSchema | None:
    match question:
        case Question.CLUE:
            clue: Any = parse_clue(example)  # its number may be any text, which the schema checks
            if isinstance(clue, Unreadable):
                return None
            return ClueSchema(reasoning=clue.reasoning, targets=clue.targets, clue=clue.word, number=clue.number)
        case Question.MESSAGE:
            message = parse_discussion(example)
            if isinstance(message, Unreadable):
                return None
            return MessageSchema(message=message.text, consensus="YES" if message.consensus else "NO")
        case Question.GUESSES | Question.PENALTY:
            guesses = parse_guesses(example, _listed(asked))
            if isinstance(guesses, Unreadable):
                return None
            return GuessesSchema(reasoning=guesses.reasoning, guesses=guesses.words)
        case _:
            assert_never(question)


def _listed(asked: str) -> list[str]:
    """Return all items of the lists in a question, which include the words of its board."""
    lists = (line.partition(": ")[2] for line in asked.splitlines())
    return [word for line in lists for word in line.split(", ") if word]
