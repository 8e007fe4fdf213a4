"""What happened in a game, turn by turn: one pass over the fold, which every metric shares.

A turn is kept with the words that were face down before its clue, with its private traces, and with who made its
decisions. No metric looks at a transcript itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple, assert_never

from codenames_agents.kinds import kind_of
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig, Role, Seat, Team, TeamConfig
from codenames_core.game.events import (
    Clue,
    DiscussionMessage,
    Event,
    Guess,
    GuessKind,
    Pass,
    PassReason,
    Reveal,
    UnknownEvent,
)
from codenames_core.game.state import GUESSERS, GameState, Turn, apply
from codenames_core.game.timeline import Timeline
from codenames_core.game.traces import TurnTraces


class Player(StrEnum):
    """What kind of player made a decision."""

    AGENT = "agent"
    HUMAN = "human"
    FALLBACK = "fallback"
    """A substitute for a seat that failed to answer."""
    GHOST = "ghost"
    """The team that is not there; it counts in no metric."""


class PlayedTurn(NamedTuple):
    """One turn of a team, finished or still open."""

    number: int
    """Counted from 1 over both teams."""
    team: Team
    clue: Clue | None
    """None where the turn was forfeited or passed before a clue, or waits for one."""
    discussion: tuple[DiscussionMessage, ...]
    guesses: tuple[Guess, ...]
    end: Pass | Reveal | None
    """What ended the turn, if not a guess."""
    is_over: bool
    revealed: frozenset[str]
    """Words that were face up before the turn, in the board's spelling."""
    begins: int
    """Number of events before its first."""
    traces: TurnTraces | None = None
    decisions: tuple[AgentTrace, ...] = ()
    """The traces of the team's own decisions, in order; the choice of a penalty word is the other team's."""
    players: frozenset[Player] = frozenset({Player.AGENT})
    """Who made its decisions."""

    @property
    def picks(self) -> tuple[str, ...]:
        """All words that were guessed, in order."""
        return tuple([guess.word for guess in self.guesses])

    @property
    def correct(self) -> tuple[str, ...]:
        """The team's own words that it found, in order."""
        return tuple([guess.word for guess in self.guesses if guess.result is GuessKind.CORRECT])

    @property
    def number_said(self) -> int | None:
        """The clue's number where it says how many words are meant; None for 0, `unlimited` or no clue."""
        number = self.clue.number if self.clue else None
        return number if isinstance(number, int) and number > 0 else None

    @property
    def clue_trace(self) -> AgentTrace | None:
        """The private side of the clue."""
        return self.traces.clue_trace if self.traces else None

    @property
    def is_forfeited(self) -> bool:
        """Whether the turn ended because a seat failed to answer within the rules."""
        match self.end:
            case Pass():
                return self.end.reason is PassReason.FORFEITED
            case Reveal():
                return True
            case None:
                return False
            case _:
                assert_never(self.end)


class TurnLog:
    """The turns of a game whose events come one by one."""

    def __init__(self, initial: GameState) -> None:
        self.state = initial
        self._closed: list[PlayedTurn] = []
        self._revealed = initial.revealed
        self._begins = 0
        self._events = 0

    def add(self, event: Event) -> None:
        """Take the next event.

        Raises:
            IllegalEvent: it does not follow from the events before it.
        """
        self.follow(event, apply(self.state, event))

    def follow(self, event: Event, state: GameState) -> None:
        """Take the next event, of which it is known that it follows, and the state after it."""
        before, self.state = self.state, state
        self._events += 1
        if before.outcome is None and (state.outcome is not None or state.turn.number != before.turn.number):
            self._close(before.turn, event)

    def turns(self) -> list[PlayedTurn]:
        """Return all turns in which anything happened, without traces; the last may be open."""
        turn = self.state.turn
        if self.state.outcome is not None or self._begins == self._events:
            return list(self._closed)
        return [*self._closed, self._played(turn, turn.guesses, end=None, is_over=False)]

    def _close(self, turn: Turn, event: Event) -> None:
        guesses, end = _last_guesses_and_end(turn, event)
        self._closed.append(self._played(turn, guesses, end, is_over=True))
        self._revealed, self._begins = self.state.revealed, self._events

    def _played(self, turn: Turn, guesses: tuple[Guess, ...], end: Pass | Reveal | None, is_over: bool) -> PlayedTurn:
        return PlayedTurn(
            turn.number,
            turn.team,
            turn.clue,
            turn.discussion,
            guesses,
            end,
            is_over,
            self._revealed,
            self._begins,
        )


def _last_guesses_and_end(turn: Turn, last: Event) -> tuple[tuple[Guess, ...], Pass | Reveal | None]:
    """Return the guesses of a turn that `last` closed, and what ended it, if not a guess."""
    match last:
        case Guess():
            return (*turn.guesses, last), None
        case Pass() | Reveal():
            return turn.guesses, last
        case Clue() | DiscussionMessage() | UnknownEvent():
            return turn.guesses, None
        case _:
            assert_never(last)


def logged(record: EpisodeRecord, timeline: Timeline | None = None) -> TurnLog:
    """Return the turns of an episode without traces.

    Args:
        record: of the episode.
        timeline: of the record, where it is at hand: then nothing is folded again.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    log = TurnLog(record.initial_state())
    if timeline is None or timeline.notes:
        for event in record.public_transcript:
            log.add(event)
    else:
        for position, event in enumerate(timeline.events, start=1):
            log.follow(event, timeline.state_at(position))
    return log


def played_turns(record: EpisodeRecord) -> list[PlayedTurn]:
    """Return the turns of an episode with their traces.

    Raises:
        IllegalEvent: an event does not follow from those before it.
    """
    log = logged(record)
    return with_traces(log.turns(), record.traces, record.teams, record.seat_changes)


def with_traces(
    turns: Iterable[PlayedTurn],
    traces: Iterable[TurnTraces],
    teams: Mapping[Team, TeamConfig],
    seat_changes: Iterable[SeatChange] = (),
) -> list[PlayedTurn]:
    """Return the turns with their private side, and with who made their decisions.

    Where nothing is recorded of a turn's decisions, who sat there tells.
    """
    of_turn = {trace.turn_number: trace for trace in traces}
    changes = tuple(seat_changes)
    played = []
    for turn in turns:
        trace = of_turn.get(turn.number)
        decisions = own_decisions(turn.team, trace) if trace else ()
        players = _players(turn, decisions) or _occupants(turn, teams, changes)
        played.append(turn._replace(traces=trace, decisions=decisions, players=players))
    return played


def _players(turn: PlayedTurn, decisions: Iterable[AgentTrace]) -> frozenset[Player]:
    if isinstance(turn.end, Pass) and turn.end.reason is PassReason.GHOST:
        return frozenset({Player.GHOST})
    return frozenset(map(_player, set(map(_flags, decisions))))


def own_decisions(team: Team, traces: TurnTraces) -> tuple[AgentTrace, ...]:
    """Return the traces of the team's own decisions; the choice of a penalty word is the other team's."""
    return tuple([trace for trace in traces.decisions() if trace.seat is None or trace.seat.team is team])


def player(trace: AgentTrace) -> Player:
    """Return what kind of player made the decision of this trace."""
    return _player(_flags(trace))


_flags: Final = attrgetter("is_ghost", "is_fallback", "is_human")


def _player(flags: tuple[bool, bool, bool]) -> Player:
    is_ghost, is_fallback, is_human = flags
    if is_ghost:
        return Player.GHOST
    if is_fallback:
        return Player.FALLBACK
    return Player.HUMAN if is_human else Player.AGENT


def _occupants(
    turn: PlayedTurn, teams: Mapping[Team, TeamConfig], changes: tuple[SeatChange, ...]
) -> frozenset[Player]:
    specs = (_occupant(Seat.of(turn.team, role), turn.begins, teams, changes).spec for role in Role)
    return frozenset(_player_of(spec) for spec in specs)


def _occupant(seat: Seat, at: int, teams: Mapping[Team, TeamConfig], changes: tuple[SeatChange, ...]) -> AgentConfig:
    newest = [change.agent for change in changes if change.seat is seat and change.at <= at]
    return newest[-1] if newest else teams[seat.team].of(seat.role)


def _player_of(spec: str) -> Player:
    if kind_of(spec).is_ghost:
        return Player.GHOST
    return Player.HUMAN if kind_of(spec).is_person else Player.AGENT


def discussion_rounds(discussion: Sequence[DiscussionMessage]) -> float:
    """Return how many rounds a discussion took: messages / 2.

    >>> discussion_rounds([DiscussionMessage(text="SHIP?", consensus=False)] * 3)
    1.5
    """
    return len(discussion) / len(GUESSERS)
