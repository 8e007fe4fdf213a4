"""The first screen: a game at once, a new one, games worth seeing, those that were interrupted, settings, help.

It is painted before anything of the game is imported; the folder of games is read afterwards, in a thread, and so is
the game whose picture stands beside the list.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.worker import Worker, WorkerState, get_current_worker

from codenames_agents.kinds import DEFAULT_SPEC
from codenames_tui.game.game_keys import GAME_KEYS
from codenames_tui.library.game_items import SAMPLE, game_items, sample_items
from codenames_tui.library.guides import GUIDES, HELP, WATCH, Guide, guide_lines
from codenames_tui.library.still_panel import StillPanel
from codenames_tui.ui.data import WORTH_SEEING, data_folder
from codenames_tui.ui.lines.help import HelpGroup
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.lines.logo import logo_lines
from codenames_tui.ui.messages import Destination, GoTo, OpenEpisode, StartGame
from codenames_tui.ui.preferences import Preferences, games_folder
from codenames_tui.ui.screens.active_keys import default_key, key_of
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.still_picture import Picture

if TYPE_CHECKING:
    from codenames_tui.episodes.episode_index import Kept

FEWEST: Final = 4
"""Games of each kind on a small screen; the others are on the screen of all episodes."""
_TALL: Final = 24
BESIDE_FROM: Final = 116
"""Columns from which a picture stands beside the list, and leaves it room for what it says of each item."""
_LARGE_LOGO: Final = 34
"""Lines of a terminal from which the name is written large."""
_DESTINATIONS: Final = frozenset(Destination)
_READ: Final = 40
"""Files that are read for it."""
_PURPOSE: Final = (Span("Watch AI teams play Codenames", "strong"),)


class HomeScreen(ListPage):
    """Offers what there is to do.

    Args:
        preferences: what is settled.
        glyphs: what is drawn with.
        preload: imports what a game needs, before it is needed; called in a thread.
    """

    PLACE = "home"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "Watch a game", id="home.watch"),
        Binding("h", f"go('{Destination.PLAY_YOURSELF}')", "Play yourself", id="home.play"),
        Binding("H", f"go('{Destination.WITH_OTHERS}')", "Play with others", id="home.table"),
        Binding("N", f"go('{Destination.SET_UP}')", "New game", id="home.new"),
        Binding("l", f"go('{Destination.LIBRARY}')", "Open the library", id="home.library"),
        Binding("b", f"go('{Destination.BENCHMARKS}')", "Benchmark", id="home.benchmark"),
        Binding("comma", f"go('{Destination.SETTINGS}')", "Settings", id="home.settings"),
        *(
            Binding(str(place), f"sample({place - 1})", f"Watch sample game {place}", id=f"home.sample_{place}")
            for place in range(1, len(WORTH_SEEING) + 1)
        ),
    ]
    KEYS = (Hint(("app.commands",), "all commands"),)
    LAST_KEYS = (Hint(("page.help",), "help"), Hint(("page.quit",), "quit"))
    NOT_OFFERED = ("page.back",)

    def __init__(
        self, preferences: Preferences, *, glyphs: Glyphs = UNICODE, preload: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(glyphs=glyphs)
        self.still = StillPanel(glyphs=glyphs, id="still")
        self.preferences = preferences
        self._preload = preload
        self._games: Sequence[Kept] | None = None
        """None until the folder has been read."""
        self._known: Mapping[str, Kept] = {}
        """What was read the last time."""

    def middle(self) -> tuple[Widget, ...]:
        """Return the list, and beside it a picture of what is pointed at."""
        return (Horizontal(self.list, self.still, id="beside"),)

    def action_close(self) -> None:
        """Quit: there is nothing below."""
        self.action_leave()

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the name and what it is for."""
        width, height = self.app.size
        return logo_lines(_PURPOSE, width - 2, is_large=height >= _LARGE_LOGO)

    def on_mount(self) -> None:
        """Show what there is to do."""
        self._show()
        self.describe()

    def on_resize(self) -> None:
        """Show as many games as there is room for."""
        self.set_class(self.app.size.width >= BESIDE_FROM, "-beside")
        self.heading.lines = self.heading_lines()
        self._show()
        self.describe()

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
        if event.state is WorkerState.ERROR:
            self.say(f"The folder of games could not be read: {event.worker.error}", "bad")

    def show_games(self, games: "Sequence[Kept]") -> None:
        """Show the games that were found."""
        self._games = games
        self._show()

    def _show(self) -> None:
        keys = [key_of(self, f"home.sample_{place}", self.glyphs) for place in range(1, len(WORTH_SEEING) + 1)]
        self.list.show([*self._entries(), *sample_items(keys), *self._game_entries()])

    def _entries(self) -> Iterator[Item]:
        red, blue = self.preferences.red, self.preferences.blue
        who = "offline agents, no key needed" if red == blue == DEFAULT_SPEC else f"{red} - {blue}"
        for name, note, binding in (
            (WATCH, who, "home.watch"),
            (Destination.PLAY_YOURSELF, "guess or give clues, with agents", "home.play"),
            (Destination.WITH_OTHERS, "join a table, or host one", "home.table"),
            (Destination.SET_UP, "players, rules and words", "home.new"),
            (Destination.LIBRARY, "replay any game, move by move", "home.library"),
            (Destination.BENCHMARKS, "many games, and who plays best", "home.benchmark"),
            (Destination.SETTINGS, "theme, pace, agents, keys", "home.settings"),
            (HELP, "every key, every symbol", "page.help"),
        ):
            yield Item(name, GUIDES[name].title, note=note, key=key_of(self, binding, self.glyphs))

    def _game_entries(self) -> list[Item]:
        if self._games is None:
            return [Item("", "Looking for games …", section="Your games", idle=True)]
        limit = FEWEST + max(self.app.size.height - _TALL, 0) // 3
        waiting = [game for game in self._games if game.row.can_go_on][:limit]
        others = [game for game in self._games if not game.row.can_go_on and not game.row.broken][:limit]
        items = game_items(waiting, f"Unfinished games ({key_of(self, 'list.choose', self.glyphs)} to resume)")
        items += game_items(others, "Your games")
        if not others:
            items.append(Item("", "No games yet. Finished games are saved here.", section="Your games", idle=True))
        return items

    def help_groups(self) -> tuple[HelpGroup, ...]:
        """Return the keys, and for whoever has not seen a game yet what its symbols mean."""
        from codenames_tui.game.panels.legend import legend

        return (*super().help_groups(), *legend(self.glyphs))

    # What is pointed at

    def describe(self) -> None:
        """Show a picture of what is pointed at beside the list, or where there is no room say something below it."""
        item = self.list.pointed
        if item is None or item.idle:
            return
        is_beside = self.app.size.width >= BESIDE_FROM
        guide = GUIDES.get(item.name) or Guide(item.label, item.about or item.note)
        self.say("" if is_beside or (guide.text == item.note and self.list.says_all) else guide.text)
        if not is_beside:
            return
        if item.name in GUIDES:
            self.still.show(self._guide_picture(guide))
        else:
            self.still.show_game(self._path_of(item.name), self._guide_picture(guide))

    def _guide_picture(self, guide: Guide) -> Picture:
        return lambda size: guide_lines(guide, size.width, self._game_key)

    def _game_key(self, binding: str) -> str:
        return default_key(self, GAME_KEYS, binding, self.preferences.keys, self.glyphs)

    @staticmethod
    def _path_of(name: str) -> Path:
        if name.startswith(SAMPLE):
            return data_folder("sample_episodes") / f"{name.removeprefix(SAMPLE)}.json"
        return Path(name)

    # Going there

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Do what was chosen."""
        match message.item.name:
            case name if name == WATCH:
                self.action_watch()
            case name if name == HELP:
                self.action_help()
            case name if name in _DESTINATIONS:
                self.action_go(name)
            case name if name.startswith(SAMPLE):
                self.post_message(OpenEpisode(self._path_of(name)))
            case name:
                self._open(name)

    def _open(self, name: str) -> None:
        for game in self._games or ():
            if game.row.file == name:
                self.post_message(OpenEpisode(Path(game.row.file), resume=game.row.can_go_on))

    def action_watch(self) -> None:
        """Begin a game between the default agents."""
        self.post_message(StartGame({}))

    def action_sample(self, place: int) -> None:
        """Open one of the games that are worth seeing."""
        self.post_message(OpenEpisode(self._path_of(SAMPLE + [*WORTH_SEEING][place])))

    def action_back(self) -> None:
        """Say how to leave: there is nothing below this screen."""
        self.say(f"{key_of(self, 'page.quit', self.glyphs)} quits.")

    def action_go(self, destination: str) -> None:
        """Go to another screen."""
        self.post_message(GoTo(Destination(destination)))
