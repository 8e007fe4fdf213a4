"""People whose connection is lost, and hosts that are: everybody finds the place again, and nothing is lost."""

import asyncio
import itertools
import os
from pathlib import Path

import pytest
from tests.table.tables import (
    Player,
    all_ready,
    by_rule,
    client_for,
    open_table,
    overhearing,
    owner_of,
    runner_of,
    serve_host,
)

from codenames_agents.seats.turn_limit import TurnLimit
from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameConfig, Rules, Seat
from codenames_core.game.events import Clue
from codenames_core.support.errors import InputError
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.lobby import Away, Lobby, Presence
from codenames_core.table.messages import BeginGame, Hello, SetAway
from codenames_core.table.saved_table import invitations_kept, lobby_kept, table_to_keep
from codenames_core.watch.broadcast import Start
from codenames_tui.setup.prepared_games import resumed_game
from codenames_tui.streaming.news import Notice
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.table_file import keeper, table_beside, table_path


def who_sat(record: EpisodeRecord, seat: Seat) -> list[str]:
    return [change.agent.spec for change in record.seat_changes if change.seat is seat]


async def test_whoever_is_back_soon_has_the_seat_and_the_question_again() -> None:
    async with open_table(runner_of(agents="ghost:pass")) as table, overhearing(table) as line:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann", line.url), lambda *_: None)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        line.cut()
        ann.known.question = None
        line.mend()
        await ann.until(lambda player: player.known.question)
        ann.rule = by_rule
        ann.answer_now(Clue("OBELISK", 1))
        await plays
        assert table.playing is not None
        record = await table.playing
    assert who_sat(record, Seat.RED_CLUER) == ["human"]
    assert [trace.is_human for trace in record.decisions() if trace.seat is Seat.RED_CLUER] == [True] * ann.answered
    assert sum(isinstance(message, Start) for message in ann.heard) == 2  # the game was told anew


async def test_the_agent_of_a_seat_plays_until_its_person_is_back() -> None:
    async with open_table(runner_of(agents="vector:bold"), grace=0.0) as table, overhearing(table) as line:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann", line.url), lambda *_: None)
        watching = Player(client_for(table, table.token(Admits.WATCH)))
        plays = [asyncio.create_task(player.play()) for player in (ann, watching)]
        await ann.until(lambda player: player.known.question)
        line.cut()
        await watching.until(lambda player: player.known.timeline and len(player.known.timeline))
        ann.rule = by_rule
        line.mend()
        assert table.playing is not None
        record = await table.playing
        await asyncio.gather(*plays)
    changes = who_sat(record, Seat.RED_CLUER)
    assert changes[:2] == ["human", "vector:bold"]
    assert changes[2:] in (["human"], [])  # back before the end, or just after it
    assert differences(record) == []


async def test_a_game_waits_for_a_person_who_asked_it_to() -> None:
    async with open_table(runner_of(agents="ghost:pass"), grace=0.0) as table, overhearing(table) as line:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann", line.url), lambda *_: None, ready=False)
        watching = Player(client_for(table, table.token(Admits.OWNER)))
        plays = [asyncio.create_task(player.play()) for player in (ann, watching)]
        await ann.until(lambda player: player.known.seat)
        ann.client.send(SetAway(away=Away.WAIT))
        await watching.until(lambda player: any(one.away is Away.WAIT for one in player.known.lobby.people))
        watching.client.send(BeginGame())
        await ann.until(lambda player: player.known.question)
        line.cut()
        await watching.until(lambda player: any(one.presence is Presence.GONE for one in player.known.lobby.people))
        assert watching.known.awaited.seat is Seat.RED_CLUER
        ann.rule = by_rule
        line.mend()
        await asyncio.gather(*plays)
        assert table.playing is not None
        record = await table.playing
    assert who_sat(record, Seat.RED_CLUER) == ["human"]


async def test_an_answer_that_was_on_its_way_when_the_connection_was_lost_is_given_again() -> None:
    async with open_table(runner_of(agents="ghost:pass")) as table, overhearing(table) as line:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann", line.url), lambda *_: None)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        line.cut()
        ann.rule = lambda known, question: None if not len(known.timeline or ()) else by_rule(known, question)
        ann.answer_now(Clue("LANTERNS", 1))  # into a line that is dead
        line.mend()
        await plays
        assert table.playing is not None
        record = await table.playing
    first = record.public_transcript[0]
    assert isinstance(first, Clue)
    assert first.word == "LANTERNS"


async def test_a_host_that_was_killed_finds_everybody_in_place_with_the_same_invitations(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    runner = runner_of(agents="vector:bold", journal=journal)
    rules = runner.header.config.rules
    async with open_table(runner, keep=keeper(journal, "127.0.0.1:0")) as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), ready=False)
        bob = Player(client_for(table, table.token(Admits.LOBBY)), seat=Seat.BLUE_GUESSER_1, ready=False)
        plays = [asyncio.create_task(player.play()) for player in (ann, bob)]
        await bob.until(lambda player: player.known.seat and len(player.known.lobby.people) == 2)
        bob.rule = lambda known, question: None  # thinks for long
        async with owner_of(table) as owner:
            owner.client.send(BeginGame())
            await owner.until(lambda player: player.known.lobby.begun)
        await bob.until(lambda player: player.known.question)
        port, invitations = table.port, table.host.invitations
    kept = table_beside(journal)
    assert kept is not None
    assert oct(table_path(journal).stat().st_mode & 0o777) == "0o600"
    assert invitations_kept(kept) == invitations
    game = resumed_game(journal)
    sealed: list[EpisodeRecord] = []
    again = TableHost(
        game.runner,
        lobby_kept(kept, rules),
        invitations_kept(kept),
        seal=sealed.append,
        keep=keeper(journal, ""),
        kept=kept,
    )
    assert {person.seat for person in again.lobby.seated} == {Seat.RED_CLUER, Seat.BLUE_GUESSER_1}
    bob.rule = by_rule
    async with serve_host(again, sealed, port=port) as table:
        assert table.playing is not None
        record = await table.playing
        await asyncio.gather(*plays)
    assert differences(record) == []
    assert who_sat(record, Seat.RED_CLUER) == who_sat(record, Seat.BLUE_GUESSER_1) == ["human"]
    for player in (ann, bob):
        assert player.known.end is not None
    humans = [trace for trace in record.decisions() if trace.seat is Seat.BLUE_GUESSER_1]
    assert humans
    assert all(trace.is_human for trace in humans)
    assert record.metadata["people"] == {"red_cluer": "Ann"}


async def test_a_game_that_everybody_has_left_is_played_to_its_end_by_agents() -> None:
    async with open_table(runner_of(agents="vector:bold"), grace=0.0) as table:
        people = [
            Player(client_for(table, table.seat_token(seat)), lambda *_: None, ready=False)
            for seat in (Seat.RED_CLUER, Seat.BLUE_CLUER)
        ]
        plays = [asyncio.create_task(player.play()) for player in people]
        await all_ready(*people)
        await people[0].until(lambda player: player.known.question)
        for task in plays:
            task.cancel()
        assert table.playing is not None
        record = await table.playing
    assert differences(record) == []
    assert not any(trace.is_human for trace in record.decisions())


async def test_whoever_is_on_the_way_back_when_the_game_ends_is_told_the_end() -> None:
    async with open_table(runner_of(agents="ghost:pass", config=GameConfig(max_turns=1))) as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), lambda *_: None, ready=False)
        bob = Player(client_for(table, table.seat_token(Seat.BLUE_CLUER), "Bob"), ready=False)
        plays = [asyncio.create_task(player.play()) for player in (ann, bob)]
        await all_ready(ann, bob)
        await ann.until(lambda player: player.known.question)
        plays[1].cancel()
        while table.host.lobby.person(2).presence is Presence.HERE:
            await table.host.changes.wait()
        ann.answer_now(Clue("OBELISK", 1))
        assert table.playing is not None
        await table.playing
        plays[1] = asyncio.create_task(bob.play())  # the table closes before that has begun
    await asyncio.gather(*plays)
    assert bob.known.end is not None


async def test_a_person_whose_time_is_up_is_stood_in_for_once_and_keeps_the_seat() -> None:
    ticks = itertools.count()
    async with open_table(
        runner_of(agents="vector:bold"), limit=TurnLimit(3), clock=lambda: float(next(ticks))
    ) as table:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann"), lambda *_: None)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        assert ann.known.question is not None
        assert ann.known.question.seconds is not None
        await ann.until(lambda player: len(player.known.timeline or ()))
        ann.rule = by_rule
        plays.cancel()
        await asyncio.gather(plays, return_exceptions=True)
        first = table.host.now().events[0]
        assert isinstance(first, Clue)
        assert table.host.lobby.person(1).seat is Seat.RED_CLUER
        (trace, *_) = table.host._runner.tries
        assert (trace.is_human, trace.is_fallback) == (False, True)


async def test_a_line_that_goes_silent_counts_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_tui.table.client.HEARTBEAT", 0.05)
    async with open_table(runner_of(agents="ghost:pass")) as table, overhearing(table) as line:
        ann = Player(client_for(table, table.seat_token(Seat.RED_CLUER), "Ann", line.url), lambda *_: None)
        plays = asyncio.create_task(ann.play())
        await ann.until(lambda player: player.known.question)
        line.is_silent = True
        await ann.until(lambda player: isinstance(player.heard[-1], Notice))
        line.is_silent = False
        ann.known.question = None
        await ann.until(lambda player: player.known.question)
        ann.rule = by_rule
        ann.answer_now(Clue("LANTERNS", 1))
        await plays
        assert table.playing is not None
        assert who_sat(await table.playing, Seat.RED_CLUER) == ["human"]


@pytest.mark.skipif(os.name != "posix", reason="files have other rights there")
def test_the_file_of_a_table_that_others_may_read_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    keeper(journal, "127.0.0.1:1")(table_to_keep(Lobby(Rules(), ()), Invitations.draw(()), {}, {}))
    assert table_beside(journal)
    table_path(journal).chmod(0o640)
    with pytest.raises(InputError, match="chmod 600"):
        table_beside(journal)


async def test_a_line_that_is_lost_again_has_the_whole_time_to_come_back() -> None:
    async with open_table() as table:
        host, line = table.host, _Line()
        welcome = host.welcome(Hello(token=table.seat_token(Seat.RED_CLUER)), line)
        host.left(welcome.person, line)
        lost = host._table.guests.lost
        first = lost._handles[welcome.person]
        host.welcome(Hello(token=welcome.token), line)
        assert welcome.person not in lost
        host.left(welcome.person, line)
        assert first.cancelled()
        assert welcome.person in lost


class _Line:
    def end(self, reason: str, *, final: bool) -> None: ...
