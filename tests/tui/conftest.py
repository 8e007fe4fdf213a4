"""Keys of tests have taken effect when `Pilot.press` returns, also those that had to wait their turn."""

import pytest
from textual.pilot import Pilot

from codenames_tui.app.app import CodenamesApp


@pytest.fixture(autouse=True)
def _presses_take_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    press = Pilot.press

    async def pressed(pilot: Pilot[int], *keys: str) -> None:
        await press(pilot, *keys)
        app = pilot.app
        while isinstance(app, CodenamesApp) and app.keys_wait:
            await pilot.pause()

    monkeypatch.setattr(Pilot, "press", pressed)
