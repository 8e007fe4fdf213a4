"""Where suites and the folders of their answers are found, and those of probes. Nothing here draws."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.support.errors import CodenamesError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.lab_folder import HEADER, read_header
from codenames_metrics.run_folder.lock import lock_holder
from codenames_tui.ui.lines.items import Item

ANSWERS: Final = Path("laboratory")
"""Where folders of answers go, in the folder in which the app was started, as on the command line."""
SUITE_ENDS: Final = (".jsonl", ".jsonl.gz")
_MOST_LISTED: Final = 30
_LARGEST_HEAD: Final = 2_000
_MARK: Final = b'"suite_version"'
"""Stands in the first line of every suite."""


class ListedLab(NamedTuple):
    """A folder of answers."""

    folder: Path
    name: str
    about: str
    is_asking: bool = False
    problem: str = ""


def is_lab(path: Path) -> bool:
    """Return whether a path leads to a suite, or to a folder of answers to a suite or probe."""
    return (path / HEADER).is_file() or (path.name.endswith(SUITE_ENDS) and path.is_file())


def labs_in(folder: Path) -> list[ListedLab]:
    """Return the folders of answers in a folder, the latest first."""
    try:
        folders = [path for path in folder.iterdir() if (path / HEADER).is_file()]
        folders.sort(key=lambda path: os.stat(path / HEADER).st_mtime, reverse=True)
    except OSError:
        return []
    return [_listed(path) for path in folders[:_MOST_LISTED]]


def _listed(folder: Path) -> ListedLab:
    try:
        header = read_header(folder)
    except CodenamesError as error:
        return ListedLab(folder, folder.name, "", problem=str(error))
    instrument = one_line(str(header["instrument"]), 20)
    return ListedLab(folder, folder.name, f"{instrument}{_about(header)}", lock_holder(folder) is not None)


def _about(header: dict[str, Any]) -> str:
    models, arms = header.get("models"), header.get("arms")
    if isinstance(models, list):
        return f", {counted(len(models), 'model')}"
    return f", {counted(len(arms), 'arm')}" if isinstance(arms, list) else ""


def suites_in(folder: Path) -> list[Path]:
    """Return the files of a folder that look like suites."""
    try:
        files = sorted(path for path in folder.iterdir() if path.name.endswith(SUITE_ENDS) and path.is_file())
    except OSError:
        return []
    return [path for path in files[: 10 * _MOST_LISTED] if _is_suite(path)][:_MOST_LISTED]


def _is_suite(path: Path) -> bool:
    if path.suffix == ".gz":
        return True  # what is packed is read when it is opened
    try:
        with path.open("rb") as file:
            return _MARK in file.readline(_LARGEST_HEAD)
    except OSError:
        return False


def lab_items(labs: Iterable[ListedLab]) -> list[Item]:
    """Return an item for each folder of answers, called by it."""
    return [
        Item(
            str(lab.folder),
            lab.name,
            "being asked" if lab.is_asking else "",
            lab.problem or lab.about,
            about=lab.problem or str(lab.folder),
            section="" if number else "Answers",
            wrong=bool(lab.problem),
        )
        for number, lab in enumerate(labs)
    ]
