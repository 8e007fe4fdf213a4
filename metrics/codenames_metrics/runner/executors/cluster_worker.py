"""What a worker of a Dask cluster does: it plays the games that it gets, and sends messages about them to the driver.

It writes no file and keeps no budget. Before every question to a model it asks the driver, so that nothing more is paid
when the driver is gone, and a game that is not wanted any more is dropped within a moment.
"""

import asyncio
import hashlib
import platform
import signal
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from codenames_agents.providers.limits import AdaptiveLimit, Slot
from codenames_core.files.journal import parse_journal
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat, Team, TeamConfig
from codenames_core.support.errors import InputError
from codenames_metrics.run_folder.manifest import SHAPING_PACKAGES, version_of
from codenames_metrics.runner.executors.pipe_messages import failure_as_json
from codenames_metrics.runner.executors.worker import LineSender
from codenames_metrics.runner.game_task import FinishedGame, GameTask, play_here
from codenames_metrics.runner.models.call_listener import notify_listener

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Policy, Provider
    from codenames_agents.providers.transport import Endpoint
    from codenames_agents.providers.usage import Attempt
    from codenames_core.play.episode import Outage

# The kinds of messages about a game, in this order.
BEGUN: Final = "begun"
LINES: Final = "lines"
MAY_ASK: Final = "may ask"
ASKED: Final = "asked"
ANSWERED: Final = "answered"
OUTAGE: Final = "outage"
CALL: Final = "call"
FAILED: Final = "failed"
REFUSED: Final = "refused"
"""The game cannot be played by this worker, for want of a key or a file."""
OVER: Final = "over"

SECONDS_BETWEEN_LOOKS: Final = 0.2
"""At whether a game is still wanted."""
WORTH_A_MESSAGE: Final = 8_000
"""Bytes; the lines of offline agents are gathered up to here, since losing them costs nothing."""
_BULKY: Final = ("messages", "raw", "reasoning", "answer", "refused")
"""Fields of an answer that the driver's meter does not need, since the journal has them."""
_OURS: Final = ("codenames_core", "codenames_agents", "codenames_metrics")

now = time.monotonic
Send = Callable[[str, Any], None]


def dask_setup(here: object) -> None:
    """Leave interrupts to the driver, in a worker of a cluster on this machine: a terminal sends them to all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True, slots=True)
class GameOrder:
    """A game as a worker gets it."""

    key: str
    """Of the task."""
    topic: str
    """Under which the driver listens."""
    teams: Mapping[str, Mapping[str, Any]]
    """Teams that differ from those in the journal's header."""
    journal: bytes
    """So far."""
    seconds: float | None
    """See `GameTask`."""
    policy: "Policy | None"
    """Time limits and retries of the provider; None where every agent is offline."""


async def play(order: GameOrder) -> None:
    """Play a game. Its lines and its outcome are sent as messages and not returned, so that they arrive in order."""
    from distributed import get_worker

    here = get_worker()
    player = uuid.uuid4().hex

    def send(kind: str, content: Any) -> None:
        about = {"game": order.key, "player": player, "address": here.address}
        here.log_event(order.topic, {**about, "kind": kind, "content": content})

    send(BEGUN, None)
    game = asyncio.create_task(_play(order, send))
    try:
        while not game.done():
            await asyncio.wait({game}, timeout=SECONDS_BETWEEN_LOOKS)
            if not _is_wanted(here, order.key):
                return
    finally:
        if not game.done():
            game.cancel()
            await asyncio.wait({game})
    try:
        finished = game.result()
    except InputError as error:
        send(REFUSED, str(error))
    except Exception as error:
        send(FAILED, failure_as_json(error))
    else:
        send(OVER, {"record": finished.record, "metrics": finished.metrics})


def _is_wanted(here: Any, key: str) -> bool:
    """Whether the scheduler still waits for a task: not if its driver has released it, or is gone."""
    task = here.state.tasks.get(key)
    return task is not None and task.state in ("executing", "long-running")


async def _play(order: GameOrder, send: Send) -> FinishedGame:
    begun = parse_journal(order.journal, "the journal of the driver")
    others = {Team(team): TeamConfig.model_validate(fields) for team, fields in order.teams.items()}
    teams = {**begun.header.teams, **others}
    asks = order.policy is not None
    if order.policy is not None:
        _share_provider(order.policy)
    return await play_here(
        GameTask(
            begun.header,
            teams,
            LineSender(lambda lines: send(LINES, lines), at_once=asks, enough=0 if asks else WORTH_A_MESSAGE),
            Path(),
            played=begun.played,
            meter=_RemoteMeter(send) if asks else None,
            seconds=order.seconds,
            on_outage=lambda outage: send(OUTAGE, _outage_as_json(outage)),
            on_call=_RetrySender(send).take,
        )
    )


class _RemoteMeter:
    """Has the driver's meter count; see `Meter`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def admit(self, seat: Seat, requests: int = 1) -> None:
        """Wait until the driver admits a question; where it never will, it ends the game."""
        ticket = uuid.uuid4().hex
        _waiting[ticket] = asyncio.get_running_loop().create_future()
        try:
            self._send(MAY_ASK, {"seat": seat.value, "ticket": ticket})
            await _waiting[ticket]
        finally:
            del _waiting[ticket]

    def asked(self, seat: Seat, question: Question, requests: int = 1) -> None:
        """Tell the driver that a question is asked."""
        self._send(ASKED, {"seat": seat.value, "question": question.value})

    def asks_again(self, failed: "Attempt") -> bool:
        """Send every retry: the driver has reserved for all of them."""
        return True

    def answered(self, trace: AgentTrace) -> None:
        """Tell the driver what it has cost."""
        blank = {name: AgentTrace.model_fields[name].default for name in _BULKY}
        self._send(ANSWERED, trace.model_copy(update=blank).model_dump_json().encode())

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """Return True: the driver decides, and ends the game if the model is not worth waiting for."""
        return True


_waiting: dict[str, asyncio.Future[None]] = {}
"""Questions of this process that wait to be admitted, by their tickets."""


def admit(tickets: Iterable[str]) -> None:
    """Admit questions; the driver has the worker call this."""
    for ticket in tickets:
        if (waiting := _waiting.get(ticket)) is not None and not waiting.done():
            waiting.set_result(None)


class _RetrySender:
    """Tells the driver when a request begins, or ceases, to wait for a retry."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_retrying = False

    def take(self, state: "CallState") -> None:
        """Take the new state of a question."""
        is_retrying = state.phase == "retrying"
        if is_retrying or self._is_retrying:
            self._send(
                CALL,
                {
                    "model": state.model,
                    "label": state.label,
                    "phase": str(state.phase),
                    "retry": state.retry,
                    "retries": state.retries,
                    "seconds": max(0.0, state.resume_at - now()),
                    "reason": state.reason,
                },
            )
        self._is_retrying = is_retrying


def call_state(content: Mapping[str, Any]) -> "CallState":
    """Return the state of a question that a worker sent, by the clock of this process."""
    from codenames_agents.providers.provider import CallState, RequestPhase

    same = {name: content[name] for name in ("model", "label", "retry", "retries", "reason")}
    return CallState(phase=RequestPhase(content["phase"]), resume_at=now() + content["seconds"], **same)


def _outage_as_json(outage: "Outage | None") -> dict[str, Any] | None:
    if outage is None:
        return None
    return {"seat": outage.seat.value, "reason": outage.reason, "seconds": outage.seconds}


_provider: "Provider | None" = None


def _share_provider(policy: "Policy") -> None:
    """Let all games of this process ask through one provider, which shares its limits with all workers."""
    global _provider
    from codenames_agents.providers.provider import Provider, share_provider

    if _provider is None or _provider.policy != policy:
        _provider = Provider(policy=policy, on_state=notify_listener, new_limit=SharedLimit)
    share_provider(_provider)


class SharedLimit(AdaptiveLimit):
    """A limit that holds for all workers of a cluster together.

    Each worker finds out for itself how many calls the provider bears; a semaphore of the scheduler ensures that all
    together never make more than the experiment allows. The leases of a lost worker are free again after half a minute.

    Args:
        endpoint: whose provider and key are called.
        limit: calls that may be open at once.
    """

    def __init__(self, endpoint: "Endpoint", limit: int) -> None:
        from distributed import Semaphore

        super().__init__(limit)
        account = hashlib.sha256(repr(endpoint.account).encode()).hexdigest()[:16]
        self._leases = Semaphore(max_leases=limit, name=f"codenames-{account}-{limit}")

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[Slot]:
        """Wait for a slot in this process, and then for a lease among all workers."""
        async with super().slot() as slot, self._leases:
            yield slot


def versions() -> dict[str, str]:
    """Return the versions of everything that shapes a game, or the messages about it, in this process."""
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        **{name: version_of(name) for name in (*SHAPING_PACKAGES, "distributed")},
        "code of codenames-tui": _code(),
    }


def _code() -> str:
    """Return a hash of our own code: a checkout changes more often than its version."""
    digest = hashlib.sha256()
    for package in _OURS:
        top = Path(str(files(package)))
        for path in sorted(top.rglob("*.py")):
            digest.update(f"{package} {path.relative_to(top).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
