"""Agents that follow a script, for tests, demonstrations and games that have to be repeated.

A script is a list of turns. A scripted agent finds its place in it from its view alone, so that its game can be resumed
and forked like any other. A file has the script of one team as JSON::

    {"turns": [{"clue": ["sea", 2],
                "discussion": [["It must be SHIP.", false], ["SHIP, then WAVE.", true], ["Yes.", true]],
                "guesses": ["SHIP", "WAVE"]}]}

A clue may also be a list of tries, as `[["sea ship", 2], ["sea", 2]]`, of which the next is given when one is refused.
So may the guesses.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, StrictBool, Tag, ValidationError

from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.agent import (
    AgentTrace,
    AnyCluerView,
    AnyGuesserView,
    ClueAnswer,
    Discussion,
    DiscussionAnswer,
    GuessesAnswer,
    PenaltyAnswer,
    Unreadable,
)
from codenames_core.game.events import Clue, ClueNumber, DiscussionMessage
from codenames_core.referee.legality import read_number
from codenames_core.support.errors import AgentError, InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line

LARGEST_FILE = 10_000_000
"""Bytes of a script."""

T = TypeVar("T")

ONCE, TRIES = "answer", "tries"

_TRACE = AgentTrace(agent="scripted")


def _check_number(number: ClueNumber) -> ClueNumber:
    """Refuse text that is no number; the referee decides which numbers are legal."""
    if isinstance(number, str) and read_number(number) is None:
        raise ValueError(f'{one_line(repr(number), 40)} is not a clue number; write 2, or "unlimited"')
    return number


def _shape(answer: Any) -> str:
    """Return whether an answer is one or a list of tries, so that errors are about that form only."""
    tries = isinstance(answer, list | tuple) and (not answer or isinstance(answer[0], list | tuple))
    return TRIES if tries else ONCE


Number = Annotated[ClueNumber, AfterValidator(_check_number)]


class ScriptedTurn(BaseModel):
    """What one team does in one of its turns."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clue: Annotated[
        Annotated[tuple[str, Number], Tag(ONCE)] | Annotated[tuple[tuple[str, Number], ...], Tag(TRIES)],
        Discriminator(_shape),
    ] = ()
    discussion: tuple[tuple[str, StrictBool], ...] = ()
    """In the order in which the team speaks."""
    guesses: Annotated[
        Annotated[tuple[str, ...], Tag(ONCE)] | Annotated[tuple[tuple[str, ...], ...], Tag(TRIES)],
        Discriminator(_shape),
    ] = ()
    penalty: str | None = None


class Script(BaseModel):
    """The turns of one team."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: tuple[ScriptedTurn, ...]


def load_script(path: Path | str) -> Script:
    """Read a script.

    Raises:
        InputError: the file cannot be read as one; the message says where and why.
    """
    where = f"script {one_line(str(path))}"
    text = decode(read_bytes(path, LARGEST_FILE), where)
    try:
        return Script.model_validate(read_json(text, where))
    except ValidationError as error:
        raise InputError(f"{where}: {first_problem(error)}") from error


class ScriptedCluer:
    """Gives the clues of a script, one for each turn of its team."""

    def __init__(self, turns: Sequence[ScriptedTurn]) -> None:
        self._turns = tuple(turns)

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the clue of this turn; after a refusal, the next try of the script."""
        clue = _turn(self._turns, view.turn_number).clue
        word, number = _entry(_tries(clue) if clue else (), len(view.rejected), "clue")
        return Clue(word, number), _TRACE

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return the word that the script names, if it names one."""
        word = _turn(self._turns, view.turn_number).penalty
        return Unreadable("the script names no word") if word is None else word, _TRACE


class ScriptedGuesser:
    """Gives the messages and guesses of a script."""

    def __init__(self, turns: Sequence[ScriptedTurn]) -> None:
        self._turns = tuple(turns)

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return the next message of this turn; a guesser with nothing to say agrees."""
        messages = _turn(self._turns, view.turn_number).discussion
        place = len(discussion_so_far)
        text, consensus = messages[place] if place < len(messages) else ("Agreed.", True)
        return DiscussionMessage(text=text, consensus=consensus), _TRACE

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return the guesses of this turn; after a refusal, the next list of the script."""
        guesses = _turn(self._turns, view.turn_number).guesses
        return tuple(_entry(_tries(guesses), len(view.rejected), "guesses")), _TRACE


def _turn(turns: Sequence[ScriptedTurn], number: int) -> ScriptedTurn:
    return _entry(turns, (number - 1) // 2, "turn")


def _tries(answer: Sequence[Any]) -> Sequence[Any]:
    """Return the tries of an answer; one that begins with a word is a single try."""
    return (answer,) if not answer or isinstance(answer[0], str) else answer


def _entry(entries: Sequence[T], index: int, name: str) -> T:
    if index >= len(entries):
        raise AgentError(f"the script has no {name} {index + 1}")
    return entries[index]
