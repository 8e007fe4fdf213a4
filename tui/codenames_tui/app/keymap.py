"""Keys that a person prefers: checked against the bindings that there are, before any of them holds.

Textual takes an unknown id or key in silence, and drops one of two bindings that want the same key. So nothing is
handed to it that would do either; each refusal says id, key and reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Final, NamedTuple

from textual.binding import Binding
from textual.keys import Keys, format_key

from codenames_core.text.sanitiser import one_line

EVERYWHERE: Final = "everywhere"
_HOMES: Final[tuple[tuple[str, str, str], ...]] = (
    ("app.app", "CodenamesApp", EVERYWHERE),
    ("ui.screens.page", "Page", "page"),
    ("library.home_screen", "HomeScreen", "home"),
    ("setup.setup_screen", "SetupScreen", "set-up"),
    ("setup.settings_screen", "SettingsScreen", "settings"),
    ("library.library_screen", "LibraryScreen", "library"),
    ("setup.fork_screen", "ForkScreen", "fork"),
    ("game.game_screen", "GameScreen", "game"),
    ("game.forks.comparison_screen", "ComparisonScreen", "comparison"),
    ("benchmark.page", "BenchPage", "benchmark"),
    ("benchmark.setup_screens", "BenchmarkScreen", "benchmarks"),
    ("benchmark.setup_screens", "BenchmarkPlan", "benchmark plan"),
    ("benchmark.run_screen", "BenchRunScreen", "benchmark run"),
    ("benchmark.results_screen", "BenchResultsScreen", "benchmark results"),
    ("benchmark.dialogs", "ConfirmEnding", "ending a benchmark"),
    ("benchmark.dialogs", "ConfirmSpending", "spending"),
    ("ui.widgets.item_list", "ItemList", "list"),
    ("ui.widgets.row_table", "RowTable", "rows"),
    ("ui.widgets.paper", "Paper", "panel"),
    ("game.inspector.inspector_pane", "InspectorPane", "inspector"),
    ("game.seats.answer_panel", "ClueForm", "clue"),
    ("game.seats.answer_panel", "MessageForm", "message"),
    ("game.seats.answer_panel", "PickForm", "picking"),
    ("game.seats.dialogs", "ChooseSeat", "seats"),
    ("game.seats.dialogs", "HandOver", "hand-over"),
    ("game.seats.dialogs", "ConfirmGivingUp", "giving up"),
    ("ui.screens.dialogs", "ConfirmLeaving", "leaving"),
    ("ui.screens.dialogs", "JumpToTurn", "jump"),
    ("ui.screens.dialogs", "KeyHelp", "help"),
    ("game.ending.exporting", "ExportGame", "export"),
    ("ui.screens.choosing", "AskText", "question"),
    ("ui.screens.choosing", "ChooseAgent", "agents"),
    ("ui.screens.choosing", "Note", "note"),
)
"""Where bindings are defined: module, class, and the place's name for people."""
_PAGES: Final = frozenset(("home", "set-up", "settings", "fork"))
_BENCHES: Final = frozenset(("benchmarks", "benchmark plan", "benchmark run", "benchmark results"))
_TOGETHER: Final[Mapping[str, frozenset[str]]] = {
    "page": _PAGES | {"list", "library"},
    "list": _PAGES | {"page", "agents", "benchmarks", "benchmark plan"},
    "benchmark": _BENCHES | {"list", "rows"},
    "rows": frozenset(("benchmark run", "benchmark results")),
    "panel": frozenset(("game", "inspector", "comparison")),
    "inspector": frozenset(("game",)),
}
"""Places whose keys can be pressed at the same time."""
_MODIFIERS: Final = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))


class KnownBinding(NamedTuple):
    """A binding as it is defined."""

    id: str
    keys: tuple[str, ...]
    """In Textual's names."""
    description: str
    where: str


class Checked(NamedTuple):
    """The part of a key map that can hold, and what is wrong with the rest."""

    keymap: Mapping[str, str]
    problems: tuple[str, ...]


@lru_cache(maxsize=1)
def known_bindings() -> tuple[KnownBinding, ...]:
    """Return every binding of the app. All screens are imported for it."""
    found: dict[str, KnownBinding] = {}
    for module, name, where in _HOMES:
        kind = getattr(import_module(f"codenames_tui.{module}"), name)
        for one in Binding.make_bindings(kind.BINDINGS):
            name = one.id or f"{where}: {one.action}"
            before = found.get(name)
            found[name] = KnownBinding(name, (*(before.keys if before else ()), one.key), one.description, where)
    return tuple(found.values())


def check_keymap(wanted: Mapping[str, str], known: Sequence[KnownBinding]) -> Checked:
    """Return what of `wanted`, ids and keys separated by commas, can hold."""
    problems: list[str] = []
    by_id = {binding.id: binding for binding in known}
    good: dict[str, tuple[str, ...]] = {}
    for name, text in wanted.items():
        try:
            if name not in by_id:
                raise ValueError("there is no binding of this id; `codenames-tui keys` lists them")
            good[name] = tuple(_parsed(text))
        except ValueError as error:
            problems.append(_problem(name, text, str(error)))
    while clash := next(_clashes(good, by_id), None):
        name, key, other = clash
        problems.append(_problem(name, wanted[name], f"{key} is already the key of {other.id} ({other.description})"))
        del good[name]
    return Checked({name: ",".join(keys) for name, keys in good.items()}, tuple(problems))


def _problem(name: str, text: str, reason: str) -> str:
    return f"keys: {one_line(name, 40)!r} = {one_line(text, 40)!r}: {reason}; its own keys stay"


def _parsed(text: str) -> Iterator[str]:
    keys = [part.strip() for part in text.split(",")]
    if not any(keys):
        raise ValueError("there is no key in it")
    for key in keys:
        if not is_key(key):
            raise ValueError(f"{one_line(key, 20)!r} is no key; write them like x, ctrl+x, f2, left, space, comma")
    yield from _names(text)


def _names(text: str) -> Iterator[str]:
    """Return keys by Textual's names for them."""
    for binding in Binding.make_bindings([Binding(text, "named")]):
        yield binding.key


def is_key(name: str) -> bool:
    """Return whether a terminal can send a key of that name."""
    if len(name) == 1:
        return name.isprintable() and not name.isspace()
    *modifiers, key = name.split("+")
    if not set(modifiers) <= _MODIFIERS or len(set(modifiers)) < len(modifiers):
        return False
    return (len(key) == 1 and key.isprintable() and bool(modifiers)) or key in key_names()


@lru_cache(maxsize=1)
def key_names() -> frozenset[str]:
    """Return the names of keys without modifiers."""
    signs = {name for code in range(0x21, 0x7F) if chr(code) != "," for name in _names(chr(code))}
    return frozenset({key.value for key in Keys if "+" not in key.value and "<" not in key.value} | signs | {"comma"})


def _clashes(
    good: Mapping[str, tuple[str, ...]], by_id: Mapping[str, KnownBinding]
) -> Iterator[tuple[str, str, KnownBinding]]:
    """Find keys that two bindings want at the same time, as the changed id, the key and the other binding.

    Where both have a key in common from the start, the inner one has it on purpose.
    """
    for name in reversed(list(good)):
        mine = by_id[name]
        for other in by_id.values():
            if other.id == name or not _meet(mine.where, other.where):
                continue
            taken = set(good.get(other.id, other.keys)) - (set(mine.keys) & set(other.keys))
            if shared := next((key for key in good[name] if key in taken), None):
                yield name, written(shared), other


def _meet(one: str, other: str) -> bool:
    """Return whether keys of the two places can be pressed at the same time; a dialog hides what is below it."""
    if one == other or EVERYWHERE in (one, other):
        return True
    return other in _TOGETHER.get(one, ()) or one in _TOGETHER.get(other, ())


def written(key: str) -> str:
    """Return a key as it is written in a key map: a sign where it has one, a name otherwise."""
    sign = format_key(key)
    return sign if len(sign) == 1 and sign.isascii() and sign != "," else key


def bound(known: Iterable[KnownBinding], keymap: Mapping[str, str]) -> tuple[KnownBinding, ...]:
    """Return the bindings with the keys that hold under `keymap`."""
    return tuple(one._replace(keys=tuple(keymap[one.id].split(","))) if one.id in keymap else one for one in known)
