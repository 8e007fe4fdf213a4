"""Plays games on a cluster of Dask: on this machine, or behind a scheduler somewhere else.

The driver alone plans, pays, counts and writes. A worker is handed a game with the journal so far, and streams what it
says through the scheduler, so that no worker need reach the driver and no disk is shared. Dask runs a task again whose
worker was lost; here that ends the attempt instead, since the journal knows more by then than the task did. Whatever
comes from any but the first worker of an attempt is not heard: nothing is written, and no question let through, twice.
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
"""So long may a cluster be without any worker, at the beginning and later."""
SECONDS_BETWEEN_LOOKS: Final = 1.0
"""At which workers there are."""
SECONDS_TO_ANSWER: Final = 30.0
SECONDS_TO_CLOSE: Final = 1.0
ENCRYPTED: Final = ("tls://", "wss://")
_ADDRESS: Final = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:\d{1,5}/?")


class ClusterLost(CodenamesError, ConnectionError):
    """The scheduler, or the last worker, is gone. Journals are whole, and the run can be gone on with."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker as the scheduler describes it."""

    address: str
    slots: int
    """Games that it plays at the same time: its threads."""


class DaskExecutor:
    """Plays each game on a worker of a cluster.

    Args:
        scheduler: its address, such as `tcp://10.0.0.5:8786`; a cluster on this machine if not given.
        workers: of the cluster on this machine; one for each core if not given.
        games: that each of these plays at the same time.
        in_process: they share this process, which only tests want.
        patience: seconds that the cluster may be without a worker.

    Raises:
        InputError: Dask is not installed, or the address is none.
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
            raise InputError(f"{one_line(scheduler, 60)!r} is no address of a scheduler, such as tcp://10.0.0.5:8786")
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
        """Why nothing can be played any more."""
        self._numbers = itertools.count(1)
        self._games: dict[str, _Game] = {}
        self._workers: dict[str, Worker] = {}
        self._let: defaultdict[str, list[str]] = defaultdict(list)
        """Games that may go on, by the worker that is to be told."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def at_once(self) -> int | None:
        """A game for each slot, and for each worker one more, which is there when another ends.

        It changes while workers come and go, and so bounds what is submitted: never the whole plan.
        """
        return sum(one.slots + 1 for one in self._workers.values()) or None

    @property
    def workers(self) -> tuple[Worker, ...]:
        """The workers of the moment."""
        return tuple(self._workers.values())

    async def __aenter__(self) -> Self:
        """Connect, wait for a worker, and see that all of them play as this process would.

        Raises:
            InputError: no scheduler or no worker is there, or one has other versions.
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
        """Take all games back, and end the cluster if it is our own."""
        await self._leave()

    async def play(self, table: GameTask) -> FinishedGame:
        """See `Executor.play`.

        Raises:
            ClusterLost: there is nobody left to play it.
        """
        if self._is_over is not None or self._client.status != "running":
            raise self._is_over or self._lost()
        key = f"{self._topic}-game-{next(self._numbers)}"
        task = self._client.submit(worker.play, self._order(key, table), key=key, pure=False)
        game = self._games[key] = _Game(table, task, self._let_go_on)
        try:
            return await game.outcome
        finally:
            del self._games[key]
            game.leave()
            task.release()  # a worker that still plays it sees that nobody wants it any more

    def _order(self, key: str, table: GameTask) -> "worker.GameOrder":
        return worker.GameOrder(
            key,
            self._topic,
            {
                str(team): table.teams[team].model_dump(mode="json")
                for team in TEAMS
                if table.teams[team] is not table.header.teams[team]
            },
            table.journal_so_far(),
            table.seconds,
            table.policy,
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
            why = "; it does not take our certificate, or we not its" if "CERTIFICATE" in str(error).upper() else ""
            raise InputError(
                f"no scheduler of Dask answers at {one_line(str(self._scheduler), 80)}{why}; start one there with "
                "`dask scheduler`, or leave --scheduler out"
            ) from error
        said = await _answer(self._client.run_on_scheduler(worker.versions))
        require_same_versions(f"the scheduler at {self._where}", said)
        self._client.subscribe_topic(self._topic, self._heard)
        self._client.subscribe_topic("all", self._heard_of_workers)

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
        """See workers come and go; without any, the run ends after a while."""
        alone = 0.0
        try:
            while True:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                alone = 0.0 if await self._look() else alone + SECONDS_BETWEEN_LOOKS
                if alone >= self._patience:
                    raise ClusterLost(f"the last worker of {self._where} is gone; run it again, and it goes on")
        except Exception as error:  # also that a worker which came later has other versions
            self._is_over = error if isinstance(error, CodenamesError) else self._lost()
            for game in [*self._games.values()]:
                game.end(self._is_over)

    async def _look(self) -> bool:
        """Take note of the workers that there are, and examine new ones."""
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            known = (await self._client.scheduler.identity(n_workers=-1))["workers"]
        there = {address: Worker(address, about["nthreads"]) for address, about in known.items()}
        if new := [address for address in there if address not in self._workers]:
            for address in new:
                said = await _answer(self._client.run(worker.versions, workers=[address]))
                if isinstance(said, OSError):
                    del there[address]  # it is gone again
                else:
                    require_same_versions(f"the worker at {address}", said[address] if isinstance(said, dict) else said)
        self._workers = there
        return bool(there)

    @property
    def _where(self) -> str:
        return one_line(self._scheduler or "this machine", 80)

    def _lost(self) -> ClusterLost:
        return ClusterLost(f"the scheduler at {self._where} is gone; run it again, and it goes on")

    async def _keep_watching(self) -> None:
        """See tasks end of which no outcome was heard."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            for game in [*self._games.values()]:
                if self._client.status != "running":
                    game.end(self._lost())
                elif (reason := await _why_it_ended(game.task)) is not None:
                    game.end(GameFailed("worker lost", reason))

    def _heard(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take what a worker says of a game; nobody listens to a game that is over."""
        said = event[1]
        if (game := self._games.get(said["game"])) is not None:
            try:
                game.heard(said)
            except Exception as error:
                game.end(error)

    def _heard_of_workers(self, event: tuple[float, Any]) -> None:
        """The games of a worker that is gone end at once, before anybody plays them again."""
        said = event[1]
        if isinstance(said, dict) and said.get("action") == "remove-worker":
            gone = said.get("worker", "")
            self._workers.pop(gone, None)
            for game in [*self._games.values()]:
                if game.address == gone:
                    game.end(GameFailed("worker lost", f"{gone} is gone"))

    def _let_go_on(self, address: str, ticket: str) -> None:
        """Tell a worker that one of its games may ask; what comes up in one moment is told together."""
        if address not in self._let:
            self._start(self._tell(address))
        self._let[address].append(ticket)

    async def _tell(self, address: str) -> None:
        await asyncio.sleep(0)
        tickets = self._let.pop(address)
        with contextlib.suppress(Exception):  # a worker that is gone is noticed elsewhere
            await self._client.run(worker.let_go_on, tickets, workers=[address], on_error="ignore")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self) -> None:
        for task in [*self._tasks]:
            task.cancel()
        for closing in (self._client, self._cluster):
            if closing is not None:
                with contextlib.suppress(Exception):  # what hangs in a network is not waited for
                    async with asyncio.timeout(SECONDS_TO_CLOSE):
                        await closing.close()


class _Game:
    """What the driver knows of a game that is played elsewhere."""

    def __init__(self, table: GameTask, task: "Future", let_go_on: Callable[[str, str], None]) -> None:
        self.task = task
        self.outcome: asyncio.Future[FinishedGame] = asyncio.get_running_loop().create_future()
        self.address = ""
        """Of the worker that plays it."""
        self._table = table
        self._let_go_on = let_go_on
        self._player = ""
        """Tells the first worker of this attempt from any other."""
        self._last: AgentTrace | None = None
        self._admitting: asyncio.Task[None] | None = None

    def heard(self, said: dict[str, Any]) -> None:
        """Take one thing that a worker said."""
        if self.outcome.done():
            return
        if said["kind"] == worker.BEGUN:
            self._begun(said["player"], said["address"])
        elif said["player"] == self._player:
            self._take(said["kind"], said["content"])

    def end(self, error: Exception) -> None:
        """The attempt is over, and there is no result."""
        if not self.outcome.done():
            self.outcome.set_exception(error)

    def leave(self) -> None:
        """Nobody is let through any more."""
        if self._admitting is not None:
            self._admitting.cancel()
        if self.outcome.done() and not self.outcome.cancelled():
            self.outcome.exception()  # it may have come when nobody waited any more

    def _begun(self, player: str, address: str) -> None:
        if self._player:
            self.end(GameFailed("worker lost", f"{self.address} is gone, and another began anew"))
        self._player, self.address = player, address

    def _take(self, kind: str, content: Any) -> None:
        table, meter = self._table, self._table.meter
        match kind:
            case worker.LINES if table.on_lines is not None:
                table.on_lines(content)
            case worker.MAY_ASK:
                self._admitting = asyncio.create_task(self._admit(Seat(content["seat"]), content["ticket"]))
            case worker.ASKED if meter is not None:
                meter.asked(Seat(content["seat"]), Question(content["question"]))
            case worker.ANSWERED if meter is not None:
                self._last = AgentTrace.model_validate_json(content)
                meter.answered(self._last)
            case worker.OUTAGE:
                self._outage(content)
            case worker.CALL if table.on_call is not None:
                table.on_call(worker.call_state(content))
            case worker.FAILED:
                self.end(failure_from_json(content))
            case worker.REFUSED:
                self.end(InputError(f"the worker at {self.address} cannot play: {one_line(content, 300)}"))
            case worker.OVER:
                table.journal.close()
                self.outcome.set_result(FinishedGame(content["record"], content["metrics"]))

    async def _admit(self, seat: Seat, ticket: str) -> None:
        """Let a question through once the budget holds, and reserve for it at once: the worker's word takes a while."""
        meter = self._table.meter
        try:
            if meter is not None:
                await meter.admit(seat)
                meter.asked(seat, Question.CLUE if seat.role is Role.CLUER else Question.GUESSES)
        except Exception as error:
            self.end(error)
        else:
            self._let_go_on(self.address, ticket)

    def _outage(self, content: dict[str, Any] | None) -> None:
        outage = None
        if content is not None:
            seconds = content["seconds"]
            outage = Outage(Seat(content["seat"]), content["reason"], seconds, worker.now() + seconds)
            meter = self._table.meter
            if meter is not None and self._last is not None and not meter.is_worth_waiting_for(outage.seat):
                self.end(model_unreachable(self._last))
                return
        if self._table.on_outage is not None:
            self._table.on_outage(outage)


def require_certificates(scheduler: str) -> None:
    """See that this process has what an encrypted connection needs, and encrypts where it has to.

    Args:
        scheduler: its address.

    Raises:
        InputError: the settings of Dask name no certificates, or some that cannot be read, or forbid the address.
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
    """See that a process of the cluster plays as this one would.

    Args:
        who: it is.
        theirs: what it says of its versions, or why it cannot.

    Raises:
        InputError: it would not; the message says what differs.
    """
    ours = worker.versions()
    if not isinstance(theirs, Mapping):
        reason = one_line(f"{type(theirs).__name__}: {theirs}" if theirs else "it is gone", 160)
        raise InputError(f"{one_line(who, 100)} cannot say its versions ({reason}); install codenames-tui there")
    for name, version in ours.items():
        if theirs.get(name) != version:
            has = one_line(str(theirs.get(name, "none")), 40)
            raise InputError(f"{one_line(who, 100)} has {name} {has}, and here it is {version}; install the same there")


async def _why_it_ended(task: "Future") -> str | None:
    """Return why there is no outcome of a task; None while it may still come."""
    match task.status:
        case "finished":
            return "it ended without a word"
        case "cancelled":
            return "the cluster has dropped it"
        case "error":
            error = await task.exception()
            return f"{type(error).__name__}: {error}"
        case _:
            return None


async def _answer(asked: Awaitable[Any]) -> Any:
    """Return what a process of the cluster says, or why it cannot."""
    try:
        return await asked
    except Exception as error:  # whatever went wrong there is raised here
        return error


def _load() -> None:
    """Import Dask, and keep its talk off the standard error stream: what matters is said as an error of ours."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise InputError(
            "a cluster needs Dask, which is not installed: pip install 'codenames-tui[distributed]'"
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
