"""A room is shown a site, or the games of a folder: read-only, nothing private, and nothing beyond the folder."""

import asyncio
import json
import shutil
import socket
from pathlib import Path

import aiohttp
import pytest

from codenames_core.support.errors import InputError
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.site.room import HEADERS, GamesOnDisk, RoomServer, SiteOnDisk, shelf_of
from codenames_tui.exports.site.staging import MARK
from codenames_tui.library.samples import sample_path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("comeback", "solo"):
        shutil.copy(sample_path(name), folder / f"{name}.json")
    (folder / "broken.json").write_text("{")
    (folder / "notes.txt").write_text("mine")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "run").mkdir(parents=True)
    (folder / MARK).write_text("{}")
    (folder / "index.html").write_text("<p>first</p>")
    (folder / "run" / "games.json").write_text("{}")
    (folder / "run" / ".htpasswd").write_text("secret")
    (tmp_path / "secret.html").write_text("secret")
    (folder / "run" / "out.html").symlink_to(tmp_path / "secret.html")
    return folder


def test_a_site_is_found_and_nothing_outside_of_it(site: Path) -> None:
    shelf = SiteOnDisk(site)
    assert shelf.find("index.html") == (b"<p>first</p>", "text/html")
    assert shelf.find("run/games.json") is not None
    for address in (
        "../secret.html",
        "run/../../secret.html",
        "run/out.html",
        "run/.htpasswd",
        "run",
        "x.html",
        "\0.html",
    ):
        assert shelf.find(address) is None, address
    assert shelf.find(str(site.parent / "secret.html")) is None


def test_a_folder_has_lists_and_pages_of_its_games_and_of_nothing_else(games: Path) -> None:
    shelf = shelf_of(games, None)
    assert isinstance(shelf, GamesOnDisk)
    assert (shelf.count, shelf.left_out) == (2, 1)
    listed = shelf.find(shelf.first)
    assert listed is not None
    assert b"games/0001.html" in listed.body
    assert b"vector:balanced" in listed.body
    assert str(games).encode() not in listed.body
    for address in (
        "library/games/0003.html",
        "library/games/comeback.html",
        "library/games/../games.json",
        "notes.txt",
    ):
        assert shelf.find(address) is None
    assert all(shelf.find(f"assets/{name}") for name in ("game.js", "site.js", "page.css", "site.css"))


@pytest.mark.parametrize(("key", "shown"), [(None, "never"), (KeyShown.ASKED, "asked")])
def test_nobody_sees_the_key_unless_whoever_started_it_wants_that(
    games: Path, key: KeyShown | None, shown: str
) -> None:
    page = shelf_of(games, key).find("library/games/0001.html")
    assert page is not None
    data = json.loads(page.body.partition(b'id="game">')[2].partition(b"</script>")[0])
    assert data["keyShown"] == shown


def test_what_cannot_be_shown_is_refused(games: Path, site: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="contains neither a game nor a site"):
        shelf_of(tmp_path / "empty", None)
    with pytest.raises(InputError, match="is not a folder"):
        shelf_of(games / "comeback.json", None)
    with pytest.raises(InputError, match="--key is for a folder of games"):
        shelf_of(site, KeyShown.ASKED)


async def test_it_answers_reads_alone_and_only_to_those_who_mean_this_machine(site: Path) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    async with RoomServer(SiteOnDisk(site), {"127.0.0.1"}).serving(listener), aiohttp.ClientSession() as client:
        async with client.get(address) as answer:
            assert (answer.status, await answer.text()) == (200, "<p>first</p>")
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        for method in ("POST", "PUT", "DELETE"):
            async with client.request(method, f"{address}/index.html") as answer:
                assert answer.status == 405
        async with client.get(f"{address}/nothing.html") as answer:
            assert answer.status == 404
        async with client.get(f"{address}/index.html", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        async with client.get(f"{address}/index.html", headers={"Origin": "http://evil.example"}) as answer:
            assert answer.status == 403
    await asyncio.sleep(0)
