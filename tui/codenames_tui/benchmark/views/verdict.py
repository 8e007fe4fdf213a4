"""What a ranking comes to, in one sentence; and what its short headings stand for."""

from collections.abc import Sequence
from typing import Final

from codenames_core.text.plurals import counted
from codenames_metrics.analysis.standings import Place
from codenames_metrics.tables.number_formats import format_percent
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

FEW_GAMES: Final = 100
"""Below so many games, win rates differ by chance by more than ten points."""
LEGEND: Final = "worth: independent games · words: found per turn · coord., clues, guesses: 0 to 1"


def verdict(places: Sequence[tuple[str, Place]]) -> str:
    """Return who wins most and whether that is settled, of a ranking with the best first; nothing where none is.

    Args:
        places: names, and their places.
    """
    if not places:
        return ""
    (who, best), others = places[0], places[1:]
    if not best.games:
        return "No game has finished yet."
    won = f"{who} won {format_percent(best.win_rate)} of {counted(best.games, 'game')}"
    alike = [name for name, _ in others if name in best.not_told_apart]
    if not others:
        said = f"{won}; nobody else is ranked."
    elif not alike:
        said = f"{won}, more than {'every other' if len(others) > 1 else others[0][0]}."
    elif len(alike) == len(others):
        said = f"{won}, but no other one can be told apart from it yet."
    else:
        said = f"{won}, but cannot be told apart from {' or '.join(alike)} yet."
    few = f" Fewer than {FEW_GAMES} games: a first impression." if best.games < FEW_GAMES else ""
    return said + few


def verdict_lines(places: Sequence[tuple[str, Place]], glyphs: Glyphs) -> tuple[Line, ...]:
    """Return the sentence, and below it what the headings stand for; nothing where nothing is ranked."""
    said = glyphs.line(verdict(places))
    return ((Span(f"  {said}", "strong"),), (Span(f"  {glyphs.line(LEGEND)}", "dim"),)) if said else ()
