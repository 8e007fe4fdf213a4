"""Handing on what is on the game screen: a file in a form that others can open, or a text for the clipboard."""

from functools import partial
from typing import TYPE_CHECKING

from codenames_tui.game.timeline_screen import TimelineScreen

if TYPE_CHECKING:
    from codenames_core.files.record import EpisodeRecord
    from codenames_tui.game.ending.exporting import Chosen


class SharingScreen(TimelineScreen):
    """A game screen, as far as the game is exported and copied."""

    def action_export(self) -> None:
        """Ask for a form and a file, and write the game there."""
        from codenames_tui.game.ending.copying import may_be_shared
        from codenames_tui.game.ending.exporting import ExportGame, suggested_name

        record = self.session.record
        if record is None or not may_be_shared(self.viewpoint):
            self.say(self.session.why_withheld)
            return
        name = suggested_name(record, self.source)
        self.app.push_screen(ExportGame(name, self.glyphs), partial(self._export, record, self.position))

    def _export(self, record: "EpisodeRecord", position: int, chosen: "Chosen | None") -> None:
        from codenames_tui.game.ending.exporting import write_export

        if chosen is None:
            return

        def write() -> None:
            self.app.call_from_thread(self.say, write_export(record, position, chosen))

        self.say(f"writing {chosen.path} …")
        self.run_worker(write, thread=True, group="export")

    def action_copy(self) -> None:
        """Copy what is looked at to the clipboard of the terminal."""
        from codenames_tui.game.ending.copying import copy_at

        copied = copy_at(self.viewpoint)
        self.app.copy_to_clipboard(copied.short)
        self.say(copied.report)
