"""The pane in which one decision is looked at from the inside."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import TEAMS
from codenames_core.game.visibility import View
from codenames_tui.game.inspector.agent_view import view_of
from codenames_tui.game.inspector.inspector_lines import (
    NOT_RECORDED,
    NOTHING_YET,
    Inspection,
    inspection_entries,
    inspection_title,
    message_entries,
)
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.lines.paper import Entry
from codenames_tui.ui.messages import Sought
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.widgets.paper import Paper


class InspectorPane(Paper):
    """Shows the decision that led to where the game is looked at, or another one that was asked for there.

    Posts `Sought` for the position that another decision led to.
    """

    PLACE = "inspector"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("less_than_sign", "decision(-1)", "Previous decision", id="inspector.before"),
        Binding("greater_than_sign", "decision(1)", "Next decision", id="inspector.after"),
        Binding("I", "ask_again", "Ask this decision again", id="inspector.ask_again"),
        Binding("B", "see_picture", "See the picture that the seat saw", id="inspector.picture"),
        Binding("z", "enlarge", "Enlarge the inspector", id="inspector.enlarge"),
        Binding("escape,q", "put_away", "Close the inspector", id="inspector.close"),
    ]

    class Enlarged(Message):
        """It should take the whole screen, or give it back."""

    class AskAgain(Message):
        """A decision should be asked again."""

        def __init__(self, trace: AgentTrace) -> None:
            super().__init__()
            self.trace = trace

    class SeePicture(Message):
        """What the seat of a decision was shown should be seen."""

        def __init__(self, trace: AgentTrace, view: View | None) -> None:
            super().__init__()
            self.trace = trace
            self.view = view

    class Closed(Message):
        """It should be put away."""

    def __init__(self, view: Viewpoint, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Inspector", glyphs=glyphs, id="inspector")
        self._view = view
        self._chosen: tuple[int, int] | None = None
        """A position and the decision that was asked for there; elsewhere it is the one that led to the position."""
        self._number = 0

    def look_from(self, view: Viewpoint) -> None:
        """Show the decision at a position, from its beginning; the same one where it is being read."""
        self._view = view
        inspection = self._inspection()
        number = 0 if inspection is None else inspection.number
        self.entitle(inspection_title(inspection))
        if number != self._number or self._count <= self.size.height:
            self._top = 0
        self._number = number
        self.show(self._note() if inspection is None else inspection_entries(inspection, self.glyphs))

    def on_focus(self) -> None:
        """Name the keys that act now."""
        self.look_from(self._view)

    def on_blur(self) -> None:
        """Name no key that no longer acts."""
        self.look_from(self._view)

    def _note(self) -> list[Entry]:
        session = self._view.session
        is_missing = not len(session.decisions) and session.standing.over and len(session.timeline)
        return message_entries(NOT_RECORDED if is_missing else NOTHING_YET)

    def _index(self) -> int | None:
        """Return the index of the decision that is shown."""
        view, decisions = self._view, self._view.session.decisions
        if self._chosen is not None and self._chosen[0] == view.position and self._chosen[1] < len(decisions):
            return self._chosen[1]
        count = decisions.count_at(view.position, at_end=view.at_end)
        return count - 1 if count else None

    def _inspection(self) -> Inspection | None:
        index = self._index()
        if index is None:
            return None
        session, timeline = self._view.session, self._view.timeline
        decisions = session.decisions
        trace, turn, place = decisions.traces[index], decisions.of_turn(index), decisions.places[index]
        return Inspection(
            trace,
            index + 1,
            len(decisions),
            tuple(decisions.traces[of_turn] for of_turn in turn),
            index - turn.start,
            is_open=not session.standing.over and trace.failure is not None and place >= len(timeline),
            view=view_of(trace, timeline.state_at(place)),
            total=decisions.spent(index + 1),
            by_team=tuple(decisions.spent_by(team, index + 1) for team in TEAMS),
            picture_key=key_of(self.screen, "inspector.picture", self.glyphs) if self.is_attached else "",
        )

    def action_decision(self, steps: int) -> None:
        """Go to the decision that many after this one, before it where negative, and to what it led to."""
        decisions, index = self._view.session.decisions, self._index()
        wanted = 0 if index is None else min(max(index + steps, 0), len(decisions) - 1)
        if wanted < len(decisions):
            position = decisions.position_of(wanted, len(self._view.timeline))
            self._chosen = position, wanted
            self.look_from(self._view._replace(position=position))
            self.post_message(Sought(position))

    def action_ask_again(self) -> None:
        """Have the decision that is shown asked again."""
        if (index := self._index()) is not None:
            self.post_message(self.AskAgain(self._view.session.decisions.traces[index]))

    def action_see_picture(self) -> None:
        """Have the picture shown that the seat saw."""
        if (inspection := self._inspection()) is not None:
            self.post_message(self.SeePicture(inspection.trace, inspection.view))

    def action_enlarge(self) -> None:
        """Take the whole screen, or give it back."""
        self.post_message(self.Enlarged())

    def action_put_away(self) -> None:
        """Leave the screen to the game."""
        self.post_message(self.Closed())
