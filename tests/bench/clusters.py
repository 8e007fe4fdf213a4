"""A real cluster for tests: a scheduler and its workers, each a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Cluster:
    """A scheduler and workers for the time of a `with`.

    Args:
        folder: for what they leave behind.
        workers: how many.
        games: that each plays at the same time.
        inside: a command, for the scheduler and for each worker, that runs another one somewhere else.
        host: where the scheduler listens.
        path: a folder from which they import before any other.
        protocol: that they speak.
        environment: of them, beside this process's.
    """

    def __init__(
        self,
        folder: Path,
        *,
        workers: int = 2,
        games: int = 1,
        inside: Sequence[Sequence[str]] = (),
        host: str = "127.0.0.1",
        path: str = "",
        protocol: str = "tcp",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._file = folder / "scheduler.json"
        self._folder = folder
        self._count = workers
        self._games = games
        self._inside = inside
        self._host = host
        self._protocol = protocol
        imported_from = os.pathsep.join(filter(None, (path, ENVIRONMENT["PYTHONPATH"])))
        self._environment = {"PYTHONPATH": imported_from, **(environment or {})}

    def __enter__(self) -> Self:
        listening = ["--protocol", self._protocol, "--host", self._host, "--port", "0"]
        self.scheduler = self._start(0, "scheduler", *listening)
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(self._count):
            self.hire()
        return self

    def hire(self) -> None:
        """Start another worker."""
        options = ["--nthreads", str(self._games), "--no-nanny", "--local-directory", str(self._folder)]
        self.workers.append(self._start(len(self.workers) + 1, "worker", *options))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    @property
    def address(self) -> str:
        """Of the scheduler, once it listens."""
        while not (self._file.exists() and (text := self._file.read_text())):
            assert self.scheduler.poll() is None, (self._folder / "0.log").read_text()
        return str(json.loads(text)["address"])

    def _start(self, number: int, *command: str) -> subprocess.Popen[bytes]:
        always = ["--no-dashboard", "--scheduler-file", str(self._file)]
        inside = self._inside[number] if self._inside else ()
        with (self._folder / f"{number}.log").open("wb") as log:
            return subprocess.Popen(
                [*inside, sys.executable, "-m", "dask", *command, *always],
                env=os.environ | self._environment,
                stdout=log,
                stderr=log,
            )
