"""Texts and games of someone who wants to break the screen, and what a screen never shows of them."""

import re
import unicodedata

import pytest
from rich.cells import cell_len
from tests.tui.table import frame

from codenames_core.game.config import Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage, Event, UnknownEvent
from codenames_tui.app.app import CodenamesApp
from codenames_tui.ui.lines.isolates import FIRST_STRONG, POP

HOSTILE = (
    "[@click=app.quit]x[/]",
    "[bold red]loud[/] [/nothing] [0] [$nope]",
    '[foo="x',
    '{"a":["b=c"]}',
    "\x1b[2J\x1b[31mred\x1b]52;c;aGVsbG8=\x07",
    "\x9b2J\x00\x7f\x1b]8;;http://example.org\x1b\\link",
    "\u202eright to left\u2066 \u200b\u200d\ufeff",
    "❤️ 👩‍👩‍👧 👍🏽 1️⃣",
    "水水水水 שלום עולם",
    "a\tb\r\nc\x0b\x0cd",
    "Z̴̡̢̛̗͍͇̟͈̗̬̪̹̻͋̀̓͗̓",
    "",
    " " * 200,
    "w" * 500,
)

EACH_KIND = {0, 4, 6, 9, 13}
"""Where a link, control sequences, directions, ends of lines and a long word stand."""
FEW_HOSTILE = [pytest.param(text, marks=() if at in EACH_KIND else pytest.mark.soak) for at, text in enumerate(HOSTILE)]
"""For tests that start an app for each text: one of each kind, and the others for `make full`."""

ISOLATED = re.compile(f"{FIRST_STRONG}([^{FIRST_STRONG}{POP}]*){POP}")
"""A word that we put in isolation, from its sign to the one that ends it: no text of theirs holds either."""

FORBIDDEN = {"Cc", "Cs"}

INVISIBLE = set("\u200b\u200d\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u00ad\ufe0f")


def game_of(texts: tuple[str, ...]) -> tuple[Event, ...]:
    """A game in which everybody says these things."""
    said: list[Event] = [Clue(texts[0], texts[1 % len(texts)], team=Team.RED)]
    for number, text in enumerate(texts):
        seat = Seat.RED_GUESSER_1 if number % 2 == 0 else Seat.RED_GUESSER_2
        said.append(DiscussionMessage(seat=seat, text=text, consensus=False))
        said.append(UnknownEvent(type=f"?{text}"))
    said.append(DiscussionMessage(seat=Seat.RED_GUESSER_1, text="", consensus=False, skipped=texts[-1]))
    return tuple(said)


def check(app: CodenamesApp) -> None:
    width = app.size.width
    for line, strip in zip(frame(app).splitlines(), app.screen._compositor.render_strips(), strict=False):
        assert not {unicodedata.category(sign) for sign in line} & FORBIDDEN, line
        assert not set(ISOLATED.sub(r"\1", line)) & INVISIBLE, line
        assert sum(cell_len(segment.text) for segment in strip) == width
