"""What the guessers of this turn said to each other."""

from functools import lru_cache

from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import GUESSERS, GameState
from codenames_tui.game.minds.bars import legend
from codenames_tui.game.minds.minds import Minds
from codenames_tui.game.sessions.open_question import Speaking
from codenames_tui.game.talk.speaking import speaking_entry, spoken
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, team_style
from codenames_tui.ui.lines.paper import BETWEEN_PARTS, Entry, Paragraph
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import format_silence, role_of


def discussion_title(minds: Minds, glyphs: Glyphs) -> str:
    """Return what stands above the discussion: also what the bars are that cards have of it."""
    return BETWEEN_PARTS.join(part for part in ("Discussion", legend(minds, glyphs)) if part)


def discussion_entries(
    state: GameState, glyphs: Glyphs, speaking: Speaking | None = None, *, key_shown: bool = False
) -> list[Entry]:
    """Return what was said in the current turn, and is being said; a dim note where nobody has spoken."""
    now = [speaking_entry(speaking, glyphs, key_shown=key_shown)] if speaking else []
    if state.turn.discussion or now:
        return [*(message_entry(message, glyphs) for message in state.turn.discussion), *now]
    if not state.config.discussion:
        note = "This game has no discussion."
    else:
        note = "Nobody has spoken yet." if state.turn.clue else "The guessers are waiting for a clue."
    return [Entry((Paragraph((Span(note, "dim"),)),))] if state.outcome is None else []


@lru_cache(maxsize=256)
def message_entry(message: DiscussionMessage, glyphs: Glyphs) -> Entry:
    """Return a message as speech: who speaks, how their bars look, whether they agree, and below what they say."""
    style = team_style(message.team)
    name: Line = (Span(role_of(message.seat), f"{style}-strong"), _bar_of(message, glyphs))
    if message.skipped is not None:
        silence = Span(format_silence(message.skipped, glyphs.line), "dim")
        return Entry((Paragraph((*name, Span("  "), silence), hang=2),))
    if message.consensus:
        name = (*name, Span(f"  {glyphs.right} agrees", "good"))
    return Entry((Paragraph(name), *spoken(parts(glyphs.text(message.text)).prose, message.seat, glyphs)))


def _bar_of(message: DiscussionMessage, glyphs: Glyphs) -> Span:
    """Return a piece of the bar that shows on the cards what whoever speaks believes."""
    guesser = GUESSERS.index(message.seat.role)
    return Span(f" {glyphs.chance[guesser] * 2}", ("accent", "good")[guesser])
