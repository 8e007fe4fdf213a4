"""Two games as text from where they part: the verdict first, then turn by turn, then how well each was played."""

from collections.abc import Iterator

from codenames_core.text.plurals import counted
from codenames_metrics.game.side_by_side import TurnPair
from codenames_tui.game.forks.board_pair import Differences, differences_of
from codenames_tui.game.forks.games import Side, TwoGames
from codenames_tui.game.forks.metric_lines import metric_lines
from codenames_tui.game.forks.turn_lines import beside, column_width, turn_heading, turn_lines
from codenames_tui.game.forks.verdict_lines import relation_text, verdict_line
from codenames_tui.ui.lines.lines import EMPTY, Glyphs, Line, Span, team_style, wrap
from codenames_tui.ui.wording import name_of, verdict, words_left


def comparison_lines(games: TwoGames, width: int, glyphs: Glyphs) -> Iterator[Line]:
    """Yield the lines of a comparison: two columns, together at most `width` cells wide; at least 40 are used."""
    width = max(width, 40)
    column = column_width(width)
    yield from wrap(verdict_line(games, glyphs), width)
    yield from wrap((Span(relation_text(games), "dim"),), width)
    yield from different_cards(games, differences_of(games.first.end, games.second.end), width, glyphs)
    yield EMPTY
    yield from beside((_head(side, column, glyphs) for side in games.sides), column)
    for pair in games.comparison.turns:
        yield EMPTY
        yield turn_heading(pair, width, glyphs)
        yield from turn_lines(games, pair, width, glyphs, spoken=True)
    yield EMPTY
    yield from metric_lines(games, width, glyphs)


def _head(side: Side, width: int, glyphs: Glyphs) -> list[Line]:
    """Return what a column begins with: which game it is, who plays, and how it ended."""
    named = (Span(side.title, "strong"), Span(f"  {glyphs.line(side.name)}", "dim"))
    players = [
        (Span(f"{name_of(team)} ", f"{team_style(team)}-strong"), Span(glyphs.line(label)))
        for team, label in side.agents.items()
    ]
    turns = counted(side.end.turn.number, "turn")
    ending = (Span(f"{verdict(side.outcome, side.end)} {words_left(side.end)}, after {turns}."),)
    return [line for part in (named, *players, ending) for line in wrap(part, width, 2)]


def different_cards(games: TwoGames, differences: Differences, width: int, glyphs: Glyphs) -> list[Line]:
    """Return which cards lie face up in one of the games alone."""
    spans: list[Span] = []
    for side, indexes in zip(games.sides, differences, strict=True):
        if not indexes:
            continue
        begin = f" {glyphs.dot} only" if spans else "Only"
        spans.append(Span(f"{begin} in the {side.title.lower()}: ", "dim"))
        for number, index in enumerate(sorted(indexes)):
            word = side.end.board.words[index]
            card = side.end.board.key[word]
            spans.append(Span(f"{', ' if number else ''}{glyphs.line(word)} ({card.value})", card.value))
    return wrap(tuple(spans), width) if spans else [(Span("The same cards are revealed.", "dim"),)]


def pair_of_turn(games: TwoGames, number: int | None) -> TurnPair | None:
    """Return the turn of that number, if it is one after the games parted."""
    return next((pair for pair in games.comparison.turns if pair.number == number), None)
