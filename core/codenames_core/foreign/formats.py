"""The formats of other programs, a row each: another one is another row, and a module."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codenames_core.foreign.game import ForeignGame, Refusal
from codenames_core.foreign.lines import looks_like_lines, read_lines
from codenames_core.foreign.mapping import NO_MAP, FieldMap
from codenames_core.foreign.sources import beginning_of, files_below
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line


class GameFormat(NamedTuple):
    """How the games of another program are written."""

    name: str
    """As the command line says it."""
    about: str
    """Whose it is, and its licence."""
    read: Callable[[Path, FieldMap], Iterator[ForeignGame | Refusal]]
    """Yields the games of a file, and what is wrong with its other parts."""
    looks_like: Callable[[str], bool]
    """Whether a file begins as one of this format."""
    is_member: Callable[[Path], bool]
    """Whether a file in a folder may be one of this format, by its name."""


def _ends_in(*ends: str) -> Callable[[Path], bool]:
    return lambda path: path.name.casefold().endswith(ends)


FORMATS: Final[Mapping[str, GameFormat]] = {
    format.name: format
    for format in (
        GameFormat(
            "lines",
            "one game a line, as docs/import.md describes; with --map, JSON lines of any other form",
            read_lines,
            looks_like_lines,
            _ends_in(".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz"),
        ),
    )
}


def recognised(path: Path) -> str | None:
    """Return the name of the format that a file looks like; None where it looks like none of these."""
    beginning = beginning_of(path)
    return next((format.name for format in FORMATS.values() if format.looks_like(beginning)), None)


def games_in(format: GameFormat, names: Iterable[str], fields: FieldMap = NO_MAP) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of files and folders.

    A file that cannot be read at all, or is one of another format, is a refusal; the others are read on.
    """
    for name in names:
        path = Path(name)
        if not path.exists():
            yield Refusal(one_line(name), "there is no such file or folder")
            continue
        for file in filter(format.is_member, files_below(path)) if path.is_dir() else [path]:
            yield from _games_of(format, file, fields)


def _games_of(format: GameFormat, path: Path, fields: FieldMap) -> Iterator[ForeignGame | Refusal]:
    where = one_line(path.name)
    if fields is NO_MAP and not format.looks_like(beginning_of(path)):
        other = recognised(path)
        if other is not None:
            yield Refusal(where, f"looks like {other}, and not like {format.name}", detail=f"import it with {other}")
            return
    try:
        yield from format.read(path, fields)
    except InputError as error:
        yield Refusal(where, one_line(str(error).removeprefix(f"{where}: "), 200))
