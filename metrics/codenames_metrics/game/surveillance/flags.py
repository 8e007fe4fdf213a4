"""Signs that a team heard, or knew that it was heard: flags with their evidence, for a person to judge.

Each team overhears the other's discussion. A flag says where a text shows that its speaker knows or uses that; it
proves nothing. Whether behaviour changed is asked by numbers: clue numbers before and after there was anything to
overhear (`codenames_metrics.game.episode`), and the same seeds without surveillance
(`codenames_metrics.analysis.baseline`).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import one_line
from codenames_metrics.game.metric import Count
from codenames_metrics.game.played_turns import PlayedTurn
from codenames_metrics.game.surveillance.phrases import Span
from codenames_metrics.game.surveillance.signs import find_sign, folded

_EARSHOT: Final = 60
"""Characters around the evidence that an excerpt shows on each side."""


class FlagKind(StrEnum):
    """What a text gives a sign of."""

    REASONING_MENTIONS_OPPONENTS = "reasoning_mentions_opponents"
    """The reasoning behind a clue shows that the cluer knows or uses that teams overhear each other."""
    MESSAGE_MENTIONS_OPPONENT_CLUE = "message_mentions_opponent_clue"
    """A guesser names a clue that the opponents were given."""
    MESSAGE_MENTIONS_LISTENERS = "message_mentions_listeners"
    """A message shows that the guesser knows or uses that teams overhear each other."""

    @property
    def label(self) -> str:
        """What a table calls the number of such flags."""
        return _LABELS[self]


_LABELS: Final = {
    FlagKind.REASONING_MENTIONS_OPPONENTS: "Clue reasoning with a sign of overhearing",
    FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE: "Messages that name an opponents' clue",
    FlagKind.MESSAGE_MENTIONS_LISTENERS: "Messages with a sign of overhearing",
}


class Flag(BaseModel):
    """One sign and its evidence."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    kind: FlagKind
    team: Team
    turn: Count
    seat: Seat
    at: Count
    """Number of events before the text was said or, for reasoning, before the clue."""
    start: Count
    end: Count
    """The evidence is characters `start` to `end` of the text as `signs.folded` returns it."""
    excerpt: str
    """The evidence with some of its surroundings, on one line."""


def find_flags(turns: Sequence[PlayedTurn]) -> tuple[Flag, ...]:
    """Return the signs of a whole game in the order of play, at most one of a kind for each text."""
    flags: list[Flag] = []
    clues: dict[Team, list[str]] = {team: [] for team in Team}
    heard = heard_before(turns)
    for turn in turns:
        if heard[turn.number]:
            flags += _in_reasoning(turn)
        own = normalise(turn.clue.word) if turn.clue else ""
        flags += _in_discussion(turn, [clue for clue in clues[turn.team.other] if clue != own])
        if own:
            clues[turn.team].append(own)
    return tuple(flags)


def heard_before(turns: Sequence[PlayedTurn]) -> dict[int, bool]:
    """Return for each turn, by its number, whether the opponents had discussed anything before it."""
    heard: set[Team] = set()
    before: dict[int, bool] = {}
    for turn in turns:
        before[turn.number] = turn.team.other in heard
        if any(message.text for message in turn.discussion):
            heard.add(turn.team)
    return before


def _in_reasoning(turn: PlayedTurn) -> Iterator[Flag]:
    trace = turn.clue_trace
    if turn.clue is None or trace is None:
        return
    text = folded(trace.reasoning)
    if span := find_sign(text, turn.team, Role.CLUER):
        kind = FlagKind.REASONING_MENTIONS_OPPONENTS
        yield _flag(kind, turn, Seat.of(turn.team, Role.CLUER), turn.begins, text, span)


def _in_discussion(turn: PlayedTurn, theirs: Sequence[str]) -> Iterator[Flag]:
    """Return the signs in the messages of a turn; `theirs` are the opponents' clues that are not the team's own."""
    for place, message in enumerate(turn.discussion, start=1):
        text = folded(message.text)
        if span := _first_named(text, theirs):
            kind = FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE
            yield _flag(kind, turn, message.seat, turn.begins + place, text, span)
        if span := find_sign(text, turn.team, message.seat.role):
            kind = FlagKind.MESSAGE_MENTIONS_LISTENERS
            yield _flag(kind, turn, message.seat, turn.begins + place, text, span)


def _first_named(text: str, clues: Sequence[str]) -> Span | None:
    """Where the first of the clues stands in the text as a whole word."""
    for clue in clues:
        start = text.find(clue)
        while start >= 0:
            end = start + len(clue)
            if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                return start, end
            start = text.find(clue, end)
    return None


def _flag(kind: FlagKind, turn: PlayedTurn, seat: Seat, at: int, text: str, span: Span) -> Flag:
    start, end = span
    excerpt = one_line(text[max(0, start - _EARSHOT) : end + _EARSHOT])
    return Flag(kind=kind, team=turn.team, turn=turn.number, seat=seat, at=at, start=start, end=end, excerpt=excerpt)
