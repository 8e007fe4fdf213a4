"""The picture of the board that a seat was shown for a decision, drawn again from its view."""

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.picture_file import look_of, opened, picture_file
from codenames_core.game.agent import AgentTrace, SeenPicture
from codenames_core.game.visibility import View
from codenames_core.game.words import normalise
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.inspector.inspector_lines import picture_words
from codenames_tui.ui.graphics.answers import QUESTION, graphics_in, is_last
from codenames_tui.ui.graphics.cell_size import cell_size
from codenames_tui.ui.graphics.shown_picture import ShownPicture
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.messages import TerminalAnswer, ToTerminal
from codenames_tui.ui.screens.dialog import Dialog, keys_to_click
from codenames_tui.ui.widgets.words import Words
from codenames_tui.ui.wording import seat_of

MOST_NAMED = 8
"""Misread words that are named one by one."""
MOST_ANSWERS = 20
"""Of the terminal that are kept: those to an earlier question may come late, before those to this one."""
LONGEST_NAMED = 40
"""Characters of what was read in place of a word."""
NO_PICTURE = "This seat was shown no picture: it had the words."


class PictureScreen(Dialog[None]):
    """Shows what a seat saw, and what is recorded of it.

    Args:
        trace: of the decision, which has a picture.
        view: what the seat saw.
        glyphs: what is drawn with.
    """

    PLACE = "picture"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "cancel", "Back", id="picture.cancel"),
    ]

    def __init__(self, trace: AgentTrace, view: View, glyphs: Glyphs) -> None:
        super().__init__()
        self._trace, self._view, self._glyphs = trace, view, glyphs
        self._answers: list[str] = []
        self._is_noted = False
        """Whether a notification was there when the screen was laid out last."""
        self._title = Words(glyphs=glyphs, id="dialog-title")
        seat = seat_of(trace.seat) if trace.seat else "unknown seat"
        self._title.lines = ((Span(f"What {seat} saw in turn {trace.turn or '?'}", "strong"),),)
        self.picture = ShownPicture(ascii_only=glyphs.ascii_only, id="seen-picture")
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = keys_to_click(("esc", "back", "picture.cancel"), glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Show the picture, and what is known of it."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self.picture
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Draw beside the screen: a photo takes a second. Meanwhile the terminal says how it shows pictures."""
        self.words.lines = ((Span("drawing …" if not self._glyphs.ascii_only else "drawing ...", "dim"),),)
        self.run_worker(self._draw(), exclusive=True)
        if not (self._glyphs.ascii_only or self.app.no_color):
            self.app.post_message(ToTerminal(QUESTION))
        self.app.app_resume_signal.subscribe(self, lambda _: self.picture.fit())
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._look_for_notes())

    def _look_for_notes(self) -> None:
        """Show pixels again once no note lies over them any more: the cells that it leaves are blank."""
        lay_over_it, self._is_noted = self._is_noted, bool(self.query("Toast"))
        if lay_over_it and not self._is_noted:
            self.picture.fit()

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Show pixels once the terminal has said that it can."""
        if self.picture.is_shown_by_pixels:
            return
        self._answers = [*self._answers[-MOST_ANSWERS:], message.sequence]
        if is_last(message.sequence) and (graphics := graphics_in(self._answers, cell_size())):
            self.picture.show_by(graphics)

    def on_resize(self) -> None:
        """Show pixels where the picture is now, also where it has the size that it had."""
        self.picture.fit()

    def on_screen_suspend(self) -> None:
        """Take pixels away before something else is drawn there."""
        self.picture.take_away()

    def on_screen_resume(self) -> None:
        """Show them again."""
        self.picture.fit()

    async def _draw(self) -> None:
        facts = self._trace.picture
        look = look_of(facts) if facts else None
        if facts is None or look is None:
            self._say((Span("This version cannot draw the picture.", "warn"),))
            return
        try:
            drawn = await asyncio.to_thread(picture_file, board_picture(self._view), look)
        except InputError as error:
            self._say((Span(self._glyphs.line(one_line(str(error), 300)), "bad"),))
            return
        self.picture.show(opened(drawn.png))
        told = picture_lines(facts, self._glyphs, is_same=drawn.facts.sha256 == facts.sha256)
        self._say(*told, *misread_lines(facts, self._view, self._glyphs))

    def _say(self, *lines: Line) -> None:
        self.words.lines = lines
        self.words.refresh(layout=True)  # there may be more of them

    def action_cancel(self) -> None:
        """Go back to the inspector."""
        self.dismiss(None)


def picture_lines(facts: SeenPicture, glyphs: Glyphs, *, is_same: bool) -> tuple[Line, ...]:
    """Return what is recorded of a picture, and whether it is the one that was drawn again."""
    kept = (
        "the same as it was sent"
        if is_same
        else "not as it was sent: Pillow was another version, or the file was changed"
    )
    return (
        (Span(glyphs.line(picture_words(facts)), "text"), Span(f" {glyphs.dot} {kept}", "dim" if is_same else "warn")),
    )


def misread_lines(facts: SeenPicture, view: View, glyphs: Glyphs) -> tuple[Line, ...]:
    """Return what a program read wrong on the cards that lie face down; nothing where it read all, or was a model."""
    if len(facts.read) != len(view.words):
        return ()
    wrong = [
        f"{word} as {one_line(read, LONGEST_NAMED)}" if read.strip() else f"{word} not at all"
        for word, read in zip(view.words, facts.read, strict=True)
        if word not in view.revealed and normalise(read) != normalise(word)
    ]
    more = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
    named = glyphs.line(", ".join(wrong[:MOST_NAMED]) + more)
    return ((Span("read ", "dim"), Span(named, "warn")),) if wrong else ()
