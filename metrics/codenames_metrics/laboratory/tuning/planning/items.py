"""Positions that prompts are tried in: offline partners play a game on each board, and decisions are drawn from it."""

import random
from collections.abc import Sequence
from typing import Final

from codenames_agents.catalogue import build_team, team_seed
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, TeamConfig
from codenames_core.play.episode import run_episode
from codenames_core.support.errors import InputError
from codenames_metrics.experiment.plan import load_words
from codenames_metrics.laboratory.asking.positions import RecordedPosition, fresh_decisions_in
from codenames_metrics.laboratory.tuning.planning.plan import TunePlan

TEST_PER_BOARD: Final = 4
"""Positions of each kind on a board of the test: many on a board cost little, and boards are few."""


async def search_items(plan: TunePlan) -> list[RecordedPosition]:
    """Return the positions of the search: so many, board after board, one of each kind, and again if need be.

    Raises:
        InputError: games of the partners have none.
    """
    found: list[RecordedPosition] = []
    kinds = plan.kinds
    per_board = -(-plan.items // (len(plan.splits.search) * len(kinds)))
    for place, seed in enumerate(plan.splits.search):
        if len(found) >= plan.items:
            break
        found += await _drawn(plan, seed, _pair(plan.partners, place), per_board)
    return _some(found, "search")[: plan.items]


async def held_out_items(plan: TunePlan) -> list[RecordedPosition]:
    """Return the positions of the test: boards and partners that the search has not seen.

    Raises:
        InputError: games of the partners have none.
    """
    found: list[RecordedPosition] = []
    for place, seed in enumerate(plan.splits.test):
        found += await _drawn(plan, seed, _pair(plan.test_partners, place), TEST_PER_BOARD)
    return _some(found, "test")


def _some(found: list[RecordedPosition], part: str) -> list[RecordedPosition]:
    if not found:
        raise InputError(f"games of the partners have no position for the {part}; name other partners, or more seeds")
    return found


def _pair(partners: Sequence[AgentConfig], place: int) -> tuple[AgentConfig, AgentConfig]:
    return partners[place % len(partners)], partners[(place + 1) % len(partners)]


async def _drawn(
    plan: TunePlan, seed: int, pair: tuple[AgentConfig, AgentConfig], count: int
) -> list[RecordedPosition]:
    """Return so many positions of each kind on a board, drawn from a game of two partners."""
    words = load_words(plan.config)
    config = plan.config.game(plan.config.game_modes[0], seed, words.name)
    teams = [build_team(TeamConfig.homogeneous(one), config.mode, seed=team_seed(seed)) for one in pair]
    record = await run_episode(config, *teams, board=deal(config, words))
    rng = random.Random(f"positions of a tune:{plan.seed}:{seed}")
    found: list[RecordedPosition] = []
    for kind in plan.kinds:
        positions = {one.id: one for one in fresh_decisions_in(record, kind, talk=False)}
        found += rng.sample(list(positions.values()), min(count, len(positions)))
    return found
