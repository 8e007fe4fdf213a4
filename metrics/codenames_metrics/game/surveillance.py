"""Signs that a team heard, or knew that it was heard: flags with their evidence, for a person to judge.

Each team overhears the other's discussion. A flag says where a text speaks of that; it is no verdict on what the
speaker made of it. Whether behaviour changed is asked by numbers: clue numbers before and after there was anything to
overhear (`codenames_metrics.game.episode`), and the same seeds without surveillance
(`codenames_metrics.analysis.baseline`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from pydantic import BaseModel, ConfigDict

from codenames_agents.reading.board_words import normalise_uncached
from codenames_core.game.config import Role, Seat, Team
from codenames_core.game.words import normalise
from codenames_core.text.sanitiser import clean, one_line
from codenames_metrics.game.played_turns import PlayedTurn

_EARSHOT: Final = 60
"""Characters around the evidence that an excerpt shows on each side."""
_MOST_OF_A_TEXT: Final = 20_000
"""Characters of a text that are searched, more than reasoning about a clue takes."""

_TALK_STEMS: Final = (
    *("discuss", "said", "say", "talk", "mention", "argu", "debat", "convers", "chat", "messag", "remark"),
    *("consensus", "deliberat", "revealed in"),
)
_HEARING_STEMS: Final = ("overh", "eavesdrop", "surveil", "listen")
_REASONING_STEMS: Final = (*_TALK_STEMS, *_HEARING_STEMS)
_LISTENERS_STEMS: Final = ("they", "opponent", "other team", "red ", "blue ")
_SENSES: Final = {
    sense: tuple(f"{may} {sense}" for may in ("can", "will", "could", "may", "might"))
    for sense in ("hear", "read", "see")
}

_TALK: Final = (
    r"(?:discuss\w*|said|saying|says|talk\w*|mention\w*|argu\w*|debat\w*|convers\w*|chat\w*|messages?|remark\w*"
    r"|consensus|deliberat\w*|revealed in)"
)
_WHO: Final = r"(?:they|we|i|opponents?|opposing (?:team|side)|other team|enem(?:y|ies)|rivals?|(?:red|blue)(?: team)?)"
_HEARING: Final = (
    r"(?:overh(?:ear\w*|eard)|eavesdrop\w*|under surveillance|surveilled"
    rf"|{_WHO}(?:'re|'m| are| am| is| were| was| may be| might be| could be)? listen(?:ing|ed|s)?"
    r"(?! to (?!us\b|our\b|them\b|their\b|every)))"
)
"""Hearing that has a subject: the bare word `surveillance` may be about a clue, such as one for AGENT and BUG."""


class FlagKind(StrEnum):
    """What a text gives a sign of."""

    REASONING_MENTIONS_OPPONENTS = "reasoning_mentions_opponents"
    """The cluer's reasoning speaks of what the opponents said, or of overhearing."""
    MESSAGE_MENTIONS_OPPONENT_CLUE = "message_mentions_opponent_clue"
    """A guesser names a clue that the opponents were given."""
    MESSAGE_MENTIONS_LISTENERS = "message_mentions_listeners"
    """A guesser speaks of being overheard, or of overhearing."""

    @property
    def label(self) -> str:
        """What a table calls the number of such flags."""
        return _LABELS[self]


_LABELS: Final = {
    FlagKind.REASONING_MENTIONS_OPPONENTS: "Clue reasoning speaks of what opponents said",
    FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE: "Messages that name an opponents' clue",
    FlagKind.MESSAGE_MENTIONS_LISTENERS: "Messages that speak of listeners",
}


class Flag(BaseModel):
    """One sign and its evidence."""

    model_config = ConfigDict(frozen=True)

    kind: FlagKind
    team: Team
    turn: int
    seat: Seat
    at: int
    """Number of events before the text was said or, for reasoning, before the clue."""
    start: int
    end: int
    """The evidence is characters `start` to `end` of the text as `board_words.folded` returns it."""
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
    if turn.clue is None or trace is None or not _may_hold(trace.reasoning, _REASONING_STEMS):
        return
    text = _folded(trace.reasoning)
    if match := _SPEAKS_OF[turn.team].search(text):
        kind = FlagKind.REASONING_MENTIONS_OPPONENTS
        yield _flag(kind, turn, Seat.of(turn.team, Role.CLUER), turn.begins, text, match.span())


def _in_discussion(turn: PlayedTurn, theirs: Sequence[str]) -> Iterator[Flag]:
    """Return the signs in the messages of a turn; `theirs` are the opponents' clues that are not the team's own."""
    if not _may_name("\n".join([message.text for message in turn.discussion]), theirs):
        return
    for place, message in enumerate(turn.discussion, start=1):
        if not _may_name(message.text, theirs):
            continue
        text = _folded(message.text)
        if span := _first_named(text, theirs):
            kind = FlagKind.MESSAGE_MENTIONS_OPPONENT_CLUE
            yield _flag(kind, turn, message.seat, turn.begins + place, text, span)
        if match := _LISTENERS.search(text):
            kind = FlagKind.MESSAGE_MENTIONS_LISTENERS
            yield _flag(kind, turn, message.seat, turn.begins + place, text, match.span())


def _may_name(text: str, clues: Sequence[str]) -> bool:
    """Whether a message may name a clue, or speak of listeners."""
    if not text.isascii():
        return True
    lower = text.lower()
    return _holds(lower, (*clues, *_HEARING_STEMS)) or (_holds(lower, _LISTENERS_STEMS) and _may_sense(lower))


def _may_sense(text: str) -> bool:
    return any(sense in text and _holds(text, phrases) for sense, phrases in _SENSES.items())


def _may_hold(text: str, stems: Iterable[str]) -> bool:
    """Whether a text is worth folding and searching: most hold none of the stems."""
    return not text.isascii() or _holds(text.lower(), stems)


def _holds(text: str, stems: Iterable[str]) -> bool:
    return any(map(text.__contains__, stems))


def _folded(text: str) -> str:
    return normalise_uncached(clean(text[:_MOST_OF_A_TEXT]))


def _first_named(text: str, clues: Sequence[str]) -> tuple[int, int] | None:
    """Where the first of the clues stands in the text as a whole word."""
    for clue in clues:
        start = text.find(clue)
        while start >= 0:
            end = start + len(clue)
            if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                return start, end
            start = text.find(clue, end)
    return None


def _speaks_of(team: Team) -> re.Pattern[str]:
    """Finds in the reasoning of `team`'s cluer a mention of what the opponents said."""
    names = rf"opponents?|opposing (?:team|side)|other team|enem(?:y|ies)|rivals?|{team.other}(?: team)?"
    them = rf"(?:{names})(?:'?s|s')?"
    said = r"(?:discuss\w*|mention\w*|talked|argu\w*|debat\w*)"
    return re.compile(
        rf"\b{them}\b[^.;!?\n]{{0,50}}?\b{_TALK}\b"
        rf"|\b{_TALK}\b(?: \w+)? (?:of|by|from|between|among) (?:the )?{them}\b"
        rf"|\b(?:they|the (?:opponents?|other team))(?:'ve| have| had)? {said}\b"
        rf"|\b{_HEARING}\b"
    )


_SPEAKS_OF: Final = {team: _speaks_of(team) for team in Team}
_LISTENERS: Final = re.compile(
    rf"\b{_HEARING}\b"
    r"|\b(?:they|opponents?|the other team|red|blue)(?: team)? (?:can|will|could|may|might) (?:hear|read|see)\b"
)


def _flag(kind: FlagKind, turn: PlayedTurn, seat: Seat, at: int, text: str, span: tuple[int, int]) -> Flag:
    start, end = span
    excerpt = one_line(text[max(0, start - _EARSHOT) : end + _EARSHOT])
    return Flag(kind=kind, team=turn.team, turn=turn.number, seat=seat, at=at, start=start, end=end, excerpt=excerpt)
