"""What a seat may know, as types.

`GuesserView` has no field that could hold the key; `CluerView` has what a guesser sees and the key. Neither is a kind
of the other, so that nothing made for guessers accepts a view with a key. Where surveillance is off, views have types
that refuse to hold what the opponents said to each other. Private traces (prompts, reasoning, intended targets) and
the seed are in nobody's view. An agent knows nothing else of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from codenames_core.board import Board, CardType
from codenames_core.config import TEAMS, Role, Rules, Seat, Team
from codenames_core.events import Clue, DiscussionMessage, Event
from codenames_core.frozen import FrozenDict
from codenames_core.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer to the open question that could not be used. Only the seat that gave it sees it."""

    answer: str
    reason: str


class OverheardError(TypeError):
    """A view without surveillance was given what the opponents said: a bug of whoever built it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What everybody at the table sees and hears; the part that all views share."""

    seat: Seat
    """Whose view it is."""
    words: tuple[str, ...]
    """All words in board order, revealed or not."""
    revealed: Mapping[str, CardType]
    """The cards that are face up, in board order."""
    turn_number: int
    """Counted from 1 over both teams."""
    current_turn: Team
    phase: Phase
    current_clue: Clue | None
    guesses_remaining: int | None
    """None where the clue has no cap, or where there is no clue yet."""
    words_left: Mapping[Team, int]
    public_transcript: tuple[Event, ...]
    rules: Rules
    rejected: tuple[Rejection, ...] = ()
    """This seat's own refused answers to the open question, oldest first."""

    @property
    def unrevealed(self) -> tuple[str, ...]:
        """The words that are still face down, in board order."""
        return tuple(word for word in self.words if word not in self.revealed)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuesserView(TableView):
    """What a guesser sees: the table, and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CluerView(TableView):
    """What a cluer sees: the table and the key card."""

    key: Mapping[str, CardType] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindCluerView(TableView):
    """What a cluer sees in blind mode: no key, only what the game has shown so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unsurveilled(TableView):
    def __post_init__(self) -> None:
        for event in self.public_transcript:
            if isinstance(event, DiscussionMessage) and event.team is not self.seat.team:
                raise OverheardError(f"{self.seat.label} may not hear {event.seat.label}")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsurveilledGuesserView(_Unsurveilled):
    """A guesser's view of a game in which teams do not overhear each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsurveilledCluerView(_Unsurveilled):
    """A cluer's view of a game in which teams do not overhear each other."""

    key: Mapping[str, CardType] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsurveilledBlindCluerView(_Unsurveilled):
    """A blind cluer's view of a game in which teams do not overhear each other."""


View = (
    GuesserView
    | CluerView
    | BlindCluerView
    | UnsurveilledGuesserView
    | UnsurveilledCluerView
    | UnsurveilledBlindCluerView
)
"""What any seat may know."""


def visible_state(state: GameState, seat: Seat, rejected: tuple[Rejection, ...] = ()) -> View:
    """Return what `seat` may know of `state`.

    Args:
        state: the game.
        seat: who looks.
        rejected: the refused answers of the question that `seat` is being asked.
    """
    board, turn, rules = state.board, state.turn, state.config.rules
    revealed, words_left = _on_the_table(board, state.revealed)
    transcript = state.public_transcript
    if not rules.surveillance:
        transcript = _without_discussion_of(transcript, seat.team.other)
    kind, secrets = _kind(seat, rules), {}
    if kind in _WITH_KEY:
        secrets["key"] = board.key
    return kind(
        seat=seat,
        words=board.words,
        revealed=revealed,
        turn_number=turn.number,
        current_turn=turn.team,
        phase=state.phase,
        current_clue=turn.clue,
        guesses_remaining=state.guesses_remaining,
        words_left=words_left,
        public_transcript=transcript,
        rules=rules,
        rejected=rejected,
        **secrets,
    )


_WITH_KEY = (CluerView, UnsurveilledCluerView)


def _kind(seat: Seat, rules: Rules) -> type[View]:
    if seat.role is not Role.CLUER:
        return GuesserView if rules.surveillance else UnsurveilledGuesserView
    if rules.blind:
        return BlindCluerView if rules.surveillance else UnsurveilledBlindCluerView
    return CluerView if rules.surveillance else UnsurveilledCluerView


@lru_cache(maxsize=256)
def _on_the_table(board: Board, revealed: frozenset[str]) -> tuple[Mapping[str, CardType], Mapping[Team, int]]:
    """Return the cards that are face up and the words left; they change only when a card is turned."""
    face_up = FrozenDict({word: board.key[word] for word in board.words if word in revealed})
    left = FrozenDict({team: len(board.words_of(team) - revealed) for team in TEAMS})
    return face_up, left


def _without_discussion_of(transcript: tuple[Event, ...], team: Team) -> tuple[Event, ...]:
    return tuple(e for e in transcript if not (isinstance(e, DiscussionMessage) and e.team is team))
