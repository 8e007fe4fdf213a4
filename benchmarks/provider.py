"""What the door to the providers costs: CPU and memory per call, without litellm and beside a bare litellm loop.

    python benchmarks/provider.py [--calls 20000] [--litellm-calls 1000]

The first part answers from memory, so that all it measures is ours. The second asks a server in a process of its own,
through the door and around it, in turns; its ratio is what counts on a machine that does other work.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fake_provider import FakeProvider

from codenames_agents.endpoints import Endpoint
from codenames_agents.exchange import ModelRequest
from codenames_agents.litellm_transport import load_litellm
from codenames_agents.llm import LlmCluer, LlmGuesser
from codenames_agents.prompts import load_prompts
from codenames_agents.provider import Policy, Provider
from codenames_agents.transport import Call, RawAnswer
from codenames_agents.usage import Usage
from codenames_core.config import AgentConfig, GameConfig, Seat, Team
from codenames_core.events import Clue
from codenames_core.state import apply, initialize_game
from codenames_core.visibility import visible_state

PROMPT = ({"role": "system", "content": "You play Codenames. " * 50}, {"role": "user", "content": "Board: …" * 100})
ANSWER = RawAnswer("CLUE: OCEAN 2", "two own words", model="fake", usage=Usage(400, 8, 16, 3), cost_usd=0.001)
Ask = Callable[[], Awaitable[object]]


class Memory:
    """A transport that answers at once."""

    def __init__(self, text: str = ANSWER.text or "") -> None:
        self._answer = replace(ANSWER, text=text)

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        return self._answer

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


async def cpu_ms(ask: Ask, calls: int, at_once: int) -> float:
    """Return the milliseconds of CPU of one call."""

    async def some(count: int) -> None:
        for _ in range(count):
            await ask()

    began = time.process_time()
    await asyncio.gather(*(some(calls // at_once) for _ in range(at_once)))
    return (time.process_time() - began) / (calls // at_once * at_once) * 1e3


def resident_kb() -> int:
    """Return the memory of this process, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * 4


async def without_litellm(calls: int) -> None:
    """Measure what is ours alone."""
    provider = Provider(Memory())
    request = ModelRequest("openai/fake", PROMPT, api_base="http://127.0.0.1:1/v1", temperature=0.7, seed=1)
    for at_once in (1, 64, 256):
        spent = await cpu_ms(lambda: provider.ask(request), calls // 4, at_once)
        print(f"own CPU, {at_once:3} at once        {spent:6.3f} ms/call   target 0.5")
    heard: list[str] = []
    spent = await cpu_ms(lambda: provider.ask(request, on_token=heard.append), calls // 4, 1)
    print(f"own CPU, streamed           {spent:6.3f} ms/call")
    before = resident_kb()
    await cpu_ms(lambda: provider.ask(request), calls, 64)
    grown = resident_kb() - before
    print(f"memory over {calls} calls   {grown:6} KB         {grown / calls:.4f} KB/call, target 1")


async def whole_agents(calls: int) -> None:
    """Measure what an agent adds: the prompt, the door, the reading and the trace of one question."""
    config = AgentConfig(spec="openai/fake", api_base="http://127.0.0.1:1/v1", temperature=0.7)
    state = initialize_game(GameConfig(seed=1))
    cluer_view: Any = visible_state(state, Seat.RED_CLUER)
    state = apply(state, Clue("sea", 2, team=Team.RED))
    guesser_view: Any = visible_state(state, Seat.RED_GUESSER_1)
    first, second = state.board.words[:2]
    for output in ("text", "schema"):
        said = "REASONING: both are wet.\nTARGETS: {0}, {1}\nCLUE: OCEAN\nNUMBER: 2"
        touched = "REASONING: both are wet.\nGUESSES: {0}, {1}"
        if output == "schema":
            said = '{{"reasoning": "both are wet", "targets": ["{0}", "{1}"], "clue": "OCEAN", "number": 2}}'
            touched = '{{"reasoning": "both are wet", "guesses": ["{0}", "{1}"]}}'
        asked = config.model_copy(update={"output": output})
        cluer = LlmCluer(asked, load_prompts(), Provider(Memory(said.format(first, second))))
        guesser = LlmGuesser(asked, load_prompts(), Provider(Memory(touched.format(first, second))))
        clue = await cpu_ms(partial(cluer.generate_clue, cluer_view), calls // 4, 1)
        guesses = await cpu_ms(partial(guesser.make_guesses, guesser_view, ()), calls // 4, 1)
        print(f"a cluer's clue, {output:6}      {clue:6.3f} ms/call   target 0.5")
        print(f"a guesser's list, {output:6}    {guesses:6.3f} ms/call   target 0.5")


async def beside_litellm(url: str, calls: int, rounds: int = 10) -> None:
    """Measure the door with litellm behind it, and litellm alone, in turns."""
    litellm = load_litellm()
    provider = Provider(policy=Policy(most_at_once=64))
    request = ModelRequest("openai/fake", PROMPT, api_base=url, temperature=0.7, seed=1)

    async def bare() -> object:
        return await litellm.acompletion(
            model="openai/fake", messages=[dict(one) for one in PROMPT], api_base=url, api_key="none",
            temperature=0.7, seed=1, timeout=120.0, max_retries=0, num_retries=0,
        )  # fmt: skip

    def door() -> Awaitable[object]:
        return provider.ask(request)

    await cpu_ms(bare, 64, 64)
    await cpu_ms(door, 64, 64)
    before = resident_kb()
    alone, ours = [], []
    for _ in range(rounds):
        alone.append(await cpu_ms(bare, calls // rounds, 64))
        ours.append(await cpu_ms(door, calls // rounds, 64))
    grown = resident_kb() - before
    print(f"litellm alone, 64 at once   {min(alone):6.3f} ms/call")
    print(f"through the door            {min(ours):6.3f} ms/call   ratio {min(ours) / min(alone):.3f}")
    print(f"memory over {2 * calls} calls    {grown:6} KB         {grown / (2 * calls):.4f} KB/call")
    await provider.close()


async def serve() -> None:
    """Be the server of the second part, until the other side hangs up."""
    async with FakeProvider() as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=20_000, help="calls without litellm")
    parser.add_argument("--litellm-calls", type=int, default=1_000, help="calls with litellm, each way")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve())
        return
    asyncio.run(without_litellm(options.calls))
    asyncio.run(whole_agents(options.calls))
    command = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        url = server.stdout.readline().strip() if server.stdout else ""
        asyncio.run(beside_litellm(url, options.litellm_calls))
        server.communicate()


if __name__ == "__main__":
    main()
