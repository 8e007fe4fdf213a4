"""A host of a table in a process of its own, as a person starts it."""

import subprocess
import sys
from pathlib import Path

PROGRAM = [sys.executable, "-m", "codenames_tui"]


def started(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A host in a process of its own."""
    return subprocess.Popen(
        [*PROGRAM, "host", "--pace", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
    )


def invitations_of(process: "subprocess.Popen[str]") -> dict[str, str]:
    """The invitations that a host prints, by whom they are for."""
    assert process.stdout is not None
    process.stdout.readline()
    found = {}
    for _ in range(9):
        line = process.stdout.readline()
        found[line[:16].strip()] = line.split("'")[1]
    return found
