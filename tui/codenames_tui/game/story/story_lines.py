"""The story in lines: a bar of win chances, the clue log, and the race chart, in whatever height there is.

The bar comes first, then the log, of which the current turn is always in sight. The chart has two fifths of a panel
that is high enough, however long the log is, so that it stays in its place while the game goes on.
"""

from typing import Final

from rich.cells import cell_len

from codenames_tui.game.story.clue_log import StoryRow, log_rows
from codenames_tui.game.story.race_chart import race_lines
from codenames_tui.game.story.story import Story
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, fit, width_of
from codenames_tui.ui.wording import format_chance

_ROOM_FOR_CHART: Final = 9
"""Lines from which on there is a chart."""
_HIGHEST_CHART: Final = 22
_TALL: Final = 24
"""Lines from which on the chart stands above the log, which may end anywhere."""
_TITLE_FRAME: Final = 6
"""Cells of the edge before, behind and around a title."""
_SIDES: Final = ("red", "blue")


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
    log = log_rows(story.turns, width, log_height, glyphs, pointed)
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


def title(story: Story, width: int, glyphs: Glyphs) -> str:
    """Return what stands above a panel of `width` cells; whose chances these are is said there, where it fits."""
    if story.chance is None:
        return "Story"
    whose = (f"Story {glyphs.dot} {chances}" for chances in ("chances of offline agents", "offline chances"))
    return next((text for text in whose if cell_len(text) <= width - _TITLE_FRAME), "Story")
