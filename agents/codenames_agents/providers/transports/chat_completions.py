"""Chat completions on the wire, as OpenAI and many other servers have them: the body of a request, and its answers.

Sources: OpenAI's API reference, "Chat completions" (platform.openai.com/docs/api-reference/chat); OpenRouter's pages
"Usage accounting" and "Errors"; vLLM's "Reasoning outputs". Everything that comes from a server is read with care: a
field of an unexpected type counts as missing.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from codenames_agents.providers.endpoints import provider_of
from codenames_agents.providers.errors import ErrorKind, error_in_answer, error_in_choice, provider_error
from codenames_agents.providers.model_io import MAX_COMPLETION_TOKENS, ModelRequest
from codenames_agents.providers.prices import list_cost, reported_cost
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_agents.providers.usage import Usage

_THOUGHTS: Final = ("reasoning_content", "reasoning")
"""The fields beside `content` in which servers put thoughts, the older name first."""
_LENGTH: Final = ("length", "max_tokens", "MAX_TOKENS")
_FAILED: Final = ("error", "network_error")
"""Reasons to finish that say that the provider failed."""


def model_on_server(model: str) -> str:
    """Return the name of a model as its server knows it.

    >>> model_on_server("openrouter/x-ai/grok-4"), model_on_server("gpt-4o")
    ('x-ai/grok-4', 'gpt-4o')
    """
    provider, slash, name = model.partition("/")
    return name if slash and provider == provider_of(model) else model


def request_body(call: Call, *, stream: bool) -> dict[str, Any]:
    """Return the body of a request."""
    request = call.request
    extra = dict(request.extra)
    more = extra.pop("extra_body", None)
    body: dict[str, Any] = {
        **(more if isinstance(more, dict) else {}),
        **extra,
        "model": model_on_server(request.model),
        "messages": sent_messages(request),
        **sent_parameters(request),
    }
    if call.endpoint.provider == "openai" and not call.endpoint.is_elsewhere and "max_tokens" in body:
        body[MAX_COMPLETION_TOKENS] = body.pop("max_tokens")  # models that think refuse the older name
    if call.endpoint.provider == "openrouter":
        body.setdefault("usage", {"include": True})  # or it does not say what an answer cost
    if stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body


def sent_messages(request: ModelRequest) -> list[dict[str, Any]]:
    """Return the messages of a request; a picture is a part of the last one, as a data URL."""
    messages: list[dict[str, Any]] = [dict(message) for message in request.messages]
    if request.image is not None and messages:
        url = f"data:image/png;base64,{b64encode(request.image.png).decode()}"
        text = {"type": "text", "text": messages[-1].get("content")}
        messages[-1]["content"] = [text, {"type": "image_url", "image_url": {"url": url}}]
    return messages


def sent_parameters(request: ModelRequest) -> dict[str, Any]:
    """Return the parameters of a request under the names and in the forms of OpenAI."""
    parameters = request.parameters
    if schema := parameters.get("response_format"):
        named = {"name": str(schema.get("title", "answer")), "schema": dict(schema), "strict": True}
        parameters["response_format"] = {"type": "json_schema", "json_schema": named}
    return parameters


def read_answer(call: Call, body: object) -> RawAnswer:
    """Return the answer in the body of a response.

    Raises:
        ProviderError: there is none, or an error in its place.
    """
    answer = _fields(_parsed(body))
    usage, cost = _used(call, answer.get("usage"))
    choices = answer.get("choices")
    choice = _fields(choices[0]) if isinstance(choices, list) and choices else {}
    content = joined_text(_fields(choice.get("message")).get("content"))
    if answer.get("error") and not content:
        raise error_in_answer(answer)
    if not choice:
        detail = "no choices" if answer else f"no JSON object: {str(body)[:200]}"
        raise provider_error(ErrorKind.MALFORMED, detail, status=200, usage=usage, cost_usd=cost)
    _refuse_failed(choice, usage, cost)
    message = _fields(choice.get("message"))
    if message.get("content") is not None and content is None:
        raise provider_error(ErrorKind.MALFORMED, "the content is not text", status=200, usage=usage, cost_usd=cost)
    return RawAnswer(
        text=content,
        reasoning=_thoughts(message),
        refusal=_text(message.get("refusal")) or None,
        finish_reason=_finish(choice) or "stop",
        model=_text(answer.get("model")) or call.request.model,
        usage=usage,
        cost_usd=cost,
    )


@dataclass(slots=True)
class StreamedAnswer:
    """An answer that comes in pieces."""

    call: Call
    on_piece: Callable[[str], None]
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    length: int = 0
    thoughts: int = 0
    finish_reason: str = ""
    model: str = ""
    counted: object = None

    @property
    def is_too_long(self) -> bool:
        """Whether more has come than is kept."""
        return max(self.length, self.thoughts) > self.call.longest_answer

    @property
    def has_begun(self) -> bool:
        """Whether a piece of it has come."""
        return bool(self.text or self.thoughts or self.finish_reason)

    def add(self, chunk: object) -> None:
        """Take the next piece.

        Raises:
            ProviderError: it is an error in place of the rest.
        """
        piece = _fields(chunk)
        self.model = self.model or _text(piece.get("model"))
        self.counted = piece.get("usage") or self.counted
        choices = piece.get("choices")
        choice = _fields(choices[0]) if isinstance(choices, list) and choices else {}
        _refuse_failed(choice)
        self.finish_reason = _finish(choice) or self.finish_reason
        delta = _fields(choice.get("delta"))
        thought = _thoughts(delta)
        self.reasoning.append(thought)
        self.thoughts += len(thought)
        if content := joined_text(delta.get("content")):
            self.text.append(content)
            self.length += len(content)
            self.on_piece(content)

    def answer(self) -> RawAnswer:
        """Return all that has come.

        Raises:
            ProviderError: the stream ended before the model did.
        """
        usage, cost = _used(self.call, self.counted)
        if not self.finish_reason and self.has_begun and not self.is_too_long:
            raise provider_error(ErrorKind.CUT, "the stream ended early", status=200, usage=usage, cost_usd=cost)
        return RawAnswer(
            text="".join(self.text),
            reasoning="".join(self.reasoning),
            finish_reason="length" if self.is_too_long else self.finish_reason or "stop",
            model=self.model or self.call.request.model,
            usage=usage,
            cost_usd=cost,
        )


def joined_text(content: object) -> str | None:
    """Return a content as text; of one in parts, as several gateways send it, the parts that are text.

    >>> joined_text([{"type": "text", "text": "CLUE: "}, {"type": "thinking", "thinking": "…"}, {"text": "OCEAN 2"}])
    'CLUE: OCEAN 2'
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = (part.get("text") if isinstance(part, dict) else part for part in content)
    return "".join(text for text in texts if isinstance(text, str))


def _refuse_failed(choice: Mapping[str, Any], usage: Usage | None = None, cost: float | None = None) -> None:
    """Raise the error that a choice holds in place of its end, if there is one."""
    finish = choice.get("finish_reason")
    if choice.get("error") or finish in _FAILED or choice.get("native_finish_reason") in _FAILED:
        raise error_in_choice(choice.get("error"), _text(finish), usage, cost)


def _finish(choice: Mapping[str, Any]) -> str:
    finish = _text(choice.get("finish_reason"))
    return "length" if finish in _LENGTH else "content_filter" if finish == "content_filter" else "stop" * bool(finish)


def _thoughts(message: Mapping[str, Any]) -> str:
    return next((thought for name in _THOUGHTS if (thought := _text(message.get(name)))), "")


def _used(call: Call, counted: object) -> tuple[Usage | None, float | None]:
    """Return the tokens as the provider counted them, and what they cost; None where unknown."""
    usage = _usage(_fields(counted))
    reported = reported_cost(_fields(counted))
    if usage is None or reported is not None:
        return usage, reported
    return usage, list_cost(call.request.model, call.endpoint, usage, call.request.extra.get("service_tier"))


def _usage(counted: Mapping[str, Any]) -> Usage | None:
    tokens_in, tokens_out = _count(counted.get("prompt_tokens")), _count(counted.get("completion_tokens"))
    if not tokens_in and not tokens_out:
        return None
    cached = _fields(counted.get("prompt_tokens_details")).get("cached_tokens")
    reasoning = _fields(counted.get("completion_tokens_details")).get("reasoning_tokens")
    return Usage(tokens_in, tokens_out, _count(cached), _count(reasoning))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _fields(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _parsed(body: object) -> object:
    """Return what a body holds that the client took for text, since the server does not say that it is JSON."""
    if not isinstance(body, str):
        return body
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
