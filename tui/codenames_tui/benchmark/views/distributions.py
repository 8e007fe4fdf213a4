"""How long the games of each line-up are, and how well it works together: small histograms."""

from collections.abc import Sequence
from typing import Final

from codenames_core.game.config import TEAMS, Team
from codenames_core.game.state import Termination
from codenames_metrics.analysis.game_results import GameResult
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.tables.number_formats import NOTHING, format_number
from codenames_tui.benchmark.views.results import DrillDown, Filter, ResultsTable, brief, mode_title
from codenames_tui.benchmark.views.verdict import Touched, verdict_on_spread
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.plots import histogram, quantile, spark
from codenames_tui.ui.lines.rows import Column

_SPREADS: Final = (
    Column("who", 18, grows=True),
    Column("games", 6, right=True),
    Column("turns of a game", 16),
    Column("5 % - median - 95 %", 19, right=True, rank=2),
    Column("coordination", 16, rank=1),
    Column("5 % - median - 95 %", 20, right=True, rank=3),
    Column("assassin", 8, right=True, rank=1),
)


def distributions(games: Sequence[GameResult], plan: Plan, chosen: Filter, glyphs: Glyphs) -> ResultsTable:
    """Return how long games of each line-up are, and how well it works together, as small histograms."""
    spreads: dict[str, _Spread] = {}
    for cell in plan.cells:
        if chosen.includes(cell):
            for team in TEAMS:
                spreads.setdefault(cell.lineup(team).name, _Spread()).cells.add(cell)
    for game in games:
        cell = plan.cell_of(game.place)
        if chosen.includes(cell):
            for team in TEAMS:
                spreads[cell.lineup(team).name].add(game, team)
    longest = max((game.turns for game in games), default=1)
    names = list(spreads)
    about = {
        "turns of a game": f"0 to {longest}",
        "coordination": "0 to 1",
        "assassin": "games in which it was hit",
    }
    counted = [game.turns for game in games if chosen.includes(plan.cell_of(game.place))]
    return ResultsTable(
        f"Turns and coordination, {mode_title(chosen.mode)}",
        tuple(column._replace(about=about.get(column.title, column.about)) for column in _SPREADS),
        len(names),
        lambda row: spreads[names[row]].cells_shown(brief(names[row], plan.config.models), longest, glyphs),
        lambda row: DrillDown(names[row], frozenset(spreads[names[row]].cells)),
        pictures=frozenset({2, 4}),
        verdict=verdict_on_spread(
            counted, [Touched(name, one.assassins, len(one.turns)) for name, one in spreads.items()]
        ),
    )


class _Spread:
    """What is gathered for one line-up, over its sides of all games."""

    def __init__(self) -> None:
        self.cells: set[Cell] = set()
        self.turns: list[float] = []
        self.scores: list[float] = []
        self.assassins = 0

    def add(self, game: GameResult, team: Team) -> None:
        self.turns.append(game.turns)
        if (share := game.coordination(team)) is not None:
            self.scores.append(share)
        lost = game.winner is not None and game.winner is not team
        self.assassins += lost and game.termination is Termination.ASSASSIN

    def cells_shown(self, name: str, longest: int, glyphs: Glyphs) -> tuple[Span, ...]:
        return (
            Span(name),
            Span(f"{len(self.turns):,}"),
            Span(spark(histogram(self.turns, 0, longest), glyphs), "accent"),
            Span(_three(self.turns, 0)),
            Span(spark(histogram(self.scores, 0, 1), glyphs), "accent"),
            Span(_three(self.scores, 2)),
            Span(f"{self.assassins:,}"),
        )


def _three(values: Sequence[float], digits: int) -> str:
    ordered = sorted(values)
    return (
        " - ".join(format_number(quantile(ordered, share), digits) for share in (0.05, 0.5, 0.95))
        if values
        else NOTHING
    )
