"""The words of the board in full, for cards on which they do not fit; also in reading order, for those who listen."""

from codenames_tui.game.board.board_lines import Card, Table, place_of
from codenames_tui.ui.lines.help import HelpRow
from codenames_tui.ui.lines.isolates import isolated


def word_rows(table: Table) -> tuple[HelpRow, ...]:
    """Return a row for each card: its place, and its whole word with what may be known of it."""
    return tuple(HelpRow(place_of(index), isolated(card.word) + _known(card)) for index, card in enumerate(table))


def _known(card: Card) -> str:
    if card.card is None:
        return ""
    return f" ({card.card.value}{', revealed' if card.revealed else ''})"
