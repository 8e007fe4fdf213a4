"""The formats of other programs, a row each: another one is another row, and a module."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from codenames_core.foreign.game import ForeignGame, PeoplesClue, Refusal
from codenames_core.foreign.mapping import NO_MAP, FieldMap
from codenames_core.foreign.readers.clembench import looks_like_clembench, read_clembench
from codenames_core.foreign.readers.connector import looks_like_connector, read_connector
from codenames_core.foreign.readers.dewey import looks_like_dewey, read_dewey
from codenames_core.foreign.readers.duet import CLUES, looks_like_duet, read_duet
from codenames_core.foreign.readers.kaggle import looks_like_kaggle, read_kaggle
from codenames_core.foreign.readers.lines import looks_like_lines, read_lines
from codenames_core.foreign.readers.marichka import looks_like_marichka, read_marichka
from codenames_core.foreign.readers.stepmat import MOVES, looks_like_stepmat, read_stepmat
from codenames_core.foreign.sources import beginning_of, files_below
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

T = TypeVar("T")


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
        GameFormat(
            "stepmat",
            "folders of results of Codenames_GPT by stepmat (MIT)",
            read_stepmat,
            looks_like_stepmat,
            lambda path: path.name == MOVES,
        ),
        GameFormat(
            "dewey",
            "results of code-names-benchmark by DeweyMarco (MIT)",
            read_dewey,
            looks_like_dewey,
            _ends_in(".json", ".json.gz"),
        ),
        GameFormat(
            "marichka",
            "logs of codenames-ai by marichkakorolyuk (MIT), as JSON or as text",
            read_marichka,
            looks_like_marichka,
            lambda path: path.suffix == ".txt" or (path.suffix == ".json" and path.name.startswith("game_")),
        ),
        GameFormat(
            "clembench",
            "interactions.json of the game codenames of clembench (MIT)",
            read_clembench,
            looks_like_clembench,
            lambda path: path.name in ("interactions.json", "interactions.json.gz"),
        ),
        GameFormat(
            "kaggle",
            "replays of word_association of kaggle-environments (Apache-2.0)",
            read_kaggle,
            looks_like_kaggle,
            _ends_in(".json", ".json.gz"),
        ),
    )
}


class ClueFormat(NamedTuple):
    """How the single clues of people are written; the fields are those of `GameFormat`."""

    name: str
    about: str
    read: Callable[[Path], Iterator[PeoplesClue | Refusal]]
    looks_like: Callable[[str], bool]
    is_member: Callable[[Path], bool]


CLUE_FORMATS: Final[Mapping[str, ClueFormat]] = {
    format.name: format
    for format in (
        ClueFormat(
            "duet",
            "the tasks of SALT-NLP/codenames (no licence stated)",
            read_duet,
            looks_like_duet,
            lambda path: path.parent.name == CLUES and path.suffix == ".csv" and path.stem != "all",
        ),
        ClueFormat(
            "connector",
            "the table of abhilasha-kumar/Connector (MIT)",
            read_connector,
            looks_like_connector,
            lambda path: path.name == "raw_data.csv",
        ),
    )
}


def recognised(path: Path) -> str | None:
    """Return the name of the format that a file looks like; None where it looks like none of these."""
    beginning = beginning_of(path)
    return next((format.name for format in _every_format() if format.looks_like(beginning)), None)


def _every_format() -> tuple[GameFormat | ClueFormat, ...]:
    return (*FORMATS.values(), *CLUE_FORMATS.values())


_LOOKED_AT: Final = 200
"""Files of a folder that are looked at to say what they are."""


def import_hint(path: Path) -> str:
    """Return how to import a file, or a folder, that another program wrote; empty where it looks like none of these."""
    named = _every_format()
    if path.is_dir():
        files = [file for file, _ in zip(files_below(path), range(_LOOKED_AT), strict=False)]
        likely = (file for file in files if any(format.is_member(file) for format in named))
        found = next((format for file in likely if (format := recognised(file))), None)
    else:
        found = recognised(path) if path.is_file() else None
    shown = one_line(str(path), 100)
    return f"this looks like {found}; import it with codenames-tui import {found} {shown} -o DIR" if found else ""


def games_in(format: GameFormat, names: Iterable[str], fields: FieldMap = NO_MAP) -> Iterator[ForeignGame | Refusal]:
    """Yield the games of files and folders.

    A file that cannot be read at all, or is one of another format, is a refusal; the others are read on.
    """
    for path in _files(format, names, is_mapped=fields is not NO_MAP):
        yield from [path] if isinstance(path, Refusal) else _read(path, format.read(path, fields))


def clues_in(format: ClueFormat, names: Iterable[str]) -> Iterator[PeoplesClue | Refusal]:
    """Yield the clues of files and folders; a file that cannot be read is a refusal, as in `games_in`."""
    for path in _files(format, names):
        yield from [path] if isinstance(path, Refusal) else _read(path, format.read(path))


def _files(
    format: GameFormat | ClueFormat, names: Iterable[str], *, is_mapped: bool = False
) -> Iterator[Path | Refusal]:
    for name in names:
        path = Path(name)
        if not path.exists():
            yield Refusal(one_line(name), "there is no such file or folder")
            continue
        for file in filter(format.is_member, files_below(path)) if path.is_dir() else [path]:
            yield file if is_mapped else _checked(file, format)


def _checked(path: Path, format: GameFormat | ClueFormat) -> Path | Refusal:
    """Return the file, unless it looks like one of another format."""
    if format.looks_like(beginning_of(path)) or (other := recognised(path)) is None:
        return path
    reason = f"looks like {other}, and not like {format.name}"
    return Refusal(one_line(path.name), reason, detail=f"import it with codenames-tui import {other}")


def _read(path: Path, entries: Iterator[T]) -> Iterator[T | Refusal]:
    where = one_line(path.name)
    try:
        yield from entries
    except InputError as error:
        yield Refusal(where, one_line(str(error).removeprefix(f"{where}: "), 200))
