"""Handing on what is on the game screen: a file in a form that others can open, or a text for the clipboard."""

from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.messages import Export


class SharingScreen(TimelineScreen):
    """A game screen, as far as the game is exported and copied."""

    def action_export(self) -> None:
        """Have the game written to a file."""
        from codenames_tui.game.ending.copying import may_be_shared

        record = self.session.record
        if record is None or not may_be_shared(self.viewpoint):
            self.say(self.session.why_withheld)
        else:
            self.post_message(Export(record, self.position, self.source))

    def action_copy(self) -> None:
        """Copy what is looked at to the clipboard of the terminal."""
        from codenames_tui.game.ending.copying import copy_at

        copied = copy_at(self.viewpoint)
        self.app.copy_to_clipboard(copied.short)
        self.say(copied.report)
