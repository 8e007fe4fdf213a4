"""What a reader of another program's format makes of it: plain values that no rule has judged yet.

A reader fills in what its source says and nothing else: None is not known. `codenames_core.foreign.following` tells a
game to the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from codenames_core.game.board import CardType
from codenames_core.game.config import Seat, Team
from codenames_core.game.events import ClueNumber
from codenames_core.text.sanitiser import encodable, one_line

LONGEST_REFUSAL: Final = 500
"""Characters of the line that says why something was not imported."""
UNKNOWN_CLUE: Final = "?"
"""The word of a clue that a source does not tell."""
UNKNOWN_NUMBER: Final = "unknown"
"""The number of a clue that a source does not tell: it caps no guesses, as `unlimited` does."""
UNKNOWN_WORD: Final = "?"
"""How the words begin that stand for cards of which a source tells the colour only: `?1`, `?2`."""


class ForeignCard(NamedTuple):
    """A card as a source lists it."""

    word: str
    card: CardType


@dataclass(frozen=True, slots=True)
class ForeignClue:
    """A clue, with what is known of the mind behind it."""

    team: Team
    word: str | None
    number: ClueNumber | None
    targets: tuple[str, ...] = ()
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class ForeignMessage:
    """What a guesser said before the first guess."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class ForeignGuess:
    """A word that was chosen, and what the source says of the consequences."""

    team: Team
    word: str
    card: CardType | None = None
    left: Mapping[CardType, int] = field(default_factory=dict)
    """How many cards were face down afterwards."""
    ends_turn: bool | None = None
    ends_game: bool | None = None


@dataclass(frozen=True, slots=True)
class ForeignPass:
    """The end of a turn without a wrong guess."""

    team: Team
    forfeited: bool = False
    """Whether a seat failed: no clue, or one that was refused."""
    is_implied: bool = False
    """Whether a log only implies it, so that it may repeat what the last allowed guess has done already."""


@dataclass(frozen=True, slots=True)
class ForeignPenalty:
    """A word of the other team that was turned because the clue of `team` was refused, which ends its turn."""

    team: Team
    word: str


ForeignMove: TypeAlias = ForeignClue | ForeignMessage | ForeignGuess | ForeignPass | ForeignPenalty


class ForeignOutcome(NamedTuple):
    """How a game ended by its source."""

    winner: Team | None = None
    """None where the source names no winner."""
    by_assassin: bool | None = None
    """None where the source does not say."""


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game as its source tells it."""

    name: str
    """What the source calls it."""
    cards: tuple[ForeignCard, ...]
    """In board order. Cards that are not known are missing here, and counted in `counts`."""
    moves: tuple[ForeignMove, ...]
    starting_team: Team | None = None
    """None where the source does not say: whoever moves first."""
    counts: Mapping[CardType, int] = field(default_factory=dict)
    """How many cards of each colour the whole board has, where not all of them are listed."""
    absent: Team | None = None
    """The team that is not there, in a game of one team."""
    players: Mapping[Seat, str] = field(default_factory=dict)
    """Who played, by the names of the source."""
    outcome: ForeignOutcome | None = None
    """None where the source names no end."""
    is_finished: bool | None = None
    """None where the source does not say."""
    follows_rules: bool = True
    """False where the source itself says that the game cannot be replayed by the rules."""
    language: str = "en"
    variants: tuple[str, ...] = ()
    """What was played otherwise than here, in a few words each."""
    created: str = ""
    """When it was played, in ISO 8601; empty where the source does not say."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What else is to be kept: licence, seed, scores."""


class Refusal(NamedTuple):
    """Why a game, or a part of a file, was not imported."""

    name: str
    """The game, or the place in the file."""
    reason: str
    """What cannot be followed, alike for all games in which it is the same."""
    event: int | None = None
    """Which move, counted from 0; None where it is none of them."""
    detail: str = ""
    """What is particular to this game."""

    @property
    def sentence(self) -> str:
        """All of it in one clean line."""
        where = f"{self.name}: " if self.event is None else f"{self.name}: event {self.event}: "
        return one_line(f"{where}{self.reason}{f' ({self.detail})' if self.detail else ''}", LONGEST_REFUSAL)


@dataclass(frozen=True, slots=True)
class PeoplesClue:
    """A clue that a person gave, apart from its game, and what another person made of it."""

    name: str
    """Where it stands in its source."""
    cards: tuple[ForeignCard, ...]
    """The words that lay face down, in the order in which they were seen; red are those of the team."""
    clue: str
    targets: tuple[str, ...]
    """What it was meant for."""
    picks: tuple[str, ...]
    """The words that were chosen, in order."""
    variant: str
    at_once: bool = False
    """Whether all words are chosen at once, so that a wrong one ends nothing."""
    face_up: tuple[str, ...] = ()
    """Words that were seen, and could not be chosen or are of no known colour."""
    reasoning: str = ""
    """Why the giver meant what it meant."""


def move_team(move: ForeignMove) -> Team:
    """Return whose move it is."""
    return move.seat.team if isinstance(move, ForeignMessage) else move.team


def word_of(text: str) -> str:
    """Return a word of a source as a board or a record can hold it."""
    return one_line(encodable(text))


class CannotFollow(Exception):
    """The rules cannot follow a move; it becomes a `Refusal`."""

    def __init__(self, reason: str, detail: str = "", event: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.detail, self.event = reason, detail, event
