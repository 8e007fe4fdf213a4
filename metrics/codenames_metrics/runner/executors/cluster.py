"""Plays games on a Dask cluster: on this machine, or behind a scheduler somewhere else.

The driver alone plans, pays, counts and writes. A worker gets a game with its journal so far, and streams messages
through the scheduler, so that workers need no connection to the driver and share no disk with it. Dask would run a task
again whose worker was lost; here that ends the attempt instead, since the journal has grown since the task was made.
Messages from any but the first worker of an attempt are ignored, so that nothing is written or paid twice.
"""

import asyncio
import contextlib
import itertools
import logging
import re
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import TEAMS, Role, Seat
from codenames_core.play.episode import Outage
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.runner.cores import available_cores
from codenames_metrics.runner.executors import cluster_worker as worker
from codenames_metrics.runner.executors.pipe_messages import failure_from_json
from codenames_metrics.runner.game_failure import GameFailed, model_unreachable
from codenames_metrics.runner.game_task import FinishedGame, GameTask

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

SECONDS_TO_CONNECT: Final = 10.0
SECONDS_FOR_WORKERS: Final = 300.0
"""So long may a cluster have no worker, at the beginning and later."""
SECONDS_BETWEEN_LOOKS: Final = 1.0
"""At the list of workers."""
SECONDS_TO_ANSWER: Final = 30.0
SECONDS_TO_CLOSE: Final = 1.0
ENCRYPTED: Final = ("tls://", "wss://")
_ADDRESS: Final = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d{1,5}/?")


class ClusterLost(CodenamesError, ConnectionError):
    """The scheduler, or the last worker, is gone. Journals are whole, and the run can be resumed."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker as the scheduler describes it."""

    address: str
    slots: int
    """Games that it plays at the same time: its threads."""


class DaskExecutor:
    """Plays each game on a worker of a cluster.

    Args:
        scheduler: the address of one, such as `tcp://10.0.0.5:8786`; a cluster on this machine if not given.
        workers: of the cluster on this machine; one for each core if not given.
        games: that each of these plays at the same time.
        in_process: whether they share this process; for tests.
        patience: seconds that the cluster may be without a worker.

    Raises:
        InputError: Dask is not installed, or the address is malformed.
    """

    takes_models = True

    def __init__(
        self,
        scheduler: str | None = None,
        *,
        workers: int | None = None,
        games: int = 1,
        in_process: bool = False,
        patience: float = SECONDS_FOR_WORKERS,
    ) -> None:
        if scheduler is not None and not _ADDRESS.fullmatch(scheduler):
            raise InputError(
                f"{one_line(scheduler, 60)!r} is not the address of a scheduler, such as tcp://10.0.0.5:8786"
            )
        _load()
        self._scheduler = scheduler
        self._local = {
            "n_workers": workers or available_cores(),
            "threads_per_worker": games,
            "processes": not in_process,
        }
        self._patience = patience
        self._client: Client = None
        self._cluster: LocalCluster | None = None
        self._topic = f"codenames-{uuid.uuid4().hex}"
        self._is_over: CodenamesError | None = None
        """Why no game can be played any more."""
        self._numbers = itertools.count(1)
        self._games: dict[str, _Game] = {}
        self._workers: dict[str, Worker] = {}
        self._admitted: defaultdict[str, list[str]] = defaultdict(list)
        """Tickets of questions that may be asked, by the worker that is still to be told."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def at_once(self) -> int | None:
        """A game for each slot, and one more for each worker, so that it need not wait for its next game.

        It changes as workers come and go, and bounds what is submitted: never the whole plan.
        """
        return sum(worker.slots + 1 for worker in self._workers.values()) or None

    @property
    def workers(self) -> tuple[Worker, ...]:
        """The workers at this moment."""
        return tuple(self._workers.values())

    async def __aenter__(self) -> Self:
        """Connect, wait for a worker, and check that all have the versions of this process.

        Raises:
            InputError: there is no scheduler or no worker, or one has other versions.
        """
        try:
            await self._connect()
            await self._look_for_workers()
        except BaseException:
            await self._leave()
            raise
        self._start(self._keep_looking())
        self._start(self._keep_watching())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Cancel all games, and end the cluster if it is our own."""
        await self._leave()

    async def play(self, task: GameTask) -> FinishedGame:
        """See `Executor.play`.

        Raises:
            ClusterLost: no worker is left to play it.
        """
        if self._is_over is not None or self._client.status != "running":
            raise self._is_over or self._lost()
        key = f"{self._topic}-game-{next(self._numbers)}"
        future = self._client.submit(worker.play, self._order(key, task), key=key, pure=False)
        game = self._games[key] = _Game(task, future, self._admit)
        try:
            return await game.outcome
        finally:
            del self._games[key]
            game.leave()
            future.release()  # a worker that still plays it sees that it is not wanted any more

    def _order(self, key: str, task: GameTask) -> "worker.GameOrder":
        return worker.GameOrder(
            key,
            self._topic,
            {
                str(team): task.teams[team].model_dump(mode="json")
                for team in TEAMS
                if task.teams[team] is not task.header.teams[team]
            },
            task.journal_so_far(),
            task.seconds,
            task.policy,
        )

    async def _connect(self) -> None:
        from distributed import Client, LocalCluster

        address: Any = self._scheduler
        if address is None:
            self._cluster = address = LocalCluster(
                **self._local,
                asynchronous=True,
                protocol="tcp://",
                host="127.0.0.1",
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # the usual port may be another's
                worker_dashboard_address=None,
                silence_logs=logging.CRITICAL,
                **({"preload": [worker.__name__]} if self._local["processes"] else {}),
            )
            await self._cluster
        if self._scheduler is not None:
            require_certificates(self._scheduler)
        try:
            self._client = await Client(
                address, asynchronous=True, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="codenames"
            )
        except (OSError, TimeoutError) as error:
            why = (
                "; it does not accept our certificate, or we do not accept its"
                if "CERTIFICATE" in str(error).upper()
                else ""
            )
            raise InputError(
                f"no scheduler of Dask answers at {one_line(str(self._scheduler), 80)}{why}; start one there with "
                "`dask scheduler`, or leave --scheduler out"
            ) from error
        versions = await _result_or_error(self._client.run_on_scheduler(worker.versions))
        require_same_versions(f"the scheduler at {self._where}", versions)
        self._client.subscribe_topic(self._topic, self._take_message)
        self._client.subscribe_topic("all", self._take_cluster_event)

    async def _look_for_workers(self) -> None:
        """Wait until there is a worker."""
        waited = 0.0
        while not await self._look():
            if waited >= self._patience:
                raise InputError(
                    f"the scheduler at {self._where} has no workers after {waited:.0f} s; "
                    f"start some with `dask worker {self._where}`"
                )
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            waited += SECONDS_BETWEEN_LOOKS

    async def _keep_looking(self) -> None:
        """Notice workers that come and go; end the run when there has been none for too long."""
        alone = 0.0
        try:
            while True:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                alone = 0.0 if await self._look() else alone + SECONDS_BETWEEN_LOOKS
                if alone >= self._patience:
                    raise ClusterLost(f"the last worker of {self._where} is gone; run it again to resume")
        except Exception as error:  # also that a worker which came later has other versions
            self._is_over = error if isinstance(error, CodenamesError) else self._lost()
            for game in [*self._games.values()]:
                game.end(self._is_over)

    async def _look(self) -> bool:
        """Update the list of workers, and check the versions of new ones; return whether there is any worker."""
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            known = (await self._client.scheduler.identity(n_workers=-1))["workers"]
        there = {address: Worker(address, about["nthreads"]) for address, about in known.items()}
        if new := [address for address in there if address not in self._workers]:
            for address in new:
                answer = await _result_or_error(self._client.run(worker.versions, workers=[address]))
                if isinstance(answer, OSError):
                    del there[address]  # it is gone again
                    continue
                versions = answer[address] if isinstance(answer, dict) else answer
                require_same_versions(f"the worker at {address}", versions)
        self._workers = there
        return bool(there)

    @property
    def _where(self) -> str:
        return one_line(self._scheduler or "this machine", 80)

    def _lost(self) -> ClusterLost:
        return ClusterLost(f"the scheduler at {self._where} is gone; run it again to resume")

    async def _keep_watching(self) -> None:
        """End games whose tasks have ended without an outcome."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            for game in [*self._games.values()]:
                if self._client.status != "running":
                    game.end(self._lost())
                elif (reason := await _end_reason(game.future)) is not None:
                    game.end(GameFailed("worker lost", reason))

    def _take_message(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take a worker's message about a game; ignore it if the game is over."""
        message = event[1]
        if (game := self._games.get(message["game"])) is not None:
            try:
                game.take_message(message)
            except Exception as error:
                game.end(error)

    def _take_cluster_event(self, event: tuple[float, Any]) -> None:
        """End the games of a worker that is gone, before another worker plays them again."""
        message = event[1]
        if isinstance(message, dict) and message.get("action") == "remove-worker":
            gone = message.get("worker", "")
            self._workers.pop(gone, None)
            for game in [*self._games.values()]:
                if game.address == gone:
                    game.end(GameFailed("worker lost", f"{gone} is gone"))

    def _admit(self, address: str, ticket: str) -> None:
        """Tell a worker that one of its games may ask; the tickets of one moment share a message."""
        if address not in self._admitted:
            self._start(self._send_tickets(address))
        self._admitted[address].append(ticket)

    async def _send_tickets(self, address: str) -> None:
        await asyncio.sleep(0)
        tickets = self._admitted.pop(address)
        with contextlib.suppress(Exception):  # a worker that is gone is noticed elsewhere
            await self._client.run(worker.admit, tickets, workers=[address], on_error="ignore")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self) -> None:
        for task in [*self._tasks]:
            task.cancel()
        for closing in (self._client, self._cluster):
            if closing is not None:
                with contextlib.suppress(Exception):  # a connection that hangs is left
                    async with asyncio.timeout(SECONDS_TO_CLOSE):
                        await closing.close()


class _Game:
    """A game that a worker plays, as the driver sees it."""

    def __init__(self, task: GameTask, future: "Future", admit: Callable[[str, str], None]) -> None:
        self.future = future
        self.outcome: asyncio.Future[FinishedGame] = asyncio.get_running_loop().create_future()
        self.address = ""
        """Of the worker that plays it."""
        self._task = task
        self._requests = 1 if task.policy is None else 1 + task.policy.api_retries
        """That a question may cost, its retries included."""
        self._admit_ticket = admit
        self._player = ""
        """An id that tells the first worker of this attempt from any other."""
        self._last: AgentTrace | None = None
        self._admitting: asyncio.Task[None] | None = None

    def take_message(self, message: dict[str, Any]) -> None:
        """Take a message of a worker; only the first worker of the attempt counts."""
        if self.outcome.done():
            return
        if message["kind"] == worker.BEGUN:
            self._begun(message["player"], message["address"])
        elif message["player"] == self._player:
            self._take(message["kind"], message["content"])

    def end(self, error: Exception) -> None:
        """End the attempt without a result."""
        if not self.outcome.done():
            self.outcome.set_exception(error)

    def leave(self) -> None:
        """Admit no more questions."""
        if self._admitting is not None:
            self._admitting.cancel()
        if self.outcome.done() and not self.outcome.cancelled():
            self.outcome.exception()  # or asyncio would complain that it was never retrieved

    def _begun(self, player: str, address: str) -> None:
        if self._player:
            self.end(GameFailed("worker lost", f"{self.address} is gone, and another took its place"))
        self._player, self.address = player, address

    def _take(self, kind: str, content: Any) -> None:
        task, meter = self._task, self._task.meter
        match kind:
            case worker.LINES if task.on_lines is not None:
                task.on_lines(content)
            case worker.MAY_ASK:
                self._admitting = asyncio.create_task(self._admit(Seat(content["seat"]), content["ticket"]))
            case worker.ASKED if meter is not None:
                meter.asked(Seat(content["seat"]), Question(content["question"]), self._requests)
            case worker.ANSWERED if meter is not None:
                self._last = AgentTrace.model_validate_json(content)
                meter.answered(self._last)
            case worker.OUTAGE:
                self._outage(content)
            case worker.CALL if task.on_call is not None:
                task.on_call(worker.call_state(content))
            case worker.FAILED:
                self.end(failure_from_json(content))
            case worker.REFUSED:
                self.end(InputError(f"the worker at {self.address} cannot play: {one_line(content, 300)}"))
            case worker.OVER:
                task.journal.close()
                self.outcome.set_result(FinishedGame(content["record"], content["metrics"]))

    # D-091: no worker asks on when its driver is gone.
    async def _admit(self, seat: Seat, ticket: str) -> None:
        """Admit a question once the budget holds it, and reserve for it at once: the worker's message takes a while.

        That of a retry would, too: so all tries are reserved for at once.
        """
        meter = self._task.meter
        try:
            if meter is not None:
                await meter.admit(seat, self._requests)
                meter.asked(seat, Question.CLUE if seat.role is Role.CLUER else Question.GUESSES, self._requests)
        except Exception as error:
            self.end(error)
        else:
            self._admit_ticket(self.address, ticket)

    def _outage(self, content: dict[str, Any] | None) -> None:
        outage = None
        if content is not None:
            seconds = content["seconds"]
            outage = Outage(Seat(content["seat"]), content["reason"], seconds, worker.now() + seconds)
            meter = self._task.meter
            if meter is not None and self._last is not None and not meter.is_worth_waiting_for(outage.seat):
                self.end(model_unreachable(self._last))
                return
        if self._task.on_outage is not None:
            self._task.on_outage(outage)


def require_certificates(scheduler: str) -> None:
    """Check that this process has the certificates for an encrypted connection, and encrypts where it has to.

    Args:
        scheduler: its address.

    Raises:
        InputError: the settings of Dask name no certificates or unreadable ones, or forbid an unencrypted address.
    """
    import dask
    from distributed import Security

    where, is_encrypted = one_line(scheduler, 80), scheduler.startswith(ENCRYPTED)
    if not is_encrypted:
        if dask.config.get("distributed.comm.require-encryption", None):
            raise InputError(f"{where} is not encrypted, and the settings of Dask ask for it; give a tls:// address")
        return
    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise InputError(f"the certificates for {where} cannot be read: {one_line(str(error), 200)}") from error
    if context is None:
        raise InputError(
            f"{where} needs certificates: name them in the settings of Dask, as DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "…__CLIENT__CERT and …__CLIENT__KEY"
        )


def require_same_versions(who: str, theirs: Mapping[str, str] | Exception | None) -> None:
    """Check that a process of the cluster has the same versions as this one, so that it plays the same games.

    Args:
        who: the process, in words.
        theirs: its versions, or the error when it was asked for them; None if it is gone.

    Raises:
        InputError: it has not; the message says what differs.
    """
    ours = worker.versions()
    if not isinstance(theirs, Mapping):
        reason = one_line(f"{type(theirs).__name__}: {theirs}" if theirs else "it is gone", 160)
        raise InputError(f"{one_line(who, 100)} cannot report its versions ({reason}); install codenames-tui there")
    for name, version in ours.items():
        if theirs.get(name) != version:
            has = one_line(str(theirs.get(name, "none")), 40)
            raise InputError(f"{one_line(who, 100)} has {name} {has}, but here it is {version}; install the same there")


async def _end_reason(future: "Future") -> str | None:
    """Return why a task has no outcome; None while it may still have one."""
    match future.status:
        case "finished":
            return "it ended without a word"
        case "cancelled":
            return "the cluster has dropped it"
        case "error":
            error = await future.exception()
            return f"{type(error).__name__}: {error}"
        case _:
            return None


async def _result_or_error(result: Awaitable[Any]) -> Any:
    """Return what a process of the cluster answers, or the error, which may be of any kind and from either side."""
    try:
        return await result
    except Exception as error:
        return error


def _load() -> None:
    """Import Dask, and keep its log off the standard error stream: what matters becomes an error of ours."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise InputError(
            "a cluster needs Dask, which is not installed: pip install 'codenames-tui[distributed]'"
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
