"""Models that can be chosen: of providers whose keys are set, and of servers on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest

from codenames_agents.catalogue import model_of
from codenames_agents.providers import model_choice
from codenames_agents.providers.endpoints import KEY_VARIABLES
from codenames_agents.providers.model_choice import MOST_MODELS, models_at, models_here, models_with_keys
from codenames_core.game.config import AgentConfig


class _Server(HTTPServer):
    answer: ClassVar[tuple[int, bytes]] = (200, b"")
    asked: ClassVar[list[tuple[str, str]]] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers.get("Authorization", "")))
        status, body = self.server.answer
        self.send_response(status)
        self.send_header("Location", "http://example.com/v1/models")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as listening:
        listening.asked.clear()
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield listening
        listening.shutdown()
        thread.join()


def address(server: _Server) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1"


def lists(server: _Server, *names: object) -> None:
    type(server).answer = (200, json.dumps({"data": [{"id": name} for name in names]}).encode())


def test_a_server_here_is_asked_for_its_models_without_a_key(server: _Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    lists(server, "Qwen/Qwen3-8B", "llama3:8b")
    base = address(server)
    found = models_at(base)
    assert found.specs == (f"openai/Qwen/Qwen3-8B?api_base={base}", f"openai/llama3:8b?api_base={base}")
    assert server.asked == [("/v1/models", "")]
    assert AgentConfig.parse(found.specs[0]).text == found.specs[0]
    for written in (base.removesuffix("/v1"), base.removeprefix("http://"), f"{base}/"):
        assert models_at(written).specs == found.specs


def test_models_of_ollama_are_asked_in_its_own_way(server: _Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_choice, "_OLLAMA_PORT", server.server_port)
    lists(server, "llama3:8b")
    root = address(server).removesuffix("/v1")
    assert models_at(root).specs == (f"ollama_chat/llama3:8b?api_base={root}",)


def test_names_that_could_act_on_anything_are_left_out(server: _Server) -> None:
    lists(
        server, "a?api_base=http://evil/v1", "b&seed=1", "c\x1b[31m", "d e", "", None, 5, "x" * 400, "nomic-embed", "ok"
    )
    assert [model_of(spec) for spec in models_at(address(server)).specs] == ["openai/ok"]
    lists(server, *(f"m{number}" for number in range(1000)))
    assert len(models_at(address(server)).specs) == MOST_MODELS


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ((401, b""), "needs a key"),
        ((302, b""), "answers 302 instead of a list of models"),
        ((404, b"<html>"), "answers 404"),
        ((200, b"<html>"), "something other than a list"),
        ((200, b"[" * 100_000), "something other than a list"),
        ((200, b'{"data": 5}'), "something other than a list"),
        ((200, b'{"data": []}'), "has no model"),
        ((200, b" " * 1_000_001), "far more than a list"),
    ],
)
def test_a_server_that_lists_nothing_says_why(server: _Server, answer: tuple[int, bytes], problem: str) -> None:
    type(server).answer = answer
    found = models_at(address(server))
    assert found.specs == ()
    assert problem in found.problem


@pytest.mark.parametrize("elsewhere", ["http://192.0.2.1:8080/v1", "https://api.openai.com/v1", "http://example.com"])
def test_no_server_of_another_machine_is_asked(elsewhere: str) -> None:
    assert "is not on this machine" in models_at(elsewhere).problem


def test_a_password_in_an_address_is_not_shown() -> None:
    assert "secret" not in str(models_at("http://me:secret@127.0.0.1:1/v1?key=secret"))
    assert models_at("http://127.0.0.1:x/v1").problem == "is not the address of a server"


def test_a_server_that_is_not_there_does_not_answer(server: _Server) -> None:
    lists(server, "here")
    gone, here = models_here(["http://127.0.0.1:1/v1", address(server)])
    assert gone.problem == "does not answer"
    assert here.specs


def test_models_are_offered_of_providers_whose_keys_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in KEY_VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    assert list(models_with_keys()) == []
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-planted")
    (found,) = models_with_keys()
    assert (found.provider, found.variable) == ("anthropic", "ANTHROPIC_API_KEY")
    assert all(spec.startswith("anthropic/claude-") for spec in found.specs)
    assert "planted" not in str(found)
