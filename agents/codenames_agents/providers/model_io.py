"""A request to a language model and its reply, as plain values without keys."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from pydantic import JsonValue

from codenames_agents.providers.usage import Attempt, Spending, Usage, spending_of
from codenames_core.support.addresses import without_credentials
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

Message: TypeAlias = Mapping[str, JsonValue]

PARAMETERS: Final = ("temperature", "max_tokens", "seed", "reasoning_effort", "response_format")
"""The parameters that a provider may not support; it is then asked without them."""

MAX_COMPLETION_TOKENS: Final = "max_completion_tokens"
"""The newer name of `max_tokens`."""
SYSTEM_ROLE: Final = "a system role"
STREAM: Final = "stream"

_OURS: Final = frozenset(
    {
        "model", "messages", "api_base", "base_url", "stream", "stream_options", "timeout", "n",
        "num_retries", "max_retries", "fallbacks", "mock_response", "drop_params", "api_version",
        *PARAMETERS,
    }
)  # fmt: skip
# D-038: refused by what they mean to litellm; what servers of one's own take cannot be listed.
_NOT_FOR_FILES: Final = re.compile(
    # holds a key …
    r"api_?key|token_provider|ad_token|identity_token|secret|header|password|authorization|credential"
    # … leads elsewhere …
    r"|^(aws|azure|vertex|gcs|s3)_|endpoint|(^|_)ur[il]($|_)|base_|prox(y|ies)|^llm_provider|custom_llm"
    # … does more than ask …
    r"|ssl|cert|callback|hook|logger|(^|_)client|session|path|file|^litellm|^model_|deployment|fallback"
    # … or hides what it costs
    r"|cost_per|^(cache|caching|metadata|mock_.*|guardrails)$",
    re.IGNORECASE,
)
"""Names of parameters that litellm would act on itself. A config may come from somebody else, so they are refused."""
_OF_THE_ENVIRONMENT: Final = "os.environ/"
"""litellm replaces a value that begins like this by an environment variable."""


@dataclass(frozen=True, slots=True)
class RequestImage:
    """A picture that is sent beside the last message."""

    png: bytes = field(repr=False)
    sha256: str
    """What a cassette knows it by: files of equal pixels need not be equal."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question to a model. It has the name of the key's variable, never the key."""

    model: str
    """As litellm names it: `openai/gpt-x`, `anthropic/claude-x`, `openai/NAME` with an `api_base` for any server."""
    messages: tuple[Message, ...]
    api_base: str | None = field(default=None, repr=False)
    """Where the server is, if not where the provider's is. May hold a user and password; see `server`."""
    key_variable: str | None = None
    """NAME of the environment variable with the key; the provider's usual one if not given."""
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    response_format: Mapping[str, JsonValue] | None = None
    """The JSON schema that the answer has to fit."""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    """Further parameters of the provider, such as `top_p`."""
    image: RequestImage | None = None

    def __post_init__(self) -> None:
        if "://" in self.model:  # litellm would send the provider's key to that address
            raise InputError(f"{one_line(self.model, 60)!r} is the address of a server; name it as api_base")
        for name, value in self.extra.items():
            if name in _OURS or _NOT_FOR_FILES.search(name) or _OF_THE_ENVIRONMENT in str(value):
                raise InputError(
                    f"{one_line(name, 60)!r} cannot be an extra parameter: it has a field of its own, could hold a "
                    "key, or does something other than shape an answer"
                )

    @property
    def server(self) -> str | None:
        """The address of the server without user and password."""
        return without_credentials(self.api_base) if self.api_base else None

    @property
    def parameters(self) -> dict[str, Any]:
        """Those of `PARAMETERS` that are set."""
        values = {name: getattr(self, name) for name in PARAMETERS}
        return {name: value for name, value in values.items() if value is not None}

    def with_schema(self, schema: Mapping[str, JsonValue]) -> "ModelRequest":
        """Return the request with a JSON schema that the answer has to fit."""
        return replace(self, response_format=schema)

    def without(self, parameters: Collection[str]) -> "ModelRequest":
        """Return the request without some parameters."""
        if not parameters:
            return self
        changes: dict[str, Any] = {name: None for name in parameters if name in PARAMETERS}
        kept = {name: value for name, value in self.extra.items() if name not in parameters}
        return replace(self, **changes, extra=kept)

    def as_taken(self, quirks: "Quirks") -> "ModelRequest":
        """Return the request as a model takes it that refused some of what it was sent."""
        request = self.without(quirks.refused)
        if quirks.renames_max_tokens and self.max_tokens is not None:
            request = replace(request, max_tokens=None, extra={**request.extra, MAX_COMPLETION_TOKENS: self.max_tokens})
        return request.without_system_role() if quirks.has_no_system_role else request

    def without_system_role(self) -> "ModelRequest":
        """Return the request with what the system says at the beginning of the first message of the user."""
        if not self.messages or self.messages[0].get("role") != "system":
            return self
        system, *others = self.messages
        said = f"{system.get('content')}\n\n"
        for position, message in enumerate(others):
            if message.get("role") == "user":
                others[position] = {**message, "content": f"{said}{message.get('content')}"}
                return replace(self, messages=tuple(others))
        return replace(self, messages=({"role": "user", "content": said.strip()}, *others))

    def fingerprint(self) -> str:
        """Return a hash of the model, the messages, the picture and the parameters, but not of the server."""
        content: list[Any] = [self.model, [dict(message) for message in self.messages], self.parameters]
        content += [dict(self.extra), *([self.image.sha256] if self.image else [])]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=dict)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Quirks:
    """What a model has refused, so that it is sent nothing of the kind again."""

    refused: frozenset[str] = frozenset()
    """Parameters that it does not take."""
    renames_max_tokens: bool = False
    """Whether it takes the limit of an answer by its newer name only."""
    has_no_system_role: bool = False
    refuses_streams: bool = False
    """Whether its answers have to be asked for as a whole."""

    def __or__(self, other: "Quirks") -> "Quirks":
        """Return what has been refused of either."""
        return Quirks(
            self.refused | other.refused,
            self.renames_max_tokens or other.renames_max_tokens,
            self.has_no_system_role or other.has_no_system_role,
            self.refuses_streams or other.refuses_streams,
        )

    def notes(self, request: ModelRequest, *, streamed: bool) -> tuple[str, ...]:
        """Return what `request`, whose answer is to be streamed or not, is sent without."""
        refused = sorted(self.refused & {*request.parameters, *request.extra})
        role = [SYSTEM_ROLE] if self.has_no_system_role else []
        return (*refused, *role, *([STREAM] if self.refuses_streams and streamed else []))


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The model's answer, and what it took to get it."""

    text: str
    """Empty only where the model came to an end and all of its text is in `reasoning`."""
    reasoning: str
    finish_reason: str
    """`stop`, or `length` for an answer that was cut off."""
    model: str
    """The model as the provider names it."""
    latency_s: float
    """Seconds from the first request to the answer, with the waits in between."""
    attempts: tuple[Attempt, ...]
    dropped: tuple[str, ...] = ()
    """Parameters that the provider does not support, and was asked without."""

    @property
    def spending(self) -> Spending:
        """What all attempts used and cost, including failed ones."""
        return spending_of(self.attempts)

    @property
    def usage(self) -> Usage:
        """The tokens of all attempts."""
        return self.spending.usage

    @property
    def cost_usd(self) -> float | None:
        """The price in US dollars of all attempts whose tokens are known; None if it is unknown."""
        return self.spending.cost_usd
