"""Who wins how often against whom: a map in greys, with what is told apart framed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from codenames_metrics.analysis.head_to_head import HeadToHead
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.strength import lineups_by_strength, ordered
from codenames_metrics.report.pictures.fitting import name_lines
from codenames_metrics.report.pictures.marks import FAINT, INK, PAPER, Box, Mark, Text
from codenames_metrics.report.pictures.sheet import INNER, SMALL, Body, Cell, Picture, sheet
from codenames_metrics.report.pictures.words import left_out_note, lineup_phrase
from codenames_metrics.tables.number_formats import format_verdict

MOST_IN_A_MAP: Final = 16
LETTERS: Final = "abcdefghijklmnop"
COLUMNS: Final = (
    *("mode", "composition", "first", "second", "win_rate_of_first", "low", "high", "wins_of_first", "wins_of_second"),
    *("boards", "p_value", "p_value_adjusted", "verdict"),
)
_HEAD: Final = 11.0
_LIGHT, _DARK = 0xFF, 0x30
"""Greys of 0 and of 100 %: one tone, that any printer keeps."""
_DARK_FROM: Final = 0.63
"""Share from which letters are white: there black and white are read equally well, at 4.2 : 1."""


def head_to_head_pictures(board: Leaderboard) -> Iterator[Picture]:
    """Yield the map of each mode and composition in which line-ups met."""
    for mode, composition in dict.fromkeys((pair.mode, pair.composition) for pair in board.head_to_head):
        pairs = [pair for pair in board.head_to_head if (pair.mode, pair.composition) == (mode, composition)]
        title = f"{board.name}: head to head, {mode.replace('_', ' ')}, {composition.replace('_', ' ')} teams"
        yield head_to_head_map(title, f"head_to_head_{mode}_{composition}", pairs, lineups_by_strength(board))


def head_to_head_map(title: str, name: str, pairs: Sequence[HeadToHead], order: Sequence[str]) -> Picture:
    """Return the map of some pairs of one mode.

    Args:
        title: of the picture.
        name: of its files.
        pairs: who met whom.
        order: of line-ups, the strongest first.
    """
    names = ordered(dict.fromkeys(who for pair in pairs for who in (pair.first, pair.second)), order)
    shown = names[:MOST_IN_A_MAP]
    met = {(pair.first, pair.second): pair for pair in pairs}
    games = sum(pair.games for pair in pairs)
    boards = max((pair.comparison.boards for pair in pairs), default=0)
    notes = [
        "Games won by the row against the column (%), best line-up first.",
        f"{games:,} games on {boards:,} boards; {_games_a_pair(pairs)} a pair.",
        "Framed and bold: told apart at 5 %, simultaneous 95 % intervals of the paired difference of boards leave 0 "
        "out and the adjusted p is below 0.05. All others are not told apart, or not tested.",
        *left_out_note(len(names) - MOST_IN_A_MAP, "line-ups"),
    ]
    return sheet(name, title, _map(shown, met), notes, COLUMNS, map(_data, pairs))


def _games_a_pair(pairs: Sequence[HeadToHead]) -> str:
    counts = {pair.first_wins + pair.second_wins for pair in pairs}
    return f"n = {min(counts):,}" if len(counts) == 1 else f"n = {min(counts):,} to {max(counts):,}"


def _map(names: Sequence[str], met: Mapping[tuple[str, str], HeadToHead]) -> Body:
    size = min(26.0, (INNER - _HEAD) / max(len(names), 1))
    marks: list[Mark] = []
    framed: list[Mark] = []
    for row, one in enumerate(names):
        y = _HEAD + row * size
        marks.append(Text(4, y + size / 2 + 2.5, LETTERS[row], SMALL, anchor="middle", bold=True))
        marks.append(Text(_HEAD + (row + 0.5) * size, 7, LETTERS[row], SMALL, anchor="middle", bold=True))
        for column, other in enumerate(names):
            x = _HEAD + column * size
            share, is_apart = _share(met, one, other)
            marks += _cell(x, y, size, share, is_apart=is_apart)
            if is_apart:
                framed.append(Box(x + 0.9, y + 0.9, size - 1.8, size - 1.8, ink=INK, thickness=1.3))
                framed.append(Box(x + 1.8, y + 1.8, size - 3.6, size - 3.6, ink=PAPER, thickness=0.5))
    y = _HEAD + len(names) * size + 4
    for letter, name in zip(LETTERS, names, strict=False):
        lines = name_lines(lineup_phrase(name), INNER - 12, SMALL, most=3)
        for place, line in enumerate(lines):
            y += 8.5
            if place == 0:
                marks.append(Text(4, y, letter, SMALL, anchor="middle", bold=True))
            marks.append(Text(12, y, line, SMALL))
    return Body((*marks, *framed), y + 3)


def _share(met: Mapping[tuple[str, str], HeadToHead], one: str, other: str) -> tuple[float | None, bool]:
    if (pair := met.get((one, other))) is not None:
        return pair.win_rate, bool(pair.comparison.is_resolved)
    if (pair := met.get((other, one))) is not None:
        return None if pair.win_rate is None else 1 - pair.win_rate, bool(pair.comparison.is_resolved)
    return None, False


def _cell(x: float, y: float, size: float, share: float | None, *, is_apart: bool) -> Iterator[Mark]:
    yield Box(x, y, size, size, fill=PAPER if share is None else _grey(share), ink=FAINT, thickness=0.3)
    text = "–" if share is None else f"{100 * share:.0f}"
    letters = SMALL if size > 17 else 5.0
    ink = FAINT if share is None else PAPER if share >= _DARK_FROM else INK
    yield Text(x + size / 2, y + size / 2 + letters * 0.36, text, letters, anchor="middle", bold=is_apart, ink=ink)


def _grey(share: float) -> str:
    tone = round(_LIGHT + (_DARK - _LIGHT) * share)
    return f"#{tone:02x}{tone:02x}{tone:02x}"


def _data(pair: HeadToHead) -> Sequence[Cell]:
    comparison, (low, high) = pair.comparison, pair.simultaneous_interval or (None, None)
    return (
        *(str(pair.mode), str(pair.composition), pair.first, pair.second, pair.win_rate, low, high),
        *(pair.first_wins, pair.second_wins, comparison.boards, comparison.p_value, comparison.p_value_adjusted),
        format_verdict(comparison),
    )
