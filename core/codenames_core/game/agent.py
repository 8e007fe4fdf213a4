"""How an agent and the game talk: protocols, answers, and the private trace of a decision.

The engine knows these protocols and no implementation. An agent keeps no memory between calls: everything that it
may use is in the view, so that a seat can change hands at any moment. The orchestrator owns all retries; an agent
answers once, and what it cannot make sense of it returns as `Unreadable`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    JsonValue,
    model_serializer,
)
from pydantic_core.core_schema import any_schema

from codenames_core.game.config import AgentConfig, Role, Seat, TeamConfig
from codenames_core.game.events import Clue, DiscussionMessage, Said
from codenames_core.text.sanitiser import encodable

if TYPE_CHECKING:  # traces are also read where no game is played, and views take a while to load
    from codenames_core.game.visibility import (
        BlindCluerView,
        CluerView,
        GuesserView,
        UnsurveilledBlindCluerView,
        UnsurveilledCluerView,
        UnsurveilledGuesserView,
    )

AnyCluerView: TypeAlias = "CluerView | BlindCluerView | UnsurveilledCluerView | UnsurveilledBlindCluerView"
AnyGuesserView: TypeAlias = "GuesserView | UnsurveilledGuesserView"
Discussion: TypeAlias = tuple[DiscussionMessage, ...]
OnToken: TypeAlias = Callable[[str | None], None]
"""Takes the pieces of an answer as they come, and None where the answer starts over."""

__all__ = [
    "AgentTrace",
    "AnyCluerView",
    "AnyGuesserView",
    "ClueAnswer",
    "Cluer",
    "Discussion",
    "DiscussionAnswer",
    "FailureKind",
    "Guesser",
    "GuessesAnswer",
    "NoAnswer",
    "OnToken",
    "PenaltyAnswer",
    "Question",
    "RefusedTry",
    "SeenPicture",
    "TeamAgents",
    "Unavailable",
    "Unreadable",
    "WireRequest",
]


class Question(StrEnum):
    """What a seat is asked."""

    CLUE = "clue"
    MESSAGE = "message"
    GUESSES = "guesses"
    PENALTY = "penalty"
    """Which of its own words the other cluer reveals after an illegal clue."""


class FailureKind(StrEnum):
    """The kind of a try that could not be used."""

    UNREADABLE = "unreadable"
    """The agent answered, but not in a form that could be read."""
    ILLEGAL = "illegal"
    """The answer was read, and the rules refuse it."""
    TIMEOUT = "timeout"
    ERROR = "error"
    """The agent raised an exception."""
    UNAVAILABLE = "unavailable"
    """What the agent asks could not be reached. This costs no try: it is asked again later."""
    OUT_OF_REACH = "out of reach"
    """What the agent asks refused for good, as for a wrong key; asking again would fail the same way."""
    REPLACED = "replaced"
    """The seat changed hands while the question was open."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that the agent could not make sense of itself, and why; the seat is asked again."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unavailable:
    """No answer, for want of what the agent asks: a model's provider that is down, or refuses."""

    reason: str
    for_good: bool = False
    """Whether asking again would fail the same way."""
    retry_after: float | None = None
    """Seconds after which it wants to be asked again, where it says so."""


def _as_text(value: Any) -> Any:
    """Return text that every file can hold; null is none."""
    return encodable(value) if isinstance(value, str) else "" if value is None else value


def _encodable(value: Any) -> Any:
    """Return a JSON value with only such text as every file can hold."""
    match value:
        case str():
            return encodable(value)
        case dict():
            return {encodable(name): _encodable(item) for name, item in value.items()}
        case list() | tuple():
            return type(value)(_encodable(item) for item in value)
        case _:
            return value


_Text = Annotated[str, BeforeValidator(_as_text)]
_NullIsEmpty = BeforeValidator(lambda value: () if value is None else value)
_Flag = Annotated[bool, BeforeValidator(lambda value: False if value is None else value)]
_Json = Annotated[JsonValue, GetPydanticSchema(lambda _source, _handler: any_schema())]
"""JSON that is not validated again: files hold nothing else, and `reply_sanitiser` makes it of agents' replies."""


class WireRequest(BaseModel):
    """One request to a model's provider, answered or not."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    outcome: _Text
    """`ok`, or what went wrong."""
    status: int | None = None
    """The HTTP status."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    latency_s: float = 0.0
    wait_s: float = 0.0
    """How long the next request was put off."""
    detail: _Text = ""
    """What the provider said."""


def _is_blank(value: Any) -> bool:
    return value in (None, "", ())


class SeenPicture(BaseModel):
    """The picture of the board that a seat was shown: how to draw it again from its view, and how to know it by."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    style: _Text
    """`clean`, `cards` or `photo`."""
    strength: Annotated[int | None, Field(exclude_if=_is_blank)] = None
    """Of a photo, 0 to 5: how hard it was made to read."""
    seed: Annotated[int | None, Field(exclude_if=_is_blank)] = None
    """What a photo was taken with."""
    sha256: _Text
    """Hash of mode, size and pixels, by which a picture that is drawn again is known to be the same."""
    width: int
    height: int
    read: Annotated[tuple[Said, ...], _NullIsEmpty, Field(exclude_if=_is_blank)] = ()
    """What a program read on the 25 cards, in board order; empty on a card on which it saw no word."""


class RefusedTry(BaseModel):
    """An answer to a question that could not be used, and what it cost."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    raw: _Text = ""
    reasoning: Annotated[_Text, Field(exclude_if=_is_blank)] = ""
    """What a model thought, where nothing but thoughts came back."""
    reason: _Text = ""
    """What the agent was told."""
    failure: FailureKind
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: Annotated[int | None, Field(exclude_if=_is_blank)] = None
    """The part of `tokens_out` that is hidden reasoning."""
    cost_usd: float | None = None
    latency_s: float | None = None


class AgentTrace(BaseModel):
    """The private side of a decision: for the person who studies the game, in no agent's view.

    An agent fills in what it knows of one try; the orchestrator adds the seat, the place and the verdict.
    Times are seconds, costs US dollars; None means unknown, never zero. Where null is no value of a field, it is read
    as absent: field by field, since a trace is made for every answer of a running game.
    """

    model_config = ConfigDict(defer_build=True, frozen=True)

    agent: _Text = ""
    model: Said | None = None
    seat: Seat | None = None
    question: Question | None = None
    turn: int | None = None
    """Number of the turn, counted from 1 over both teams."""
    at: int | None = None
    """Number of events before the question: the agent saw the state after that many."""
    prompt: Said | None = None
    """Name and version of the prompt set."""
    messages: Annotated[tuple[dict[str, _Json], ...], AfterValidator(_encodable), _NullIsEmpty] = ()
    """What was sent to the model."""
    picture: SeenPicture | None = None
    """The picture of the board that the seat was shown, if any."""
    raw: _Text = ""
    """What came back."""
    reasoning: _Text = ""
    answer: _Json = None
    """The answer as it was read: `{"word", "number"}`, `{"text", "consensus"}`, a list of words, or a word."""
    intended_targets: Annotated[tuple[Said, ...], _NullIsEmpty] = ()
    confidence: float | None = None
    """The agent's own estimate, 0 to 1, that its decision works out in full."""
    failure: FailureKind | None = None
    """Why the decision failed in the end; None for an answer that was used."""
    refusal: str | None = None
    """What the agent was told, where the answer was refused."""
    refused: Annotated[tuple[RefusedTry, ...], _NullIsEmpty] = ()
    """Earlier tries of the same decision."""
    tokens_in: int | None = None
    """Of all requests, failed ones included, like the other sums."""
    tokens_out: int | None = None
    tokens_cached: int | None = None
    """The part of `tokens_in` that came from the provider's cache."""
    tokens_reasoning: int | None = None
    """The part of `tokens_out` that is hidden reasoning."""
    cost_usd: float | None = None
    latency_s: float | None = None
    requests: Annotated[tuple[WireRequest, ...], _NullIsEmpty] = ()
    """Every request, where it took more than one or none was answered."""
    output: Said | None = None
    """`schema` where the model was held to a JSON schema, `text` where it was not."""
    note: Said | None = None
    """What else happened, such as guesses that were skipped."""
    is_ghost: _Flag = False
    is_human: _Flag = False
    is_fallback: _Flag = False

    @model_serializer(mode="plain")
    def _without_blanks(self) -> dict[str, Any]:
        """Leave out blank fields, which most are; a zero is kept, since it is known."""
        return {
            name: value
            for name, value in self.__dict__.items()
            if value or name == "answer" or (value == 0 and value is not False)
        }


NoAnswer: TypeAlias = Unreadable | Unavailable
ClueAnswer: TypeAlias = tuple[Clue | NoAnswer, AgentTrace]
DiscussionAnswer: TypeAlias = tuple[DiscussionMessage | NoAnswer, AgentTrace]
GuessesAnswer: TypeAlias = tuple[tuple[str, ...] | list[str] | NoAnswer, AgentTrace]
PenaltyAnswer: TypeAlias = tuple[str | NoAnswer, AgentTrace]


class Cluer(Protocol):
    """Gives clues.

    An agent that is a ghost or a person says so with a true `is_ghost` or `is_human`; a true `has_stand_in` says that
    another agent gave the last answer in its place. One with a true `streams` takes a keyword `on_token` in every
    method, a function that it may give the pieces of its answer as they come, and None where the answer starts over.
    """

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return a clue for the team of `view.seat`."""
        ...

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return an unrevealed word of the own team: the opponents' clue was illegal, and it will be revealed."""
        ...


class Guesser(Protocol):
    """Discusses, and for its team names the words to touch."""

    async def discuss(self, view: AnyGuesserView, discussion_so_far: Discussion) -> DiscussionAnswer:
        """Return the next message of this turn's discussion."""
        ...

    async def make_guesses(self, view: AnyGuesserView, discussion: Discussion) -> GuessesAnswer:
        """Return the words to touch, in order; empty to pass."""
        ...


Agent: TypeAlias = Cluer | Guesser


_NOT_GIVEN: Any = None


@dataclass(frozen=True)
class TeamAgents:
    """The agents of one team."""

    cluer: Cluer
    guesser_1: Guesser
    guesser_2: Guesser
    config: TeamConfig = _NOT_GIVEN
    """What the record says of them; the names of their classes if not given."""

    def __post_init__(self) -> None:
        if self.config is _NOT_GIVEN:
            cluer, guesser_1, guesser_2 = (AgentConfig(spec=type(self.of(role)).__name__) for role in Role)
            config = TeamConfig(cluer=cluer, guesser_1=guesser_1, guesser_2=guesser_2)
            object.__setattr__(self, "config", config)

    def of(self, role: Role) -> Agent:
        """Return who plays `role`."""
        match role:
            case Role.CLUER:
                return self.cluer
            case Role.GUESSER_1:
                return self.guesser_1
            case Role.GUESSER_2:
                return self.guesser_2
