"""The score: what each team has found, who is to move, and how the turns went."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from codenames_core.game.config import Team
from codenames_core.game.events import GuessKind
from codenames_core.game.timeline import Timeline
from codenames_core.watch.staged_turn import staged_turn
from codenames_tui.game.panels.names import names_at
from codenames_tui.game.panels.totals import team_totals
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, apart, cut, fit, team_style, width_of
from codenames_tui.ui.wording import name_of

_WIDEST_MOMENTUM: Final = 40
_ROOM_FOR_COUNT: Final = 12
"""Cells beside the pips."""


class TeamScore(NamedTuple):
    """One team's side of the score."""

    team: Team
    found: int
    total: int
    to_move: bool
    label: str
    """Who plays, cleaned."""
    took: str = ""
    """What the answers of its agents took, where there is room to say it."""

    @property
    def left(self) -> int:
        """Words yet to be found."""
        return self.total - self.found


class TurnTaken(NamedTuple):
    """How one turn went: own words found, and whether it ended on a wrong card."""

    team: Team
    found: int
    slipped: bool


class Scoreboard(NamedTuple):
    """Everything that the score panel shows."""

    teams: tuple[TeamScore, ...]
    turn: int
    turns: tuple[TurnTaken, ...]
    """The latest ones, as many as can be shown."""


def scoreboard_at(view: Viewpoint, glyphs: Glyphs) -> Scoreboard:
    """Return the score as it is seen from there, with who plays and what their answers took."""
    labels = {team: glyphs.line(name) for team, name in names_at(view).items()}
    took = team_totals(view.session.decisions, view.decided, glyphs)
    return score_of(view.timeline, view.position, labels, took)


def score_of(
    timeline: Timeline, position: int, labels: Mapping[Team, str], took: Mapping[Team, str] | None = None
) -> Scoreboard:
    """Return the score at `position`; `labels` say who plays, `took` what their answers took."""
    state = timeline.state_at(position)
    over = state.outcome is not None
    teams = tuple(
        TeamScore(
            team,
            len(state.board.words_of(team) & state.revealed),
            len(state.board.words_of(team)),
            state.turn.team is team and not over,
            labels[team],
            (took or {}).get(team, ""),
        )
        for team in Team
    )
    return Scoreboard(teams, staged_turn(timeline, position).turn.number, turns_taken(timeline, position))


def turns_taken(timeline: Timeline, position: int) -> tuple[TurnTaken, ...]:
    """Return how the latest turns up to `position` went, as many as can be shown; the oldest first."""
    starts = timeline.last_turn_starts(position, _WIDEST_MOMENTUM)
    team = timeline.state_at(position).turn.team
    taken = []
    for start, end in zip(reversed(starts), [position, *reversed(starts[1:])], strict=True):
        guesses = timeline.guesses_between(start, end)
        found = sum(guess.result is GuessKind.CORRECT for guess in guesses)
        taken.append(TurnTaken(team, found, found < len(guesses)))
        team = team.other
    return tuple(reversed(taken))


def score_lines(score: Scoreboard, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the score in `width` cells: a line of pips for each team, who plays where there is room, and momentum."""
    lines: list[Line] = []
    for team in score.teams:
        lines.extend(_team_lines(team, width, glyphs, with_label=height >= 5))
        if height >= 7:
            lines.append((Span("  "), Span(cut(team.took, width - 2, glyphs.cut), "dim")) if team.took else ())
    if height >= 8:
        lines.append(())
    lines.append(momentum(score, width, glyphs))
    return lines[:height]


def _team_lines(team: TeamScore, width: int, glyphs: Glyphs, *, with_label: bool) -> list[Line]:
    style = team_style(team.team)
    mover = Span(f"{glyphs.to_move if team.to_move else ' '} ", f"{style}-strong")
    name = Span(f"{name_of(team.team):<5}", f"{style}-strong" if team.to_move else style)
    between = " " if 2 * team.total + _ROOM_FOR_COUNT <= width else ""
    pips = (Span((glyphs.found + between) * team.found, style), Span((glyphs.missing + between) * team.left, "dim"))
    left = Span(f" {team.left} left", "strong" if team.to_move else "text")
    if not with_label:
        return [fit((mover, name, *pips, left), width)]
    label = cut(team.label, max(width - width_of((mover, name)), 0), glyphs.cut)
    return [fit((mover, name, Span(label, "dim")), width), fit((Span("  "), *pips, left), width)]


def momentum(score: Scoreboard, width: int, glyphs: Glyphs) -> Line:
    """Return a bar for each turn, as high as the words that it found; a dot for none. The latest are at the right."""
    now = (Span(f"turn {score.turn}"),)
    room = max(min(width, _WIDEST_MOMENTUM) - width_of(now) - 3, 0)
    bars = [_bar(turn, glyphs) for turn in score.turns]
    return apart((Span("  "), *(bars[-room:] if room else ())), now, width)


def _bar(turn: TurnTaken, glyphs: Glyphs) -> Span:
    highest = len(glyphs.bars) - 1
    sign = glyphs.bars[min(turn.found, highest)] if turn.found else glyphs.dot
    return Span(sign, team_style(turn.team))
