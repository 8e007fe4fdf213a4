"""The host of a table: plays its one game, and knows all that people may be told of it.

What the table allows is decided in `codenames_core.table.lobby`, and what a person is told in
`codenames_core.table.telling`. Connections are those of `codenames_tui.table.hosting.connection`: they bring requests,
and wait for news at a pace of their own.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from codenames_agents.seats.turn_limit import NO_LIMIT, TimeUp, TurnLimit
from codenames_core.files.record import EpisodeRecord
from codenames_core.table.invitations import Invitations
from codenames_core.table.lobby import Lobby
from codenames_core.table.messages import Hello, Request, Welcome
from codenames_core.table.saved_table import KeptTable
from codenames_core.table.telling import PutQuestion, TableNow
from codenames_core.watch.stream import Signal
from codenames_tui.table.hosting import requests
from codenames_tui.table.hosting.door import GRACE_SECONDS, Door
from codenames_tui.table.hosting.guests import Guests, LiveConnection
from codenames_tui.table.hosting.open_table import OpenTable
from codenames_tui.table.hosting.question_clock import QuestionClock

if TYPE_CHECKING:
    from codenames_core.play.episode import EpisodeRunner

_LOOK_SECONDS: Final = 0.5
"""Between two looks at the clock of a question that has a limit."""


class TableHost:
    """A game that people join.

    Args:
        runner: plays the game.
        lobby: the people; those of an earlier host are lost until they come back.
        invitations: to the table.
        seal: saves the finished game.
        keep: writes down what a host that is started again has to know.
        kept: what was written down before, for a game that is resumed.
        limit: how long people may take for an answer.
        grace: seconds in which a lost connection may come back.
        clock: gives seconds.
    """

    def __init__(
        self,
        runner: "EpisodeRunner",
        lobby: Lobby,
        invitations: Invitations,
        *,
        seal: Callable[[EpisodeRecord], object],
        keep: Callable[[KeptTable], None] = lambda kept: None,
        kept: KeptTable | None = None,
        limit: TurnLimit = NO_LIMIT,
        grace: float = GRACE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        guests = Guests({one.number: one.token_sha256 for one in kept.people} if kept else {}, clock)
        self._table = OpenTable(runner, lobby, invitations, guests, keep=keep, kept=kept)
        self._door = Door(self._table, grace)
        self._runner = runner
        self._seal = seal
        self._game = secrets.token_hex(8)
        self._question_clock = QuestionClock(limit, clock)
        self.is_over = False

    @property
    def lobby(self) -> Lobby:
        """The people."""
        return self._table.lobby

    @property
    def invitations(self) -> Invitations:
        """The ways to the table."""
        return self._table.invitations

    @property
    def changes(self) -> Signal:
        """Notified whenever there may be news for somebody."""
        return self._table.changes

    # The game

    async def run(self) -> EpisodeRecord:
        """Wait until the game is begun, play it to its end, save it, and return its record.

        Raises:
            StorageError: the disk refused; the game can be resumed.
        """
        from codenames_agents.catalogue import begin_asking_models

        table = self._table
        if table.lobby.has_begun:
            table.begun.set()
        self._door.expect_everybody()
        table.take(table.lobby)
        await table.begun.wait()
        begin_asking_models()
        follower = asyncio.create_task(self._follow())
        try:
            record = self._with_names(await self._runner.run())
        except asyncio.CancelledError:
            if table.failure is not None:
                raise table.failure from None
            raise
        finally:
            follower.cancel()
            table.typing.stop_all()
        self._seal(record)
        self.is_over = True
        self.changes.notify()
        return record

    async def _follow(self) -> None:
        """Time the questions of people, and hold the game where a model cannot be reached."""
        while True:
            if self._runner.unreachable and not self.lobby.is_held:
                self._table.take(replace(self.lobby, is_held=True))
            self._time_question()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS if self._question_clock.runs else None):
                    await self.changes.wait()

    def _time_question(self) -> None:
        """End the question that a person is asked once its time is up."""
        question = self._question()
        is_up = self._question_clock.is_up(question, runs=not self.lobby.is_paused)
        if question is None or not is_up:
            return
        if self._question_clock.limit.time_up is TimeUp.FORFEIT:
            self._table.seats.forfeit(question.seat)
        else:
            self._table.seats.stand_in(question.seat)

    def _with_names(self, record: EpisodeRecord) -> EpisodeRecord:
        """Return the record with the names that people chose, by their seats."""
        if not self._table.names:
            return record
        names = {str(seat): name for seat, name in self._table.names.items()}
        return record.model_copy(update={"metadata": {**record.metadata, "people": names}})

    # What is told

    def now(self) -> TableNow:
        """Return all that people may be told something of."""
        runner, table = self._runner, self._table
        return TableNow(
            header=runner.header,
            game=self._game,
            lobby=table.lobby,
            shown_lobby=table.shown,
            invitations=table.invitations,
            events=runner.state.public_transcript,
            seat_changes=runner.stream.seat_changes,
            awaited=runner.open_question,
            question=self._question(),
            typing=frozenset(one.seat for one in self.lobby.seated if one.seat and one.number in table.typing),
            is_over=self.is_over,
            outcome=runner.outcome,
        )

    def _question(self) -> PutQuestion | None:
        """Return what a person is asked now."""
        pending = None if self.is_over else self._table.seats.pending
        if pending is None:
            return None
        number = len(self._runner.tries)
        rejected = tuple((one.answer, one.reason) for one in pending.question.view.rejected)
        question = PutQuestion(pending.seat, pending.question.question, number, rejected)
        return question._replace(seconds=self._question_clock.left(question))

    # People

    def welcome(self, hello: Hello, connection: LiveConnection) -> Welcome:
        """Let somebody in, for the first time or again; see `Door.welcome`."""
        return self._door.welcome(hello, connection)

    def left(self, number: int, connection: LiveConnection) -> None:
        """Note that a connection is gone; its person may come back."""
        self._door.left(number, connection)

    def request(self, number: int, request: Request) -> None:
        """Do what a person asks for; see `codenames_tui.table.hosting.requests`."""
        requests.do(self._table, number, request, self._question())
