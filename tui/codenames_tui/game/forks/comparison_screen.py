"""A fork and its original side by side, turn by turn from where they part."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from codenames_core.files.record import EpisodeRecord
from codenames_tui.game.forks.comparison_panel import ComparisonPanel
from codenames_tui.game.forks.comparison_picture import ComparisonView
from codenames_tui.game.forks.games import place_index, places, two_games
from codenames_tui.game.forks.hindsight import Alternative
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import KeyChosen
from codenames_tui.ui.screens.active_keys import hints, key_groups, press
from codenames_tui.ui.screens.key_help import show_help
from codenames_tui.ui.widgets.key_line import KeyLine

_KEYS = (
    Hint(("comparison.turn_back", "comparison.turn_forward"), "turn"),
    Hint(("comparison.up", "comparison.down"), "scroll"),
    Hint(("comparison.start", "comparison.end"), "top, bottom"),
    Hint(("comparison.key",), "show key"),
    Hint(("comparison.help",), "help"),
    Hint(("comparison.close",), "back"),
)
_FAR = 1_000_000


class ComparisonScreen(Screen[None]):
    """Shows two games on one board.

    Args:
        original: the left one.
        fork: the right one.
        alternatives: decisions of people in the fork, with what the original's agents decided there.
        position: where the fork is looked at, as a number of events; at its end if not given.
        glyphs: what is drawn with.

    Raises:
        InputError: they are on different boards, or the events of one do not follow from each other.
    """

    PLACE = "comparison"
    TOGETHER_WITH = ("panel",)
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,[,p", "step(-1)", "Previous turn of both games", id="comparison.turn_back"),
        Binding("right,],n", "step(1)", "Next turn of both games", id="comparison.turn_forward"),
        Binding("up,k", "scroll_lines(-1)", "Scroll up", id="comparison.up"),
        Binding("down,j", "scroll_lines(1)", "Scroll down", id="comparison.down"),
        Binding("pageup", "scroll_pages(-1)", "Page up", id="comparison.page_up"),
        Binding("pagedown", "scroll_pages(1)", "Page down", id="comparison.page_down"),
        Binding("home,g", f"scroll_lines(-{_FAR})", "Scroll to the top", id="comparison.start"),
        Binding("end,G", f"scroll_lines({_FAR})", "Scroll to the bottom", id="comparison.end"),
        Binding("s", "toggle_key", "Show the key", id="comparison.key"),
        Binding("question_mark,f1", "help", "Show all keys", id="comparison.help"),
        Binding("escape,q", "close", "Back", id="comparison.close"),
    ]

    def __init__(
        self,
        original: EpisodeRecord,
        fork: EpisodeRecord,
        alternatives: Sequence[Alternative] = (),
        *,
        position: int | None = None,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__()
        games = two_games(original, fork)
        step = place_index(games, len(fork.public_transcript) if position is None else position)
        self._glyphs = glyphs
        self._last_step = len(places(games)) - 1
        self.view = ComparisonView(games, step, tuple(alternatives))
        self.panel = ComparisonPanel(glyphs=glyphs, id="comparison")
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def compose(self) -> ComposeResult:
        """Lay out the picture and the keys."""
        with Vertical(id="comparison-page"):
            yield self.panel
            yield self.key_line

    def on_mount(self) -> None:
        """Show both games."""
        self.key_line.hints = hints(self, _KEYS, self._glyphs)
        self.panel.view = self.view

    def on_resize(self) -> None:
        """Leave a margin where there is room for one."""
        width, height = self.app.size
        self.set_class(width >= 100 and height >= 30, "-roomy")

    def action_step(self, turns: int) -> None:
        """Look at both games some turns later, or earlier where negative."""
        self._look_from(self.view._replace(step=min(max(self.view.step + turns, 0), self._last_step)))

    def action_toggle_key(self) -> None:
        """Tint the cards that are face down, or stop that."""
        self._look_from(self.view._replace(key_shown=not self.view.key_shown))

    def _look_from(self, view: ComparisonView) -> None:
        self.view = self.panel.view = view

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by lines."""
        self.panel.scroll_text(lines)

    def action_scroll_pages(self, pages: int) -> None:
        """Scroll by pages."""
        self.panel.scroll_text(pages * max(self.panel.size.height - 1, 1))

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        show_help(self, key_groups(self, self._glyphs, {"Comparison": ("comparison.",)}), self._glyphs)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
