"""Questions about a benchmark: whether to spend money, and what becomes of the games in flight."""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_core.text.plurals import counted
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.dialog import Dialog, keys_to_click
from codenames_tui.ui.widgets.words import Words


class Ending(StrEnum):
    """What becomes of a run."""

    FINISH = "finish"
    """The games in flight are finished, no other begins."""
    ABANDON = "abandon"
    """It ends at once; what was answered is kept, and the games go on from there in another run."""


class _Question(Dialog[str | None]):
    """Says something and takes one of a few keys for an answer."""

    def __init__(self, title: str, lines: Sequence[str], keys: Sequence[tuple[str, str, str]], glyphs: Glyphs) -> None:
        super().__init__()
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span(glyphs.line(title), "strong"),),)
        self._words = Words(glyphs=glyphs, id="dialog-words")
        self._words.lines = tuple((Span(glyphs.line(line)),) for line in lines)
        self._keys = [keys_to_click(key, glyphs=glyphs, is_first=key is keys[0]) for key in keys]

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self._words
            yield from self._keys

    def action_answer(self, answer: str) -> None:
        """Return the answer; nothing for staying where one is."""
        self.dismiss(answer or None)


class ConfirmEnding(_Question):
    """Asks what becomes of the games in flight.

    Args:
        title: what is about to happen.
        running: how many games are in flight.
        glyphs: what is drawn with.
    """

    PLACE = "ending a benchmark"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "answer('finish')", "Finish the running games", id="ending.finish"),
        Binding("a", "answer('abandon')", "Stop them now", id="ending.abandon"),
        Binding("n,escape", "answer('')", "Keep running", id="ending.stay"),
    ]

    def __init__(self, title: str, running: int, glyphs: Glyphs) -> None:
        games = counted(running, "game is", "games are")
        lines = (
            f"{games} running. Finished games are kept whatever you choose. A game that is stopped resumes where it "
            "was when the same experiment is run again.",
        )
        keys = (
            ("f", "finish them, start no others", "ending.finish"),
            ("a", "stop at once", "ending.abandon"),
            ("esc", "keep running", "ending.stay"),
        )
        super().__init__(title, lines, keys, glyphs)

    def action_leave(self) -> None:
        """Asked a second time to quit: end at once."""
        self.dismiss(Ending.ABANDON)


class ConfirmSpending(_Question):
    """Asks before money is spent.

    Args:
        lines: what it may cost.
        glyphs: what is drawn with.
    """

    PLACE = "spending"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer('yes')", "Run it", id="spending.yes"),
        Binding("n,escape", "answer('')", "Go back", id="spending.no"),
    ]

    def __init__(self, lines: Sequence[str], glyphs: Glyphs) -> None:
        super().__init__(
            "Ask language models?",
            lines,
            (("y", "run it", "spending.yes"), ("esc", "back (nothing is spent)", "spending.no")),
            glyphs,
        )
