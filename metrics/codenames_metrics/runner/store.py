"""The files of a run: what an earlier session has left, journals of running games, records of finished ones, and logs.

A run may be killed at any byte. A game is in its journal until its record is on the disk for good, so that at any
moment at least one of them is whole; logs grow by whole lines, and a torn last line is cut off when they are opened.
"""

import contextlib
import os
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, Self

from codenames_agents.models.asking import HowAsked
from codenames_core.files.journal import Header, JournalWriter, Played
from codenames_core.files.untrusted_files import refusal
from codenames_core.play.episode import resume_journal
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.estimate import cost_if_free
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.durable_writes import GroupCommit
from codenames_metrics.run_folder.failures import FailureLog, FailureRow
from codenames_metrics.run_folder.ledger import Ledger
from codenames_metrics.run_folder.lock import FolderLock
from codenames_metrics.run_folder.manifest import Manifest, with_progress, write_config, write_manifest
from codenames_metrics.run_folder.metrics_cache import metrics_line, open_metrics_cache
from codenames_metrics.run_folder.open_questions import OpenQuestions
from codenames_metrics.run_folder.progress import Progress
from codenames_metrics.run_folder.run_snapshot import RunSnapshot, remove_snapshot, write_snapshot
from codenames_metrics.runner.game_header import GameHeaders
from codenames_metrics.runner.game_task import FinishedGame
from codenames_metrics.runner.recovery import charge_orphaned_requests, scan_run_folder

BROKEN_SUFFIX: Final = ".broken"
"""Of a journal that cannot be resumed; its game begins from the start."""


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game that can be played, from its beginning or from where an earlier attempt stopped."""

    index: int
    """Its place in the plan, from 0."""
    header: Header
    writer: JournalWriter
    played: Played
    begun: bytes = b""
    """The whole journal so far, where this attempt is the first; else it is on the disk alone."""


@dataclass(frozen=True, slots=True)
class _Commit:
    """A finished game whose record is on its way to the disk."""

    index: int
    journal: JournalWriter
    metrics: bytes


class RunStore:
    """Reads and writes the folder of a run; see `recover`."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        manifest: Manifest,
        finished: Sequence[int],
        *,
        files: ExitStack,
        now: Callable[[], datetime],
        on_commit: Callable[[Sequence[int]], object],
    ) -> None:
        self.finished = finished
        """Places of the games that earlier sessions have finished."""
        self.ledger = files.enter_context(closing(Ledger(folder, plan.config.model)))
        charge_orphaned_requests(folder, self.ledger, partial(cost_if_free, plan.config))
        self.open_questions = files.enter_context(closing(OpenQuestions(folder)))
        self._failures = files.enter_context(closing(FailureLog(folder)))
        self._measured = files.enter_context(closing(open_metrics_cache(folder)))
        self._folder = folder
        self._episodes = str(folder / EPISODES)
        self._plan = plan
        self._manifest = manifest
        self._now = now
        self._on_commit = on_commit
        self._headers = GameHeaders(plan, now)
        self._resumed: set[int] = set()
        """Places of the games whose present attempt goes on with a journal."""
        self._commits: GroupCommit[_Commit] = GroupCommit(folder / EPISODES, self._committed)

    @classmethod
    @contextmanager
    def recover(
        cls,
        folder: Path,
        plan: Plan,
        *,
        now: Callable[[], datetime],
        on_commit: Callable[[Sequence[int]], object],
        may_grow: bool = False,
    ) -> Iterator[Self]:
        """Lock a run folder, see what earlier sessions have left in it, and let it be used within this context.

        Args:
            folder: made if it does not exist.
            plan: of the run.
            now: the time of day.
            on_commit: is given the places of games that have been kept for good, all that were at one moment.
            may_grow: whether the plan may hold further games beside those that were begun in the folder.

        Raises:
            InputError: the folder holds another experiment, or another process works in it.
            StorageError: the disk refused.
        """
        with ExitStack() as files:
            files.callback(FolderLock(folder).release)
            files.callback(remove_snapshot, folder)
            scan = scan_run_folder(folder, plan, now, may_grow=may_grow)
            manifest = scan.manifest.resumed()
            finished = array("l", scan.done)
            store = cls(folder, plan, manifest, finished, files=files, now=now, on_commit=on_commit)
            write_config(folder, plan)
            del scan  # of a large plan it would fill memory for as long as the run takes
            yield store

    def start(self, job: Job) -> StartedGame:
        """Open the journal of a game: a new one, or the one that an earlier attempt has left.

        Raises:
            StorageError: the disk refused, or another process writes it.
        """
        path = os.path.join(self._episodes, self._plan.journal_name(job.index))
        header = self._headers.header(job)
        self._resumed.discard(job.index)
        try:
            return _start_new(job.index, path, header)
        except FileInTheWayError:
            self._resumed.add(job.index)
            with contextlib.suppress(EpisodeFileError):
                journal, writer = resume_journal(path)
                if journal.header.episode_id == job.episode_id:
                    return StartedGame(job.index, journal.header, writer, journal.played)
                writer.close()
            _put_aside(path)
            self._resumed.discard(job.index)
            return _start_new(job.index, path, header)

    def set_aside(self, index: int) -> str | None:
        """Rename the journal from which the last attempt at a game went on, so that the next begins anew.

        Returns:
            the new name; None where that attempt began at the beginning, or the journal is gone.

        Raises:
            StorageError: the disk refused.
        """
        if index not in self._resumed:
            return None
        self._resumed.discard(index)
        journal = os.path.join(self._episodes, self._plan.journal_name(index))
        return _put_aside(journal) if os.path.lexists(journal) else None

    async def commit(self, game: StartedGame, finished: FinishedGame) -> None:
        """Return when the record of a game is on the disk for good, and `on_commit` has been told.

        A caller that is cancelled is cancelled after that.

        Raises:
            StorageError: the disk refused; the journal is still there.
        """
        commit = _Commit(game.index, game.writer, finished.metrics)
        await self._commits.keep(self._plan.record_name(game.index), finished.record, commit)

    def record_failure(self, row: FailureRow) -> None:
        """Write down a failed attempt."""
        self._failures.add(row)

    def note_asking(self, asked: Mapping[str, HowAsked]) -> None:
        """Keep how models are asked, for the manifest."""
        self._manifest = self._manifest.asking(asked)

    def save_manifest(self, progress: Progress) -> None:
        """Write down how far the run is.

        Raises:
            StorageError: the disk refused.
        """
        write_manifest(self._folder, with_progress(self._manifest, progress, self._now()))

    def publish(self, snapshot: RunSnapshot) -> None:
        """Tell other processes what goes on, until the store is closed."""
        write_snapshot(self._folder, snapshot)

    def _committed(self, commits: Sequence[_Commit]) -> None:
        """Finish games whose records are on the disk. Journals go last: until then, a game could be committed again."""
        self._measured.append(
            b"".join(metrics_line(self._plan.name(commit.index), commit.metrics) for commit in commits)
        )
        for commit in commits:
            commit.journal.discard()
        self._on_commit([commit.index for commit in commits])


def _start_new(index: int, path: str, header: Header) -> StartedGame:
    writer = JournalWriter(path, header)
    return StartedGame(index, header, writer, Played(), writer.first_line)


def _put_aside(journal: str) -> str:
    """Give a journal a name under which no game looks for it, and nothing lies yet; return that name."""
    names = (journal + BROKEN_SUFFIX + (f"-{number}" if number > 1 else "") for number in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        os.rename(journal, aside)
    except OSError as error:
        raise StorageError(f"{one_line(journal)} could not be renamed: {refusal(error)}") from error
    return os.path.basename(aside)
