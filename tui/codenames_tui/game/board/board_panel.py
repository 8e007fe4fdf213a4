"""The board panel."""

from functools import partial

from textual import events
from textual.geometry import Size
from textual.reactive import reactive

from codenames_core.game.config import Team
from codenames_tui.game.board.board_lines import (
    COLUMNS,
    Shape,
    Table,
    board_lines,
    card_at,
    is_shortened,
    place_of,
    shade_of,
    shape_for,
    words_fit_large,
)
from codenames_tui.game.board.turning import FRAMES, SECONDS, Turning, turned, turning_lines
from codenames_tui.game.minds.bars import in_words
from codenames_tui.ui.lines.lines import Line
from codenames_tui.ui.messages import CardClicked, CardPointedAt
from codenames_tui.ui.widgets.line_panel import LinePanel


class BoardPanel(LinePanel):
    """25 cards. Takes a table, and draws it as large as its place allows."""

    table: reactive[Table] = reactive((), repaint=False)
    turning: reactive[Turning | None] = reactive(None, repaint=False)
    """A card that is being turned over."""
    team: reactive[Team | None] = reactive(None, repaint=False)
    """Whose turn it is: the edge has that team's colour."""

    @property
    def shape(self) -> Shape:
        """How large the cards are, and their words."""
        shape = shape_for(*self.size)
        words = tuple(card.word for card in self.table)
        return shape._replace(large=words_fit_large(words, shape, self.glyphs))

    @property
    def shortened_words(self) -> str:
        """The whole of every word that does not fit on its card, with its place."""
        shape = self.shape
        words = [
            f"{place_of(index)} {card.word}"
            for index, card in enumerate(self.table)
            if is_shortened(card.word, shape, self.glyphs)
        ]
        return ", ".join(words)

    def hint_for(self, index: int | None) -> str:
        """Return what does not stand on a card: its whole word where it is cut, and the chances that its bars show."""
        if index is None or index >= len(self.table):
            return ""
        card = self.table[index]
        beliefs = in_words(card.beliefs, self.glyphs)
        if not beliefs and not is_shortened(card.word, self.shape, self.glyphs):
            return ""
        return f" {self.glyphs.dot} ".join(part for part in (f"{place_of(index)} {card.word}", beliefs) if part)

    def show_table(self, table: Table, *, as_it_happens: bool) -> None:
        """Show another table; a card that is turned over is seen to turn where it is shown `as_it_happens`."""
        if table == self.table:
            return  # a card that is turning goes on
        self.set_reactive(BoardPanel.turning, turned(self.table, table) if as_it_happens else None)
        self.table = table
        if self.turning is not None:
            self.set_timer(SECONDS, partial(self._go_on_turning, self.turning))

    def _go_on_turning(self, turning: Turning) -> None:
        if self.turning == turning:
            further = turning._replace(frame=turning.frame + 1)
            self.turning = further if further.frame < FRAMES - 1 else None
            if self.turning is not None:
                self.set_timer(SECONDS, partial(self._go_on_turning, further))

    def watch_table(self) -> None:
        """Draw another table."""
        self.redraw()

    def watch_turning(self) -> None:
        """Draw the next picture of a card that turns."""
        self.redraw()

    def watch_team(self) -> None:
        """Draw the edge in another colour."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the picture of the board."""
        if not self.table:
            return []
        drawn = {}
        if self.turning is not None:
            after, shape = self.table[self.turning.card], self.shape
            shade = shade_of(self.turning.card // COLUMNS, shape)
            drawn[self.turning.card] = turning_lines(self.turning, after, shape, shade)
        return board_lines(self.table, self.shape, self.glyphs, self.team, drawn)

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
