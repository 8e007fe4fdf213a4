"""A line to type into. What is pasted into it is cleaned like any text from outside."""

from rich.highlighter import Highlighter
from rich.text import Text
from textual.widgets import Input

from codenames_core.text.sanitiser import clean
from codenames_tui.ui.lines.lines import Glyphs, in_ascii


class TextField(Input):
    """An input that does not blink: nothing is drawn when nothing changes.

    Args:
        value: what it begins with.
        glyphs: which characters may appear.
        restrict: a regular expression that what is typed must match.
    """

    def __init__(self, value: str, *, glyphs: Glyphs, restrict: str | None = None) -> None:
        super().__init__(
            value,
            restrict=restrict,
            max_length=1000,
            select_on_focus=False,
            compact=True,
            highlighter=_InAscii() if glyphs.ascii_only else None,
        )
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """Leave out what could act on a terminal."""
        return clean(value).replace("\n", " ")


class _InAscii(Highlighter):
    """Shows a text in ASCII; what it is stays."""

    def highlight(self, text: Text) -> None:
        """Replace what cannot be shown, by signs of the same width."""
        text.plain = in_ascii(text.plain)
