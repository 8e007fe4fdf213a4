"""A model's server in a process of its own: `with serving(seconds=1.0) as url`."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat

from tests.fake_provider import FakeProvider, Request, completion

from benchmarks.models import answer_to


@contextmanager
def serving(seconds: float) -> Iterator[str]:
    """Serve until the block ends; every question is answered after so many seconds."""
    command = [sys.executable, "-m", "benchmarks.server", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None  # noqa: S101
        yield server.stdout.readline().strip()
        server.communicate()


async def serve(seconds: float) -> None:
    """Answer until the other side hangs up."""

    async def behave(request: Request) -> None:
        await asyncio.sleep(seconds)
        await request.send(200, completion(answer_to(str(request.body["messages"][-1]["content"]))))

    async with FakeProvider(repeat(behave)) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
