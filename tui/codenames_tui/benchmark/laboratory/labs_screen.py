"""The list of suites, and of the folders of answers to suites and probes."""

from pathlib import Path
from typing import ClassVar, Final, Self

from textual.binding import Binding, BindingType
from textual.message import Message

from codenames_core.text.sanitiser import one_line
from codenames_tui.benchmark.laboratory.labs import ANSWERS, is_lab, lab_items, labs_in, suites_in
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import Destination
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

_BASIC: Final = "basic"
_BY_PATH: Final = "path"
HOW: Final = "To ask agents: codenames-tui suite run basic --models SPEC,… or codenames-tui probe RUN"


class OpenLab(Message):
    """A suite or probe is to be shown."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path


class LabsScreen(BenchPage, ListPage):
    """Offers suites, and folders of answers.

    Args:
        folder: in which they are looked for.
        glyphs: what is drawn with.
    """

    PLACE = Destination.LABORATORY
    HEADING = "Suites and probes"
    SUBHEADING = "single decisions, asked without games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "ask", "A suite or a folder of answers, by its path", id="labs.path"),
    ]
    KEYS = (Hint(("labs.path",), "by path"),)

    def __init__(self, folder: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._folder = folder

    @classmethod
    def for_app(cls, app: AppState) -> Self:
        """Return what there is in the current folder."""
        return cls(Path(), glyphs=app.look.glyphs)

    def on_screen_resume(self) -> None:
        """Look at what there is; something may have been asked meanwhile."""
        suites = [
            Item(_BASIC, _BASIC, note="400 decisions that come with the app", about=HOW, section="Suites"),
            *(Item(str(path), path.name, note="a file in this folder") for path in suites_in(self._folder)),
            Item(_BY_PATH, "By path", note="another suite, or a folder of answers"),
        ]
        self.list.show([*lab_items(labs_in(self._folder / ANSWERS)), *suites])
        self.describe()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Open what was chosen."""
        if message.item.name == _BY_PATH:
            self.action_ask()
        else:
            self.post_message(OpenLab(Path(message.item.name)))

    def action_ask(self) -> None:
        """Ask for a path."""
        about = "A suite (.jsonl), or a folder of answers to a suite or probe."
        self.app.push_screen(AskText("Open", "", about, _why_no_path, self.glyphs), self._take_path)

    def _take_path(self, path: str | None) -> None:
        if path:
            self.post_message(OpenLab(Path(path).expanduser()))


def _why_no_path(path: str) -> str:
    try:
        good = is_lab(Path(path).expanduser())
    except (OSError, ValueError, RuntimeError):
        good = False
    return "" if good else f"{one_line(path, 100)} is neither a suite nor a folder of answers"
