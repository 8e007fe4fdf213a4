"""How blind games are won: the exact odds of touching one word a turn or more, and what comes of them at the table.

Where no player has the key, the cards come up in an order in which every one is as likely as any other. What is left to
choose is how many words a team touches in a turn before it stops. What comes of play should agree with
the exact odds.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from benchmarks.figures import Figure
from codenames_agents.catalogue import build_team
from codenames_core.game.agent import AnyCluerView, ClueAnswer, PenaltyAnswer, TeamAgents
from codenames_core.game.config import GameConfig, Team
from codenames_core.game.events import Clue
from codenames_core.play.episode import run_episode

BOARDS = 500
FIRST_DEAL = (9, 8, 7, 1)
"""Words of the team that begins, of the other, neutral ones, and the assassin."""
MANY = 9


@cache
def wins(own: int, other: int, neutral: int, assassin: int, touches: int, plan: int, opponents: int) -> float:
    """Return the chance that the team to move wins.

    Args:
        own: its words that are face down.
        other: those of the other team.
        neutral: neutral words that are face down.
        assassin: 1 while there is one.
        touches: how many words it still touches in this turn, if none of them ends it.
        plan: how many it touches in each later turn.
        opponents: how many the other team does.
    """
    cards = own + other + neutral + assassin

    def passed_on(own: int, other: int, neutral: int) -> float:
        return 1 - wins(other, own, neutral, assassin, opponents, opponents, plan)

    chance = 0.0
    if own == 1:
        chance += 1 / cards
    elif own:
        goes_on = touches > 1
        after = wins(own - 1, other, neutral, assassin, touches - 1, plan, opponents) if goes_on else None
        chance += own / cards * (passed_on(own - 1, other, neutral) if after is None else after)
    if other > 1:
        chance += other / cards * passed_on(own, other - 1, neutral)
    if neutral:
        chance += neutral / cards * passed_on(own, other, neutral - 1)
    return chance


def exact(plan: int, opponents: int, *, assassin: int = 1) -> float:
    """Return the chance that one plan beats another, over both sides of the board."""
    first, second, neutral, _ = FIRST_DEAL
    neutral += 1 - assassin
    begins = wins(first, second, neutral, assassin, plan, plan, opponents)
    follows = 1 - wins(first, second, neutral, assassin, opponents, opponents, plan)
    return (begins + follows) / 2


class Asking:
    """A cluer whose clues are given another number."""

    def __init__(self, cluer: Any, number: int) -> None:
        self._cluer, self._number = cluer, number

    async def generate_clue(self, view: AnyCluerView) -> ClueAnswer:
        """Return the other's clue, for as many words as this one wants."""
        answer, trace = await self._cluer.generate_clue(view)
        return (Clue(answer.word, self._number) if isinstance(answer, Clue) else answer), trace

    async def choose_penalty(self, view: AnyCluerView) -> PenaltyAnswer:
        """Return what the other chooses."""
        penalty: PenaltyAnswer = await self._cluer.choose_penalty(view)
        return penalty


def team(cluer: str, seed: int) -> TeamAgents:
    """Return guessers of the usual style with a cluer: `vector`, `random`, or a number of words."""
    usual = build_team("vector", seed=seed)
    if cluer.isdecimal():
        return replace(usual, cluer=Asking(usual.cluer, int(cluer)))
    return replace(usual, cluer=build_team(cluer, seed=seed).cluer)


def measured(one: str, other: str, seed: int) -> float:
    """Return the share of the games that `one` wins on a board from both sides; half a win for a draw."""
    config, won = GameConfig(seed=seed, blind=True), []
    for side in Team:
        ours, theirs = team(one, 2 * seed), team(other, 2 * seed + 1)
        record = asyncio.run(run_episode(config, *((ours, theirs) if side is Team.RED else (theirs, ours))))
        won.append(0.5 if record.winner is None else float(record.winner is side))
    return fmean(won)


def figures(quick: bool) -> Iterator[Figure]:
    """Return the exact odds of one word a turn, and what the offline cluer wins, which points at one."""
    for assassin in (1, 0):
        for opponents in (1, 2, 3, MANY):
            name = f"exact: one word a turn against {opponents}{'' if assassin else ', no assassin'}"
            yield Figure(name, exact(1, opponents, assassin=assassin) * 100, "% wins")
    boards = BOARDS // 10 if quick else BOARDS
    for other in ("vector", "2", "3", "random"):
        shares = [measured("vector", other, seed) for seed in range(boards)]
        about = f"{boards} boards from both sides, +- {196 * stdev(shares) / sqrt(boards):.1f}"
        yield Figure(f"played: against {other}", fmean(shares) * 100, "% wins", about=about)
