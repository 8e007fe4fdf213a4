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
from codenames_core.game.replay import Replay
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.narration import GameNarration, NarratedEvent, facts_of, narrate, title_of

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


def html(record: EpisodeRecord, *, pace: float = 2.0, begin: int | None = None) -> str:
    """Return the page.

    Args:
        record: the game.
        pace: seconds from one event to the next while it plays.
        begin: number of events that have happened when the page opens; all if not given.
    """
    return "\n".join(_page(record, narrate(record), pace, begin)) + "\n"


def _page(record: EpisodeRecord, story: GameNarration, pace: float, begin: int | None) -> Iterator[str]:
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
    for name, sign, what in _BUTTONS:
        yield f'<button type="button" id="{name}" title="{what}" aria-label="{what}">{escape(sign)}</button>'
    yield '<input type="range" id="bar" min="0" value="0" aria-label="event"></div>'
    yield f'<p id="where" aria-live="polite">{escape(story.verdict)}</p>\n<main>\n<section>'
    yield from _board(record)
    yield "<h2>What was played</h2>"
    yield '<ul id="facts">'
    yield from (f"<li>{escape(name)}: {escape(value)}</li>" for name, value in facts_of(record))
    yield '</ul>\n</section>\n<section id="story" tabindex="0" aria-label="transcript">\n<ol>'
    for place, told in enumerate(story.told, 1):
        yield from _told(place, told)
    yield "</ol>\n</section>\n</main>"
    yield f'<script type="application/json" id="game">{_data(record, story, pace, begin)}</script>'
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


def _told(place: int, told: NarratedEvent) -> Iterator[str]:
    if told.heading is not None:
        yield f'<li data-at="{place}"><h2>{escape(told.heading)}</h2></li>'
    yield f'<li data-at="{place}" class="{told.team}">'
    yield from (f"<p>{escape(line)}</p>" for line in told.lines)
    if told.targets:
        yield f'<p class="meant">meant for {escape(", ".join(told.targets))}</p>'
    if told.note:
        yield f'<p class="note">does not follow: {escape(one_line(told.note))}</p>'
    yield "</li>"


def _data(record: EpisodeRecord, story: GameNarration, pace: float, begin: int | None) -> str:
    """Return what the script needs, as JSON in which nothing can end the element that holds it."""
    last = len(story.replay)
    data = {
        "begin": last if begin is None else begin,
        "pace": pace,
        "verdict": story.verdict,
        "key": list(record.board.key.values()),
        "marks": _MARKS,
        "positions": [*_positions(story.replay)],
    }
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _positions(replay: Replay) -> Iterator[dict[str, Any]]:
    words = replay.last_state.board.words
    for position in range(len(replay) + 1):
        state = replay.seek(position)
        event = replay.last_event
        turned = isinstance(event, Guess | Reveal) and position - 1 not in replay.notes
        word = state.board.find(event.word) if isinstance(event, Guess | Reveal) and turned else None
        yield {
            "card": words.index(word) if word is not None else None,
            "turn": state.turn.number,
            "team": state.turn.team,
            "red": state.words_left(Team.RED),
            "blue": state.words_left(Team.BLUE),
        }
