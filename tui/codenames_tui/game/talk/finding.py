"""Finding what was said and done in a game: a line for each event, and those that hold what is looked for."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from codenames_core.game.events import UnknownEvent
from codenames_core.game.timeline import Timeline
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.talk.transcript import transcript_entry
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs

MOST_FOUND: Final = 200
_BEFORE: Final = 24
"""Characters of a long text that are kept before what was found in it."""


class EventText(NamedTuple):
    """An event as it can be found. The text is clean and on one line."""

    position: int
    """Where it has just happened."""
    turn: int
    team: str
    """Empty for an event of an unknown type."""
    text: str


def event_texts(timeline: Timeline, disclosure: Disclosure, glyphs: Glyphs) -> tuple[EventText, ...]:
    """Return every event of a game as it may be shown."""
    return tuple(_texts(timeline, disclosure, glyphs))


def _texts(timeline: Timeline, disclosure: Disclosure, glyphs: Glyphs) -> Iterator[EventText]:
    turn = 0
    starts = frozenset(timeline.turn_starts)
    for index, event in enumerate(timeline.events):
        turn += index in starts
        entry = transcript_entry(disclosure.event(event), glyphs)
        said = " ".join("".join(span.text for span in paragraph.line) for paragraph in entry.paragraphs)
        team = "" if isinstance(event, UnknownEvent) else event.team
        yield EventText(index + 1, turn, team, " ".join(said.split()))


def found_items(texts: Iterable[EventText], wanted: str, glyphs: Glyphs) -> list[Item]:
    """Return an item for each event that holds every word of `wanted`, named by its position; at most `MOST_FOUND`."""
    words = wanted.casefold().split()
    found = (text for text in texts if all(word in _searched(text) for word in words))
    return [_item(text, words, glyphs) for text in islice(found, MOST_FOUND)]


def _searched(text: EventText) -> str:
    return f"turn {text.turn} {text.team} {text.text}".casefold()


def _item(text: EventText, words: list[str], glyphs: Glyphs) -> Item:
    place = min((at for word in words if (at := text.text.casefold().find(word)) >= 0), default=0)
    begin = place - _BEFORE if place > 2 * _BEFORE else 0
    label = f"turn {text.turn}" + (f" {text.team.upper()}" if text.team else "")
    return Item(
        str(text.position),
        label,
        note=f"{glyphs.cut if begin else ''}{text.text[begin:]}",
        style=text.team or "text",
    )
