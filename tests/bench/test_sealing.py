"""Finished games on the disk: those that end together are forced out together, and none is there by half."""

import asyncio
import os
from pathlib import Path

import pytest

from codenames_core.errors import StorageError
from codenames_metrics import sealing
from codenames_metrics.sealing import MANY, Sealing


class Disk:
    """Counts what is forced out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[int] = []
        self.refuses = False
        force = sealing.force

        def counted(paths: list[str]) -> None:
            self.batches.append(len(paths))
            if self.refuses:
                raise OSError(28, "No space left on device")
            force(paths)

        monkeypatch.setattr(sealing, "force", counted)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


async def test_record_is_there_once_it_is_said_to_be(tmp_path: Path, disk: Disk) -> None:
    kept = Sealing(tmp_path).keep("one.json", b"a game")
    assert not (tmp_path / "one.json").exists()
    await kept
    assert contents(tmp_path) == {"one.json": b"a game"}
    assert disk.batches == [1]


@pytest.mark.parametrize("games", [2, MANY, 3 * MANY])
async def test_games_that_end_together_are_forced_out_together(tmp_path: Path, disk: Disk, games: int) -> None:
    seal = Sealing(tmp_path)
    await asyncio.wait({seal.keep(f"{game}.json", b"%d" % game) for game in range(games)})
    assert disk.batches == [games]
    assert contents(tmp_path) == {f"{game}.json": b"%d" % game for game in range(games)}


async def test_game_that_ends_while_the_disk_is_at_work_goes_with_the_next(tmp_path: Path, disk: Disk) -> None:
    seal = Sealing(tmp_path)
    first = seal.keep("1.json", b"1")
    await asyncio.sleep(0)  # the first is with the disk now
    others = {seal.keep("2.json", b"2"), seal.keep("3.json", b"3")}
    await asyncio.wait({first, *others})
    assert (disk.batches, len(others)) == ([1, 2], 1)


async def test_disk_that_refuses_leaves_no_record_and_nothing_beside_it(tmp_path: Path, disk: Disk) -> None:
    disk.refuses = True
    seal = Sealing(tmp_path)
    with pytest.raises(StorageError, match=r"one\.json could not be written: No space left on device"):
        await seal.keep("one.json", b"a game")
    assert not contents(tmp_path)
    disk.refuses = False
    await seal.keep("one.json", b"a game")
    assert (tmp_path / "one.json").exists()


async def test_folder_that_is_gone_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be written: No such file or directory"):
        Sealing(tmp_path / "none").keep("one.json", b"a game")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system has no such links")
async def test_what_a_link_leads_to_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"precious")
    (tmp_path / ".one.json.new").symlink_to(tmp_path / "other")
    with pytest.raises(StorageError, match="File exists"):
        Sealing(tmp_path).keep("one.json", b"a game")
    assert (tmp_path / "other").read_bytes() == b"precious"
