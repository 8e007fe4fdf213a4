"""A merge that is not finished: the run that grows in it, and which games are checked already.

It lies beside the run that it will be, as `.NAME.merging`:

    run/            the run; once all is done it is renamed to NAME, so that there is a whole run or none
    checked.txt     what is merged, and a line for each game that is checked, in the order of the plan
    run.lock        keeps others out while a process works on it

Whoever begins the same merge again goes on behind the last game of which everything is on the disk. A line names the
files that were checked, so that it counts only as long as the bundles hold the same ones. What is written behind it is
what a merge that was never interrupted would have written.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

from codenames_core.files.untrusted_files import refusal
from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.durable_writes import fsync_all, write_unsynced
from codenames_metrics.run_folder.line_file import LineFile
from codenames_metrics.run_folder.lock import NAME as LOCK
from codenames_metrics.run_folder.lock import FolderLock, lock_holder
from codenames_metrics.run_folder.manifest import WORDS, new_manifest
from codenames_metrics.run_folder.metrics_cache import METRICS, metrics_line, open_metrics_cache
from codenames_metrics.run_folder.metrics_cache import NAME as MEASURED

RUN: Final = "run"
CHECKED: Final = "checked.txt"
_OURS: Final = frozenset((RUN, CHECKED, LOCK, WORDS))


class Claim(NamedTuple):
    """A game, and the files that are said to be it."""

    place: int
    """In the plan."""
    hashes: tuple[str, ...]
    """SHA-256 of these files, each once and in order; the first is the one that counts."""


def folder_of_unfinished(folder: Path) -> Path:
    """Return where a merge into `folder` lies until it is finished."""
    return folder.parent / f".{folder.name}.merging"


class UnfinishedMerge:
    """A merge that is under way, see `open`; `resume` has to come before `keep`, and `finish` after it.

    Args:
        folder: of the run that it will be.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.place = folder, folder_of_unfinished(folder)
        self.run = self.place / RUN
        """The run as far as it is there."""
        self._files: list[LineFile] = []
        """Which games are checked, and their metrics."""
        self._games = 0

    @classmethod
    @contextmanager
    def open(cls, folder: Path) -> Iterator[Self]:
        """Begin a merge into a new folder or go on with one, and keep others out for as long as this context lasts.

        Where it ends before the first game is checked, nothing is left of it.

        Raises:
            InputError: the folder exists, another process merges into it, or something that is not ours is in the way.
            StorageError: the disk refused.
        """
        merge = cls(folder)
        if os.path.lexists(folder):
            merge._sweep_up()
            raise InputError(f"{one_line(str(folder))} already exists; name a new folder")
        if os.path.lexists(merge.place) and not merge._is_ours():
            raise InputError(f"{one_line(str(merge.place))} is in the way, and no merge left it; move it away")
        with _on_disk(folder, "could not be made"):
            merge.place.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(merge.place)
        try:
            yield merge
        finally:
            merge._close()
            lock.release()
            with suppress(OSError):
                merge.place.rmdir()

    def resume(self, plan: Plan, claims: Sequence[Claim]) -> int:
        """Return how many of the first games are checked and kept already; what else is there is deleted.

        Args:
            plan: of the run.
            claims: all games that are merged, in the order of the plan.

        Raises:
            StorageError: the disk refused.
        """
        head = _head(plan)
        checked, measured = self.place / CHECKED, self.run / METRICS / MEASURED
        with _on_disk(self.place, "could not be read"):
            self._games, *ends = _kept(self.run, checked, measured, head, plan, claims)
            keep = {plan.record_name(claim.place) for claim in claims[: self._games]}
            _delete_others(self.run, {EPISODES, METRICS})
            _delete_others(self.run / METRICS, {MEASURED})
            _delete_others(self.run / EPISODES, keep)
            for path, end in zip((checked, measured), ends, strict=True):
                if path.exists():
                    os.truncate(path, end)
            (self.run / EPISODES).mkdir(parents=True, exist_ok=True)
        self._files = [LineFile(checked, head), open_metrics_cache(self.run)]
        return self._games

    def keep(self, plan: Plan, claim: Claim, record: bytes, metrics: bytes) -> None:
        """Keep a game that is checked: the next one in the order of the plan.

        The disk is not waited for: what it lost is missed by `resume`.

        Raises:
            StorageError: the disk refused.
        """
        path = os.path.join(self.run, EPISODES, plan.record_name(claim.place))
        with _on_disk(Path(path), "could not be written"):
            write_unsynced(path, record)
        checked, measured = self._files
        measured.append(metrics_line(plan.name(claim.place), metrics))
        checked.append(_line(plan, claim))
        self._games += 1

    def finish(self) -> None:
        """Make the run what was asked for, once the disk has all of it.

        Raises:
            StorageError: the disk refused.
        """
        with _on_disk(self.folder, "could not be made"):
            episodes = self.run / EPISODES
            fsync_all([entry.path for entry in os.scandir(episodes)], str(episodes))
            os.rename(self.run, self.folder)
        self._games = 0  # of a merge that is no longer unfinished

    def _close(self) -> None:
        for file in self._files:
            file.close()
        if not self._games:
            shutil.rmtree(self.run, ignore_errors=True)
            for name in (CHECKED, WORDS):
                (self.place / name).unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        """Whether what lies at this place has been left by a merge."""
        if self.place.is_symlink() or not self.place.is_dir():
            return False
        return {entry.name for entry in os.scandir(self.place)} <= _OURS

    def _sweep_up(self) -> None:
        """Delete what a merge has left that was killed after its run had got its name."""
        if self._is_ours() and not os.path.lexists(self.run) and lock_holder(self.place) is None:
            shutil.rmtree(self.place, ignore_errors=True)


@contextmanager
def _on_disk(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise StorageError(f"{one_line(str(path))} {what}: {refusal(error)}") from error


def _head(plan: Plan) -> bytes:
    """Return the first line of what is checked: a hash of all that decides how games are checked and measured."""
    versions = sorted(new_manifest(plan).versions.items())
    said = f"{plan.config.model_dump_json()}\n{plan.words.sha256}\n{versions}"
    return hashlib.sha256(said.encode()).hexdigest().encode() + b"\n"


def _line(plan: Plan, claim: Claim) -> bytes:
    return " ".join((plan.name(claim.place), *claim.hashes)).encode() + b"\n"


def _kept(
    run: Path, checked: Path, measured: Path, head: bytes, plan: Plan, claims: Sequence[Claim]
) -> tuple[int, int, int]:
    """Return how many of the first games are there, and where the next one's lines begin in both files."""
    if not checked.is_file() or not measured.is_file():
        return 0, 0, 0
    with checked.open("rb") as lines, measured.open("rb") as metrics:
        if lines.readline() != head:
            return 0, 0, 0
        games, ends = 0, (len(head), 0)
        for claim in claims:
            if lines.readline() != _line(plan, claim) or not _is_of(metrics.readline(), plan.name(claim.place)):
                break
            if _sha256(run / EPISODES / plan.record_name(claim.place)) != claim.hashes[0]:
                break
            games, ends = games + 1, (lines.tell(), metrics.tell())
    return games, *ends


def _is_of(line: bytes, game: str) -> bool:
    return line.startswith(metrics_line(game, b"{")[: -len(b"}\n")]) and line.endswith(b"}}\n")


def _sha256(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None


def _delete_others(folder: Path, names: set[str]) -> None:
    """Delete what lies in a folder and has none of these names."""
    if not folder.is_dir():
        return
    for entry in list(os.scandir(folder)):
        if entry.name not in names:
            delete: Callable[[str], object] = shutil.rmtree if entry.is_dir(follow_symlinks=False) else os.unlink
            delete(entry.path)
