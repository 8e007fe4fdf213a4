"""The guard before the app in a browser; no browser is needed to be turned away."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from codenames_tui.cli import main
from codenames_tui.streaming import browser
from codenames_tui.streaming.addresses import Address, listen
from codenames_tui.streaming.browser import AppServer
from codenames_tui.ui.crash import log_file

GAMES = "https://games.example"


@contextlib.asynccontextmanager
async def served(public_url: str = "", *, patience: float = 20.0) -> AsyncIterator[str]:
    """The address of a server that would start nothing."""
    with listen(Address("127.0.0.1", 0), guarded=False) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = AppServer("false", Address("127.0.0.1", 0), public_url or url, patience=patience)
        async with server.serving(listener):
            yield url


async def answer(url: str, **headers: str) -> tuple[int, Any, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        aiohttp.ClientSession() as session,
        session.get(url, headers=named, allow_redirects=False) as response,
    ):
        return response.status, response.headers, await response.text()


async def test_the_page_is_there_and_loads_nothing_from_other_sites() -> None:
    async with served() as url:
        status, headers, text = await answer(url)
    assert status == 200
    assert "codenames-tui" in text
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"Host": "evil.example"}),
        ("/", {"Sec_Fetch_Site": "cross-site"}),
        ("/static/js/textual.js", {"Host": "evil.example"}),
        ("/ws", {}),
        ("/ws", {"Origin": "http://evil.example"}),
        ("/ws", {"Origin": "null"}),
    ],
)
async def test_what_another_site_could_ask_starts_no_app(path: str, headers: dict[str, str]) -> None:
    async with served() as url:
        assert (await answer(url + path, **headers))[0] == 403


async def test_files_of_the_page_are_there_and_no_folder_lists_them() -> None:
    async with served() as url:
        assert (await answer(f"{url}/static/js/textual.js"))[0] == 200
        for folder in ("/static", "/static/", "/static/js", "/static/js/", "/static/./js", "/static/nothing"):
            status, _, text = await answer(url + folder)
            assert (folder, status) == (folder, 404)
            assert "textual.js" not in text


async def raw(url: str, request: bytes) -> bytes:
    """What a server says until it hangs up."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    said = await reader.read()
    writer.close()
    return said


@pytest.mark.parametrize("request_", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
async def test_whoever_connects_and_asks_nothing_is_dropped(request_: bytes) -> None:
    async with served(patience=0.05) as url:
        assert await raw(url, request_) == b""


async def test_whoever_has_its_answer_and_stays_is_dropped() -> None:
    async with served(patience=0.05) as url:
        assert (await raw(url, b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")).startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET /" + b"y" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /static/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /static/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /download/%ff HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET / HTTP/1.1\r\nHost: localhost@evil.example\r\n\r\n", 403),
        (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n", 400),
    ],
    ids=["tls", "version", "path", "file", "folders", "nul", "download", "host", "no websocket"],
)
async def test_a_malformed_request_gets_an_answer_and_prints_nothing(
    request_: bytes, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    async with served(patience=0.2) as url:
        said = await raw(url, request_)
        assert said.split(b" ")[1] == str(status).encode()
        assert b"Traceback" not in said
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")
    assert not log_file().exists()


async def test_there_is_a_limit_to_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "MOST_APPS", 0)
    async with served() as url:
        assert (await answer(f"{url}/ws", Origin=url))[0] == 503


async def test_whoever_opens_it_by_another_name_is_led_to_the_one_that_the_page_uses() -> None:
    async with served() as url:
        status, headers, _ = await answer(url, Host="localhost")
        assert (status, headers["Location"]) == (302, f"{url}/")


async def test_behind_a_proxy_the_proxys_name_is_ours() -> None:
    async with served(GAMES) as url:
        assert (await answer(url, Host="games.example"))[0] == 200
        assert (await answer(url, Host="other.example"))[0] == 403
        assert (await answer(f"{url}/ws", Host="games.example", Origin="https://other.example"))[0] == 403


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    assert main(["serve"]) == 2
    assert "pip install 'codenames-tui[web]'" in capsys.readouterr().err


def test_beyond_this_machine_it_says_what_that_means(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def at_once(_: AppServer, listener: Any) -> int:
        listener.close()
        return 2

    monkeypatch.setattr(AppServer, "serve_on", at_once)
    assert main(["serve", "--host", "0.0.0.0", "--port", "18791"]) == 130  # noqa: S104
    assert "whoever reaches this address uses the app as you" in capsys.readouterr().err
    assert main(["serve", "--port", "18791"]) == 130
    assert "as you" not in capsys.readouterr().err
