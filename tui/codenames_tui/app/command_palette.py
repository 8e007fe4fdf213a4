"""The list of all commands: Textual's, which holds however fast one types and clicks, with keys beside the commands."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from codenames_tui.ui.screens.dialog import is_on_top

_WIDEST: Final = 48
"""Cells of a command; its keys stand behind them."""
_ROOM: Final = 70
"""Columns of a terminal from which the keys have a column of their own."""
_ALSO_CALLED: Final = {
    "inspect": "inspector reasoning prompt thoughts why mind",
    "targets": "aim intended",
    "presenter": "projector big slideshow beamer",
    "export": "html svg markdown cast picture image file report",
    "fork": "branch what if",
    "search": "find transcript text grep",
    "speed": "pace faster",
    "slow": "pace slower",
    "seat": "takeover play human sit",
    "key": "spymaster solution",
    "mark": "highlight mistake bookmark",
    "theme": "colours colors dark light",
    "zoom": "layout maximize panel transcript discussion story",
    "help": "legend symbols shortcuts",
    "compare": "diff original",
    "back": "home menu leave",
    "jump": "turn goto",
    "quit": "exit close",
    "settings": "preferences options configuration",
    "library": "games replays episodes history",
    "suites": "laboratory matrix heat",
    "benchmark": "tournament leaderboard experiment rank",
}
"""Other names for what a command is about, by a word of it."""


class Commands(CommandPalette):
    """A palette that is closed once, whose keys wait for its list, and whose cursor does not blink."""

    def on_mount(self) -> None:
        """Draw nothing when nothing changes."""
        self.query_one(Input).cursor_blink = False

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it, unless that was done before."""
        return super().dismiss(result) if is_on_top(self) else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: those that move through the list do when it is laid out."""
        if action == "command_list" and not self.query_one(CommandList).scrollable_content_region:
            return False
        return super().check_action(action, parameters)


class ScreenCommands(Provider):
    """What the screen offers, in its order; it is found by other names for it, too."""

    def _commands(self) -> Iterator[SystemCommand]:
        yield from self.app.get_system_commands(self.screen)

    def _shown(self, title: Content, keys: str) -> Content:
        wide = self.app.size.width >= _ROOM
        space = " " * max(_WIDEST - cell_len(title.plain), 2) if wide else "  "
        return Content.assemble(title, space, (keys, "bold")) if keys else title

    async def discover(self) -> Hits:
        """Yield all commands."""
        for title, keys, run, is_offered in self._commands():
            if is_offered:
                yield DiscoveryHit(self._shown(Content(title), keys), run, text=title)

    async def search(self, query: str) -> Hits:
        """Yield the commands that are called so; those by their own names first."""
        matcher = self.matcher(query)
        for title, keys, run, _ in self._commands():
            if (match := matcher.match(title)) > 0:
                yield Hit(match + _is_in(query, title), self._shown(matcher.highlight(title), keys), run, text=title)
            elif _is_in(query, also_called(title)):
                yield Hit(0.5, self._shown(Content(title), keys), run, text=title)


def _is_in(query: str, text: str) -> bool:
    """Return whether each word of a query begins a word of `text`."""
    words = text.casefold().split()
    return all(any(word.startswith(wanted) for word in words) for wanted in query.casefold().split())


def also_called(title: str) -> str:
    """Return other names for a command.

    >>> also_called("Show clue targets")
    'aim intended'
    """
    words = [word.strip(":,.") for word in title.casefold().split()]
    return " ".join(names for word, names in _ALSO_CALLED.items() if word in words)
