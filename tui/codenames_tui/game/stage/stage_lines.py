"""The stage of presenter mode: the clue and the score in large letters, and in a sentence what happens now.

For people who look from far away. Nothing private is on it: no reasons, no targets, no cost.
"""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from codenames_core.game.agent import Question
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.game.state import Outcome
from codenames_tui.game.panels.banner import large_banner, large_word
from codenames_tui.game.panels.score import Scoreboard
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.panels.waiting import countdown
from codenames_tui.game.sessions.open_question import Asked, Speaking
from codenames_tui.ui.lines.large import height_of, large
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, team_style, width_of, wrap
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import (
    format_end_of_turn,
    format_event,
    format_left,
    format_question,
    name_of,
    phase_of_staged,
    role_of,
    verdict,
)

_SIDE: Final = 9
_SIDE_DOUBLED: Final = 13
"""Cells of a team's score at either end."""
_GAP: Final = 1
_MOST_PROSE: Final = 600
_LONGEST_LINE: Final = 76
_ROOM_FOR_DOUBLED, _WIDTH_FOR_DOUBLED = 12, 100


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on the stage."""

    moment: Moment
    score: Scoreboard
    speaking: Speaking | None = None


def stage_lines(scene: Scene, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the stage in `width` cells: the clue between the scores of the teams, and what happens now."""
    doubled = height >= _ROOM_FOR_DOUBLED and width >= _WIDTH_FOR_DOUBLED
    lines = _between_scores(scene, width, glyphs, doubled=doubled)
    text = [_centred(line, width) for line in wrap(_now(scene, glyphs), max(min(width - 4, _LONGEST_LINE), 2))]
    if height > len(lines) + len(text):
        lines.append(EMPTY)
    lines += text
    above = max(height - len(lines), 0) // 2
    return [fit(line, width) for line in [*([EMPTY] * above), *lines][:height]]


def _between_scores(scene: Scene, width: int, glyphs: Glyphs, *, doubled: bool) -> list[Line]:
    side = _SIDE_DOUBLED if doubled else _SIDE
    room = max(width - 2 * (side + _GAP), 0)
    moment = scene.moment
    staged = moment.on_stage
    if moment.outcome:
        middle = _ending(moment.outcome, room, glyphs, doubled=doubled)
    else:
        left = format_left(staged.turn) if staged.ended_by is None else ""
        title = f"{name_of(staged.turn.team)} {glyphs.dot} {phase_of_staged(staged, moment.state)}"
        middle = large_banner(staged, title, left, room, glyphs, doubled=doubled)
    red, blue = (_score(scene, team, side, glyphs, doubled=doubled) for team in Team)
    gap = Span(" " * _GAP)
    return [(*left, gap, *banner, gap, *right) for left, banner, right in zip(red, middle, blue, strict=True)]


def _ending(outcome: Outcome, width: int, glyphs: Glyphs, *, doubled: bool) -> list[Line]:
    """Return who won, in as many lines as a clue takes."""
    style = f"card-{outcome.winner.value}" if outcome.winner else "card-neutral"
    who = f"{name_of(outcome.winner)} wins" if outcome.winner else "nobody wins"
    rows = ["", *large_word(who, "", width, glyphs, doubled=doubled), ""]
    return [_in_the_middle(row.rstrip(), width, style) for row in rows]


def _score(scene: Scene, team: Team, width: int, glyphs: Glyphs, *, doubled: bool) -> list[Line]:
    """Return how many words a team has to find, in its colour."""
    left = next(score.left for score in scene.score.teams if score.team is team)
    height = height_of(glyphs, doubled=doubled)
    number = large(str(left), width, glyphs, doubled=doubled) or [str(left), *[""] * (height - 1)]
    rows = [name_of(team), *number, "to find"]
    return [_in_the_middle(row, width, f"{team_style(team)}-strong") for row in rows]


def _now(scene: Scene, glyphs: Glyphs) -> Line:
    """Return what happens now: what is said, who thinks, or what was just done."""
    moment, speaking = scene.moment, scene.speaking
    if moment.outcome:
        return (Span(verdict(moment.outcome, moment.state), "strong"),)
    if speaking and speaking.question is Question.MESSAGE:
        return _speech(role_of(speaking.seat), speaking.seat.team, speaking.text, glyphs)
    if moment.waiting:
        return (Span(countdown(moment.waiting), "warn"),)
    event = moment.last_event
    if moment.on_stage.ended_by and not moment.asked:
        return (Span(format_end_of_turn(moment.on_stage, glyphs.line), "strong"),)
    if isinstance(event, DiscussionMessage) and event.skipped is None:
        return _speech(role_of(event.seat), event.team, event.text, glyphs)
    if moment.asked and (event is None or isinstance(event, Clue) or moment.on_stage.ended_by):
        return _asked(moment, moment.asked, glyphs)
    return (Span(format_event(event, glyphs.line), "strong"),) if event else ()


def _asked(moment: Moment, asked: Asked, glyphs: Glyphs) -> Line:
    said = format_end_of_turn(moment.on_stage, glyphs.line)
    who = format_question(asked.seat, asked.question, with_team=bool(said))
    return (Span(f"{said}. " if said else "", "strong"), Span(who, "dim"))


def _speech(who: str, team: Team, text: str, glyphs: Glyphs) -> Line:
    prose = " ".join(parts(glyphs.text(text)).prose)
    return (Span(f"{who}  ", f"{team_style(team)}-strong"), Span(cut(prose, _MOST_PROSE, glyphs.cut)))


def _in_the_middle(text: str, width: int, style: str) -> Line:
    return fit((Span(" " * max((width - cell_len(text)) // 2, 0) + text, style),), width, style)


def _centred(line: Line, width: int) -> Line:
    return (Span(" " * max((width - width_of(line)) // 2, 0)), *line)
