"""The models that a person can choose from: of providers whose keys are set, and of servers on this machine.

What a server says is untrusted: only names that can stand in a spec are taken, and only so many. No server of another
machine is asked, none is sent a key, and none is followed elsewhere.
"""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from codenames_agents.providers.endpoints import KEY_VARIABLES, is_loopback
from codenames_agents.providers.model_names import models_of
from codenames_core.support.addresses import without_credentials
from codenames_core.text.sanitiser import one_line

USUAL_SERVERS: Final = {
    "Ollama": "http://127.0.0.1:11434/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
    "vLLM": "http://127.0.0.1:8000/v1",
    "LM Studio": "http://127.0.0.1:1234/v1",
}
"""Where the servers of models on one's own machine listen if nobody says otherwise."""
MOST_MODELS: Final = 40
"""Of one server."""
SECONDS: Final = 1.0
"""How long a server may take to answer."""
_LARGEST_ANSWER: Final = 1_000_000
_NAME: Final = re.compile(r"[\w.:/@-]{1,150}")
_NO_CHAT: Final = re.compile(r"embed|rerank|whisper|bge-", re.IGNORECASE)
_OLLAMA_PORT: Final = 11434


class ServerModels(NamedTuple):
    """The models of one server on this machine."""

    server: str
    """Its address, as it can be shown."""
    specs: tuple[str, ...]
    problem: str = ""
    """Why there are none."""


class ProviderModels(NamedTuple):
    """The models of one provider whose key is set."""

    provider: str
    variable: str
    """The environment variable that holds the key."""
    specs: tuple[str, ...]


def models_with_keys() -> Iterator[ProviderModels]:
    """Yield the models of each provider whose key is set here. Reads litellm's list, which takes a moment."""
    for provider, variables in KEY_VARIABLES.items():
        variable = next((name for name in variables if os.environ.get(name)), None)
        if variable and (specs := models_of(provider)):
            yield ProviderModels(provider, variable, specs)


def models_here(addresses: Iterable[str]) -> list[ServerModels]:
    """Return the models of servers on this machine; blocks for a second at most, or little more."""
    wanted = list(dict.fromkeys(addresses))
    with ThreadPoolExecutor(max_workers=8) as pool:
        return list(pool.map(models_at, wanted))


def models_at(address: str) -> ServerModels:
    """Return the models that a server on this machine says it has. It never raises."""
    base = address if "://" in address else f"http://{address}"
    shown = one_line(without_credentials(base), 80)
    try:
        parts = urlsplit(base)
        host, port = parts.hostname or "", parts.port or 80
    except ValueError:
        return ServerModels(shown, (), "is not the address of a server")
    if parts.scheme != "http" or not is_loopback(host):
        return ServerModels(shown, (), "is not on this machine; name the model as openai/NAME?api_base=ADDRESS")
    path = parts.path.rstrip("/") or "/v1"
    api_base = f"http://{parts.netloc.rpartition('@')[2]}{path}"
    try:
        names = _names(_answer(host, port, f"{path}/models"))
    except (OSError, HTTPException, TimeoutError):
        return ServerModels(shown, (), "does not answer")
    except ValueError as error:
        return ServerModels(shown, (), one_line(str(error), 80))
    specs = tuple(_spec(name, port, api_base) for name in names)
    return ServerModels(shown, specs, "" if specs else "has no model to talk with")


def _spec(name: str, port: int, api_base: str) -> str:
    if port != _OLLAMA_PORT:
        return f"openai/{name}?api_base={api_base}"
    root = api_base.removesuffix("/v1")  # Ollama's own interface takes the length of a prompt, its copy of OpenAI's not
    return f"ollama_chat/{name}?api_base={root}"


def _answer(host: str, port: int, path: str) -> bytes:
    until = time.monotonic() + SECONDS
    connection = HTTPConnection(host, port, timeout=SECONDS)
    try:
        connection.request("GET", path, headers={"Accept": "application/json"})
        response = connection.getresponse()
        if response.status in (401, 403):
            raise ValueError("needs a key; name the model as openai/NAME?api_base=ADDRESS&key_variable=VARIABLE")
        if response.status != 200:
            raise ValueError(f"answers {response.status} instead of a list of models")
        return _body(response, until)
    finally:
        connection.close()


def _body(response: HTTPResponse, until: float) -> bytes:
    body = b""
    while piece := response.read1(65_536):
        body += piece
        if len(body) > _LARGEST_ANSWER:
            raise ValueError("answers with far more than a list of models")
        if time.monotonic() > until:
            raise TimeoutError
    return body


def _names(body: bytes) -> list[str]:
    try:
        tree: Any = json.loads(body)
        entries = tree["data"]
        names = [entry["id"] for entry in entries if isinstance(entry["id"], str)]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise ValueError("answers with something other than a list of models") from None
    return [name for name in dict.fromkeys(names) if _NAME.fullmatch(name) and not _NO_CHAT.search(name)][:MOST_MODELS]
