"""What tests of the laboratory share: a few recorded games, and laboratories in a folder."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.agents.players import no_wait

from codenames_agents.catalogue import build_team, team_seed
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import AgentConfig, GameConfig, TeamConfig
from codenames_core.play.episode import run_episode
from codenames_metrics.laboratory.asking.lab_folder import opened
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabProgress
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, fresh_decisions_in
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion, line_up_for

NOVICE: Final = "vector:novice"


@cache
def recorded(seed: int = 3, red: str = "vector:balanced", blue: str = NOVICE, turns: int = 6) -> EpisodeRecord:
    """The record of a short game of offline agents."""
    teams = [build_team(spec, seed=team_seed(seed)) for spec in (red, blue)]
    game = run_episode(GameConfig(seed=seed, max_turns=turns, max_rounds=1), *teams)
    with ThreadPoolExecutor(1) as thread:  # a test may have a loop of its own
        return thread.submit(asyncio.run, game).result()


def fresh(kind: Kind, count: int = 4, *, talk: bool = False) -> list[RecordedPosition]:
    """Some positions of the recorded game."""
    return list(fresh_decisions_in(recorded(), kind, talk=talk))[:count]


def asked(positions: Iterable[RecordedPosition], *specs: str, repeats: int = 1) -> list[LabQuestion]:
    """The questions of some positions to some agents."""
    return [
        LabQuestion(
            AnswerKey(one.id, spec, repeat), one.state, one.ask, line_up_for(AgentConfig.parse(spec), one.id, repeat)
        )
        for one in positions
        for spec in specs
        for repeat in range(repeats)
    ]


def _line_up(spec: str, position: RecordedPosition, repeat: int) -> TeamConfig:
    return line_up_for(AgentConfig.parse(spec), position.id, repeat)


async def answered(folder: Path, questions: Iterable[LabQuestion], **options: Any) -> tuple[LabProgress, Laboratory]:
    """Have questions answered in a folder, and return how far that came."""
    with opened(folder, "suite", "test", dict) as lab:
        async with Laboratory(lab, **{"sleep": no_wait, **options}) as laboratory:
            await laboratory.ask(questions)
            laboratory.finish()
        return laboratory.progress, laboratory
