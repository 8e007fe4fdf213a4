"""Finished games on the disk: those that end together are forced out together, and none is ever half there."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from codenames_core.support.errors import StorageError
from codenames_metrics.run_folder import durable_writes
from codenames_metrics.run_folder.durable_writes import FILES_WORTH_A_FULL_SYNC, GroupCommit


class Disk:
    """Counts what is forced out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[int] = []
        self.refuses = False
        force = durable_writes.fsync_all

        def counted(paths: list[str], names_in: str | None) -> None:
            self.batches.append(len(paths))
            if self.refuses:
                raise OSError(28, "No space left on device")
            force(paths, names_in)

        monkeypatch.setattr(durable_writes, "fsync_all", counted)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


class Kept(list[str]):
    """The games that were kept, and the files of the folder at those moments."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.commits = GroupCommit(folder, self.take)
        self.files: list[set[str]] = []

    def take(self, games: Sequence[str]) -> None:
        """Take the games that became durable at one moment."""
        self.extend(games)
        self.files.append(set(contents(self.folder)))

    def keep(self, game: str) -> asyncio.Task[None]:
        """Begin to keep a game, in a task that then waits for it."""
        return asyncio.create_task(self.commits.keep(f"{game}.json", game.encode(), game))


async def test_record_is_there_once_it_is_said_to_be(tmp_path: Path, disk: Disk) -> None:
    kept = Kept(tmp_path)
    keeping = kept.keep("one")
    await asyncio.sleep(0)
    assert (not (tmp_path / "one.json").exists(), list(kept)) == (True, [])
    await keeping
    assert contents(tmp_path) == {"one.json": b"one"}
    assert (list(kept), kept.files) == (["one"], [{"one.json"}])
    assert disk.batches == [1, 0]  # the file, then its name


@pytest.mark.parametrize("games", [2, FILES_WORTH_A_FULL_SYNC, 3 * FILES_WORTH_A_FULL_SYNC])
async def test_games_that_end_together_are_forced_out_together(tmp_path: Path, disk: Disk, games: int) -> None:
    kept = Kept(tmp_path)
    await asyncio.wait({kept.keep(str(game)) for game in range(games)})
    assert disk.batches == [games, 0]
    assert contents(tmp_path) == {f"{game}.json": b"%d" % game for game in range(games)}
    assert len(kept.files) == 1


async def test_game_that_ends_while_the_disk_is_at_work_goes_with_the_names_of_those_before(
    tmp_path: Path, disk: Disk
) -> None:
    kept = Kept(tmp_path)
    first = kept.keep("1")
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # the first is with the disk now
    others = {kept.keep("2"), kept.keep("3")}
    await asyncio.wait({first, *others})
    assert disk.batches == [1, 2, 0]
    assert kept.files == [{"1.json", ".2.json.new", ".3.json.new"}, {"1.json", "2.json", "3.json"}]


async def test_a_task_that_is_cancelled_ends_when_the_record_is_there_and_its_game_counts(
    tmp_path: Path, disk: Disk
) -> None:
    kept = Kept(tmp_path)
    keeping = kept.keep("one")
    await asyncio.sleep(0)
    keeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await keeping
    assert (list(kept), set(contents(tmp_path))) == (["one"], {"one.json"})


async def test_disk_that_refuses_leaves_no_record_and_nothing_beside_it(tmp_path: Path, disk: Disk) -> None:
    disk.refuses = True
    kept = Kept(tmp_path)
    with pytest.raises(StorageError, match=r"one\.json could not be written: No space left on device"):
        await kept.keep("one")
    assert not contents(tmp_path)
    disk.refuses = False
    await kept.keep("one")
    assert (list(kept), (tmp_path / "one.json").exists()) == (["one"], True)


async def test_a_callback_that_fails_fails_the_games(tmp_path: Path) -> None:
    def refuse(games: Sequence[str]) -> None:
        raise StorageError("the disk is full")

    commits = GroupCommit(tmp_path, refuse)
    for game in ("one", "two"):
        with pytest.raises(StorageError, match="the disk is full"):
            await commits.keep(f"{game}.json", b"a game", game)


async def test_folder_that_is_gone_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be written: No such file or directory"):
        await Kept(tmp_path / "none").keep("one")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system has no such links")
async def test_what_a_link_leads_to_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"precious")
    (tmp_path / ".one.json.new").symlink_to(tmp_path / "other")
    with pytest.raises(StorageError, match="File exists"):
        await Kept(tmp_path).keep("one")
    assert (tmp_path / "other").read_bytes() == b"precious"
