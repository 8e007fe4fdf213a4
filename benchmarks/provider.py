"""What asking through `Provider` costs: CPU and memory per call, from memory and beside a bare litellm loop.

The first part answers from memory, so that all it measures is ours. The second asks a server in a process of its own,
through `Provider` and around it, in turns; its ratio is what counts on a machine that does other work.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from benchmarks.figures import Figure
from benchmarks.measuring import resident_mb
from benchmarks.server import serving
from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import load_prompts
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.transports.choice import TransportName
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.transports.routing import RoutedTransport
from codenames_agents.providers.usage import Usage
from codenames_core.game.config import AgentConfig, GameConfig, Seat, Team
from codenames_core.game.events import Clue
from codenames_core.game.state import apply, initialize_game
from codenames_core.game.visibility import visible_state

PROMPT = ({"role": "system", "content": "You play Codenames. " * 50}, {"role": "user", "content": "Board: …" * 100})
ANSWER = RawAnswer("CLUE: OCEAN 2", "two own words", model="fake", usage=Usage(400, 8, 16, 3), cost_usd=0.001)
AIM: Final = 0.5
CALLS: Final = 128
"""Of a round with litellm."""
MS: Final = "ms of CPU"
STRAIGHT: Final = "the same through the provider, straight"
STREAMED: Final = "the same, streamed"
"""In three pieces, and their end."""
Ask = Callable[[], Awaitable[object]]


class Memory(Transport):
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


async def _door(calls: int) -> list[Figure]:
    """What `Provider` costs alone."""
    provider = Provider(Memory())
    request = ModelRequest("openai/fake", PROMPT, api_base="http://127.0.0.1:1/v1", temperature=0.7, seed=1)
    figures = []
    for at_once in (1, 64, 256):
        spent = await cpu_ms(lambda: provider.ask(request), calls // 4, at_once)
        figures.append(Figure(f"a question through the provider, {at_once} at once", spent, MS, AIM))
    heard: list[str] = []
    spent = await cpu_ms(lambda: provider.ask(request, on_token=heard.append), calls // 4, 1)
    figures.append(Figure("a question through the provider, streamed", spent, MS, AIM))
    before = resident_mb()
    await cpu_ms(lambda: provider.ask(request), calls, 64)
    grown = (resident_mb() - before) * 1024 / calls
    figures.append(Figure("memory for each further question", grown, "KB", 1, about=f"over {calls:,}"))
    return figures


async def _agents(calls: int) -> list[Figure]:
    """What an agent adds: the prompt, the provider, the reading and the trace of one question."""
    figures = []
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
        about = "JSON" if output == "schema" else "text"
        figures += [
            Figure(f"a clue of a model agent, {about}", clue, MS, AIM, about="prompt, provider, reading, trace"),
            Figure(f"a list of guesses of a model agent, {about}", guesses, MS, AIM),
        ]
    return figures


def figures(quick: bool) -> Iterator[Figure]:
    """What is ours alone."""
    calls = 2_000 if quick else 20_000
    yield from asyncio.run(_door(calls))
    yield from asyncio.run(_agents(calls))


def beside_litellm(quick: bool) -> Iterator[Figure]:
    """Ask a server through litellm alone, and through `Provider` by either transport, in turns."""
    with serving(seconds=0.0) as url:
        yield from asyncio.run(_beside_litellm(url, 3 if quick else 10))


async def _beside_litellm(url: str, rounds: int) -> list[Figure]:
    litellm = load_litellm()
    way = {name: Provider(RoutedTransport(name), policy=Policy(most_at_once=64)) for name in TransportName}
    request = ModelRequest("openai/fake", PROMPT, api_base=url, temperature=0.7, seed=1)

    async def bare() -> object:
        return await litellm.acompletion(
            model="openai/fake", messages=[dict(one) for one in PROMPT], api_base=url, api_key="none",
            temperature=0.7, seed=1, timeout=120.0, max_retries=0, num_retries=0,
        )  # fmt: skip

    asks: dict[str, Ask] = {
        "a question through litellm alone": bare,
        "the same through the provider and litellm": lambda: way[TransportName.LITELLM].ask(request),
        STRAIGHT: lambda: way[TransportName.AUTO].ask(request),
        STREAMED: lambda: way[TransportName.AUTO].ask(request, on_token=lambda _: None),
    }
    for ask in asks.values():
        await cpu_ms(ask, 64, 64)
    before = resident_mb()
    spent: dict[str, list[float]] = {name: [] for name in asks}
    for _ in range(rounds):
        for name, ask in asks.items():
            spent[name].append(await cpu_ms(ask, CALLS, 64))
    grown = (resident_mb() - before) * 1024 / (len(asks) * rounds * CALLS)
    for provider in way.values():
        await provider.close()
    about = "64 at once, the same machine serves"
    aims = {STRAIGHT: 2.5, STREAMED: 3.0}
    return [
        *(Figure(name, min(times), MS, aims.get(name), about=about) for name, times in spent.items()),
        Figure("memory for each further question", grown, "KB", 1),
    ]
