"""Six ordinary designs, and games simulated by them with one line-up stronger and one weaker than the rest.

Games are drawn one by one with Python's own dice, and judged by the very tables of the report: nothing is shared with
what `codenames_metrics.analysis.resolution` computes but the model of a board.
"""

import math
import random
from collections.abc import Iterator
from typing import Any, Final

from codenames_core.game.config import Team
from codenames_metrics.analysis.head_to_head import head_to_head
from codenames_metrics.analysis.leaderboard import overall_comparisons
from codenames_metrics.analysis.resolution import FAVOUR, FIT, Contest, detectable_leads
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.statistics.comparison_families import PairwiseComparison

_NO_SCORES: Final = SideScore(*(None for _ in SideScore._fields))
_SPECS: Final = {"a": "vector:sharp", "b": "vector:bold", "c": "vector:noisy", "d": "vector:novice"}
_FOUR: Final = tuple(_SPECS)
DESIGNS: Final[dict[str, dict[str, Any]]] = {
    "two models": {"models": _FOUR[:2], "seeds": {"count": 100}},
    "four models": {"models": _FOUR, "seeds": {"count": 50}},
    "four models, two modes": {"models": _FOUR, "seeds": {"count": 30}, "game_modes": ["standard", "single_guesser"]},
    "three games on each board": {"models": _FOUR[:3], "seeds": {"count": 25}, "games_per_config": 3},
    "one side only": {"models": _FOUR[:2], "seeds": {"count": 100}, "matchups": "explicit", "pairs": [["a", "b"]]},
    "mixed cluers": {"models": _FOUR[:3], "seeds": {"count": 30}, "team_compositions": ["mixed_cluer"]},
}


def plan_of(name: str) -> Plan:
    """Return the plan of one of `DESIGNS`."""
    design = DESIGNS[name]
    models = {model: {"spec": spec} for model, spec in _SPECS.items() if model in design["models"]}
    return Plan(ExperimentConfig(**{"name": "design", "model": models, "matchups": "round_robin", **design}))


def power(name: str, runs: int, *, first_run: int = 0) -> Iterator[tuple[str, float]]:
    """Yield how often each table of a design finds the difference that it is promised to find in 80 % of runs."""
    plan = plan_of(name)
    for what, contest, lead in detectable_leads(plan):
        found = sum(_is_found(plan, what, contest, lead, random.Random(first_run + run)) for run in range(runs))
        yield what, found / runs


def _is_found(plan: Plan, what: str, contest: Contest, lead: float, dice: random.Random) -> bool:
    games = list(_games(plan, contest, lead, dice))
    wanted = {contest.first.name, contest.second.name}
    for comparison in _comparisons(plan, what, contest, games):
        if {comparison.first, comparison.second} == wanted:
            better = comparison.first if (comparison.difference or 0.0) > 0 else comparison.second
            return bool(comparison.is_resolved) and better == contest.first.name
    raise ValueError(f"{wanted} are not compared in {what}")


def _comparisons(plan: Plan, what: str, contest: Contest, games: list[Score]) -> Iterator[PairwiseComparison]:
    planned = PlannedGames(plan.cells, dict.fromkeys(plan.cells, plan.games_per_cell))
    if what == "head to head":
        mode = plan.cells[contest.first_games[0][0]].mode
        yield from (pair.comparison for pair in head_to_head(games, planned) if pair.mode is mode)
    else:
        yield from overall_comparisons(games, planned, plan.cells[contest.first_games[0][0]].combo.composition)


def _games(plan: Plan, contest: Contest, lead: float, dice: random.Random) -> Iterator[Score]:
    strength = {contest.first: lead / 2, contest.second: -lead / 2}
    for board in range(len(plan.config.seeds)):
        favour = dice.gauss(0.0, FAVOUR)
        fits = {side: dice.gauss(0.0, FIT) for cell in plan.cells for side in (cell.combo.red, cell.combo.blue)}
        for cell in plan.cells:
            red, blue = cell.combo.red, cell.combo.blue
            odds = strength.get(red, 0.0) - strength.get(blue, 0.0) + favour + fits[red] - fits[blue]
            for _ in range(plan.config.games_per_config):
                winner = Team.RED if dice.random() < 1 / (1 + math.exp(-odds)) else Team.BLUE
                yield Score(cell, str(board), winner, Team.RED, dict.fromkeys(Team, _NO_SCORES))
