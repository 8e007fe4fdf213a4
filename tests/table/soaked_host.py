"""A host that a test kills and starts again."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path


class SoakedHost:
    """A host in a process of its own, which is killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.invitations: dict[str, str] = {}
        self.largest_mb = 0.0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, *arguments: str) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "codenames_tui", "host", "--pace", "0.05", *arguments),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=self.folder,
        )
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        found = {}
        for _ in range(9):
            line = (await self._process.stdout.readline()).decode()
            found[line[:16].strip()] = line.split("'")[1]
        assert not self.invitations or self.invitations == found
        self.invitations = found
        self.port = int(found["owner"].split(":")[2].partition("/")[0])

    def measure(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(OSError):
                pages = int(Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1])
                self.largest_mb = max(self.largest_mb, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)

    async def kill(self) -> bool:
        """Kill the host; return whether it was still there."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
        return await self._process.wait() == -signal.SIGKILL

    async def ended(self) -> int:
        assert self._process is not None
        return await self._process.wait()
