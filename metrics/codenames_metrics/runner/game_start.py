"""How a game of a benchmark begins: with a new journal, or with the one that an earlier attempt has left."""

import contextlib
import os
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import JsonValue

from codenames_agents.catalogue import team_as_recorded
from codenames_core.files.journal import Header, JournalWriter, Played
from codenames_core.files.schema import SCHEMA_VERSION
from codenames_core.game.board import Board, deal
from codenames_core.game.config import TEAMS, GameConfig
from codenames_core.play.episode import resume_journal
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError
from codenames_core.support.frozen import construct_unchecked
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.manifest import version_of

BROKEN_SUFFIX: Final = ".broken"
"""Of a journal that cannot be gone on with; its game begins anew."""
_BOARDS_AT_HAND: Final = 64
"""Games that follow each other in a plan are played on one board."""


class OpenedGame(NamedTuple):
    """A game that can be played, or gone on with."""

    header: Header
    writer: JournalWriter
    played: Played
    begun: bytes = b""
    """All of its journal, where this is the beginning; else it is on the disk alone."""


class GameOpener:
    """Lets the games of a plan begin.

    Args:
        folder: of the results.
        plan: of the run.
        now: the time of day.
    """

    def __init__(self, folder: Path, plan: Plan, now: Callable[[], datetime]) -> None:
        self._folder = str(folder / EPISODES)
        self._plan = plan
        self._now = now
        self._deal = lru_cache(_BOARDS_AT_HAND)(self._dealt)

    def seat(self, job: Job) -> OpenedGame:
        """Begin a journal, or go on with the one of an earlier attempt.

        Raises:
            StorageError: the disk refused, or another process writes it.
        """
        path = os.path.join(self._folder, self._plan.journal_name(job.index))
        header = self._header(job)
        try:
            return self._new(path, header)
        except FileInTheWayError:
            with contextlib.suppress(EpisodeFileError):
                journal, writer = resume_journal(path)
                if journal.header.episode_id == job.episode_id:
                    return OpenedGame(journal.header, writer, journal.played)
                writer.close()
            os.replace(path, path + BROKEN_SUFFIX)
            return self._new(path, header)

    def _new(self, path: str, header: Header) -> OpenedGame:
        writer = JournalWriter(path, header)
        return OpenedGame(header, writer, Played(), writer.first_line)

    def _header(self, job: Job) -> Header:
        metadata: dict[str, JsonValue] = {
            "created": self._now().isoformat(timespec="seconds"),
            "app_version": version_of("codenames-tui"),
            "word_list_sha256": self._plan.words.sha256,
            "benchmark": {
                "name": self._plan.config.name,
                "id": self._plan.benchmark_id,
                "game": job.index + 1,
                "key": job.key,
                "composition": str(job.cell.combo.composition),
                "red": list(job.cell.combo.red.models),
                "blue": list(job.cell.combo.blue.models),
                "repeat": job.repeat,
            },
        }
        return construct_unchecked(
            Header,
            {
                "schema_version": SCHEMA_VERSION,
                "episode_id": job.episode_id,
                "config": job.config,
                "board": self._deal(job.config),
                "teams": {team: team_as_recorded(job.teams[team]) for team in TEAMS},
                "parent": None,
                "metadata": metadata,
            },
        )

    def _dealt(self, config: GameConfig) -> Board:
        return deal(config, self._plan.words)
