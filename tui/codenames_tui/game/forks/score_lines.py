"""How far both teams were in two games: the words left where they part, and after each turn since."""

from typing import Final

from codenames_core.game.config import TEAMS
from codenames_tui.game.forks.games import Positions, Side, TwoGames, places
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, team_style
from codenames_tui.ui.wording import name_of

_LABEL: Final = 19
_SIDE: Final = 14


def score_lines(games: TwoGames, step: int, glyphs: Glyphs) -> list[Line]:
    """Return a table with a row for each of the places; the one of index `step` is marked."""
    titles = [cut(side.title.lower().removesuffix(" game"), _SIDE, glyphs.cut) for side in games.sides]
    heading = f"{'words left':<{_LABEL}}" + "".join(f"{title:<{_SIDE}}" for title in titles)
    rows = [_row(place, games, glyphs, chosen=index == step) for index, place in enumerate(places(games))]
    return [(Span(heading, "dim"),), *rows]


def _row(place: Positions, games: TwoGames, glyphs: Glyphs, *, chosen: bool) -> Line:
    text = "where they part" if place.turn is None else f"after turn {place.turn}"
    mark = glyphs.to_move if chosen else " "
    label = Span(f"{mark} {text}".ljust(_LABEL), "accent" if chosen else "dim")
    return (label, *_left(games.first, place.first_at), *_left(games.second, place.second_at))


def _left(side: Side, at: int) -> tuple[Span, ...]:
    state = side.timeline.state_at(at)
    spans = [Span(f"{name_of(team)[0]} {state.words_left(team)}  ", team_style(team)) for team in TEAMS]
    return (*spans, Span(" " * (_SIDE - sum(len(span.text) for span in spans))))
