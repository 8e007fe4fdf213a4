"""Minutes at a table: six people over bad lines, a host that is killed again and again, and twenty who mean harm."""

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest
from tests.table.bad_lines import bad_line, settled
from tests.table.soaked_host import SoakedHost
from tests.table.tables import Player, at_once

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat
from codenames_core.table.messages import Hello, SitDown
from codenames_tui.table.client import TableClient, table_address

pytestmark = pytest.mark.soak

SECONDS: Final = float(os.environ.get("TABLE_SOAK_SECONDS", "120"))
KILLS: Final = 4
DELAY: Final = 0.1
"""Seconds in each direction."""
LOST: Final = 0.05
TURNS: Final = 12
LONGEST: Final = 300.0
"""Seconds that a game may take after the last kill."""
LARGEST_HOST_MB: Final = 200


class Attacker:
    """Somebody who means harm, and keeps what the table said."""

    def __init__(self, host: SoakedHost, chance: random.Random) -> None:
        self.host, self.chance = host, chance
        self.let_in = 0
        self.tries = 0

    async def attack(self) -> None:
        attacks: list[Callable[[], Awaitable[None]]] = [
            self.guess,
            self.flood,
            self.half_a_frame,
            self.ten_megabytes,
            self.claim,
            self.silence,
        ]
        while True:
            self.tries += 1
            with contextlib.suppress(OSError, aiohttp.ClientError, TimeoutError):
                async with asyncio.timeout(3):
                    await self.chance.choice(attacks)()
            await asyncio.sleep(self.chance.random() * 0.5)

    @contextlib.asynccontextmanager
    async def socket(self) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        url = f"ws://127.0.0.1:{self.host.port}/table"
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            yield socket

    async def hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT and json.loads(frame.data)["type"] != "farewell":
                self.let_in += 1

    async def guess(self) -> None:
        async with self.socket() as socket:
            token = "".join(self.chance.choices("abcdefghijklmnopqrstuvwxyz0123456789-_", k=32))
            await socket.send_str(Hello(token=token).model_dump_json())
            await self.hear(socket)

    async def flood(self) -> None:
        async with self.socket() as socket:
            for _ in range(500):
                await socket.send_str('{"type": "answer", "number": 3, "answer": {"word": "STOLEN", "number": 1}}')
            await self.hear(socket)

    async def claim(self) -> None:
        async with self.socket() as socket:
            await socket.send_str(SitDown(seat=Seat.RED_CLUER).model_dump_json())
            await self.hear(socket)

    async def ten_megabytes(self) -> None:
        async with self.socket() as socket:
            await socket.send_str("[" * 10_000_000)
            await self.hear(socket)

    async def half_a_frame(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.host.port)
        writer.write(b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        try:
            await writer.drain()
            await asyncio.sleep(1)
        finally:
            writer.transport.abort()

    async def silence(self) -> None:
        async with self.socket() as socket:
            await self.hear(socket)


async def test_games_are_played_to_their_end_whatever_happens(tmp_path: Path) -> None:
    chance = random.Random(7)
    until, games, kills = time.monotonic() + SECONDS, 0, 0
    largest, tries = 0.0, 0
    while not games or time.monotonic() < until:
        folder = tmp_path / str(games)
        folder.mkdir()
        host = SoakedHost(folder)
        await host.start(
            "--listen", "127.0.0.1:0", "--seed", str(games), "--max-turns", str(TURNS), "--out", "game.json"
        )
        attackers = [Attacker(host, random.Random(number)) for number in range(20)]
        attacks = [asyncio.create_task(one.attack()) for one in attackers]
        async with contextlib.AsyncExitStack() as lines:
            plays = await _seated(host, lines, chance)
            for _ in range(KILLS):
                await asyncio.sleep(2 + chance.random() * 4)
                host.measure()
                if _is_nearly_over(folder / "game.jsonl"):
                    break  # a host that is killed once its game is saved has nothing to go on with
                assert await host.kill()
                kills += 1
                await host.start("--resume", "game.jsonl")
            async with asyncio.timeout(LONGEST):
                assert await host.ended() == 0
                players = await asyncio.gather(*plays)
        for attack in attacks:
            attack.cancel()
        await asyncio.gather(*attacks, return_exceptions=True)
        await settled()
        record = EpisodeRecord.load(folder / "game.json")
        assert differences(record) == []
        assert record.metadata["people"] == {str(seat): seat.label for seat in Seat}
        assert [trace.seat for trace in record.decisions() if not trace.is_human] == []
        assert all(player.known.end is not None for player in players)
        assert sum(one.let_in for one in attackers) == 0
        assert os.listdir(folder) == ["game.json"]
        games, largest, tries = games + 1, max(largest, host.largest_mb), tries + sum(one.tries for one in attackers)
    assert largest < LARGEST_HOST_MB
    sys.stderr.write(f"{games} games, {kills} kills, {tries} attacks, the host took {largest:.0f} MB at most\n")


def _is_nearly_over(journal: Path) -> bool:
    return not journal.exists() or f'"turn":{TURNS - 1}'.encode() in journal.read_bytes()


async def _seated(
    host: SoakedHost, lines: contextlib.AsyncExitStack, chance: random.Random
) -> list["asyncio.Task[Any]"]:
    """Six people who are ready, each over a line of its own."""
    plays, players = [], []
    for seat in Seat:
        url = await lines.enter_async_context(bad_line(host, chance, DELAY, 0.0, LOST))
        token = table_address(host.invitations[seat.label]).token
        player = Player(TableClient(url, token, seat.label, sleep=at_once), ready=False)
        players.append(player)
        plays.append(asyncio.create_task(player.play()))
    for player in players:
        await player.until(lambda one: one.known.seat)
    for player in players:
        player.ready = True
        player.be_ready()
    return plays
