"""What the forms share in which a person answers: hints below, and what was typed or picked so far."""

from typing import ClassVar

from textual.containers import Vertical
from textual.geometry import Size
from textual.reactive import reactive

from codenames_agents.seats.human import PendingQuestion
from codenames_tui.game.board.picking import Picking
from codenames_tui.game.seats.answer_prompt import hint_lines, rejected_line
from codenames_tui.ui.lines.lines import Glyphs, Line, Span
from codenames_tui.ui.widgets.line_panel import LinePanel


class HintPanel(LinePanel):
    """Hints below a form."""

    hints: reactive[tuple[Line, ...]] = reactive((), repaint=False)

    def watch_hints(self) -> None:
        """Draw other hints."""
        self.redraw()

    def draw(self, size: Size) -> list[Line]:
        """Return the hints."""
        return hint_lines(self.hints, size.width)


class AnswerForm(Vertical):
    """What the forms share."""

    takes_text: ClassVar[bool] = True
    """Whether what was typed before belongs into it."""
    picking: Picking | None = None
    """The choice of cards that is being made; None in a form that asks for none."""

    def __init__(self, pending: PendingQuestion, glyphs: Glyphs) -> None:
        super().__init__()
        self.pending = pending
        self.glyphs = glyphs
        self.hint_panel = HintPanel(glyphs=glyphs)

    def on_mount(self) -> None:
        """Let the person answer at once."""
        self.take_focus()

    @property
    def is_touched(self) -> bool:
        """Whether something was typed or picked."""
        return bool(self.draft)

    @property
    def draft(self) -> str:
        """What was typed or picked so far, in words; untrusted."""
        raise NotImplementedError

    @property
    def finishing(self) -> str:
        """What the key does that finishes picking cards; nothing in a form that asks for none."""
        return ""

    def toggle_card(self, index: int) -> None:
        """Pick or drop the card that was clicked, in a form that asks for cards."""

    def take_focus(self) -> None:
        """Take the focus and show the hints."""
        raise NotImplementedError

    def show_hints(self, verdict: Line, *keys: str) -> None:
        """Show a verdict, why the last answer was refused, and the keys."""
        hint = f" {self.glyphs.dot} ".join((*keys, "esc gives the seat back"))
        self.hint_panel.hints = (verdict, rejected_line(self.pending.view, self.glyphs), (Span(hint, "dim"),))
