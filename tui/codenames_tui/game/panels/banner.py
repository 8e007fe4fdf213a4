"""The clue as a banner in its team's colour: the word, apart from it the number, and a pip for each word promised."""

from typing import Final

from rich.cells import cell_len

from codenames_core.game.events import UNLIMITED, Clue, GuessKind
from codenames_core.game.state import Turn
from codenames_core.watch.staged_turn import StagedTurn
from codenames_tui.ui.lines.large import condensed, height_of, large, spaced
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, team_style, width_of
from codenames_tui.ui.wording import format_found, name_of

NARROWEST_LARGE: Final = 30
"""Cells from which on a clue is written in large letters."""
_MARGIN: Final = 2
_BEFORE_NUMBER: Final = 2
_MOST_PIPS: Final = 9
"""A clue that promises more has its count in words alone."""


def number_of(clue: Clue, glyphs: Glyphs) -> str:
    """Return for how many words a clue is, in a form that is no score: `×4`."""
    if clue.number == UNLIMITED:
        return "any" if glyphs.ascii_only else "∞"
    return f"{glyphs.times}{glyphs.line(str(clue.number))}"


def pips(turn: Turn, glyphs: Glyphs) -> tuple[str, ...]:
    """Return a sign for each guess, right or wrong, and one for each word promised that is not found: `● ● ✗ ○`.

    What was found beyond the number of the clue is counted behind it: `● ● ● +1`.
    """
    if turn.clue is None:
        return ()
    results = [guess.result is GuessKind.CORRECT for guess in turn.guesses]
    promised = turn.clue.number if isinstance(turn.clue.number, int) else 0
    if max(promised, len(results)) > _MOST_PIPS:
        return ()
    beyond = "+1" if promised else glyphs.hit
    signs = [(glyphs.hit if at < promised else beyond) if right else glyphs.wrong for at, right in enumerate(results)]
    return (*signs, *[glyphs.open] * (promised - len(signs)))


def banner_line(staged: StagedTurn, width: int, glyphs: Glyphs) -> Line:
    """Return the clue and its number in one line."""
    clue = staged.turn.clue
    style = _ground(staged)
    number = number_of(clue, glyphs) if clue else ""
    word = glyphs.line(clue.word).upper() if clue else _without_clue(staged)
    room = max(width - cell_len(number) - 2 - bool(number), 0)
    left: Line = (Span(f" {cut(word, room, glyphs.cut)}", style),)
    return _on_ground(left, (Span(f"{number} ", style),), width, style)


def pips_line(staged: StagedTurn, left: str, width: int, glyphs: Glyphs) -> Line:
    """Return the pips with their count and `left`, which says what is left of the turn; nothing without a clue."""
    looks = {glyphs.hit: f"{team_style(staged.turn.team)}-strong", glyphs.wrong: "bad", glyphs.open: "dim"}
    signs = pips(staged.turn, glyphs)
    count = format_found(staged.turn, short=bool(signs))
    between = " " if 2 * len(signs) + len(count) + len(left) + 2 <= width else ""
    drawn = tuple(Span(sign + between, looks.get(sign, "strong")) for sign in signs)
    apart = "" if between or not signs else " "
    return fit((*drawn, Span(apart + count), Span(f", {left}" if left else "", "dim")), width) if count else EMPTY


def large_banner(
    staged: StagedTurn, title: str, left: str, width: int, glyphs: Glyphs, *, doubled: bool = False
) -> list[Line]:
    """Return the clue in large letters below its title, with the pips and what is `left` of the turn below them.

    A word that is too long is written narrower; one with a sign that there is no picture of, with its letters apart.
    """
    style = _ground(staged)
    turn = staged.turn
    clue = turn.clue
    word = glyphs.line(clue.word) if clue else name_of(turn.team)
    number = number_of(clue, glyphs) if clue else ""
    room = width - 2 * _MARGIN
    rows = large_word(word, number, room, glyphs, doubled=doubled)
    below = pips_line(staged, left, room, glyphs) if clue else (Span(_without_clue(staged)),)
    lines: list[Line] = [(Span(title, style),), *((Span(row, style),) for row in rows)]
    lines.append(tuple(Span(span.text, style) for span in below))
    margin = Span(" " * _MARGIN, style)
    return [(margin, *fit(line, room, style), margin) for line in lines]


def large_word(word: str, number: str, width: int, glyphs: Glyphs, *, doubled: bool = False) -> list[str]:
    """Return a word in large letters and, at the right end of the lines, its number; narrower where it must be."""
    height = height_of(glyphs, doubled=doubled)
    wide = large(number, width, glyphs, doubled=doubled) or [number]
    narrow = condensed(number, width, glyphs) or [number]
    room, more_room = (width - cell_len(count[0]) - _BEFORE_NUMBER * bool(number) for count in (wide, narrow))
    letters = large(word, room, glyphs, doubled=doubled) or large(word, room, glyphs)
    if letters is None and (letters := large(word, more_room, glyphs)):
        wide = narrow
    letters = letters or condensed(word, room, glyphs) or [_letters_apart(word, room, glyphs)]
    rows = zip(_in_the_middle(letters, height), _in_the_middle(wide, height), strict=True)
    return [_ends(left, right, width) for left, right in rows]


def _letters_apart(word: str, room: int, glyphs: Glyphs) -> str:
    apart = spaced(word)
    return apart if cell_len(apart) <= room else cut(word.upper(), room, glyphs.cut)


def _in_the_middle(rows: list[str], height: int) -> list[str]:
    """Return `rows` with as many empty ones above as below, `height` in all."""
    blank = " " * max(cell_len(row) for row in rows)
    above = (height - len(rows)) // 2
    return [*[blank] * above, *rows, *[blank] * (height - len(rows) - above)]


def _ends(left: str, right: str, width: int) -> str:
    return left + " " * max(width - cell_len(left) - cell_len(right), 0) + right


def _without_clue(staged: StagedTurn) -> str:
    return "no clue" if staged.ended_by else "no clue yet"


def _ground(staged: StagedTurn) -> str:
    return f"card-{staged.turn.team.value}"


def _on_ground(left: Line, right: Line, width: int, style: str) -> Line:
    room = max(width - width_of(right), 0)
    return (*fit(left, room, style), *fit(right, min(width_of(right), width), style))
