"""Lines of styled text, measured in terminal cells, and the glyphs they are drawn with.

A style is a name here; the theme says what it looks like. Text from models, files and people enters through
`Glyphs.text` and `Glyphs.line`, which leave nothing that could act on a terminal.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from codenames_core.text import sanitiser

if TYPE_CHECKING:  # every screen is drawn with these lines, and the first one is drawn before the game is imported
    from codenames_core.game.board import CardType
    from codenames_core.game.config import Team


class Span(NamedTuple):
    """Text in one style."""

    text: str
    style: str = "text"


Line = tuple[Span, ...]

EMPTY: Final[Line] = ()

LONGEST_LINE: Final = 2_000
"""Characters of a line that are looked at; no terminal is as wide."""
LONGEST_TEXT: Final = 200_000
"""Characters of a text; what a trace may keep of a prompt is half as long."""

_PLAIN_SIGNS: Final = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": ".", "·": "-", "×": "x"}
)


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The signs that the panels are drawn with, and which characters may appear at all; there is one of each kind."""

    ascii_only: bool
    red: str
    blue: str
    neutral: str
    assassin: str
    found: str
    missing: str
    right: str
    wrong: str
    mentioned: str
    aimed: str
    chance: tuple[str, str]
    """What the bars of the two guessers are drawn with: the chance that they give a card."""
    half_chance: tuple[str, str]
    """Half a cell of each, at its end."""
    speaks_for: str
    """Stands in place of a bar where a guesser speaks for a card without a number."""
    disputed: str
    """On a card on which the guessers clearly disagree."""
    voice: tuple[str, str]
    """Beside what each guesser says."""
    last_left: str
    last_right: str
    to_move: str
    bars: str
    """Heights from nothing to full."""
    past: str
    future: str
    tick: str
    """A marked place where nobody has looked yet."""
    cursor: str
    rule: str
    thumb: str
    track: str
    cut: str
    dot: str
    arrow: str
    playing: str
    paused: str
    live: str
    ascending: str
    descending: str
    better: str
    worse: str
    harmless: str
    """Stands beside a neutral card that was guessed."""
    illegal: str
    newcomer: str
    turning: str
    times: str
    hit: str
    """A word of a clue that was found."""
    open: str
    """A word of a clue that is not found."""
    edge: str
    """Of the board: across, down, and the corners from the upper left to the lower right."""
    key_sides: str
    """Of a card that is face down where the key is shown: left and right of a red, a blue and the assassin's."""

    def text(self, untrusted: str) -> str:
        """Return `untrusted` without anything that acts on a terminal; line feeds stay, and what is endless is cut."""
        cleaned = sanitiser.clean(_beginning(untrusted, LONGEST_TEXT))
        return in_ascii(cleaned) if self.ascii_only else cleaned

    def line(self, untrusted: str) -> str:
        """Return `untrusted` on one line, without anything that acts on a terminal; what is endless is cut."""
        cleaned = sanitiser.one_line(_beginning(untrusted, LONGEST_LINE))
        return in_ascii(cleaned) if self.ascii_only else cleaned

    def mark(self, card: "CardType") -> str:
        """Return the sign of a card, which tells it apart without any colour."""
        return {"red": self.red, "blue": self.blue, "neutral": self.neutral, "assassin": self.assassin}[card.value]

    def mark_of(self, team: "Team") -> str:
        """Return the letter of a team."""
        return {"red": self.red, "blue": self.blue}[team.value]


def _beginning(text: str, limit: int) -> str:
    """Return what can be shown of `text`, before anything is done with each of its characters."""
    missing = len(text) - limit
    return text if missing <= 0 else f"{text[:limit]}… ({missing:,} more characters)"


UNICODE: Final = Glyphs(
    ascii_only=False,
    red="R",
    blue="B",
    neutral="N",
    assassin="☠",
    found="■",
    missing="□",
    right="✓",
    wrong="✗",
    mentioned="•",
    aimed="◎",
    chance=("▄", "▗"),
    half_chance=("▖", "▗"),
    speaks_for="◆",
    disputed="≠",
    voice=("┃", "┇"),
    last_left="▸",
    last_right="◂",
    to_move="▸",
    bars=" ▂▄▆█",
    past="━",
    future="─",
    tick="┼",
    cursor="●",
    rule="─",
    thumb="┃",
    track="│",
    cut="…",
    dot="·",
    arrow="→",
    playing="▶",
    paused="‖",
    live="●",
    ascending="▴",
    descending="▾",
    better="▲",
    worse="▼",
    harmless="–",
    illegal="!",
    newcomer="@",
    turning="◆",
    times="×",
    hit="●",
    open="○",
    edge="━┃┏┓┗┛",
    key_sides="▌▐┆┆☠☠",
)
ASCII: Final = Glyphs(
    ascii_only=True,
    red="R",
    blue="B",
    neutral="N",
    assassin="X",
    found="#",
    missing=".",
    right="+",
    wrong="x",
    mentioned="*",
    aimed="@",
    chance=("=", "-"),
    half_chance=("=", "-"),
    speaks_for='"',
    disputed="!=",
    voice=("|", ":"),
    last_left=">",
    last_right="<",
    to_move=">",
    bars="01234",
    past="=",
    future="-",
    tick="+",
    cursor="O",
    rule="-",
    thumb="#",
    track="|",
    cut="~",
    dot="-",
    arrow=">",
    playing=">",
    paused="=",
    live="*",
    ascending="^",
    descending="v",
    better="^",
    worse="v",
    harmless="-",
    illegal="!",
    newcomer="@",
    turning="*",
    times="x",
    hit="O",
    open=".",
    edge="-|++++",
    key_sides="[]()XX",
)


def in_ascii(text: str) -> str:
    """Return `text` in U+0020 to U+007E and line feeds: accents dropped, other signs as question marks of their width.

    >>> in_ascii("Café 水")
    'Cafe ??'
    """
    return text if text.isascii() else "".join(_ascii_of(sign) for sign in text.translate(_PLAIN_SIGNS))


@lru_cache(maxsize=4096)
def _ascii_of(sign: str) -> str:
    if sign.isascii():
        return sign
    base = unicodedata.normalize("NFKD", sign)[0]
    if base.isascii() and base.isprintable():
        return base
    return "?" * cell_len(sign)


def width_of(line: Iterable[Span]) -> int:
    """Return how many cells `line` takes."""
    return sum(cell_len(span.text) for span in line)


def cut(text: str, width: int, sign: str = "…") -> str:
    """Return `text` in at most `width` cells, with `sign` at the end where something is missing.

    >>> cut("ROLLER COASTER", 8)
    'ROLLER …'
    """
    if cell_len(text) <= width:
        return text
    if width < cell_len(sign):
        return ""
    return set_cell_size(text, width - cell_len(sign)) + sign


def fit(line: Line, width: int, style: str = "text") -> Line:
    """Return `line` in exactly `width` cells, cut or padded in `style`."""
    spans: list[Span] = []
    left = max(width, 0)
    for span in line:
        cells = cell_len(span.text)
        if cells > left:
            if left:
                spans.append(Span(set_cell_size(span.text, left), span.style))
            return tuple(spans)
        spans.append(span)
        left -= cells
    if left:
        spans.append(Span(" " * left, style))
    return tuple(spans)


def apart(left: Line, right: Line, width: int) -> Line:
    """Return `left` and `right` at the two ends of `width` cells; the left one gives way."""
    room = max(width - width_of(right), 0)
    return (*fit(left, room), *fit(right, min(width_of(right), width)))


def wrap(line: Line, width: int, hang: int = 0) -> list[Line]:
    """Return `line` in lines of at most `width` cells, broken at spaces; all but the first begin `hang` cells in.

    Words that are wider than a line are broken wherever they must be.
    """
    width = max(width, 2)
    hang = hang if hang < width - 1 else 0
    lines: list[Line] = []
    current: list[Span] = []
    used = 0
    for span in _pieces(line, width - hang):
        cells = cell_len(span.text)
        begins = bool(lines) and used == hang
        if span.text == " ":
            if begins or used == width:
                continue
        elif used + cells > width:
            lines.append(_trimmed(current))
            current, used = ([Span(" " * hang)] if hang else []), hang
        current.append(span)
        used += cells
    lines.append(_trimmed(current))
    return lines


def path_lines(path: str, width: int) -> list[str]:
    """Return the whole of `path` in lines of at most `width` cells, broken behind a separator where there is one.

    >>> path_lines("/home/me/games/first.jsonl", 16)
    ['/home/me/games/', 'first.jsonl']
    """
    lines = []
    while cell_len(path) > max(width, 2):
        first = chop_cells(path, max(width, 2))[0]
        first = first[: first.rfind("/") + 1] or first
        lines.append(first)
        path = path[len(first) :]
    return [*lines, path]


def _pieces(line: Line, width: int) -> Iterator[Span]:
    """Cut `line` into words and spaces, none wider than `width` cells."""
    for text, style in line:
        for position, word in enumerate(text.split(" ")):
            if position:
                yield Span(" ", style)
            if not word:
                continue
            if cell_len(word) <= width:
                yield Span(word, style)
            else:
                yield from (Span(part, style) for part in chop_cells(word, max(width, 2)))


def joined(line: Iterable[Span]) -> Line:
    """Return `line` with neighbours of one style in one span: painting and comparing take time by spans.

    >>> joined((Span("a"), Span("b"), Span("c", "dim")))
    (Span(text='ab', style='text'), Span(text='c', style='dim'))
    """
    return tuple(Span("".join([span.text for span in spans]), style) for style, spans in groupby(line, _style_of))


_style_of = itemgetter(1)


def _trimmed(spans: Sequence[Span]) -> Line:
    """Join neighbours of one style and drop the spaces at the end."""
    kept = list(joined(spans))
    while kept and kept[-1].text.isspace():
        kept.pop()
    if kept:
        kept[-1] = Span(kept[-1].text.rstrip(" "), kept[-1].style)
    return tuple(kept)


def plain(lines: Iterable[Line]) -> str:
    """Return the bare text of `lines`."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def team_style(team: "Team") -> str:
    """Return the style of a team's name."""
    return team.value
