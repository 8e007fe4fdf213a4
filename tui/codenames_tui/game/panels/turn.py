"""The turn that is looked at: its clue, how far it went, how it ended, and who is asked now."""

from typing import Final, NamedTuple

from codenames_core.game.events import Clue, DiscussionMessage, Event
from codenames_core.game.state import GameState, Outcome, Phase
from codenames_core.text.plurals import counted
from codenames_core.watch.staged_turn import StagedTurn
from codenames_tui.game.board.targets import Aim, aim_lines
from codenames_tui.game.panels.banner import NARROWEST_LARGE, banner_line, large_banner, pips_line
from codenames_tui.game.panels.waiting import waiting_lines
from codenames_tui.game.sessions.open_question import Asked, Waiting
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.talk.speaking import OF_CLUERS
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, team_style, wrap
from codenames_tui.ui.wording import (
    format_end_of_turn,
    format_event,
    format_left,
    format_question,
    name_of,
    phase_of_staged,
    verdict,
)

_ROOM_FOR_SENTENCES: Final = 28
"""Cells."""
_ROOM_FOR_LARGE: Final = 8
"""Lines, and for blank ones between what they say:"""
_ROOM_FOR_GAPS: Final = 9
_UNFINISHED: Final = "The record ends here: the game was not finished."


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
    staged: StagedTurn | None = None
    """The turn that is looked at, where it is not the one of the state."""

    heard: int = 0
    """Characters of a cluer's answer that have come so far, where they are not shown."""
    read_along: str = ""
    """The key that shows them, where there is one."""

    @property
    def on_stage(self) -> StagedTurn:
        """The turn that is looked at."""
        return self.staged or StagedTurn(self.state.turn)


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
        staged=view.staged,
        heard=_heard(view),
    )


def _heard(view: Viewpoint) -> int:
    speaking = view.speaking
    return len(speaking.text) if speaking and speaking.question in OF_CLUERS and not view.key_shown else 0


def turn_lines(moment: Moment, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the turn in `width` cells, the most important first; where there is room, with the clue written large."""
    spacious = height >= _ROOM_FOR_GAPS
    blocks = (
        _ending(moment, moment.outcome, width, height, glyphs)
        if moment.outcome
        else _going_on(moment, width, height, glyphs)
    )
    lines: list[Line] = []
    for block in blocks:
        if block and lines and spacious:
            lines.append(EMPTY)
        lines.extend(block)
    return lines[:height]


def _ending(moment: Moment, outcome: Outcome, width: int, height: int, glyphs: Glyphs) -> list[list[Line]]:
    winner = outcome.winner
    style = f"{team_style(winner)}-strong" if winner else "strong"
    kept = moment.kept and height >= _ROOM_FOR_GAPS
    return [
        wrap((Span(verdict(outcome, moment.state), style),), width),
        _clue(moment, width, height, glyphs),
        _end_of_turn(moment, width, glyphs),
        _aim(moment, width, glyphs),
        wrap((Span(glyphs.line(moment.kept), "dim"),), width) if kept else [],
    ]


def _going_on(moment: Moment, width: int, height: int, glyphs: Glyphs) -> list[list[Line]]:
    return [
        _stop(moment, width, glyphs) if moment.unwritten else [],
        _clue(moment, width, height, glyphs),
        _aim(moment, width, glyphs),
        _end_of_turn(moment, width, glyphs) if moment.on_stage.ended_by else _last(moment, width, glyphs),
        _asked(moment, width, glyphs),
        waiting_lines(moment.waiting, width, glyphs) if moment.waiting else [],
        [] if moment.unwritten else _stop(moment, width, glyphs),
    ]


def _clue(moment: Moment, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the clue on the stage: the banner, and how far it went."""
    staged = moment.on_stage
    left = format_left(staged.turn, short=width < _ROOM_FOR_SENTENCES) if staged.ended_by is None else ""
    name, phase = name_of(staged.turn.team), phase_of_staged(staged, moment.state)
    if width >= NARROWEST_LARGE and height >= _ROOM_FOR_LARGE:
        return large_banner(staged, f"{name} {glyphs.dot} {phase}", left, width, glyphs)
    title: Line = (Span(name, f"{team_style(staged.turn.team)}-strong"), Span(f" {glyphs.dot} {phase}", "dim"))
    pips = pips_line(staged, left, width, glyphs)
    return [title, banner_line(staged, width, glyphs), *([pips] if pips else [])]


def _end_of_turn(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    said = format_end_of_turn(moment.on_stage, glyphs.line)
    return wrap((Span(said),), width) if said else []


def _stop(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    """Return why nothing follows, and what a person answered in vain."""
    lost = wrap((Span(f"Not saved: {glyphs.line(moment.unwritten)}"),), width) if moment.unwritten else []
    why = wrap((Span(glyphs.line(moment.ends_here), "warn"),), width) if moment.ends_here else []
    return [*why[:3], *lost[:3]]


def _aim(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    return aim_lines(moment.aim, moment.on_stage.turn.clue, width, glyphs) if moment.aim_shown else []


def _asked(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    if moment.asked is None or moment.state.phase is Phase.OVER:
        return []
    asked = moment.asked
    since = f" {asked.seconds} s" if asked.seconds else ""
    since += f" {glyphs.dot} typing" if asked.is_typing and not asked.is_person else ""
    lines = wrap((Span(_who_is_asked(moment, asked, width, glyphs), "accent"), Span(since, "dim")), width)
    if moment.heard:
        along = f", {moment.read_along} to read along" if moment.read_along else ""
        lines += wrap((Span(f"({counted(moment.heard, 'character')}{along})", "dim"),), width)
    return [*lines, *wrap((Span(glyphs.line(asked.retry), "warn"),), width)[:2]] if asked.retry else lines


def _who_is_asked(moment: Moment, asked: Asked, width: int, glyphs: Glyphs) -> str:
    if asked.is_person:
        return "your turn"
    staged, long = moment.on_stage, width >= _ROOM_FOR_SENTENCES
    with_team = asked.seat.team is not staged.turn.team or staged.ended_by is not None
    more = "" if not long else "..." if glyphs.ascii_only else "…"
    return format_question(asked.seat, asked.question, with_team=with_team, long=long) + more


def _last(moment: Moment, width: int, glyphs: Glyphs) -> list[Line]:
    """Return what just happened, unless the clue above says it already, or it is read where the guessers talk."""
    event = moment.last_event
    if event is None or isinstance(event, Clue | DiscussionMessage):
        return []
    return wrap((Span(format_event(event, glyphs.line)),), width)
