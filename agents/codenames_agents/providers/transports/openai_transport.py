"""Sends requests to servers that speak OpenAI's chat completions, by OpenAI's own client.

The client is imported when the first model is asked, in a thread. It is asked for the bare JSON of answers, follows no
redirect, does not retry, and sends another server neither the organisation nor the project of the environment.
"""

import asyncio
import json
import os
import re
import threading
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from codenames_agents.providers.endpoints import NO_KEY
from codenames_agents.providers.errors import (
    LONGEST_READ,
    ErrorKind,
    ProviderError,
    error_from_response,
    error_in_answer,
    provider_error,
)
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.model_names import whole_name
from codenames_agents.providers.price_list import Entry, entry_of, price_list
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer
from codenames_agents.providers.transports.causes import causes, connection_failure
from codenames_agents.providers.transports.chat_completions import (
    StreamedAnswer,
    model_on_server,
    read_answer,
    request_body,
)
from codenames_agents.providers.transports.logging_filters import quieten_loggers

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_LOGGERS: Final = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")
_OPENAI: Final = "https://api.openai.com/v1"
_OPENROUTER: Final = "https://openrouter.ai/api/v1"
_PATH: Final = "/chat/completions"
_ONLY_TEMPERATURE: Final = 1.0
"""The one that OpenAI's models take which always think."""
_ALWAYS_THINKS: Final = re.compile(r"o\d|gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$")
"""The names of those."""
_loading = threading.Lock()
_loaded: Any = None


def load_openai() -> Any:
    """Return the package `openai`, imported and quiet. The first time, this blocks for most of a second."""
    global _loaded
    with _loading:
        if _loaded is None:
            warnings.filterwarnings("ignore", module=r"(openai|pydantic)\b")
            level = os.environ.pop("OPENAI_LOG", None)  # it would write requests to standard error
            import openai

            if level is not None:
                os.environ["OPENAI_LOG"] = level
            quieten_loggers(_LOGGERS)
            _loaded = openai
    return _loaded


class OpenaiTransport:
    """Sends requests to servers that speak OpenAI's chat completions."""

    def __init__(self) -> None:
        self._clients: dict[tuple[object, ...], AsyncOpenAI] = {}

    async def load(self, model: str, endpoint: Endpoint) -> None:
        """See `Transport`."""
        if _loaded is None:
            await asyncio.to_thread(load_openai)

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        await self.load(call.request.model, call.endpoint)
        dropped = untaken(call.request, call.endpoint)
        sent = Call(call.request.without(dropped), call.endpoint, call.read_timeout_s, call.longest_answer)
        streamed = None if on_piece is None else StreamedAnswer(sent, on_piece)
        failure: ProviderError
        try:
            answer = await (self._whole(sent) if streamed is None else self._streamed(sent, streamed))
            return replace(answer, dropped=dropped)
        except ProviderError:
            raise
        except Exception as error:
            failure = _translate(error, has_begun=streamed is not None and streamed.has_begun)
        # Raised outside of the handler: the client's exception holds headers and prompts, and would stay attached.
        raise failure

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return not endpoint.is_elsewhere and _entry(model).get("supports_response_schema") is True

    async def left_out(self, request: ModelRequest, endpoint: Endpoint) -> tuple[str, ...]:
        """See `Transport`."""
        return untaken(request, endpoint)

    async def close(self) -> None:
        """See `Transport`."""
        loop = asyncio.get_running_loop()
        for key in [key for key in self._clients if key[0] is loop]:
            await self._clients.pop(key).close()

    async def _whole(self, call: Call) -> RawAnswer:
        body = request_body(call, stream=False)
        options: Any = {"timeout": call.read_timeout_s}
        answer: object = await self._client(call.endpoint).post(_PATH, cast_to=object, body=body, options=options)
        return read_answer(call, answer)

    async def _streamed(self, call: Call, streamed: StreamedAnswer) -> RawAnswer:
        body = request_body(call, stream=True)
        options: Any = {"timeout": call.read_timeout_s}
        pieces = await self._client(call.endpoint).post(
            _PATH, cast_to=object, body=body, options=options, stream=True, stream_cls=_loaded.AsyncStream[object]
        )
        async with pieces:
            if _is_json(pieces.response):
                return _read_at_once(call, streamed, await pieces.response.aread())
            async for piece in pieces:
                streamed.add(piece)
                if streamed.is_too_long:
                    break
        return streamed.answer()

    def _client(self, endpoint: Endpoint) -> "AsyncOpenAI":
        key = asyncio.get_running_loop(), endpoint.api_base, endpoint.key, endpoint.basic
        if (client := self._clients.get(key)) is None:
            client = self._clients[key] = _new_client(endpoint)
        return client


def _is_json(response: Any) -> bool:
    """Return whether a server says that it sends a whole answer, as some do that cannot stream."""
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower() == "application/json"


def _read_at_once(call: Call, streamed: StreamedAnswer, body: bytes) -> RawAnswer:
    """Return the answer in a body that is called JSON: a whole one, or after all the events of a stream."""
    if body.lstrip().startswith(b"{"):
        answer = read_answer(call, json.loads(body))
        streamed.on_piece(answer.text or "")
        return answer
    for line in body.splitlines():
        if line.startswith(b"data:") and b"[DONE]" not in line:
            streamed.add(json.loads(line.removeprefix(b"data:")))
    return streamed.answer()


def _base(provider: str) -> str:
    return os.environ.get("OPENROUTER_API_BASE") or _OPENROUTER if provider == "openrouter" else _OPENAI


def _new_client(endpoint: Endpoint) -> "AsyncOpenAI":
    openai = _loaded
    headers = {"Authorization": f"Basic {endpoint.basic}"} if endpoint.basic else {}
    client = openai.AsyncOpenAI(
        api_key=endpoint.key or os.environ.get(f"{endpoint.provider.upper()}_API_KEY") or NO_KEY,
        base_url=endpoint.api_base or _base(endpoint.provider),
        max_retries=0,
        default_headers=headers,
        http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
    )
    if endpoint.is_elsewhere or endpoint.provider != "openai":
        client.organization = client.project = None
    return client  # type: ignore[no-any-return]


# What models of OpenAI do not take, by litellm's list


def untaken(request: ModelRequest, endpoint: Endpoint) -> tuple[str, ...]:
    """Return the parameters that a model of OpenAI is known not to take, wherever it is asked.

    Of other models nothing is known: they are sent everything, and what they refuse is remembered by `Provider`. Where
    the list is in doubt, a parameter is sent as well: a refusal costs nothing, but one left out changes the answers.
    """
    entry = _entry(request.model) if endpoint.provider == "openai" else {}
    if not entry:
        return ()
    always_thinks = _ALWAYS_THINKS.match(model_on_server(request.model)) is not None
    return tuple(name for name, value in request.parameters.items() if _refuses(entry, name, value, always_thinks))


def _refuses(entry: Entry, name: str, value: object, always_thinks: bool) -> bool:
    thinks = entry.get("supports_reasoning") is True
    if name == "temperature":
        return thinks and always_thinks and value != _ONLY_TEMPERATURE
    if name == "reasoning_effort":
        return not thinks or entry.get(f"supports_{value}_reasoning_effort") is False
    return name == "response_format" and entry.get("supports_response_schema") is not True


def _entry(model: str) -> Entry:
    found = entry_of(price_list(), whole_name(model))
    return found[1] if found else {}


# What failed


def _translate(error: BaseException, *, has_begun: bool) -> ProviderError:
    """Return the error for what really happened: the HTTP response, or the reason why there was none."""
    openai = _loaded
    if isinstance(error, openai.APIStatusError):
        headers = {str(name).lower(): str(value) for name, value in error.response.headers.items()}
        return error_from_response(error.status_code, headers, _content(error))
    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return provider_error(ErrorKind.TIMEOUT)
    chain = list(causes(error))
    if isinstance(error, openai.APIConnectionError | OSError) or _is_of_http(chain[-1]):
        kind = ErrorKind.CUT if has_begun else connection_failure(chain)
        return provider_error(kind, str(chain[-1])[:LONGEST_READ], status=200 if has_begun else None)
    if isinstance(error, openai.APIError) and error.body is not None:
        failed = error_in_answer({"error": error.body})
        return provider_error(ErrorKind.CUT, failed.detail, status=200) if has_begun else failed
    return provider_error(ErrorKind.MALFORMED, str(error)[:LONGEST_READ], status=200)


def _content(error: Any) -> object:
    try:
        return error.response.content
    except Exception:  # a stream that was not read; the client keeps what it has parsed
        return {"error": error.body or str(error)}


def _is_of_http(cause: BaseException) -> bool:
    return type(cause).__module__.partition(".")[0] in ("httpx", "httpx2", "httpcore", "httpcore2", "h11")
