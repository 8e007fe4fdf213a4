"""What answers cost: as the provider says, by the list, or unknown; and never 0 for want of a price."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fake_provider import USAGE, Behaviour, FakeProvider, Request, answers, completion, piece, streamed

from codenames_agents.models.model_check import check_model
from codenames_agents.providers.endpoints import provider_of
from codenames_agents.providers.model_io import ModelReply, ModelRequest
from codenames_agents.providers.prices import is_free, list_price, reported_cost
from codenames_agents.providers.provider import Provider
from codenames_agents.providers.transport import Endpoint
from codenames_agents.providers.transports.litellm_transport import load_litellm

# Filters are reset for each test, those that the import of litellm has set among them.
pytestmark = [pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"), pytest.mark.usefixtures("litellm_is_loaded")]

FAMILIES = ("gpt-5", "gpt-4o", "o3", "claude-sonnet-4-5", "claude-opus-4-1", "claude-3-5-haiku", "gemini-2.5-pro")
MAKERS = ("gpt", "claude-sonnet", "claude-opus", "claude-haiku", "gemini", "o", "grok", "deepseek", "mistral", "qwen")
SELLERS = ("", "openrouter/", "openai/", "anthropic/", "gemini/", "groq/", "together_ai/", "bedrock/", "azure/")
UNLISTED = (
    *(f"{seller}{family}-{year}" for seller in SELLERS for family in FAMILIES for year in (2031, 2032)),
    *(f"{seller}{maker}-{version}" for seller in SELLERS for maker in MAKERS for version in ("97", "98.1")),
    *("openrouter/openai/gpt-5-hyper", "openrouter/anthropic/claude-opus-9", "openrouter/google/gemini-9-pro"),
    *("openrouter/x-ai/grok-9", "openai/responses/gpt-9-pro", "litellm_proxy/gpt-4o", "huggingface/gpt2"),
)
"""Names that no list has: members of known families, those to come, and what others sell on."""


@pytest.fixture
async def door() -> Any:
    provider = Provider()
    yield provider
    await provider.close()


def priced(model: str, api_base: str | None = None) -> tuple[float, float] | None:
    return list_price(model, Endpoint(provider_of(model) or "unknown", api_base))


def listed() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, entry) for name, entry in load_litellm().model_cost.items() if isinstance(entry, dict))


def test_no_model_has_a_price_whose_name_is_not_in_the_list() -> None:
    assert len(UNLISTED) > 200
    litellm = load_litellm()
    for model in UNLISTED:
        plain = model.partition("/")[2]
        assert model not in litellm.model_cost, model
        assert plain not in litellm.model_cost or not model.startswith(("openai", "anthropic", "gemini")), model
        assert priced(model) is None, model


@given(
    st.from_regex(r"(openrouter/)?(openai|anthropic|google)/(gpt|claude|gemini|o)-?[0-9a-z.-]{1,12}", fullmatch=True)
)
def test_a_name_made_up_has_no_price(model: str) -> None:
    litellm = load_litellm()
    if model not in litellm.model_cost and model.partition("/")[2] not in litellm.model_cost:
        assert priced(model) is None


def test_a_listed_price_is_that_of_the_entry_and_never_zero() -> None:
    known = 0
    for name, entry in listed():
        price = priced(name)
        if price is None or is_free(name, Endpoint(provider_of(name) or "unknown")):
            continue
        known += 1
        assert price == (entry["input_cost_per_token"] * 1e6, entry["output_cost_per_token"] * 1e6), name
        assert any(price), name
    assert known > 2_000


@pytest.mark.parametrize(
    ("model", "entry"), [("gpt-5", "gpt-5"), ("openai/gpt-5", "gpt-5"), ("gpt-5-pro", "gpt-5-pro")]
)
def test_a_model_may_be_named_with_its_provider(model: str, entry: str) -> None:
    assert priced(model) == priced(entry) is not None


@pytest.mark.parametrize(
    ("model", "base", "free"),
    [
        ("ollama/qwen3", None, True),
        ("ollama_chat/qwen3", "http://127.0.0.1:11434", True),
        ("hosted_vllm/qwen3", "http://192.168.1.20:8000/v1", True),
        ("lm_studio/qwen3", "http://localhost:1234/v1", True),
        ("ollama/qwen3", "https://models.example.org", False),
        ("ollama/gpt-oss:120b-cloud", None, False),
        ("openai/qwen3", "http://127.0.0.1:8080/v1", False),  # it may be a gateway
        ("litellm_proxy/gpt-4o", "http://127.0.0.1:4000", False),
        ("gemini/gemini-2.0-flash-exp", None, False),
    ],
)
def test_only_what_runs_on_a_machine_of_ones_own_is_free(model: str, base: str | None, free: bool) -> None:
    assert (priced(model, base) == (0.0, 0.0)) is free


def test_where_a_variable_says_that_ollama_is_elsewhere_it_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "https://models.example.org")
    assert priced("ollama/qwen3") is None


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({"cost": 0.0123}, 0.0123),
        ({"cost": 0}, 0.0),
        ({"cost": None}, None),
        ({"cost": "0.1"}, None),
        ({"cost": True}, None),
        ({"cost": -1.0}, None),
        ({"cost": float("nan")}, None),
        ({"cost": {"total_cost": 0.5}}, 0.5),
        ({"cost": 0.01, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.2}}, 0.21),
        ({"cost": 0.01, "is_byok": True}, None),
        ({"cost": 0.01, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.2}}, 0.01),
        ({}, None),
    ],
)
def test_a_provider_may_say_what_an_answer_cost(usage: dict[str, Any], cost: float | None) -> None:
    assert reported_cost(usage) == pytest.approx(cost)


def saying(cost: object) -> Behaviour:
    """A provider that says what each answer cost."""
    usage = {**USAGE, "cost": cost}

    async def behave(request: Request) -> None:
        if not request.body.get("stream"):
            await request.send(200, completion(usage=usage))
            return
        await request.begin_stream()
        await request.event(piece("CLUE: OCEAN 2"))
        await request.event(piece(None, "stop"))
        await request.event({**piece(None), "choices": [], "usage": usage})
        await request.event("[DONE]")
        await request.raw(b"0\r\n\r\n")

    return behave


async def ask(door: Provider, behaviour: Behaviour, model: str, *, stream: bool) -> ModelReply:
    async with FakeProvider([behaviour]) as server:
        request = ModelRequest(model, ({"role": "user", "content": "hi"},), api_base=server.url)
        return await door.ask(request, on_token=(lambda _: None) if stream else None)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", ["openrouter/x-ai/grok-9", "openrouter/openai/gpt-5", "openrouter/openai/gpt-4o"])
async def test_what_the_provider_says_comes_first(
    door: Provider, model: str, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "none")
    assert (await ask(door, saying(0.0123), model, stream=stream)).cost_usd == 0.0123
    assert (await ask(door, saying(0), model, stream=stream)).cost_usd == 0
    unsaid = await ask(door, saying(None), model, stream=stream)
    assert unsaid.usage.tokens_in == 40
    assert (unsaid.cost_usd is None) == (priced(model) is None)


async def test_openrouter_is_asked_what_an_answer_costs(door: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "none")
    for on_token in (None, lambda _: None):
        async with FakeProvider() as server:
            hello = ModelRequest("openrouter/x/y", ({"role": "user", "content": "hi"},), api_base=server.url)
            await door.ask(hello, on_token=on_token)
        assert server.requests[0].body["usage"] == {"include": True}


@pytest.mark.parametrize("stream", [False, True])
async def test_a_whole_answer_and_a_streamed_one_cost_the_same(
    door: Provider, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "none")
    reply = await ask(door, saying(None), "deepseek/deepseek-chat", stream=stream)
    entry = load_litellm().model_cost["deepseek/deepseek-chat"]
    fresh, cached, written = 24, 16, 8
    expected = fresh * entry["input_cost_per_token"] + cached * entry["cache_read_input_token_cost"]
    assert reply.cost_usd == pytest.approx(expected + written * entry["output_cost_per_token"])


async def _uncounted(request: Request) -> None:
    if request.body.get("stream"):
        await streamed(request, usage=False)
    else:
        await answers(200, {k: v for k, v in completion().items() if k != "usage"})(request)


@pytest.mark.parametrize("stream", [False, True])
async def test_tokens_that_the_provider_did_not_count_are_unknown(
    door: Provider, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "none")
    reply = await ask(door, _uncounted, "deepseek/deepseek-chat", stream=stream)
    assert reply.usage.tokens_in is reply.usage.tokens_out is reply.cost_usd is None
    assert reply.spending.unmetered == 1


async def test_a_check_says_so(door: Provider) -> None:
    async with FakeProvider([_uncounted]) as server:
        check = await check_model(f"openai/fake?api_base={server.url}", provider=door)
    assert not check.reports_usage
    assert check.lines()[2:] == [
        "features: JSON schema no, streaming yes, usage no",
        "tokens: unknown in, unknown out",
        "price: unknown",
    ]
