"""The current turn: who is to move, with which clue, how far they are, and what just happened."""

from typing import NamedTuple

from codenames_core.game.events import Clue, Event
from codenames_core.game.state import GameState, Outcome, Phase
from codenames_tui.game.board.targets import Aim, aim_lines
from codenames_tui.game.panels.waiting import waiting_lines
from codenames_tui.game.sessions.open_question import Asked, Waiting
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, team_style, wrap
from codenames_tui.ui.wording import clue_of, format_event, format_progress, format_question, name_of, phase_of, verdict

_ROOM_FOR_SENTENCES = 28
_UNFINISHED = "The record ends here: the game was not finished."


class Moment(NamedTuple):
    """Everything that the turn panel shows."""

    state: GameState
    last_event: Event | None = None
    asked: Asked | None = None
    waiting: Waiting | None = None
    """A seat whose model cannot be reached."""
    outcome: Outcome | None = None
    """How the game ended, where this is its end."""
    ends_here: str = ""
    """Why nothing follows although the game is not over."""
    kept: str = ""
    """Why the game could not be kept, once it is over; where it was kept says the status line."""
    aim: Aim | None = None
    """What the clue was meant for."""
    aim_shown: bool = False
    unwritten: str = ""
    """What a person answered last, where the game stopped before it was written down."""


def moment_at(view: Viewpoint, aim: Aim | None, *, aim_shown: bool) -> Moment:
    """Return the turn as it is seen from there; `aim` is what its clue was meant for, where that is known."""
    standing, state, ends = view.session.standing, view.state, view.is_final
    return Moment(
        state,
        view.last_event,
        view.asked,
        view.waiting,
        outcome=standing.outcome if ends else state.outcome,
        ends_here=(standing.trouble or _UNFINISHED) if ends and not standing.outcome else "",
        kept=standing.trouble if ends else "",
        aim=aim,
        aim_shown=aim_shown,
    )


def turn_lines(moment: Moment, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the turn in `width` cells, the most important first."""
    spacious = height >= 9
    blocks = (
        _ending(moment, moment.outcome, width, glyphs, with_file=spacious)
        if moment.outcome
        else _going_on(moment, width, glyphs)
    )
    lines: list[Line] = []
    for block in blocks:
        if block and lines and spacious:
            lines.append(EMPTY)
        lines.extend(block)
    return lines[:height]


def _ending(moment: Moment, outcome: Outcome, width: int, glyphs: Glyphs, *, with_file: bool) -> list[list[Line]]:
    winner = outcome.winner
    style = f"{team_style(winner)}-strong" if winner else "strong"
    sentence = verdict(outcome, moment.state)
    last = format_event(moment.last_event, glyphs.line) if moment.last_event else ""
    return [
        wrap((Span(sentence, style),), width),
        wrap((Span(last),), width) if last else [],
        _aim(moment, width, glyphs),
        wrap((Span(glyphs.line(moment.kept), "dim"),), width) if moment.kept and with_file else [],
    ]


def _going_on(moment: Moment, width: int, glyphs: Glyphs) -> list[list[Line]]:
    state = moment.state
    style = team_style(state.turn.team)
    title: Line = (
        Span(name_of(state.turn.team), f"{style}-strong"),
        Span(f" {glyphs.dot} {phase_of(state)}", "dim"),
    )
    return [
        _stop(moment, width, glyphs) if moment.unwritten else [],
        [title, *_clue(state, width, glyphs)],
        _aim(moment, width, glyphs),
        _asked(moment, width, glyphs),
        waiting_lines(moment.waiting, width, glyphs) if moment.waiting else [],
        _last(moment, width, glyphs),
        [] if moment.unwritten else _stop(moment, width, glyphs),
    ]


def _stop(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    """Return why nothing follows, and what a person answered in vain."""
    lost = wrap((Span(f"Not written down: {glyphs.line(moment.unwritten)}"),), width) if moment.unwritten else []
    why = wrap((Span(glyphs.line(moment.ends_here), "warn"),), width) if moment.ends_here else []
    return [*why[:3], *lost[:3]]


def _aim(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    return aim_lines(moment.aim, moment.state.turn.clue, width, glyphs) if moment.aim_shown else []


def _clue(state: GameState, width: int, glyphs: Glyphs) -> list[Line]:
    clue = state.turn.clue
    if clue is None:
        return [(Span("no clue yet", "dim"),)]
    style = f"{team_style(state.turn.team)}-strong"
    words = Span(clue_of(clue, glyphs.line), style)
    return [
        *wrap((words,), width),
        *wrap((Span(format_progress(state.turn, short=width < _ROOM_FOR_SENTENCES)),), width),
    ]


def _asked(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    if moment.asked is None or moment.state.phase is Phase.OVER:
        return []
    asked = moment.asked
    since = f" {asked.seconds} s" if asked.seconds else ""
    who = "your turn" if asked.is_person else format_question(asked.seat, asked.question)
    lines = wrap((Span(who, "accent"), Span(since, "dim")), width)
    return [*lines, *wrap((Span(glyphs.line(asked.retry), "warn"),), width)[:2]] if asked.retry else lines


def _last(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    """Return what just happened, unless the clue above says it already."""
    event = moment.last_event
    if event is None or (isinstance(event, Clue) and moment.state.turn.clue is event):
        return []
    return wrap((Span(format_event(event, glyphs.line)),), width)
