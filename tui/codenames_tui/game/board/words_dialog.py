"""The words of the board in full, for cards on which they do not fit; also in reading order, for those who listen."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codenames_tui.game.board.board_lines import Card, Table, place_of
from codenames_tui.ui.lines.isolates import isolated
from codenames_tui.ui.lines.keys import KeyHint
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.screens.dialog import Dialog, keys_to_click

_AROUND_THE_WORDS: Final = 9
"""Lines of the dialog that are not words."""
_BACK: Final = ("esc", "back", "words.close")


class WordsDialog(Dialog[None]):
    """Lists the cards, each with its place, its whole word and what is known of it.

    Args:
        table: the cards, as they may be seen.
        glyphs: what is drawn with.
    """

    PLACE = "words"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Back", id="words.close"),
        Binding("up", "scroll(-1)", "Up", id="words.up", show=False),
        Binding("down", "scroll(1)", "Down", id="words.down", show=False),
    ]

    def __init__(self, table: Table, glyphs: Glyphs) -> None:
        super().__init__()
        self._table = table
        self._glyphs = glyphs
        self._foot = keys_to_click(_BACK, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """List the words."""
        with Vertical(classes="dialog help"):
            yield Static(Content.styled("Words on the board", "bold"))
            with VerticalScroll(can_focus=False):
                for place, word in word_rows(self._table):
                    yield Static(Content.assemble((f"{place}  ", "bold"), word), classes="help-key")
            yield self._foot

    def on_resize(self) -> None:
        """Leave room for the frame, the title and the foot, which says whether there is more than is seen."""
        room = max(self.app.size.height - _AROUND_THE_WORDS, 1)
        self.query_one(VerticalScroll).styles.max_height = room
        up_and_down = "up/down" if self._glyphs.ascii_only else "↑↓"
        more = ((up_and_down, "more words", "words.down"),) if len(self._table) > room else ()
        self._foot.hints = tuple(KeyHint(*key) for key in (*more, _BACK))

    def action_scroll(self, lines: int) -> None:
        """Scroll the list."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)


def word_rows(table: Table) -> list[tuple[str, str]]:
    """Return the place of each card, and its whole word with what may be known of it."""
    return [(place_of(index), isolated(card.word) + _known(card)) for index, card in enumerate(table)]


def _known(card: Card) -> str:
    if card.card is None:
        return ""
    return f" ({card.card.value}{', revealed' if card.revealed else ''})"
