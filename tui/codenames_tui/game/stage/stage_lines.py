"""The stage of presenter mode: the score and the clue in large letters, and in a sentence what happens now.

For people who look from far away. Nothing private is on it: no reasons, no targets, no cost.
"""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from codenames_core.game.agent import Question
from codenames_core.game.config import Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_tui.game.panels.score import Scoreboard
from codenames_tui.game.panels.turn import Moment
from codenames_tui.game.panels.waiting import countdown
from codenames_tui.game.sessions.open_question import Speaking
from codenames_tui.game.talk.speech import parts
from codenames_tui.ui.lines.large import height_of, large, spaced
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, team_style, width_of, wrap
from codenames_tui.ui.wording import clue_of, format_event, format_progress, format_question, name_of, role_of, verdict

_SIDE: Final = 12
"""Cells of a team's score at either end."""
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
    """Return the stage in `width` cells: the large line, its captions, and what happens now."""
    doubled = height >= _ROOM_FOR_DOUBLED and width >= _WIDTH_FOR_DOUBLED
    spacious = height >= height_of(glyphs, doubled=doubled) + 6
    lines = [*_large_line(scene, width, glyphs, doubled=doubled), *([EMPTY] if doubled else [])]
    lines.append(_captions(scene, width, glyphs))
    if spacious:
        lines.append(EMPTY)
    text = wrap(_now(scene, glyphs), max(min(width - 4, _LONGEST_LINE), 2))
    lines += [_centred(line, width) for line in text]
    above = max((height - len(lines)) // 3, 1) if spacious else 0
    return [fit(line, width) for line in [*([EMPTY] * above), *lines][:height]]


def _large_line(scene: Scene, width: int, glyphs: Glyphs, *, doubled: bool) -> list[Line]:
    room = max(width - 2 * _SIDE, 0)
    middle = _headline(scene, glyphs)
    team = _team(scene)
    style = f"{team_style(team)}-strong" if team else "strong"
    written = large(middle, room, glyphs, doubled=doubled)
    height = height_of(glyphs, doubled=doubled)
    if written is None and doubled and (smaller := large(middle, room, glyphs)):
        written = [""] * (height - len(smaller)) + smaller
    if written is None:
        apart = spaced(middle)
        shown = apart if cell_len(apart) <= room else cut(middle, room, glyphs.cut)
        written = [""] * (height // 2) + [shown] + [""] * (height - height // 2 - 1)
    red, blue = (_number(scene, team, glyphs, doubled=doubled) for team in Team)
    return [
        (
            *_in_the_middle(red[row], _SIDE, team_style(Team.RED)),
            *_in_the_middle(written[row], room, style),
            *_in_the_middle(blue[row], _SIDE, team_style(Team.BLUE)),
        )
        for row in range(height)
    ]


def _number(scene: Scene, team: Team, glyphs: Glyphs, *, doubled: bool) -> list[str]:
    left = next(score.left for score in scene.score.teams if score.team is team)
    return large(str(left), _SIDE, glyphs, doubled=doubled) or [str(left)] * height_of(glyphs, doubled=doubled)


def _headline(scene: Scene, glyphs: Glyphs) -> str:
    """Return what is written large: who won, the clue, or the team that needs one."""
    moment = scene.moment
    if moment.outcome:
        return f"{name_of(moment.outcome.winner)} wins" if moment.outcome.winner else "nobody wins"
    clue = moment.state.turn.clue
    return clue_of(clue, glyphs.line) if clue else name_of(moment.state.turn.team)


def _team(scene: Scene) -> Team | None:
    moment = scene.moment
    return moment.outcome.winner if moment.outcome else moment.state.turn.team


def _captions(scene: Scene, width: int, glyphs: Glyphs) -> Line:
    room = max(width - 2 * _SIDE, 0)
    moment = scene.moment
    if moment.outcome:
        middle = ""
    elif moment.state.turn.clue:
        middle = format_progress(moment.state.turn)
    else:
        middle = "no clue yet"
    red, blue = (Span(f"{name_of(team)} to find", team_style(team)) for team in Team)
    return (
        *_in_the_middle(red.text, _SIDE, red.style),
        *_in_the_middle(cut(middle, room, glyphs.cut), room, "strong"),
        *_in_the_middle(blue.text, _SIDE, blue.style),
    )


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
    if isinstance(event, DiscussionMessage) and event.skipped is None:
        return _speech(role_of(event.seat), event.team, event.text, glyphs)
    if moment.asked and (event is None or isinstance(event, Clue)):
        return (Span(format_question(moment.asked.seat, moment.asked.question), "dim"),)
    return (Span(format_event(event, glyphs.line), "strong"),) if event else ()


def _speech(who: str, team: Team, text: str, glyphs: Glyphs) -> Line:
    prose = " ".join(parts(glyphs.text(text)).prose)
    return (Span(f"{who}  ", f"{team_style(team)}-strong"), Span(cut(prose, _MOST_PROSE, glyphs.cut)))


def _in_the_middle(text: str, width: int, style: str) -> Line:
    return fit(_centred((Span(text, style),), width), width)


def _centred(line: Line, width: int) -> Line:
    return (Span(" " * max((width - width_of(line)) // 2, 0)), *line)
