"""A game as Markdown, as for the appendix of a paper."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.prose.narration import GameNarration, NarratedEvent, facts_of, narrate, title_of

_COLUMNS: Final = 5
# Signs that can begin or end markup anywhere in a line. A colon does so before `//` and as the first of `:smile:`,
# a dot behind `www`: GitHub and others make links and pictures of these.
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>&|~$#@^=]|:(?=/|[\w+-]+:)|(?<=www)\.|(?<=WWW)\.)")
# The beginning of an ordered or a bulleted list.
_AT_THE_START: Final = re.compile(r"^(\d+)([.)])|^([-+])")


def to_markdown(record: EpisodeRecord) -> str:
    """Return the whole game: who played, the board with its key, and turn by turn what was said and done."""
    return "\n".join(_lines(record, narrate(record)))


def _lines(record: EpisodeRecord, narration: GameNarration) -> Iterator[str]:
    yield f"# {literal(title_of(record))}"
    yield ""
    yield literal(narration.verdict)
    yield ""
    yield from (f"- {literal(name)}: {literal(value)}" for name, value in facts_of(record))
    yield ""
    yield "## Board"
    yield ""
    yield from _board(record)
    for event in narration.events:
        yield from _event(event)
    yield ""
    yield "## End"
    yield ""
    yield from (f"- {literal(line)}" for line in narration.closing)
    yield ""


def _board(record: EpisodeRecord) -> Iterator[str]:
    cells = [f"{literal(one_line(word))} ({card})" for word, card in record.board.key.items()]
    rows = [cells[start : start + _COLUMNS] for start in range(0, len(cells), _COLUMNS)]
    yield _row(" " for _ in range(_COLUMNS))
    yield _row("---" for _ in range(_COLUMNS))
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _event(event: NarratedEvent) -> Iterator[str]:
    if event.heading is not None:
        yield ""
        yield f"## {literal(event.heading)}"
        yield ""
    lines = [literal(line) for line in event.lines] or ["(nothing)"]
    if event.targets:
        lines.append(f"*meant for* {literal(', '.join(event.targets))}")
    if event.note:
        lines.append(f"*does not follow:* {literal(one_line(event.note))}")
    if event.came_of:
        lines.append(f"*in short:* {literal(event.came_of)}")
    yield "- " + f"{_BREAK}\n  ".join(lines)


_BREAK: Final = "\\"
"""A new line within an entry. Two blanks at the end of a line say the same, and every editor removes them."""


def literal(text: str) -> str:
    r"""Return clean text as Markdown that shows it as it is: no emphasis, link, HTML, entity, formula or list.

    >>> print(literal("1. *SEA* <b>"))
    1\. \*SEA\* \<b\>
    """
    return _AT_THE_START.sub(_escape_start, _SPECIAL.sub(r"\\\1", text))


def _escape_start(start: re.Match[str]) -> str:
    number, stop, bullet = start.groups()
    return f"\\{bullet}" if bullet else f"{number}\\{stop}"
