"""What a reader should know about the file of a game: unfinished, cut off, newer, with events that do not fit."""

from collections.abc import Sequence
from typing import Final

from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.paper import Entry, Paragraph

ABOUT_FILE: Final = "About this file"


def note_entries(notes: Sequence[str], glyphs: Glyphs) -> list[Entry]:
    """Return an entry for each note."""
    mark = f"{glyphs.mentioned} "
    return [Entry((Paragraph((Span(mark, "warn"), Span(glyphs.line(note))), hang=len(mark)),)) for note in notes]
