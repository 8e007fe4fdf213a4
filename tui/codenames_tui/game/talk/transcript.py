"""The whole game as running text: one entry for each event, a heading for each turn."""

from collections.abc import Callable
from typing import assert_never

from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, Guess, GuessKind, Pass, Reveal, UnknownEvent
from codenames_core.game.timeline import Timeline
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, team_style
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import clue_of, format_pass, format_reveal, format_silence, format_unknown, name_of

_LABEL = 6


def further_entries(
    timeline: Timeline,
    known: int,
    disclosure: Disclosure,
    glyphs: Glyphs,
    before: Callable[[int], tuple[Paragraph, ...]],
) -> list[Entry]:
    """Return the entries of the events that came after the first `known` ones.

    Args:
        timeline: the game.
        known: number of events whose entries there are already.
        disclosure: what may be seen.
        glyphs: what is drawn with.
        before: gives what is to be said before the event of an index.
    """
    if known == len(timeline):
        return []
    turns = {start: number for number, start in enumerate(timeline.turn_starts, 1)}
    return [
        transcript_entry(
            disclosure.event(event), glyphs, turn=turns.get(index), note=timeline.notes.get(index), before=before(index)
        )
        for index, event in enumerate(timeline.events[known:], known)
    ]


def transcript_entry(
    event: Event,
    glyphs: Glyphs,
    *,
    turn: int | None = None,
    note: str | None = None,
    before: tuple[Paragraph, ...] = (),
) -> Entry:
    """Return the entry of `event`.

    Args:
        event: what happened.
        glyphs: what is drawn with.
        turn: the number of the turn that begins with it, if one does.
        note: what is wrong with it, if anything is.
        before: what is to be said before it.
    """
    paragraphs = (*before, *_paragraphs(event, glyphs))
    if note is not None:
        problem = Span(f"does not fit: {glyphs.line(note)}", "bad")
        paragraphs = (*paragraphs, Paragraph((_label(glyphs.wrong, "bad"), problem), hang=_LABEL))
    return Entry(paragraphs, EMPTY if turn is None else turn_heading(turn, event, glyphs))


def turn_heading(turn: int, event: Event, glyphs: Glyphs) -> Line:
    """Return the heading of a turn in its team's colour."""
    if isinstance(event, UnknownEvent):
        return (Span(f"{glyphs.rule} turn {turn}", "dim"),)
    return (Span(f"{glyphs.rule} turn {turn} {glyphs.dot} {name_of(event.team)}", f"{team_style(event.team)}-strong"),)


def _paragraphs(event: Event, glyphs: Glyphs) -> tuple[Paragraph, ...]:
    match event:
        case Clue():
            return (_line("clue", event.team, Span(clue_of(event, glyphs.line), "strong")),)
        case DiscussionMessage():
            return _message(event, glyphs)
        case Guess():
            return (_line("guess", event.team, *_guess(event, glyphs)),)
        case Pass():
            return (_line("pass", event.team, Span(format_pass(event), "dim")),)
        case Reveal():
            return (_line("penalty", event.team, Span(format_reveal(event, glyphs.line))),)
        case UnknownEvent():
            kind = Span(format_unknown(event, glyphs.line), "dim")
            return (Paragraph((_label("?", "dim"), kind), hang=_LABEL),)
        case _:
            assert_never(event)


def _guess(event: Guess, glyphs: Glyphs) -> tuple[Span, ...]:
    right = event.result is GuessKind.CORRECT
    sign = glyphs.right if right else glyphs.mark(event.card) if event.card.team is None else glyphs.wrong
    return (
        Span(glyphs.line(event.word), "strong"),
        Span(f" {sign} ", "good" if right else "bad"),
        Span(event.card.value, event.card.value),
    )


def _message(event: DiscussionMessage, glyphs: Glyphs) -> tuple[Paragraph, ...]:
    name = "g1" if event.seat.role.value.endswith("1") else "g2"
    if event.skipped is not None:
        return (_line(name, event.team, Span(format_silence(event.skipped, glyphs.line), "dim")),)
    speech = parts(glyphs.text(event.text))
    agrees = (Span(f"{glyphs.right} ", "good"),) if event.consensus else ()
    return (_line(name, event.team, *agrees, Span(" ".join(speech.prose)), short=True),)


def _line(label: str, team: Team, *spans: Span, short: bool = False) -> Paragraph:
    return Paragraph((_label(label, team_style(team)), *spans), hang=_LABEL, short=short)


def _label(text: str, style: str) -> Span:
    return Span(f"{text} ".ljust(_LABEL), style)
