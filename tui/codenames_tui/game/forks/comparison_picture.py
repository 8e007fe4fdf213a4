"""The picture of two games: the verdict, both boards, the turns and the metrics, arranged for the room there is.

Where there is little, the boards stand one above the other, each with the turn beside it; else they stand side by
side; and on a wide screen the metrics have a column of their own.
"""

from typing import Final, NamedTuple

from textual.geometry import Size

from codenames_core.game.config import TEAMS, Team
from codenames_core.game.state import GameState
from codenames_tui.game.board.board_lines import COLUMNS, Shape
from codenames_tui.game.forks.board_pair import differences_of, framed_board, framed_height, framed_width
from codenames_tui.game.forks.comparison_lines import different_cards, pair_of_turn
from codenames_tui.game.forks.games import Positions, Side, TwoGames, places
from codenames_tui.game.forks.hindsight import Alternative, hindsight_entry
from codenames_tui.game.forks.metric_lines import TABLE_WIDTH, metric_lines
from codenames_tui.game.forks.score_lines import score_lines
from codenames_tui.game.forks.turn_lines import (
    GAP,
    TurnHalf,
    beside,
    column_width,
    halves_of,
    moves_of,
    packed,
    turn_heading,
    turn_lines,
)
from codenames_tui.game.forks.verdict_lines import relation_text, verdict_line
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, cut, fit, team_style, wrap
from codenames_tui.ui.lines.paper import entry_lines
from codenames_tui.ui.wording import name_of

_NARROWEST_CARD: Final = 8
_WIDEST_CARD: Final = 22
_AROUND_CARDS: Final = COLUMNS + 2
"""Cells of a board that are no cards: its row numbers, the gaps, and a frame at the right."""
_BESIDE_A_BOARD: Final = 19
"""Cells that the side of a board needs where the boards stand one above the other."""
_WIDE: Final = 2 * (COLUMNS * 10 + _AROUND_CARDS) + 2 * GAP + TABLE_WIDTH
"""Cells from which the metrics stand beside the boards."""
_HEAD: Final = 9
"""Lines around the boards: the verdict above them, what differs below."""
_ROOM_FOR_A_TURN: Final = 7
"""Lines for what is said in the turn that is looked at."""
_FEW: Final = 6
"""Lines that have to be in sight below boards with whole frames."""
_HEIGHTS: Final = (5, 4, 3, 2)
"""Lines of a card, from the highest that is drawn."""


class ComparisonView(NamedTuple):
    """Everything that the picture shows."""

    games: TwoGames
    step: int
    """Which of the places both games are looked at from."""
    alternatives: tuple[Alternative, ...] = ()
    """Decisions of people in the second game, with what the agents of the first decided there."""
    key_shown: bool = False

    @property
    def place(self) -> Positions:
        """Where both games are looked at."""
        return places(self.games)[self.step]

    @property
    def states(self) -> tuple[GameState, GameState]:
        """Both games there."""
        first_at, second_at = self.place[1:]
        return self.games.first.timeline.state_at(first_at), self.games.second.timeline.state_at(second_at)


def place_text(view: ComparisonView) -> str:
    """Return where the games are looked at: "after turn 6 of 8", "where they part", "at the end"."""
    place = view.place
    if view.step == len(places(view.games)) - 1:
        return "at the end"
    return "where they part" if place.turn is None else f"after turn {place.turn}"


def comparison_picture(view: ComparisonView, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the picture in lines of at most `width` cells; `height` lines are seen at once, and may be too few."""
    if width >= _WIDE:
        side = metric_lines(view.games, TABLE_WIDTH, glyphs)
        column = width - TABLE_WIDTH - 2 * GAP
        top = wrap(verdict_line(view.games, glyphs), width)
        left = _beside_each_other(view, column, height - len(top), glyphs)
        side = [EMPTY, *side, EMPTY, *score_lines(view.games, view.step, glyphs)]
        return [*top, *beside((left, [(Span(" " * GAP), *line) for line in side]), column)]
    verdict = wrap(verdict_line(view.games, glyphs), width)
    if column_width(width) < COLUMNS * _NARROWEST_CARD + _AROUND_CARDS:
        boards = _above_each_other(view, width, height - len(verdict), glyphs)
        details = [EMPTY, *_notes(view, width, glyphs), *_turns(view, width, glyphs)]
    else:
        boards = _beside_each_other(view, width, height - len(verdict), glyphs)
        details = []
    return [*verdict, *boards, *details, EMPTY, *metric_lines(view.games, width, glyphs)]


def _beside_each_other(view: ComparisonView, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return both boards side by side with their headings, what differs, and the turns below them."""
    column = column_width(width)
    states = view.states
    all_turns = _turns(view, width, glyphs, all_spoken=True)
    shape = _shape(column, height - _HEAD, len(all_turns), _ROOM_FOR_A_TURN + 2 * len(view.games.comparison.turns))
    framed = differences_of(*states).both
    boards = [framed_board(state, framed, shape, glyphs, key_shown=view.key_shown) for state in states]
    sides = zip(view.games.sides, states, strict=True)
    heads = [_head(side, state, view.games, column, glyphs) for side, state in sides]
    above = [EMPTY, *beside(heads, column), *beside(boards, column), EMPTY, *_notes(view, width, glyphs)]
    all_fit = len(above) + len(all_turns) <= height
    return [*above, *(all_turns if all_fit else _turns(view, width, glyphs))]


def _shape(width: int, height: int, *below: int) -> Shape:
    """Return the largest cards with which a framed board fits; the smallest that can have a whole frame if none do.

    Args:
        width: of the board.
        height: lines for the board and what is below.
        below: how many lines that is, with everything that could be shown and with less; the first that can be is.
    """
    card = min(max((width - _AROUND_CARDS) // COLUMNS, _NARROWEST_CARD), _WIDEST_CARD)
    shapes = [Shape(card, lines, 1) for lines in _HEIGHTS]
    fitting = (shape for lines in below for shape in shapes if framed_height(shape) <= height - lines)
    framed = Shape(card, 2, 1)
    return next(fitting, framed if framed_height(framed) + _FEW <= height else Shape(card, 2, 0))


def _head(side: Side, state: GameState, games: TwoGames, width: int, glyphs: Glyphs) -> list[Line]:
    """Return which game a board is of, who plays, and the score there; what is new in the second stands out."""
    name = cut(glyphs.line(side.name), width - len(side.title) - 2, glyphs.cut)
    players: list[Span] = []
    room = width // 2 - 6
    for team, label in side.agents.items():
        style = "dim" if label == games.first.agents[team] or side is games.first else "accent"
        agents = Span(cut(glyphs.line(label), room, glyphs.cut), style)
        players += [Span(f"{name_of(team)} ", team_style(team)), agents, Span("  ")]
    score = [span for team in TEAMS for span in (*_score(team, state, glyphs), Span("   "))]
    return [(Span(side.title, "strong"), Span(f"  {name}", "dim")), tuple(players), tuple(score)]


def _score(team: Team, state: GameState, glyphs: Glyphs) -> Line:
    left, total = state.words_left(team), len(state.board.words_of(team))
    style = team_style(team)
    return (
        Span(f"{name_of(team):<5}", f"{style}-strong"),
        Span(glyphs.found * (total - left), style),
        Span(glyphs.missing * left, "dim"),
        Span(f" {left} left"),
    )


def _above_each_other(view: ComparisonView, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return both boards one above the other, each with its score and the turn beside it."""
    shape = _shape(width - _BESIDE_A_BOARD - GAP, (height - 1) // 2, 0)
    gap = [EMPTY] if 2 * framed_height(shape) < height else []
    states = view.states
    framed = differences_of(*states).both
    pair = pair_of_turn(view.games, view.place.turn)
    halves = halves_of(view.games, pair) if pair else (None, None)
    lines: list[Line] = []
    for side, state, half in zip(view.games.sides, states, halves, strict=True):
        board = framed_board(state, framed, shape, glyphs, key_shown=view.key_shown)
        beside_it = _side(side, state, half, Size(width - framed_width(shape) - GAP, len(board)), glyphs)
        lines += gap if lines else []
        lines += beside((board, beside_it[: len(board)]), framed_width(shape))
    return lines


def _side(side: Side, state: GameState, half: TurnHalf | None, size: Size, glyphs: Glyphs) -> list[Line]:
    """Return what stands beside a board: which game it is of, the score, and the turn that led there."""
    scores = [
        (
            Span(f"{name_of(team):<5}", f"{team_style(team)}-strong"),
            Span(f"{state.words_left(team)} left"),
        )
        for team in TEAMS
    ]
    name = cut(glyphs.line(side.name), size.width, glyphs.cut)
    above = [(Span(side.title, "strong"),), (Span(name, "dim"),), *scores, EMPTY]
    moves = moves_of(half, glyphs) if half else []
    if len(above) + len(moves) > size.height:
        return [*above, *packed(moves, size.width)]
    return [*above, *(fit(move, size.width) for move in moves)]


def _notes(view: ComparisonView, width: int, glyphs: Glyphs) -> list[Line]:
    """Return what differs on the boards, what the games are to each other, and what people decided otherwise."""
    cards = different_cards(view.games, differences_of(*view.states), width, glyphs)
    lines = [*cards, *wrap((Span(relation_text(view.games), "dim"),), width)]
    for alternative in view.alternatives:
        lines += [EMPTY, *entry_lines(hindsight_entry(alternative, glyphs), width, glyphs.cut, glyphs.rule)]
    return lines


def _turns(view: ComparisonView, width: int, glyphs: Glyphs, *, all_spoken: bool = False) -> list[Line]:
    """Return every turn since the games parted; of the one that is looked at, or of all, also what was said."""
    lines: list[Line] = [EMPTY]
    for pair in view.games.comparison.turns:
        chosen = pair.number == view.place.turn
        lines.append(turn_heading(pair, width, glyphs, chosen=chosen))
        lines += turn_lines(view.games, pair, width, glyphs, spoken=chosen or all_spoken)
    return lines
