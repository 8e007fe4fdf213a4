"""Bundles: what is in them, what is refused, and that laboratories which never met get one leaderboard."""

import asyncio
import hashlib
import json
import shutil
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.benchmarks import derived, offline, played
from tests.examples import examples

from codenames_core.support.errors import InputError, StorageError
from codenames_metrics.arena.bundle import BundleError
from codenames_metrics.arena.checked_game import CheckedGame, checked_game
from codenames_metrics.arena.merge import merge
from codenames_metrics.arena.submit import submit
from codenames_metrics.arena.unfinished_merge import folder_of_unfinished
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.lock import FolderInUse, FolderLock
from codenames_metrics.runner.run_watcher import RunWatcher
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

Files = dict[str, bytes]


def lab(folder: Path, **fields: Any) -> Path:
    """The bundle of a run in a folder of its own."""
    config: ExperimentConfig = offline(game_modes=["standard"], seeds=[1, 2], **fields)
    asyncio.run(played(config, folder / "run"))
    submit(folder / "run", read_plan(folder / "run"), folder / "bundle.zip")
    return folder / "bundle.zip"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of two agents on two boards."""
    return lab(tmp_path_factory.mktemp("lab"))


def rewritten(bundle: Path, out: Path, change: Callable[[Files], object], *, signed: bool = True) -> Path:
    """The bundle after a change, with its hashes made anew if it is to look right."""
    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    manifest = json.loads(files.pop("manifest.json"))
    if signed:
        manifest["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**files, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, data)
    return out


def first_game(files: Files) -> str:
    return min(name for name in files if name.startswith("episodes/"))


def edited(edit: Callable[[Any], object]) -> Callable[[Files], object]:
    """A change of the first game."""

    def change(files: Files) -> None:
        tree = json.loads(files[name := first_game(files)])
        edit(tree)
        files[name] = json.dumps(tree).encode()

    return change


def test_a_merged_bundle_gives_the_tables_of_the_run(bundle: Path, tmp_path: Path) -> None:
    merged = merge([bundle], tmp_path / "quick")
    assert (merged.games, len(merged.plan), merged.twice) == (4, 4, 0)
    assert derived(tmp_path / "quick") == derived(bundle.parent / "run")
    assert RunWatcher(tmp_path / "quick").look().progress.done == 4


def test_a_bundle_tells_nothing_of_the_machine_and_is_the_same_each_time(bundle: Path, tmp_path: Path) -> None:
    run = bundle.parent / "run"
    submit(run, read_plan(run), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == bundle.read_bytes()
    with zipfile.ZipFile(bundle) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert str(bundle.parent).encode() not in everything
    assert socket.gethostname().encode() not in everything
    assert b"api_base" not in everything


def test_laboratories_that_never_met_get_one_leaderboard(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = lab(tmp_path / "other", models=["vector:noisy", "random"])
    for name, order in (("a", [bundle, other]), ("b", [other, bundle])):
        (tmp_path / name).mkdir()
        merged = merge(order, tmp_path / name / "all")
        assert (merged.games, len(merged.plan), merged.twice) == (8, 8, 0)
    assert derived(tmp_path / "a/all") == derived(tmp_path / "b/all")
    board = json.loads((tmp_path / "a/all/leaderboard.json").read_text())
    assert {entry["model"] for entry in board["overall"]["entries"]} == {"random", "vector:novice", "vector:noisy"}
    assert {frozenset((pair["first"], pair["second"])) for pair in board["head_to_head"]} == {
        frozenset(("random", "vector:novice")),
        frozenset(("random", "vector:noisy")),
    }


def test_a_game_that_two_bundles_have_counts_once(bundle: Path, tmp_path: Path) -> None:
    again = Path(shutil.copy(bundle, tmp_path / "again.zip"))
    merged = merge([bundle, again], tmp_path / "quick")
    assert (merged.games, merged.twice) == (4, 4)
    assert derived(tmp_path / "quick") == derived(bundle.parent / "run")


class Killed(BaseException):
    """Ends a merge where it is."""


def killed_after(games: int) -> Callable[[int, int], None]:
    """A progress that ends the merge after so many games."""

    def progress(done: int, _: int) -> None:
        if done == games:
            raise Killed

    return progress


def everything(folder: Path) -> dict[str, bytes]:
    """Every file of a run; but for its manifest, which tells when it was made."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "manifest.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def merged_at_once(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of a run that was merged without an interruption."""
    folder = tmp_path_factory.mktemp("whole") / "quick"
    merge([bundle], folder)
    assert not folder_of_unfinished(folder).exists()
    return everything(folder)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are verified while a test runs."""
    seen: list[str] = []

    def noted(data: bytes, where: str, job: Any, plan: Any) -> CheckedGame:
        seen.append(where.rpartition("/")[2])
        return checked_game(data, where, job, plan)

    monkeypatch.setattr("codenames_metrics.arena.merge.checked_game", noted)
    return seen


@pytest.mark.parametrize("games", [1, 2, 3, 4])
def test_a_merge_that_was_interrupted_goes_on_behind_the_last_game(
    bundle: Path, tmp_path: Path, merged_at_once: dict[str, bytes], checked: list[str], games: int
) -> None:
    with pytest.raises(Killed):
        merge([bundle], tmp_path / "quick", killed_after(games))
    assert not (tmp_path / "quick").exists()
    merged = merge([bundle], tmp_path / "quick")
    assert (merged.games, merged.resumed) == (4, games)
    assert len(checked) == len(set(checked)) == 4
    assert everything(tmp_path / "quick") == merged_at_once
    assert list(tmp_path.iterdir()) == [tmp_path / "quick"]


@given(data=st.data())
@settings(max_examples=examples(12))
def test_whatever_a_kill_leaves_a_merge_comes_to_the_same_bytes(
    bundle: Path, merged_at_once: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cut") / "quick"
    with pytest.raises(Killed):
        merge([bundle], folder, killed_after(data.draw(st.integers(1, 4))))
    left = sorted(path for path in folder_of_unfinished(folder).rglob("*") if path.is_file())
    for path in data.draw(st.lists(st.sampled_from(left), max_size=2, unique=True)):
        kept = path.read_bytes()
        path.write_bytes(kept[: data.draw(st.integers(0, len(kept) - 1))])
    merge([bundle], folder)
    assert everything(folder) == merged_at_once


def test_a_merge_that_is_killed_leaves_no_run_and_is_finished_by_the_next(
    bundle: Path, tmp_path: Path, merged_at_once: dict[str, bytes]
) -> None:
    out = tmp_path / "quick"
    script = (
        "import os, signal, sys; from pathlib import Path; from codenames_metrics.arena.merge import merge\n"
        "merge([Path(sys.argv[1])], Path(sys.argv[2]), "
        "lambda done, _: os.kill(os.getpid(), signal.SIGKILL) if done == 3 else None)"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(bundle), str(out)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not out.exists()
    assert merge([bundle], out).resumed == 3
    assert everything(out) == merged_at_once


def test_a_kill_after_the_run_has_its_name_leaves_what_the_next_merge_sweeps_up(bundle: Path, tmp_path: Path) -> None:
    folder, unfinished = tmp_path / "quick", folder_of_unfinished(tmp_path / "quick")
    with pytest.raises(Killed):
        merge([bundle], folder, killed_after(4))
    (unfinished / "run").rename(folder)
    with pytest.raises(InputError, match="already exists"):
        merge([bundle], folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_other_bundles_take_over_only_what_they_have_in_common(
    bundle: Path, tmp_path: Path, checked: list[str]
) -> None:
    with pytest.raises(Killed):
        merge([bundle], tmp_path / "quick", killed_after(4))
    plan = read_plan(bundle.parent / "run")
    second = f"episodes/{plan.record_name(1)}"
    fewer = rewritten(bundle, tmp_path / "fewer.zip", lambda files: files.pop(second))
    merged = merge([fewer], tmp_path / "quick")
    assert (merged.games, merged.resumed) == (3, 1)
    assert not (tmp_path / "quick" / second).exists()


def test_two_processes_do_not_merge_into_one_folder(bundle: Path, tmp_path: Path) -> None:
    lock = FolderLock(folder_of_unfinished(tmp_path / "quick"))
    with pytest.raises(FolderInUse, match=r"\.quick\.merging is being written by"):
        merge([bundle], tmp_path / "quick")
    lock.release()
    assert merge([bundle], tmp_path / "quick").games == 4


def test_what_is_not_ours_is_not_touched(bundle: Path, tmp_path: Path) -> None:
    unfinished = folder_of_unfinished(tmp_path / "quick")
    unfinished.mkdir()
    (unfinished / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match=r"\.quick\.merging is in the way, and no merge left it; move it away"):
        merge([bundle], tmp_path / "quick")
    assert (unfinished / "letter.txt").read_text() == "mine"


def test_a_merge_that_fails_before_its_first_game_leaves_nothing(bundle: Path, tmp_path: Path) -> None:
    bad = rewritten(bundle, tmp_path / "bad.zip", named(run_seed=9))
    with pytest.raises(BundleError):
        merge([bad], tmp_path / "quick")
    assert list(tmp_path.iterdir()) == [bad]


def test_bundles_give_the_same_run_whatever_they_are_called(bundle: Path, tmp_path: Path) -> None:
    other = rewritten(bundle, tmp_path / "other.zip", edited(lambda tree: tree["metadata"].update(note="another day")))
    runs = []
    for place, names in (("one", "ab"), ("two", "ba")):
        (tmp_path / place).mkdir()
        for file, name in zip((bundle, other), names, strict=True):
            shutil.copy(file, tmp_path / place / f"{name}.zip")
        merged = merge(sorted((tmp_path / place).iterdir()), tmp_path / place / "quick")
        assert (merged.games, merged.twice) == (4, 4)
        runs.append(everything(tmp_path / place / "quick"))
    assert runs[0] == runs[1]


def forge(tree: Any) -> None:
    other = {"red": "blue", "blue": "red"}
    tree["winner"] = other.get(tree["winner"], "red")


def move_a_card(tree: Any) -> None:
    words = tree["board"]["words"]
    words[0], words[1] = words[1], words[0]


def flip(files: Files) -> None:
    data = bytearray(files[name := first_game(files)])
    data[len(data) // 2] ^= 1
    files[name] = bytes(data)


def put_in_the_place_of_another(files: Files) -> None:
    names = sorted(name for name in files if name.startswith("episodes/"))
    files[names[0]] = files[names[1]]


def named(**fields: Any) -> Callable[[Files], object]:
    """A change of the experiment."""

    def change(files: Files) -> None:
        files["config.json"] = json.dumps({**json.loads(files["config.json"]), **fields}).encode()

    return change


THIEF = {"x": {"spec": "openai/x", "api_base": "http://198.51.100.1/v1", "key_variable": "OPENAI_API_KEY"}}


@pytest.mark.parametrize(
    ("change", "signed", "problem"),
    [
        (named(models=["random", "scripted:/etc/passwd"]), True, "config.json: .*is an agent from a file"),
        (named(models=["random", "x"], model=THIEF), True, "config.json: model.x has api_base, which no bundle has"),
        (flip, False, "episodes/episode_.* is not the file that manifest.json lists"),
        (edited(forge), True, "episodes/episode_.*winner"),
        (edited(move_a_card), True, "episodes/episode_.*its board is not the one that its seed deals"),
        (edited(lambda tree: tree["public_transcript"].pop()), True, "episodes/episode_"),
        (put_in_the_place_of_another, True, "episodes/episode_.*its id is that of another game"),
        (named(run_seed=9), True, "episodes/episode_.*no game that its experiment plans"),
        (
            lambda files: files.update({"../evil.json": b"{}"}),
            True,
            "'../evil.json' is not the name of a file of a bundle",
        ),
        (lambda files: files.update({"/etc/passwd": b""}), True, "'/etc/passwd' is not the name of a file of a bundle"),
        (lambda files: files.pop("config.json"), True, "config.json is missing"),
        (lambda files: files.pop(first_game(files)), False, "is in the archive or in manifest.json, but not in both"),
        (lambda files: files.update({"config.json": b"[" * 100_000}), True, "config.json: "),
    ],
    ids=lambda value: getattr(value, "__name__", str(value))[:30],
)
def test_a_bundle_that_cannot_be_believed_is_refused_by_name(
    bundle: Path, tmp_path: Path, change: Callable[[Files], object], signed: bool, problem: str
) -> None:
    bad = rewritten(bundle, tmp_path / "bad.zip", change, signed=signed)
    with pytest.raises(BundleError, match=rf"(?s)bad\.zip: .*{problem}|bad\.zip: {problem}"):
        merge([bad], tmp_path / "out")
    assert not (tmp_path / "out/manifest.json").exists()
    assert not (tmp_path / "evil.json").exists()


def test_a_bomb_is_not_unpacked(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_metrics.arena.bundle.LARGEST_EPISODE", 1_000_000)
    bad = rewritten(bundle, tmp_path / "bomb.zip", lambda files: files.update({first_game(files): b" " * 9_000_000}))
    assert bad.stat().st_size < 100_000
    with pytest.raises(BundleError, match=r"bomb\.zip: episodes/episode_\w+\.json is larger than 1,000,000 bytes"):
        merge([bad], tmp_path / "out")


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06" + bytes(18), b"no archive"])
def test_what_is_no_bundle_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(BundleError, match=r"x\.zip: "):
        merge([tmp_path / "x.zip"], tmp_path / "out")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_is_packed_as_bundles_are(bundle: Path, tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(bundle) as old, zipfile.ZipFile(tmp_path / "x.zip", "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    with pytest.raises(BundleError, match=r"x\.zip: config\.json is packed in a way that bundles are not"):
        merge([tmp_path / "x.zip"], tmp_path / "out")


def test_an_archive_with_a_name_that_is_no_text_is_refused(bundle: Path, tmp_path: Path) -> None:
    data = bytearray(bundle.read_bytes())
    entry = data.index(b"PK\x01\x02")
    data[entry + 9] |= 0x08  # says that the name is UTF-8
    data[entry + 46] = 0xFF
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(BundleError, match=r"x\.zip: not a bundle, or a damaged one"):
        merge([tmp_path / "x.zip"], tmp_path / "out")


def test_a_folder_that_cannot_be_made_is_not_the_fault_of_a_bundle(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StorageError, match=r"^\S*file/out could not be made: Not a directory"):
        merge([bundle], tmp_path / "file" / "out")
    assert (tmp_path / "file").read_text() == "mine"


def test_other_rules_do_not_belong_into_one_run(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = lab(tmp_path / "other", max_rounds=1)
    with pytest.raises(InputError, match="`max_rounds` is"):
        merge([bundle, other], tmp_path / "out")
    (tmp_path / "arms").mkdir()
    other = lab(tmp_path / "arms", arms={"quiet": {"surveillance": False}})
    with pytest.raises(InputError, match=r"`arms` is (quiet there, but none in|none there, but quiet in) "):
        merge([bundle, other], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_commands(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, out = str(bundle.parent / "run"), str(tmp_path / "mine.zip")
    assert main(["bench", "submit", run, "-o", out]) == exits.DONE
    assert "4 games in" in capsys.readouterr().out
    assert main(["bench", "merge", out, "-o", str(tmp_path / "all")]) == exits.DONE
    assert "4 games of 4 in" in capsys.readouterr().out
    assert main(["bench", "merge", out, "-o", str(tmp_path / "all")]) == exits.WRONG_INPUT
    assert "already exists; name a new folder" in capsys.readouterr().err
    assert main(["bench", "merge", out, "-o", "."]) == exits.WRONG_INPUT
    assert ". already exists; name a new folder" in capsys.readouterr().err


def test_the_command_says_where_it_goes_on_after_a_refusal(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = f"episodes/{read_plan(bundle.parent / 'run').record_name(3)}"
    bad = rewritten(bundle, tmp_path / "bad.zip", lambda files: files.update({last: b"{}"}))
    out = str(tmp_path / "all")
    assert main(["bench", "merge", str(bad), "-o", out]) == exits.WRONG_INPUT
    assert "what is checked lies in" in (said := capsys.readouterr().err)
    assert "bad.zip: episodes/episode_" in said
    assert main(["bench", "merge", str(bundle), "-o", out]) == exits.DONE
    assert "3 games had been checked before" in capsys.readouterr().err
    assert not folder_of_unfinished(tmp_path / "all").exists()
