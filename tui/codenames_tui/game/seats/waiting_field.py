"""Where a person writes who is not asked yet: what stands there when the question comes begins the answer."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from codenames_core.game.config import Seat
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.widgets.field import TextField

_MOVES_IN_TEXT = frozenset({"cursor_left", "cursor_right", "home", "end", "delete_left", "delete_right"})


class _Field(TextField):
    """A field that leaves its arrows to the timeline for as long as there is nothing in it to move over."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something."""
        return bool(self.value or action not in _MOVES_IN_TEXT) and super().check_action(action, parameters)


class WaitingField(Vertical):
    """Takes what the person in `seat` types before its turn.

    Args:
        seat: who types.
        typed: what was typed before.
        glyphs: what is drawn with.
    """

    class TooEarly(Message):
        """Somebody wants to send what is not asked for yet."""

    def __init__(self, seat: Seat, typed: str, *, glyphs: Glyphs) -> None:
        super().__init__()
        self.seat = seat
        self.field = _Field(typed, glyphs=glyphs, max_length=0, placeholder="what you type here is kept for your turn")

    def compose(self) -> ComposeResult:
        """A line to type into."""
        yield self.field

    def on_mount(self) -> None:
        """Let the person type at once."""
        self.field.focus()

    def entitle(self, title: str) -> None:
        """Say above the line what is waited for."""
        self.border_title = Content(f" {title} ")

    @property
    def typed(self) -> str:
        """What was typed so far; untrusted."""
        return self.field.value

    def type_on(self, text: str) -> None:
        """Write on behind what is there, and take the keys from now on."""
        self.field.value += text
        self.field.cursor_position = len(self.field.value)
        self.field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Leave it at that."""
        event.stop()
        self.screen.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say that it is too early."""
        event.stop()
        self.post_message(self.TooEarly())
