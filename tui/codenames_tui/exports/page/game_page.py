"""A game as one HTML page that is played in a browser: no network, and no other file unless it is part of a site.

The page is static but for which parts are shown, so it can be read and printed without scripts, too. Texts of the game
enter as escaped text; what its script is given besides (`codenames_tui.exports.page.position_data`) it puts in as text.
The page's policy allows exactly its own script and style (`codenames_tui.exports.page.policy`).
"""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.game.timeline import Timeline
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.win_chance import win_chance_at
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.moving.drawing import can_draw, to_png
from codenames_tui.exports.page.asked import asked_section
from codenames_tui.exports.page.link_preview import data_address, link_preview
from codenames_tui.exports.page.policy import loader, part, policy_tag
from codenames_tui.exports.page.position_data import SIGNS, as_script_data, position_data
from codenames_tui.exports.page.preview import CANVAS, named_preview
from codenames_tui.exports.page.story import clue_log, ending_card, introduction, story_items
from codenames_tui.ui.prose.narration import GameNarration, facts_of, narrate, title_of
from codenames_tui.ui.wording import name_of

SCRIPT: Final = "game.js"
STYLE: Final = "page.css"
_BUTTONS: Final = (
    ("first", "M6 5v14M19 5l-10 7 10 7z", "to the beginning (g)"),
    ("turnBack", "M12 5l-8 7 8 7zM20 5l-8 7 8 7z", "one turn back ([)"),
    ("back", "M16 5l-10 7 10 7z", "one event back (left arrow)"),
    ("play", "M7 4l13 8-13 8z", "play or pause (space)"),
    ("on", "M8 5l10 7-10 7z", "one event forward (right arrow)"),
    ("turnOn", "M12 5l8 7-8 7zM4 5l8 7-8 7z", "one turn forward (])"),
    ("end", "M18 5v14M5 5l10 7-10 7z", "to the end (G)"),
)
_KEYS: Final = (
    ("space", "play or pause"),
    ("← →", "one event"),
    ("[ ]", "one turn"),
    ("m M", "next and previous mark"),
    ("g G", "beginning and end"),
    ("s", "key"),
    ("+ -", "faster and slower"),
)
_LONGEST_FITTED: Final = 24
"""Cells of the longest part of a word for which there is a size of letters."""


class Beside(NamedTuple):
    """Where the page of a site finds what it shares with the others, and where its links lead."""

    assets: str
    """The folder of scripts and styles, as an address relative to the page."""
    home: str
    """The list of games, likewise."""
    home_name: str
    """Clean."""
    picture: str = ""
    """Of the page, for whoever shows links to it: a PNG of the size of a preview, by its address; none if empty."""


def to_html(
    record: EpisodeRecord, *, pace: float = 2.0, begin: int | None = None, key: KeyShown = KeyShown.ASKED
) -> str:
    """Return the page.

    Args:
        record: the game.
        pace: seconds from one event to the next while it plays.
        begin: number of events that have happened when the page opens. It opens at the beginning if not given, and
            where that would be the end, which would give the game away.
        key: whether whoever opens it sees the key.
    """
    return game_page(record, pace=pace, begin=begin, key=key)


def game_page(
    record: EpisodeRecord,
    *,
    pace: float = 2.0,
    begin: int | None = None,
    key: KeyShown = KeyShown.ASKED,
    beside: Beside | None = None,
    with_prompts: bool = False,
) -> str:
    """Return the page of a game; with `beside`, as part of a site; with the prompts of the record, if wanted."""
    narration = narrate(record)
    start = 0 if begin is None or begin >= len(narration.timeline) else max(begin, 0)
    data = as_script_data(position_data(record, narration, pace=pace, begin=start, key=key))
    head, body = _head(record, beside), _body(record, narration, key, beside, with_prompts=with_prompts)
    script = f'<script type="application/json" id="game">{data}</script>\n<script>{_script(beside)}</script>'
    return "\n".join(['<!DOCTYPE html>\n<html lang="en">', *head, *body, script, "</body>\n</html>"]) + "\n"


def _script(beside: Beside | None) -> str:
    text = part(SCRIPT)
    return text if beside is None else loader(f"{beside.assets}/{SCRIPT}", text)


def _head(record: EpisodeRecord, beside: Beside | None) -> Iterator[str]:
    style = part(STYLE)
    title = title_of(record)
    yield '<head>\n<meta charset="utf-8">'
    yield policy_tag(script=_script(beside), style=None if beside else style, loads=beside is not None)
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>"
    yield from link_preview(title, _about(record), "article", beside.picture if beside else _embedded(record))
    yield '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">'
    yield f'<link rel="stylesheet" href="{beside.assets}/{STYLE}">' if beside else f"<style>{style}</style>"
    yield "</head>"


def _embedded(record: EpisodeRecord) -> str:
    """Return the address of a picture that is in the page; empty where nothing that draws is installed."""
    return data_address(to_png(named_preview(record), CANVAS)) if can_draw() else ""


def _about(record: EpisodeRecord) -> str:
    """Return what the game is, without its end."""
    words = ", ".join(one_line(word) for word in record.board.words[:5])
    return f"A game of Codenames, move by move: {words} and 20 more words."


def _body(
    record: EpisodeRecord, narration: GameNarration, key: KeyShown, beside: Beside | None, *, with_prompts: bool
) -> Iterator[str]:
    timeline = narration.timeline
    yield '<body class="game">'
    yield '<a class="skip" href="#talk">Skip to the talk</a>'
    yield from _header(record, beside)
    yield '<main>\n<div class="table">'
    yield from _score(timeline)
    yield '<div id="stage" class="stage" hidden><span id="stage-clue"></span><span id="stage-more"></span></div>'
    yield '<section class="board-room" aria-labelledby="board-name">'
    yield '<h2 class="hush" id="board-name">Board</h2>'
    yield from _board(record, timeline, key)
    yield '<button type="button" id="poster" hidden><span class="disc" aria-hidden="true"></span>Watch the game'
    yield "</button>"
    yield "</section>"
    yield from _controls(timeline)
    yield '</div>\n<div class="side">'
    yield '<section class="talk" aria-labelledby="talk-name"><h2 id="talk-name">The talk</h2>'
    yield '<ol id="talk" tabindex="0" aria-labelledby="talk-name">'
    yield from introduction(record)
    yield from story_items(narration, with_targets=key is not KeyShown.NEVER)
    yield from ending_card(record, timeline)
    yield "</ol></section>"
    yield '<section class="log" aria-labelledby="log-name"><h2 id="log-name">Clues</h2>'
    yield '<ol id="log" tabindex="0" aria-labelledby="log-name">'
    yield from clue_log(timeline)
    yield "</ol></section>\n</div>\n</main>"
    yield from _footer(record, with_prompts=with_prompts)


def _header(record: EpisodeRecord, beside: Beside | None) -> Iterator[str]:
    labels = record.labels_in_turn
    red, blue = (escape(one_line(labels[team], 80)) for team in (Team.RED, Team.BLUE))
    yield "<header>"
    if beside:
        yield f'<nav aria-label="Site"><a href="{beside.home}">{escape(beside.home_name)}</a></nav>'
    yield f'<h1><span class="red">{red}</span> <span class="against">against</span>'
    yield f'<span class="blue">{blue}</span></h1>'
    yield "</header>"


def _score(timeline: Timeline) -> Iterator[str]:
    """Yield both teams' words that are left, at the end, and the strip of chances between them."""
    state = timeline.last_state
    yield '<section class="score" aria-label="Score">'
    for team in Team:
        yield f'<p class="team {team}" id="score-{team}"><b>{name_of(team)}</b> '
        yield f'<span class="left"><span class="count">{state.words_left(team)}</span> left</span></p>'
    yield from _chances(timeline)
    yield "</section>"


def _chances(timeline: Timeline) -> Iterator[str]:
    """Yield the chance of red to win, position by position, as an area; nothing where no table speaks of the game."""
    chances = [win_chance_at(timeline.state_at(position)) for position in range(len(timeline) + 1)]
    if len(timeline) < 1 or chances[0] is None:
        return
    known: list[float] = []
    for chance in chances:
        known.append(known[-1] if chance is None else chance)
    steps = "".join(f"V{100 - 100 * chance:.0f}H{position}" for position, chance in enumerate(known, 1))
    last = len(known)
    yield '<div class="odds" title="chance to win"><span class="hush">Chance to win: </span>'
    yield '<span id="odds-red" class="red"></span>'
    yield f'<svg id="chance" viewBox="0 0 {last} 100" preserveAspectRatio="none" role="img" aria-label="Chance of RED '
    yield 'to win, event by event"><defs><clipPath id="seen"><rect id="seen-area" width="100%" height="100"/>'
    yield '</clipPath></defs><g clip-path="url(#seen)"><rect class="blue-area" width="100%" height="100"/>'
    yield f'<path class="red-area" d="M0 100{steps}V100z"/></g><path class="half" d="M0 50H{last}"/>'
    yield '<path id="now" d="M0 0V100"/></svg><span id="odds-blue" class="blue"></span></div>'


def _board(record: EpisodeRecord, timeline: Timeline, key: KeyShown) -> Iterator[str]:
    """Yield the cards; those that the page may not show the key of are face down where they were not revealed."""
    revealed = timeline.last_state.revealed
    yield '<ol id="board" aria-labelledby="board-name">'
    for word, card in record.board.key.items():
        shown = word in revealed or key is not KeyShown.NEVER
        kind, sign, said = (str(card), SIGNS[card], str(card)) if shown else ("", "", "face down")
        up = " up" if word in revealed else ""
        yield f'<li class="{kind}{up} {_fitted(word)}"><span class="word">{escape(one_line(word))}</span>'
        yield f'<span class="sign" aria-hidden="true">{sign}</span><span class="hush said">{said}</span>'
        yield '<span class="minds" aria-hidden="true"><span class="mind"></span><span class="mind"></span></span></li>'
    yield "</ol>"


def _fitted(word: str) -> str:
    """Return the class that makes the longest part of a word as wide as its card at most.

    >>> _fitted("NAPOLEON"), _fitted("ICE CREAM")
    ('n8', 'n6')
    """
    longest = max((cell_len(part) for part in one_line(word).split()), default=1)
    return f"n{min(max(longest, 6), _LONGEST_FITTED)}"


def _controls(timeline: Timeline) -> Iterator[str]:
    yield '<section id="controls" aria-label="Playback" hidden>'
    yield '<div class="track"><span id="marks" aria-hidden="true"></span>'
    yield f'<input type="range" id="bar" min="0" max="{len(timeline)}" value="0" aria-label="Event"></div>'
    yield '<div class="buttons">'
    for name, path, title in _BUTTONS:
        yield f'<button type="button" id="{name}" title="{title}" aria-label="{title}">'
        yield f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
    yield '<button type="button" id="speed" title="speed (+ and -)">1×</button>'
    yield '<button type="button" id="key" title="show the key and what clues were meant for (s)">Key</button></div>'
    yield '<p id="where"></p><p id="live" class="hush" role="status" aria-live="polite"></p>'
    yield "</section>"


def _footer(record: EpisodeRecord, *, with_prompts: bool) -> Iterator[str]:
    yield '<footer>\n<details id="facts"><summary>What was played</summary>\n<dl>'
    yield from (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts_of(record))
    yield '</dl></details>\n<details class="on-screen"><summary>Keys</summary>\n<dl>'
    yield from (f"<div><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>" for keys, what in _KEYS)
    yield "</dl><p>Swipe over the board to step; the address holds the place: <code>#turn=6</code>, "
    yield "<code>#event=42</code>.</p></details>"
    if with_prompts:
        yield from asked_section(record)
    yield "</footer>"
