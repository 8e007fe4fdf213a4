"""The driver of a terminal: Textual's, with a reader of our own for what comes in.

Drawing and the modes of the terminal stay with Textual, but for words whose width terminals disagree on.
"""

import os
import select
from typing import TYPE_CHECKING

from textual import constants
from textual.drivers.linux_driver import LinuxDriver

from codenames_tui.app.anchored_words import anchored
from codenames_tui.app.terminal_input import TerminalInput

if TYPE_CHECKING:
    from codenames_tui.app.app import CodenamesApp

_LARGEST_PIECE = 1 << 16
_SECONDS_BETWEEN_LOOKS = 0.1
"""After which the thread notices that it is no longer wanted."""


class TerminalDriver(LinuxDriver):
    """Reads in a thread, as Textual does. A fault there is a fault of the app, and ends it like any other."""

    def __init__(
        self, app: "CodenamesApp", *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.reports_to = app
        app.write_to_terminal = self.write

    def write(self, data: str) -> None:
        """Draw, with each word that terminals may disagree on held in its cells."""
        super().write(anchored(data))

    def run_input_thread(self) -> None:
        """Hand on what comes in, until nobody wants it or there is no terminal any more."""
        try:
            self._read_all(TerminalInput())
        except Exception as error:
            self.reports_to.call_later(self.reports_to.fail, error)

    def _read_all(self, read: TerminalInput) -> None:
        while not self.exit_event.is_set():
            patience = constants.ESCAPE_DELAY if read.is_waiting else _SECONDS_BETWEEN_LOOKS
            if not select.select([self.fileno], [], [], patience)[0]:
                messages = read.flush()
            elif data := self._next_piece():
                messages = read.feed(data)
            else:
                self.reports_to.call_later(self.reports_to.terminal_gone)
                return
            for message in messages:
                self.process_message(message)

    def _next_piece(self) -> bytes:
        """Return what has come; nothing where the terminal has gone."""
        try:
            return os.read(self.fileno, _LARGEST_PIECE)
        except OSError:
            return b""
