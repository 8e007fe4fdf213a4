"""The table of many games: its columns, their order, what a filter leaves of it, and how a row is drawn.

Only the lines that are seen are drawn, and what a row needs for order and filter is made once, so that ten thousand
rows are as quick as ten.
"""

import contextlib
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.files.seating import THEN
from codenames_core.game.state import Termination
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.episodes.episode_index import EpisodeRow, Kept, moment
from codenames_tui.game.panels.names import line_up_in_short
from codenames_tui.ui.data import sample_name
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, width_of
from codenames_tui.ui.lines.rows import GAP, MARK, Column, PlacedColumn, SortMark, heading_line

_ID: Final = 8
"""Signs of an episode's id that tell it apart in a list, as in the names of files."""
_ENDINGS: Final[Mapping[Termination, str]] = {
    Termination.ALL_WORDS: "all words",
    Termination.OPPONENT_COMPLETED: "opponent",
    Termination.ASSASSIN: "assassin",
    Termination.TURN_LIMIT: "turn limit",
    Termination.ABORTED: "aborted",
}
UNFINISHED: Final = "unfinished"
_LEAST_OF_A_LABEL: Final = 4
"""Cells that say something of those who played first."""


_FIRST_YEAR, _LAST_YEAR = 1970, 9999
_EXACT: Final = 2.0**33
"""Seconds since 1970 until which a float tells microseconds apart, so that a time can be made of it again."""


class Part(IntEnum):
    """The parts of the table, in their order."""

    FOLDER = 0
    SAMPLES = 1
    BROKEN = 2


_HEADINGS: Final = {Part.SAMPLES: "Sample games", Part.BROKEN: "Unreadable files"}


class GameRow:
    """A row of the table. Texts are clean, and made when they are first asked for.

    Args:
        kept: what is known of the file.
        part: where it stands, if it is not broken.
    """

    __slots__ = ("_kept", "_searched", "began", "part", "row")

    def __init__(self, kept: Kept, part: Part = Part.FOLDER) -> None:
        row = kept.row
        self._kept, self.row = kept, row
        self._searched: str | None = None
        self.part = Part.BROKEN if row.broken else part
        self.began = _began(kept)
        """Seconds since 1970; 0 where it is not known."""

    @property
    def played(self) -> str:
        """The day and the time at which it began, where this machine is."""
        is_exact = 0 < self.began < _EXACT
        return moment(datetime.fromtimestamp(self.began) if is_exact else self._kept.when)

    @property
    def name(self) -> str:
        """Of its file."""
        return one_line(os.path.basename(self.row.file))

    @property
    def searched(self) -> str:
        """What a filter looks at, in small letters."""
        if self._searched is None:
            self._searched = self._texts().casefold()
        return self._searched

    def _texts(self) -> str:
        row = self.row
        return "\n".join(
            (
                *(row.title, row.story, self.played, self.name, row.red, row.blue, row.rules, row.mode or ""),
                *(row.episode_id, row.parent, row.broken),
                row.result or (UNFINISHED if not row.broken else "broken"),
                "fork" if row.parent else "",
                f"imported {row.imported}" if row.imported else "",
            )
        )


def _began(kept: Kept) -> float:
    with contextlib.suppress(ValueError):
        created = datetime.fromisoformat(kept.row.created)
        if _FIRST_YEAR < created.year < _LAST_YEAR:  # then it is a time in every zone
            return created.timestamp()
    return when.timestamp() if (when := kept.when) else 0.0


class GameColumn(StrEnum):
    """What the table has of a game."""

    GAME = "game"
    PLAYED = "played"
    WINNER = "winner"
    ENDING = "ending"
    TURNS = "turns"
    AGENTS = "agents"
    MODE = "mode"
    COST = "cost"
    ORIGINAL = "original"
    FILE = "file"


_COLUMNS: Final[Mapping[GameColumn, Column]] = {
    GameColumn.GAME: Column(GameColumn.GAME, 26),
    GameColumn.PLAYED: Column(GameColumn.PLAYED, 16),
    GameColumn.WINNER: Column(GameColumn.WINNER, 6, needs=112),
    GameColumn.ENDING: Column(GameColumn.ENDING, 10, needs=96),
    GameColumn.TURNS: Column(GameColumn.TURNS, 5, right=True),
    GameColumn.AGENTS: Column(GameColumn.AGENTS, 20),
    GameColumn.MODE: Column(GameColumn.MODE, 14, needs=124),
    GameColumn.COST: Column(GameColumn.COST, 9, needs=112, right=True),
    GameColumn.ORIGINAL: Column(GameColumn.ORIGINAL, 8, needs=140),
    GameColumn.FILE: Column(GameColumn.FILE, 30, needs=172),
}
_LARGEST_FIRST: Final = frozenset((GameColumn.PLAYED, GameColumn.COST))
"""Columns that are usually sorted from the largest value down."""
_WIDEST_AGENTS: Final = 56
_WIDEST_TITLE: Final = 36
_AGENTS_APART: Final = 38
"""Cells from which both teams have a column of their own."""


class SortOrder(NamedTuple):
    """By which column the games of each part stand."""

    column: GameColumn = GameColumn.PLAYED
    reverse: bool = False
    """Whether it is the other order than the usual one of the column."""

    @property
    def descending(self) -> bool:
        """Whether the largest comes first."""
        return (self.column in _LARGEST_FIRST) is not self.reverse


_part_of: Final[Callable[[GameRow], Part]] = attrgetter("part")
_Value = str | float | None
_VALUES: Final[Mapping[GameColumn, Callable[[GameRow], _Value]]] = {
    GameColumn.GAME: lambda game: game.row.title.casefold() or None,
    GameColumn.PLAYED: lambda game: game.began or None,
    GameColumn.WINNER: lambda game: game.row.winner,
    GameColumn.ENDING: lambda game: _ending(game.row) or None,
    GameColumn.TURNS: lambda game: game.row.turns or None,
    GameColumn.AGENTS: lambda game: (game.row.red + game.row.blue).casefold() or None,
    GameColumn.MODE: lambda game: game.row.rules or None,
    GameColumn.COST: lambda game: game.row.cost_usd,
    GameColumn.ORIGINAL: lambda game: game.row.parent or None,
    GameColumn.FILE: lambda game: game.name.casefold() or None,
}


def in_order(games: Iterable[GameRow], order: SortOrder) -> list[GameRow]:
    """Return the games part by part, each by `order`; those of one value as they are.

    What a game does not have comes last either way.
    """
    value = _VALUES[order.column]
    games = [*games]
    having = [game for game in games if value(game) is not None]
    having.sort(key=value, reverse=order.descending)  # type: ignore[arg-type]
    if len(having) < len(games):
        having += [game for game in games if value(game) is None]
    having.sort(key=_part_of)
    return having


def matching(games: Iterable[GameRow], text: str) -> list[GameRow]:
    """Return the games in which every word of `text` is found."""
    words = text.casefold().split()
    matches = [*games]
    for word in words:
        matches = [game for game in matches if word in (game._searched or game.searched)]
    return matches


def narrows(text: str, before: str) -> bool:
    """Return whether what matches `text` is among what matched `before`, as when a letter was typed.

    >>> narrows("vector sharp", "vec"), narrows("sharp", "sharpe"), narrows("", "vec")
    (True, False, False)
    """
    words = text.casefold().split()
    return all(any(word in longer for longer in words) for word in before.casefold().split())


class GameListing(NamedTuple):
    """What is listed, from the first line to the last."""

    lines: Sequence[GameRow | Part] = ()
    """Games, and a heading before each part but the first."""
    order: SortOrder = SortOrder()

    @property
    def games(self) -> tuple[GameRow, ...]:
        """The games, without the headings."""
        return tuple(line for line in self.lines if isinstance(line, GameRow))


def table_of(games: Sequence[GameRow], order: SortOrder) -> GameListing:
    """Return the table of games that are in order already."""
    lines: list[GameRow | Part] = [*games]
    for part in (Part.BROKEN, Part.SAMPLES):
        begin = bisect_left(games, part, key=_part_of)
        if begin < len(games) and games[begin].part is part:
            lines.insert(begin, part)
    return GameListing(lines, order)


def columns_in(width: int) -> dict[GameColumn, int]:
    """Return the columns for which `width` cells have room, and the cells of each."""
    shown = {column: shape.width for column, shape in _COLUMNS.items() if width >= shape.needs}
    rest = width - MARK - sum(cells + GAP for cells in shown.values()) + GAP
    agents = max(min(shown[GameColumn.AGENTS] + rest, _WIDEST_AGENTS), 7)
    rest -= agents - shown[GameColumn.AGENTS]
    shown[GameColumn.AGENTS] = agents
    title = min(shown[GameColumn.GAME] + max(rest, 0), _WIDEST_TITLE)
    rest -= title - shown[GameColumn.GAME]
    shown[GameColumn.GAME] = title
    if GameColumn.FILE in shown:
        shown[GameColumn.FILE] += max(rest, 0)
    return shown


def game_heading(order: SortOrder, width: int, glyphs: Glyphs) -> Line:
    """Return the names of the columns, with an arrow at the one that orders the games."""
    every = [*GameColumn]
    placed = [PlacedColumn(every.index(column), cells) for column, cells in columns_in(width).items()]
    arrow = glyphs.descending if order.descending else glyphs.ascending
    return heading_line([*_COLUMNS.values()], width, glyphs, placed, SortMark(every.index(order.column), arrow))


def column_at(x: int, width: int) -> GameColumn | None:
    """Return the column whose heading lies at cell `x`."""
    left = MARK
    for column, cells in columns_in(width).items():
        if left <= x < left + cells + GAP - 1:
            return column
        left += cells + GAP
    return None


def table_line(line: GameRow | Part, chosen: bool, width: int, glyphs: Glyphs) -> Line:
    """Return one line of the table in `width` cells."""
    if isinstance(line, Part):
        title = f"{_HEADINGS[line]} "
        rule = glyphs.rule * max(width - MARK - cell_len(title), 0)
        return fit((Span(" " * MARK), Span(title, "dim"), Span(rule, "rule")), width)
    mark = Span(f"{glyphs.to_move if chosen else ' ':<{MARK}}", "accent")
    if line.row.broken:
        name = cut(glyphs.line(line.name), max(width // 3, 12), glyphs.cut)
        room = width - MARK - cell_len(name) - GAP
        reason = Span(cut(glyphs.line(line.row.broken), max(room, 0), glyphs.cut), "bad" if chosen else "dim")
        return fit((mark, Span(name, "strong" if chosen else "dim"), Span(" " * GAP), reason), width)
    if line.part is Part.SAMPLES:
        return _sample(line, chosen, width, glyphs, mark)
    spans: list[Span] = [mark]
    for column, cells in columns_in(width).items():
        spans += _cell(line, column, cells, chosen, glyphs)
        spans.append(Span(" " * GAP))
    return fit(tuple(spans), width)


def _sample(game: GameRow, chosen: bool, width: int, glyphs: Glyphs, mark: Span) -> Line:
    """Return the line of a sample: its title and its story, in place of what the columns say of other games."""
    cells = columns_in(width)[GameColumn.GAME] + GAP
    title = cut(glyphs.line(game.row.title), cells - GAP, glyphs.cut)
    story = cut(glyphs.line(game.row.story), max(width - MARK - cells, 0), glyphs.cut)
    first = Span(f"{title}{' ' * (cells - cell_len(title))}", "strong" if chosen else "text")
    return fit((mark, first, Span(story, "text" if chosen else "dim")), width)


def _cell(game: GameRow, column: GameColumn, cells: int, chosen: bool, glyphs: Glyphs) -> Line:
    content = _content(game, column, cells, chosen, glyphs)
    space = Span(" " * max(cells - width_of(content), 0))
    return (space, *content) if _COLUMNS[column].right else (*content, space)


def _content(game: GameRow, column: GameColumn, cells: int, chosen: bool, glyphs: Glyphs) -> Line:
    row = game.row
    plain = "strong" if chosen else "text"
    match column:
        case GameColumn.GAME:
            return _title(row, plain, cells, glyphs)
        case GameColumn.PLAYED:
            return (Span(cut(game.played, cells, glyphs.cut), plain),)
        case GameColumn.WINNER:
            winner = row.winner
            return (Span(winner.value.upper(), f"{winner.value}-strong"),) if winner else EMPTY
        case GameColumn.ENDING:
            return (Span(_ending(row), "warn" if row.is_unfinished else plain),)
        case GameColumn.TURNS:
            return (Span(cut(str(row.turns or ""), cells, glyphs.cut), plain),)
        case GameColumn.AGENTS:
            return _agents(row, cells, glyphs)
        case GameColumn.MODE:
            return (Span(cut(glyphs.line(row.rules), cells, glyphs.cut), "dim"),)
        case GameColumn.COST:
            return (Span(cut(_cost(row.cost_usd), cells, glyphs.cut), "dim"),)
        case GameColumn.ORIGINAL:
            original = sample_name(row.parent) or row.parent[:_ID]
            return (Span(cut(glyphs.line(original), cells, glyphs.cut), "dim"),)
        case GameColumn.FILE:
            return (Span(cut(glyphs.line(game.name), cells, glyphs.cut), "dim"),)


def _title(row: EpisodeRow, style: str, cells: int, glyphs: Glyphs) -> Line:
    """Return what tells a game apart, its winner in the team's colour."""
    title = cut(glyphs.line(row.title), cells, glyphs.cut)
    if row.winner is None or not title.startswith(row.winner.value.upper()):
        return (Span(title, style),)
    name = len(row.winner.value)
    return (Span(title[:name], f"{row.winner.value}-strong"), Span(title[name:], style))


def _ending(row: EpisodeRow) -> str:
    return _ENDINGS[row.termination] if row.termination else UNFINISHED if row.is_unfinished else ""


def _cost(dollars: float | None) -> str:
    return "" if dollars is None else f"${dollars:,.2f}" if dollars >= 0.1 or not dollars else f"${dollars:.4f}"


def _agents(row: EpisodeRow, cells: int, glyphs: Glyphs) -> Line:
    """Return both teams, below each other where there is room; else one has what the other does not need."""
    red, blue = glyphs.line(players_in_short(row.red)), glyphs.line(players_in_short(row.blue))
    if cells >= _AGENTS_APART:
        half = (cells - GAP) // 2
        left = fit((Span(_cut_label(red, half, glyphs), "red"),), half + GAP)
        return (*left, Span(_cut_label(blue, half, glyphs), "blue"))
    between = f" {glyphs.dot} "
    room = max(cells - len(between), 2)
    red = _cut_label(red, max(room // 2, room - cell_len(blue)), glyphs)
    blue = _cut_label(blue, room - cell_len(red), glyphs)
    return (Span(red, "red"), Span(between, "dim"), Span(blue, "blue"))


@lru_cache(maxsize=1024)
def players_in_short(label: str) -> str:
    """Return who played for a team, one line-up after the other, without kinds and providers.

    >>> players_in_short("vector:bold, then openai/qwen1.5b")
    'bold, then qwen1.5b'
    """
    return THEN.join(line_up_in_short(line_up) for line_up in label.split(THEN))


def _cut_label(label: str, cells: int, glyphs: Glyphs) -> str:
    """Return who played; where there is no room for all of it, that others played on is said rather than all names."""
    first, then, last = label.rpartition(THEN)
    room = cells - cell_len(then) - cell_len(last)
    if cell_len(label) <= cells or room < _LEAST_OF_A_LABEL:
        return cut(label, cells, glyphs.cut)
    return f"{cut(first, room, glyphs.cut)}{then}{last}"


def about(game: GameRow, glyphs: Glyphs) -> Line:
    """Return what a line has no room for."""
    row = game.row
    if row.broken:
        return (Span(glyphs.line(f"{row.file}: {row.broken}"), "bad"),)
    is_sample = game.part is Part.SAMPLES
    facts = (
        f"{players_in_short(row.red)} - {players_in_short(row.blue)}" if is_sample else "",
        f"{row.turns} turns" if is_sample else "",
        game.name,
        row.rules,
        f"imported from {row.imported}" if row.imported else "",
        f"{row.events} events",
        f"cost {_cost(row.cost_usd)}" if row.cost_usd is not None else "",
        f"id {row.episode_id[:_ID]}",
        f"forked from {sample_name(row.parent) or row.parent[:_ID]}" if row.parent else "",
    )
    return (Span(f" {glyphs.dot} ".join(glyphs.line(text) for text in facts if text), "dim"),)


def imported_in(games: Iterable[GameRow]) -> str:
    """Return how many games of a folder are imported, and from which formats; empty where none is.

    >>> imported_in([])
    ''
    """
    formats = Counter(game.row.imported for game in games if game.part is Part.FOLDER and game.row.imported)
    return f"{formats.total():,} imported: {', '.join(sorted(formats))}" if formats else ""


def how_many(shown: int, of: int, looked_at: float) -> str:
    """Return how many games there are, how many of them a filter leaves, and which share of the files was looked at.

    >>> how_many(12, 5000, 1.0), how_many(1, 1, 0.123)
    ('12 of 5,000 games', '1 game so far, 12 % of the files looked at')
    """
    many = f"{f'{shown:,} of ' if shown != of else ''}{counted(of, 'game')}"
    return many if looked_at >= 1 else f"{many} so far, {int(looked_at * 100)} % of the files looked at"
