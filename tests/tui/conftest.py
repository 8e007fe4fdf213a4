"""What holds for every test of a screen."""

from collections.abc import Iterator

import pytest
from tests.tui.idle import until_nothing_is_left
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from codenames_tui.app.app import CodenamesApp
from codenames_tui.setup import agent_choice


@pytest.fixture(scope="session", autouse=True)
def style_sheets_are_parsed_once() -> Iterator[None]:
    """Hundreds of apps are started with the same style sheets, and what they say follows from their text and colours.

    An app keeps what it has parsed for as long as it runs: here all of them keep it together.
    """
    parse = Stylesheet._parse_rules
    parsed: dict[object, list[RuleSet]] = {}

    def parse_once(sheet: Stylesheet, css: str, *args: object, **options: object) -> list[RuleSet]:
        key = (css, args, *options.items(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse(sheet, css, *args, **options)  # type: ignore[arg-type]
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(autouse=True)
def presses_take_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Pilot.press` returns when its keys have taken effect.

    The app takes keys one at a time (`KeysInTurn`), so a key can still wait when Textual's own `press` returns, which
    only knows that the app has received it. Every test presses keys and then looks: here once is the wait that each of
    them would have to remember.
    """
    press = Pilot.press

    async def press_and_wait(pilot: Pilot[int], *keys: str) -> None:
        await press(pilot, *keys)
        app = pilot.app
        while isinstance(app, CodenamesApp) and app.keys_wait:
            await pilot.pause()

    monkeypatch.setattr(Pilot, "press", press_and_wait)


@pytest.fixture(autouse=True)
def notifications_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification waits for the test to read it, however slow the machine is: Textual takes it away by the clock."""
    monkeypatch.setattr(CodenamesApp, "NOTIFICATION_TIMEOUT", 3_600.0)


@pytest.fixture(autouse=True)
def _no_models_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever keys are set and whatever listens on this machine, only tests of looking for models look for any."""
    monkeypatch.setattr(agent_choice, "look_up", lambda _recent: None)


@pytest.fixture(autouse=True)
def pauses_end_when_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Pilot.pause` returns as soon as the app has done what it could; for threads and timers there is `until`.

    Textual sleeps for 20 ms, five times for two keys, and takes a process for idle that used no processor meanwhile,
    which is also true of one that got none.
    """

    async def wait(*_seconds: float) -> None:
        await until_nothing_is_left()

    monkeypatch.setattr("textual.pilot.wait_for_idle", wait)
    monkeypatch.setattr("textual.app.wait_for_idle", wait)
