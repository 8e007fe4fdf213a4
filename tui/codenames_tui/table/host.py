"""The host of a table: one game, the people who play in it, and what each of them asks for.

What the table allows is decided in `codenames_core.table.lobby`, and what a person is told in
`codenames_core.table.telling`. Connections are those of `codenames_tui.table.server`: they bring requests, and wait for
news at a pace of their own.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol, assert_never

from codenames_agents.seats.turn_limit import NO_LIMIT, TimeUp, TurnLimit
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat
from codenames_core.support.errors import StorageError
from codenames_core.table.allowance import Allowance
from codenames_core.table.answers import answer_taken
from codenames_core.table.invitations import Admits, Invitations, digest, new_token
from codenames_core.table.lobby import Lobby, NotAllowedError, Person, Presence, names_to_record
from codenames_core.table.messages import (
    AskForPause,
    BeginGame,
    GiveAnswer,
    Hello,
    MovePerson,
    RemovePerson,
    Request,
    SetAway,
    SetReady,
    SetTyping,
    SitDown,
    Welcome,
)
from codenames_core.table.saved_table import KeptTable, names_kept, table_to_keep
from codenames_core.table.telling import PutQuestion, TableNow, agents_of, lobby_now
from codenames_core.watch.stream import Signal
from codenames_tui.game.seats.turn_clock import TurnClock
from codenames_tui.game.sessions.seats import Seats

if TYPE_CHECKING:
    from codenames_core.play.episode import EpisodeRunner

GRACE_SECONDS: Final = 8.0
"""In which a connection that was lost may come back before its seat counts as left."""
GRACE_AFTER_RESTART: Final = 45.0
"""The same for everybody, once the host itself was away."""
TYPING_SECONDS: Final = 6.0
"""After which a person who said that it types, and nothing since, counts as not typing."""
MOST_AT_ONCE: Final = 40
MOST_PER_SECOND: Final = 10
"""Messages of one person, over however many connections."""
WRITTEN_COST: Final = 3.0
"""Messages for which a request counts besides that has to be written to the disk."""
_LOOK_SECONDS: Final = 0.5
"""Between two looks at the clock of a question that has a limit."""
OTHER_CONNECTION: Final = "you came back over another connection"


class TooManyMessagesError(NotAllowedError):
    """A person sends more than one may, for now."""

    def __init__(self) -> None:
        super().__init__("too many messages")


class LiveConnection(Protocol):
    """The connection over which a person is here."""

    def end(self, reason: str, *, final: bool) -> None:
        """Say farewell and close."""
        ...


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
        self.lobby = lobby
        self.invitations = invitations
        self.limit = limit
        self.is_over = False
        self.changes: Signal = runner.changes
        """Notified whenever there may be news for somebody."""
        self._runner = runner
        self._seats = Seats(runner)
        self._seal, self._keep = seal, keep
        self._grace, self._clock = grace, clock
        self._game = secrets.token_hex(8)
        self._agents = agents_of(runner.header)
        self._shown = lobby_now(lobby, self._agents)
        self._digests = {one.number: one.token_sha256 for one in kept.people} if kept else {}
        self._names: dict[Seat, str] = names_kept(kept) if kept else {}
        self._kept = kept
        self._connections: dict[int, LiveConnection] = {}
        self._typing: dict[int, asyncio.TimerHandle] = {}
        """By the numbers of the people who type: when that is forgotten."""
        self._lost: dict[int, asyncio.TimerHandle] = {}
        """By the numbers of the people whose connections were lost: when they count as gone."""
        self._timed: tuple[tuple[Seat, int], TurnClock] | None = None
        """The clock of the open question of a person, with the question's id."""
        self._allowances: dict[int, Allowance] = {}
        """What people may still send, by their numbers."""
        self._begun = asyncio.Event()
        self._failure: StorageError | None = None

    # The game

    async def run(self) -> EpisodeRecord:
        """Wait until the game is begun, play it to its end, save it, and return its record.

        Raises:
            StorageError: the disk refused; the game can be resumed.
        """
        from codenames_agents.catalogue import begin_asking_models

        if self.lobby.has_begun:
            self._begun.set()
        for person in self.lobby.people:
            self._give_up_later(person.number, GRACE_AFTER_RESTART)
        self._take(self.lobby)
        await self._begun.wait()
        begin_asking_models()
        follower = asyncio.create_task(self._follow())
        try:
            record = self._with_names(await self._runner.run())
        except asyncio.CancelledError:
            if self._failure is not None:
                raise self._failure from None
            raise
        finally:
            follower.cancel()
            for handle in (*self._lost.values(), *self._typing.values()):
                handle.cancel()
        self._seal(record)
        self.is_over = True
        self.changes.notify()
        return record

    async def _follow(self) -> None:
        """Time the questions of people, and hold the game where a model cannot be reached."""
        while True:
            if self._runner.unreachable and not self.lobby.is_held:
                self._take(replace(self.lobby, is_held=True))
            self._time_question()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS if self._timed else None):
                    await self.changes.wait()

    def _with_names(self, record: EpisodeRecord) -> EpisodeRecord:
        """Return the record with the names that people chose, by their seats."""
        if not self._names:
            return record
        names = {str(seat): name for seat, name in self._names.items()}
        return record.model_copy(update={"metadata": {**record.metadata, "people": names}})

    def _time_question(self) -> None:
        """Start or look at the clock of the question that a person is asked, and end the question with it."""
        question = self._question()
        if question is None or not self.limit.seconds:
            self._timed = None
            return
        runs = not self.lobby.is_paused
        if self._timed is None or self._timed[0] != question.id:
            clock = TurnClock.started(self.limit.seconds, self._clock(), runs=runs)
        else:
            clock = self._timed[1].at(self._clock(), runs=runs)
        self._timed = question.id, clock
        if clock.is_up:
            self._timed = None
            if self.limit.time_up is TimeUp.FORFEIT:
                self._seats.forfeit(question.seat)
            else:
                self._seats.stand_in(question.seat)

    # What is told

    def now(self) -> TableNow:
        """Return all that people may be told something of."""
        runner = self._runner
        return TableNow(
            header=runner.header,
            game=self._game,
            lobby=self.lobby,
            shown_lobby=self._shown,
            events=runner.state.public_transcript,
            seat_changes=runner.stream.seat_changes,
            awaited=runner.open_question,
            question=self._question(),
            typing=frozenset(one.seat for one in self.lobby.seated if one.seat and one.number in self._typing),
            is_over=self.is_over,
            outcome=runner.outcome,
        )

    def _question(self) -> PutQuestion | None:
        """Return what a person is asked now."""
        pending = None if self.is_over else self._seats.pending
        if pending is None:
            return None
        number = len(self._runner.tries)
        rejected = tuple((one.answer, one.reason) for one in pending.question.view.rejected)
        question = PutQuestion(pending.seat, pending.question.question, number, rejected)
        if self.limit.seconds:
            is_timed = self._timed is not None and self._timed[0] == question.id
            left = self._timed[1].left if is_timed and self._timed else float(self.limit.seconds)
            question = question._replace(seconds=left)
        return question

    # People

    def welcome(self, hello: Hello, connection: LiveConnection) -> Welcome:
        """Let somebody in, for the first time or again.

        Raises:
            TooManyMessagesError: this person has come back too often.
            NotAllowedError: nothing that opens this table was shown; or its seat is taken.
        """
        number, token = self._returning(hello.token), hello.token
        if number is not None and not self.may_ask(number):
            raise TooManyMessagesError
        if number is None:
            number, token = self._newcomer(hello), new_token()
        if hello.name:
            self._take(self.lobby.rename(number, hello.name))
        if (before := self._connections.pop(number, None)) is not None:
            before.end(OTHER_CONNECTION, final=True)
        self._connections[number] = connection
        self._expect(number)
        self._digests[number] = digest(token)
        self._take(self.lobby.present(number, Presence.HERE))
        return Welcome(person=number, token=token)

    def _returning(self, token: str) -> int | None:
        """Return the number of the person who was given `token`."""
        given = digest(token)
        found = [number for number, known in self._digests.items() if secrets.compare_digest(known, given)]
        return found[0] if found else None

    def _newcomer(self, hello: Hello) -> int:
        invitation = self.invitations.opened_by(hello.token)
        if invitation is None:
            raise NotAllowedError("this is not an invitation to this table")
        if invitation.admits is Admits.OWNER and (owner := self._owner()) is not None:
            return owner.number
        seat = invitation.seat
        if seat is not None and (holder := self.lobby.holder_of(seat)) is not None:
            if holder.presence is not Presence.HERE:
                return holder.number  # the same person, who has lost what it was given to come back with
            raise NotAllowedError(f"{holder.shown_name} came by this invitation, which is for one person")
        if seat is not None and (sitting := self.lobby.in_seat(seat)) is not None and not sitting.is_replaced:
            raise NotAllowedError(f"{sitting.shown_name} has the seat of {seat.label}")
        lobby, person = self.lobby.come(
            hello.name,
            is_owner=invitation.admits is Admits.OWNER,
            only_seat=seat,
            only_watches=invitation.admits is Admits.WATCH,
        )
        if seat is not None and not lobby.why_no_seat(person, seat):
            lobby = lobby.sit(person.number, seat)
        self._take(lobby)
        return person.number

    def _owner(self) -> Person | None:
        return next((person for person in self.lobby.people if person.is_owner), None)

    def left(self, number: int, connection: LiveConnection) -> None:
        """Note that a connection is gone; its person may come back."""
        if self._connections.get(number) is not connection:
            return
        del self._connections[number]
        self._stop_typing(number)
        self._take(self.lobby.present(number, Presence.LOST))
        self._give_up_later(number, self._grace)

    def _give_up_later(self, number: int, seconds: float) -> None:
        """Count a person as gone who is not back after so many seconds."""

        def give_up() -> None:
            del self._lost[number]
            with contextlib.suppress(NotAllowedError):  # somebody else needed the place
                self._take(self.lobby.present(number, Presence.GONE))

        self._expect(number)
        self._lost[number] = asyncio.get_running_loop().call_later(seconds, give_up)

    def _expect(self, number: int) -> None:
        """Forget that a connection was lost."""
        if (handle := self._lost.pop(number, None)) is not None:
            handle.cancel()

    # Requests

    def may_ask(self, number: int, cost: float = 1.0) -> bool:
        """Count another message of a person; return whether it is within what one may send."""
        now = self._clock()
        known = self._allowances.get(number) or Allowance.full(MOST_AT_ONCE, MOST_PER_SECOND, now)
        self._allowances[number], is_within = known.spend(now, cost)
        return is_within

    def request(self, number: int, request: Request) -> None:
        """Do what a person asks for.

        Raises:
            TooManyMessagesError: this person sends more than one may.
            NotAllowedError: the table does not allow it.
        """
        if not self.may_ask(number):
            raise TooManyMessagesError
        if isinstance(request, SitDown | SetAway) and not self.may_ask(number, WRITTEN_COST):
            raise NotAllowedError("too many changes; wait a moment")
        match request:
            case Hello():
                raise NotAllowedError("you are at the table already")
            case SitDown():
                self._take(self.lobby.sit(number, request.seat))
            case SetReady():
                self._take(self.lobby.set_ready(number, ready=request.ready))
                if not self.lobby.has_begun and self.lobby.all_are_ready:
                    self._begin()
            case SetAway():
                self._take(self.lobby.set_away(number, request.away))
            case GiveAnswer():
                self._answer(number, request)
            case SetTyping():
                self._type(number, typing=request.typing)
            case AskForPause():
                self._take(self.lobby.want_pause(number, pause=request.pause))
            case BeginGame():
                self.lobby.need_owner(number)
                self._begin()
            case MovePerson():
                self.lobby.need_owner(number)
                self._take(self.lobby.sit(request.person, request.seat, by_owner=True))
            case RemovePerson():
                self.lobby.need_owner(number)
                self._remove(request.person)
            case _:
                assert_never(request)

    def _begin(self) -> None:
        if not self.lobby.has_begun:
            self._take(self.lobby.begin())
            self._begun.set()

    def _remove(self, number: int) -> None:
        if self.lobby.person(number).is_owner:
            raise NotAllowedError("the owner of the table stays")
        self._stop_typing(number)
        self._expect(number)
        self._digests.pop(number, None)
        connection = self._connections.pop(number, None)
        self._take(self.lobby.without(number))
        if connection is not None:
            connection.end("the owner of the table has sent you away", final=True)

    def _answer(self, number: int, given: GiveAnswer) -> None:
        person, question = self.lobby.person(number), self._question()
        if question is None or question.seat is not person.seat or question.number != given.number:
            raise NotAllowedError("this question is not open any more")
        answer = answer_taken(question.question, question.seat, given.answer)
        self._stop_typing(number)
        self._seats.answer(answer)

    def _type(self, number: int, *, typing: bool) -> None:
        seat = self.lobby.person(number).seat
        self._stop_typing(number)
        if typing and seat is not None and self.lobby.has_begun:
            loop = asyncio.get_running_loop()
            self._typing[number] = loop.call_later(TYPING_SECONDS, self._stop_typing, number)
        self.changes.notify()

    def _stop_typing(self, number: int) -> None:
        if (handle := self._typing.pop(number, None)) is not None:
            handle.cancel()
            self.changes.notify()

    # What follows from who is here

    def _take(self, lobby: Lobby) -> None:
        """Have the table be as `lobby` says: in the game, on the disk, and for everybody to see."""
        self.lobby = _tidy(lobby)
        numbers = {person.number for person in self.lobby.people}
        self._digests = {number: known for number, known in self._digests.items() if number in numbers}
        self._allowances = {number: left for number, left in self._allowances.items() if number in numbers}
        try:
            self._seat_people()
            self._save()
        except StorageError as error:
            self._failure = error
            self._runner.stop()
            self._begun.set()  # a table that nothing can be kept of does not wait for its game
        shown = lobby_now(self.lobby, self._agents)
        if shown != self._shown:
            self._shown = shown
        self.changes.notify()

    def _seat_people(self) -> None:
        """Put people into the seats for which they answer now, and agents into the others; hold the game, or not."""
        if not self.lobby.has_begun or self.is_over or self._runner.state.outcome is not None:
            return
        self._names = names_to_record(self.lobby, self._names)
        wanted = self.lobby.played_by_people
        for seat in self._seats.people:
            if seat not in wanted:
                self._seats.give_back(seat)
        for seat in wanted:
            self._seats.take(seat)
        gate = self._runner.gate
        if self.lobby.is_paused and not gate.paused:
            self._runner.pause()
        elif gate.paused and not self.lobby.is_paused:
            self._runner.resume()

    def _save(self) -> None:
        kept = table_to_keep(self.lobby, self.invitations, self._digests, self._names)
        if kept != self._kept:
            self._keep(kept)
            self._kept = kept


def _tidy(lobby: Lobby) -> Lobby:
    """Return the table without people who have gone and left nothing behind."""
    stay = lobby.remembered
    people = tuple(one for one in lobby.people if one.presence is not Presence.GONE or one in stay)
    return lobby if len(people) == len(lobby.people) else replace(lobby, people=people)
