"""`--map`: a TOML file that says what a source calls our fields, colours and events.

    [fields]
    "cards" = "board"
    "cards.text" = "board.word"
    "result.side" = "winner"

    [roles]
    yellow = "red"
    trap = "assassin"

    [events]
    hint = "clue"

A path leads through objects by dots, and through lists into each of their elements. What a map does not name keeps the
name that it has.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.board import CardType
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

_LARGEST: Final = 1_000_000
_TABLES: Final = ("fields", "roles", "events")
_Path: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldMap:
    """What a source calls things, and what we call them."""

    fields: tuple[tuple[_Path, _Path], ...] = ()
    """Their path and ours."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Their names of colours and teams, in small letters, and ours."""
    events: Mapping[str, str] = field(default_factory=dict)
    """Their kinds of events, in small letters, and ours."""

    def translated(self, tree: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a tree of the source with our names of fields."""
        return _translated(tree, self.fields) if self.fields else tree

    def with_our_teams(self, players: Any) -> Any:
        """Return who played, with our colours in the names of seats."""
        if not isinstance(players, Mapping) or not self.roles:
            return players
        return {self._with_our_team(str(name)): who for name, who in players.items()}

    def _with_our_team(self, name: str) -> str:
        return "_".join(self.roles.get(part, part) for part in name.casefold().replace("-", "_").split("_"))


NO_MAP: Final = FieldMap()


def read_map(path: Path) -> FieldMap:
    """Read a map from its file.

    Raises:
        InputError: it is no TOML, or says something that there is not; the message names it.
    """
    where = one_line(str(path))
    try:
        tree = tomllib.loads(decode(read_bytes(path, _LARGEST), where))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not TOML ({one_line(str(error), 120)})") from error
    if (odd := next((name for name in tree if name not in _TABLES), None)) is not None:
        raise InputError(f"{where}: there is no table {one_line(odd, 40)!r} in a map; there are {', '.join(_TABLES)}")
    fields, roles, events = (_table(tree, name, where) for name in _TABLES)
    _check(roles, tuple(CardType), f"{where}: [roles]")
    _check(events, EVENTS, f"{where}: [events]")
    paths = tuple((tuple(theirs.split(".")), tuple(ours.split("."))) for theirs, ours in fields.items())
    for _, ours in paths:
        if ours[0] not in FIELDS:
            raise InputError(
                f"{where}: [fields] there is no field {one_line(ours[0], 40)!r}; there are {', '.join(FIELDS)}"
            )
    return FieldMap(paths, _in_small(roles), _in_small(events))


EVENTS: Final = (
    "clue",
    "guess",
    "pass",
    "message",
    "reveal",
    "invalid_clue",
    "clue_failed",
    "invalid_guess",
)
"""Our kinds of events."""
FIELDS: Final = (
    "id",
    "board",
    "words",
    "roles",
    "counts",
    "events",
    "turns",
    "players",
    "rules",
    "variant",
    "starting_team",
    "absent_team",
    "outcome",
    "winner",
    "language",
    "created",
    "licence",
    "source",
    "seed",
    "notes",
    "strict_replayable",
)
"""Our fields of a game."""


def _table(tree: Mapping[str, Any], name: str, where: str) -> dict[str, str]:
    table = tree.get(name, {})
    if not isinstance(table, dict):
        raise InputError(f"{where}: [{name}] is a table of their names and ours")
    if (
        odd := next((key for key, value in table.items() if not isinstance(value, str) or not value), None)
    ) is not None:
        hint = '; write a path with dots between quotation marks: "cards.text" = "board.word"'
        raise InputError(f"{where}: [{name}] {one_line(odd, 40)} is to be a text{hint if name == 'fields' else ''}")
    return table


def _check(table: Mapping[str, str], known: Iterable[str], where: str) -> None:
    if (odd := next((value for value in table.values() if value not in known), None)) is not None:
        raise InputError(f"{where} {one_line(odd, 40)!r} is none of ours; there are {', '.join(known)}")


def _in_small(table: Mapping[str, str]) -> dict[str, str]:
    return {name.casefold(): value for name, value in table.items()}


def _translated(tree: Mapping[str, Any], entries: Iterable[tuple[_Path, _Path]]) -> dict[str, Any]:
    entries = tuple(entries)
    moved = {theirs[0] for theirs, _ in entries}
    ours_first = {name: value for name, value in tree.items() if name not in moved}
    whole = dict(entries)
    lists = {theirs for theirs in _prefixes(entries) if isinstance(_at(tree, theirs), list)}
    for theirs in lists:
        whole.setdefault(theirs, theirs)  # a list that keeps its name while its elements are translated
    for theirs, ours in whole.items():
        if any(theirs[: len(outer)] == outer for outer in lists if outer != theirs):
            continue
        value = _at(tree, theirs)
        if theirs in lists:
            value = _elements(value, theirs, ours, entries)
        if value is not None:
            _put(ours_first, ours, value)
    return ours_first


def _elements(values: list[Any], theirs: _Path, ours: _Path, entries: Iterable[tuple[_Path, _Path]]) -> list[Any]:
    inner = [
        (their[len(theirs) :], our[len(ours) :] if our[: len(ours)] == ours else our)
        for their, our in entries
        if len(their) > len(theirs) and their[: len(theirs)] == theirs
    ]
    return [_translated(value, inner) if inner and isinstance(value, Mapping) else value for value in values]


def _prefixes(entries: Iterable[tuple[_Path, _Path]]) -> set[_Path]:
    return {theirs[:length] for theirs, _ in entries for length in range(1, len(theirs) + 1)}


def _at(tree: Any, path: _Path) -> Any:
    for step in path:
        tree = tree.get(step) if isinstance(tree, Mapping) else None
    return tree


def _put(tree: dict[str, Any], path: _Path, value: Any) -> None:
    for step in path[:-1]:
        inner = tree.get(step)
        tree[step] = dict(inner) if isinstance(inner, Mapping) else {}
        tree = tree[step]
    tree[path[-1]] = value
