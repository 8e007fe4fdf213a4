"""Where in a TOML file each key stands, for complaints that name the line.

Neither tomllib nor tomlkit says where a key stands, and tomlkit takes about ten times as long as tomllib: 18 s for a
list of a million seeds. So the lines are scanned for headers and keys. The file has been parsed before, so the worst
that the scanner can do is to name no line, or the line of another key.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

# `[table]` or `[[array of tables]]`, and perhaps a comment. A bracket inside of a quoted key is not understood.
_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
# Parts that are bare or in quotes, joined by dots, up to the `=`. Quoted parts with escapes are not understood.
_KEY: Final = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)


def line_of(path: str, lines: Mapping[str, int]) -> int | None:
    """Return the line of the key at `path`, or else of the innermost key that it lies in; None for neither.

    >>> line_of("models[1]", {"models": 2}), line_of("name", {"models": 2})
    (2, None)
    """
    return next((lines[key] for key in _ancestors(path) if key in lines), None)


def key_lines(text: str) -> dict[str, int]:
    r"""Return on which line, counted from 1, each key of a TOML file stands, by its path from the top.

    >>> key_lines('a = 1\n[b.c]\nd = [\n  "x",\n]\n')
    {'a': 1, 'b': 2, 'b.c': 2, 'b.c.d': 3}
    """
    lines: dict[str, int] = {}
    table = ""
    quotes = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if quotes:
            quotes = "" if quotes in line else quotes
        elif header := _HEADER.match(line):
            table = _plain(header[1])
            for path in reversed(list(_ancestors(table))):
                lines.setdefault(path, number)
            table += "."
        elif key := _KEY.match(line):
            lines.setdefault(table + _plain(key[1]), number)
            quotes = next((sign for sign in ('"""', "'''") if line.count(sign) == 1), "")
    return lines


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _ancestors(path: str) -> Iterator[str]:
    """Yield a path and all that it lies in, the longest first."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
