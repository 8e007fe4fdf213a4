"""The part of a report on how each model was asked, and how fast and dear its answers were."""

from collections.abc import Iterator
from typing import Final

from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.asking import asked_as, asked_otherwise
from codenames_metrics.experiment.combos import Composition
from codenames_metrics.report.run_facts import RunFacts
from codenames_metrics.run_folder.ledger import ModelSpending
from codenames_metrics.tables.markdown import cell, table
from codenames_metrics.tables.number_formats import NOTHING

_UNKNOWN: Final = "unknown"


def asking_section(board: Leaderboard, facts: RunFacts) -> Iterator[str]:
    """Yield the section, if language models were asked."""
    models = [name for name in facts.players if name in facts.prompts]
    if not models:
        return
    yield "## How each model was asked"
    names = [
        "Model",
        "Answers",
        "Temperature",
        "Effort",
        "Max tokens",
        "Prompts",
        "Persona",
        "Further parameters",
        "Not accepted",
    ]
    yield table(names, [[name, *_ways(name, facts)] for name in models])
    costs = ["Model", "Seconds per answer", "US dollars per game", "US dollars per win"]
    yield table(costs, [[name, *_pace_and_cost(name, board, facts)] for name in models])
    yield (
        "A game here is that of one team, failed requests included; a win is what all games cost, divided by the games "
        "won against others. Where a price, or what a request used, is unknown, so are both."
    )


def _ways(name: str, facts: RunFacts) -> list[str]:
    ways = [asked_as(how) for how in facts.asked.get(name, ())]
    if not ways:
        return [_UNKNOWN] * 4 + [facts.prompts.get(name, NOTHING)] + [_UNKNOWN] * 3
    return [", then ".join(dict.fromkeys(way[key] for way in ways)) for key in ways[0]]


def _pace_and_cost(name: str, board: Leaderboard, facts: RunFacts) -> list[str]:
    seconds = f"{facts.seconds[name]:.1f}" if name in facts.seconds else _UNKNOWN
    spending = facts.spent.get(name)
    if spending is None or spending.unpriced or spending.unmetered:
        return [seconds, _UNKNOWN, _UNKNOWN]
    return [seconds, *_dollars(name, spending, board)]


def _dollars(name: str, spending: ModelSpending, board: Leaderboard) -> list[str]:
    """Return what a game and a win cost; neither can be told where a team is made of several models."""
    entry = next((entry for entry in board.overall.entries if entry.model == name), None)
    alone = all(count.composition is Composition.HOMOGENEOUS for count in board.cells)
    games = sum(count.finished * ((count.red == name) + (count.blue == name)) for count in board.cells)
    if not alone or not games:
        return [NOTHING, NOTHING]
    each = spending.known_cost_usd / games
    won = entry is not None and entry.wins > 0
    return [f"{each:.4f}", f"{each * entry.games / entry.wins:.4f}" if won and entry else NOTHING]


def asking_warnings(facts: RunFacts) -> Iterator[str]:
    """Yield what makes the models of a run hard to compare."""
    for name, ways in facts.asked.items():
        if len(ways) > 1:
            yield f"{cell(name)} was asked in {len(ways)} ways in the sessions of this run: see how each was asked."
    yield from (
        f"{cell(problem)}." for problem in asked_otherwise({name: ways[-1] for name, ways in facts.asked.items()})
    )
