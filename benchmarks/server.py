"""A model's server in a process of its own: `with serving(seconds=1.0) as url`.

An answer has as many tokens as it took milliseconds: so the ledger of a run tells what was drawn.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from random import Random

from tests.fake_provider import USAGE, FakeProvider, Request, completion, streamed

from benchmarks.models import answer_to


@contextmanager
def serving(seconds: float, spread: float = 0.0) -> Iterator[str]:
    """Serve until the block ends; every question is answered after so many seconds, give or take the spread."""
    command = [sys.executable, "-m", "benchmarks.server", str(seconds), str(spread)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None  # noqa: S101
        yield server.stdout.readline().strip()
        server.communicate()


async def serve(seconds: float, spread: float) -> None:
    """Answer until the other side hangs up; the seconds of an answer are drawn from the question."""

    async def behave(request: Request) -> None:
        question = str(request.body["messages"][-1]["content"])
        drawn = round(Random(question).uniform(seconds - spread, seconds + spread), 3)
        usage = {**USAGE, "completion_tokens": round(drawn * 1e3)}
        await asyncio.sleep(drawn)
        if request.body.get("stream"):
            request.text = answer_to(question)
            await streamed(request)
        else:
            await request.send(200, completion(answer_to(question), usage=usage))

    async with FakeProvider(repeat(behave)) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(*map(float, sys.argv[1:])))
