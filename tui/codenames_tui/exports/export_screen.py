"""Exporting a game from its screen: asking for a format and a file, and writing it.

Nothing else in this folder draws on the screen.
"""

import os
from itertools import chain, count
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from codenames_core.files.atomic_writes import refuse_existing, write_new
from codenames_core.files.record import EpisodeRecord, file_name
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_tui.exports.formats import ExportFormat, export_game
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.ui.file_forms import form_of
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.screens.dialog import ENTER, Dialog, keys_to_click
from codenames_tui.ui.widgets.field import TextField
from codenames_tui.ui.widgets.item_list import ItemList
from codenames_tui.ui.widgets.words import Words


class ExportKind(NamedTuple):
    """What can be chosen."""

    form: ExportFormat
    name: str
    about: str
    key: KeyShown = KeyShown.ASKED
    """Of a page."""


_KINDS: Final = {
    kind.name: kind
    for kind in (
        ExportKind(ExportFormat.HTML, "Page", "for any browser; s shows the key"),
        ExportKind(ExportFormat.HTML, "Page, key shown", "the key from the beginning", KeyShown.SHOWN),
        ExportKind(ExportFormat.HTML, "Page, no key", "the key is not in the file", KeyShown.NEVER),
        ExportKind(ExportFormat.MARKDOWN, "Markdown", "the whole game as text, with key"),
        ExportKind(ExportFormat.GIF, "Moving picture", "a GIF; needs the extra [pictures]"),
        ExportKind(ExportFormat.CAST, "Recording", "for asciinema and its players"),
        ExportKind(ExportFormat.SVG, "Picture", "this position as SVG"),
    )
}


class Chosen(NamedTuple):
    """What to write, and where."""

    form: ExportFormat
    path: Path
    key: KeyShown = KeyShown.ASKED
    """Of a page."""


class ExportGame(Dialog[Chosen | None]):
    """Asks for a form and for the name of the file, whose end goes with the form whichever of the two is changed.

    Args:
        name: of the file, without its end.
        glyphs: what is drawn with.
    """

    PLACE = "export"
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
        self._kind = next(iter(_KINDS.values()))
        self._title = Words(glyphs=glyphs, id="dialog-title")
        self._title.lines = ((Span("Export this game", "strong"),),)
        self.list = ItemList(glyphs=glyphs, id="forms")
        self.list.can_focus = False
        self.field = TextField(f"{name}.{self._kind.form}", glyphs=glyphs)
        self.words = Words(glyphs=glyphs, id="dialog-words")
        up_down = "up/down" if glyphs.ascii_only else "↑↓"
        keys = ((up_down, "format", "export.down"), ("enter", "save", ENTER), ("esc", "back", "export.cancel"))
        self._keys = keys_to_click(*keys, glyphs=glyphs)

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
        self.list.show([Item(kind.name, kind.name, note=kind.about) for kind in _KINDS.values()])
        self.field.focus()
        self._show_problem()

    def _show_problem(self, problem: str = "", style: str = "bad") -> None:
        line = Span(self._glyphs.line(problem), style) if problem else Span(self._glyphs.line(_where()), "dim")
        self.words.lines = ((line,),)

    def action_point(self, steps: int) -> None:
        """Take another form."""
        self.list.action_move(steps)

    def on_item_list_pointed(self, message: ItemList.Pointed) -> None:
        """Have the file's name end as its form wants, if it was not the name that moved the pointer."""
        before, self._kind = self._kind, _KINDS[message.item.name]
        if self._kind.form is not before.form and self._named_form() is not None:
            self.field.value = f"{self.field.value.rpartition('.')[0]}.{self._kind.form}"
            self.field.cursor_position = len(self.field.value)

    def on_item_list_chosen(self) -> None:
        """Go on with the form that was clicked, which the pointer is at: nothing is saved before somebody says so."""
        self.field.focus()

    def on_input_changed(self) -> None:
        """Point at the form that the name asks for, and say what is possible again after what was wrong."""
        self._warned = False
        self._show_problem()
        form = self._named_form()
        if form is not None and form is not self._kind.form:
            self._kind = next(kind for kind in _KINDS.values() if kind.form is form)
            self.list.point_at(self._kind.name)

    def on_input_submitted(self) -> None:
        """Return what was chosen, if nothing lies there."""
        name = self.field.value.strip()
        try:
            path = Path(name).expanduser()
            form = form_of(path, ExportFormat)
            refuse_existing(path)
            if name and form is None:
                path = path.with_name(f"{path.name}.{self._kind.form}")
                refuse_existing(path)
        except (CodenamesError, OSError, RuntimeError, ValueError) as error:
            self._show_problem(str(error))
            return
        if not name:
            self._show_problem("A name is needed.")
        else:
            self.dismiss(Chosen(ExportFormat(form or self._kind.form), path, self._kind.key))

    def _named_form(self) -> ExportFormat | None:
        """Return the form that the name asks for as it stands, if there is one."""
        try:
            form = form_of(Path(self.field.value.strip()), ExportFormat)
        except CodenamesError:
            return None
        return None if form is None else ExportFormat(form)

    def action_cancel(self) -> None:
        """Go back; a name that was typed is thrown away only when asked for twice."""
        if self._warned or self.field.value == f"{self._suggested}.{self._kind.form}":
            self.dismiss(None)
        else:
            self._warned = True
            self._show_problem("Press esc again to discard what you typed.", "warn")


def write_export(record: EpisodeRecord, position: int, chosen: Chosen) -> str:
    """Write a game to a file, and return what became of it; a picture is that of `position`. Blocks."""
    shown = position if chosen.form is ExportFormat.SVG else None
    try:
        write_new(chosen.path, export_game(record, chosen.form, position=shown, key=chosen.key))
    except CodenamesError as error:
        return str(error)
    return f"saved as {one_line(str(chosen.path))}"


def _where() -> str:
    """Return where a file without a folder in its name is written."""
    try:
        return f"A new file in {Path.cwd()}, or a path of your own."
    except OSError:
        return "A path of your own: the folder that the app was started in is gone."


def suggested_name(record: EpisodeRecord, source: Path | None) -> str:
    """Return a name for the files of a game, without its end: one that no file in the current folder has.

    Args:
        record: of the game.
        source: the file that it was read from, if any.
    """
    name = one_line(Path(file_name(record.episode_id, record.metadata)).stem if source is None else source.stem)
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(name for name in names if not any(os.path.lexists(f"{name}.{form}") for form in ExportFormat))
