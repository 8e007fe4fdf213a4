"""What the app closes when it is left."""

import pytest
from textual.screen import Screen

from codenames_agents.providers import provider as provider_module
from codenames_agents.providers.provider import Provider, share_provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_tui.app.app import CodenamesApp


class Open(Transport):
    """A transport that knows whether it was closed."""

    closed = False

    async def send(self, call: Call, on_piece: object) -> RawAnswer:
        raise AssertionError("nobody is asked")

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        return False

    async def close(self) -> None:
        self.closed = True


async def test_connections_to_models_are_closed_before_the_event_loop_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_module, "_shared", None)
    transport = Open()
    share_provider(Provider(transport))
    app = CodenamesApp(Screen())
    async with app.run_test():
        assert not transport.closed
    assert transport.closed
