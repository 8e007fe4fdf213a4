"""The first screen: a game at once, a new one, one that was interrupted, an episode, settings, help.

It is painted before anything of the game is imported; the folder of games is read afterwards, in a thread.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.worker import Worker, get_current_worker

from codenames_agents.kinds import DEFAULT_SPEC
from codenames_tui.library.game_items import game_items
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.messages import Destination, GoTo, OpenEpisode, StartGame
from codenames_tui.ui.preferences import Preferences, games_folder
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

if TYPE_CHECKING:
    from codenames_tui.episodes.episode_index import Kept

FEWEST: Final = 4
"""Games of each kind on a small screen; the others are on the screen of all episodes."""
_TALL: Final = 24
_DESTINATIONS: Final = frozenset(Destination)
_READ: Final = 40
"""Files that are read for it."""


class HomeScreen(ListPage):
    """Offers what there is to do.

    Args:
        preferences: what is settled.
        glyphs: what is drawn with.
        preload: imports what a game needs, before it is needed; called in a thread.
    """

    PLACE = "home"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", f"go('{Destination.PLAY_YOURSELF}')", "Play yourself", id="home.play"),
        Binding("N", f"go('{Destination.SET_UP}')", "New game", id="home.new"),
        Binding("l", f"go('{Destination.LIBRARY}')", "Open an episode", id="home.library"),
        Binding("b", f"go('{Destination.BENCHMARKS}')", "Benchmark", id="home.benchmark"),
        Binding("comma", f"go('{Destination.SETTINGS}')", "Settings", id="home.settings"),
    ]
    KEYS = (Hint(("home.new",), "new game"), Hint(("home.library",), "open"), Hint(("home.settings",), "settings"))
    LAST_KEYS = (Hint(("page.help",), "help"), Hint(("page.quit",), "quit"))
    NOT_OFFERED = ("page.back",)

    def __init__(
        self, preferences: Preferences, *, glyphs: Glyphs = UNICODE, preload: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(glyphs=glyphs)
        self.preferences = preferences
        self._preload = preload
        self._games: Sequence[Kept] | None = None
        """None until the folder has been read."""
        self._known: Mapping[str, Kept] = {}
        """What was read the last time."""

    def action_close(self) -> None:
        """Quit: there is nothing below."""
        self.action_leave()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the name and what it is for."""
        title = (Span("CODENAMES", "accent"), Span("  teams of agents play; watch, replay, measure", "dim"))
        return (title,)

    def on_mount(self) -> None:
        """Show what there is to do."""
        self._show()

    def on_resize(self) -> None:
        """Show as many games as there is room for."""
        self._show()

    def on_screen_resume(self) -> None:
        """Look for games when the screen has been painted; something may have been played meanwhile."""
        self.call_after_refresh(self._read_folder)

    def _read_folder(self) -> None:
        self.run_worker(self._read, thread=True, exclusive=True, group="folder", exit_on_error=False)

    def _read(self) -> None:
        from codenames_tui.episodes.episode_index import latest_games

        self._preload()
        worker = get_current_worker()
        folder = games_folder(self.preferences)
        self._known = latest_games(folder, _READ, self._known, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.show_games, [*self._known.values()])

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say it where the folder could not be read."""
        if event.worker.error is not None:
            self.say(f"The folder of games could not be read: {event.worker.error}", "bad")

    def show_games(self, games: "Sequence[Kept]") -> None:
        """Show the games that were found."""
        self._games = games
        self._show()

    def _show(self) -> None:
        self.list.show([*self._entries(), *self._game_entries()])

    def _entries(self) -> list[Item]:
        red, blue = self.preferences.red, self.preferences.blue
        offline = red == blue == DEFAULT_SPEC
        who = "offline agents, no key needed" if offline else f"{red} - {blue}"
        return [
            Item("watch", "Watch a game", note=who),
            Item(
                Destination.PLAY_YOURSELF,
                "Play yourself",
                note="guess, or give clues; agents take the other seats",
                key=key_of(self, "home.play", self.glyphs),
            ),
            Item(
                Destination.SET_UP,
                "New game",
                note="choose who plays, the mode, the words",
                key=key_of(self, "home.new", self.glyphs),
            ),
            Item(
                Destination.LIBRARY,
                "Open an episode",
                note="replay it, step by step",
                key=key_of(self, "home.library", self.glyphs),
            ),
            Item(
                Destination.BENCHMARKS,
                "Benchmark",
                note="many games, and who plays well",
                key=key_of(self, "home.benchmark", self.glyphs),
            ),
            Item(
                Destination.SETTINGS,
                "Settings",
                note="colours, pace, default agents, folders",
                key=key_of(self, "home.settings", self.glyphs),
            ),
            Item("help", "Help", note="all keys", key=key_of(self, "page.help", self.glyphs)),
        ]

    def _game_entries(self) -> list[Item]:
        if self._games is None:
            return [Item("", "Looking for games …", section="Episodes", idle=True)]
        limit = FEWEST + max(self.app.size.height - _TALL, 0) // 3
        waiting = [game for game in self._games if game.row.can_go_on][:limit]
        others = [game for game in self._games if not game.row.can_go_on and not game.row.broken][:limit]
        items = game_items(waiting, "Unfinished: choose one to go on with it")
        items += game_items(others, "Episodes")
        if not others:
            items.append(Item("", "No episode yet. A game that ends is kept here.", section="Episodes", idle=True))
        return items

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Do what was chosen."""
        match message.item.name:
            case "watch":
                self.post_message(StartGame({}))
            case "help":
                self.action_help()
            case name if name in _DESTINATIONS:
                self.action_go(name)
            case name:
                self._open(name)

    def _open(self, name: str) -> None:
        for game in self._games or ():
            if game.row.file == name:
                self.post_message(OpenEpisode(Path(game.row.file), resume=game.row.can_go_on))

    def action_back(self) -> None:
        """Say how to leave: there is nothing below this screen."""
        self.say(f"{key_of(self, 'page.quit', self.glyphs)} quits.")

    def action_go(self, destination: str) -> None:
        """Go to another screen."""
        self.post_message(GoTo(Destination(destination)))

    def describe(self) -> None:
        """Say nothing: every item has its note beside it."""
