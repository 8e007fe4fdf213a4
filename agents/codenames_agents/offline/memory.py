"""What a player remembers of the game: read off the public transcript, never kept."""

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
    """Own words that the team touched in that turn, and later as a bonus for this clue."""

    @property
    def unfinished(self) -> bool:
        """Whether words are still open that the clue was meant for."""
        return isinstance(self.clue.number, int) and self.found < self.clue.number


def decision_rng(seed: int, view: TableView) -> Random:
    """The generator of one decision, from the agent, the seat and how far the game has come: no memory is needed."""
    place = f"{seed}\0{view.seat}\0{len(view.public_transcript)}\0{len(view.rejected)}"
    return Random(int.from_bytes(hashlib.sha256(place.encode()).digest(), "big"))


def choose(options: Sequence[T], dice: Random) -> T:
    """One of the options, by the one method of `Random` that gives the same numbers in every version of Python."""
    return options[int(dice.random() * len(options))]


def words_given(transcript: Sequence[Event]) -> frozenset[str]:
    """The clue words that either team has been given, normalised."""
    return frozenset(normalise(event.word) for event in transcript if isinstance(event, Clue))


def clue_records(transcript: Sequence[Event], team: Team) -> tuple[ClueRecord, ...]:
    """The team's clues, oldest first. Words found beyond a clue's number count for the latest unfinished clue."""
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
    """The place of the clue that the word just found counts for."""
    for place in range(len(clues) - 1, -1, -1):
        number = clues[place].number
        if isinstance(number, int) and found[place] < number:
            return place
    return len(clues) - 1


def guesses_this_turn(transcript: Sequence[Event]) -> int:
    """How many words have been touched since the last clue."""
    count = 0
    for event in reversed(transcript):
        if isinstance(event, Clue):
            break
        count += isinstance(event, Guess)
    return count


def last_slip(transcript: Sequence[Event], team: Team) -> str | None:
    """The word with which the team's last turn went wrong, if it did."""
    guesses = [event for event in transcript if isinstance(event, Guess) and event.team == team]
    return guesses[-1].word if guesses and guesses[-1].result is not GuessKind.CORRECT else None


def team_messages(transcript: Sequence[Event], team: Team, most: int) -> tuple[str, ...]:
    """What a team's guessers said lately, the newest first: at most so many messages."""
    messages = (e.text for e in reversed(transcript) if isinstance(e, DiscussionMessage) and e.team is team)
    return tuple(islice(messages, most))


def refused_words(rejected: Sequence[Rejection]) -> frozenset[str]:
    """The words of one's own refused answers, normalised."""
    answers = [normalise(rejection.answer) for rejection in rejected]
    return frozenset(answers).union(*(answer.split() for answer in answers))
