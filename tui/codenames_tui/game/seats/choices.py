"""Which seats a person can take or give back, as the dialog lists them."""

from codenames_core.game.config import Rules, Seat
from codenames_tui.game.sessions.disclosure import NO_KEY, is_blind
from codenames_tui.game.sessions.seats import SeatsOfGame
from codenames_tui.ui.lines.lines import Glyphs


def seat_choices(seats: SeatsOfGame, rules: Rules, glyphs: Glyphs) -> list[tuple[Seat, str]]:
    """Return every seat that is not a ghost's, with a label that says who sits there or what choosing it does."""
    return [(seat, _label(seats, seat, rules, glyphs)) for seat in Seat if not seats.is_ghost(seat)]


def _label(seats: SeatsOfGame, seat: Seat, rules: Rules, glyphs: Glyphs) -> str:
    choice = "give back" if seat in seats.people else glyphs.line(seats.occupant(seat))
    blind = f" {glyphs.dot} {NO_KEY}" if is_blind(seat, rules) else ""
    return f"{seat.label:<15}{choice}{blind}"
