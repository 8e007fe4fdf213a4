"""The episodes of the folder, the latest first: one opens as a replay."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from codenames_core.text import one_line
from codenames_tui.messages import OpenEpisode
from codenames_tui.recent import Listed, latest_games
from codenames_tui.screens.choosing import Ask
from codenames_tui.screens.keys_now import Hint
from codenames_tui.screens.page import Page
from codenames_tui.views.games import game_items
from codenames_tui.views.items import Item
from codenames_tui.views.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.widgets.items import ItemList

MOST: Final = 200
"""Files that are read and listed."""


class EpisodesScreen(Page):
    """Lists what is in a folder.

    Args:
        folder: the folder.
        samples: the folder of the episodes that come with the app.
        glyphs: what is drawn with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "ask", "Open a file by its path", id="episodes.path"),
        Binding("r", "resume", "Go on with an unfinished game", id="episodes.resume"),
    ]
    KEYS = (Hint(("episodes.resume",), "go on"), Hint(("episodes.path",), "other file"))

    def __init__(self, folder: Path, samples: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._folder = folder
        self._samples = samples
        self._games: dict[str, Listed] = {}

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the title and the folder."""
        where = self.glyphs.line(str(self._folder))
        return ((Span("Episodes", "strong"), Span(f"  {where}", "dim")),)

    def on_mount(self) -> None:
        """Say that the folder is being read."""
        self.list.show([Item("", "Looking for games …", idle=True)])

    def on_screen_resume(self) -> None:
        """Read the folder when the screen has been painted."""
        self.call_after_refresh(self.run_worker, self._read, thread=True, exclusive=True, group="folder")

    def _read(self) -> None:
        worker = get_current_worker()
        own = latest_games(self._folder, MOST, lambda: worker.is_cancelled)
        samples = latest_games(self._samples, MOST, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.show_games, own, samples)

    def show_games(self, own: Sequence[Listed], samples: Sequence[Listed]) -> None:
        """Show the games that were found."""
        self._games = {str(game.path): game for game in (*own, *samples)}
        good = [game for game in own if not game.problem]
        items = game_items(good, "") or [Item("", "No game here yet. Watch one, and it will be.", idle=True)]
        items += game_items(samples, "These come with the app")
        self.list.show([*items, *game_items([game for game in own if game.problem], "These cannot be read")])
        self.describe()

    def on_item_list_pointed(self) -> None:
        """Say what a line has no room for."""
        self.describe()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Open an episode."""
        if game := self._games.get(message.item.name):
            self.post_message(OpenEpisode(game.path))

    def action_resume(self) -> None:
        """Go on with the game that is pointed at."""
        game = self._games.get(self.list.pointed.name) if self.list.pointed else None
        if game and game.can_go_on:
            self.post_message(OpenEpisode(game.path, resume=True))
        else:
            self.say("Only a game that was interrupted can go on; enter replays this one.")

    def action_ask(self) -> None:
        """Ask for a file."""
        about = "An episode (.json) or the journal of a game (.jsonl)."
        self.app.push_screen(Ask("Open", "", about, _why_no_file, self.glyphs), self._open)

    def _open(self, path: str | None) -> None:
        if path:
            self.post_message(OpenEpisode(Path(path).expanduser()))


def _why_no_file(path: str) -> str:
    try:
        return "" if Path(path).expanduser().is_file() else f"{one_line(path, 100)} is no file"
    except (OSError, ValueError, RuntimeError):
        return f"{one_line(path, 100)} is no file"
