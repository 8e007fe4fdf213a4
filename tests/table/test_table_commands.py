"""`host` and `join`: what they refuse, and a host that is killed."""

import asyncio
import itertools
import os
import signal
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.table.host_processes import invitations_of, started
from tests.table.tables import Player, all_ready, at_once, client_for, open_table, runner_of, serve_host

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Seat
from codenames_core.support.errors import InputError, StorageError
from codenames_core.table.invitations import Admits, Invitations
from codenames_core.table.lobby import Away, Lobby, Presence, playable_seats
from codenames_core.table.saved_table import KeptTable
from codenames_tui.cli import exits, main
from codenames_tui.cli.commands.playing.host import news_of
from codenames_tui.streaming import handshakes
from codenames_tui.streaming.addresses import Address
from codenames_tui.table.client import TableClient, table_address
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.hosting.host import TableHost
from codenames_tui.table.hosting.way_in import encryption, listen_for_people, trust_in

DATA = Path(__file__).parent / "data"
CERTIFICATE, KEY = str(DATA / "certificate.pem"), str(DATA / "throwaway-key.pem")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["host", "--listen", "0.0.0.0:0"], "--trusted-tunnel"),
        (["host", "--listen", "here"], "--listen is 'here'"),
        (["host", "--seats", "red-cluer,green"], "'green' is not a seat"),
        (["host", "--seats", "red-guesser-2", "--mode", "single_guesser", "--listen", "127.0.0.1:0"], "red guesser 2"),
        (["host", "--tls-certificate", CERTIFICATE], "--tls-key is missing"),
        (["host", "--tls-certificate", KEY, "--tls-key", KEY], "not a certificate"),
        (["host", "--resume", "missing.jsonl", "--listen", "127.0.0.1:0"], "missing.jsonl"),
        (["host", "--turn-seconds", "1"], "--turn-seconds is 1"),
        (["serve", "--table", "missing"], "missing"),
        (["serve", "--table", KEY], "one invitation is needed"),
        (["serve", "--table", "missing", "--read-only", "."], "give one of them"),
        (["join"], "one invitation is needed"),
        (["join", "http://127.0.0.1:1/"], "has no secret"),
        (["join", "http://user:secret@127.0.0.1:1/#x"], "not an invitation"),
        (["join", "ftp://127.0.0.1/#x"], "not an invitation"),
        (["join", "http://127.0.0.1:1/#x", "--seat", "king"], "--seat is 'king'"),
        (["join", "http://127.0.0.1:1/#x", "--tls-authority", KEY], "not the certificate of an authority"),
        (["join", "http://127.0.0.1:1/#x"], "no terminal"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_what_cannot_be_used_is_refused_in_words(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert complaint in said
    assert "secret@" not in said
    assert not list(tmp_path.iterdir())


def test_beyond_this_machine_it_takes_tls_or_the_word_of_whoever_starts_it() -> None:
    everywhere = Address("0.0.0.0", 0)  # noqa: S104
    with pytest.raises(InputError, match="nothing encrypts"):
        listen_for_people(everywhere, encrypted=False, trusted=False)
    for options in ({"encrypted": True, "trusted": False}, {"encrypted": False, "trusted": True}):
        listen_for_people(everywhere, **options).close()
    listen_for_people(Address("127.0.0.1", 0), encrypted=False, trusted=False).close()


def test_the_secret_of_an_invitation_is_not_part_of_what_is_asked_for() -> None:
    address = table_address("https://table.example:8777/#s3cret")
    assert address.url == "wss://table.example:8777/table"
    assert address.token == "s3cret"  # noqa: S105


async def test_a_table_with_a_certificate_encrypts_and_others_are_not_believed() -> None:
    runner = runner_of(agents="ghost:pass")
    seats = playable_seats(runner.header.config.rules)
    sealed: list[EpisodeRecord] = []
    host = TableHost(runner, Lobby(runner.header.config.rules, seats), Invitations.draw(seats), seal=sealed.append)
    async with serve_host(host, sealed, tls=encryption(CERTIFICATE, KEY)) as table:
        url, token = table.url.replace("ws://", "wss://"), table.seat_token(Seat.RED_CLUER)
        stranger = TableClient(url, token)
        notice = await anext(stranger.follow())
        assert "certificate" in notice.text
        ann = Player(TableClient(url, token, tls=trust_in(CERTIFICATE)))
        await ann.play()
    assert ann.known.end is not None


async def test_strangers_who_never_encrypt_take_few_places_and_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshakes, "MOST_HANDSHAKES", 2)
    runner = runner_of(agents="ghost:pass")
    seats = playable_seats(runner.header.config.rules)
    host = TableHost(
        runner, Lobby(runner.header.config.rules, seats), Invitations.draw(seats), seal=lambda record: None
    )
    async with serve_host(host, [], tls=encryption(CERTIFICATE, KEY)) as table:
        strangers = [await asyncio.open_connection("127.0.0.1", table.port) for _ in range(3)]
        assert await strangers[0][0].read() == b""  # the oldest has made room
        url, token = table.url.replace("ws://", "wss://"), table.seat_token(Seat.RED_CLUER)
        ann = await Player(TableClient(url, token, tls=trust_in(CERTIFICATE))).play()
        assert ann.known.end is not None
        for _, writer in strangers:
            writer.close()


async def test_a_table_that_cannot_be_kept_ends_in_the_lobby() -> None:
    def refuse(kept: KeptTable) -> None:
        raise StorageError("no space left")

    async with open_table(keep=refuse) as table:
        assert table.playing is not None
        with pytest.raises(StorageError, match="no space left"):
            await table.playing


async def test_a_host_that_is_killed_and_started_again_goes_on_with_everybody_in_place(tmp_path: Path) -> None:
    saved, journal = tmp_path / "game.json", tmp_path / "game.jsonl"
    with started(tmp_path, "--listen", "127.0.0.1:0", "--seed", "7", "--max-turns", "6", "--out", saved.name) as first:
        invitations = invitations_of(first)
        players = [
            Player(TableClient(*table_of(invitations[seat]), seat, sleep=at_once), ready=False)
            for seat in ("red cluer", "blue guesser 1")
        ]
        plays = [asyncio.create_task(player.play()) for player in players]
        await all_ready(*players)
        bob = players[1]
        await bob.until(lambda player: player.answered)
        os.kill(first.pid, signal.SIGKILL)
    with started(tmp_path, "--resume", journal.name) as second:
        assert invitations_of(second) == invitations
        await asyncio.gather(*plays)
        assert await asyncio.to_thread(second.wait, 60) == exits.DONE
    record = EpisodeRecord.load(saved)
    assert differences(record) == []
    assert record.metadata["people"] == {"red_cluer": "red cluer", "blue_guesser_1": "blue guesser 1"}
    assert sorted(os.listdir(tmp_path)) == ["game.json"]
    decisions = [trace for trace in record.decisions() if trace.seat is Seat.RED_CLUER]
    assert all(trace.is_human for trace in decisions)


def test_a_game_that_one_person_finishes_alone_leaves_no_secrets_of_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(tmp_path, "--listen", "127.0.0.1:0", "--seed", "7", "--max-turns", "2", "--out", "game.json") as host:
        invitations_of(host)
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "game.table").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)  # another process says nothing when it has written
        host.kill()
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--headless", "--resume", "game.jsonl"]) == exits.DONE
    assert os.listdir(tmp_path) == ["game.json"]


def table_of(invitation: str) -> tuple[str, str]:
    address = table_address(invitation)
    return address.url, address.token


async def test_nobody_is_at_a_table_that_is_asked_by_http() -> None:
    import aiohttp

    async with open_table() as table, aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{table.port}/") as answer:
            assert "codenames-tui join" in await answer.text()
        async with session.get(f"http://127.0.0.1:{table.port}/table") as answer:
            assert answer.status == 400
        watcher = Player(client_for(table, table.token(Admits.WATCH)))
        assert watcher.known.lobby.people == ()


def test_the_host_says_who_sits_and_who_is_gone_and_not_every_hiccup() -> None:
    lobby, _ = Lobby(runner_of().header.config.rules, tuple(Seat)).come("Ann")
    seated = lobby.sit(1, Seat.RED_CLUER)
    gone = seated.present(1, Presence.GONE)
    steps = [lobby, seated, seated.present(1, Presence.LOST), seated, gone, seated, seated.begin()]
    said = [line for before, now in itertools.pairwise(steps) for line in news_of(before, now)]
    assert said == [
        "Ann has the seat of red cluer",
        "Ann is gone; an agent plays",
        "Ann is back",
        "the game begins",
    ]
    waits = seated.set_away(1, Away.WAIT)
    assert list(news_of(waits, waits.present(1, Presence.GONE))) == ["Ann is gone; the game waits"]


def test_whoever_leaves_a_game_that_goes_on_is_told_the_way_back_without_the_secret(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def arrive(client: TableClient) -> None:
        return

    monkeypatch.setattr("codenames_tui.cli.commands.playing.join.arrive", arrive)
    monkeypatch.setattr("codenames_tui.cli.commands.playing.join.has_terminal", lambda: True)
    monkeypatch.setattr("codenames_tui.app.app.run_app", lambda screen, look: exits.DONE)
    assert main(["join", "http://127.0.0.1:1/#s3cret"]) == exits.DONE
    said = capsys.readouterr().err
    assert "to come back, run codenames-tui join with the invitation that you used" in said
    assert "s3cret" not in said


def test_a_table_that_is_closed_has_no_way_back() -> None:
    guest = TableGuest(TableClient("ws://127.0.0.1:1/table", "s3cret"))
    assert guest.way_back
    guest.is_closed = True
    assert not guest.way_back
