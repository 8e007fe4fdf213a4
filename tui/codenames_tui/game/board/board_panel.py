"""The board panel."""

from textual import events
from textual.geometry import Size
from textual.reactive import reactive

from codenames_core.game.config import Team
from codenames_tui.game.board.board_lines import Shape, Table, board_lines, card_at, is_shortened, place_of, shape_for
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.messages import CardClicked, CardPointedAt
from codenames_tui.ui.widgets.line_panel import LinePanel


class BoardPanel(LinePanel):
    """25 cards. Takes a table, and draws it as large as its place allows."""

    table: reactive[Table] = reactive((), repaint=False)
    team: reactive[Team | None] = reactive(None, repaint=False)
    """Whose turn it is: the edge has that team's colour."""

    @property
    def shape(self) -> Shape:
        """How large the cards are."""
        return shape_for(*self.size)

    @property
    def shortened_words(self) -> str:
        """The whole of every word that does not fit on its card, with its place."""
        width = self.shape.card_width
        words = [
            f"{place_of(index)} {card.word}"
            for index, card in enumerate(self.table)
            if is_shortened(card.word, width, self.glyphs)
        ]
        return ", ".join(words)

    def hint_for(self, index: int | None) -> str:
        """Return the place and the whole word of a card whose word does not fit; nothing of another one."""
        if index is None or index >= len(self.table):
            return ""
        word = self.table[index].word
        return f"{place_of(index)} {word}" if is_shortened(word, self.shape.card_width, self.glyphs) else ""

    def watch_table(self) -> None:
        """Draw another table."""
        self.redraw()

    def watch_team(self) -> None:
        """Draw the edge in another colour."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the picture of the board."""
        return board_lines(self.table, self.shape, self.glyphs, self.team) if self.table else []

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say which card the mouse is on."""
        self.post_message(CardPointedAt(card_at(event.x, event.y, self.shape)))

    def on_click(self, event: events.Click) -> None:
        """Say which card was clicked."""
        if (index := card_at(event.x, event.y, self.shape)) is not None:
            self.post_message(CardClicked(index))

    def on_leave(self) -> None:
        """Say that the mouse is on no card."""
        self.post_message(CardPointedAt(None))
