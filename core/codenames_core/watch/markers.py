"""The places of a game that are worth a look: what a scrub bar marks and a key jumps to."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from codenames_core.files.schema import SeatChange
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import Team
from codenames_core.game.events import Guess, GuessKind, Reveal
from codenames_core.game.timeline import Timeline
from codenames_core.watch.highlights import turning_point


class MarkerKind(StrEnum):
    """Why a place is marked."""

    ASSASSIN = "assassin"
    """A team touched an assassin."""
    TURNING_POINT = "turning_point"
    """The decisive step of the turn that raised the winner's chance most; see `codenames_core.watch.highlights`."""
    WRONG_GUESS = "wrong_guess"
    """A team touched a neutral word or one of its opponents."""
    ILLEGAL_CLUE = "illegal_clue"
    """The referee refused a clue, whatever came of it."""
    SEAT_CHANGE = "seat_change"
    """A seat changed hands: a person took over, or another agent sat down."""
    LEAD_CHANGE = "lead_change"
    """The other team now has fewer words left to find than the one that led before."""


class Marker(NamedTuple):
    """One marked place."""

    position: int
    """Number of events after which it shows."""
    kind: MarkerKind
    team: Team
    """Whose guess, clue, seat or lead it is; of a turning point, the winner."""


def markers(
    timeline: Timeline, traces: Iterable[AgentTrace] = (), seat_changes: Iterable[SeatChange] = ()
) -> tuple[Marker, ...]:
    """Return the marked places of a game in its order.

    A team takes the lead when it has fewer words left than the other; a draw leaves the lead where it was. The first
    to lead changes nothing, and the head start of the team that moves second is no lead.

    Args:
        timeline: the game. Events that do not follow from those before them are not marked.
        traces: its decisions, as `EpisodeRecord.decisions` gives them: they tell of refused clues.
        seat_changes: the seats that changed hands.
    """
    last = len(timeline)
    refused = (
        Marker(min(trace.at + 1, last), MarkerKind.ILLEGAL_CLUE, trace.seat.team)
        for trace in traces
        if trace.at is not None and trace.seat is not None and _has_illegal_clue(trace)
    )
    changed = (Marker(min(change.at, last), MarkerKind.SEAT_CHANGE, change.seat.team) for change in seat_changes)
    found = (_wrong_guesses(timeline), _penalties(timeline), _lead_changes(timeline), _turning_points(timeline))
    places = {*chain.from_iterable(found), *refused, *changed}
    order = list(MarkerKind)
    return tuple(sorted(places, key=lambda marker: (marker.position, order.index(marker.kind), marker.team)))


def _has_illegal_clue(trace: AgentTrace) -> bool:
    failures = (trace.failure, *(refused.failure for refused in trace.refused))
    return trace.question is Question.CLUE and FailureKind.ILLEGAL in failures


def _revealing(timeline: Timeline) -> Iterator[tuple[int, Guess | Reveal]]:
    """Yield what turned a card, with the position after it."""
    for index, event in enumerate(timeline.events):
        if isinstance(event, Guess | Reveal) and index not in timeline.notes:
            yield index + 1, event


def _wrong_guesses(timeline: Timeline) -> Iterator[Marker]:
    for position, event in _revealing(timeline):
        if isinstance(event, Guess) and event.result is not GuessKind.CORRECT:
            is_assassin = event.result is GuessKind.ASSASSIN
            yield Marker(position, MarkerKind.ASSASSIN if is_assassin else MarkerKind.WRONG_GUESS, event.team)


def _penalties(timeline: Timeline) -> Iterator[Marker]:
    for position, event in _revealing(timeline):
        if isinstance(event, Reveal):
            yield Marker(position, MarkerKind.ILLEGAL_CLUE, event.team)


def _lead_changes(timeline: Timeline) -> Iterator[Marker]:
    board = timeline.last_state.board
    left = {team: len(board.words_of(team)) for team in Team}
    leader: Team | None = None
    for position, event in _revealing(timeline):
        owner = event.card.team
        if owner is None:
            continue
        left[owner] -= 1
        if left[owner] < left[owner.other]:
            if leader is owner.other:
                yield Marker(position, MarkerKind.LEAD_CHANGE, owner)
            leader = owner


def _turning_points(timeline: Timeline) -> Iterator[Marker]:
    if point := turning_point(timeline):
        yield Marker(point.position, MarkerKind.TURNING_POINT, point.winner)
