"""How long a test waits for what has to happen."""

import subprocess
from typing import Any, Final

PATIENCE: Final = 300.0
"""Seconds. Nothing takes as long but what never happens: on a busy machine a process may get no time for half a minute.

A test that measures a time limit has a limit of its own; this one only says where a test hangs.
"""


def is_running(process: subprocess.Popen[Any]) -> bool:
    """Return whether a process still runs, after a moment: to look without a pause would take a core from it."""
    try:
        process.wait(0.002)
    except subprocess.TimeoutExpired:
        return True
    return False
