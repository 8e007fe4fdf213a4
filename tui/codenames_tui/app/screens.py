"""Every screen and panel with keys of its own, by name: a new one has its module and a row here.

Nothing is imported before it is needed, so that the app starts without the screens that it does not show. What a
row leads to declares the rest itself:

- `PLACE`, the name of the place for people, under which its keys are listed;
- `TOGETHER_WITH`, the places of the panels inside it whose keys can be pressed while it is shown;
- `for_app`, where it is a `Destination`: makes it from what the app knows.
"""

from importlib import import_module
from typing import Any, Final, NamedTuple

from codenames_tui.ui.messages import Destination

EVERYWHERE: Final = "everywhere"
"""The place of keys that work on every screen."""


class KeyedClass(NamedTuple):
    """A class with keys."""

    module: str
    """Inside `codenames_tui`."""
    name: str
    destination: Destination | None = None
    """What leads to it, for a screen that can be opened from others."""

    def load(self) -> Any:
        """Import the class."""
        return getattr(import_module(f"codenames_tui.{self.module}"), self.name)


SCREENS: Final = (
    KeyedClass("app.app", "CodenamesApp"),
    KeyedClass("ui.screens.page", "Page"),
    KeyedClass("library.home_screen", "HomeScreen"),
    KeyedClass("setup.play_yourself_screen", "PlayYourselfScreen", Destination.PLAY_YOURSELF),
    KeyedClass("table.with_others_screen", "WithOthersScreen", Destination.WITH_OTHERS),
    KeyedClass("setup.setup_screen", "SetupScreen", Destination.SET_UP),
    KeyedClass("setup.settings_screen", "SettingsScreen", Destination.SETTINGS),
    KeyedClass("app.key_editor", "KeysScreen", Destination.KEYS),
    KeyedClass("app.key_editor", "AskKey"),
    KeyedClass("library.library_screen", "LibraryScreen", Destination.LIBRARY),
    KeyedClass("setup.fork_screen", "ForkScreen"),
    KeyedClass("game.game_screen", "GameScreen"),
    KeyedClass("game.forks.comparison_screen", "ComparisonScreen"),
    KeyedClass("benchmark.page", "BenchPage"),
    KeyedClass("benchmark.setup_screens", "BenchmarkScreen", Destination.BENCHMARKS),
    KeyedClass("benchmark.setup_screens", "BenchmarkForm"),
    KeyedClass("benchmark.setup_screens", "BenchmarkPlan"),
    KeyedClass("benchmark.run_screen", "BenchRunScreen"),
    KeyedClass("benchmark.results_screen", "BenchResultsScreen"),
    KeyedClass("benchmark.laboratory.labs_screen", "LabsScreen", Destination.LABORATORY),
    KeyedClass("benchmark.laboratory.lab_screen", "LabScreen"),
    KeyedClass("benchmark.laboratory.heat_map_panel", "HeatMapPanel"),
    KeyedClass("benchmark.tuning.tune_screen", "TuneScreen"),
    KeyedClass("benchmark.tuning.tune_screen", "CandidateDetails"),
    KeyedClass("benchmark.dialogs", "ConfirmEnding"),
    KeyedClass("benchmark.dialogs", "ConfirmSpending"),
    KeyedClass("ui.widgets.item_list", "ItemList"),
    KeyedClass("ui.widgets.row_table", "RowTable"),
    KeyedClass("ui.widgets.search_field", "SearchField"),
    KeyedClass("ui.widgets.paper", "Paper"),
    KeyedClass("game.story.story_panel", "StoryPanel"),
    KeyedClass("game.ending.ending_panel", "EndingPanel"),
    KeyedClass("game.inspector.inspector_pane", "InspectorPane"),
    KeyedClass("game.inspector.ask_again_screen", "AskAgainScreen"),
    KeyedClass("game.inspector.picture_screen", "PictureScreen"),
    KeyedClass("game.seats.answer_panel", "ClueForm"),
    KeyedClass("game.seats.answer_panel", "MessageForm"),
    KeyedClass("game.seats.pick_form", "PickForm"),
    KeyedClass("game.seats.dialogs", "ChooseSeat"),
    KeyedClass("game.seats.dialogs", "HandOver"),
    KeyedClass("game.seats.dialogs", "ConfirmGivingUp"),
    KeyedClass("ui.screens.dialogs", "ConfirmLeaving"),
    KeyedClass("ui.screens.dialogs", "JumpToTurn"),
    KeyedClass("game.talk.find_screen", "FindInGame"),
    KeyedClass("ui.screens.key_help", "KeyHelp"),
    KeyedClass("ui.screens.go_to_panel", "GoToPanel"),
    KeyedClass("exports.export_screen", "ExportGame"),
    KeyedClass("ui.screens.choosing", "AskText"),
    KeyedClass("ui.screens.choosing", "ChooseAgent"),
    KeyedClass("ui.screens.choosing", "Note"),
    KeyedClass("ui.screens.choose_item", "ChooseItem"),
    KeyedClass("setup.model_screen", "SetParameters"),
    KeyedClass("table.lobby_screen", "LobbyScreen"),
)
"""In the order in which their keys are listed."""


def screen_at(destination: Destination) -> Any:
    """Return the class of the screen at a destination; there is none at `back` and `quit`."""
    return next(row for row in SCREENS if row.destination is destination).load()
