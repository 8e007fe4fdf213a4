"""Changes single values of a TOML file that a person edits, and finds the lines of its keys.

tomlkit keeps the comments, the order and the layout of everything else. It is slow to import, so it is imported only
when one of these functions is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Final, TypeAlias

from codenames_core.text.sanitiser import encodable

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import Item

TOP: Final = ""
"""The table that holds what stands before every `[table]`."""
Place: TypeAlias = tuple[str, str]
"""Table and key."""
Value: TypeAlias = str | bool | int | float | tuple[str, ...] | None
"""What a key can be set to; None removes it."""


# D-110: the rest of a file that a person edits stays as it is.
def edit_toml(text: str, changes: Mapping[Place, Value]) -> str:
    r"""Return `text` with some values set or removed.

    Raises:
        ValueError: `text` is not TOML, or a value stands where a table is needed.

    >>> edit_toml("pace = 2  # calm\n[agents]\nred = 'x'  # mine\n", {("agents", "red"): "random"})
    'pace = 2  # calm\n[agents]\nred = "random"  # mine\n'
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        for (table, key), value in changes.items():
            _change(document, table, key, value)
        return document.as_string()
    except (TOMLKitError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _change(document: TOMLDocument, table: str, key: str, value: Value) -> None:
    place = document if table == TOP else document.get(table, {})
    if not isinstance(place, MutableMapping):
        raise ValueError(f"{table} is not a table")
    if value is None:
        place.pop(key, None)
    elif table != TOP and table not in document:
        document[table] = {key: _encodable(value)}
    else:
        place[key] = _encodable(value)


def _encodable(value: Value) -> Value | list[str]:
    match value:
        case str():
            return encodable(value)
        case tuple():
            return [encodable(text) for text in value]
        case _:
            return value


def key_lines(text: str) -> dict[Place, int]:
    r"""Return the line, counted from 1, of every key at the top and in a table there; nothing if `text` is not TOML.

    >>> key_lines("a = 1\n[b]\nc = '''\n'''\nd = 2\n")
    {('', 'a'): 1, ('', 'b'): 2, ('b', 'c'): 3, ('b', 'd'): 5}
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except (TOMLKitError, RecursionError):
        return {}
    # tomlkit keeps no positions. So each entry gets a mark in front of it, and the marks are found again in the text
    # that tomlkit writes. A mark holds NUL, which TOML forbids everywhere, so that nothing else can be taken for one.
    places: list[Place] = []
    for place, item in _entries(document):
        item.trivia.indent = f"\0{len(places)}\0"
        places.append(place)
    lines: dict[Place, int] = {}
    line = 1
    for index, part in enumerate(document.as_string().split("\0")):
        if index % 2:
            lines.setdefault(places[int(part)], line)
        else:
            line += part.count("\n")
    return lines


def _entries(document: TOMLDocument) -> Iterator[tuple[Place, Item]]:
    from tomlkit.items import AbstractTable, AoT

    for name, item in document.body:
        if name is None:  # a comment or an empty line
            continue
        yield (TOP, name.key), item[0] if isinstance(item, AoT) else item
        if isinstance(item, AbstractTable):
            yield from (((name.key, key.key), inner) for key, inner in item.value.body if key is not None)
