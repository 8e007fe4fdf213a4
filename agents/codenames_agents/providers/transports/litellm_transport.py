"""Sends requests through litellm. No other file imports it, or depends on how it behaves.

Without settings, litellm fetches price lists, loads `./.env`, prints banners and retries on its own. Here it is
imported when the first model is asked, in a thread (it takes seconds), and set up so that it uses no network on its own
and writes nothing to standard output or error. It is typed only in part: `Any` ends at this file.

Its exceptions do not say what happened: a refused connection is an `InternalServerError`, a bad request that mentions
a rate limit is a `RateLimitError`, and headers and prompts stay attached. So `translate` looks for the HTTP response or
the network error inside them, and what it raises refers to none of them.
"""

import asyncio
import os
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Any, Final

from codenames_agents.providers.endpoints import usual_extra
from codenames_agents.providers.errors import (
    LONGEST_DETAIL,
    LONGEST_READ,
    ErrorKind,
    ProviderError,
    error_from_response,
    error_in_answer,
    error_in_choice,
    provider_error,
)
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.prices import ListPrice, is_free, list_entry, reported_cost
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer
from codenames_agents.providers.transports.causes import causes, connection_failure
from codenames_agents.providers.transports.chat_completions import joined_text, sent_messages, sent_parameters
from codenames_agents.providers.transports.logging_filters import quieten_loggers
from codenames_agents.providers.usage import Usage

_SETTINGS: Final = {
    "LITELLM_OFFLINE_MODE": "True",  # no price list, no tokenizer from the network
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_MODE": "PRODUCTION",  # no ./.env
}
_LOGGERS: Final = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "httpx", "httpcore", "aiohttp", "litellm")
_REQUEST: Final = r"\w+\.(a|async_)(completion|stream)\w*"
"""The methods of litellm's clients that send a request."""
_loading = threading.Lock()
_loaded: Any = None


def load_litellm() -> Any:
    """Return litellm, imported and quiet. The first time, this blocks for seconds."""
    global _loaded
    with _loading:
        if _loaded is None:
            os.environ.update(_SETTINGS)
            warnings.filterwarnings("ignore", module=r"(litellm|pydantic)\b")
            # litellm makes the coroutine of a request in a thread. If the call is given up meanwhile, nobody awaits it;
            # no request was sent, and Python's complaint would land on the screen.
            warnings.filterwarnings("ignore", rf"coroutine '{_REQUEST}' was never awaited", RuntimeWarning)
            import litellm

            litellm.suppress_debug_info = True
            quieten_loggers(_LOGGERS)
            _follow_no_redirect()
            _join_parts()
            _look_into_choices()
            _look_up_no_models()
            _warm_up(litellm)
            _loaded = litellm
    return _loaded


def _follow_no_redirect() -> None:
    """Have HTTP clients follow no redirect, which would take the header `x-api-key` to any server that is named.

    litellm has no setting for it, so its factory of clients is wrapped. The client for OpenAI is another one, which
    drops the key itself.
    """
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

    create = AsyncHTTPHandler.create_client

    def create_client(self: Any, *args: Any, **options: Any) -> Any:
        client = create(self, *args, **options)
        client.follow_redirects = False
        return client

    AsyncHTTPHandler.create_client = create_client  # type: ignore[method-assign]


def _join_parts() -> None:
    """Have messages take a content that comes in parts, as several gateways send it, for the text of these parts."""
    from litellm.types.utils import Delta, Message

    for kind in (Message, Delta):
        _wrap_init(kind, _with_joined_parts)


def _look_into_choices() -> None:
    """Have a stream break off at a choice that holds an error; litellm takes it for the end of the answer."""
    from litellm.litellm_core_utils.streaming_handler import CustomStreamWrapper
    from litellm.types.utils import StreamingChoices

    read: Callable[[Any, Any], Any] = CustomStreamWrapper.handle_openai_chat_completion_chunk

    def handle_chunk(self: Any, chunk: Any) -> Any:
        for choice in (getattr(chunk, "choices", None) or [])[:1]:
            _refuse_failed(getattr(choice, "error", None), choice.finish_reason)
            if isinstance(parts := getattr(choice.delta, "content", None), list):
                choice.delta.content = joined_text(parts)
        return read(self, chunk)

    def refuse_failed(fields: dict[str, Any]) -> dict[str, Any]:
        _refuse_failed(fields.get("error"), fields.get("finish_reason"))
        return fields

    CustomStreamWrapper.handle_openai_chat_completion_chunk = handle_chunk  # type: ignore[method-assign]
    _wrap_init(StreamingChoices, refuse_failed)


def _wrap_init(kind: Any, mend: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Have `mend` change the named arguments with which objects of a class are made."""
    init = kind.__init__

    def mended(self: Any, *args: Any, **fields: Any) -> None:
        init(self, *args, **mend(fields))

    kind.__init__ = mended


def _with_joined_parts(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"content": joined_text(parts)} if isinstance(parts := fields.get("content"), list) else fields


_FAILED: Final = ("error", "network_error")
"""Reasons to finish that say that the provider failed, as it sends them."""


def _refuse_failed(error: object, finish_reason: object, usage: Usage | None = None, cost: float | None = None) -> None:
    """Raise the error that a choice holds, if there is one."""
    if error or finish_reason in _FAILED:
        raise error_in_choice(error, _text(finish_reason), usage, cost)


def _look_up_no_models() -> None:
    """Have litellm ask no Ollama server what it knows of a model.

    It would after each answer, in a blocking request from within the event loop: screens would stand still for as long
    as the server takes, and what comes back is needed for nothing.
    """
    from litellm.llms.ollama.common_utils import OllamaModelInfo

    def get_runtime_model_info(self: Any, model: str, **_: Any) -> dict[str, object]:
        unknown = dict.fromkeys(("max_tokens", "max_input_tokens", "max_output_tokens"))
        free = dict.fromkeys(("input_cost_per_token", "output_cost_per_token"), 0.0)
        return {"key": model, "litellm_provider": "ollama", "mode": "chat", **free, **unknown}

    OllamaModelInfo.get_runtime_model_info = get_runtime_model_info  # type: ignore[method-assign,assignment]


def _warm_up(litellm: Any) -> None:
    """Make a call without a network, so that litellm's late imports happen in this thread too."""
    hello = [{"role": "user", "content": "hello"}]
    litellm.completion(model="openai/none", messages=hello, mock_response="hello", api_key="none")


def missing_variables(model: str, api_base: str | None = None) -> list[str]:
    """Return the environment variables that litellm misses for `model`. The first time, this blocks for seconds."""
    environment = load_litellm().validate_environment(model=model, api_base=api_base)
    return [str(name) for name in environment["missing_keys"]]


def knows_provider(model: str) -> bool:
    """Return whether litellm knows the provider of `model`. The first time, this blocks for seconds."""
    litellm = load_litellm()
    try:
        litellm.get_llm_provider(model=model)
    except litellm.BadRequestError:
        return False
    return True


class LitellmTransport:
    """Sends requests through litellm."""

    async def load(self, model: str, endpoint: Endpoint) -> None:
        """See `Transport`."""
        if _loaded is None:
            await asyncio.to_thread(load_litellm)

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        litellm = _loaded or await asyncio.to_thread(load_litellm)
        dropped = _unsupported_parameters(litellm, call.request)
        failure: ProviderError
        try:
            return await _answer(litellm, call, dropped, on_piece)
        except ProviderError:
            raise
        except Exception as error:
            failure = translate(error)
        # Raised outside of the handler: litellm's exception holds headers and prompts, and would stay attached.
        raise failure

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        if endpoint.is_elsewhere:
            return False
        litellm = _loaded or await asyncio.to_thread(load_litellm)
        return bool(litellm.supports_response_schema(model=model))

    async def left_out(self, request: ModelRequest, endpoint: Endpoint) -> tuple[str, ...]:
        """See `Transport`."""
        litellm = _loaded or await asyncio.to_thread(load_litellm)
        return _unsupported_parameters(litellm, request)

    async def close(self) -> None:
        """See `Transport`."""
        if _loaded is not None:
            await _loaded.close_litellm_async_clients()
            _loaded.in_memory_llm_clients_cache.flush_cache()  # or the next request would get a closed one


async def _answer(
    litellm: Any, call: Call, dropped: tuple[str, ...], on_piece: Callable[[str], None] | None
) -> RawAnswer:
    options = _options(call, dropped)
    if on_piece is None:
        return _read(litellm, call, await litellm.acompletion(**options), dropped)
    pieces = await litellm.acompletion(**options, stream=True, stream_options={"include_usage": True})
    async with aclosing(pieces):
        return await _gather(litellm, call, pieces, dropped, on_piece)


def _options(call: Call, dropped: tuple[str, ...]) -> dict[str, Any]:
    request = call.request.without(dropped)
    options: dict[str, Any] = {
        "model": request.model,
        "messages": sent_messages(request),
        "timeout": call.read_timeout_s,
        "max_retries": 0,
        "num_retries": 0,
        **sent_parameters(request),
        **usual_extra(request.model),
        **request.extra,
    }
    if call.endpoint.api_base:
        options["api_base"] = call.endpoint.api_base
    if call.endpoint.key:
        options["api_key"] = call.endpoint.key
    if call.endpoint.basic:
        options["extra_headers"] = {"Authorization": f"Basic {call.endpoint.basic}"}
    return options


# Parameters of which a model may support some values only.
_VALUE_MATTERS: Final = ("temperature", "reasoning_effort")
_support: dict[tuple[str, str, object], bool] = {}


def _unsupported_parameters(litellm: Any, request: ModelRequest) -> tuple[str, ...]:
    """Return the parameters that the model does not support, according to litellm."""
    return tuple(
        name
        for name, value in sent_parameters(request).items()
        if not _is_supported(litellm, request.model, name, value)
    )


def _is_supported(litellm: Any, model: str, name: str, value: Any) -> bool:
    question = model, name, value if name in _VALUE_MATTERS else None
    if (known := _support.get(question)) is None:
        known = _support[question] = _supports(litellm, model, name, value)
    return known


def _supports(litellm: Any, model: str, name: str, value: Any) -> bool:
    try:
        plain, provider, _, _ = litellm.get_llm_provider(model=model)
        litellm.utils.get_optional_params(model=plain, custom_llm_provider=provider, drop_params=False, **{name: value})
    except litellm.UnsupportedParamsError:
        return False
    except Exception:
        return True  # the call itself will tell what else is wrong
    return True


def as_sent(request: ModelRequest) -> dict[str, Any]:
    """Return the parameters of a request in the provider's own terms, without those that the model does not take.

    Empty where litellm cannot tell. The first time, this blocks for seconds.
    """
    litellm = load_litellm()
    request = request.without(_unsupported_parameters(litellm, request))
    try:
        plain, provider, _, _ = litellm.get_llm_provider(model=request.model)
        sent = litellm.utils.get_optional_params(
            model=plain, custom_llm_provider=provider, drop_params=False, **sent_parameters(request), **request.extra
        )
    except Exception:
        return {}  # the call itself will tell what is wrong
    return dict(sent)


def _read(litellm: Any, call: Call, response: Any, dropped: tuple[str, ...]) -> RawAnswer:
    counted = getattr(response, "usage", None)
    usage = _usage(counted)
    cost = _cost(litellm, call, counted, _reported_cost(counted))
    if not response.choices:
        raise provider_error(ErrorKind.MALFORMED, "no choices", status=200, usage=usage, cost_usd=cost)
    more = getattr(response.choices[0], "provider_specific_fields", None) or {}
    _refuse_failed(more.get("error"), more.get("native_finish_reason"), usage, cost)
    message = response.choices[0].message
    return RawAnswer(
        text=message.content,
        reasoning=_text(getattr(message, "reasoning_content", None)),
        refusal=getattr(message, "refusal", None),
        finish_reason=_text(response.choices[0].finish_reason) or "stop",
        model=_text(response.model) or call.request.model,
        usage=usage,
        cost_usd=cost,
        dropped=dropped,
    )


async def _gather(
    litellm: Any, call: Call, pieces: Any, dropped: tuple[str, ...], on_piece: Callable[[str], None]
) -> RawAnswer:
    text, reasoning, length, thoughts = [], [], 0, 0
    finish_reason = model = ""
    counted = None
    async for piece in pieces:
        model = model or _text(piece._hidden_params.get("provider_response_model")) or _text(piece.model)
        counted = getattr(piece, "usage", None) or counted
        for choice in piece.choices[:1]:
            finish_reason = _text(choice.finish_reason) or finish_reason
            thought = _text(getattr(choice.delta, "reasoning_content", None))
            reasoning.append(thought)
            thoughts += len(thought)
            if content := _text(choice.delta.content):
                text.append(content)
                length += len(content)
                on_piece(content)
        if max(length, thoughts) > call.longest_answer:
            finish_reason = "length"
            break
    reported = list(_reported_usages(pieces))
    counted = counted if reported else None
    costs = [cost for usage in reported if (cost := _reported_cost(usage)) is not None]
    return RawAnswer(
        text="".join(text),
        reasoning="".join(reasoning),
        finish_reason=finish_reason or "stop",
        model=model or call.request.model,
        usage=_usage(counted),
        cost_usd=_cost(litellm, call, counted, costs[0] if costs else None),
        dropped=dropped,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _usage(usage: Any) -> Usage | None:
    """Return the tokens as the provider counted them; litellm reports zeros where it did not."""
    if usage is None or not (getattr(usage, "prompt_tokens", 0) or getattr(usage, "completion_tokens", 0)):
        return None
    return Usage(
        usage.prompt_tokens,
        usage.completion_tokens,
        getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None),
        getattr(getattr(usage, "completion_tokens_details", None), "reasoning_tokens", None),
    )


def _reported_usages(pieces: object) -> Iterator[object]:
    """Yield the counts of tokens that came with the pieces of a stream, the last first.

    litellm ends every stream with counts; where the provider sent none, they are its own guess.
    """
    for piece in reversed(getattr(pieces, "chunks", ())):
        if (usage := getattr(piece, "usage", None)) is not None:
            yield usage


def _reported_cost(usage: Any) -> float | None:
    names = ("cost", "is_byok", "cost_details")
    return reported_cost({name: getattr(usage, name, None) for name in names})


def _cost(litellm: Any, call: Call, counted: Any, reported: float | None) -> float | None:
    """Return what an answer cost.

    Args:
        litellm: the module.
        call: what was asked, and where.
        counted: the tokens, as litellm has them from the provider.
        reported: what the provider says that it cost.
    """
    if _usage(counted) is None or reported is not None:
        return reported
    if is_free(call.request.model, call.endpoint):
        return None  # what is stated of its tokens comes first, as in `list_cost`
    price = None if call.endpoint.is_elsewhere else list_entry(litellm.model_cost, call.request.model)
    return None if price is None else _by_list(litellm, price, call.request, counted)


def _by_list(litellm: Any, price: ListPrice, request: ModelRequest, counted: Any) -> float | None:
    """Return what tokens cost by the list; litellm knows what is cheaper in a cache, and dearer in a long prompt."""
    usage = counted.model_copy(update={"cost": None})
    try:
        cost = litellm.completion_cost(
            completion_response=litellm.ModelResponse(model=price.key, usage=usage),
            model=price.key,
            custom_llm_provider=price.provider,
            service_tier=request.extra.get("service_tier"),
        )
    except Exception:  # it has no class of its own for a price that it cannot work out
        return None
    return float(cost)


def translate(error: BaseException) -> ProviderError:
    """Return the error for what really happened: the HTTP response, or the reason why there was none.

    litellm's own class says little; the exceptions that it wraps, and those that they wrap in turn, say more.
    """
    chain = list(causes(error))
    for cause in chain:
        if isinstance(cause, ProviderError):
            return cause
        if (response := _wire_response(cause)) is not None:
            return error_from_response(int(response.status_code), _headers(response), _body(cause, response))
    if any(_is(cause, "TimeoutException", "Timeout", "APITimeoutError", "TimeoutError") for cause in chain):
        return provider_error(ErrorKind.TIMEOUT)
    detail = _message(error)
    if type(error).__name__ == "MidStreamFallbackError":
        return provider_error(ErrorKind.CUT, _message(chain[-1]) or detail, status=200)
    if any(_is_of(cause, "json", "pydantic_core") for cause in chain):
        return provider_error(ErrorKind.MALFORMED, detail, status=200)
    if any(_is_of(cause, "httpx", "aiohttp") or isinstance(cause, OSError) for cause in chain):
        return provider_error(connection_failure(chain), _message(chain[-1]) or detail)
    return _unsent_or_unread(error, chain)


def _unsent_or_unread(error: BaseException, chain: list[BaseException]) -> ProviderError:
    """Return the error for a request that was never sent, or a response whose status says success."""
    detail = _message(error)
    if any(map(_is_of_this_machine, chain)):
        return provider_error(ErrorKind.SET_UP, _message(chain[-1]) or detail)
    if any(type(cause).__name__ == "OpenAIError" and _is_of(cause, "openai") for cause in chain):
        return provider_error(ErrorKind.AUTHENTICATION, detail)
    if type(chain[-1]) is Exception and (code := getattr(chain[-1], "status_code", None)) is not None:
        return error_in_answer({"error": {"message": detail, "code": code}})
    if len(chain) == 1 or not _is_of(chain[-1], "litellm"):
        refused = {400: ErrorKind.BAD_REQUEST, 401: ErrorKind.AUTHENTICATION, 404: ErrorKind.NOT_FOUND}
        kind = refused.get(getattr(error, "status_code", None) or 0)
        if kind is not None:
            return provider_error(kind, detail)
    return provider_error(ErrorKind.MALFORMED, detail, status=200)


_MISSES: Final = re.compile(
    r"missing|required|must provide|not set\b|no (?:module|credentials)|could not (?:be found|find)|unable to locate",
    re.I,
)
"""How libraries say that something is missing before they send anything."""


def _is_of_this_machine(cause: BaseException) -> bool:
    """Return whether something is missing here: a package, an account, an address."""
    if isinstance(cause, ImportError) or _is_of(cause, "botocore", "boto3", "google", "azure"):
        return True
    is_of_litellm = type(cause).__module__.startswith("litellm.llms") and getattr(cause, "status_code", 0) == 401
    is_complaint = is_of_litellm or type(cause) in (ValueError, KeyError)
    return is_complaint and _MISSES.search(str(cause)[:LONGEST_DETAIL]) is not None


# The chain of exception names before the message: `litellm.BadRequestError: OpenAIException - …`.
_WRAPPING: Final = re.compile(r"(?:litellm\.)?(?:\w+(?:Error|Exception)(?:: | - ))+")


def _message(error: BaseException) -> str:
    """Return the message without the names of exceptions that litellm puts before it, and the traceback after it."""
    text = re.split(r"Traceback \(most recent|Original exception:", str(error)[:LONGEST_READ], maxsplit=1)[0]
    return _WRAPPING.sub("", text, count=3)


def _is(cause: BaseException, *names: str) -> bool:
    """Return whether one of the exception's classes has one of these names and does not come from litellm."""
    return any(kind.__name__ in names for kind in type(cause).__mro__ if not kind.__module__.startswith("litellm"))


def _is_of(cause: BaseException, *packages: str) -> bool:
    return type(cause).__module__.partition(".")[0] in packages


def _wire_response(cause: BaseException) -> Any:
    """Return the HTTP response of an exception of the HTTP client; litellm makes up those of its own exceptions."""
    response = getattr(cause, "response", None)
    if not _is_of(cause, "httpx", "openai") or not isinstance(getattr(response, "status_code", None), int):
        return None
    return response


def _headers(response: Any) -> Mapping[str, str]:
    return {str(name).lower(): str(value) for name, value in response.headers.items()}


def _body(cause: BaseException, response: Any) -> object:
    try:
        content: bytes = response.content
    except Exception:  # a stream that was not read; the client keeps what it has parsed
        return {"error": getattr(cause, "body", None) or str(cause)}
    return content
