"""What stands in the discussion panel: what was said in the turn; at the end of a game, how it was played."""

from collections.abc import Sequence
from typing import NamedTuple

from codenames_tui.game.ending.failures import failure_entries
from codenames_tui.game.ending.summary import TITLE, summary_entries
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
    """Return the notes on the file at the beginning, the summary at the end, and in between what was said.

    Args:
        view: from where the game is looked at.
        hindsight: what the parent's agents did there, in a fork that people play.
        glyphs: what is drawn with.
    """
    session, notes = view.session, view.session.facts.notes
    if notes and not view.position:
        return PanelText(ABOUT_FILE, note_entries(notes, glyphs))
    if (waiting := view.waiting) is not None and waiting.is_paused:
        return PanelText("Paused", paused_entries(waiting, glyphs))
    failed = failure_entries(session.decisions.traces, glyphs) if view.tells_all else ()
    metrics = session.metrics if view.is_final and session.standing.outcome else None
    if metrics:
        return PanelText(TITLE, [*summary_entries(metrics, view.state.board, glyphs), *failed, *hindsight])
    state = view.staged_state
    said = discussion_entries(state, glyphs, view.speaking, key_shown=view.key_shown)
    return PanelText(discussion_title(minds_of(state), glyphs), [*said, *failed, *hindsight])
