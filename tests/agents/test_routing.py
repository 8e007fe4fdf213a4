"""Which way a request takes, and that what is known of OpenAI's models without litellm is what litellm knows."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.fake_provider import PLANTED, FakeProvider

from codenames_agents.models.model_check import check_model
from codenames_agents.providers.endpoints import provider_of
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.price_list import PriceList, price_list
from codenames_agents.providers.prices import list_cost
from codenames_agents.providers.provider import Provider
from codenames_agents.providers.transport import Call, Endpoint
from codenames_agents.providers.transports.chat_completions import model_on_server, request_body
from codenames_agents.providers.transports.choice import VARIABLE, TransportName
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.transports.openai_transport import OpenaiTransport, untaken
from codenames_agents.providers.transports.routing import RoutedTransport, speaks_openai
from codenames_agents.providers.usage import Usage
from codenames_core.support.errors import InputError
from codenames_tui.cli.command_line import TRANSPORTS

pytestmark = [pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"), pytest.mark.usefixtures("litellm_is_loaded")]

CHECKOUT = Path(__file__).parents[2]
HELLO = ({"role": "user", "content": "hi"},)
OPENAI = Endpoint("openai")
SERVER = Endpoint("openai", "http://127.0.0.1:8080/v1")
PROMPT_TOKENS, ANSWER_TOKENS, CACHED_TOKENS = 3_000, 400, 1_024


def listed(provider: str) -> list[str]:
    """The chat models of a provider that are asked straight."""
    names = [name for name, entry in price_list().items() if entry.get("litellm_provider") == provider]
    whole = [name if name.startswith(f"{provider}/") else f"{provider}/{name}" for name in names]
    return [name for name in whole if speaks_openai(name, Endpoint(provider))]


OF_OPENAI = listed("openai")


@pytest.mark.parametrize(
    ("model", "endpoint", "straight"),
    [
        ("openai/gpt-4o", OPENAI, True),
        ("gpt-5", OPENAI, True),
        ("openai/a-model-to-come", OPENAI, True),
        ("openai/gpt-5-pro", OPENAI, False),  # Responses alone
        ("openai/responses/gpt-5", OPENAI, False),
        ("openai/whatever", SERVER, True),
        ("openai/gpt-5-pro", SERVER, True),
        ("openrouter/anthropic/claude-opus-4.1", Endpoint("openrouter"), True),
        ("hosted_vllm/qwen3", Endpoint("hosted_vllm", "http://127.0.0.1:8000/v1"), True),
        ("hosted_vllm/qwen3", Endpoint("hosted_vllm"), False),
        ("ollama_chat/qwen3", Endpoint("ollama_chat", "http://127.0.0.1:11434"), False),
        ("anthropic/claude-opus-4-1", Endpoint("anthropic"), False),
        ("gemini/gemini-2.5-pro", Endpoint("gemini"), False),
        ("azure/gpt-4o", Endpoint("azure", "https://example.org"), False),
    ],
)
def test_each_model_has_its_way(model: str, endpoint: Endpoint, straight: bool) -> None:
    assert speaks_openai(model, endpoint) is straight
    assert isinstance(RoutedTransport().route(model, endpoint), OpenaiTransport) is straight
    assert not isinstance(RoutedTransport(TransportName.LITELLM).route(model, endpoint), OpenaiTransport)


def test_what_an_answer_costs_is_what_litellm_would_say() -> None:
    litellm = load_litellm()
    details = {"cached_tokens": CACHED_TOKENS}
    usage = Usage(PROMPT_TOKENS, ANSWER_TOKENS, CACHED_TOKENS)
    counted = litellm.Usage(
        prompt_tokens=PROMPT_TOKENS, completion_tokens=ANSWER_TOKENS, prompt_tokens_details=details
    )  # fmt: skip
    compared = 0
    for model in OF_OPENAI:
        for tier in (None, "flex", "priority"):
            ours = list_cost(model, OPENAI, usage, tier)
            if ours is None:
                continue
            answer = litellm.ModelResponse(model=model, usage=counted.model_copy())
            theirs = litellm.completion_cost(answer, model=model, custom_llm_provider="openai", service_tier=tier)
            assert ours == pytest.approx(theirs), (model, tier)
            compared += 1
    assert compared > 200


def test_what_a_long_prompt_costs_is_not_guessed() -> None:
    assert list_cost("openai/gpt-4o", OPENAI, Usage(127_000, 10)) is not None
    assert list_cost("openai/gpt-4o", OPENAI, Usage(129_000, 10)) is None
    assert list_cost("openai/gpt-4o", SERVER, Usage(100, 10)) is None


SETTINGS: list[dict[str, Any]] = [
    {"temperature": 0.7},
    {"temperature": 1.0},
    {"max_tokens": 100},
    {"seed": 1},
    {"reasoning_effort": "low"},
    {"response_format": {"type": "object"}},
]


async def test_nothing_is_left_out_that_litellm_would_send() -> None:
    """Else a setting would change with the transport. That a model has no JSON schema, the list alone says."""
    litellm = RoutedTransport(TransportName.LITELLM)
    unlike, compared = [], 0
    for model in OF_OPENAI:
        thinks = price_list().get(model.removeprefix("openai/"), {}).get("supports_reasoning")
        for settings in SETTINGS:
            request = ModelRequest(model, HELLO, **settings)
            ours, theirs = untaken(request, OPENAI), await litellm.left_out(request, OPENAI)
            compared += 1
            assert set(ours) <= {*theirs, "response_format", *(() if thinks else ("reasoning_effort",))}, model
            unlike += [(model, settings)] * (ours != theirs)
    assert compared > 500
    assert len(unlike) / compared < 0.12  # a first request that is refused teaches the rest


async def test_which_models_keep_to_a_schema_is_what_litellm_would_say() -> None:
    straight, litellm = RoutedTransport(), RoutedTransport(TransportName.LITELLM)
    for model in (*OF_OPENAI, *listed("openrouter")):
        endpoint = Endpoint(provider_of(model) or "")
        assert await straight.takes_schema(model, endpoint) == await litellm.takes_schema(model, endpoint), model
    assert not await straight.takes_schema("openai/gpt-4o", SERVER)


def test_openai_itself_is_told_the_limit_of_an_answer_by_its_newer_name() -> None:
    request = ModelRequest(
        "openai/gpt-4o", HELLO, max_tokens=50, extra={"extra_body": {"top_k": 3, "model": "dear"}, "top_p": 0.5}
    )
    body = request_body(Call(request, OPENAI, 1.0, 100), stream=False)
    assert body == {
        "model": "gpt-4o", "messages": [dict(HELLO[0])], "max_completion_tokens": 50, "top_k": 3, "top_p": 0.5
    }  # fmt: skip
    assert request_body(Call(request, SERVER, 1.0, 100), stream=False)["max_tokens"] == 50
    assert model_on_server("openrouter/openai/gpt-4o") == "openai/gpt-4o"


async def test_another_server_is_told_neither_the_organisation_nor_the_project(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-mine")
    monkeypatch.setenv("OPENAI_API_KEY", PLANTED)
    provider = Provider()
    async with FakeProvider() as server:
        await provider.ask(ModelRequest("openai/fake", HELLO, api_base=server.url))
    await provider.close()
    assert "of-mine" not in str(server.requests[0].headers)


def test_a_transport_can_be_insisted_upon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tuple(TransportName) == TRANSPORTS
    monkeypatch.setenv(VARIABLE, "litellm")
    assert RoutedTransport().describe("openai/x", SERVER) == "through litellm"
    monkeypatch.setenv(VARIABLE, "auto")
    assert RoutedTransport().describe("openai/x", SERVER) == "directly, by the chat completions of OpenAI"
    monkeypatch.setenv(VARIABLE, "pigeon")
    with pytest.raises(InputError, match=r"CODENAMES_TUI_TRANSPORT is 'pigeon'.*write auto or litellm"):
        RoutedTransport()


async def test_a_check_says_which_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async with FakeProvider() as server:
        straight = await check_model(f"openai/fake?api_base={server.url}")
        monkeypatch.setenv(VARIABLE, "litellm")
        through = await check_model(f"openai/fake?api_base={server.url}")
    assert straight.lines()[1] == "asked: directly, by the chat completions of OpenAI"
    assert through.lines()[1] == "asked: through litellm"


ASKS = """
import asyncio, sys
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Provider

async def ask(url):
    provider = Provider()
    request = ModelRequest("openai/gpt-4o", ({"role": "user", "content": "hi"},), api_base=url)
    whole, streamed = await provider.ask(request), await provider.ask(request, on_token=str)
    await provider.close()
    print(whole.text == streamed.text, "litellm" in sys.modules)

asyncio.run(ask(sys.argv[1]))
"""


async def test_a_server_that_speaks_openai_is_asked_without_litellm() -> None:
    roots = [CHECKOUT, *(CHECKOUT / name for name in ("core", "agents"))]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, roots)), "OPENAI_LOG": "debug"}
    async with FakeProvider() as server:
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", ASKS, server.url], env=environment, capture_output=True, check=True
        )
    assert (done.stdout, done.stderr) == (b"True False\n", b"")


def test_one_entry_of_the_price_list_is_read_alone_and_is_that_of_the_whole_list() -> None:
    price_list.cache_clear()
    alone: Any = price_list()
    whole = {name: alone._find(name) for name in ("gpt-4o", "openrouter/openai/gpt-4o", "gpt-4o-of-nobody")}
    assert "gpt-4o" in alone
    assert "gpt-4o-of-nobody" not in alone
    assert "_all" not in vars(alone)  # most of the time of a first request, otherwise
    assert whole == {name: alone._all.get(name) for name in whole}
    assert all(alone[name] == entry for name, entry in list(alone._all.items())[::40])


def test_whoever_goes_through_the_price_list_has_it_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prices = PriceList(b'{\n    "a": {"mode": "chat"},\n    "b": {"mode": "chat"}\n}')
    monkeypatch.setattr(PriceList, "_find", lambda _prices, name: pytest.fail(f"looks for {name} alone"))
    assert dict(prices.items()) == {"a": {"mode": "chat"}, "b": {"mode": "chat"}}


@pytest.mark.parametrize(
    "text",
    [
        b'{\n    "a": {"mode": "chat", "more": {"mode": "x"}},\n"b": {\n"mode": "old"},\n    "b": {"mode": "new"}\n}',
        b'{"a":{"mode":"chat","more":{"mode":"x"}},"b":{"mode":"old"},"b":{"mode":"new"}}',
    ],
    ids=["indented", "in another layout"],
)
def test_a_price_list_in_any_layout_gives_the_same_entries(text: bytes) -> None:
    prices = PriceList(text)
    assert [prices[name]["mode"] for name in ("a", "b")] == ["chat", "new"]
    assert prices.get("c") is None
    assert list(prices) == ["a", "b"]
