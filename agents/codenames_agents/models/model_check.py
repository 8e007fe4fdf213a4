"""Checks whether a model can play, with one short question that tries all that a game needs."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Final

from pydantic import JsonValue

from codenames_agents.models.llm import request_of
from codenames_agents.models.thinking import asks_to_think, refused_settings
from codenames_agents.providers.endpoints import check_provider, endpoint_of, missing_key
from codenames_agents.providers.errors import ErrorKind, ProviderError
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transports.routing import RoutedTransport
from codenames_core.game.config import AgentConfig

_SCHEMA: Final[dict[str, JsonValue]] = {
    "title": "answer",
    "type": "object",
    "properties": {"word": {"type": "string"}, "number": {"type": "integer"}},
    "required": ["word", "number"],
    "additionalProperties": False,
}
_QUESTION: Final = 'Answer with this JSON and nothing else: {"word": "ocean", "number": 2}'
_QUICK: Final = Policy(api_retries=1)
"""Only one retry, since a person waits for the result."""
_MOST_TOKENS: Final = 2_048
"""Room for a model that thinks before it says ten tokens; one that is told to think gets what a game would give it."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The result of a check."""

    spec: str
    model: str | None = None
    """The model as the provider names it; None if there was no answer."""
    error: str | None = None
    """Why the model cannot be asked; None if it answered."""
    latency_s: float | None = None
    answers_in_schema: bool = False
    """Whether it keeps to the JSON schema of the request."""
    streams: bool = False
    """Whether the answer came in pieces."""
    reports_usage: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    """The part of `tokens_out` that is hidden reasoning; None if the provider does not count it."""
    has_reasoning: bool = False
    """Whether thoughts came with the answer."""
    answers_in_reasoning: bool = False
    """Whether the answer came among the thoughts, and nothing beside them."""
    cost_usd: float | None = None
    """What the question cost; None if the price is unknown."""
    asked: str = ""
    """Which way requests to it take; empty where that is not known."""
    dropped: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """Settings that the provider is known to refuse, and what to set instead."""

    @property
    def works(self) -> bool:
        """Whether the model answered."""
        return self.error is None

    def lines(self) -> list[str]:
        """Return the result as lines for people."""
        warnings = [f"warning: {warning}" for warning in self.warnings]
        if not self.works:
            return [f"{self.spec}: {self.error}", *warnings]
        supported = {"JSON schema": self.answers_in_schema, "streaming": self.streams, "usage": self.reports_usage}
        features = ", ".join(f"{name} {'yes' if has else 'no'}" for name, has in supported.items())
        price = "unknown" if self.cost_usd is None else f"${self.cost_usd:.6f} for this question"
        return [
            f"{self.spec}: answers as {self.model} in {self.latency_s or 0.0:.1f} s",
            *([f"asked: {self.asked}"] if self.asked else []),
            f"features: {features}",
            f"tokens: {_or_unknown(self.tokens_in)} in, {_or_unknown(self.tokens_out)} out{self._thoughts()}",
            *([_IN_REASONING] if self.answers_in_reasoning else []),
            f"price: {price}",
            *([f"not accepted: {', '.join(self.dropped)}"] if self.dropped else []),
            *warnings,
        ]

    def _thoughts(self) -> str:
        if self.tokens_reasoning:
            return f", {self.tokens_reasoning:,} of them for reasoning"
        return ", thoughts among them" if self.has_reasoning else ""


_IN_REASONING: Final = "answer: only at the end of the reasoning, where a game looks for it"


async def check_model(spec: AgentConfig | str, *, provider: Provider | None = None) -> ModelCheck:
    """Ask the model of `spec` one short question and return what its answer shows.

    A server that refuses the schema is asked again without it.

    Raises:
        InputError: `spec` cannot be read, or names no known provider.
    """
    config = AgentConfig.parse(spec) if isinstance(spec, str) else spec
    request = request_of(config, [{"role": "user", "content": _QUESTION}])
    await asyncio.to_thread(check_provider, request.model)
    room = config.max_tokens or (None if asks_to_think(config) else _MOST_TOKENS)
    request = replace(request, max_tokens=room, response_format=_SCHEMA)
    asker = provider or Provider(policy=_QUICK)
    try:
        if provider is None and not missing_key(
            request.model, api_base=request.api_base, key_variable=request.key_variable
        ):
            await asker.transport.load(request.model, endpoint_of(request))  # its seconds are none of the model's
        warnings = await asyncio.to_thread(refused_settings, request) if asks_to_think(config) else ()
        return replace(await _check(asker, config.spec, request), warnings=warnings, asked=_way(asker, request))
    finally:
        if provider is None:
            await asker.close()


def _way(provider: Provider, request: ModelRequest) -> str:
    if not isinstance(provider.transport, RoutedTransport):
        return ""
    try:
        return provider.transport.describe(request.model, endpoint_of(request))
    except ProviderError:
        return ""  # there is no key


async def _check(provider: Provider, spec: str, request: ModelRequest) -> ModelCheck:
    pieces: list[str] = []
    try:
        reply = await provider.ask(request, label="check", on_token=pieces.append)
    except ProviderError as error:
        if error.kind is ErrorKind.BAD_REQUEST and request.response_format:
            return await _check(provider, spec, replace(request, response_format=None))
        if error.kind is ErrorKind.OUT_OF_TOKENS and request.max_tokens == _MOST_TOKENS:
            return await _check(provider, spec, replace(request, max_tokens=None))  # as games ask
        return ModelCheck(spec, error=str(error))
    usage = reply.usage
    return ModelCheck(
        spec,
        model=reply.model,
        latency_s=reply.attempts[-1].latency_s,
        answers_in_schema=request.response_format is not None and _keeps_to_the_schema(reply.text),
        streams=len(pieces) > 1,
        reports_usage=usage.tokens_in is not None,
        tokens_in=usage.tokens_in,
        tokens_out=usage.tokens_out,
        tokens_reasoning=usage.reasoning,
        has_reasoning=bool(reply.reasoning),
        answers_in_reasoning=not reply.text,
        cost_usd=reply.cost_usd,
        dropped=reply.dropped,
    )


def _keeps_to_the_schema(text: str) -> bool:
    try:
        answer = json.loads(text)
    except ValueError:
        return False
    return isinstance(answer, dict) and isinstance(answer.get("word"), str) and isinstance(answer.get("number"), int)


def _or_unknown(count: int | None) -> str:
    return "unknown" if count is None else str(count)
