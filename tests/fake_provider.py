"""A fake OpenAI-compatible provider on loopback, over real HTTP, that fails in every way that was seen in the wild.

    async with FakeProvider(["429", "503", "ok"]) as provider:
        ...                                     # point `api_base` at provider.url
    assert len(provider.requests) == 3

Behaviours are taken from the script in order; the last one repeats. `seeded(seed, rate)` makes an endless script.
`FAULTS` names them all. Nothing here sleeps on a clock of its own accord but `slow` and `trickle`.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self, TypeAlias

from tests.patience import PATIENCE

Json: TypeAlias = dict[str, Any]

ANSWER = "CLUE: OCEAN 2"
PLANTED = "planted*key/of=no-known+shape"
"""A key that no pattern of keys finds."""
USAGE: Json = {
    "prompt_tokens": 40,
    "completion_tokens": 8,
    "total_tokens": 48,
    "prompt_tokens_details": {"cached_tokens": 16},
    "completion_tokens_details": {"reasoning_tokens": 3},
}
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 429: "Too Many Requests"}


@dataclass
class Request:
    """One request as it arrived, and the connection to answer it on."""

    path: str
    headers: dict[str, str]
    body: Json
    writer: asyncio.StreamWriter = field(repr=False)
    text: str = ANSWER
    """What an orderly answer says."""

    async def send(self, status: int, content: Json | list[Any] | bytes, headers: dict[str, str] | None = None) -> None:
        """Answer at once, as JSON if `content` is no bytes."""
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        kind = "text/html" if raw.startswith(b"<") else "application/json"
        await self.head(status, {"content-type": kind, "content-length": str(len(raw)), **(headers or {})})
        await self.raw(raw)

    async def head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Other')}", *(f"{k}: {v}" for k, v in headers.items())]
        await self.raw("\r\n".join([*lines, "", ""]).encode())

    async def raw(self, content: bytes) -> None:
        self.writer.write(content)
        await self.writer.drain()

    async def event(self, content: Json | str) -> None:
        """Send one server-sent event of a stream that `begin_stream` began."""
        text = content if isinstance(content, str) else json.dumps(content)
        raw = f"data: {text}\n\n".encode()
        await self.raw(b"%x\r\n%s\r\n" % (len(raw), raw))

    async def begin_stream(self) -> None:
        await self.head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})


Behaviour: TypeAlias = Callable[[Request], Awaitable[None]]


def completion(content: Any = ANSWER, finish_reason: str | None = "stop", **changes: Any) -> Json:
    """The body of an orderly answer, with changes."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish_reason}
    return {
        "id": "fake-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "fake-model-2026",
        "choices": [choice],
        "usage": USAGE,
        **changes,
    }


def message(**fields: Any) -> Json:
    """The body of an answer whose message has these fields."""
    body = completion()
    body["choices"][0]["message"] |= fields
    return body


def error(text: str, code: str | None = None, kind: str = "error", **more: Any) -> Json:
    """The body of an error as OpenAI words it."""
    return {"error": {"message": text, "type": kind, "code": code, "param": None, **more}}


def answers(status: int, content: Json | list[Any] | bytes, headers: dict[str, str] | None = None) -> Behaviour:
    """A behaviour that always answers this."""

    async def behave(request: Request) -> None:
        await request.send(status, content, headers)

    return behave


async def orderly(request: Request) -> None:
    """What a good provider does."""
    if request.body.get("stream"):
        await streamed(request)
    else:
        await request.send(200, completion(request.text))


def piece(text: str | None, finish_reason: str | None = None) -> Json:
    delta = {} if text is None else {"role": "assistant", "content": text}
    return {
        "id": "fake-1",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": "fake-model-2026",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
    }


async def streamed(request: Request, *, usage: bool = True) -> None:
    await request.begin_stream()
    for at in range(0, len(request.text), 5):
        await request.event(piece(request.text[at : at + 5]))
    await request.event(piece(None, "stop"))
    if usage and request.body.get("stream_options", {}).get("include_usage"):
        await request.event({**piece(None), "choices": [], "usage": USAGE})
    await request.event("[DONE]")
    await request.raw(b"0\r\n\r\n")


async def cut_stream(request: Request) -> None:
    """The connection breaks in the middle of a stream."""
    await request.begin_stream()
    await request.event(piece("CLUE: OC"))
    request.writer.transport.abort()


async def short_stream(request: Request) -> None:
    """A stream ends cleanly, but before the model has finished."""
    await request.begin_stream()
    await request.event(piece("CLUE: OC"))
    await request.raw(b"0\r\n\r\n")


async def error_in_stream(request: Request) -> None:
    await request.begin_stream()
    await request.event(piece("CLUE: OC"))
    await request.event(error("overloaded", "overloaded", "server_error"))
    await request.raw(b"0\r\n\r\n")


async def reset(request: Request) -> None:
    """The connection breaks before a byte of the answer."""
    request.writer.transport.abort()


async def half_a_body(request: Request) -> None:
    raw = json.dumps(completion()).encode()
    await request.head(200, {"content-type": "application/json", "content-length": str(len(raw))})
    await request.raw(raw[: len(raw) // 2])
    request.writer.transport.abort()


async def hang(request: Request) -> None:
    """Accept the request and never answer; ends when the client goes away."""
    await asyncio.get_running_loop().create_future()


async def hang_in_stream(request: Request) -> None:
    await request.begin_stream()
    await request.event(piece("CLUE: OC"))
    await hang(request)


async def trickle(request: Request) -> None:
    """Send one byte now and then, so that no read ever times out."""
    raw = json.dumps(completion()).encode()
    await request.head(200, {"content-type": "application/json", "content-length": str(len(raw))})
    for byte in raw:
        await request.raw(bytes([byte]))
        await asyncio.sleep(0.02)


async def slow(request: Request) -> None:
    await asyncio.sleep(0.05)
    await orderly(request)


async def echo_headers(request: Request) -> None:
    """Answer with everything that the client sent, its key above all."""
    await request.send(200, completion(f"CLUE: {request.headers.get('authorization')} 2"))


async def echo_headers_in_error(request: Request) -> None:
    await request.send(400, error(f"bad request: {request.headers} {request.body}", "invalid_request_error"))


async def refuse_parameter(request: Request) -> None:
    """Refuse `seed`, as servers do that know a parameter's name but not the parameter."""
    if "seed" in request.body:
        await request.send(400, error("Unsupported parameter: 'seed'", "unsupported_parameter", param="seed"))
    else:
        await orderly(request)


def refuses(name: str, words: str, param: str | None = None) -> Behaviour:
    """A behaviour that refuses a parameter in so many words, and answers without it."""

    async def behave(request: Request) -> None:
        if name in request.body:
            await request.send(400, error(words, kind="invalid_request_error", param=param))
        else:
            await orderly(request)

    return behave


def refuses_to_stream(text: str, code: str | None, param: str | None = None, status: int = 400) -> Behaviour:
    """A behaviour that refuses to stream its answers, in these words, and answers as a whole."""

    async def behave(request: Request) -> None:
        if request.body.get("stream"):
            await request.send(status, error(text, code, "invalid_request_error", param=param))
        else:
            await orderly(request)

    return behave


REFUSED_PARAMETERS: dict[str, tuple[str, str | None]] = {
    "seed": ("property 'seed' is unsupported", None),
    "reasoning_effort": ("Unrecognized request argument supplied: reasoning_effort", None),
    "temperature": ("temperature is not supported by this model", None),
    "response_format": ("Invalid parameter: this type is not supported with this model.", "response_format"),
    "top_p": ("Extra inputs are not permitted: top_p", None),
}
"""The words and the `param` with which servers refuse a parameter, without a code."""

NO_SYSTEM_ROLE: dict[str, tuple[int, str]] = {
    "Gemma on vLLM": (400, "System role not supported"),
    "Gemma on llama.cpp": (500, "got exception: System role not supported"),
    "o1-mini": (400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    "Mistral on vLLM": (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
    "Gemma at Google": (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
}


def refuses_system(status: int, words: str) -> Behaviour:
    """A behaviour that refuses what begins with a message of the system."""

    async def behave(request: Request) -> None:
        if request.body["messages"][0]["role"] == "system":
            await request.send(status, error(words))
        else:
            await orderly(request)

    return behave


def failing_choice(text: str, **fields: Any) -> Behaviour:
    """A behaviour that answers, streamed or not, and ends with a choice of these fields."""

    async def behave(request: Request) -> None:
        if not request.body.get("stream"):
            body = completion(text)
            body["choices"][0] |= fields
            await request.send(200, body)
            return
        await request.begin_stream()
        await request.event(piece(text))
        last = piece(None)
        last["choices"][0] |= fields
        await request.event(last)
        await request.event("[DONE]")
        await request.raw(b"0\r\n\r\n")

    return behave


async def parts(request: Request) -> None:
    """Answer with a content in parts, of which some are no text."""
    content = [
        {"type": "thinking", "thinking": "two own words"},
        *({"type": "text", "text": t} for t in (ANSWER[:5], ANSWER[5:])),
    ]
    if not request.body.get("stream"):
        await request.send(200, completion(content))
        return
    await request.begin_stream()
    for part in content:
        event = piece(None)
        event["choices"][0]["delta"] = {"role": "assistant", "content": [part]}
        await request.event(event)
    await request.event(piece(None, "stop"))
    await request.event("[DONE]")
    await request.raw(b"0\r\n\r\n")


async def echo_key_in_pieces(request: Request) -> None:
    """Stream the key that the client sent, five characters at a time."""
    request.text = f"Your key is {request.headers.get('authorization', '').removeprefix('Bearer ')}. Bye"
    await orderly(request)


LONG_WAIT = {"retry-after": "7"}
CONTEXT = "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens."
PER_DAY = {
    "error": {
        "code": 429,
        "message": "You exceeded your current quota",
        "status": "RESOURCE_EXHAUSTED",
        "details": [{"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}],
    }
}

TRANSIENT: dict[str, Behaviour] = {
    "429": answers(429, error("Rate limit reached", "rate_limit_exceeded", "requests")),
    "429 with Retry-After": answers(429, error("Rate limit reached", "rate_limit_exceeded"), LONG_WAIT),
    "408": answers(408, error("timeout")),
    "409": answers(409, error("conflict")),
    "500": answers(500, error("The server had an error", None, "server_error")),
    "500 that mentions a quota": answers(500, error("could not read insufficient_quota table")),
    "502 html": answers(502, b"<html><body><h1>502 Bad Gateway</h1></body></html>"),
    "503": answers(503, error("overloaded")),
    "529": answers(529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
    "reset": reset,
    "half a body": half_a_body,
    "200 html": answers(200, b"<html><body>Please log in</body></html>"),
    "200 broken json": answers(200, b'{"choices": [{"mess'),
    "200 empty body": answers(200, b""),
    "200 error body": answers(200, error("upstream failed", "upstream_error")),
    "200 content null and error 429": answers(
        200, {**completion(None), "error": {"code": 429, "message": "Rate limit reached upstream"}}
    ),
    "no choices": answers(200, completion(choices=[])),
    "choices null": answers(200, completion(choices=None)),
    "choices missing": answers(200, {"id": "fake-1", "object": "chat.completion", "model": "fake-model-2026"}),
    "content null": answers(200, completion(None)),
    "content empty": answers(200, completion("")),
    "error in a choice": failing_choice("", finish_reason="error", error={"code": 502, "message": "Upstream idle"}),
    "error in a choice after a piece": failing_choice("CLUE: ", error={"message": "Upstream idle"}),
    "finish reason error": failing_choice("CLUE: ", finish_reason="error"),
    "rate limit in a choice": failing_choice("", finish_reason="error", error={"code": 429, "message": "Slow down"}),
    "content a number": answers(200, completion(7)),
    "choices a string": answers(200, completion(choices="none")),
    "body a list": answers(200, [1, 2, 3]),
}
"""Worth another try."""

SILENT = frozenset({"content null", "content empty"})
"""Those of them that spend tokens and say nothing, as they mostly would again."""

PERMANENT: dict[str, Behaviour] = {
    "400": answers(400, error("bad request", "invalid_request_error")),
    "400 that mentions a rate limit": answers(400, error("your message 'rate limit' is not valid", "invalid_value")),
    "400 context length": answers(400, error(CONTEXT, "context_length_exceeded", "invalid_request_error")),
    "400 llama.cpp context": answers(
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size",
                "type": "exceed_context_size_error",
            }
        },
    ),
    "400 content policy": answers(400, error("refused", "content_policy_violation", "invalid_request_error")),
    "400 content filter": answers(400, error("filtered", "content_filter")),
    "401": answers(401, error("Incorrect API key provided", "invalid_api_key")),
    "402": answers(402, error("insufficient credits", "402")),
    "403": answers(403, error("not allowed for this project", "forbidden")),
    "404": answers(404, error("The model `x` does not exist", "model_not_found")),
    "413": answers(413, error("too large")),
    "422": answers(422, {"detail": [{"loc": ["body", "messages"], "msg": "not permitted"}]}),
    "429 insufficient quota": answers(429, error("You exceeded your current quota", "insufficient_quota")),
    "400 credit balance": answers(
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "Your credit balance is too low to access the Anthropic API.",
            },
        },
    ),
    "403 credit": answers(403, error("You have run out of credits, purchase more credits")),
    "429 credit balance": answers(429, error("credit balance is too low", "credit_balance_exhausted")),
    "429 per day": answers(429, PER_DAY),
}
"""Another try would fail the same way."""

GOOD: dict[str, Behaviour] = {
    "ok": orderly,
    "slow": slow,
    "length": answers(200, completion("CLUE: OC", "length")),
    "finish reason null": answers(200, completion(ANSWER, None)),
    "finish reason unknown": answers(200, completion(ANSWER, "tired")),
    "no usage": answers(200, {k: v for k, v in completion().items() if k != "usage"}),
    "reasoning_content": answers(200, message(reasoning_content="two own words")),
    "reasoning": answers(200, message(reasoning="two own words")),
    "think": answers(200, completion(f"<think>two own words</think>\n{ANSWER}")),
    "refusal": answers(200, message(content=None, refusal="I cannot help with that.")),
    "control characters": answers(200, completion("CLUE:\x1b]0;gotcha\x07 OC\x00EAN \u202e2 \ud800")),
    "10 MB": answers(200, completion("CLUE: OCEAN 2 " + "x" * 10_000_000)),
    "echo": echo_headers,
    "content in parts": parts,
    "JSON called text": answers(200, completion(), {"content-type": "text/plain"}),
    "echo in pieces": echo_key_in_pieces,
}
"""Answers, if strange ones."""

STREAMS: dict[str, Behaviour] = {
    "cut stream": cut_stream,
    "short stream": short_stream,
    "error in stream": error_in_stream,
}
"""Streams that break: worth another try."""

ENDLESS: dict[str, Behaviour] = {"hang": hang, "trickle": trickle, "hang in stream": hang_in_stream}
"""Answers that never come."""

REFUSED_STREAMS: dict[str, Behaviour] = {
    "stream of an organization that is not verified": refuses_to_stream(
        "Your organization must be verified to stream this model.", "unsupported_value", "stream"
    ),
    "stream_options unknown": refuses_to_stream(
        "Unknown parameter: 'stream_options'.", "unknown_parameter", "stream_options"
    ),
    "stream refused in words": refuses_to_stream("streaming is not supported by this deployment", None),
    "stream_options not permitted": refuses_to_stream(
        "[{'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]", None, status=422
    ),
}
"""Whole answers only."""

OTHERS: dict[str, Behaviour] = {"echo in error": echo_headers_in_error, "refuse seed": refuse_parameter}

FAULTS: dict[str, Behaviour] = TRANSIENT | PERMANENT | GOOD | STREAMS | REFUSED_STREAMS | ENDLESS | OTHERS


def seeded(seed: int, rate: float, faults: Iterable[str] = (*TRANSIENT, *PERMANENT)) -> Iterator[str]:
    """An endless script in which about `rate` of the requests meet one of `faults`; equal seeds, equal scripts."""
    random = Random(seed)
    kinds = sorted(faults)
    while True:
        yield random.choice(kinds) if random.random() < rate else "ok"


class FakeProvider:
    """A server for the time of an `async with`."""

    def __init__(self, script: Iterable[str | Behaviour] = ("ok",), *, text: str | Callable[[Json], str] = ANSWER):
        self._script = iter(script)
        self._behaviour: Behaviour = orderly
        self._text = text
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.StreamWriter] = set()
        self.requests: list[Request] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.abandoned = 0
        """Requests whose client went away before the answer was complete."""
        self.changed = asyncio.Event()
        """Set when a request arrives or ends."""

    @property
    def url(self) -> str:
        """What to give as `api_base`."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    @property
    def open_connections(self) -> int:
        return len(self._connections)

    async def until(self, condition: Callable[[], bool], *, seconds: float = PATIENCE) -> None:
        """Wait until something that happened makes `condition` true, and for no longer than that."""
        async with asyncio.timeout(seconds):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._connections):
            writer.transport.abort()
        await self.until(lambda: not self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections.add(writer)
        try:
            async for request in self._received(reader, writer):
                await self._answer(request, reader)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self._connections.discard(writer)
            writer.close()
            self.changed.set()

    async def _received(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> AsyncIterator[Request]:
        while not writer.is_closing() and (head := await _head(reader)):
            first, *lines = head.split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            raw = await reader.readexactly(int(headers.get("content-length", 0)))
            body = json.loads(raw) if raw else {}
            text = self._text if isinstance(self._text, str) else self._text(body)
            yield Request(first.split()[1], headers, body, writer, text)

    async def _answer(self, request: Request, reader: asyncio.StreamReader) -> None:
        self.requests.append(request)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        self.changed.set()
        following = next(self._script, self._behaviour)
        self._behaviour = FAULTS[following] if isinstance(following, str) else following
        answer = asyncio.ensure_future(self._behaviour(request))
        # A client that waits for its answer sends nothing: whatever there is to read is the end of the connection.
        gone = asyncio.ensure_future(_end_of(reader))
        try:
            await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self.abandoned += 1
                answer.cancel()
            elif isinstance(answer.exception(), ConnectionError):  # it was still writing
                self.abandoned += 1
            with contextlib.suppress(asyncio.CancelledError):
                await answer
        finally:
            gone.cancel()
            await asyncio.wait({gone})
            self.in_flight -= 1
            self.changed.set()


async def _head(reader: asyncio.StreamReader) -> str:
    try:
        return (await reader.readuntil(b"\r\n\r\n")).decode().removesuffix("\r\n\r\n")
    except asyncio.IncompleteReadError:
        return ""


async def _end_of(reader: asyncio.StreamReader) -> None:
    while not reader.at_eof():
        # Only looks at the buffer of asyncio's reader by waiting for it: a byte read here would be lost.
        await reader._wait_for_data("end_of")  # type: ignore[attr-defined]
