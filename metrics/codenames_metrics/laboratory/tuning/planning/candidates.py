"""Prompt sets that a tune compares, as named texts that can be changed one by one. Pure.

What is tuned are the system text and the question template of each question that the tuned seats are asked. Worked
examples stay as they are in the set.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Template
from typing import Final

from codenames_agents.models.prompts import PromptSet, QuestionPrompt, faulty_texts
from codenames_core.game.config import Role
from codenames_core.text.sanitiser import clean

LONGEST_TEXT: Final = 12_000
"""Characters of one text of a candidate: several times the longest that is shipped."""
_FIELDS: Final = ("system", "question")


class TunedSeat(StrEnum):
    """Whose prompts are tuned, as the command line says it."""

    CLUER = "cluer"
    GUESSER = "guesser"
    ALL = "all"

    def plays(self, role: Role) -> bool:
        """Return whether the tuned model sits at the seat of a role."""
        return self is TunedSeat.ALL or (role is Role.CLUER) is (self is TunedSeat.CLUER)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A prompt set, and where it comes from."""

    prompts: PromptSet
    parent: str | None = None
    """The id of the candidate that it was made of; None for one that was given."""
    changed: str = ""
    """Which text was changed, as in `clue.system`; empty for one that was given."""

    @property
    def id(self) -> str:
        """A short hash of all its texts: equal texts are one candidate, whatever the set is called."""
        return texts_id(self.prompts)


def texts_id(prompts: PromptSet) -> str:
    """Return a short hash of the texts of a set, whatever it is called."""
    return hashlib.sha256(prompts.model_dump_json(exclude={"name", "version"}).encode()).hexdigest()[:8]


def components(prompts: PromptSet, questions: Iterable[str]) -> dict[str, str]:
    """Return the texts of some questions, by name: those that may be changed.

    >>> from codenames_agents.models.prompts import load_prompts
    >>> list(components(load_prompts("default"), ["clue"]))
    ['clue.system', 'clue.question']
    """
    return {f"{question}.{field}": _text(prompts, question, field) for question in questions for field in _FIELDS}


def _text(prompts: PromptSet, question: str, field: str) -> str:
    prompt: QuestionPrompt = getattr(prompts, question)
    return prompt.system if field == "system" else prompt.question


def with_texts(prompts: PromptSet, texts: Mapping[str, str]) -> PromptSet:
    """Return a set with some of its texts replaced; it is called after what it is made of, and its hash."""
    changes: dict[str, QuestionPrompt] = {}
    for name, text in texts.items():
        question, _, field = name.partition(".")
        prompt: QuestionPrompt = changes.get(question) or getattr(prompts, question)
        changes[question] = prompt.model_copy(update={field: text})
    changed = prompts.model_copy(update=dict(changes))
    changed = PromptSet.model_validate(changed.model_dump())  # a copy would keep the label of the set it is made from
    return PromptSet.model_validate({**changed.model_dump(), "name": f"tuned-{texts_id(changed)}", "version": 1})


def why_refused(old: str, new: str) -> str:
    """Return why a text cannot take the place of another; empty where it can.

    >>> why_refused("Words: $board", "Guess well."), why_refused("Words: $board", "Think of $board.")
    ('it lost the placeholder $board', '')
    """
    if not new.strip():
        return "it is empty"
    if len(new) > LONGEST_TEXT:
        return f"it has more than {LONGEST_TEXT:,} characters"
    if clean(new) != new:
        return "it has signs that steer a terminal or cannot be written"
    template = Template(new)
    if not template.is_valid():
        return "a $ is followed by no name"
    had, has = set(Template(old).get_identifiers()), set(template.get_identifiers())
    if lost := sorted(had - has):
        return f"it lost the placeholder ${lost[0]}"
    return "it repeats the text that it is to replace" if new.strip() == old.strip() else ""


def revised(parent: Candidate, name: str, text: str) -> Candidate | str:
    """Return a candidate with one text changed, or why it is refused."""
    question, _, field = name.partition(".")
    if reason := why_refused(_text(parent.prompts, question, field), text):
        return reason
    prompts = with_texts(parent.prompts, {name: text})
    if faulty := next(faulty_texts(prompts), None):
        return f"{faulty[0]}: {faulty[1]}"
    return Candidate(prompts, parent.id, name)
