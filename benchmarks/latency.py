"""How much longer a run takes than its games must: models that answer after a second, 64 games in flight.

The server is a process of its own on this machine and is asked straight, as any server of this kind is; then through
litellm, and over bare sockets, to tell the run's own part from the clients'. Its answers take a second each, or seconds
that are drawn around one, as those of real models do. Both clients are loaded before the clock runs. Where others use
the machine, a process gets less than a core: how long it could have run and had none is a figure of its own.

The critical path is what no client could shorten. Games begin in their order, each where one has ended; the next
question of a game follows from its last answer; and the first question of each kind goes alone
(`HeldQuestions`), so that all games but the first begin one answer later.
"""

import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.figures import Figure
from benchmarks.measuring import spent_by
from benchmarks.models import mirror_of
from benchmarks.server import serving
from codenames_agents.providers.provider import Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.transports.choice import TransportName
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.transports.openai_transport import load_openai
from codenames_agents.providers.transports.routing import RoutedTransport
from codenames_agents.providers.usage import Usage
from codenames_metrics.run_folder.ledger import LedgerRow, read_ledger
from codenames_metrics.runner.benchmark import BenchmarkRunner

AT_ONCE = 64
SECONDS = 1.0
SPREAD = 0.2
TURNS = 4
CALLS = 16
"""Of a game: four turns of a clue, two messages and a list of guesses."""


class BareSockets(Transport):
    """Asks a server with one connection for each question, and reads no more of its answer than is needed."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        address = urlsplit(call.request.api_base or "")
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        body = json.dumps({"messages": [dict(one) for one in call.request.messages]}).encode()
        writer.write(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        answer = json.loads(await reader.readexactly(int(head.split(b"content-length: ")[1].split()[0])))
        writer.close()
        usage = Usage(answer["usage"]["prompt_tokens"], answer["usage"]["completion_tokens"])
        return RawAnswer(answer["choices"][0]["message"]["content"], model="slow", usage=usage, cost_usd=0.001)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


def figures(quick: bool) -> Iterator[Figure]:
    """Play against a slow server straight, through litellm, and over bare sockets."""
    load_litellm()
    load_openai()
    games = AT_ONCE if quick else 2 * AT_ONCE
    for spread in (0.0, SPREAD):
        with serving(SECONDS, spread) as url:
            by_litellm = RoutedTransport(TransportName.LITELLM)
            for name, transport in (("straight", None), ("litellm", by_litellm), ("bare sockets", BareSockets())):
                yield from _run(name, url, games, spread, transport)


def _run(name: str, url: str, games: int, spread: float, transport: Transport | None) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        provider = Provider(transport)
        runner = BenchmarkRunner(mirror_of(games, TURNS, url), folder, concurrency=AT_ONCE, provider=provider)
        waited = seconds_in_line()
        spent = spent_by(lambda: asyncio.run(runner.run()))
        waited = seconds_in_line() - waited
        rows = read_ledger(Path(folder))
    outcomes = [row.outcome for row in rows]
    path = critical_path(chains(rows), AT_ONCE)
    seconds = f"{SECONDS - spread:g} to {SECONDS + spread:g} s" if spread else f"{SECONDS:g} s"
    name = f"{name}, {seconds}" if spread else name
    about = f"{games} games, {AT_ONCE} at once, answers after {seconds}, a path of {path:.1f} s"
    yield Figure(f"{name}: by the clock", spent.wall / path, "times the critical path", 1.05, about=about)
    yield Figure(f"{name}: a request", spent.cpu / len(outcomes) * 1e3, "ms of CPU")
    yield Figure(f"{name}: waited for a core", waited, "s", about=f"in {spent.wall:.0f} s by the clock")
    yield Figure(f"{name}: requests that failed", len(outcomes) - outcomes.count("ok"), "", 0)


def chains(rows: Iterable[LedgerRow]) -> list[list[tuple[str, float]]]:
    """Return the questions of each game, in the order of games: their kind, and the seconds that the answer took."""
    games = defaultdict[str, list[tuple[str, float]]](list)
    for row in rows:
        games[row.episode].append((str(row.question), (row.tokens_out or 0) / 1e3))
    return [games[episode] for episode in sorted(games)]


def critical_path(games: Sequence[Sequence[tuple[str, float]]], at_once: int) -> float:
    """Return the seconds that games take whose work takes none, by list scheduling.

    Args:
        games: the questions of each game, as `chains` gives them; a game begins where an earlier one ends.
        at_once: games in flight.
    """
    opened: dict[str, float] = {}
    asked = [(0.0, game, 0) for game in range(min(at_once, len(games)))]
    begun, ended = len(asked), 0.0
    while asked:
        now, game, step = heappop(asked)
        kind, seconds = games[game][step]
        answered = max(now, opened.get(kind, now)) + seconds
        opened.setdefault(kind, answered)
        ended = max(ended, answered)
        if step + 1 < len(games[game]):
            heappush(asked, (answered, game, step + 1))
        elif begun < len(games):
            heappush(asked, (answered, begun, 0))
            begun += 1
    return ended


def seconds_in_line() -> float:
    """Return how long this process could have run and had no core, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0
