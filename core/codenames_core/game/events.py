"""The public facts of a game: what was seen and heard at the table.

An episode is a list of these and nothing else changes the state of a game. Events carry no clock time; times,
latency and cost live in traces and metadata.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, final, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    StrictInt,
    Tag,
    TypeAdapter,
    field_validator,
)

from codenames_core.game.board import CardType
from codenames_core.game.config import Seat, Team
from codenames_core.text.sanitiser import encodable

UNLIMITED: Final = "unlimited"

ClueNumber = StrictInt | str
Said = Annotated[str, AfterValidator(encodable)]
"""Words of an agent, in a form that every file can hold."""

_NOT_SET_BY_AGENTS: Any = None
"""Default of the team or seat: an agent's answer does not name it, and the orchestrator sets it before recording.

So these fields are None only in answers, never in a transcript.
"""


class GuessKind(StrEnum):
    """What a guess turned out to be for the team that made it."""

    CORRECT = "correct"
    OPPONENT = "opponent"
    NEUTRAL = "neutral"
    ASSASSIN = "assassin"


class PassReason(StrEnum):
    """Why a team ended its turn without a wrong guess."""

    CHOSEN = "chosen"
    """The guessers preferred not to guess."""
    STOPPED = "stopped"
    """The list of guesses ended with guesses left."""
    FORFEITED = "forfeited"
    """A seat failed to answer within the rules."""
    GHOST = "ghost"
    """A ghost always passes."""


class _Event(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True)


class Clue(_Event):
    """A clue; also a cluer's answer, as `Clue("SEA", 2)`."""

    type: Literal["clue"] = "clue"
    team: Team = _NOT_SET_BY_AGENTS
    word: Said
    number: ClueNumber
    """How many words it is meant for: 0 to 25, or `unlimited`. An answer may hold anything; the referee reads it."""

    def __init__(self, /, word: str, number: ClueNumber, **data: Any) -> None:
        fields = {"word": word, "number": number, **data}
        self.__pydantic_validator__.validate_python(fields, self_instance=self)  # what BaseModel.__init__ does

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


class DiscussionMessage(_Event):
    """What a guesser said, overheard by the other team; also a guesser's answer, without the seat."""

    type: Literal["message"] = "message"
    seat: Seat = _NOT_SET_BY_AGENTS
    text: Said
    consensus: bool
    """Whether the message ends in `CONSENSUS: YES`."""
    skipped: str | None = None
    """Why the seat said nothing, where it failed to answer; None otherwise."""

    @property
    def team(self) -> Team:
        """The speaker's team."""
        return self.seat.team


class Guess(_Event):
    """A word that was touched, and the card that it revealed."""

    type: Literal["guess"] = "guess"
    team: Team
    word: str
    card: CardType
    result: GuessKind


class Pass(_Event):
    """The end of a turn without a wrong guess, or of a turn that never began."""

    type: Literal["pass"] = "pass"
    team: Team
    reason: PassReason


class Reveal(_Event):
    """The penalty for an illegal clue: the turn of `team` is over and the other cluer revealed a word of its own."""

    type: Literal["reveal"] = "reveal"
    team: Team
    word: str
    card: CardType


@final
class UnknownEvent(_Event):
    """An event that a newer version wrote: kept as it is, shown as such, skipped by the fold."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="allow")

    type: str

    @field_validator("type")
    @classmethod
    def _is_unknown(cls, kind: str) -> str:
        """Reject known types: the event would be written but never parse back."""
        if kind in KNOWN_TYPES:
            raise ValueError(f"events of type {kind!r} are known")
        return kind


def _tag(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return kind if isinstance(kind, str) and kind in KNOWN_TYPES else "unknown"


def _has_all_fields(value: Any) -> Any:
    """Report missing fields of a clue as those of other events: `Clue` takes them by position, and would raise."""
    if isinstance(value, dict) and (missing := [name for name in ("word", "number") if name not in value]):
        raise ValueError(f"a clue without its {missing[0]}")
    return value


def _with_owner(event: Any) -> Any:
    owner = event.seat if isinstance(event, DiscussionMessage) else event.team
    if owner is None:
        raise ValueError(f"a {event.type} that does not say whose it is")
    return event


Event = Annotated[
    Annotated[Clue, BeforeValidator(_has_all_fields), AfterValidator(_with_owner), Tag("clue")]
    | Annotated[DiscussionMessage, AfterValidator(_with_owner), Tag("message")]
    | Annotated[Guess, Tag("guess")]
    | Annotated[Pass, Tag("pass")]
    | Annotated[Reveal, Tag("reveal")]
    | Annotated[UnknownEvent, Tag("unknown")],
    Discriminator(_tag),
]
"""Any event, told apart by its field `type`: another event is another row here, and nothing else in this file."""

_ROWS = [get_args(row) for row in get_args(get_args(Event)[0])]  # the class, then its annotations, a `Tag` the last
KNOWN_TYPES: Final[Mapping[str, type[Event]]] = {row[-1].tag: row[0] for row in _ROWS if row[0] is not UnknownEvent}
"""The classes of the events that this version knows, by the field `type`."""

EVENT: TypeAdapter[Any] = TypeAdapter(Event, config=ConfigDict(defer_build=True))
"""Reads and writes one event."""
