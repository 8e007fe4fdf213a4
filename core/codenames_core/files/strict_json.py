"""One strict reader for the JSON of episodes and journals.

It refuses what the standard reader lets through or crashes on: NaN and infinities, duplicate keys, lone surrogates,
numbers of hundreds of digits, endless nesting, millions of tiny values. What the values mean is left to others.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from pydantic_core import from_json, to_json

from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import encodable, one_line

DEEPEST: Final = 100
"""Lists and objects inside each other. An episode needs ten; what writes files down fails at about 250."""
MOST_VALUES: Final = 4_000_000
"""Values in one text. Each takes some hundred bytes of memory, however few it takes in the file."""
MOST_DIGITS: Final = 300
"""Digits of a whole number; a longer one fits in no floating-point number."""

_TOO_DEEP: Final = f"nested too deeply: more than {DEEPEST} lists and objects inside each other"
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_HALVES_AND_WHOLES: Final = re.compile(
    r"\\\\"  # an escaped backslash, which begins no other escape
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_STRING: Final = re.compile('"[^"]*"?')
_BEGIN_OF_OURS: Final = "{\n"
_DEEP_LINE: Final = "\n" + " " * DEEPEST
_NINES: Final = bytes.maketrans(b"012345678", b"9" * 9)
_LONG_NUMBER: Final = b"9" * (MOST_DIGITS + 1)
_UNUSUAL: Final = object()


class _NoNumber(float):
    """A placeholder for a number that JSON does not have or that is too large."""


def read_json(text: str, where: str, complaint: type[InputError] = InputError, *, hint: str = "") -> Any:
    """Return what a JSON text says.

    Args:
        text: one JSON value.
        where: names the text in complaints.
        complaint: what to raise.
        hint: what would be right, for a text that goes on after its value.

    Raises:
        InputError: of the class `complaint`; the message names the line or the path inside of the value.
    """
    if not text.strip():
        raise complaint(f"{where}: the file is empty")
    if _are_too_many(text):
        raise complaint(f"{where}: more than {MOST_VALUES:,} values, which is the limit; no game has as many")
    if (ours := _own_writing(text)) is not _UNUSUAL:
        return ours
    tree = _parsed(text, where, complaint, hint)
    if _is_too_deep(tree):
        raise complaint(f"{where}: {_TOO_DEEP}")
    if _SURROGATE.search(text):
        written = json.dumps(tree, ensure_ascii=False)
        if written != encodable(written):
            line = _line_of_half_a_pair(text)
            raise complaint(
                f"{where}: {line}contains half of a surrogate pair (such as \\ud800), which is not a character"
            )
    return tree


def _own_writing(text: str) -> Any:
    """Return the tree of a text that is written as this program writes episodes; `_UNUSUAL` for any other text.

    Written again, such a tree gives the same text, so no key stands in it twice, and each number is one that JSON has.
    Comparing the two takes less time than looking at each value. How far lines are indented tells how deeply values
    are nested.
    """
    if not text.startswith(_BEGIN_OF_OURS) or _DEEP_LINE in text:
        return _UNUSUAL
    try:
        data = text.encode()
        tree = from_json(data, allow_inf_nan=False)
        is_ours = to_json(tree, indent=1) + b"\n" == data and _LONG_NUMBER not in data.translate(_NINES)
    except ValueError:
        return _UNUSUAL
    return tree if is_ours else _UNUSUAL


def _line_of_half_a_pair(text: str) -> str:
    """Return where the first surrogate without its other half is, as messages name lines; empty for a text of one."""
    half = next((match for match in _HALVES_AND_WHOLES.finditer(text) if match["half"]), None)
    if half is None or "\n" not in text.rstrip():
        return ""
    return f"line {text.count(chr(10), 0, half.start()) + 1}: "


def _parsed(text: str, where: str, complaint: type[InputError], hint: str) -> Any:
    wrong_numbers: list[str] = []
    twice: list[str] = []

    def no_number(literal: str) -> _NoNumber:
        wrong_numbers.append(literal)
        return _NoNumber("nan")

    def finite(digits: str) -> float:
        number = float(digits)
        return number if math.isfinite(number) else no_number(digits)

    def whole(digits: str) -> int | _NoNumber:
        return int(digits) if len(digits) <= MOST_DIGITS else no_number(digits)

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        tree = dict(pairs)
        if len(tree) < len(pairs):
            twice.append(next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1))
        return tree

    try:
        tree = json.loads(text, object_pairs_hook=fields, parse_constant=no_number, parse_float=finite, parse_int=whole)
    except json.JSONDecodeError as error:
        raise complaint(f"{where}: {_place(error)}{_said(error, hint)}") from error
    except RecursionError as error:
        raise complaint(f"{where}: {_TOO_DEEP}") from error
    if twice:
        raise complaint(f"{where}: duplicate key {one_line(twice[0], 40)!r}; keep one of the two")
    if wrong_numbers:
        path = one_line(next(_paths_of_wrong_numbers(tree, "")), 100)
        shown = one_line(wrong_numbers[0], 20)
        said = f"is not a number that can be used ({shown}); use null for an unknown value"
        raise complaint(f"{where}: {path or 'the value'} {said}")
    return tree


def _place(error: json.JSONDecodeError) -> str:
    return f"line {error.lineno}: " if "\n" in error.doc.rstrip() else ""


def _said(error: json.JSONDecodeError, hint: str) -> str:
    if error.msg == "Extra data":
        return f"extra data; {hint}" if hint else f"extra data after character {error.colno - 1}"
    return f"not JSON ({error.msg.removesuffix(' at').removesuffix(' starting')}, character {error.colno})"


def _are_too_many(text: str) -> bool:
    """Return whether there are more than `MOST_VALUES`; what stands inside of strings does not count."""
    if len(text) <= MOST_VALUES or _count(text) <= MOST_VALUES:
        return False
    bare = text.replace(r"\\", "").replace(r"\"", "")
    if bare.count('"') > 4 * MOST_VALUES:  # a value is one string, or two with its name, of two quotes each
        return True
    return _count(_STRING.sub("", bare)) > MOST_VALUES


def _count(text: str) -> int:
    return text.count(",") + text.count("[") + text.count("{")


def _is_too_deep(tree: Any) -> bool:
    level = [tree] if isinstance(tree, dict | list) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
    return bool(level)


def _paths_of_wrong_numbers(tree: Any, path: str) -> Iterator[str]:
    if isinstance(tree, _NoNumber):
        yield path
    elif isinstance(tree, dict):
        for name, value in tree.items():
            yield from _paths_of_wrong_numbers(value, f"{path}.{name}" if path else name)
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _paths_of_wrong_numbers(value, f"{path}[{index}]")
