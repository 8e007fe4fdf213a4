"""Markdown tables, and text from outside as one of their cells."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from codenames_core.text.sanitiser import one_line


def table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a Markdown table.

    >>> print(table(["a", "b"], [["1", "x|y"]]), end="")
    | a | b |
    |---|---|
    | 1 | x\|y |
    """
    lines = [names, *rows]
    body = ["| " + " | ".join(map(cell, line)) + " |" for line in lines]
    return "\n".join([body[0], "|" + "---|" * len(names), *body[1:]]) + "\n"


def cell(text: Any) -> str:
    """Return text from outside as literal Markdown on one line."""
    return _LINKS.sub(r"\1\\\2", one_line(str(text)).translate(_ESCAPES))


_ESCAPES: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`<>[]|*_~&$@"})
_LINKS: Final = re.compile(r"(?i)(https?|ftp|www)([:.])")
"""What readers of Markdown make a link of without being asked."""
