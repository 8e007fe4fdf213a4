"""An answer that is still being given: what a model has said of it so far, under the name of its seat.

A message and a list of guesses are shown as they come. What a cluer says names the cards that it means, so it is shown
only where the key is; else only how much there is of it.
"""

from collections.abc import Sequence
from typing import Final

from codenames_core.game.agent import Question
from codenames_core.game.config import Role, Seat
from codenames_core.game.events import DiscussionMessage
from codenames_core.game.state import GameState
from codenames_tui.game.sessions.open_question import Speaking
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, team_style
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.prose.speech import parts
from codenames_tui.ui.wording import format_question, role_of

MOST_SHOWN: Final = 2_000
"""Characters of the end of an answer that are shown while it grows."""
OF_CLUERS: Final = (Question.CLUE, Question.PENALTY)
"""What only somebody who sees the key is asked."""


def with_words_so_far(state: GameState, speaking: Speaking | None) -> GameState:
    """Return `state` as if the message that is being spoken had been given, so that its words are marked already."""
    if speaking is None or speaking.question is not Question.MESSAGE:
        return state
    message = DiscussionMessage(seat=speaking.seat, text=speaking.text, consensus=False)
    return state._replace(turn=state.turn._replace(discussion=(*state.turn.discussion, message)))


def speaking_entry(speaking: Speaking, glyphs: Glyphs, *, key_shown: bool) -> Entry:
    """Return what is being said."""
    style = f"{team_style(speaking.seat.team)}-strong"
    is_message = speaking.question is Question.MESSAGE
    who = role_of(speaking.seat) if is_message else format_question(speaking.seat, speaking.question, with_team=True)
    name: Line = (Span(who, style), Span("  "))
    if speaking.question in OF_CLUERS and not key_shown:
        return Entry((Paragraph((*name, Span(f"{len(speaking.text):,} characters so far", "dim")), hang=2),))
    text = glyphs.text(speaking.text)
    if len(text) > MOST_SHOWN:
        text = f"{glyphs.cut}{text[-MOST_SHOWN:]}"
    prose = parts(text).prose or ("",)
    if is_message:
        paragraphs = [Paragraph(name), *spoken(prose, speaking.seat, glyphs)]
    else:
        paragraphs = [Paragraph((*name, Span(prose[0], "dim")), hang=2)]
        paragraphs += [Paragraph((Span(line, "dim"),), hang=2, indent=2) for line in prose[1:]]
    last = paragraphs[-1]
    paragraphs[-1] = last._replace(line=(*last.line, Span(f" {glyphs.arrow}", "accent")))
    return Entry(tuple(paragraphs))


def spoken(prose: Sequence[str], seat: Seat, glyphs: Glyphs) -> list[Paragraph]:
    """Return what somebody says beside a bar in the colour of the team, which is another for each guesser."""
    bar = glyphs.voice[seat.role is Role.GUESSER_2]
    rail: Line = (Span(f"{bar} ", team_style(seat.team)),)
    return [Paragraph((Span(line),), rail=rail) for line in prose]
