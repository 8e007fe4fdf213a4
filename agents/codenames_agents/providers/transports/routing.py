"""Which way a request takes: straight to servers with OpenAI's chat completions, through litellm to others."""

from collections.abc import Callable
from typing import Final

from codenames_agents.providers.endpoints import provider_of
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.model_names import whole_name
from codenames_agents.providers.price_list import entry_of, price_list
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.transports.choice import TransportName, chosen_transport
from codenames_agents.providers.transports.litellm_transport import LitellmTransport
from codenames_agents.providers.transports.openai_transport import OpenaiTransport

_ALWAYS: Final = ("openai", "openrouter")
_WITH_ADDRESS: Final = ("hosted_vllm", "lm_studio", "llamafile")
"""Programs that serve models; where no address is given, litellm knows where they usually are."""
_OTHERS: Final = ("responses/", "chat/", "ft:")
"""How names of models begin that litellm asks in another way than by chat completions, or knows more of."""


def speaks_openai(model: str, endpoint: Endpoint) -> bool:
    """Return whether a model is asked by OpenAI's chat completions.

    >>> speaks_openai("openrouter/x/y", Endpoint("openrouter")), speaks_openai("anthropic/x", Endpoint("anthropic"))
    (True, False)
    """
    provider = provider_of(model)
    if provider in _WITH_ADDRESS:
        return endpoint.api_base is not None
    if provider not in _ALWAYS or model.removeprefix("openai/").startswith(_OTHERS):
        return False
    if provider == "openai" and not endpoint.is_elsewhere:
        found = entry_of(price_list(), whole_name(model))
        return found is None or found[1].get("mode") == "chat"
    return True


class RoutedTransport:
    """Sends each request by the transport that suits its model; litellm is imported only for those that need it.

    Args:
        chosen: the transport that somebody insists upon; the one that the environment names if not given.

    Raises:
        InputError: the environment names none that exists.
    """

    def __init__(self, chosen: TransportName | None = None) -> None:
        self.chosen = chosen_transport() if chosen is None else chosen
        self._litellm = LitellmTransport()
        self._openai = OpenaiTransport()

    def route(self, model: str, endpoint: Endpoint) -> Transport:
        """Return the transport that suits a model."""
        if self.chosen is TransportName.LITELLM or not speaks_openai(model, endpoint):
            return self._litellm
        return self._openai

    def describe(self, model: str, endpoint: Endpoint) -> str:
        """Return in a few words which way requests to a model take."""
        if self.route(model, endpoint) is self._litellm:
            return "through litellm"
        return "directly, by the chat completions of OpenAI"

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        return await self.route(call.request.model, call.endpoint).send(call, on_piece)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return await self.route(model, endpoint).takes_schema(model, endpoint)

    async def left_out(self, request: ModelRequest, endpoint: Endpoint) -> tuple[str, ...]:
        """See `Transport`."""
        return await self.route(request.model, endpoint).left_out(request, endpoint)

    async def load(self, model: str, endpoint: Endpoint) -> None:
        """See `Transport`."""
        await self.route(model, endpoint).load(model, endpoint)

    async def close(self) -> None:
        """See `Transport`."""
        await self._openai.close()
        await self._litellm.close()
