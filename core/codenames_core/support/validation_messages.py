"""What is wrong with data from the outside: pydantic's findings in words for the person who made the file."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from codenames_core.text.sanitiser import one_line

if TYPE_CHECKING:
    from pydantic import ValidationError


def first_problem(error: "ValidationError", tree: Any = None) -> str:
    """Return where in the data the first thing is wrong, and what, in one line; and how many more there are.

    Args:
        error: what pydantic raised.
        tree: the data, if available: pydantic mixes names of union alternatives into places, and those not in the
            data are left out.
    """
    faults = error.errors(include_url=False)
    places = [_place(fault["loc"], tree, missing=fault["type"] == "missing") for fault in faults]
    more = len(set(places)) - 1
    place = one_line(places[0], 100)
    problem = _in_plain_words(faults[0])
    return f"{place}{': ' if place else ''}{problem}{f' (and {more} more)' if more else ''}"


def problems_of(error: "ValidationError") -> list[tuple[str, str]]:
    """Return every place in the data with what is wrong there, in plain words, in the order in which it was found."""
    faults = error.errors(include_url=False)
    return [
        (one_line(_place(fault["loc"], None, missing=fault["type"] == "missing"), 100), _in_plain_words(fault))
        for fault in faults
    ]


def without_nulls(data: Any) -> Any:
    """Return an object without the fields that are null: where null is no value of a field, it is read as absent."""
    if not isinstance(data, dict) or None not in data.values():
        return data
    return {name: value for name, value in data.items() if value is not None}


def bounded(sentences: Sequence[str], limit: int, what: str) -> list[str]:
    """Return the first `limit` of `sentences`, and how many more there are of `what`."""
    more = len(sentences) - limit
    return [*sentences[:limit], f"and {more:,} more {what}"] if more > 0 else list(sentences)


def _place(steps: Sequence[int | str], tree: Any, *, missing: bool) -> str:
    """Return the path to a value, such as `traces[3].at`."""
    path = ""
    for step in _steps_inside(steps, tree, missing=missing) if tree is not None else steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif not _ALTERNATIVE.search(step):
            path += f".{step}" if path else step
    return path


def _steps_inside(steps: Sequence[int | str], tree: Any, *, missing: bool) -> Iterator[int | str]:
    """Leave out steps that are not in `tree`: they name alternatives, except the last one to a missing field."""
    for number, step in enumerate(steps):
        if step in (tree if isinstance(tree, dict) else range(len(tree) if isinstance(tree, list) else 0)):
            tree = tree[step]
            yield step
        elif missing and number == len(steps) - 1:
            yield step


_ALTERNATIVE: Final = re.compile(r"[\[(]|^(function|lax|json|constrained|tagged)-")
_PLAIN_WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "recursion_loop": "is nested too deeply",
}
_WANTED: Final = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
    "dataclass": "an object",
}


def _in_plain_words(fault: Any) -> str:
    kind, message = fault["type"], fault["msg"]
    if kind in _PLAIN_WORDS:
        return _PLAIN_WORDS[kind]
    if kind in ("value_error", "assertion_error"):
        return one_line(message.partition(", ")[2], 200)
    wanted = _WANTED.get(kind.partition("_")[0]) if kind.endswith(("_type", "_parsing", "_from_float")) else None
    said = f"{wanted} is needed" if wanted else message.replace("Input should", "should").replace("String", "the text")
    return one_line(f"{said}{_shown(fault['input'], kind)}", 200)


def _shown(value: Any, kind: str) -> str:
    """Return the value that is wrong; text only where one of a few words is needed, for it could be a secret."""
    if value is None or isinstance(value, bool):
        return f", not {'null' if value is None else str(value).lower()}"
    if isinstance(value, int | float) or (isinstance(value, str) and kind in ("enum", "literal_error")):
        return f", not {one_line(repr(value), 40)}"
    return ""
