"""A small suite and a small probe of a recorded game, answered by offline agents. Helpers of the tests here."""

import asyncio
from pathlib import Path

from tests.agents.players import no_wait
from tests.laboratory.lab import recorded

from codenames_core.files.record import EpisodeRecord
from codenames_metrics.laboratory.asking.laboratory import Laboratory
from codenames_metrics.laboratory.asking.positions import Kind, decisions_in, fresh_decisions_in
from codenames_metrics.laboratory.probes.arms import parse_arms
from codenames_metrics.laboratory.probes.plan import ProbePlan
from codenames_metrics.laboratory.probes.running import open_probe_folder, run_probe
from codenames_metrics.laboratory.suites.plan import SuitePlan, planned
from codenames_metrics.laboratory.suites.running import open_suite_folder, run_suite
from codenames_metrics.laboratory.suites.suite_file import Suite

MODELS = ("vector:novice", "vector:balanced", "random")
PANEL = ("vector:novice", "random")


def game() -> EpisodeRecord:
    """A recorded game that is always called the same."""
    return recorded().model_copy(update={"episode_id": "93cf1957-a-game"})


def small_suite() -> Suite:
    """A suite of the recorded game."""
    counts = {Kind.GUESS: 6, Kind.CLUE: 3, Kind.MESSAGE: 2}
    positions = [
        one for kind, most in counts.items() for one in list(fresh_decisions_in(game(), kind, talk=False))[:most]
    ]
    return Suite("spring", tuple(positions), {"seed": 1})


def small_plan() -> SuitePlan:
    """Three agents who answer it."""
    return planned(small_suite(), MODELS, PANEL)


def answered_suite(folder: Path) -> Path:
    """Have the suite answered in a folder."""
    plan = small_plan()

    async def ask() -> None:
        with open_suite_folder(folder, small_suite(), plan) as lab:
            async with Laboratory(lab, sleep=no_wait) as laboratory:
                await run_suite(laboratory, plan)

    asyncio.run(ask())
    return folder


def answered_probe(folder: Path) -> Path:
    """Have decisions of the recorded game asked again in a folder."""
    arms = parse_arms(["unheard", "model=random"], Kind.GUESS)
    plan = ProbePlan(Kind.GUESS, tuple(decisions_in(game(), Kind.GUESS))[:5], arms, 2)

    async def ask() -> None:
        with open_probe_folder(folder, plan) as lab:
            async with Laboratory(lab, sleep=no_wait) as laboratory:
                await run_probe(laboratory, plan)

    asyncio.run(ask())
    return folder
