"""The guard before the app in a browser; no browser is needed to be turned away."""

import contextlib
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from codenames_tui.cli import main
from codenames_tui.streaming import browser
from codenames_tui.streaming.addresses import Address, listen
from codenames_tui.streaming.browser import AppServer

GAMES = "https://games.example"


@contextlib.asynccontextmanager
async def served(public_url: str = "") -> AsyncIterator[str]:
    """The address of a server that would start nothing."""
    with listen(Address("127.0.0.1", 0), guarded=False) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = AppServer("false", Address("127.0.0.1", 0), public_url or url)
        runner = web.AppRunner(await server._make_app(), access_log=None)
        await runner.setup()
        await web.SockSite(runner, listener).start()
        yield url
        await runner.cleanup()


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
