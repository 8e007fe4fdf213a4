"""How two games compare in a sentence: who wins each, and how much closer the other one came."""

from collections.abc import Iterator
from typing import Final

from codenames_core.game.config import TEAMS
from codenames_core.text.plurals import counted
from codenames_metrics.game.side_by_side import Relation
from codenames_tui.game.forks.games import Side, TwoGames
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, team_style
from codenames_tui.ui.wording import name_of

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_RELATIONS: Final = {
    Relation.SECOND_IS_FORK: "Original (left) and fork (right)",
    Relation.FORKS_OF_ONE: "Two forks of one game",
    Relation.ONE_BOARD: "Two games on one board",
}


def verdict_line(games: TwoGames, glyphs: Glyphs) -> Line:
    """Return who wins each game and what is different: "Original: RED wins · Fork: RED wins, BLUE one word closer"."""
    first, second = games.sides
    between = Span(f" {glyphs.dot} ", "dim")
    return (*_result(first), between, *_result(second), Span("".join(f", {change}" for change in _changes(games))))


def _result(side: Side) -> tuple[Span, Span]:
    winner = side.outcome.winner if side.outcome else None
    if winner is not None:
        said = Span(f"{name_of(winner)} wins", f"{team_style(winner)}-strong")
    else:
        said = Span("nobody wins" if side.outcome else "not finished", "strong")
    return Span(f"{side.title}: ", "dim"), said


def _changes(games: TwoGames) -> Iterator[str]:
    """Yield what the second game has otherwise: words that are left, else its length."""
    first, second = games.first.end, games.second.end
    differences = {team: first.words_left(team) - second.words_left(team) for team in TEAMS}
    for team, words in differences.items():
        has_won = second.winner is team and not second.words_left(team)
        if words and not has_won:
            where = "closer" if words > 0 else "further away"
            yield f"{name_of(team)} {_in_words(abs(words), 'word')} {where}"
    turns = second.turn.number - first.turn.number
    if games.comparison.first_difference is None:
        yield "move by move the same"
    elif turns and not any(differences.values()):
        yield f"{_in_words(abs(turns), 'turn')} {'later' if turns > 0 else 'earlier'}"
    elif not any(differences.values()):
        yield "with the same score"


def _in_words(count: int, noun: str) -> str:
    number, _, rest = counted(count, noun).partition(" ")
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else number} {rest}"


def relation_text(games: TwoGames) -> str:
    """Return what the games are to each other, and for how long they are the same."""
    comparison = games.comparison
    alike = f"identical up to event {comparison.branching_point}{_longer(games)}"
    rules = f". They differ in {', '.join(comparison.rules)}" if comparison.rules else ""
    return f"{_RELATIONS[comparison.relation]}; {alike}{rules}"


def _longer(games: TwoGames) -> str:
    comparison = games.comparison
    if comparison.first_difference is None:
        return " and to the end"
    later = comparison.first_difference - comparison.branching_point
    return f" (and, as it happens, for {later} more)" if later else ""
