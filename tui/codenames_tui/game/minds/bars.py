"""The two-part bar of a card: what one guesser says of it grows from the left edge, the other's from the right one."""

from typing import Final

from rich.cells import cell_len

from codenames_tui.game.minds.minds import STEPS, Belief, CardBeliefs, Minds
from codenames_tui.ui.lines.lines import Glyphs, Line, Span

STYLES: Final = ("card-belief-left", "card-belief-right")
"""The styles of the two guessers' bars on a plain card that is face down; on others, a bar is of the card's style."""


def left_bar(belief: Belief, full: int, room: int, glyphs: Glyphs) -> str:
    """Return the first guesser's half, without blanks behind it: `full` cells for certainty, at most `room` of them.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> left_bar(Belief(STEPS // 2), 3, 3, UNICODE), left_bar(Belief(is_spoken_for=True), 3, 3, UNICODE)
    ('▄▖', '◆')
    """
    return _bar(belief, full, room, 0, glyphs)


def right_bar(belief: Belief, full: int, room: int, glyphs: Glyphs) -> str:
    """Return the second guesser's half, which grows from the right.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> right_bar(Belief(STEPS // 2), 3, 3, UNICODE)
    '▗▗'
    """
    return _bar(belief, full, room, 1, glyphs)[::-1]


def _bar(belief: Belief, full: int, room: int, guesser: int, glyphs: Glyphs) -> str:
    if room < 1 or not belief.is_stated:
        return ""
    if belief.is_spoken_for:
        return glyphs.speaks_for
    halves = min(-(-belief.steps * 2 * full // STEPS), 2 * room)
    return glyphs.chance[guesser] * (halves // 2) + glyphs.half_chance[guesser] * (halves % 2)


def with_bars(text: str, style: str, card: CardBeliefs, bar_styles: tuple[str, str], glyphs: Glyphs) -> Line:
    """Return a line of a card with the two bars where nothing stands: at its edges.

    All cards of a board have one scale. Where a word leaves less room than a bar needs, the bar ends before the word.
    """
    width, text_cells = cell_len(text), cell_len(text.strip())
    before = width - cell_len(text.lstrip()) if text_cells else width // 2
    apart = 1 if text_cells > 1 else 0
    full = (width - 2) // 2
    left = left_bar(card.first, full, before - apart, glyphs)
    right = right_bar(card.second, full, width - before - text_cells - apart, glyphs)
    middle = text[len(left) : len(text) - len(right)]
    spans = (Span(left, bar_styles[0]), Span(middle, style), Span(right, bar_styles[1]))
    return tuple(span for span in spans if span.text)


def in_words(card: CardBeliefs, glyphs: Glyphs) -> str:
    """Return what the guessers have said of a card; nothing where they have not.

    >>> from codenames_tui.ui.lines.lines import UNICODE
    >>> in_words(CardBeliefs(Belief(STEPS // 4), Belief(is_spoken_for=True)), UNICODE)
    'guesser 1 about 25% · guesser 2 speaks for it'
    """
    said = (_said(belief) for belief in (card.first, card.second))
    return f" {glyphs.dot} ".join(f"guesser {number} {what}" for number, what in enumerate(said, 1) if what)


def _said(belief: Belief) -> str:
    if belief.is_spoken_for:
        return "speaks for it"
    return f"about {belief.steps / STEPS:.0%}" if belief.steps else ""


def legend(minds: Minds, glyphs: Glyphs) -> str:
    """Return what the signs on the cards mean, and how long a full bar is, as far as there are any.

    Whose a bar is, the discussion shows.
    """
    beliefs = [belief for card in minds for belief in (card.first, card.second)]
    signs = (
        (any(belief.is_spoken_for for belief in beliefs), f"{glyphs.speaks_for} speaks for"),
        (any(card.disputed for card in minds), f"{glyphs.disputed} disagree"),
        (any(belief.steps for belief in beliefs), f"{glyphs.chance[0]} half card: 100%"),
    )
    return "  ".join(sign for is_drawn, sign in signs if is_drawn)
