"""Whole games over a network: people in some seats, agents in the others."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

from tests.games import BOARD
from tests.table.tables import Player, all_ready, by_rule, open_table, overhearing, passing, runner_of

from codenames_core.audit.verify import differences
from codenames_core.game.agent import Question
from codenames_core.game.board import Board
from codenames_core.game.config import Seat
from codenames_core.game.events import Clue
from codenames_core.table.invitations import Admits
from codenames_core.table.known_game import KnownGame
from codenames_core.table.messages import YourQuestion
from codenames_core.watch.broadcast import End
from codenames_tui.table.client import TableClient


async def test_two_people_and_four_agents_play_a_whole_game() -> None:
    async with open_table(runner_of(agents="vector:bold")) as table:
        ann = Player(TableClient(table.url, table.seat_token(Seat.RED_CLUER), "Ann"))
        bob = Player(TableClient(table.url, table.token(Admits.LOBBY)), seat=Seat.BLUE_GUESSER_1)
        bob_plays = asyncio.create_task(bob.play())
        await bob.until(lambda player: player.known.seat)
        await ann.play()
        await bob_plays
        assert table.playing is not None
        record = await table.playing
    assert record.outcome is not None
    assert table.sealed == [record]
    assert differences(record) == []
    assert {change.seat for change in record.seat_changes} == {Seat.RED_CLUER, Seat.BLUE_GUESSER_1}
    assert {trace.seat for trace in record.decisions() if trace.is_human} <= {Seat.RED_CLUER, Seat.BLUE_GUESSER_1}
    assert record.metadata["people"] == {"red_cluer": "Ann"}
    for player in (ann, bob):
        assert player.answered
        assert player.known.timeline is not None
        assert list(player.known.timeline.events) == record.public_transcript
        assert player.known.timeline.last_state.board == record.board
        assert player.turned_down == []


def tries_in_vain(known: KnownGame, question: YourQuestion) -> Any:
    """What a cluer answers whose first clue is always refused."""
    if question.question is Question.CLUE and not question.rejected:
        return Clue("ZZQX ZZQX", 3)
    return by_rule(known, question)


async def overheard(board: Board, agents: str) -> tuple[bytes, Player]:
    """The bytes that a guesser is sent in a game whose cluer is a person, too; and that guesser."""
    async with open_table(runner_of(board, agents=agents)) as table, overhearing(table) as line:
        ann = Player(TableClient(table.url, table.seat_token(Seat.RED_CLUER)), tries_in_vain, ready=False)
        bob = Player(TableClient(line.url, table.seat_token(Seat.RED_GUESSER_1)), passing, ready=False)
        plays = [asyncio.create_task(player.play()) for player in (ann, bob)]
        await all_ready(ann, bob)
        await asyncio.gather(*plays)
        return bytes(line.sent), bob


async def test_no_byte_of_a_guessers_connection_tells_the_key_or_an_answer_that_was_refused() -> None:
    sent, bob = await overheard(BOARD, "vector:bold")
    assert isinstance(bob.heard[-1], End)
    assert b'"key":null' in sent
    before_the_end = sent.partition(b'"type":"key"')[0]
    assert b'"key":{' not in before_the_end
    for private in (b"ZZQX", b"intended", b"targets", b"raw", b"reasoning", b"seed"):
        assert private not in sent


async def test_a_guesser_at_a_board_that_looks_alike_is_sent_the_same_bytes() -> None:
    """Nothing is turned in these games, so what lies face down could only show where it must not."""
    hidden = dict(zip(BOARD.words, reversed([BOARD.key[word] for word in BOARD.words]), strict=True))
    here, _ = await overheard(BOARD, "ghost:pass")
    there, _ = await overheard(Board(BOARD.words, hidden), "ghost:pass")
    assert comparable(here) == comparable(there)
    assert len(comparable(here)) > 10


def comparable(sent: bytes) -> list[bytes]:
    """What was sent before the end, without secrets drawn at random, and without what comes and goes with time."""
    passing_by = (b'{"type":"awaited"', b'{"type":"lobby"', b'{"type":"no-question"', b'{"type":"key"')
    told = [frame for frame in texts_in(sent) if not frame.startswith(passing_by)]
    return [re.sub(rb'"(token|game)":"[^"]*"', b"", text) for text in told]


def texts_in(sent: bytes) -> Iterator[bytes]:
    """The texts of the frames that were sent over one WebSocket; none of them is masked, or in pieces."""
    rest = sent.partition(b"\r\n\r\n")[2]
    while len(rest) > 2:
        kind, size, start = rest[0] & 15, rest[1], 2
        if size == 126:
            size, start = int.from_bytes(rest[2:4]), 4
        elif size == 127:
            size, start = int.from_bytes(rest[2:10]), 10
        if kind == 1:
            yield rest[start : start + size]
        rest = rest[start + size :]
