"""An app in which nothing is asked of a model, and its form of a new game."""

from tests.tui.table import is_on, until
from textual.pilot import Pilot

from codenames_tui.app.app import CodenamesApp
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.preferences import Preferences, Settings, settings_file


def app_of(preferences: Preferences | None = None) -> CodenamesApp:
    return CodenamesApp(settings=Settings(settings_file(), preferences or Preferences(red="random", blue="random")))


async def set_up(app: CodenamesApp, pilot: Pilot[int]) -> SetupScreen:
    await pilot.press("N")
    await until(pilot, lambda: is_on(app, SetupScreen))
    assert isinstance(app.screen, SetupScreen)
    return app.screen
