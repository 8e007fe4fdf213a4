"""The clue log: each turn with its clue and what became of its words, in as many lines as there is room for.

A turn takes one line, in which words are cut where they must be. Where lines are left, the latest turns that were cut
have their words in full. Where all turns can stand apart from each other, they do, and tell what became of the chances.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.game.events import Guess, GuessKind, Pass, PassReason, Reveal
from codenames_core.watch.turn_log import LoggedTurn, Step
from codenames_tui.game.story.story import StoryTurn
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, apart, cut, fit, joined, team_style, width_of, wrap
from codenames_tui.ui.wording import clue_of, format_change

_ROOMY: Final = 12
"""Lines from which on turns stand apart from each other, if all of them can."""
_SHORTEST_WORD: Final = 4
_INDENT: Final = 5


class StoryRow(NamedTuple):
    """A line of the panel, and which turn of the story it tells of, counted from 0."""

    line: Line
    turn: int | None = None


class WrittenTurn(NamedTuple):
    """A turn in ever more lines. The first cell of each first line is free for a mark."""

    short: Line
    full: tuple[Line, ...]
    """With all words in full; one line where they have room there."""
    roomy: tuple[Line, ...]
    """With its words below the clue, and what became of the chances."""


def log_rows(
    turns: Sequence[StoryTurn], width: int, height: int, glyphs: Glyphs, pointed: int | None
) -> list[StoryRow]:
    """Return as much of the log as there is room for, around the turn that is pointed at, or the current one."""
    written = [written_turn(told, width, glyphs) for told in turns]
    apart_lines = sum(len(one.roomy) + 1 for one in written) - 1
    is_roomy = height >= _ROOMY and apart_lines <= height
    blocks = [one.roomy for one in written] if is_roomy else _in_full(written, height)
    rows: list[StoryRow] = []
    for index, block in enumerate(blocks):
        if is_roomy and rows:
            rows.append(StoryRow(EMPTY))
        first, *rest = block
        marked = (_mark(index, len(turns), glyphs, pointed), *first[1:])
        rows += [StoryRow(marked, index), *(StoryRow(line, index) for line in rest)]
    wanted = len(turns) - 1 if pointed is None else pointed
    places = [place for place, row in enumerate(rows) if row.turn == wanted]
    end = min(max(max(places, default=0) + (3 if pointed is not None else 1), height), len(rows))
    return rows[max(end - height, 0) : end]


def _in_full(written: Sequence[WrittenTurn], height: int) -> list[tuple[Line, ...]]:
    """Return each turn in one line, and the latest ones in full as far as there is room."""
    spare = height - len(written)
    blocks: list[tuple[Line, ...]] = []
    for one in reversed(written):
        more = len(one.full) - 1
        blocks.append(one.full if more <= spare else (one.short,))
        spare -= more if more <= spare else 0
    return blocks[::-1]


@lru_cache(maxsize=1024)
def written_turn(told: StoryTurn, width: int, glyphs: Glyphs) -> WrittenTurn:
    """Return a turn as it is written in `width` cells."""
    turn = told.turn
    head, hits, ending = _head(turn, glyphs), _hits(told, glyphs), _ending(turn)
    room = width - width_of(head) - width_of(hits) - 1
    short = apart((*head, Span(" "), *_cards(turn, room, glyphs)), hits, width)
    words = [span for card in turn.cards for span in (*_card(card, None, glyphs), Span(" "))]
    below = tuple(wrap((Span(" " * _INDENT), *words, *ending), width, _INDENT)) if words or ending else ()
    full = (
        (short,)
        if width_of(words) - bool(words and not ending) + width_of(ending) <= room
        else (
            apart(head, hits, width),
            *below,
        )
    )
    roomy = apart((*head, *hits), _change(turn, width - width_of((*head, *hits)), glyphs), width)
    return WrittenTurn(short, full, (roomy, *below))


def _change(turn: LoggedTurn, room: int, glyphs: Glyphs) -> Line:
    """Return what became of the team's chance, where there is room for all of it."""
    before, after = turn.before.chance_of(turn.team), turn.after.chance_of(turn.team)
    change = f" {format_change(turn.team, before, after, glyphs.arrow)}"
    return (Span(change, "dim"),) if cell_len(change) <= room else ()


def _mark(index: int, count: int, glyphs: Glyphs, pointed: int | None) -> Span:
    if index == pointed:
        return Span(glyphs.arrow, "accent")
    return Span(glyphs.to_move if index == count - 1 else " ", "accent")


def _head(turn: LoggedTurn, glyphs: Glyphs) -> Line:
    style = team_style(turn.team)
    clue = turn.clue
    said = clue_of(clue, glyphs.line, glyphs.times) if clue else "no clue"
    name = Span(said, f"{style}-strong" if clue else "dim")
    return (Span(" "), Span(f"{turn.number:>2} ", "dim"), Span(f"{glyphs.mark_of(turn.team)} ", style), name)


def _hits(told: StoryTurn, glyphs: Glyphs) -> Line:
    if told.hits is None:
        return ()
    return (Span(f" {glyphs.aimed}{told.hits.found}/{told.hits.meant}", "accent"),)


def _cards(turn: LoggedTurn, room: int, glyphs: Glyphs) -> Line:
    """Return the words in `room` cells: in full, each cut to the same length, or only what became of them."""
    ending = _ending(turn)
    spare = room - width_of(ending)
    cards = turn.cards
    longest = max((cell_len(_word(card, glyphs)) for card in cards), default=0)
    for length in range(longest, min(longest, _SHORTEST_WORD) - 1, -1):
        line = [span for card in cards for span in (*_card(card, length, glyphs), Span(" "))]
        if width_of(line) <= spare + (not ending):
            return (*line, *ending)
    return fit(joined(_sign(card, glyphs) for card in cards), max(room, 0)) if cards else ending


def _word(card: Step, glyphs: Glyphs) -> str:
    return glyphs.line(card.event.word) if isinstance(card.event, Guess | Reveal) else ""


def _card(card: Step, length: int | None, glyphs: Glyphs) -> Line:
    word = _word(card, glyphs)
    return (Span(word if length is None else cut(word, length, glyphs.cut)), _sign(card, glyphs))


def _sign(card: Step, glyphs: Glyphs) -> Span:
    event = card.event
    if not isinstance(event, Guess):
        return Span(glyphs.illegal, "bad")
    match event.result:
        case GuessKind.CORRECT:
            return Span(glyphs.right, "good")
        case GuessKind.NEUTRAL:
            return Span("-" if glyphs.ascii_only else "–", "neutral")
        case GuessKind.OPPONENT:
            return Span(glyphs.wrong, "bad")
        case GuessKind.ASSASSIN:
            return Span(glyphs.assassin, "assassin")


def _ending(turn: LoggedTurn) -> Line:
    """Return what ended a turn without a word or a card, where that is not plain play."""
    last = turn.steps[-1].event
    if isinstance(last, Pass) and (last.reason is PassReason.FORFEITED or not turn.cards):
        return (Span("forfeit" if last.reason is PassReason.FORFEITED else "pass", "dim"),)
    return ()
