"""The panel of the transcript."""

from collections.abc import Callable

from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.game.talk.seat_changes import lines_before
from codenames_tui.game.talk.transcript import further_entries
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.lines.paper import Entry, Paragraph
from codenames_tui.ui.widgets.paper import Paper


class TranscriptPanel(Paper):
    """The whole game as running text, up to the position that is looked at."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        super().__init__("Transcript", glyphs=glyphs, id=id)
        self._event_entries: list[Entry] = []
        """An entry for each event so far: they are made once."""
        self._made_for: object = None
        """What the entries depend on, but for their number."""

    def look_from(self, view: Viewpoint) -> None:
        """Show the game up to a position."""
        timeline, disclosure = view.timeline, view.disclosure
        if self._made_for != (timeline, disclosure.unheard):
            self._made_for = timeline, disclosure.unheard
            self._event_entries.clear()
        self._event_entries += further_entries(
            timeline, len(self._event_entries), disclosure, self.glyphs, _lines_before(view, self.glyphs)
        )
        self.show(self._event_entries, view.position)


def _lines_before(view: Viewpoint, glyphs: Glyphs) -> Callable[[int], tuple[Paragraph, ...]]:
    facts = view.session.facts
    return lambda index: lines_before(index, facts.teams, view.session.seat_changes, facts.parent, glyphs)
