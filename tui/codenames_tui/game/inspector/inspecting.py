"""Looking at decisions from the inside: which one the inspector shows, at the cursor or beside it."""

from typing import TYPE_CHECKING

from codenames_core.game.config import TEAMS
from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.seats.disclosure import Disclosure

if TYPE_CHECKING:
    from codenames_tui.game.inspector.inspector_lines import Inspection
    from codenames_tui.game.inspector.inspector_pane import InspectorPane


class Inspecting:
    """The inspector of a game screen.

    Args:
        screen: shows the game.
    """

    def __init__(self, screen: CursorScreen) -> None:
        self._screen = screen
        self._pane: InspectorPane | None = None
        self._chosen: tuple[int, int] | None = None
        """A position and the decision that was asked for there; elsewhere it is the one that led to the position."""

    @property
    def is_open(self) -> bool:
        """Whether the inspector is on the screen."""
        return self._pane is not None

    @property
    def has_focus(self) -> bool:
        """Whether its keys work."""
        return self._pane is not None and self._pane.has_focus

    def toggle(self, sight: Disclosure) -> None:
        """Show the inspector, or put it away."""
        if self._pane is not None:
            self.put_away()
        elif not sight.private:
            self._screen.say(self._screen.game.why_withheld)
        else:
            from codenames_tui.game.inspector.inspector_pane import InspectorPane

            self._pane = InspectorPane(glyphs=self._screen.glyphs)
            self._screen.query_one("#talk").mount(self._pane)
            self._screen.add_class("-inspecting")
            self._pane.focus()
            self.show(sight)

    def put_away(self) -> None:
        """Leave the place to the discussion and the transcript."""
        if self._pane is not None:
            self._screen.set_focus(None)
            self._pane.remove()
            self._pane = None
            self._screen.remove_class("-inspecting", "-inspector-only")

    def show(self, sight: Disclosure) -> None:
        """Show the decision that led to where the game is looked at; to be called whenever that has changed."""
        if self._pane is None:
            return
        if not sight.private:
            self.put_away()
            self._screen.say(self._screen.game.why_withheld)
            return
        from codenames_tui.game.inspector.inspector_lines import (
            NOT_RECORDED,
            NOTHING_YET,
            inspection_entries,
            inspection_title,
            message_entries,
        )

        inspection, glyphs = self._inspection(), self._screen.glyphs
        if inspection is None:
            game = self._screen.game
            note = NOT_RECORDED if not len(game.decisions) and game.over and len(game.replay) else NOTHING_YET
            self._pane.show_decision(0, inspection_title(None), message_entries(note))
        else:
            entries = inspection_entries(inspection, glyphs)
            self._pane.show_decision(inspection.number, inspection_title(inspection), entries)

    def move(self, steps: int) -> None:
        """Go to the decision that many after this one, before it where negative, and to what it led to."""
        replay, decisions = self._screen.game.replay, self._screen.game.decisions
        index = self._index()
        wanted = 0 if index is None else min(max(index + steps, 0), len(decisions) - 1)
        if wanted < len(decisions):
            replay.seek(decisions.position_of(wanted, len(replay)))
            self._chosen = replay.cursor, wanted

    def _index(self) -> int | None:
        """Return the index of the decision that is shown."""
        replay, decisions = self._screen.game.replay, self._screen.game.decisions
        if self._chosen is not None and self._chosen[0] == replay.cursor and self._chosen[1] < len(decisions):
            return self._chosen[1]
        count = decisions.count_at(replay.cursor, at_end=replay.at_end)
        return count - 1 if count else None

    def _inspection(self) -> "Inspection | None":
        from codenames_tui.game.inspector.agent_view import view_of
        from codenames_tui.game.inspector.inspector_lines import Inspection

        game, index = self._screen.game, self._index()
        if index is None:
            return None
        decisions, replay = game.decisions, game.replay
        trace, turn, place = decisions.traces[index], decisions.of_turn(index), decisions.places[index]
        return Inspection(
            trace,
            index + 1,
            len(decisions),
            tuple(decisions.traces[one] for one in turn),
            index - turn.start,
            is_open=not game.over and trace.failure is not None and place >= len(replay),
            view=view_of(trace, replay.state_at(place)),
            total=decisions.spent(index + 1),
            by_team=tuple(decisions.spent_by(team, index + 1) for team in TEAMS),
        )
