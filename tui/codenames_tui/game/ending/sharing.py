"""Handing on what is on the game screen: a file in a form that others can open, or a text for the clipboard."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from codenames_core.files.atomic_writes import refuse_existing, write_new
from codenames_core.files.record import file_name
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_tui.exports.formats import ExportFormat, export_game
from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.ending.copying import Copy, copy_of_event, copy_of_game
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.widgets.field import TextField
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words

_ABOUT: Final = {
    ExportFormat.MARKDOWN: ("Markdown", "the whole game as text"),
    ExportFormat.HTML: ("Page", "one HTML file for any browser"),
    ExportFormat.CAST: ("Recording", "for asciinema and its players"),
    ExportFormat.SVG: ("Picture", "this position as SVG"),
}
_LONGEST_COPY: Final = 50_000
"""Characters; terminals that take more through OSC 52 are few."""


class Chosen(NamedTuple):
    """What to write, and where."""

    form: ExportFormat
    path: Path


class ExportGame(ModalScreen[Chosen | None]):
    """Asks for a form and for the name of the file.

    Args:
        name: of the file, without its end.
        glyphs: what is drawn with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Back", id="export.cancel"),
        Binding("up,shift+tab", "point(-1)", "Up", id="export.up", priority=True),
        Binding("down,tab", "point(1)", "Down", id="export.down", priority=True),
    ]

    def __init__(self, name: str, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._suggested = name
        self._warned = False
        self._form = ExportFormat.MARKDOWN
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span("Export this game", "strong"),),)
        self.list = ItemList(glyphs=glyphs, id="forms")
        self.list.can_focus = False
        self.field = TextField(f"{name}.{self._form}", glyphs=glyphs)
        self.words = Words(glyphs=glyphs, id="dialog-words")
        self._keys = Words(glyphs=glyphs, id="dialog-keys")
        keys = (("↑↓" if not glyphs.ascii_only else "up/down", " form  "), ("enter", " write  "), ("esc", " back"))
        self._keys.lines = (tuple(span for key, what in keys for span in (Span(key, "key"), Span(what, "dim"))),)

    def compose(self) -> ComposeResult:
        """Ask."""
        with Vertical(classes="dialog"):
            yield self._title
            yield self.list
            yield self.field
            yield self.words
            yield self._keys

    def on_mount(self) -> None:
        """Offer the forms."""
        self.list.show([Item(form, name, note=about) for form, (name, about) in _ABOUT.items()])
        self.field.focus()
        self._say()

    def _say(self, problem: str = "", style: str = "bad") -> None:
        folder = f"A new file in {Path.cwd()}, or with a path of its own."
        line = Span(self._glyphs.line(problem), style) if problem else Span(self._glyphs.line(folder), "dim")
        self.words.lines = ((line,),)

    def action_point(self, steps: int) -> None:
        """Take another form."""
        self.list.action_move(steps)

    def on_item_list_pointed(self, message: ItemList.Pointed) -> None:
        """Have the file's name end as its form wants."""
        before, self._form = self._form, ExportFormat(message.item.name)
        if self.field.value.endswith(f".{before}"):
            self.field.value = f"{self.field.value.removesuffix(before)}{self._form}"
            self.field.cursor_position = len(self.field.value)

    def on_item_list_chosen(self) -> None:
        """Take the form that was clicked."""
        self.on_input_submitted()

    def on_input_changed(self) -> None:
        """Say what is possible again after what was wrong."""
        self._warned = False
        self._say()

    def on_input_submitted(self) -> None:
        """Return what was chosen, if nothing lies there."""
        name = self.field.value.strip()
        try:
            path = Path(name).expanduser()
            refuse_existing(path)
        except (CodenamesError, OSError, RuntimeError, ValueError) as error:
            self._say(str(error))
            return
        if not name:
            self._say("A name is needed.")
        else:
            self.dismiss(Chosen(self._form, path))

    def action_cancel(self) -> None:
        """Go back; a name that was typed is thrown away only when asked for twice."""
        if self._warned or self.field.value == f"{self._suggested}.{self._form}":
            self.dismiss(None)
        else:
            self._warned = True
            self._say("Press esc again to throw away what you typed.", "warn")


def export(screen: CursorScreen) -> None:
    """Ask how and where, and write the game of `screen`."""
    record, position = screen.game.record, screen.game.replay.cursor
    if record is None or not _may_be_handed_on(screen):
        screen.say(screen.game.why_withheld)
        return

    def write(chosen: Chosen | None) -> None:
        if chosen is not None:
            position_of = position if chosen.form is ExportFormat.SVG else None
            screen.say(f"writing {chosen.path} …")
            screen.run_worker(
                lambda: _write(screen, lambda: export_game(record, chosen.form, position=position_of), chosen.path),
                thread=True,
                group="export",
            )

    name = Path(file_name(record.episode_id, record.metadata)).stem if screen.source is None else screen.source.stem
    screen.app.push_screen(ExportGame(one_line(name), screen.glyphs), write)


def _write(screen: CursorScreen, text: Callable[[], str], path: Path) -> None:
    """Write a file, and say what became of it; to be called in a thread."""
    try:
        write_new(path, text().encode())
    except CodenamesError as error:
        said = str(error)
    else:
        said = f"saved as {one_line(str(path))}"
    screen.app.call_from_thread(screen.say, said)


def _may_be_handed_on(screen: CursorScreen) -> bool:
    """Whether whoever looks may see the whole game."""
    return screen.game.over or screen.sight.private


def copy(screen: CursorScreen) -> None:
    """Copy what the place that is looked at is about to the clipboard of the person's terminal."""
    copied = copy_at(screen)
    text = copied.text[:_LONGEST_COPY]
    screen.app.copy_to_clipboard(text)
    cut = f", the first {len(text):,} of {len(copied.text):,} characters" if len(text) < len(copied.text) else ""
    screen.say(f"Copied {copied.what}{cut or f': {len(text):,} characters'}.")


def copy_at(screen: CursorScreen) -> Copy:
    """Return what there is to copy."""
    game, replay = screen.game, screen.game.replay
    event = replay.last_event
    ended = replay.at_end and game.over
    record = game.record if (event is None or ended) and _may_be_handed_on(screen) else None
    if record is not None:
        return copy_of_game(record, replay.last_state, game.outcome, game.metrics)
    if event is None:
        return Copy("the words", ", ".join(one_line(word) for word in replay.state.board.words))
    return copy_of_event(screen.sight.event(event))
