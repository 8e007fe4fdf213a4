"""A line to type into. What is pasted into it is cleaned like any text from outside."""

import re
from typing import Final

from rich.highlighter import Highlighter
from rich.text import Text
from textual import events
from textual.widgets import Input

from codenames_core.text.sanitiser import clean
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, in_ascii

_LINE_END: Final = re.compile(r" *\n\s*")


def in_one_line(pasted: str) -> str:
    """Return what was pasted without what could act on a terminal, and with a blank where a line ends."""
    return _LINE_END.sub(" ", clean(pasted).strip("\n"))


class TextField(Input):
    """An input that does not blink: nothing is drawn when nothing changes.

    Args:
        value: what it begins with.
        glyphs: which characters may appear.
        restrict: a regular expression that what is typed must match.
        max_length: how many characters it holds; 0 for any number.
        placeholder: what is shown while it is empty.
        select_on_focus: whether what is there gives way to the next key when the focus comes back.
        id: its name in the style sheet.
    """

    def __init__(
        self,
        value: str = "",
        *,
        glyphs: Glyphs = UNICODE,
        restrict: str | None = None,
        max_length: int = 1000,
        placeholder: str = "",
        select_on_focus: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(
            value,
            restrict=restrict,
            max_length=max_length,
            placeholder=placeholder,
            select_on_focus=select_on_focus,
            id=id,
            compact=True,
            highlighter=_InAscii() if glyphs.ascii_only else None,
        )
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """Leave out what could act on a terminal."""
        return in_one_line(value)

    def on_paste(self, event: events.Paste) -> None:
        """Take what was pasted as one line, and say what there is no room for."""
        event.stop()
        event.prevent_default()
        pasted = in_one_line(event.text)
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + end - start if self.max_length else len(pasted)
        taken = pasted[: max(room, 0)]
        before = self.value
        self.replace(taken, start, end)
        if taken and self.value == before and taken != before[start:end]:
            self._complain("What you pasted does not fit here.")
        elif len(taken) < len(pasted):
            self._complain(f"Only the first {len(taken):,} of {len(pasted):,} pasted characters fit here.")

    def _complain(self, problem: str) -> None:
        self.notify(problem, severity="warning", markup=False)


class _InAscii(Highlighter):
    """Shows a text in ASCII; what it is stays."""

    def highlight(self, text: Text) -> None:
        """Replace what cannot be shown, by signs of the same width."""
        text.plain = in_ascii(text.plain)
