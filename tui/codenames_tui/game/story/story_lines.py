"""The story in lines: a bar of win chances, the clue log, and the race chart, in whatever height there is.

The bar comes first, then the log, of which the current turn is always in sight. The chart has two fifths of a panel
that is high enough, however long the log is, so that it stays in its place while the game goes on.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from codenames_core.game.events import Guess, GuessKind, Pass, PassReason, Reveal
from codenames_core.watch.turn_log import LoggedTurn, Step
from codenames_tui.game.story.race_chart import race_lines
from codenames_tui.game.story.story import Story, StoryTurn
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, apart, cut, fit, joined, team_style, width_of, wrap
from codenames_tui.ui.wording import clue_of, format_chance

_ROOM_FOR_CHART: Final = 9
"""Lines from which on there is a chart."""
_HIGHEST_CHART: Final = 22
_TALL: Final = 24
"""Lines from which on the chart stands above the log, which may end anywhere."""
_SIDES: Final = ("red", "blue")
_SHORTEST_WORD: Final = 4
_INDENT: Final = 5


class StoryRow(NamedTuple):
    """A line of the panel, and which turn of the story it tells of, counted from 0."""

    line: Line
    turn: int | None = None


def story_rows(story: Story, width: int, height: int, glyphs: Glyphs, *, pointed: int | None = None) -> list[StoryRow]:
    """Return the story in `width` cells and `height` lines at most.

    Args:
        story: what is told.
        width: cells.
        height: lines.
        glyphs: what it is drawn with.
        pointed: the turn that the cursor is on, if there is one.
    """
    head = [StoryRow(chance_line(story.chance, width, glyphs))] if story.chance is not None else []
    room = max(height - len(head), 0)
    chart_height = _chart_height(len(story.turns), room)
    log_height = room - chart_height
    log = _log(story.turns, width, log_height, glyphs, pointed)
    chart = [StoryRow(line) for line in _chart(story, width, chart_height, glyphs)]
    if room >= _TALL:
        return [*head, *chart, *log][:height]
    gap = [StoryRow(EMPTY)] * (height - len(head) - len(log) - len(chart))
    return [*head, *log, *gap, *chart][:height]


def chance_line(chance: float, width: int, glyphs: Glyphs) -> Line:
    """Return the chances of both teams as a bar of two parts, with percentages at its ends."""
    red = format_chance(chance)
    left, right = Span(f"RED {red} ", "red-strong"), Span(f" {format_chance(1 - chance)} BLUE", "blue-strong")
    room = width - width_of((left, right)) - 1
    if room < 2:
        return fit((left, right), width)
    cells = min(max(round(chance * room), 0), room)
    full = ("#", "=") if glyphs.ascii_only else ("█", "█")
    edge = Span(full[not cells] if chance in (0, 1) else glyphs.track, "text" if 0 < chance < 1 else _SIDES[not cells])
    return (left, Span(full[0] * cells, "red"), edge, Span(full[1] * (room - cells), "blue"), right)


def _chart_height(turns: int, room: int) -> int:
    if room < _ROOM_FOR_CHART or not turns:
        return 0
    return min(max(room * 2 // 5, 4), _HIGHEST_CHART)


def _chart(story: Story, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    if not height or story.start is None:
        return []
    title = fit((Span("words left "), Span(glyphs.rule * width, "rule")), width)
    standings = (story.start, *(told.turn.after for told in story.turns))
    race = tuple((standing.red, standing.blue) for standing in standings)
    return [title, *race_lines(race, width, height - 1, glyphs)]


def _log(turns: Sequence[StoryTurn], width: int, height: int, glyphs: Glyphs, pointed: int | None) -> list[StoryRow]:
    """Return as much of the clue log as there is room for, around the turn that is pointed at, or the current one."""
    rows = [row for index in range(len(turns)) for row in _turn_rows(turns, index, width, glyphs, pointed)]
    if any(_is_abbreviated(told.turn, width - width_of(_hits(told, glyphs)), glyphs) for told in turns):
        roomy = [row for index in range(len(turns)) for row in _tall_rows(turns, index, width, glyphs, pointed)]
        rows = roomy if len(roomy) <= height else rows
    wanted = len(turns) - 1 if pointed is None else pointed
    places = [place for place, row in enumerate(rows) if row.turn == wanted]
    end = min(max(max(places, default=0) + (3 if pointed is not None else 1), height), len(rows))
    return rows[max(end - height, 0) : end]


def _turn_rows(
    turns: Sequence[StoryTurn], index: int, width: int, glyphs: Glyphs, pointed: int | None
) -> list[StoryRow]:
    told = turns[index]
    head = _head(told.turn, glyphs, mark=_mark(turns, index, glyphs, pointed))
    hits = _hits(told, glyphs)
    cards = _cards(told.turn, width - width_of(head) - width_of(hits) - 1, glyphs)
    return [StoryRow(apart((*head, Span(" "), *cards), hits, width), index)]


def _tall_rows(
    turns: Sequence[StoryTurn], index: int, width: int, glyphs: Glyphs, pointed: int | None
) -> list[StoryRow]:
    """Return a turn in two lines or more: the clue, and below it every word in full."""
    told = turns[index]
    head = _head(told.turn, glyphs, mark=_mark(turns, index, glyphs, pointed))
    words = [span for card in told.turn.cards for span in (*_card(card, None, glyphs), Span(" "))]
    ending = _ending(told.turn)
    below = wrap((Span(" " * _INDENT), *words, *ending), width, _INDENT) if words or ending else []
    return [StoryRow(apart(head, _hits(told, glyphs), width), index), *(StoryRow(line, index) for line in below)]


def _mark(turns: Sequence[StoryTurn], index: int, glyphs: Glyphs, pointed: int | None) -> Span:
    if index == pointed:
        return Span(glyphs.arrow, "accent")
    return Span(glyphs.to_move if index == len(turns) - 1 else " ", "accent")


def _head(turn: LoggedTurn, glyphs: Glyphs, *, mark: Span) -> Line:
    style = team_style(turn.team)
    clue = turn.clue
    said = clue_of(clue, glyphs.line, glyphs.times) if clue else "no clue"
    name = Span(said, f"{style}-strong" if clue else "dim")
    return (mark, Span(f"{turn.number:>2} ", "dim"), Span(f"{glyphs.mark_of(turn.team)} ", style), name)


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


def _is_abbreviated(turn: LoggedTurn, width: int, glyphs: Glyphs) -> bool:
    """Return whether the words of a turn do not fit beside its clue."""
    words = sum(cell_len(_word(card, glyphs)) + 2 for card in turn.cards)
    return width_of(_head(turn, glyphs, mark=Span(" "))) + 1 + words + width_of(_ending(turn)) > width


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


def title(story: Story, glyphs: Glyphs) -> str:
    """Return what stands above the panel; whose chances these are is said there."""
    return "Story" if story.chance is None else f"Story {glyphs.dot} chances of offline agents"
