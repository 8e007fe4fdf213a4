"""The server and key of a model, from its name and the environment.

The table has the common providers, so that a missing key is named before a game starts without importing litellm, which
knows all others.
"""

import ipaddress
import os
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from codenames_agents.providers.errors import MissingKey
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.redaction import remember_credentials, remember_environment, remember_secret
from codenames_agents.providers.transport import Endpoint, is_openai
from codenames_core.support.addresses import without_user
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

KEY_VARIABLES: Final[dict[str, tuple[str, ...]]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "xai": ("XAI_API_KEY",),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER_API_KEY", "TOGETHER_AI_API_KEY"),
    "fireworks_ai": ("FIREWORKS_AI_API_KEY", "FIREWORKS_API_KEY"),
    "cohere": ("COHERE_API_KEY", "CO_API_KEY"),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"),
    "cerebras": ("CEREBRAS_API_KEY",),
    "nvidia_nim": ("NVIDIA_NIM_API_KEY",),
    "deepinfra": ("DEEPINFRA_API_KEY",),
    "moonshot": ("MOONSHOT_API_KEY",),
    "dashscope": ("DASHSCOPE_API_KEY",),
    "sambanova": ("SAMBANOVA_API_KEY",),
}
"""The environment variables of each provider's key; error messages name the first."""

NEEDS_NO_KEY: Final = frozenset({"ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm", "litellm_proxy"})

OPENAI_BASES: Final = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
NO_KEY: Final = "none"
"""The key for servers that need none, since clients insist on sending one."""

_OLLAMA: Final[Mapping[str, int]] = {"num_ctx": 8_192}
"""Tokens of prompt and answer: the longest prompts of a game have about half as many."""
_NOTHING: Final[Mapping[str, int]] = {}

_BARE_NAMES: Final = {"gpt-": "openai", "chatgpt-": "openai", "o1": "openai", "o3": "openai", "o4": "openai"} | {
    "claude-": "anthropic"
}


def provider_of(model: str) -> str | None:
    """Return the provider that `model` names, None if only litellm can tell.

    >>> provider_of("groq/llama-3.1-8b-instant"), provider_of("gpt-4o"), provider_of("command-r")
    ('groq', 'openai', None)
    """
    prefix, slash, _ = model.partition("/")
    if slash:
        return prefix
    return next((provider for start, provider in _BARE_NAMES.items() if model.startswith(start)), None)


def usual_extra(model: str) -> Mapping[str, int]:
    """Return what is sent to the provider of `model` beside the parameters that are given, which come first.

    Ollama reads few thousand tokens where nobody says how many, and drops the rest of a prompt without a word.
    """
    return _OLLAMA if provider_of(model) in ("ollama", "ollama_chat") else _NOTHING


def check_name(model: str) -> None:
    """Refuse a name that no model has.

    Raises:
        InputError: it has control characters, or stops behind the provider.
    """
    if not model.isprintable():
        raise InputError(f"{one_line(model, 60)!r}: the name of a model has no control characters")
    if model.endswith("/"):
        raise InputError(f"{one_line(model, 60)!r}: the name of the model is missing; write PROVIDER/MODEL")


def check_provider(model: str) -> None:
    """Refuse a model of an unknown provider. Blocks for seconds where litellm has to be imported.

    Raises:
        InputError: there is no such provider, or no model has such a name.
    """
    check_name(model)
    if provider_of(model) in KEY_VARIABLES.keys() | NEEDS_NO_KEY:
        return
    from codenames_agents.providers.transports.litellm_transport import knows_provider

    if not knows_provider(model):
        from codenames_agents.providers.model_names import meant_model

        hint = f"did you mean {meant}? " if (meant := meant_model(model)) else ""
        raise InputError(
            f"{one_line(model, 60)}: unknown provider; {hint}"
            "write PROVIDER/MODEL, or openai/MODEL with api_base for a server of your own"
        )


def missing_key(model: str, *, api_base: str | None = None, key_variable: str | None = None) -> str | None:
    """Return the NAME of the environment variable that is missing before `model` can be asked, None if none is.

    Blocks for seconds where litellm has to be imported: for providers that are not in `KEY_VARIABLES`.
    """
    if key_variable:
        return None if os.environ.get(key_variable) else key_variable
    provider = provider_of(model)
    if provider in NEEDS_NO_KEY:
        return None
    if provider in KEY_VARIABLES:
        endpoint = Endpoint(provider, api_base or _base_from_environment(provider))
        return None if endpoint.is_elsewhere or _set_variable(provider) else KEY_VARIABLES[provider][0]
    from codenames_agents.providers.transports.litellm_transport import missing_variables

    return next(iter(missing_variables(model, api_base)), None)


def why_unaskable(request: ModelRequest) -> str:
    """Return why a model cannot be asked, as far as that shows without asking; empty if nothing speaks against it.

    Blocks for seconds where litellm has to be imported.

    Raises:
        InputError: there is no such provider, or no model has such a name.
    """
    check_name(request.model)
    try:
        endpoint_of(request)
    except MissingKey as error:
        return error.detail
    if provider_of(request.model) in KEY_VARIABLES.keys() | NEEDS_NO_KEY:
        return ""
    check_provider(request.model)
    variable = missing_key(request.model, api_base=request.api_base, key_variable=request.key_variable)
    return f"{variable} is not set" if variable else ""


def endpoint_of(request: ModelRequest) -> Endpoint:
    """Return where `request` goes, and let `redact` know its key.

    A foreign server that a config names gets no key from the environment unless the config names the key's variable as
    well: configs are passed around, and none may send its reader's key to somebody else's server.

    Raises:
        MissingKey: the key is not set, or would go to a foreign server without leave.
    """
    provider = provider_of(request.model) or "unknown"
    base = request.api_base or _base_from_environment(provider)
    key = _key(request, provider, base)
    if key is None:
        remember_environment()  # litellm finds the key there, or the several of them
    remember_secret(key)
    if base is None:
        return Endpoint(provider, None, key)
    # HTTP clients refuse an address with a password if there is a key as well.
    basic = remember_credentials(base)
    return Endpoint(provider, without_user(base), key, basic if key in (None, NO_KEY) else None)


def _key(request: ModelRequest, provider: str, base: str | None) -> str | None:
    """Return the key to send, None to leave that to litellm."""
    if request.key_variable:
        if os.environ.get(request.key_variable):
            return os.environ[request.key_variable]
        raise MissingKey(request.key_variable)
    if is_foreign(request.api_base):
        if provider == "openai" or provider in NEEDS_NO_KEY:
            return NO_KEY
        variable = KEY_VARIABLES.get(provider, ("its key",))[0]
        raise MissingKey(variable, f"{variable} is sent to {request.server} only if it is named as the key's variable")
    if provider not in KEY_VARIABLES:
        return None
    if usual := _set_variable(provider):
        return os.environ[usual]
    if Endpoint(provider, base).is_elsewhere:
        return NO_KEY
    raise MissingKey(KEY_VARIABLES[provider][0])


def is_foreign(base: str | None) -> bool:
    """Return whether a server is neither OpenAI's nor on this machine, so that a key needs leave to go there."""
    host = urlsplit(base).hostname if base else None
    return host is not None and not is_openai(base) and not is_loopback(host)


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _set_variable(provider: str) -> str | None:
    return next((name for name in KEY_VARIABLES.get(provider, ()) if os.environ.get(name)), None)


def _base_from_environment(provider: str | None) -> str | None:
    if provider != "openai":
        return None
    return next((base for name in OPENAI_BASES if (base := os.environ.get(name))), None)
