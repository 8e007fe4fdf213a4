"""What a worker of a Dask cluster does: it plays a game that it is handed, and says what happens to the driver.

It writes no file and decides nothing about money. Before every question to a model it asks the driver; a driver that is
gone lets none through, and a game that nobody wants any more is dropped within a moment.
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
    from codenames_core.play.episode import Outage

# What is said of a game, in this order.
BEGUN: Final = "begun"
LINES: Final = "lines"
MAY_ASK: Final = "may ask"
ASKED: Final = "asked"
ANSWERED: Final = "answered"
OUTAGE: Final = "outage"
CALL: Final = "call"
FAILED: Final = "failed"
REFUSED: Final = "refused"
"""The game cannot be played there, for want of a key or a file."""
OVER: Final = "over"

SECONDS_BETWEEN_LOOKS: Final = 0.2
"""At whether a game is still wanted."""
WORTH_A_MESSAGE: Final = 8_000
"""Bytes of the lines of offline agents, which cost nothing to lose."""
_BULKY: Final = ("messages", "raw", "reasoning", "answer", "refused")
"""What of an answer is in the journal already, and costs nothing."""
_OURS: Final = ("codenames_core", "codenames_agents", "codenames_metrics")

now = time.monotonic
Say = Callable[[str, Any], None]


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
    """Those that are not as the journal's header has them."""
    journal: bytes
    """So far."""
    seconds: float | None
    """See `GameTask`."""
    policy: "Policy | None"
    """How patient the door to the models is; None where every agent is offline."""


async def play(order: GameOrder) -> None:
    """Play a game. Its lines, and what it became, are said and not returned: so they arrive in order."""
    from distributed import get_worker

    here = get_worker()
    player = uuid.uuid4().hex

    def say(kind: str, content: Any) -> None:
        about = {"game": order.key, "player": player, "address": here.address}
        here.log_event(order.topic, {**about, "kind": kind, "content": content})

    say(BEGUN, None)
    game = asyncio.create_task(_play(order, say))
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
        sealed = game.result()
    except InputError as error:
        say(REFUSED, str(error))
    except Exception as error:
        say(FAILED, failure_as_json(error))
    else:
        say(OVER, {"record": sealed.record, "metrics": sealed.metrics})


def _is_wanted(here: Any, key: str) -> bool:
    """Whether the scheduler still waits for a task: not if its driver has let go of it, or is gone."""
    task = here.state.tasks.get(key)
    return task is not None and task.state in ("executing", "long-running")


async def _play(order: GameOrder, say: Say) -> FinishedGame:
    begun = parse_journal(order.journal, "the journal of the driver")
    others = {Team(team): TeamConfig.model_validate(one) for team, one in order.teams.items()}
    teams = {**begun.header.teams, **others}
    asks = order.policy is not None
    if order.policy is not None:
        _open_door(order.policy)
    return await play_here(
        GameTask(
            begun.header,
            teams,
            LineSender(lambda lines: say(LINES, lines), at_once=asks, enough=0 if asks else WORTH_A_MESSAGE),
            Path(),
            played=begun.played,
            meter=_FarMeter(say) if asks else None,
            seconds=order.seconds,
            on_outage=lambda outage: say(OUTAGE, _outage_as_json(outage)),
            on_call=_Calls(say).heard,
        )
    )


class _FarMeter:
    """Has the driver's meter count; see `Meter`."""

    def __init__(self, say: Say) -> None:
        self._say = say

    async def admit(self, seat: Seat) -> None:
        """Wait until the driver lets a question through; it ends the game where it never will."""
        ticket = uuid.uuid4().hex
        _waiting[ticket] = asyncio.get_running_loop().create_future()
        try:
            self._say(MAY_ASK, {"seat": seat.value, "ticket": ticket})
            await _waiting[ticket]
        finally:
            del _waiting[ticket]

    def asked(self, seat: Seat, question: Question) -> None:
        """Say that a question goes out."""
        self._say(ASKED, {"seat": seat.value, "question": question.value})

    def answered(self, trace: AgentTrace) -> None:
        """Say what came of it."""
        blank = {name: AgentTrace.model_fields[name].default for name in _BULKY}
        self._say(ANSWERED, trace.model_copy(update=blank).model_dump_json().encode())

    def is_worth_waiting_for(self, seat: Seat) -> bool:
        """The driver knows, and ends the game if it is not."""
        return True


_waiting: dict[str, asyncio.Future[None]] = {}
"""Games of this process that wait to be let through, by their tickets."""


def let_go_on(tickets: Iterable[str]) -> None:
    """Let games ask, in a worker; the driver calls it."""
    for ticket in tickets:
        if (waiting := _waiting.get(ticket)) is not None and not waiting.done():
            waiting.set_result(None)


class _Calls:
    """Says where a question is that waits to be asked again."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._is_retrying = False

    def heard(self, state: "CallState") -> None:
        """Take note of a change."""
        is_retrying = state.phase == "retrying"
        if is_retrying or self._is_retrying:
            self._say(
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
    """Return what a worker said of a question, by the clock of this process."""
    from codenames_agents.providers.provider import CallState, RequestPhase

    told = {name: content[name] for name in ("model", "label", "retry", "retries", "reason")}
    return CallState(phase=RequestPhase(content["phase"]), resume_at=now() + content["seconds"], **told)


def _outage_as_json(outage: "Outage | None") -> dict[str, Any] | None:
    if outage is None:
        return None
    return {"seat": outage.seat.value, "reason": outage.reason, "seconds": outage.seconds}


_door: "Provider | None" = None


def _open_door(policy: "Policy") -> None:
    """Let all games of this process ask at one door, and that door share its limits with all workers."""
    global _door
    from codenames_agents.providers.provider import Provider, share_provider

    if _door is None or _door.policy != policy:
        _door = Provider(policy=policy, on_state=notify_listener, new_limit=SharedLimit)
    share_provider(_door)


class SharedLimit(AdaptiveLimit):
    """A limit that holds for all workers of a cluster together.

    Each worker finds out for itself how many calls the provider bears; a semaphore of the scheduler sees that together
    they are never more than the experiment allows. A worker that is lost gives its leases back after half a minute.

    Args:
        endpoint: whose provider and key are called.
        most: calls that may be open at once.
    """

    def __init__(self, endpoint: "Endpoint", most: int) -> None:
        from distributed import Semaphore

        super().__init__(most)
        account = hashlib.sha256(repr(endpoint.account).encode()).hexdigest()[:16]
        self._leases = Semaphore(max_leases=most, name=f"codenames-{account}-{most}")

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[Slot]:
        """Wait for one's turn here, and then for one among all workers."""
        async with super().slot() as slot, self._leases:
            yield slot


def versions() -> dict[str, str]:
    """Return what shapes a game, or what is said about it, in this process."""
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        **{name: version_of(name) for name in (*SHAPING_PACKAGES, "distributed")},
        "code of codenames-tui": _code(),
    }


def _code() -> str:
    """Return a hash of our own code: a checkout changes more often than its version."""
    found = hashlib.sha256()
    for package in _OURS:
        top = Path(str(files(package)))
        for path in sorted(top.rglob("*.py")):
            found.update(f"{package} {path.relative_to(top).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()[:12]
