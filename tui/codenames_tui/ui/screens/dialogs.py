"""Small questions over a screen."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.screens.dialog import ENTER, Dialog, keys_to_click
from codenames_tui.ui.shell import resume_command
from codenames_tui.ui.widgets.field import TextField
from codenames_tui.ui.widgets.path_lines import PathLines


class ConfirmLeaving(Dialog[bool]):
    """Asks whether a game that is not over may be left.

    Args:
        journal: where it is written down, so that it can be resumed.
        glyphs: what is drawn with.
        closes_table: whether other people play in it, who cannot without this app.
    """

    PLACE = "leaving"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter,q", "answer(True)", "Leave", id="leaving.yes"),
        Binding("n,escape", "answer(False)", "Stay", id="leaving.no"),
        Binding("c", "copy", "Copy the command to resume", id="leaving.copy"),
    ]

    def __init__(self, journal: Path | None, glyphs: Glyphs, *, closes_table: bool = False) -> None:
        super().__init__()
        self._journal = journal
        self._closes_table = closes_table
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog wide"):
            yield Static(Content.styled("Close this table?" if self._closes_table else "Leave this game?", "bold"))
            if self._journal is None:
                yield Static(Content("It is not saved and cannot be resumed."))
            else:
                yield Static(Content("It is saved. To resume it later:"))
                command, _, path = resume_command(self._journal, at_table=self._closes_table).rpartition("--resume ")
                yield Static(Content(f"{command}--resume"), classes="dialog-command")
                yield PathLines(self._glyphs.text(path), glyphs=self._glyphs)
            copy = (("c", "copy the command", "leaving.copy"),) if self._journal is not None else ()
            yield keys_to_click(("y", "leave", "leaving.yes"), ("n", "stay", "leaving.no"), *copy)

    def action_answer(self, leave: bool) -> None:
        """Return the answer."""
        self.dismiss(leave)

    def action_copy(self) -> None:
        """Copy the command in one line, however many it takes here."""
        if self._journal is not None:
            self.app.copy_to_clipboard(resume_command(self._journal, at_table=self._closes_table))
            self.notify("Copied the command that resumes this game.", markup=False)


class JumpToTurn(Dialog[int | None]):
    """Asks for the number of a turn.

    Args:
        turns: how many there are.
    """

    PLACE = "jump"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back", id="jump.cancel")]

    def __init__(self, turns: int) -> None:
        super().__init__()
        self._turns = turns

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog small"):
            yield Static(Content.styled(f"Jump to turn (1-{self._turns})", "bold"))
            yield TextField(restrict=r"[0-9]*", max_length=6)
            yield keys_to_click(("enter", "go", ENTER), ("esc", "back", "jump.cancel"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the number, if there is one."""
        self.dismiss(int(event.value) if event.value.isascii() and event.value.isdigit() else None)

    def action_cancel(self) -> None:
        """Return nothing."""
        self.dismiss(None)
