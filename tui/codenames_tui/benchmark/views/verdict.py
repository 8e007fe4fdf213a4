"""What a view of results comes to, in one sentence each; and what short headings stand for."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from codenames_core.game.config import Team
from codenames_core.game.state import Termination
from codenames_core.text.plurals import counted
from codenames_metrics.analysis.failures.lost_turns import LostTurn
from codenames_metrics.analysis.failures.turn_losses import LossSeat, TurnLosses
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.analysis.head_to_head import HeadToHead
from codenames_metrics.analysis.roles import RoleEntry
from codenames_metrics.analysis.standings import Place
from codenames_metrics.report.run_comparison import RunComparison
from codenames_metrics.report.turn_loss_table import SEATS
from codenames_metrics.tables.number_formats import format_percent
from codenames_tui.benchmark.views.results import spaced
from codenames_tui.ui.lines.plots import quantile
from codenames_tui.ui.lines.rows import Column, arranged

FEW_GAMES: Final = 100
"""Below so many games, win rates differ by chance by more than ten points."""
MOST_NAMED: Final = 3
"""Others that cannot be told apart and are named; more are counted."""


def verdict(places: Sequence[tuple[str, Place]]) -> str:
    """Return who wins most and whether that is settled, of a ranking with the best first; nothing where none is.

    Args:
        places: names, and their places.
    """
    if not places:
        return ""
    (who, best), others = places[0], places[1:]
    if not best.games:
        return "No game has finished yet."
    won = f"{who} won {format_percent(best.win_rate)} of {counted(best.games, 'game')}"
    alike = [name for name, _ in others if name in best.not_told_apart]
    if not others:
        said = f"{won}; nobody else is ranked."
    elif not alike and best.rank is None:
        said = f"{won}, more than {'any other' if len(others) > 1 else others[0][0]}, but is not shown to be better."
    elif not alike:
        said = f"{won}, more than {'any other' if len(others) > 1 else others[0][0]}."
    elif len(alike) == len(others):
        said = f"{won}, but no other one can be told apart from it yet."
    else:
        said = f"{won}, but cannot be told apart from {_any_of(alike)} yet."
    few = f" Fewer than {FEW_GAMES} games: a first impression." if best.games < FEW_GAMES else ""
    return said + few


def verdict_on_role(entries: Sequence[RoleEntry], role: str) -> str:
    """Return who is best in a role and whether that is settled, of a ranking with the best first."""
    if not entries:
        return ""
    best = entries[0]
    if best.rank is None:
        return f"{best.model} is ahead as {role} so far; who is better is decided at the end."
    if not best.not_told_apart:
        return f"{best.model} is the best {role}, told apart from every other."
    return f"{best.model} is ahead as {role}, but cannot be told apart from {_any_of(best.not_told_apart)} yet."


def _any_of(names: Sequence[str]) -> str:
    return " or ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} others"


def verdict_on_pairs(pairs: Sequence[HeadToHead]) -> str:
    """Return how many pairs are told apart, and which most clearly."""
    if not pairs:
        return ""
    apart = [pair for pair in pairs if pair.comparison.is_resolved and pair.win_rate is not None]
    if not apart:
        one = pairs[0]
        several = len(pairs) > 1
        return f"None of {len(pairs):,} pairs can be told apart yet." if several else _not_apart(one.first, one.second)
    clearest = max(apart, key=lambda pair: abs((pair.win_rate or 0.0) - 0.5))
    sides = [(clearest.first_wins, clearest.first), (clearest.second_wins, clearest.second)]
    (wins, winner), (losses, loser) = sorted(sides, reverse=True)
    won = f"{winner} beats {loser}{' most clearly' if len(apart) > 1 else ''}, by {wins:,} games to {losses:,}"
    return f"{won}." if len(pairs) == 1 else f"{len(apart):,} of {len(pairs):,} pairs are told apart: {won}."


def _not_apart(one: str, other: str) -> str:
    return f"{one} and {other} cannot be told apart yet."


class Touched(NamedTuple):
    """How often a line-up touched the assassin."""

    who: str
    assassins: int
    games: int


def verdict_on_spread(turns: Sequence[float], touched: Sequence[Touched]) -> str:
    """Return how long games usually are, and who touched the assassin most often.

    Args:
        turns: of each game.
        touched: of each line-up.
    """
    if not turns:
        return ""
    median = quantile(sorted(turns), 0.5)
    most = max(touched, key=lambda one: one.assassins / max(one.games, 1))
    assassin = (
        f"{most.who} hit the assassin most often, in {most.assassins:,} of {counted(most.games, 'game')}"
        if most.assassins
        else "nobody hit the assassin"
    )
    return f"Half of the games were over after {median:.0f} turns or fewer, and {assassin}."


def verdict_on_games(games: Sequence[GameResult]) -> str:
    """Return who won how many games, and how many ended at the assassin."""
    if not games:
        return ""
    won = {team: sum(game.winner is team for game in games) for team in Team}
    nobody = len(games) - sum(won.values())
    assassins = sum(game.termination is Termination.ASSASSIN for game in games)
    without = f", {nobody:,} had no winner" if nobody else ""
    return (
        f"Of {counted(len(games), 'game')}, red won {won[Team.RED]:,} and blue {won[Team.BLUE]:,}{without}, "
        f"and {assassins:,} ended at the assassin."
    )


def verdict_on_losses(losses: Sequence[TurnLosses]) -> str:
    """Return who lost the largest and the smallest share of turns, and why most of them."""
    shares = [(one.lost_turns / one.turns, one) for one in losses if one.turns]
    if not shares or not any(share for share, _ in shares):
        return ""
    share, worst = max(shares, key=lambda entry: entry[0])
    reason = max(worst.reasons, key=lambda one: one.turns).reason.label
    lost = f"{_seated(worst)} lost {format_percent(share)} of its turns, most often to “{reason}”"
    if len(shares) == 1:
        return f"{lost}."
    share, best = min(shares, key=lambda entry: entry[0])
    return f"{lost}, and {_seated(best)} the fewest, {format_percent(share)}."


def _seated(losses: TurnLosses) -> str:
    return losses.model if losses.seat is LossSeat.ALL else f"{losses.model} {SEATS[losses.seat]}"


def verdict_on_turns(turns: Sequence[LostTurn], model: str) -> str:
    """Return how many turns a model lost for a reason, and how far they fell short."""
    if not turns:
        return ""
    short = [turn.number - turn.found for turn in turns if turn.number is not None]
    lost = f"{model} lost {counted(len(turns), 'turn')} for this reason"
    return f"{lost}, {sum(short) / len(short):.1f} words short of the clue on average." if short else f"{lost}."


def verdict_on_runs(result: RunComparison) -> str:
    """Return in how many measures models of two runs differ, and in which most surely."""
    if not result.paired:
        return "Not the same boards, rules and prompts: no difference is tested."
    if not result.models:
        return ""
    apart = [entry for entry in result.models if entry.comparison.is_resolved]
    if not apart:
        return f"None of {counted(len(result.models), 'difference')} between the two runs can be shown."
    surest = max(apart, key=lambda entry: abs(entry.comparison.t or 0.0))
    differ = f"{spaced(surest.measure)} of {surest.first} and {surest.second}"
    counts = f"{len(apart):,} of {counted(len(result.models), 'difference')}"
    return f"{counts} between the two runs can be shown, first {differ}."


def legend(columns: Sequence[Column], width: int) -> str:
    """Return what the short headings stand for of the columns that there is room for."""
    shown = (columns[placed.place] for placed in arranged(columns, width))
    return " · ".join(f"{column.title}: {column.about}" for column in shown if column.about)
