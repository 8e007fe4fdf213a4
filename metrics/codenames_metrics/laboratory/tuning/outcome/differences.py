"""What differs between two texts of prompts, line by line. Pure."""

import difflib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from codenames_agents.models.prompts import PromptSet
from codenames_metrics.laboratory.tuning.planning.candidates import components


class Change(StrEnum):
    """What became of a line, by the sign that diffs write before it."""

    KEPT = " "
    REMOVED = "-"
    ADDED = "+"
    PLACE = "@"
    """No line of either: says which text follows, or that lines are left out."""


class ChangedLine(NamedTuple):
    """A line of a diff."""

    change: Change
    text: str


def prompt_diff(before: PromptSet, after: PromptSet, questions: Iterable[str], around: int = 1) -> list[ChangedLine]:
    """Return what differs between the texts of two sets, with so many lines around each change."""
    asked = tuple(questions)
    first, second = components(before, asked), components(after, asked)
    found: list[ChangedLine] = []
    for name, text in first.items():
        if text != second[name]:
            found += [ChangedLine(Change.PLACE, name), *_lines(text, second[name], around)]
    return found


def _lines(before: str, after: str, around: int) -> Iterator[ChangedLine]:
    diff = difflib.unified_diff(before.strip().splitlines(), after.strip().splitlines(), n=around, lineterm="")
    for number, line in enumerate(diff):
        if number < 2:
            continue
        if line.startswith("@@"):
            if number > 2:
                yield ChangedLine(Change.PLACE, "…")
        else:
            yield ChangedLine(Change(line[0]), line[1:])
