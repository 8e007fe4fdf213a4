"""What a seat may know, as types.

`GuesserView` has no field that could hold the key; `CluerView` has what a guesser sees and the key. Neither is a
subclass of the other, so code for guessers cannot be given a view with a key. Where surveillance is off, views have
types that refuse to hold what the opponents said to each other. No view holds private traces (prompts, reasoning,
intended targets) or the seed. An agent knows nothing of the game but its view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from codenames_core.game.board import Board, CardType
from codenames_core.game.config import TEAMS, Role, Rules, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, UnknownEvent
from codenames_core.game.state import GameState, Phase, guesses_remaining, phase_of
from codenames_core.support.frozen import FrozenDict, copy_model


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer to the open question that could not be used. Only the seat that gave it sees it."""

    answer: str
    reason: str


class OverheardError(TypeError):
    """A view without surveillance was given what the opponents said: a bug of the caller."""


class _CopiedOnDemand:
    """Copies a field of the game into the view when it is first read; many agents read few of them.

    The originals are held by a closure, in no field of the view, so an agent cannot reach the game through them.
    """

    __slots__ = ("_copy",)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Fill a field that is read for the first time: its slot is empty until then, which is what calls this."""
            if not isinstance(getattr(type(self), name, None), MemberDescriptorType) or name == "_copy":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self._copy(name)
            object.__setattr__(self, name, value)
            return value


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView(_CopiedOnDemand):
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


# D-012: no subclass of GuesserView, so that code for guessers is never given a key.
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
        _refuse_overheard(self.public_transcript, self.seat)


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

    All that it holds is the view's own: whatever is done to it is not done to the game.

    Args:
        state: the game.
        seat: who looks.
        rejected: the refused answers of the question that `seat` is being asked.
    """
    config, board, turn, face_up, transcript, outcome = state
    rules = config.rules
    revealed, words_left = _on_the_table(board, face_up)
    kind = _kind(seat.role, rules.surveillance, rules.blind)
    if not rules.surveillance:
        transcript = _without_discussion_of(transcript, seat.team.other)
        _refuse_overheard(transcript, seat)
    originals: dict[str, Any] = {
        "revealed": revealed,
        "current_clue": turn.clue,
        "words_left": words_left,
        "public_transcript": transcript,
        "rules": rules,
    }
    if kind in _WITH_KEY:
        originals["key"] = board.key
    view: View = _new(kind)  # `__init__` would need values for all slots
    _set_seat(view, seat)
    _set_words(view, board.words)
    _set_turn_number(view, turn.number)
    _set_current_turn(view, turn.team)
    _set_phase(view, phase_of(config, turn, outcome))
    _set_guesses_remaining(view, guesses_remaining(turn) if config.guess_limit else None)
    _set_rejected(view, rejected)
    _set_copy(view, lambda name: _copied(originals[name]))
    return view


def _setter(name: str) -> Callable[[View, Any], None]:
    """Return what fills this slot of a view, which is frozen."""
    setter: Callable[[View, Any], None] = getattr(TableView, name).__set__
    return setter


_new: Callable[[type[View]], View] = object.__new__
_set_seat, _set_words, _set_rejected, _set_copy = map(_setter, ("seat", "words", "rejected", "_copy"))
_set_turn_number, _set_current_turn = map(_setter, ("turn_number", "current_turn"))
_set_phase, _set_guesses_remaining = map(_setter, ("phase", "guesses_remaining"))


def _copied(value: Any) -> Any:
    match value:
        case tuple():  # the transcript; no pattern, since to ask the class of a model takes as long as to copy it
            return tuple([e.model_copy(deep=True) if type(e) is UnknownEvent else copy_model(e) for e in value])
        case FrozenDict():
            return FrozenDict(value)
        case BaseModel():
            return copy_model(value)
        case _:
            return value


_WITH_KEY = (CluerView, UnsurveilledCluerView)


@lru_cache
def _kind(role: Role, surveillance: bool, blind: bool) -> type[View]:
    if role is not Role.CLUER:
        return GuesserView if surveillance else UnsurveilledGuesserView
    if blind:
        return BlindCluerView if surveillance else UnsurveilledBlindCluerView
    return CluerView if surveillance else UnsurveilledCluerView


@lru_cache(maxsize=256)
def _on_the_table(board: Board, revealed: frozenset[str]) -> tuple[Mapping[str, CardType], Mapping[Team, int]]:
    """Return the cards that are face up and the words left; they change only when a card is turned."""
    face_up = FrozenDict({word: card for word, card in board.key.items() if word in revealed})
    left = FrozenDict({team: len(board.words_of(team) - revealed) for team in TEAMS})
    return face_up, left


def _refuse_overheard(transcript: tuple[Event, ...], seat: Seat) -> None:
    for event in transcript:
        if isinstance(event, DiscussionMessage) and event.team is not seat.team:
            raise OverheardError(f"{seat.label} may not hear {event.seat.label}")


def _without_discussion_of(transcript: tuple[Event, ...], team: Team) -> tuple[Event, ...]:
    return tuple(e for e in transcript if not (isinstance(e, DiscussionMessage) and e.team is team))
