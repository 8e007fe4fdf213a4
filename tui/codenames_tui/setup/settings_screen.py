"""The settings: colours tried on at once, pace, default agents, folders. Each change is kept as soon as it is made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, Self

from textual.binding import Binding, BindingType

from codenames_agents.seats.turn_limit import TimeUp
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.tips.tips import TIPS
from codenames_tui.setup import game_form
from codenames_tui.setup.agent_choice import agent_chooser
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.look import Look
from codenames_tui.ui.messages import Destination, GoTo, Settled
from codenames_tui.ui.preferences import Preferences, Settings
from codenames_tui.ui.screens.choosing import AskText, Note
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.themes.sample import sample
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words

_FLAGS: Final = {"ascii": "ASCII only", "mouse": "Mouse", "animation": "Animation", "bell": "Bell"}
_NEXT_START: Final = "Takes effect after a restart."
_ABOUT_FLAGS: Final = {
    "animation": "Automatic is off over SSH, and on elsewhere.",
    "bell": "Whether the terminal's bell rings when it is your turn, and when your time is short.",
}
_DEFAULTS: Final = Preferences()


class HasThemes(AppState, Protocol):
    """An app that can look otherwise."""

    @property
    def theme_names(self) -> tuple[str, ...]:
        """Every theme that is offered: those that come with the app first."""


class SettingsScreen(ListPage):
    """A form of the settings.

    Args:
        settings: what is settled, and in which file.
        look: how the app looks now.
        themes: the names of all themes.
        folder: the folder of games that holds where none is settled.
        glyphs: what is drawn with.
    """

    PLACE = Destination.SETTINGS
    HEADING = "Settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "reset", "Reset to the default", id="settings.reset"),
    ]
    KEYS = (Hint(("list.left", "list.right"), "change"), Hint(("settings.reset",), "default"))

    def __init__(self, settings: Settings, look: Look, themes: Sequence[str], folder: Path, *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs)
        self._settings = settings
        self._look = look
        self._themes = tuple(themes)
        self._folder = folder
        self.preview = Words(glyphs=glyphs, id="preview")

    @classmethod
    def for_app(cls, app: HasThemes) -> Self:
        """Return the settings as they are, with all themes."""
        return cls(app.settings, app.look, app.theme_names, app.games_folder, glyphs=app.look.glyphs)

    @property
    def preferences(self) -> Preferences:
        """What is settled now."""
        return self._settings.preferences

    def on_mount(self) -> None:
        """Show the form, and the colours below it."""
        self.list.long = True
        self.mount(self.preview, after=self.list)
        self.preview.lines = sample(self.glyphs)
        self._show()
        if self._settings.broken:
            self.say(self._settings.problems[0], "bad")
        else:
            self.describe()

    def take(self, settings: Settings) -> None:
        """Show other settings."""
        self._settings = settings
        self._show()
        self.describe()

    def _show(self) -> None:
        now = self.preferences
        no_colour = "" if self._look.colour else "NO_COLOR is set, so the theme has no effect here."
        changed = len(now.keys)
        keys = f"{counted(changed, 'binding has', 'bindings have')} other keys" if changed else "default"
        red, blue = game_form.about_agent(now.red), game_form.about_agent(now.blue)
        folder = str(self._folder)
        platform = "" if now.episodes else " (default)"
        self.list.show(
            [
                Item("theme", "Theme", self._theme, about=no_colour, section="Look", turns=True),
                *(self._flag_item(name, label) for name, label in _FLAGS.items()),
                self._tips_item(),
                Item(
                    "pace", "Pace", f"{now.pace:g} s", about="Seconds between two events.", section="Games", turns=True
                ),
                Item(
                    "turn_seconds",
                    "Time to answer",
                    f"{now.turn_seconds} s" if now.turn_seconds else "no limit",
                    about="Seconds that a person may take for an answer.",
                    turns=True,
                ),
                *(self._time_up_items() if now.turn_seconds else ()),
                Item("red", "Red plays", now.red, about=red, style="red", turns=True),
                Item("blue", "Blue plays", now.blue, about=blue, style="blue", turns=True),
                Item("episodes", "Folder of games", folder, about=f"{folder}{platform}"),
                Item("keys", "Keys", keys, about="Which key does what. Each can be changed.", section="Files"),
                Item("file", "Settings file", str(self._settings.path), about=str(self._settings.path)),
            ]
        )

    @property
    def _theme(self) -> str:
        return self.app.theme if self._look.colour else self.preferences.theme

    def _time_up_items(self) -> tuple[Item]:
        value = "forfeit" if self.preferences.time_up == TimeUp.FORFEIT else "an agent answers"
        about = "What happens when a person takes too long to answer."
        return (Item("time_up", "When it is up", value, about=about, turns=True),)

    def _flag_item(self, name: str, label: str) -> Item:
        value = getattr(self.preferences, name)
        text = "automatic" if value is None else "on" if value else "off"
        about = _ABOUT_FLAGS.get(name, _NEXT_START)
        return Item(name, label, text, about=about, turns=True)

    def _tips_item(self) -> Item:
        about = "Tips name useful keys in your first games, each of them once. Turn them on to see them again."
        return Item("tips_seen", "Tips", "off" if self._are_tips_off else "on", about=about, turns=True)

    @property
    def _are_tips_off(self) -> bool:
        return {tip.name for tip in TIPS} <= {*self.preferences.tips_seen}

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next choice."""
        self._settle(message.item.name, self._next(message.item.name, message.steps))

    def _next(self, name: str, steps: int) -> Any:
        now = getattr(self.preferences, name)
        if name == "theme":
            return _after(self._themes, self._theme, steps)
        if name == "animation":
            return _after((None, True, False), now, steps)
        if name == "pace":
            return float(game_form.next_choice("pace", f"{now:g}", steps))
        if name == "turn_seconds":
            return int(game_form.next_choice("turn_seconds", str(now), steps))
        if name == "time_up":
            return game_form.next_choice("time_up", now, steps)
        if name == "tips_seen":
            return () if self._are_tips_off else tuple(tip.name for tip in TIPS)
        if name in ("red", "blue"):
            return game_form.next_choice(f"{name}_cluer", now, steps, self.preferences.recent)
        return not now

    async def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for a value, or take the next choice."""
        name = message.item.name
        if name == "theme":
            await self.run_action("app.change_theme")
        elif name == "keys":
            self.post_message(GoTo(Destination.KEYS))
        elif name in ("red", "blue"):
            now = getattr(self.preferences, name)
            chooser = agent_chooser(f"{name.capitalize()} plays:", now, self.preferences.recent, self.glyphs)
            self.app.push_screen(chooser, lambda spec: self._take(name, spec))
        elif name == "episodes":
            about = "The folder for finished and unfinished games. Leave empty for the default."
            ask = AskText("Folder of games", self.preferences.episodes, about, why_no_folder, self.glyphs)
            self.app.push_screen(ask, lambda path: self._take(name, path))
        elif name == "pace":
            about = "Seconds between two events; 0 means full speed."
            ask = AskText("Pace", f"{self.preferences.pace:g}", about, _why_no_pace, self.glyphs)
            self.app.push_screen(ask, lambda text: self._take(name, None if text is None else float(text)))
        elif name == "turn_seconds":
            about = "Seconds that a person may take for an answer; 0 means no limit."
            ask = AskText("Time to answer", str(self.preferences.turn_seconds), about, _why_no_limit, self.glyphs)
            self.app.push_screen(ask, lambda text: self._take(name, None if text is None else int(text or "0")))
        elif name == "file":
            self._say_how_to_edit()
        else:
            self._settle(name, self._next(name, 1))

    def _say_how_to_edit(self) -> None:
        lines = (
            f"The settings are kept in {self._settings.path}",
            "",
            "You can edit it by hand too. Comments in it are kept.",
            "Problems in it are reported at start-up.",
        )
        self.app.push_screen(Note("Settings file", lines, self.glyphs))

    def _take(self, name: str, value: Any) -> None:
        if value is not None:
            self._settle(name, game_form.kept_spec(value) if name in ("red", "blue") else value)

    def action_reset(self) -> None:
        """Put back what is usual in the setting that is pointed at."""
        if (item := self.list.pointed) and hasattr(_DEFAULTS, item.name) and item.name != "keys":
            self._settle(item.name, getattr(_DEFAULTS, item.name))

    def _settle(self, name: str, value: Any) -> None:
        self.post_message(Settled(name, value))


def _after(choices: Sequence[Any], now: Any, steps: int) -> Any:
    place = choices.index(now) if now in choices else -1
    return choices[(place + steps) % len(choices)]


def _why_no_pace(text: str) -> str:
    return game_form.problem_with("pace", {"pace": text})


def _why_no_limit(text: str) -> str:
    return game_form.problem_with("turn_seconds", {"turn_seconds": text})


def why_no_folder(text: str) -> str:
    """Return why games cannot be kept in a folder, nothing where they can; it need not exist yet."""
    if not text:
        return ""
    if text != one_line(text):
        return f"{one_line(text, 100)}: one line of visible characters is needed"
    try:
        path = Path(text).expanduser()
        if not path.is_absolute():
            return f"{one_line(text, 100)}: a whole path is needed, from / or ~ on"
        while not path.exists():
            path = path.parent
        return "" if path.is_dir() else f"{one_line(str(path), 100)} is not a folder"
    except (OSError, ValueError, RuntimeError) as error:
        return f"{one_line(text, 100)}: {one_line(str(error), 100)}"
