"""What is asked of a language model and what comes back, as plain values. No key is in either."""

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
"""The parameters that a provider may not know, and is then asked without."""

_OURS: Final = frozenset(
    {
        "model", "messages", "api_base", "base_url", "stream", "stream_options", "timeout", "n",
        "num_retries", "max_retries", "fallbacks", "mock_response", "drop_params", "api_version",
        *PARAMETERS,
    }
)  # fmt: skip
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
"""Names that litellm, and no model, would do something with. Configs are passed around."""
_OF_THE_ENVIRONMENT: Final = "os.environ/"
"""What litellm reads as a variable's name."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question to a model. The key is named, never held."""

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
    """Whatever else the provider takes, such as `top_p`."""

    def __post_init__(self) -> None:
        if "://" in self.model:  # litellm would send the provider's key there
            raise InputError(f"{one_line(self.model, 60)!r} is the address of a server; name it as api_base")
        for name, value in self.extra.items():
            if name in _OURS or _NOT_FOR_FILES.search(name) or _OF_THE_ENVIRONMENT in str(value):
                raise InputError(
                    f"{one_line(name, 60)!r} cannot be an extra parameter: it has a field of its own, could hold a "
                    "key, or does something else than to shape an answer"
                )

    @property
    def server(self) -> str | None:
        """The server as it may be shown."""
        return without_credentials(self.api_base) if self.api_base else None

    @property
    def parameters(self) -> dict[str, Any]:
        """Those of `PARAMETERS` that are set."""
        values = {name: getattr(self, name) for name in PARAMETERS}
        return {name: value for name, value in values.items() if value is not None}

    def without(self, parameters: Collection[str]) -> "ModelRequest":
        """Return the request without some parameters."""
        if not parameters:
            return self
        changes: dict[str, Any] = {name: None for name in parameters if name in PARAMETERS}
        kept = {name: value for name, value in self.extra.items() if name not in parameters}
        return replace(self, **changes, extra=kept)

    def fingerprint(self) -> str:
        """Return the hash of what is asked: the model, the messages, the parameters; not of where the server is."""
        content = [self.model, [dict(one) for one in self.messages], self.parameters, dict(self.extra)]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=dict)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What the model answered, and what it took."""

    text: str
    reasoning: str
    finish_reason: str
    """`stop`, or `length` for an answer that was cut."""
    model: str
    """The model as the provider names it."""
    latency_s: float
    """From the first request to the answer, waits in between included; see the attempts for each."""
    attempts: tuple[Attempt, ...]
    dropped: tuple[str, ...] = ()
    """Parameters that the provider does not know, and was asked without."""

    @property
    def spending(self) -> Spending:
        """What all attempts used and cost, failed ones too."""
        return spending_of(self.attempts)

    @property
    def usage(self) -> Usage:
        """The tokens of all attempts."""
        return self.spending.usage

    @property
    def cost_usd(self) -> float | None:
        """The price of all attempts whose tokens are known; None if it is unknown, never 0 for unknown."""
        return self.spending.cost_usd
