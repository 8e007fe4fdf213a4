"""A sample of a theme: what its colours make of cards and words."""

from codenames_core.game.board import CardType
from codenames_tui.ui.lines.lines import Glyphs, Line, Span


def sample(glyphs: Glyphs) -> tuple[Line, ...]:
    """Return one card of each kind, and the words that matter, to see the colours by."""
    cards = [Span(" HIDDEN  ", "card"), Span(" ")]
    for card, word in ((CardType.RED, "SHIP"), (CardType.BLUE, "MOON"), (CardType.NEUTRAL, "PIANO")):
        cards += [Span(f" {glyphs.mark(card)} {word} ", f"card-{card}"), Span(" ")]
    cards.append(Span(f" {glyphs.mark(CardType.ASSASSIN)} POISON ", "card-assassin"))
    words: Line = (
        *(Span("RED ", "red-strong"), Span("BLUE ", "blue-strong"), Span("right ", "good"), Span("wrong ", "bad")),
        *(Span("warning ", "warn"), Span("accent ", "accent"), Span("quiet", "dim")),
    )
    return (tuple(cards), words)
