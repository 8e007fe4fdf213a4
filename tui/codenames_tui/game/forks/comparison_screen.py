"""A fork and its parent, side by side from where they part."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from codenames_core.files.record import EpisodeRecord
from codenames_metrics.game.side_by_side import GameComparison, compare
from codenames_tui.game.forks.comparison_lines import comparison_lines
from codenames_tui.game.forks.hindsight import Alternative, hindsight_entry
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import EMPTY, UNICODE, Glyphs, Line
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.messages import KeyChosen
from codenames_tui.ui.prose.narration import narrate
from codenames_tui.ui.screens.active_keys import all_keys, hints, press
from codenames_tui.ui.screens.dialogs import KeyHelp
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.paper import Paper
from codenames_tui.ui.wording import name_of_game

_KEYS = (
    Hint(("comparison.up", "comparison.down"), "scroll"),
    Hint(("comparison.start", "comparison.end"), "start, end"),
    Hint(("comparison.help",), "help"),
    Hint(("comparison.close",), "back"),
)


class ComparisonScreen(Screen[None]):
    """Shows two games on one board.

    Args:
        parent: the left one.
        fork: the right one.
        alternatives: decisions of people in the fork, with what the parent's agents decided there.
        glyphs: what is drawn with.

    Raises:
        InputError: they are on different boards, or the events of one do not follow from each other.
    """

    PLACE = "comparison"
    TOGETHER_WITH = ("panel",)
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_lines(-1)", "Up", id="comparison.up"),
        Binding("down,j", "scroll_lines(1)", "Down", id="comparison.down"),
        Binding("pageup", "scroll_pages(-1)", "Page up", id="comparison.page_up"),
        Binding("pagedown,space", "scroll_pages(1)", "Page down", id="comparison.page_down"),
        Binding("home,g", "scroll_lines(-1000000)", "To the beginning", id="comparison.start"),
        Binding("end,G", "scroll_lines(1000000)", "To the end", id="comparison.end"),
        Binding("question_mark,f1", "help", "Show all keys", id="comparison.help"),
        Binding("escape,q,c", "close", "Back", id="comparison.close"),
    ]

    def __init__(
        self,
        parent: EpisodeRecord,
        fork: EpisodeRecord,
        alternatives: Sequence[Alternative] = (),
        *,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__()
        self._comparison: GameComparison = compare(parent, fork)
        self._names = name_of_game(parent.episode_id), name_of_game(fork.episode_id)
        self._narrations = narrate(parent), narrate(fork)
        self._alternatives = alternatives
        self._glyphs = glyphs
        self.paper = Paper("The parent and this line", glyphs=glyphs, id="comparison")
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def compose(self) -> ComposeResult:
        """Lay out text and keys."""
        yield self.paper
        yield self.key_line

    def on_mount(self) -> None:
        """Begin at the top."""
        self.key_line.hints = hints(self, _KEYS, self._glyphs)
        self.call_after_refresh(self.action_scroll_lines, -1_000_000)

    def on_resize(self) -> None:
        """Make the columns as wide as there is room."""
        lines = self._lines(max(self.app.size.width - 3, 40))
        entries = [_entry(line) for line in lines]
        hindsight = [(hindsight_entry(other, self._glyphs), _entry(EMPTY)) for other in self._alternatives]
        self.paper.show([*entries[:2], *chain.from_iterable(hindsight), *entries[2:]])

    def _lines(self, width: int) -> list[Line]:
        names = (f"the parent, {self._names[0]}", f"this line, {self._names[1]}")
        return list(comparison_lines(self._comparison, *self._narrations, names, width, self._glyphs.line))

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by lines."""
        self.paper.action_scroll_lines(lines)

    def action_scroll_pages(self, pages: int) -> None:
        """Scroll by pages."""
        self.paper.action_scroll_pages(pages)

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(KeyHelp(all_keys(self, self._glyphs, "comparison."), self._glyphs))

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


def _entry(line: Line) -> Entry:
    return Entry((Paragraph(line),))
