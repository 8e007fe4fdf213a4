"""What every screen but the game has in common: a head, something in its middle, words about it, keys at the foot."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.messages import GoTo, KeyChosen
from codenames_tui.ui.screens.active_keys import all_keys, hints, press
from codenames_tui.ui.widgets.key_line import KeyLine
from codenames_tui.ui.widgets.too_small import TooSmall, mark_size
from codenames_tui.ui.widgets.words import Words


class Framed(Screen[None]):
    """A screen with something in its middle. Each kind has bindings with ids of its own for what is done here.

    Args:
        heading: stands at the top.
        about: says below the middle what there is to say of it.
        glyphs: what is drawn with.
    """

    AUTO_FOCUS = ""
    FRAME: ClassVar[str]
    """What the style sheet calls the whole."""
    SMALLEST: ClassVar[Size]
    """The smallest terminal in which there is room."""
    OWN_KEYS: ClassVar[tuple[str, ...]]
    """How the ids begin whose keys the help names first."""
    FIRST_KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot before anything else."""
    KEYS: ClassVar[Sequence[Hint]] = ()
    """What stands at the foot between the first and the last ones."""
    LAST_KEYS: ClassVar[Sequence[Hint]] = ()
    NOT_OFFERED: ClassVar[Collection[str]] = ()
    """Ids of bindings that the palette leaves out: here they lead nowhere."""

    def __init__(self, heading: Words, about: Words, *, glyphs: Glyphs) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.heading = heading
        self.about = about
        self.key_line = KeyLine(glyphs=glyphs, id="keys")

    def middle(self) -> Iterable[Widget]:
        """Return what stands between the head and the words below."""
        return ()

    def compose(self) -> ComposeResult:
        """Lay out the parts; how large they are is up to the style sheet."""
        with Vertical(id=self.FRAME):
            yield self.heading
            yield from self.middle()
            yield self.about
            yield self.key_line
        yield TooSmall(self.SMALLEST, glyphs=self.glyphs)

    def on_mount(self) -> None:
        """Show the keys."""
        self.show_keys()

    def on_resize(self) -> None:
        """Give way to a note where nothing fits."""
        mark_size(self, self.SMALLEST)

    def show_keys(self) -> None:
        """Show the keys that matter."""
        self.key_line.hints = hints(self, (*self.FIRST_KEYS, *self.KEYS, *self.LAST_KEYS), self.glyphs)

    def say(self, text: str, style: str = "dim") -> None:
        """Show a sentence below the middle."""
        self.about.lines = ((Span(self.glyphs.line(text), style),),) if text else ()

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key at the foot does."""
        await press(self, message.id)

    def action_help(self) -> None:
        """Show all keys."""
        from codenames_tui.ui.screens.dialogs import KeyHelp

        self.app.push_screen(KeyHelp(all_keys(self, self.glyphs, self.OWN_KEYS), self.glyphs))

    def action_back(self) -> None:
        """Go back to where the person came from."""
        self.post_message(GoTo("back"))

    def action_leave(self) -> None:
        """Quit the app."""
        self.post_message(GoTo("quit"))
