"""A game as one HTML page that is stepped through in a browser: no network, no other file.

The page is static but for which parts are shown, so it can be read without scripts, too. Texts of the game enter as
escaped text only; the script gets numbers, and four words of ours. The page's policy allows exactly its own script and
style, named by their hashes, and no connection at all.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Any, Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Guess, Reveal
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.staged_turn import staged_turn
from codenames_tui.ui.prose.narration import GameNarration, NarratedEvent, facts_of, narrate, title_of
from codenames_tui.ui.wording import format_staged_turn

_MARKS: Final = {CardType.RED: "R", CardType.BLUE: "B", CardType.NEUTRAL: "N", CardType.ASSASSIN: "☠"}
_BUTTONS: Final = (
    ("first", "|<", "to the beginning (g)"),
    ("turnBack", "<<", "one turn back ([)"),
    ("back", "<", "one event back (←)"),
    ("play", "play", "play or stop (space)"),
    ("on", ">", "one event forward (→)"),
    ("turnOn", ">>", "one turn forward (])"),
    ("end", ">|", "to the end (G)"),
    ("key", "key", "show the key and what clues were meant for (s)"),
)


def to_html(record: EpisodeRecord, *, pace: float = 2.0, begin: int | None = None) -> str:
    """Return the page.

    Args:
        record: the game.
        pace: seconds from one event to the next while it plays.
        begin: number of events that have happened when the page opens. It opens at the beginning if not given, and
            where that would be the end, which would give the game away.
    """
    return "\n".join(_page(record, narrate(record), pace, begin)) + "\n"


def _page(record: EpisodeRecord, narration: GameNarration, pace: float, begin: int | None) -> Iterator[str]:
    style, script = _part("page.css"), _part("page.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title_of(record))}</title>"
    yield f"<style>{style}</style>\n</head>\n<body>"
    yield f"<h1>{escape(title_of(record))}</h1>"
    yield '<div id="controls" hidden>'
    for name, sign, title in _BUTTONS:
        yield f'<button type="button" id="{name}" title="{title}" aria-label="{title}">{escape(sign)}</button>'
    yield '<input type="range" id="bar" min="0" value="0" aria-label="event"></div>'
    yield f'<p id="where" aria-live="polite">{escape(narration.verdict)}</p>\n<p id="stage"></p>\n<main>\n<section>'
    yield from _board(record)
    yield "<h2>What was played</h2>"
    yield '<ul id="facts">'
    yield from (f"<li>{escape(name)}: {escape(value)}</li>" for name, value in facts_of(record))
    yield '</ul>\n</section>\n<section id="story" tabindex="0" aria-label="transcript">\n<ol>'
    for position, event in enumerate(narration.events, 1):
        yield from _event(position, event)
    yield "</ol>\n</section>\n</main>"
    yield f'<script type="application/json" id="game">{_data(record, narration, pace, begin)}</script>'
    yield f"<script>{script}</script>\n</body>\n</html>"


def _part(name: str) -> str:
    return files("codenames_tui.exports").joinpath(name).read_text("utf-8").replace("\r\n", "\n")


def _hash(part: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"


def _board(record: EpisodeRecord) -> Iterator[str]:
    yield '<ol id="board" aria-label="board">'
    for word, card in record.board.key.items():
        yield f'<li class="{card}">{escape(one_line(word))}<span>{_MARKS[card]}</span></li>'
    yield "</ol>"


def _event(position: int, event: NarratedEvent) -> Iterator[str]:
    if event.heading is not None:
        yield f'<li data-at="{position}"><h2>{escape(event.heading)}</h2></li>'
    yield f'<li data-at="{position}" class="{event.team}">'
    yield from (f"<p>{escape(line)}</p>" for line in event.lines)
    if event.targets:
        yield f'<p class="meant">meant for {escape(", ".join(event.targets))}</p>'
    if event.note:
        yield f'<p class="note">does not follow: {escape(one_line(event.note))}</p>'
    yield "</li>"


def _data(record: EpisodeRecord, narration: GameNarration, pace: float, begin: int | None) -> str:
    """Return what the script needs, as JSON in which nothing can end the element that holds it."""
    data = {
        "begin": 0 if begin is None or begin == len(narration.timeline) else begin,
        "over": record.outcome is not None,
        "pace": pace,
        "verdict": narration.verdict,
        "key": list(record.board.key.values()),
        "marks": _MARKS,
        "positions": [*_positions(narration.timeline)],
    }
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _positions(timeline: Timeline) -> Iterator[dict[str, Any]]:
    words = timeline.last_state.board.words
    for position in range(len(timeline) + 1):
        state, staged = timeline.state_at(position), staged_turn(timeline, position)
        event = timeline.event_before(position)
        turned = isinstance(event, Guess | Reveal) and position - 1 not in timeline.notes
        word = state.board.find(event.word) if isinstance(event, Guess | Reveal) and turned else None
        yield {
            "card": words.index(word) if word is not None else None,
            "turn": state.turn.number,
            "team": state.turn.team,
            "red": state.words_left(Team.RED),
            "blue": state.words_left(Team.BLUE),
            "staged": format_staged_turn(staged) if position else "",
            "by": staged.turn.team,
        }
