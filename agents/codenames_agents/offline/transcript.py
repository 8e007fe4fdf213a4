"""What a player needs to know of the game so far, read from the public transcript: players keep no memory."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TypeVar

from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind
from codenames_core.game.visibility import Rejection, TableView
from codenames_core.game.words import normalise

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ClueRecord:
    """A clue that a team was given, and what came of it."""

    clue: Clue
    found: int
    """How many own words the team touched in that turn, and later with a bonus guess for this clue."""

    @property
    def unfinished(self) -> bool:
        """Whether the team has found fewer words than the clue's number."""
        return isinstance(self.clue.number, int) and self.found < self.clue.number


def decision_rng(seed: int, view: TableView) -> Random:
    """Return the random generator of one decision.

    It is seeded by the agent, the seat and how far the game has come, so that a resumed game draws the same numbers.
    """
    place = f"{seed}\0{view.seat}\0{len(view.public_transcript)}\0{len(view.rejected)}"
    return Random(int.from_bytes(hashlib.sha256(place.encode()).digest(), "big"))


def choose(options: Sequence[T], rng: Random) -> T:
    """Return one of the options.

    Only `Random.random` gives the same numbers in every version of Python; `Random.choice` does not.
    """
    return options[int(rng.random() * len(options))]


def words_given(transcript: Sequence[Event]) -> frozenset[str]:
    """Return the clue words of both teams, normalised."""
    return frozenset(normalise(event.word) for event in transcript if isinstance(event, Clue))


def clue_records(transcript: Sequence[Event], team: Team) -> tuple[ClueRecord, ...]:
    """Return the team's clues, oldest first.

    A word found beyond its clue's number counts for the latest unfinished clue.
    """
    clues: list[Clue] = []
    found: list[int] = []
    for event in transcript:
        match event:
            case Clue() if event.team == team:
                clues.append(event)
                found.append(0)
            case Guess(result=GuessKind.CORRECT) if event.team == team and clues:
                place = _credited(clues, found)
                found[place] += 1
            case _:
                pass
    return tuple(ClueRecord(clue, count) for clue, count in zip(clues, found, strict=True))


def _credited(clues: Sequence[Clue], found: Sequence[int]) -> int:
    """Return the place of the clue that the word just found counts for."""
    for place in range(len(clues) - 1, -1, -1):
        number = clues[place].number
        if isinstance(number, int) and found[place] < number:
            return place
    return len(clues) - 1


def guesses_this_turn(transcript: Sequence[Event]) -> int:
    """Return how many words were touched since the last clue."""
    count = 0
    for event in reversed(transcript):
        if isinstance(event, Clue):
            break
        count += isinstance(event, Guess)
    return count


def last_mistake(transcript: Sequence[Event], team: Team) -> str | None:
    """Return the team's last guess if it was wrong, else None."""
    for event in reversed(transcript):
        if isinstance(event, Guess) and event.team is team:
            return event.word if event.result is not GuessKind.CORRECT else None
    return None


def team_messages(transcript: Sequence[Event], team: Team, limit: int) -> tuple[str, ...]:
    """Return the latest messages of a team's guessers, newest first, at most `limit`."""
    events = reversed(transcript)
    messages = (event.text for event in events if isinstance(event, DiscussionMessage) and event.team is team)
    return tuple(islice(messages, limit))


def refused_words(rejected: Sequence[Rejection]) -> frozenset[str]:
    """Return the player's refused answers and each word in them, normalised."""
    answers = [normalise(rejection.answer) for rejection in rejected]
    return frozenset(answers).union(*(answer.split() for answer in answers))
