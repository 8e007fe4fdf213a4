"""What stands in the discussion panel: what was said in the turn; in a game that stopped, why."""

from collections.abc import Sequence
from typing import NamedTuple

from codenames_tui.game.ending.failures import failure_entries
from codenames_tui.game.minds.minds import minds_of
from codenames_tui.game.panels.waiting import paused_entries
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.talk.discussion import discussion_entries, discussion_title
from codenames_tui.game.talk.notes import ABOUT_FILE, note_entries
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.lines.paper import Entry


class PanelText(NamedTuple):
    """A title, and what stands below it."""

    title: str
    entries: list[Entry]


def discussion_panel_at(view: Viewpoint, hindsight: Sequence[Entry], glyphs: Glyphs) -> PanelText:
    """Return the notes on the file at the beginning, and after it what was said.

    Args:
        view: from where the game is looked at.
        hindsight: what the original's agents did there, in a fork that people play.
        glyphs: what is drawn with.
    """
    notes = view.session.facts.notes
    if notes and not view.position:
        return PanelText(ABOUT_FILE, note_entries(notes, glyphs))
    if (waiting := view.waiting) is not None and waiting.is_paused:
        return PanelText("Paused", paused_entries(waiting, glyphs))
    state = view.staged_state
    said = discussion_entries(state, glyphs, view.speaking, key_shown=view.key_shown)
    return PanelText(discussion_title(minds_of(state), glyphs), [*said, *below_the_end(view, hindsight, glyphs)])


def below_the_end(view: Viewpoint, hindsight: Sequence[Entry], glyphs: Glyphs) -> list[Entry]:
    """Return which seats failed, at the end of a game, and what the original's agents did."""
    failed = failure_entries(view.session.decisions.traces, glyphs) if view.tells_all else ()
    return [*failed, *hindsight]
