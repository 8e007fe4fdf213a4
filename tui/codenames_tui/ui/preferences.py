"""A person's settings: a TOML file in the platform's configuration folder, which people edit too.

A wrong value is a problem with its line, and the default holds instead. Saving a setting changes that value and leaves
the rest of the file, comments too, as it is; a file that is not TOML is never written to.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from platformdirs import user_config_path

from codenames_agents.kinds import DEFAULT_SPEC
from codenames_agents.seats.turn_limit import NEEDED, TimeUp, TurnLimit, is_limit
from codenames_core.files.untrusted_files import open_ordinary
from codenames_core.support.errors import InputError
from codenames_core.support.folders import APP_NAME, episodes_folder
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.look import DEFAULT_THEME, LIVE_PACE, LONGEST_PACE
from codenames_tui.ui.toml_file import TOP, Place, Value, edit_toml, key_lines

FILE_NAME: Final = "settings.toml"
LARGEST_FILE: Final = 100_000
"""Bytes. A file of settings is far smaller, and one that is changed is read by tomlkit, a megabyte in up to 13 s."""
MOST_RECENT: Final = 8
"""Number of agents that are remembered."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Every setting with its default."""

    theme: str = DEFAULT_THEME
    pace: float = LIVE_PACE
    """Seconds between two events of a game that is watched."""
    animation: bool | None = None
    """None leaves it to the terminal: no animation over SSH."""
    ascii: bool = False
    mouse: bool = True
    bell: bool = True
    """Whether the terminal's bell rings when it is a person's turn."""
    turn_seconds: int = 0
    """How long a person may take for an answer; 0 is as long as it likes."""
    time_up: str = TimeUp.STAND_IN.value
    """What happens when that time is up."""
    tips_seen: tuple[str, ...] = ()
    """Names of the tips that were given in games, and are not given again."""
    episodes: str = ""
    """Folder of the games; the data folder where it is empty."""
    red: str = DEFAULT_SPEC
    """Spec of the agent that plays if no other is named."""
    blue: str = DEFAULT_SPEC
    recent: tuple[str, ...] = ()
    """Specs that were typed in, the latest first."""
    game: Mapping[str, str] = field(default_factory=dict)
    """The last set-up: the fields of `codenames_tui.setup.game_form` as they were filled in."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Other keys for bindings, by the id of the binding; see `codenames_tui.app.keymap`."""


class Settings(NamedTuple):
    """The contents of a settings file."""

    path: Path
    preferences: Preferences
    problems: tuple[str, ...] = ()
    broken: bool = False
    """Whether it cannot be read at all, and so must not be written."""


def settings_file() -> Path:
    """Return the path of the settings file, which need not exist."""
    return user_config_path(APP_NAME, appauthor=False) / FILE_NAME


def user_themes_folder() -> Path:
    """Return the folder of a person's own themes."""
    return user_config_path(APP_NAME, appauthor=False) / "themes"


def theme_folders() -> tuple[Path, Path]:
    """Return the folders of all themes: those of the app, and a person's own."""
    return data_folder("themes"), user_themes_folder()


def games_folder(preferences: Preferences) -> Path:
    """Return where games are kept: the folder that is set, or else the platform's own."""
    return Path(preferences.episodes).expanduser() if preferences.episodes else episodes_folder()


def turn_limit(preferences: Preferences) -> TurnLimit:
    """Return how long a person may take for an answer."""
    return TurnLimit(preferences.turn_seconds, TimeUp(preferences.time_up))


# Reading

_Check = Callable[[Any], str | None]
"""Returns what would be right, None for a right value."""


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value == one_line(value) else "one line of text is needed"


def _name(value: Any) -> str | None:
    return None if isinstance(value, str) and value and value == one_line(value, 100) else "a name is needed"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false is needed"


def _pace(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number and 0 <= value <= LONGEST_PACE else f"seconds from 0 to {LONGEST_PACE:g} are needed"


def _turn_seconds(value: Any) -> str | None:
    return None if isinstance(value, int) and not isinstance(value, bool) and is_limit(value) else NEEDED


def _time_up(value: Any) -> str | None:
    return None if value in tuple(TimeUp) else f"{' or '.join(TimeUp)} is needed"


def _names(value: Any) -> str | None:
    right = isinstance(value, list) and all(_name(name) is None for name in value)
    return None if right else "a list of names is needed"


_CHECKS: Final[Mapping[tuple[str, str], _Check]] = {
    (TOP, "theme"): _name,
    (TOP, "pace"): _pace,
    (TOP, "animation"): _flag,
    (TOP, "ascii"): _flag,
    (TOP, "mouse"): _flag,
    (TOP, "bell"): _flag,
    (TOP, "turn_seconds"): _turn_seconds,
    (TOP, "time_up"): _time_up,
    (TOP, "tips_seen"): _names,
    (TOP, "episodes"): _text,
    ("agents", "red"): _name,
    ("agents", "blue"): _name,
    ("agents", "recent"): _names,
}
_OPEN_TABLES: Final = ("game", "keys")
"""Tables of texts; what uses them checks their keys."""
TABLE_OF: Final[Mapping[str, str]] = {key: table for table, key in _CHECKS}
"""The table of the file that each setting is in."""


def read_settings(path: Path | None = None) -> Settings:
    """Read the settings at `path`, the person's own if not given; without a file all defaults hold."""
    path = path or settings_file()
    try:
        text = _read(path)
        tree = tomllib.loads(text)
    except FileNotFoundError:
        return Settings(path, Preferences())
    except OSError as error:
        return _broken(path, error.strerror or type(error).__name__)
    except InputError as error:
        return _broken(path, one_line(str(error), 120))
    except (ValueError, RecursionError) as error:
        return _broken(path, f"not TOML: {one_line(str(error), 120)}")
    values: dict[str, Any] = {}
    problems: dict[Place, str] = {}
    for (table, key), value in _entries(tree):
        if problem := _problem(table, key, value):
            problems[table, key] = problem
        elif table in _OPEN_TABLES:
            values.setdefault(table, {})[key] = value
        else:
            values[key] = tuple(value) if isinstance(value, list) else value
    return Settings(path, replace(Preferences(), **values), tuple(_with_lines(path, text, problems)))


def _read(path: Path) -> str:
    with open_ordinary(path) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InputError(f"larger than {LARGEST_FILE:,} bytes, which settings never need")
    return data.decode("utf-8-sig")


def _broken(path: Path, reason: str) -> Settings:
    return Settings(path, Preferences(), (f"{one_line(path.name)}: {reason}; the defaults are used",), broken=True)


def _entries(tree: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    """Yield the place and the value of every entry; an unknown table counts as a value."""
    tables = {table for table, _ in _CHECKS if table} | set(_OPEN_TABLES)
    for name, value in tree.items():
        if name in tables and isinstance(value, dict):
            yield from (((name, key), inner) for key, inner in value.items())
        else:
            yield (TOP, name), value


def _problem(table: str, key: str, value: Any) -> str | None:
    """Return what is wrong with an entry, None for a right one."""
    name = _dotted(table, key)
    check = _text if table in _OPEN_TABLES else _CHECKS.get((table, key))
    if check is None:
        return f"there is no setting {name}"
    needed = check(value)
    return f"{name} is {one_line(repr(value), 40)}; {needed}" if needed else None


def _dotted(table: str, key: str) -> str:
    name = one_line(key, 40)
    return f"{table}.{name}" if table else name


def _with_lines(path: Path, text: str, problems: Mapping[Place, str]) -> Iterator[str]:
    lines = key_lines(text) if problems else {}
    for place, problem in problems.items():
        line = f"line {lines[place]}: " if place in lines else ""
        yield f"{one_line(path.name)}: {line}{problem}"


# Writing


def save_settings(path: Path, changes: Mapping[Place, Value]) -> None:
    """Set values in the file at `path`; None removes a setting.

    Raises:
        InputError: the file is not TOML, or too unusual to be edited; nothing was written.
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
        raise InputError(f"not saved: {where} is not TOML: {one_line(str(error), 120)}; fix or move it") from error
    try:
        text = edit_toml(text, changes)
        intact = tomllib.loads(text) == _changed(tree, changes)
    except ValueError:
        intact = False
    if not intact:
        names = ", ".join(_dotted(table, key) for table, key in changes)
        raise InputError(f"not saved: {where} is laid out so that {names} cannot be changed; edit it by hand")
    write_atomically(path.resolve(), text.encode())


def _changed(tree: Mapping[str, Any], changes: Mapping[Place, Value]) -> dict[str, Any]:
    """Return what the edited file has to say."""
    tree = dict(tree)
    for (table, key), value in changes.items():
        entries = tree if table == TOP else dict(tree.get(table, {}))
        if value is None:
            entries.pop(key, None)
        else:
            entries[key] = list(value) if isinstance(value, tuple) else value
        if table != TOP and (entries or table in tree):
            tree[table] = entries
    return tree


def with_recent(recent: tuple[str, ...], spec: str) -> tuple[str, ...]:
    """Return `recent` with `spec` at its beginning."""
    return (spec, *(other for other in recent if other != spec))[:MOST_RECENT]


def as_changes(before: Preferences, after: Preferences) -> dict[Place, Any]:
    """Return the changes that turn `before` into `after`; the open tables key by key."""
    changes: dict[Place, Any] = {}
    for name in (setting.name for setting in fields(Preferences)):
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        if name in _OPEN_TABLES:
            changes |= {(name, key): new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
        else:
            changes[TABLE_OF[name], name] = new
    return changes
