"""The messages of a table, version 1: what people at it ask for, and what they are told.

Each message is one JSON object with a field `type`. The events of the game are told as the stream tells them
(`codenames_core.watch.broadcast`). What is sent to a seat is made from its view alone: see
`codenames_core.table.telling`.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StrictBool, StrictInt, TypeAdapter

from codenames_core.decisions.questions import LONGEST_MESSAGE
from codenames_core.game.agent import Question
from codenames_core.game.board import CardType
from codenames_core.game.config import Seat
from codenames_core.game.words import BOARD_SIZE
from codenames_core.table.invitations import Admits
from codenames_core.table.lobby import MOST_PEOPLE, Away, Presence
from codenames_core.watch.broadcast import LONGEST_NAME, Count, End, Happened, Name, SeatChanged, Start

TABLE_VERSION: Final = 1
LONGEST_REQUEST: Final = 128_000
"""Bytes of one message to the table: the longest thing that may be said fits in, however it is escaped."""
LONGEST_TOKEN: Final = 100

Token = Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]
PersonNumber = Annotated[StrictInt, Field(ge=1, le=1_000_000_000)]


class _Request(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class _Told(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True)


# To the table


class Hello(_Request):
    """The first message of a connection."""

    type: Literal["hello"] = "hello"
    version: Literal[1] = TABLE_VERSION
    token: Token
    """An invitation, or what an earlier `welcome` gave to come back with."""
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """How the person wants to be called at the table and in the record; may be left empty."""


class SitDown(_Request):
    """Take a seat, or stand up."""

    type: Literal["sit"] = "sit"
    seat: Seat | None


class SetReady(_Request):
    """Be ready for the game to begin, or not."""

    type: Literal["ready"] = "ready"
    ready: StrictBool


class SetAway(_Request):
    """Say what becomes of the own seat while its person is gone."""

    type: Literal["away"] = "away"
    away: Away


class ClueReply(_Request):
    """The answer to the question for a clue."""

    word: Annotated[str, Field(max_length=LONGEST_NAME)]
    number: StrictInt | Annotated[str, Field(max_length=20)]


class MessageReply(_Request):
    """The answer to the question for a message of the discussion."""

    text: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    consensus: StrictBool = False


WordsReply = Annotated[tuple[Name, ...], Field(max_length=BOARD_SIZE)]
AnyAnswer = ClueReply | MessageReply | WordsReply | Name
"""A clue, a message, the words to guess in order (none to pass), or the word of a penalty."""


class GiveAnswer(_Request):
    """Answer a question."""

    type: Literal["answer"] = "answer"
    number: Count
    """Of the question; an answer to any other than the open one is turned down."""
    answer: AnyAnswer


class SetTyping(_Request):
    """Say that the person types, or has stopped; what is typed is not told."""

    type: Literal["typing"] = "typing"
    typing: StrictBool


class AskForPause(_Request):
    """Vote for a pause, or for its end; the owner of the table decides alone."""

    type: Literal["pause"] = "pause"
    pause: StrictBool


class BeginGame(_Request):
    """Begin the game, ready or not. Only for the owner."""

    type: Literal["begin"] = "begin"


class MovePerson(_Request):
    """Move a person to another seat, or away from the seats. Only for the owner."""

    type: Literal["move"] = "move"
    person: PersonNumber
    seat: Seat | None


class RemovePerson(_Request):
    """Send a person away. Only for the owner."""

    type: Literal["remove"] = "remove"
    person: PersonNumber
    bar: StrictBool = False
    """Whether for good: the invitation by which the person came no longer opens the table, and a new one is drawn."""


Request = Annotated[
    Hello | SitDown | SetReady | SetAway | GiveAnswer | SetTyping | AskForPause | BeginGame | MovePerson | RemovePerson,
    Discriminator("type"),
]
REQUEST: Final[TypeAdapter[Any]] = TypeAdapter(Request, config=ConfigDict(defer_build=True))
"""Reads one message to the table."""


# From the table


class Welcome(_Told):
    """The answer to `hello`."""

    type: Literal["welcome"] = "welcome"
    version: Literal[1] = TABLE_VERSION
    person: PersonNumber
    token: Token
    """A secret to come back with after the connection was lost."""


class PersonThere(_Told):
    """A person at the table, as everybody knows it."""

    person: PersonNumber
    name: Name
    seat: Seat | None = None
    presence: Presence = Presence.HERE
    ready: bool = False
    owner: bool = False
    away: Away = Away.AGENT
    wants_pause: bool = False


class LobbyNow(_Told):
    """Who is at the table; told whenever it changes."""

    type: Literal["lobby"] = "lobby"
    people: Annotated[tuple[PersonThere, ...], Field(max_length=MOST_PEOPLE)] = ()
    open: Annotated[tuple[Seat, ...], Field(max_length=len(Seat))] = ()
    """The seats that people may take."""
    agents: dict[Seat, Name] = {}
    """Who plays a seat that no person has."""
    begun: bool = False
    paused: bool = False


class TableInvitation(_Told):
    """A way to the table."""

    admits: Admits
    seat: Seat | None = None
    """For which it is; null where it is not for a certain one."""
    token: Token


class InvitationsNow(_Told):
    """How others come to the table, for the owner alone; told again where one is replaced."""

    type: Literal["invitations"] = "invitations"
    invitations: Annotated[tuple[TableInvitation, ...], Field(max_length=20)] = ()


class YourSeat(_Told):
    """Where the person sits. The game is told from its start on after it, as this seat sees it."""

    type: Literal["you"] = "you"
    seat: Seat | None = None


class Awaited(_Told):
    """Whose answer is awaited, for all to know; nobody's where `seat` is null."""

    type: Literal["awaited"] = "awaited"
    seat: Seat | None = None
    question: Question | None = None
    typing: bool = False
    """Whether its person types."""


class RejectedAnswer(_Told):
    """An answer to the open question that could not be used."""

    answer: Annotated[str, Field(max_length=1_000)]
    reason: Annotated[str, Field(max_length=1_000)]


class YourQuestion(_Told):
    """The question to the person's own seat."""

    type: Literal["question"] = "question"
    number: Count
    """To be named by the answer."""
    seat: Seat
    question: Question
    rejected: Annotated[tuple[RejectedAnswer, ...], Field(max_length=110)] = ()
    """Own answers to it that were refused, oldest first."""
    seconds: Annotated[float, Field(ge=0)] | None = None
    """How much time is left; None is as long as it takes."""


class NoQuestion(_Told):
    """The question to the person's own seat is no longer open."""

    type: Literal["no-question"] = "no-question"


class TurnedDown(_Told):
    """Something that the person asked for was not done."""

    type: Literal["turned-down"] = "turned-down"
    reason: Annotated[str, Field(max_length=400)]


class KeyRevealed(_Told):
    """The key, once the game is over."""

    type: Literal["key"] = "key"
    key: dict[Name, CardType]


class Farewell(_Told):
    """The last message of a connection that the table ends."""

    type: Literal["farewell"] = "farewell"
    reason: Annotated[str, Field(max_length=400)]
    final: bool = True
    """Whether coming back with the same token is of no use."""


Told = Annotated[
    Welcome
    | LobbyNow
    | InvitationsNow
    | YourSeat
    | Start
    | Happened
    | SeatChanged
    | Awaited
    | YourQuestion
    | NoQuestion
    | TurnedDown
    | KeyRevealed
    | End
    | Farewell,
    Discriminator("type"),
]
TOLD: Final[TypeAdapter[Any]] = TypeAdapter(Told, config=ConfigDict(defer_build=True))
"""Reads one message from the table."""
