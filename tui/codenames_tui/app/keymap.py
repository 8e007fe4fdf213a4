"""Keys that a person prefers: checked against the bindings that there are, before any of them holds.

Textual takes an unknown id or key in silence, and drops one of two bindings that want the same key. So nothing is
handed to it that would do either; each refusal says id, key and reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from textual.binding import Binding
from textual.keys import Keys, format_key

from codenames_core.text.sanitiser import one_line
from codenames_tui.app.screens import EVERYWHERE, SCREENS

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
    known: dict[str, KnownBinding] = {}
    for row in SCREENS:
        kind = row.load()
        for binding in _bindings_of(kind):
            id = binding.id or f"{kind.PLACE}: {binding.action}"
            keys = (*(known[id].keys if id in known else ()), binding.key)
            known[id] = KnownBinding(id, keys, binding.description, kind.PLACE)
    return tuple(known.values())


def _bindings_of(kind: type) -> Iterator[Binding]:
    """Yield the bindings that a class defines itself, one for each key."""
    return iter(Binding.make_bindings(vars(kind).get("BINDINGS", ())))


@lru_cache(maxsize=1)
def _places_together() -> frozenset[tuple[str, str]]:
    """Return all pairs of places whose keys can be pressed while one and the same screen is shown."""
    shown = [_places_on(row.load()) for row in SCREENS]
    return frozenset(pair for places in shown for pair in product(places, places))


def _places_on(kind: type) -> set[str]:
    """Return the places whose keys work where `kind` is shown: its own, those it inherits, those of its panels."""
    place_of: dict[str, str] = {}
    panels: set[str] = set()
    for base in reversed(kind.__mro__):  # as Textual merges them: a key that is bound again loses its first meaning
        if place := vars(base).get("PLACE"):
            place_of |= {binding.key: place for binding in _bindings_of(base)}
        panels |= {*vars(base).get("TOGETHER_WITH", ())}
    return {*place_of.values(), *panels}


def check_keymap(wanted: Mapping[str, str], known: Sequence[KnownBinding]) -> Checked:
    """Return what of `wanted`, ids and keys separated by commas, can hold."""
    problems: list[str] = []
    by_id = {binding.id: binding for binding in known}
    good: dict[str, tuple[str, ...]] = {}
    for name, text in wanted.items():
        try:
            if name not in by_id:
                raise ValueError("unknown id; `codenames-tui keys` lists all ids")
            good[name] = tuple(_parsed(text))
        except ValueError as error:
            problems.append(_problem(name, text, str(error)))
    while clash := next(_clashes(good, by_id), None):
        name, key, other = clash
        problems.append(_problem(name, wanted[name], f"{key} is already the key of {other.id}: {other.description}"))
        del good[name]
    return Checked({name: ",".join(keys) for name, keys in good.items()}, tuple(problems))


def _problem(name: str, text: str, reason: str) -> str:
    return f"keys: {one_line(name, 40)!r} = {one_line(text, 40)!r}: {reason}; the default keys are kept"


def _parsed(text: str) -> Iterator[str]:
    keys = [part.strip() for part in text.split(",")]
    if not any(keys):
        raise ValueError("no key is given")
    for key in keys:
        if not is_key(key):
            raise ValueError(f"{one_line(key, 20)!r} is not a key; write keys like x, ctrl+x, f2, left, space, comma")
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


def _meet(place: str, other: str) -> bool:
    """Return whether keys of the two places can be pressed at the same time; a dialog hides what is below it."""
    return place == other or EVERYWHERE in (place, other) or (place, other) in _places_together()


def written(key: str) -> str:
    """Return a key as it is written in a key map: a sign where it has one, a name otherwise."""
    sign = format_key(key)
    return sign if len(sign) == 1 and sign.isascii() and sign != "," else key


def bound(known: Iterable[KnownBinding], keymap: Mapping[str, str]) -> tuple[KnownBinding, ...]:
    """Return the bindings with the keys that hold under `keymap`."""
    return tuple(
        binding._replace(keys=tuple(keymap[binding.id].split(","))) if binding.id in keymap else binding
        for binding in known
    )
