"""How time and memory are read: of this process, of a command, of another process by its number."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

MEASURED: Final = """
import re, resource, sys, time
from codenames_tui.cli import main
try:
    main()
except SystemExit:
    pass
most = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())
others = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.process_time() + others.ru_utime + others.ru_stime, int(most[1]) / 1024, file=sys.stderr)
"""
"""The app's command, and then what it took. `getrusage` would count memory of the process that it was copied from."""


class Spent(NamedTuple):
    """What something took."""

    cpu: float
    """Seconds of a core, children included."""
    wall: float
    """Seconds by the clock."""
    memory: float = 0.0
    """The most that the process itself held, in MB; 0 where it was not looked at."""


def spent_by(work: Callable[[], object]) -> Spent:
    """Run it once in this process."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return Spent(time.process_time() - cpu, time.perf_counter() - wall)


def best_cpu(work: Callable[[], object], rounds: int) -> float:
    """Return the seconds of CPU of the best of several rounds: what disturbs can only add."""
    return min(spent_by(work).cpu for _ in range(rounds))


def per_second(work: Callable[[], object], times: int, rounds: int = 3) -> float:
    """Return how many of the `times` things that `work` does fit into a second of CPU, in its best round."""
    return times / best_cpu(work, rounds)


def app(*arguments: str) -> Spent:
    """Run a command of the app in a process of its own; what it prints is thrown away."""
    began = time.perf_counter()
    command = [sys.executable, "-c", MEASURED, *arguments]
    said = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True).stderr
    wall = time.perf_counter() - began
    cpu, memory = said.splitlines()[-1].split()
    return Spent(float(cpu), wall, float(memory))


def whole_process(command: Sequence[str]) -> Spent:
    """Run a command from its start to its end, the start of the interpreter included."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return Spent(used.ru_utime + used.ru_stime, time.perf_counter() - began)


def cpu_of(pid: int) -> float:
    """Return the seconds of CPU that another process has used, all its threads together, to the nanosecond.

    The clock of a process is numbered by its id; the C library's `clock_getcpuclockid` computes the same.
    """
    return time.clock_gettime((~pid << 3) | 2)


def resident_mb() -> float:
    """Return the memory that this process holds now."""
    return _status("VmRSS")


def most_memory_mb() -> float:
    """Return the most that this process ever held."""
    return _status("VmHWM")


def _status(field: str) -> float:
    found = re.search(rf"{field}:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def share(values: Sequence[float], part: float) -> float:
    """Return the value that so large a part of all does not exceed: 0.5 is the median."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
