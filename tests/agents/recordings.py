"""Cassettes to replay, and the transport that they are recorded from."""

from collections.abc import Callable
from pathlib import Path

from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.errors import ProviderError
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.usage import Usage

ASKED = ModelRequest(
    "openai/fake", ({"role": "user", "content": "A clue, please."},), api_base="http://127.0.0.1:1/v1", temperature=0.5
)


class Answering(Transport):
    """A transport that answers with its script, and counts."""

    def __init__(self, *script: str | ProviderError) -> None:
        self.script = list(script)

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        answer = self.script.pop(0)
        if isinstance(answer, ProviderError):
            raise answer
        return RawAnswer(answer, model="fake-2026", usage=Usage(10, 2), cost_usd=0.25)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        return False

    async def close(self) -> None: ...


async def at_once(seconds: float) -> None: ...


def recording(path: Path, *script: str | ProviderError) -> Provider:
    return Provider(Answering(*script), cassette=Cassette.record_to(path), sleep=at_once, policy=Policy(api_retries=1))
