"""What a person has settled: a TOML file in the platform's configuration folder, read with care and edited in place.

A wrong value is a problem with its line, and the default holds instead. Whoever saves a setting changes that line and
leaves the rest of the file, comments too, as it is; a file that is not TOML is never written to.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from platformdirs import user_config_path

from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.support.errors import InputError
from codenames_core.support.folders import APP_NAME
from codenames_core.text.sanitiser import encodable, one_line
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.look import DEFAULT_THEME, LIVE_PACE, LONGEST_PACE

FILE_NAME: Final = "settings.toml"
LARGEST_FILE: Final = 1_000_000
"""Bytes; a larger file is surely not one of settings."""
OFFLINE_AGENT: Final = "vector:balanced"
MOST_RECENT: Final = 8
"""Agents that are remembered."""
TOP: Final = ""
"""The table that holds what stands before every `[table]`."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Every setting, with the value that holds where nothing is settled."""

    theme: str = DEFAULT_THEME
    pace: float = LIVE_PACE
    """Seconds between two events of a game that is watched."""
    animation: bool | None = None
    """None leaves it to the terminal: nothing moves over SSH."""
    ascii: bool = False
    mouse: bool = True
    episodes: str = ""
    """Folder of the games; the data folder where it is empty."""
    red: str = OFFLINE_AGENT
    """Who plays where nobody else is named."""
    blue: str = OFFLINE_AGENT
    recent: tuple[str, ...] = ()
    """Agents that were typed in, the latest first."""
    game: Mapping[str, str] = field(default_factory=dict)
    """The last set-up: the fields of `codenames_tui.setup.game_form` as they were filled in."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Other keys for bindings, by the id of the binding; see `codenames_tui.app.keymap`."""


class Settings(NamedTuple):
    """A settings file as it was read."""

    path: Path
    preferences: Preferences
    problems: tuple[str, ...] = ()
    broken: bool = False
    """Whether it cannot be read at all, and so must not be written to."""


def settings_file() -> Path:
    """Return where the settings are kept; the file need not exist."""
    return user_config_path(APP_NAME, appauthor=False) / FILE_NAME


def user_themes_folder() -> Path:
    """Return where a person's own themes are looked for."""
    return user_config_path(APP_NAME, appauthor=False) / "themes"


def theme_folders() -> tuple[Path, Path]:
    """Return where all themes are looked for: those that come with the app, and a person's own."""
    return data_folder("themes"), user_themes_folder()


# Reading

_Check = Callable[[Any], str | None]
"""Returns what would be right, None where a value is."""


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value == one_line(value) else "one line of text is needed"


def _name(value: Any) -> str | None:
    return None if isinstance(value, str) and value and value == one_line(value, 100) else "a name is needed"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false is needed"


def _pace(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number and 0 <= value <= LONGEST_PACE else f"seconds from 0 to {LONGEST_PACE:g} are needed"


def _names(value: Any) -> str | None:
    right = isinstance(value, list) and all(_name(one) is None for one in value)
    return None if right else "a list of names is needed"


_CHECKS: Final[Mapping[tuple[str, str], _Check]] = {
    (TOP, "theme"): _name,
    (TOP, "pace"): _pace,
    (TOP, "animation"): _flag,
    (TOP, "ascii"): _flag,
    (TOP, "mouse"): _flag,
    (TOP, "episodes"): _text,
    ("agents", "red"): _name,
    ("agents", "blue"): _name,
    ("agents", "recent"): _names,
}
_OPEN_TABLES: Final = ("game", "keys")
"""Tables of texts, whose keys are checked by those who use them."""
TABLE_OF: Final[Mapping[str, str]] = {key: table for table, key in _CHECKS}
"""In which table of the file a setting lies."""


def read_settings(path: Path | None = None) -> Settings:
    """Read the settings at `path`, the person's own if not given; a file that is not there settles nothing."""
    path = path or settings_file()
    try:
        text = _read(path)
        tree = tomllib.loads(text)
    except FileNotFoundError:
        return Settings(path, Preferences())
    except OSError as error:
        return _broken(path, error.strerror or type(error).__name__)
    except (ValueError, RecursionError) as error:
        return _broken(path, f"not TOML: {one_line(str(error), 120)}")
    values: dict[str, Any] = {}
    problems: list[str] = []
    for table, key, value in _entries(tree):
        if wrong := _wrong(table, key, value):
            problems.append(f"{_where(path, text, table, key)}: {wrong}")
        elif table in _OPEN_TABLES:
            values.setdefault(table, {})[key] = value
        else:
            values[key] = tuple(value) if isinstance(value, list) else value
    return Settings(path, replace(Preferences(), **values), tuple(problems))


def _read(path: Path) -> str:
    with open_ordinary(path) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError(f"larger than {LARGEST_FILE} bytes")
    return data.decode("utf-8-sig")


def _broken(path: Path, reason: str) -> Settings:
    return Settings(path, Preferences(), (f"{one_line(path.name)}: {reason}; the defaults hold",), broken=True)


def _entries(tree: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
    """Return table, key and value of every entry; a table that is none of ours counts as a value."""
    tables = {table for table, _ in _CHECKS if table} | set(_OPEN_TABLES)
    found: list[tuple[str, str, Any]] = []
    for name, value in tree.items():
        if name in tables and isinstance(value, dict):
            found += [(name, key, inner) for key, inner in value.items()]
        else:
            found.append((TOP, name, value))
    return found


def _wrong(table: str, key: str, value: Any) -> str | None:
    """Return what is wrong with an entry, None where nothing is."""
    name = _dotted(table, key)
    check = _text if table in _OPEN_TABLES else _CHECKS.get((table, key))
    if check is None:
        return f"there is no setting {name}"
    needed = check(value)
    return f"{name} is {one_line(repr(value), 40)}; {needed}" if needed else None


def _dotted(table: str, key: str) -> str:
    name = one_line(key, 40)
    return f"{table}.{name}" if table else name


def _where(path: Path, text: str, table: str, key: str) -> str:
    number = line_of(text, table, key)
    where = one_line(path.name)
    return where if number is None else f"{where}: line {number + 1}"


_TABLE_LINE: Final = re.compile(r"^\s*\[+\s*([^\]]*?)\s*\]+")


def line_of(text: str, table: str, key: str) -> int | None:
    """Return the index of the line on which `key` of `table` is set, None where that cannot be told."""
    inside = TOP
    entry = re.compile(rf"^\s*(?:{re.escape(key)}|{re.escape(_quoted(key))}|'{re.escape(key)}')\s*=")
    dotted = re.compile(rf"^\s*{re.escape(table)}\.(?:{re.escape(key)}|{re.escape(_quoted(key))})\s*=")
    for number, line in enumerate(text.split("\n")):
        if heading := _TABLE_LINE.match(line):
            inside = heading[1]
            if table == TOP and inside.strip("\"'") == key:
                return number
        elif (inside == table and entry.match(line)) or (inside == TOP and table != TOP and dotted.match(line)):
            return number
    return None


# Writing


def save_settings(path: Path, changes: Mapping[tuple[str, str], Any]) -> None:
    """Set values, by table and key, in the file at `path`; None takes a setting out.

    Raises:
        InputError: the file is no TOML, or too unusual to be edited; nothing was written.
        StorageError: the disk refused.
    """
    from codenames_core.files.atomic_writes import write_atomically

    where = one_line(str(path))
    try:
        text = _read(path)
    except FileNotFoundError:
        text = ""
    except (OSError, ValueError) as error:
        raise InputError(f"not saved: {where} cannot be read: {error}") from error
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not saved: {where} is not TOML: {one_line(str(error), 120)}; mend or move it") from error
    for (table, key), value in changes.items():
        text = edited(text, table, key, value)
        _set(tree, table, key, value)
    try:
        intact = tomllib.loads(text) == tree
    except ValueError:
        intact = False
    if not intact:
        names = ", ".join(_dotted(table, key) for table, key in changes)
        raise InputError(f"not saved: {where} is laid out so that {names} cannot be changed; edit it by hand")
    write_atomically(path.resolve(), text.encode())


def _set(tree: dict[str, Any], table: str, key: str, value: Any) -> None:
    place = tree if table == TOP else tree.setdefault(table, {})
    if not isinstance(place, dict):
        return
    if value is None:
        place.pop(key, None)
    else:
        place[key] = list(value) if isinstance(value, tuple) else value


def edited(text: str, table: str, key: str, value: Any) -> str:
    r"""Return `text` with one line set, added, or with a value of None taken out.

    >>> edited("pace = 2  # calm\n[agents]\nred = 'x'\n", "agents", "red", "random")
    'pace = 2  # calm\n[agents]\nred = "random"\n'
    """
    lines = text.split("\n")
    number = line_of(text, table, key)
    if value is None:
        return "\n".join(line for index, line in enumerate(lines) if index != number)
    entry = f"{_key(key)} = {_toml(value)}"
    if number is not None:
        prefix = f"{table}." if lines[number].lstrip().startswith(f"{table}.") and table else ""
        lines[number] = prefix + entry
        return "\n".join(lines)
    start = next((i for i, line in enumerate(lines) if (found := _TABLE_LINE.match(line)) and found[1] == table), None)
    if start is not None:
        lines.insert(start + 1, entry)
    elif table == TOP:
        first_table = next((i for i, line in enumerate(lines) if _TABLE_LINE.match(line)), len(lines))
        while first_table and not lines[first_table - 1].strip():
            first_table -= 1
        lines.insert(first_table, entry)
        if first_table == len(lines) - 1:
            lines.append("")
    else:
        while lines and not lines[-1].strip():
            lines.pop()
        lines += ([""] if lines else []) + [f"[{table}]", entry, ""]
    return "\n".join(lines)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    """Return `text` as a TOML string; JSON's are the same, but for DEL."""
    return json.dumps(encodable(text), ensure_ascii=False).replace("\x7f", "\\u007f")


def with_recent(recent: tuple[str, ...], spec: str) -> tuple[str, ...]:
    """Return `recent` with `spec` at its beginning."""
    return (spec, *(one for one in recent if one != spec))[:MOST_RECENT]


def as_changes(before: Preferences, after: Preferences) -> dict[tuple[str, str], Any]:
    """Return what to write so that `before` becomes `after`; the open tables key by key."""
    changes: dict[tuple[str, str], Any] = {}
    for name in (one.name for one in fields(Preferences)):
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        if name in _OPEN_TABLES:
            changes |= {(name, key): new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
        else:
            changes[TABLE_OF[name], name] = new
    return changes
