"""The provider, straight and through litellm, against a server on loopback that fails in every known way."""

import asyncio
import base64
import importlib.metadata
import json
import logging
import os
import re
import site
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version
from pydantic import JsonValue
from tests.fake_provider import (
    ENDLESS,
    GOOD,
    NO_SYSTEM_ROLE,
    PERMANENT,
    PLANTED,
    REFUSED_PARAMETERS,
    REFUSED_STREAMS,
    SILENT,
    STREAMS,
    TRANSIENT,
    USAGE,
    FakeProvider,
    Request,
    answers,
    completion,
    error,
    message,
    piece,
    refuses,
    refuses_system,
    seeded,
)

from codenames_agents.models.llm import build_llm_agent
from codenames_agents.models.model_check import check_model
from codenames_agents.providers import errors
from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.endpoints import KEY_VARIABLES, missing_key
from codenames_agents.providers.errors import ErrorKind, ProviderError, ProviderRefused, ProviderUnavailable
from codenames_agents.providers.model_io import ModelReply, ModelRequest
from codenames_agents.providers.prices import StatedPrice
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transports.choice import TransportName
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.transports.routing import RoutedTransport
from codenames_agents.providers.usage import Usage
from codenames_core.game.config import AgentConfig, Role
from codenames_core.support.errors import InputError

# Filters are reset for each test, those that the import of litellm has set among them.
pytestmark = [pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"), pytest.mark.usefixtures("litellm_is_loaded")]

CHECKOUT = Path(__file__).parents[2]
PROMPT = ({"role": "user", "content": "A clue, please."},)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture(params=TransportName)
async def door(waits: list[float], request: pytest.FixtureRequest) -> AsyncIterator[Provider]:
    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    policy = Policy(api_retries=2, call_seconds=30.0)
    provider = Provider(RoutedTransport(request.param), policy=policy, sleep=sleep, chance=lambda: 1.0)
    yield provider
    await provider.close()


def to(server: FakeProvider, model: str = "openai/fake", **changes: object) -> ModelRequest:
    return replace(ModelRequest(model, PROMPT, api_base=server.url), **changes)  # type: ignore[arg-type]


def unheard(token: str) -> None: ...


# Each row of the table of errors, and how often it is on the wire


@pytest.mark.parametrize("fault", TRANSIENT)
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
async def test_what_may_pass_is_sent_once_per_try_and_no_more(door: Provider, fault: str, streamed: bool) -> None:
    async with FakeProvider([fault]) as server:
        with pytest.raises(ProviderUnavailable) as failure:
            await door.ask(to(server), on_token=unheard if streamed else None)
    tries = 2 if fault in SILENT else 3
    assert len(server.requests) == tries
    assert len(failure.value.attempts) == tries
    assert door.ledger.of("openai/fake").failed == tries


@pytest.mark.parametrize("fault", TRANSIENT)
async def test_what_passed_is_forgotten(door: Provider, fault: str) -> None:
    async with FakeProvider([fault, "ok"]) as server:
        reply = await door.ask(to(server))
    assert reply.text == "CLUE: OCEAN 2"
    assert [one.outcome == "ok" for one in reply.attempts] == [False, True]


@pytest.mark.parametrize("fault", PERMANENT)
async def test_what_will_not_pass_is_sent_once(door: Provider, waits: list[float], fault: str) -> None:
    async with FakeProvider([fault]) as server:
        with pytest.raises(ProviderRefused):
            await door.ask(to(server))
    assert len(server.requests) == 1
    assert waits == []


@pytest.mark.parametrize(
    ("fault", "kind"),
    {
        "429": ErrorKind.RATE_LIMIT,
        "429 insufficient quota": ErrorKind.QUOTA,
        "429 credit balance": ErrorKind.QUOTA,
        "429 per day": ErrorKind.QUOTA,
        "402": ErrorKind.QUOTA,
        "400 that mentions a rate limit": ErrorKind.BAD_REQUEST,
        "500 that mentions a quota": ErrorKind.SERVER,
        "400 context length": ErrorKind.CONTEXT_LENGTH,
        "400 llama.cpp context": ErrorKind.CONTEXT_LENGTH,
        "400 content policy": ErrorKind.CONTENT_POLICY,
        "400 content filter": ErrorKind.CONTENT_POLICY,
        "401": ErrorKind.AUTHENTICATION,
        "403": ErrorKind.PERMISSION,
        "404": ErrorKind.NOT_FOUND,
        "529": ErrorKind.OVERLOADED,
        "reset": ErrorKind.CUT,
        "half a body": ErrorKind.CUT,
        "200 html": ErrorKind.MALFORMED,
        "200 error body": ErrorKind.MALFORMED,
        "200 content null and error 429": ErrorKind.RATE_LIMIT,
        "content null": ErrorKind.EMPTY,
        "no choices": ErrorKind.MALFORMED,
        "choices null": ErrorKind.MALFORMED,
        "error in a choice": ErrorKind.SERVER,
        "error in a choice after a piece": ErrorKind.SERVER,
        "finish reason error": ErrorKind.SERVER,
        "rate limit in a choice": ErrorKind.RATE_LIMIT,
        "400 credit balance": ErrorKind.QUOTA,
        "403 credit": ErrorKind.QUOTA,
    }.items(),
)
async def test_an_error_is_told_by_what_was_on_the_wire(door: Provider, fault: str, kind: ErrorKind) -> None:
    async with FakeProvider([fault]) as server:
        with pytest.raises(ProviderError) as failure:
            await door.ask(to(server))
    assert failure.value.kind is kind


@pytest.mark.parametrize(
    "model", ["anthropic/claude-x", "gemini/gemini-x", "groq/x", "ollama/x", "openrouter/x/y", "hosted_vllm/x"]
)
async def test_other_providers_errors_are_told_apart_as_well(
    door: Provider, model: str, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    for names in KEY_VARIABLES.values():
        monkeypatch.setenv(names[0], PLANTED)
    for fault, kind, requests in (
        ("429 with Retry-After", ErrorKind.RATE_LIMIT, 3),
        ("429 per day", ErrorKind.QUOTA, 1),
        ("401", ErrorKind.AUTHENTICATION, 1),
        ("reset", ErrorKind.CUT, 3),
        ("half a body", ErrorKind.CUT, 3),
        ("200 html", ErrorKind.MALFORMED, 3),
    ):
        async with FakeProvider([fault]) as server:
            with pytest.raises(ProviderError) as failure:
                await door.ask(to(server, model))
        assert (failure.value.kind, len(server.requests)) == (kind, requests), fault
    assert waits[:2] == [7.0, 7.0]


async def test_the_provider_is_obeyed_when_it_names_a_wait(door: Provider, waits: list[float]) -> None:
    async with FakeProvider(["429 with Retry-After", "503", "ok"]) as server:
        await door.ask(to(server))
    assert waits == [7.0, 2.0]


async def test_a_server_that_is_not_there_is_no_connection(door: Provider) -> None:
    async with FakeProvider() as server:
        nobody = to(server)
    with pytest.raises(ProviderUnavailable, match="no connection after 3 tries"):
        await door.ask(nobody)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("openai/lo\x1b[2Jcal", "'openai/local': the name of a model has no control characters"),
        ("openai/lo\ncal", "'openai/lo cal': the name of a model has no control characters"),
        ("openai/\u202elacol", "'openai/lacol': the name of a model has no control characters"),
        ("openai/", "'openai/': the name of the model is missing; write PROVIDER/MODEL"),
    ],
)
async def test_a_name_that_no_model_has_is_refused_before_anything_is_sent(name: str, said: str) -> None:
    async with FakeProvider() as server:
        spec = AgentConfig(spec=name, api_base=server.url)
        with pytest.raises(InputError) as refused:
            build_llm_agent(spec, Role.CLUER)
        assert str(refused.value) == said
        with pytest.raises(InputError) as refused:
            await check_model(spec)
        assert str(refused.value) == said
        assert not server.requests


async def test_a_provider_that_does_not_exist_is_refused_and_nothing_is_sent(door: Provider) -> None:
    with pytest.raises(ProviderRefused, match="bad request"):
        await door.ask(ModelRequest("no-such-provider/model", PROMPT))


# Answers


@pytest.mark.parametrize("fault", GOOD)
async def test_a_strange_answer_is_an_answer(door: Provider, fault: str) -> None:
    async with FakeProvider([fault]) as server:
        reply = await door.ask(to(server))
    assert len(server.requests) == 1
    assert reply.text.encode()
    assert len(reply.text) <= door.policy.longest_answer


async def test_a_reply_tells_what_came(door: Provider) -> None:
    async with FakeProvider(["reasoning_content"]) as server:
        reply = await door.ask(to(server))
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("CLUE: OCEAN 2", "two own words", "stop")
    assert reply.model == "fake-model-2026"
    assert reply.usage == Usage(40, 8, 16, 3)
    assert reply.latency_s == reply.attempts[0].latency_s > 0


async def test_the_request_is_sent_as_it_was_meant(door: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", PLANTED)
    schema = {"title": "clue", "type": "object"}
    async with FakeProvider() as server:
        await door.ask(
            to(
                server,
                key_variable="MINE",
                temperature=0.2,
                max_tokens=50,
                seed=7,
                reasoning_effort="low",
                response_format=schema,
                extra={"top_k": 5},
            )
        )
    sent = server.requests[0]
    assert sent.headers["authorization"] == f"Bearer {PLANTED}"
    assert sent.body["messages"] == list(PROMPT)
    assert sent.body["model"] == "fake"
    wanted = {"temperature": 0.2, "max_tokens": 50, "seed": 7, "reasoning_effort": "low", "top_k": 5}
    assert {name: sent.body.get(name) for name in wanted} == wanted
    assert sent.body["response_format"]["json_schema"]["schema"] == schema


@pytest.mark.parametrize(("given", "sent"), [({}, 8_192), ({"num_ctx": 32_768}, 32_768)])
async def test_ollama_is_told_how_long_a_prompt_may_be(door: Provider, given: dict[str, JsonValue], sent: int) -> None:
    async with FakeProvider(["401"]) as server:
        with pytest.raises(ProviderRefused):
            await door.ask(to(server, "ollama_chat/llama3", extra=given))
    assert server.requests[0].body["options"]["num_ctx"] == sent


async def test_parameters_that_a_model_is_known_not_to_take_are_left_out_and_named(
    door: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", PLANTED)
    async with FakeProvider() as server:
        reply = await door.ask(to(server, "openai/o3-mini", temperature=0.3, seed=1))
    assert reply.dropped == ("temperature",)
    assert "temperature" not in server.requests[0].body
    assert server.requests[0].body["seed"] == 1


async def test_a_parameter_that_the_server_refuses_is_left_out(door: Provider) -> None:
    async with FakeProvider(["refuse seed"]) as server:
        assert (await door.ask(to(server, seed=1))).dropped == ("seed",)
        assert (await door.ask(to(server, seed=1))).dropped == ("seed",)
    assert len(server.requests) == 3


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("model", ["openai/fake", "openrouter/x/y"])
async def test_an_error_in_a_choice_is_the_providers_and_keeps_its_words(
    door: Provider, model: str, streamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", PLANTED)
    async with FakeProvider(["error in a choice after a piece", "error in a choice"]) as server:
        with pytest.raises(ProviderUnavailable, match=r"server error \(502\) after 3 tries: Upstream idle$") as failure:
            await door.ask(to(server, model), on_token=unheard if streamed else None)
    assert [(one.outcome, one.detail) for one in failure.value.attempts] == [("server error", "Upstream idle")] * 3


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("model", ["openai/fake", "openrouter/x/y"])
async def test_the_text_of_a_content_in_parts_is_joined(
    door: Provider, model: str, streamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", PLANTED)
    heard: list[str] = []
    async with FakeProvider(["content in parts"]) as server:
        reply = await door.ask(to(server, model), on_token=heard.append if streamed else None)
    assert reply.text == "CLUE: OCEAN 2"
    assert "".join(heard) == (reply.text if streamed else "")
    assert len(server.requests) == 1


@pytest.mark.parametrize("name", REFUSED_PARAMETERS)
async def test_a_parameter_that_is_refused_in_words_alone_is_left_out_and_named(door: Provider, name: str) -> None:
    values = {"seed": 1, "reasoning_effort": "low", "temperature": 0.5, "response_format": {"title": "clue"}}
    given: dict[str, Any] = {name: values[name]} if name in values else {"extra": {name: 0.5}}
    words, param = REFUSED_PARAMETERS[name]
    async with FakeProvider([refuses(name, words, param)]) as server:
        replies = [await door.ask(to(server, **given)) for _ in range(2)]
    assert [reply.dropped for reply in replies] == [(name,), (name,)]
    assert [name in request.body for request in server.requests] == [True, False, False]


async def test_a_limit_of_tokens_is_sent_by_its_newer_name_where_the_older_is_refused(door: Provider) -> None:
    words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    async with FakeProvider([refuses("max_tokens", words, "max_tokens")]) as server:
        replies = [await door.ask(to(server, max_tokens=50)) for _ in range(2)]
    limits = [(one.body.get("max_tokens"), one.body.get("max_completion_tokens")) for one in server.requests]
    assert limits == [(50, None), (None, 50), (None, 50)]
    assert [reply.dropped for reply in replies] == [(), ()]


@pytest.mark.parametrize("fault", NO_SYSTEM_ROLE)
async def test_a_model_without_a_system_role_is_told_by_the_user(door: Provider, fault: str) -> None:
    prompt = (
        {"role": "system", "content": "You play."},
        {"role": "user", "content": "An example?"},
        {"role": "assistant", "content": "CLUE: SEA"},
        {"role": "user", "content": "A clue?"},
    )
    async with FakeProvider([refuses_system(*NO_SYSTEM_ROLE[fault])]) as server:
        replies = [await door.ask(replace(to(server), messages=prompt)) for _ in range(2)]
    folded = [{"role": "user", "content": "You play.\n\nAn example?"}, *prompt[2:]]
    assert [request.body["messages"] for request in server.requests] == [list(prompt), folded, folded]
    assert [reply.dropped for reply in replies] == [("a system role",)] * 2


@pytest.mark.parametrize(
    ("model", "says"),
    {
        "vertex_ai/gemini-2.5-pro": "No module named 'google",
        "bedrock/anthropic.claude-3-haiku-20240307-v1:0": "The config profile (nobody) could not be found",
        "azure_ai/some": "api_base is required for Azure AI Studio",
        "cloudflare/@cf/meta/llama-2-7b-chat-int8": "Missing CLOUDFLARE_ACCOUNT_ID",
        "snowflake/x": "Missing Snowflake JWT key",
    }.items(),
)
async def test_what_is_missing_on_this_machine_is_told_once_in_a_line(
    door: Provider, model: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    monkeypatch.setenv("CLOUDFLARE_API_KEY", PLANTED)
    monkeypatch.setenv("AZURE_AI_API_KEY", PLANTED)
    with pytest.raises(ProviderRefused) as failure:
        await door.ask(ModelRequest(model, PROMPT))
    assert str(failure.value).startswith(f"not set up here: {says}")
    assert len(failure.value.attempts) == 1


@pytest.mark.parametrize(
    ("door", "status"),
    [*((TransportName.AUTO, status) for status in (200, 400, 500)), (TransportName.LITELLM, 400)],
    indirect=["door"],
)
async def test_of_a_long_complaint_little_is_looked_at(
    door: Provider, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    def redact(text: str) -> str:
        looked_at.append(len(text))
        return text

    monkeypatch.setattr(errors, "redact", redact)
    async with FakeProvider([answers(status, error("\x1b[31mbad " * errors.LONGEST_READ))]) as server:
        with pytest.raises(ProviderError) as failed:
            await door.ask(to(server))
    assert "bad bad" in str(failed.value)
    assert looked_at
    assert max(looked_at) <= errors.LONGEST_READ


async def test_a_key_that_is_sent_back_in_pieces_is_shown_nowhere(
    door: Provider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = "sk-FAKEKEY0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    heard: list[str] = []
    door.cassette = Cassette.record_to(tmp_path / "tape")
    async with FakeProvider(["echo in pieces"]) as server:
        reply = await door.ask(to(server), on_token=heard.append)
    assert "".join(heard) == reply.text == "Your key is [redacted]. Bye"
    assert not any(key[at : at + 4] in (tmp_path / "tape").read_text() for at in range(len(key) - 3))


async def test_many_questions_learn_at_the_same_time_what_the_server_refuses(door: Provider) -> None:
    async with FakeProvider(["refuse seed"]) as server:
        replies = await asyncio.gather(*(door.ask(to(server, seed=1)) for _ in range(8)))
        await door.ask(to(server, seed=1))
    assert {reply.dropped for reply in replies} == {("seed",)}
    assert "seed" not in server.requests[-1].body


@pytest.mark.parametrize("refusal", REFUSED_STREAMS)
async def test_a_model_that_refuses_to_stream_is_asked_for_whole_answers_from_then_on(
    door: Provider, waits: list[float], refusal: str
) -> None:
    pieces: list[str] = []
    async with FakeProvider([refusal]) as server:
        assert (await door.ask(to(server), on_token=pieces.append)).dropped == ("stream",)
        assert (await door.ask(to(server), on_token=unheard)).text == "CLUE: OCEAN 2"
        assert (await door.ask(to(server))).dropped == ()
    assert pieces == ["CLUE: OCEAN 2"]
    assert [bool(request.body.get("stream")) for request in server.requests] == [True, False, False, False]
    assert waits == []


async def test_a_refusal_that_only_mentions_streams_is_final(door: Provider) -> None:
    """The whole answer is refused for the same reason."""
    refused = answers(400, error("the river stream is no valid role"))
    async with FakeProvider([refused]) as server:
        with pytest.raises(ProviderRefused, match="no valid role"):
            await door.ask(to(server), on_token=unheard)
    assert [bool(request.body.get("stream")) for request in server.requests] == [True, False]


async def test_a_known_price_is_told_and_one_of_another_server_is_not_guessed(
    door: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", PLANTED)
    for on_token in (None, unheard):
        async with FakeProvider(["content null", "ok", "ok"]) as server:
            priced = await door.ask(to(server, "deepseek/deepseek-chat"), on_token=on_token)
            assert priced.cost_usd is not None
            assert priced.cost_usd > 0
            elsewhere = await door.ask(to(server, "openai/gpt-4o-mini"), on_token=on_token)
            assert elsewhere.cost_usd is None
            assert elsewhere.usage.tokens_in == 40
    assert door.ledger.of("deepseek/deepseek-chat").attempts == 4


async def test_a_request_that_broke_off_cost_nothing_where_the_model_is_free(door: Provider) -> None:
    async with FakeProvider(["reset", "ok"]) as server:
        reply = await door.ask(to(server, "hosted_vllm/qwen3"))
        door.stated_price = StatedPrice(0.0, 0.0)
        stated = await door.ask(to(server))
        assert [one.cost_usd for one in (*reply.attempts, *stated.attempts)] == [0.0] * 3
        assert door.ledger.of("hosted_vllm/qwen3").cost_usd == 0.0


@pytest.mark.parametrize("on_token", [None, unheard])
async def test_a_stated_price_comes_before_that_of_a_free_model(
    door: Provider, on_token: Callable[[str], None] | None
) -> None:
    """Such as what a machine takes from the wall; every transport said 0 before that was looked at."""
    door.stated_price = StatedPrice(1.0, 10.0)
    price = door.stated_price.of(Usage(USAGE["prompt_tokens"], USAGE["completion_tokens"]))
    async with FakeProvider(["content null", "ok", "reset", "ok"]) as server:
        reply = await door.ask(to(server, "hosted_vllm/qwen3"), on_token=on_token)
        broken = await door.ask(to(server, "hosted_vllm/qwen3"))
    assert [one.cost_usd for one in (*reply.attempts, *broken.attempts)] == [price, price, None, price]
    door.stated_price = None
    async with FakeProvider(["ok"]) as server:
        assert (await door.ask(to(server, "hosted_vllm/qwen3"), on_token=on_token)).cost_usd == 0.0


async def test_the_tokens_of_failed_tries_are_in_the_ledger(door: Provider) -> None:
    async with FakeProvider(["content null", "ok"]) as server:
        reply = await door.ask(to(server))
    assert reply.usage.tokens_in == 2 * USAGE["prompt_tokens"]
    assert door.ledger.of("openai/fake").usage == reply.usage


# Streams


async def test_a_streamed_reply_is_the_same_reply(door: Provider) -> None:
    heard: list[str] = []
    async with FakeProvider() as server:
        whole = await door.ask(to(server))
        streamed = await door.ask(to(server), on_token=heard.append)
    assert len(heard) > 1
    assert "".join(heard) == streamed.text
    assert [replace(one, latency_s=0.0) for one in streamed.attempts] == [
        replace(one, latency_s=0.0) for one in whole.attempts
    ]
    assert replace(streamed, attempts=(), latency_s=0.0) == replace(whole, attempts=(), latency_s=0.0)


async def whole(request: Request) -> None:
    await request.send(200, completion())


async def stream_that_is_called_json(request: Request) -> None:
    pieces = [piece("CLUE: "), piece("OCEAN 2"), piece(None, "stop"), {**piece(None), "choices": [], "usage": USAGE}]
    events = "".join(f"data: {json.dumps(one)}\n\n" for one in pieces) + "data: [DONE]\n\n"
    await request.send(200, events.encode())


@pytest.mark.parametrize("behave", [whole, stream_that_is_called_json])
async def test_a_server_that_answers_as_a_whole_is_not_asked_again(behave: Callable[..., Any]) -> None:
    door, heard = Provider(RoutedTransport(TransportName.AUTO)), list[str]()
    async with FakeProvider([behave]) as server:
        reply = await door.ask(to(server), on_token=heard.append)
        await door.close()
    assert "".join(heard) == reply.text == "CLUE: OCEAN 2"
    assert reply.usage.tokens_in == USAGE["prompt_tokens"]
    assert len(server.requests) == 1


@pytest.mark.parametrize("fault", STREAMS)
async def test_a_stream_that_breaks_off_is_tried_again(door: Provider, fault: str) -> None:
    async with FakeProvider([fault, "ok"]) as server:
        reply = await door.ask(to(server), on_token=unheard)
    assert reply.text == "CLUE: OCEAN 2"
    assert [one.outcome for one in reply.attempts] == [ErrorKind.CUT, "ok"]


async def test_an_endless_stream_is_closed(door: Provider) -> None:
    provider = Provider(policy=Policy(longest_answer=1000))
    async with FakeProvider(text=" ".join(map(str, range(20_000)))) as server:
        reply = await provider.ask(to(server), on_token=unheard)
        await server.until(lambda: server.in_flight == 0)
    assert len(reply.text) == 1000
    assert reply.finish_reason == "length"
    await provider.close()


async def test_a_stream_of_endless_thoughts_is_closed(door: Provider) -> None:
    async def think(request: Request) -> None:
        await request.begin_stream()
        thought = piece(None)
        thought["choices"][0]["delta"] = {"role": "assistant", "reasoning_content": "hm " * 100}
        while True:
            await request.event(thought)

    provider = Provider(policy=Policy(longest_answer=1000, api_retries=0))
    async with FakeProvider([think]) as server:
        with pytest.raises(ProviderError, match="tokens"):
            await provider.ask(to(server), on_token=unheard)
        await server.until(lambda: server.in_flight == 0)
    await provider.close()


# Time


@pytest.mark.parametrize("fault", ENDLESS)
async def test_no_answer_outlasts_the_time_limit(fault: str) -> None:
    for seconds in (0.2, 2.0, 20.0):  # on a busy machine, time may be up before a request is on the wire
        provider = Provider(policy=Policy(api_retries=1, call_seconds=seconds, first_wait=0.0))
        async with FakeProvider([fault]) as server:
            with pytest.raises(ProviderUnavailable, match="no answer within"):
                await provider.ask(to(server), on_token=unheard if "stream" in fault else None)
            await server.until(lambda: server.in_flight == 0)
        await provider.close()
        if len(server.requests) == 2:
            break
    assert (len(server.requests), server.abandoned) == (2, 2)


async def test_cancelling_a_question_closes_its_request(door: Provider) -> None:
    async with FakeProvider(["hang"]) as server:
        questions = [asyncio.create_task(door.ask(to(server))) for _ in range(8)]
        await server.until(lambda: server.in_flight == 8)
        for question in questions:
            question.cancel()
        await asyncio.wait(questions)
        await server.until(lambda: server.abandoned == 8 and server.in_flight == 0)
    assert all(question.cancelled() for question in questions)
    assert len(server.requests) == 8
    assert door.ledger.of("openai/fake").unmetered == 8
    assert door.states == ()


async def test_64_questions_are_asked_at_once(door: Provider) -> None:
    async with FakeProvider(["slow"]) as server:
        replies = await asyncio.gather(*(door.ask(to(server)) for _ in range(64)))
    assert len(replies) == len(server.requests) == 64
    assert server.most_in_flight > 32


async def test_a_provider_that_is_too_busy_is_asked_less_at_once(door: Provider) -> None:
    async with FakeProvider([*["429"] * 8, *["slow"] * 40]) as server:
        replies = await asyncio.gather(*(door.ask(to(server)) for _ in range(16)), return_exceptions=True)
    assert sum(isinstance(reply, ModelReply) for reply in replies) == 16
    assert len(server.requests) == 24
    assert door.ledger.of("openai/fake").failed == 8


async def test_any_mix_of_faults_ends_in_an_answer_or_an_error_of_ours(door: Provider) -> None:
    async with FakeProvider(seeded(7, 0.5)) as server:
        ends = await asyncio.gather(*(door.ask(to(server)) for _ in range(100)), return_exceptions=True)
    assert all(isinstance(end, ModelReply | ProviderError) for end in ends)
    assert sum(isinstance(end, ModelReply) for end in ends) > 30
    assert len(server.requests) == door.ledger.of("openai/fake").attempts


def test_a_second_event_loop_works() -> None:
    async def ask() -> str:
        provider = Provider()
        async with FakeProvider() as server:
            reply = await provider.ask(to(server))
        await provider.close()
        return reply.text

    assert asyncio.run(ask()) == asyncio.run(ask()) == "CLUE: OCEAN 2"


# Keys


async def test_a_planted_key_is_in_nothing_that_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", PLANTED)
    log = logging.FileHandler(tmp_path / "log")
    monkeypatch.setattr(logging.getLogger(), "handlers", [log])
    monkeypatch.setattr(logging.getLogger(), "level", logging.DEBUG)
    written: list[object] = []
    errors: list[ProviderError] = []

    async def sleep(seconds: float) -> None: ...

    provider = Provider(policy=Policy(api_retries=1), cassette=Cassette.record_to(tmp_path / "tape"), sleep=sleep)
    async with FakeProvider(["echo", "echo in error", "401", "ok"], text=f"CLUE {PLANTED} 2") as server:
        base = server.url.replace("//", f"//ann:{PLANTED.replace('/', '%2F')}@")
        for _ in range(3):
            try:
                written.append(await provider.ask(to(server)))
            except ProviderError as error:
                errors.append(error)
        await provider.ask(to(server, api_base=base), on_token=written.append, on_state=written.append)
        assert {request.headers["authorization"] for request in server.requests} == {f"Bearer {PLANTED}"}
        written += [to(server, api_base=base), provider.ledger.of("openai/fake")]
    await provider.close()
    log.close()
    for raised in errors:
        assert raised.__cause__ is raised.__context__ is None
        written += [raised, vars(raised), *traceback.format_exception(raised)]
    written += [(tmp_path / name).read_bytes() for name in ("log", "tape")]
    everything = "".join(map(str, written)) + "".join(map(repr, written))
    assert len(errors) == 2
    assert "[redacted]" in everything
    for form in (PLANTED, PLANTED.replace("/", "%2F"), json.dumps(PLANTED)[1:-1], PLANTED[:12]):
        assert form not in everything


async def test_a_user_and_password_in_the_address_are_sent_as_a_header(door: Provider) -> None:
    async with FakeProvider() as server:
        await door.ask(to(server, api_base=server.url.replace("//", "//ann:open%20sesame@")))
    assert server.requests[0].headers["authorization"] == "Basic " + base64.b64encode(b"ann:open sesame").decode()


def test_a_provider_off_the_table_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_key("azure/x") in ("AZURE_API_BASE", "AZURE_API_KEY", "AZURE_API_VERSION")
    assert missing_key("replicate/x") == "REPLICATE_API_KEY"
    monkeypatch.setenv("REPLICATE_API_KEY", PLANTED)
    assert missing_key("replicate/x") is None


def test_the_table_of_keys_agrees_with_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = load_litellm()
    for provider, names in KEY_VARIABLES.items():
        missing = litellm.validate_environment(f"{provider}/x")["missing_keys"]
        assert not missing or names[0] in missing, provider


# Checking a model


async def test_a_check_tells_what_a_model_can_do(door: Provider) -> None:
    async with FakeProvider(text='{"word": "ocean", "number": 2}') as server:
        check = await check_model(f"litellm:openai/fake?api_base={server.url}", provider=door)
    assert len(server.requests) == 1
    assert check.works
    assert check.answers_in_schema
    assert check.streams
    assert check.reports_usage
    text = re.sub(r"[0-9.]+ s$", "… s", check.lines()[0])
    assert [text, *check.lines()[2:]] == [
        "litellm:openai/fake: answers as fake-model-2026 in … s",
        "features: JSON schema yes, streaming yes, usage yes",
        "tokens: 40 in, 8 out, 3 of them for reasoning",
        "price: unknown",
    ]


async def test_a_check_leaves_room_to_think_and_warns_of_what_a_model_will_refuse(
    door: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", PLANTED)
    claude = "anthropic/claude-sonnet-4-5?reasoning_effort=low"
    async with FakeProvider(["404"]) as server:
        base = server.url.removesuffix("/v1")
        await check_model(f"openai/fake?api_base={server.url}", provider=door)
        check = await check_model(f"{claude}&api_base={base}", provider=door)
        told = await check_model(f"{claude}&api_base={base}&temperature=0.2", provider=door)
    room = [request.body["max_tokens"] for request in server.requests]
    assert room[0] >= 2_000
    assert room[1] > server.requests[1].body["thinking"]["budget_tokens"] + 2_000
    assert check.warnings == ()
    assert told.lines()[-1] == ("warning: temperature 0.2 is refused while Claude thinks; leave it out, or set it to 1")


async def test_a_check_says_that_an_answer_came_among_the_thoughts(door: Provider) -> None:
    only = answers(200, message(content=None, reasoning_content='{"word": "ocean", "number": 2}'))
    async with FakeProvider([only]) as server:
        check = await check_model(f"openai/fake?api_base={server.url}", provider=door)
    assert check.works
    assert check.has_reasoning
    assert "answer: only at the end of the reasoning, where a game looks for it" in check.lines()


async def test_a_check_of_a_server_without_schemas_asks_once_more(door: Provider) -> None:
    async with FakeProvider(["400", "ok"]) as server:
        check = await check_model(f"openai/fake?api_base={server.url}", provider=door)
    assert check.works
    assert not check.answers_in_schema
    assert "response_format" in server.requests[0].body
    assert "response_format" not in server.requests[1].body


async def test_a_check_tells_exactly_why_not(door: Provider) -> None:
    async with FakeProvider(["404"]) as server:
        check = await check_model(f"openai/fake?api_base={server.url}", provider=door)
    assert check.lines() == ["openai/fake: no such model (404): The model `x` does not exist"]
    assert (await check_model("anthropic/claude-x", provider=door)).lines() == [
        "anthropic/claude-x: key missing: ANTHROPIC_API_KEY is not set"
    ]


# The library


def test_importing_the_agents_or_the_provider_loads_no_litellm() -> None:
    modules = "codenames_agents, codenames_agents.providers.provider, codenames_agents.models.model_check"
    done = run(f"import sys, {modules}; print('litellm' in sys.modules)")
    assert done.stdout == b"False\n"


QUIET = """
import asyncio, os, socket, sys, time
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.errors import ProviderError
from codenames_agents.providers.transports.choice import TransportName
from codenames_agents.providers.transports.litellm_transport import load_litellm
from codenames_agents.providers.transports.routing import RoutedTransport
from tests.fake_provider import ENDLESS, FAULTS, FakeProvider
from tests.patience import PATIENCE

beyond = []
def watch(event, arguments):
    if event == "socket.getaddrinfo" or event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[0] if event == "socket.getaddrinfo" else arguments[1][0]
        if host not in ("127.0.0.1", None):
            beyond.append(str(host))
sys.addaudithook(watch)

async def no_wait(seconds):
    await asyncio.sleep(0)

async def ask_all(names):
    for name in names:
        seconds = 0.1 if name in ENDLESS else PATIENCE
        provider = Provider(policy=Policy(api_retries=1, call_seconds=seconds), sleep=no_wait)
        async with FakeProvider([name]) as server:
            for on_token in (None, str):
                request = ModelRequest("openai/fake", ({"role": "user", "content": "hi"},), api_base=server.url, seed=1)
                try:
                    await provider.ask(request, on_token=on_token)
                except ProviderError:
                    pass
    async with FakeProvider(["hang"]) as server:
        request = ModelRequest("openai/fake", ({"role": "user", "content": "hi"},), api_base=server.url)
        questions = [asyncio.create_task(provider.ask(request)) for _ in range(20)]
        await server.until(lambda: server.in_flight == 20)
        for question in questions:
            question.cancel()
        await asyncio.wait(questions)
    for model in ("nonsense/x", "nonsense", "azure/x"):
        try:
            await provider.ask(ModelRequest(model, ({"role": "user", "content": "hi"},)))
        except ProviderError:
            pass
    await provider.close()

async def give_up_before_it_is_sent():  # a busy machine takes longer to prepare the request than the call may take
    load_litellm()
    import litellm.main
    prepare = litellm.main.completion

    def prepare_slowly(*args, **options):
        time.sleep(0.3)
        return prepare(*args, **options)

    litellm.main.completion = prepare_slowly
    transport = RoutedTransport(TransportName.LITELLM)
    provider = Provider(transport, policy=Policy(api_retries=0, call_seconds=0.05))
    async with FakeProvider(["hang"]) as server:
        try:
            await provider.ask(ModelRequest("openai/fake", ({"role": "user", "content": "hi"},), api_base=server.url))
        except ProviderError as error:
            ends.append(error.kind)
        assert server.in_flight == 0
    await provider.close()

ends = []
asyncio.run(ask_all(FAULTS))
asyncio.run(ask_all(["ok", "401", "reset"]))
asyncio.run(give_up_before_it_is_sent())
with open("report", "w") as report:
    print(beyond, os.environ.get("FROM_A_DOTENV"), "litellm" in sys.modules, *ends, file=report)
"""


def test_not_one_byte_is_printed_nothing_is_looked_up_and_no_dotenv_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FROM_A_DOTENV=read\n")
    done = run(QUIET, cwd=tmp_path)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert (tmp_path / "report").read_text() == "[] None True timeout\n"


def run(code: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[bytes]":
    roots = [CHECKOUT, *(CHECKOUT / name for name in ("core", "agents", "metrics", "tui"))]
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, roots))},
        capture_output=True,
        check=True,
    )


def test_litellm_is_a_release_that_was_read_and_starts_nothing_with_python() -> None:
    try:
        litellm = importlib.metadata.distribution("litellm")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("litellm is not installed")
    assert Version("1.109") <= Version(litellm.version) < Version("1.111")
    # Compromised releases ran a file of this kind at every start of Python.
    assert [str(file) for file in litellm.files or () if str(file).endswith(".pth")] == []
    folders = map(Path, site.getsitepackages())
    assert [file for folder in folders for file in folder.glob("*.pth") if "litellm" in file.name.lower()] == []
