r"""The tables of a report as LaTeX, with the rules of the package booktabs: the same tables, cell by cell.

    \usepackage{booktabs}
    \usepackage{graphicx}
    \usepackage[utf8]{inputenc}

A table that is wider than the text is made smaller, so that none leaves the page.
No text of a run is a command of LaTeX: every sign that could be one is written out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_SIGNS: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # these two would belong to the end of the row before
    "*": "{*}",
    '"': "''",
    "−": "$-$",
    "–": "--",
    "±": r"$\pm$",
    "×": r"$\times$",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
}
_AS_WIDE_AS_FITS: Final = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
_ESCAPED: Final = re.compile(r"\\(.)")
_CELL_ENDS: Final = re.compile(r"(?<!\\)\|")
_NUMBER: Final = re.compile(r"[-+–]?[\d.,]+( %)?( .*)?|–")


class _Table(NamedTuple):
    caption: str
    rows: tuple[tuple[str, ...], ...]
    """The first one is its head; texts are plain."""


def latex_tables(report: str) -> str:
    """Return the tables of a report in Markdown as LaTeX, each under the heading that it stands below."""
    counts: dict[str, int] = {}
    texts = []
    for table in _tables(report):
        name = re.sub(r"[^a-z0-9]+", "-", table.caption.lower()).strip("-")[:40] or "table"
        counts[name] = counts.get(name, 0) + 1
        label = name if counts[name] == 1 else f"{name}-{counts[name]}"
        texts.append("\n".join(_latex(table, label)))
    return "\n\n".join(texts) + "\n"


def latex(text: str) -> str:
    r"""Return plain text as LaTeX that shows it as it is.

    >>> print(latex("50 % of a_b & c"))
    50 \% of a\_b \& c
    """
    return "".join(_SIGNS.get(sign, sign) for sign in text)


def _tables(report: str) -> Iterator[_Table]:
    caption = ""
    rows: list[tuple[str, ...]] = []
    for line in [*report.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(tuple(_plain(cell) for cell in _CELL_ENDS.split(line)[1:-1]))
            continue
        if len(rows) > 2:
            yield _Table(caption, (rows[0], *rows[2:]))  # the second one is the rule below the head
        rows = []
        if line.startswith("#"):
            caption = _plain(line.lstrip("#"))


def _plain(cell: str) -> str:
    """Return a cell of Markdown without its escapes."""
    return _ESCAPED.sub(r"\1", cell).strip()


def _latex(table: _Table, label: str) -> Iterator[str]:
    head, *rows = table.rows
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{latex(table.caption)}}}"
    yield rf"\label{{tab:{label}}}"
    yield _AS_WIDE_AS_FITS
    yield rf"\begin{{tabular}}{{{_columns(rows, len(head))}}}"
    yield r"\toprule"
    yield _row(head)
    yield r"\midrule"
    yield from (_row(row) for row in rows)
    yield r"\bottomrule"
    yield r"\end{tabular}}"
    yield r"\end{table}"


def _columns(rows: Sequence[Sequence[str]], columns: int) -> str:
    """Return how columns are aligned: those of numbers to the right."""
    return "".join(
        "r" if all(_NUMBER.fullmatch(row[place]) for row in rows if place < len(row)) else "l"
        for place in range(columns)
    )


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(latex, cells)) + r" \\"
