"""Checks a prompt set that a person wrote, and names the line and the key of whatever is wrong with it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from codenames_agents.models.prompts import PromptSet, TomlError, faulty_texts, prompts_tree
from codenames_agents.parsing import parse_clue, parse_discussion, parse_guesses
from codenames_agents.reading.answers import Unreadable
from codenames_core.support.validation_messages import problems_of

_TABLE: Final = re.compile(r"^\s*\[{1,2}\s*([\w.-]+)\s*\]{1,2}")
_KEY: Final = re.compile(r"^\s*([\w-]+)\s*=")


class PromptProblem(NamedTuple):
    """What is wrong with a set, and where."""

    line: int | None
    key: str
    """As in `clue.examples[0].answer`; empty where the whole file is meant."""
    message: str

    def __str__(self) -> str:
        """Return the problem in one line."""
        place = [f"line {self.line}"] if self.line else []
        return ": ".join([*place, *([self.key] if self.key else []), self.message])


def check_prompts(text: str) -> list[PromptProblem]:
    """Return all that keeps a prompt set from being used, and examples that could not be read as answers."""
    try:
        data = prompts_tree(text)
    except TomlError as error:
        message = str(error)
        found = re.search(r"at line (\d+)", message)
        return [PromptProblem(int(found[1]) if found else None, "", message)]
    lines = _lines_of_keys(text)
    try:
        prompts = PromptSet.model_validate(data)
    except ValidationError as error:
        return [PromptProblem(_line_of(key, lines), key, message) for key, message in problems_of(error)]
    found_by_key = [*faulty_texts(prompts), *_unreadable(prompts)]
    return [PromptProblem(_line_of(key, lines), key, message) for key, message in found_by_key]


def _unreadable(prompts: PromptSet) -> Iterator[tuple[str, str]]:
    """Yield the examples whose answer our own readers cannot read, and why."""
    for question in ("clue", "blind_clue", "message", "guesses", "penalty"):
        prompt = getattr(prompts, question)
        for place, example in enumerate(prompt.examples if prompt else ()):
            answer: Any
            if question in ("clue", "blind_clue"):
                answer = parse_clue(example.answer)
            elif question == "message":
                answer = parse_discussion(example.answer)
            else:
                board = [word for line in example.question.splitlines() for word in line.partition(": ")[2].split(", ")]
                answer = parse_guesses(example.answer, list(dict.fromkeys(filter(None, board))))
            if isinstance(answer, Unreadable):
                yield f"{question}.examples[{place}].answer", f"no model may answer like this: {answer.reason}"


def _lines_of_keys(text: str) -> dict[str, int]:
    """Return the line on which each table and key of a TOML file begins."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table, quote = "", ""
    for number, line in enumerate(text.splitlines(), start=1):
        if quote:
            quote = "" if line.count(quote) % 2 else quote
            continue
        if header := _TABLE.match(line):
            table = header[1]
            if line.lstrip().startswith("[["):
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{key[1]}" if table else key[1], number)
        quote = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
    return lines


def _line_of(key: str, lines: dict[str, int]) -> int | None:
    """Return the line of a key, or of the nearest table around it."""
    steps: Sequence[str] = key.split(".")
    for end in range(len(steps), 0, -1):
        if line := lines.get(".".join(steps[:end])):
            return line
    return None
