"""What an agent did where a person decided otherwise: the original of a fork, at the same point.

A point is the same where the same seat owes the same answer in the same turn and round, and everything on the table
is alike: clues, guesses and passes. What the guessers said to each other may differ. So the agent knew what the
person's seat knows, and its answer gives away nothing that the seat may not see. What came of that answer in the
original does: it is told by nothing here.
"""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.seating import seated_after
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat
from codenames_core.game.events import DiscussionMessage, Event, Guess
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import seat_of, verdict


class Alternative(NamedTuple):
    """A decision of a person, and that of the agent at the same point. Texts are as they were given."""

    seat: Seat
    question: Question
    at: int
    """Number of events of the fork before it."""
    turn: int
    yours: str
    agent: str
    """Who decided in the original; empty for a person."""
    theirs: str


def alternatives(original: EpisodeRecord, fork: EpisodeRecord) -> tuple[Alternative, ...]:
    """Return the decisions of people in `fork` for which `original` has one at the same point."""
    since = fork.parent.at if fork.parent else 0
    theirs = [trace for trace in original.decisions() if _answer_text(trace)]
    different = []
    for ours in fork.decisions():
        if not ours.is_human or not _answer_text(ours) or ours.at is None or ours.at < since:
            continue
        for other in theirs:
            if answer := _answer_at_same_point(other, original, ours, fork):
                different.append(_alternative(ours, other, answer, original))
                break
    return tuple(different)


def _alternative(ours: AgentTrace, other: AgentTrace, answer: str, original: EpisodeRecord) -> Alternative:
    seat, question = ours.seat or Seat.RED_CLUER, ours.question or Question.CLUE
    agent = seated_after(other.at or 0, original.seated_first, original.seat_changes)[seat.team].of(seat.role).label
    who = "" if other.is_human else agent
    return Alternative(seat, question, ours.at or 0, ours.turn or 0, _answer_text(ours), who, answer)


def _answer_at_same_point(other: AgentTrace, original: EpisodeRecord, ours: AgentTrace, fork: EpisodeRecord) -> str:
    """Return what `other` is an answer of, if `ours` was given at the same point; nothing if not.

    A fork can begin in the middle of a list of guesses: then it is the rest of the list.
    """
    if (other.seat, other.question, other.turn) != (ours.seat, ours.question, ours.turn):
        return ""
    before, here = original.public_transcript[: other.at], fork.public_transcript[: ours.at]
    if ours.question is Question.MESSAGE and _messages_at_end(before) != _messages_at_end(here):
        return ""
    theirs, table = _on_the_table(before), _on_the_table(here)
    since, later = table[: len(theirs)], table[len(theirs) :]
    if theirs != since or later != original.public_transcript[len(before) : len(before) + len(later)]:
        return ""
    touched = [event.word for event in later if isinstance(event, Guess)]
    if len(touched) < len(later) or (later and ours.question is not Question.GUESSES):
        return ""
    return _answer_text(other, [fork.board.find(word) or word for word in touched])


def _on_the_table(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, DiscussionMessage)]


def _messages_at_end(events: Sequence[Event]) -> int:
    return sum(1 for _ in takewhile(lambda event: isinstance(event, DiscussionMessage), reversed(events)))


def _answer_text(trace: AgentTrace, touched: Sequence[str] = ()) -> str:
    """Return an answer in words, a list without what was touched of it; nothing where there was none to be used."""
    if trace.failure is not None or trace.at is None:
        return ""
    answer: Any = trace.answer
    match trace.question, answer:
        case Question.CLUE, {"word": str(word), "number": int() | str() as number}:
            return f"{word} {number}"
        case Question.MESSAGE, {"text": str(text)}:
            return text
        case Question.GUESSES, list() | tuple():
            return ", ".join(str(word) for word in answer if word not in touched) or "pass"
        case Question.PENALTY, str(word):
            return word
        case _:
            return ""


def may_be_shown(alternative: Alternative, people: Collection[Seat]) -> bool:
    """Return whether the people in these seats may read it while the game goes on.

    Only a person alone may, in the seat that it decided for: another seat knows less, and so may others at the screen.
    """
    return not people or tuple(people) == (alternative.seat,)


def hindsight_entry(alternative: Alternative, glyphs: Glyphs) -> Entry:
    """Return both decisions, below each other."""
    head = f"In turn {alternative.turn}, at the same point, {seat_of(alternative.seat)}:"
    agent = f"the original's agent, {alternative.agent}" if alternative.agent else "the original's player"
    sides = (("you", alternative.yours), (agent, alternative.theirs))
    lines: list[Line] = [(Span(head, "accent"),)]
    lines += [(Span(f"{glyphs.line(who)}  ", "dim"), Span(_in_a_line(said, glyphs))) for who, said in sides]
    return Entry((Paragraph(lines[0]), *(Paragraph(line, hang=4, indent=2, short=True) for line in lines[1:])))


def _in_a_line(said: str, glyphs: Glyphs) -> str:
    """Return what was said, without what agents write for each other."""
    return " ".join(parts(glyphs.text(said)).prose) or glyphs.line(said)


def outcomes_entry(original: EpisodeRecord, fork: EpisodeRecord) -> Entry:
    """Return how the two games ended."""
    ends = (("fork", fork), ("original", original))
    return Entry(
        tuple(
            Paragraph((Span(f"{name}  ", "dim"), Span(verdict(game.outcome, game.initial_state()))), hang=2)
            for name, game in ends
        )
    )


class Hindsight:
    """What the agents of a fork's original did where people decided in the fork.

    Args:
        original: the game that the fork comes from.
    """

    def __init__(self, original: EpisodeRecord) -> None:
        self.original = original
        self._alternatives: tuple[int, tuple[Alternative, ...]] = (-1, ())
        """Length of the fork, and what there is to tell of it at that length."""

    def entries(self, view: Viewpoint, glyphs: Glyphs) -> list[Entry]:
        """Return what the original's agents did of late, at the end in the whole game; nothing a seat may not know."""
        session, position = view.session, view.position
        if session.facts.parent is None:
            return []
        people = session.seats.people if session.seats and not view.disclosure.private else ()
        known = [other for other in self._alternatives_of(session) if may_be_shown(other, people)]
        starts = [0, 0, 0, *(start for start in session.timeline.turn_starts if start < position)]
        begin = starts[-2 if view.state.turn.discussion else -3]  # until the person's team speaks again
        recent = [other for other in known if view.tells_all or begin <= other.at < position]
        entries = [hindsight_entry(alternative, glyphs) for alternative in recent]
        if view.tells_all and (record := session.record) is not None:
            entries.append(outcomes_entry(self.original, record))
        return entries

    def _alternatives_of(self, session: GameSession) -> tuple[Alternative, ...]:
        length = len(session.timeline)
        if self._alternatives[0] != length and (record := session.record) is not None:
            self._alternatives = length, alternatives(self.original, record)
        return self._alternatives[1]


def wants_hindsight(session: GameSession) -> bool:
    """Return whether a game is a fork in which people decide, or did, so that its original is of interest by itself."""
    if session.facts.parent is None:
        return False
    return not session.standing.over or any(trace.is_human for trace in session.decisions.traces)
