"""The header that the journal, and later the record, of a benchmark's game begins with."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Final

from pydantic import JsonValue

from codenames_agents.catalogue import team_as_recorded
from codenames_core.files.journal import Header
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.game.board import Board, deal
from codenames_core.game.config import TEAMS, GameConfig
from codenames_core.support.frozen import construct_unchecked
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.manifest import version_of

_KEPT_BOARDS: Final = 64
"""Games that follow each other in a plan share a board, so that few boards are dealt twice."""


class GameHeaders:
    """Makes the headers of a plan's games.

    Args:
        plan: of the run.
        now: the time of day.
    """

    def __init__(self, plan: Plan, now: Callable[[], datetime]) -> None:
        self._plan = plan
        self._now = now
        self._deal = lru_cache(_KEPT_BOARDS)(self._dealt)

    def header(self, job: Job) -> Header:
        """Return the header of a game that begins now."""
        return construct_unchecked(
            Header,
            {
                "schema_version": SCHEMA_VERSION,
                "episode_id": job.episode_id,
                "config": job.config,
                "board": self._deal(job.config),
                "teams": {team: team_as_recorded(job.teams[team]) for team in TEAMS},
                "parent": None,
                "metadata": self._metadata(job),
            },
        )

    def _metadata(self, job: Job) -> dict[str, JsonValue]:
        return {
            "created": self._now().isoformat(timespec="seconds"),
            "app_version": version_of("codenames-tui"),
            "word_list_sha256": self._plan.words.sha256,
            "benchmark": {
                "name": self._plan.config.name,
                "id": self._plan.benchmark_id,
                "key": job.key,
                "composition": str(job.cell.combo.composition),
                "red": list(job.cell.combo.red.models),
                "blue": list(job.cell.combo.blue.models),
                "repeat": job.repeat,
                **({"arm": job.cell.arm} if job.cell.arm else {}),
            },
        }

    def _dealt(self, config: GameConfig) -> Board:
        return deal(config, self._plan.words)
