"""The messages of the stream, version 1, by which a running game is watched from elsewhere.

A stream begins with `Start`, goes on with one `Happened` for each event and one `SeatChanged` for each seat that
changes hands, and ends with `End`; a reader that fell behind gets a `Snapshot` in place of the events that it missed.
The public view is made only from what lies on the table: no key, no seed, no id or metadata from which either could be
worked out, no private traces. Two games that differ only in cards that are face down give the same bytes. The
spymaster's view adds the key and nothing else.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import PureWindowsPath
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, TypeAdapter

from codenames_core.files.journal import Header
from codenames_core.files.schema import SeatChange
from codenames_core.game.board import Board, CardType
from codenames_core.game.config import (
    BETWEEN_SPECS,
    FILE_KINDS,
    AgentConfig,
    GameConfig,
    Role,
    Rules,
    Seat,
    Team,
    TeamConfig,
)
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, Reveal, UnknownEvent
from codenames_core.game.state import GameState, Outcome, Phase
from codenames_core.game.words import BOARD_SIZE, normalise
from codenames_core.text.sanitiser import one_line

STREAM_VERSION: Final = 1
UNHEARD: Final = "(spoken where not everybody hears it)"
LONGEST_NAME: Final = 200
"""Characters of a line-up's name, of a word on the board and of the type of an unknown event."""

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class Audience(StrEnum):
    """Whom a stream is for, and so how much it tells."""

    PUBLIC = "public"
    """What everybody at the table may see and hear."""
    SPYMASTER = "spymaster"
    """The same and the key."""


class _Message(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True)


class Start(_Message):
    """The table before the first event; the first message of every connection."""

    type: Literal["start"] = "start"
    version: Literal[1] = STREAM_VERSION
    game: Annotated[str, Field(pattern=r"^[0-9a-f]{8,32}$")]
    """Names the game within this stream; it is drawn at random and says nothing of the board."""
    view: Audience
    rules: Rules
    words: Annotated[tuple[Name, ...], Field(min_length=BOARD_SIZE, max_length=BOARD_SIZE)]
    """In board order."""
    cards: dict[CardType, Annotated[int, Field(ge=0, le=BOARD_SIZE)]]
    """How many cards there are of each type."""
    teams: dict[Team, Name]
    """Who plays."""
    seats: dict[Seat, Name] = {}
    """Who sat down at each seat; empty where that is not told."""
    key: dict[Name, CardType] | None = None
    """Only in the spymaster's view."""


class Happened(_Message):
    """An event."""

    type: Literal["event"] = "event"
    at: Count
    """How many events came before."""
    event: Event


class SeatChanged(_Message):
    """A seat changed hands: a person took it over or gave it back, or another agent sat down."""

    type: Literal["seat"] = "seat"
    number: Count
    """How many such changes came before. All of them are told anew on every connection."""
    at: Count
    """How many events came before."""
    seat: Seat
    agent: Name
    """Who sits there now."""


class Snapshot(_Message):
    """The position after `at` events, of which some were left out for a reader that fell behind."""

    type: Literal["snapshot"] = "snapshot"
    at: Count
    turn: Count
    """Number of the turn, counted from 1 over both teams."""
    team: Team
    phase: Phase
    clue: Clue | None
    guesses_remaining: int | None
    """None where the clue has no cap, or where there is no clue yet."""
    revealed: dict[Name, CardType]
    words_left: dict[Team, int]


class End(_Message):
    """No further event will come."""

    type: Literal["end"] = "end"
    events: Count
    """How many there are."""
    outcome: Outcome | None = None
    """None for a game that was left unfinished."""


Message = Annotated[Start | Happened | SeatChanged | Snapshot | End, Discriminator("type")]
MESSAGE: Final[TypeAdapter[Any]] = TypeAdapter(Message, config=ConfigDict(defer_build=True))
"""Reads and writes one message, told apart by its field `type`."""


def start_of(header: Header, game: str, audience: Audience) -> Start:
    """Return what a stream of the game of `header` begins with; `game` names it there."""
    board = header.board
    return Start(
        game=game,
        view=audience,
        rules=header.config.rules,
        words=board.words,
        cards={card: len(words) for card, words in board.cards.items()},
        teams={team: _players(line_up) for team, line_up in header.teams.items()},
        seats={seat: _player(header.teams[seat.team].of(seat.role)) for seat in Seat},
        key=dict(board.key) if audience is Audience.SPYMASTER else None,
    )


def seat_changed_of(change: SeatChange, number: int) -> SeatChanged:
    """Return how a stream tells that a seat changed hands; `number` such changes came before."""
    return SeatChanged(number=number, at=change.at, seat=change.seat, agent=_player(change.agent))


def _players(line_up: TeamConfig) -> str:
    """Name the players without the parameters of their models, some of which are private."""
    specs = [_public_spec(line_up.of(role)) for role in Role]
    return one_line(specs[0] if len(set(specs)) == 1 else BETWEEN_SPECS.join(specs), LONGEST_NAME)


def _player(agent: AgentConfig) -> str:
    return one_line(_public_spec(agent), LONGEST_NAME)


def _public_spec(agent: AgentConfig) -> str:
    """Return the spec; of a file it tells the name alone, without folder and ending."""
    kind, _, file = agent.spec.partition(":")
    return f"{kind}:{PureWindowsPath(file).stem}" if kind in FILE_KINDS else agent.spec


# D-134: the public never receives the key. D-135: nor what one team may not overhear.
def published_event(event: Event, rules: Rules, audience: Audience) -> Event:
    """Return `event` as a stream tells it.

    Where teams do not overhear each other, the public hears neither team: a player could be watching. Of an event of
    an unknown type, only the type is published, since its content could be anything.
    """
    if isinstance(event, UnknownEvent):
        return UnknownEvent(type=one_line(event.type, LONGEST_NAME))
    if isinstance(event, DiscussionMessage) and audience is Audience.PUBLIC and not rules.surveillance:
        return event.model_copy(update={"text": UNHEARD})
    return event


def snapshot_of(state: GameState) -> Snapshot:
    """Return the position of `state` as everybody at the table sees it."""
    return Snapshot(
        at=len(state.public_transcript),
        turn=state.turn.number,
        team=state.turn.team,
        phase=state.phase,
        clue=state.turn.clue,
        guesses_remaining=state.guesses_remaining,
        revealed={word: card for word, card in state.board.key.items() if word in state.revealed},
        words_left={team: state.words_left(team) for team in Team},
    )


def config_of(start: Start) -> GameConfig:
    """Return the rules by which the events of a stream are folded."""
    return GameConfig(**start.rules.model_dump())


def board_of(start: Start, events: Iterable[Event]) -> Board:
    """Return a board on which `events` of a stream can be folded.

    In the public view the cards that lie face down are unknown. Each of them gets some card that is left, so that the
    counts are right: do not show it.

    Raises:
        BoardError: the words are not those of a board.
    """
    if start.key is not None:
        return Board(start.words, start.key)
    known = face_up(start.words, events)
    left = dict(start.cards)
    for card in known.values():
        left[card] = left.get(card, 0) - 1
    face_down = [card for card, count in left.items() for _ in range(count)]
    face_down += [CardType.NEUTRAL] * len(start.words)  # in case the stream miscounts its cards
    rest = iter(face_down)
    return Board(start.words, {word: known.get(word) or next(rest) for word in start.words})


def face_up(words: Iterable[str], events: Iterable[Event]) -> Mapping[str, CardType]:
    """Return the cards of `words` that `events` turned."""
    turned: dict[str, CardType] = {}
    for event in events:
        if isinstance(event, Guess | Reveal):
            turned.setdefault(normalise(event.word), event.card)
    return {word: turned[form] for word in words if (form := normalise(word)) in turned}
