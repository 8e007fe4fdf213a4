"""The games of a run as lists: pages that need no script, and one file of rows for the script that filters them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.game_names import name_to_read
from codenames_tui.exports.page.policy import attribute
from codenames_tui.exports.site.layout import Link, site_page, table

GAMES: Final = "games.html"
ROWS: Final = "games.json"
PER_PAGE: Final = 100
PLANNED: Final = "as planned"
_STEMS: Final = {"played": "games", "short": "games-by-turns"}


class ListedGame(NamedTuple):
    """A game in a list. All texts are clean and not escaped."""

    name: str
    """Of its file, without the end: `episode_0001`."""
    red: str
    blue: str
    mode: str
    seed: int
    winner: str
    """`red`, `blue` or nothing."""
    ending: str
    turns: int


def rows_file(rows: Sequence[ListedGame]) -> str:
    """Return the rows as JSON."""
    return json.dumps({"games": rows}, ensure_ascii=True, separators=(",", ":"))


def list_pages(
    rows: Sequence[ListedGame], run: str, links: Sequence[Link], order_of_rows: str = PLANNED
) -> Iterator[tuple[str, str]]:
    """Yield the pages of all lists by their names; the first page of the first list has the filters.

    Args:
        rows: in the order of the first list.
        run: its name, clean.
        links: the way through the site.
        order_of_rows: what that order is called.
    """
    orders = {"played": order_of_rows, "short": "shortest first"}
    for order, what in orders.items():
        stem = _STEMS[order]
        ordered = sorted(rows, key=lambda row: row.turns) if order == "short" else rows
        pages = max(-(-len(rows) // PER_PAGE), 1)
        for page in range(pages):
            shown = ordered[page * PER_PAGE : (page + 1) * PER_PAGE]
            first = order == "played" and not page
            body = [
                *(_filters(rows, order_of_rows) if first else ()),
                f'<p id="found" role="status">{len(rows):,} games, {what}</p>',
                _orders(order, orders),
                table(_NAMES, map(_cells, shown), f"Games, {what}", id="games"),
                _pages(stem, page, pages),
            ]
            yield _page_name(stem, page), site_page(f"Games of {run}", body, up="../", links=links, script=first)


_NAMES: Final = ("Game", "Red", "Blue", "Winner", "Ending", "Turns", "Mode", "Board")


def _cells(row: ListedGame) -> list[str]:
    red, blue = (
        f'<span class="won-{team}">{escape(name)}</span>' if row.winner == team else escape(name)
        for team, name in (("red", row.red), ("blue", row.blue))
    )
    number = name_to_read(row.name.removeprefix("episode_"))
    link = f'<a href="games/{escape(row.name)}.html">{escape(number)}</a>'
    return [link, red, blue, row.winner.upper() or "nobody", row.ending, f"{row.turns}", row.mode, f"{row.seed}"]


def _page_name(stem: str, page: int) -> str:
    return f"{stem}-{page + 1}.html" if page else f"{stem}.html"


def _orders(order: str, orders: Mapping[str, str]) -> str:
    ways = [
        f"<strong>{what}</strong>" if other == order else f'<a href="{_page_name(_STEMS[other], 0)}">{what}</a>'
        for other, what in orders.items()
    ]
    return f'<nav class="pages" aria-label="Order">{" ".join(ways)}</nav>'


def _pages(stem: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    ways = [
        f'<strong aria-current="page">{other + 1}</strong>'
        if other == page
        else f'<a href="{_page_name(stem, other)}">{other + 1}</a>'
        for other in range(pages)
    ]
    return f'<nav class="pages" aria-label="Pages">{" ".join(ways)}</nav>'


def _filters(rows: Sequence[ListedGame], order_of_rows: str) -> Iterator[str]:
    yield '<form id="filters" class="filters" hidden>'
    yield '<label>Search<input type="search" name="text" autocomplete="off"></label>'
    models = sorted({name for row in rows for name in (row.red, row.blue)})
    yield _choice("model", "Team", models)
    yield _choice("winner", "Winner", ["red", "blue", "nobody"])
    yield _choice("ending", "Ending", sorted({row.ending for row in rows}))
    yield _choice("mode", "Mode", sorted({row.mode for row in rows}))
    yield f'<label>Order<select name="order"><option value="played">{order_of_rows}</option>'
    yield '<option value="short">shortest first</option></select></label></form>'
    yield '<p id="from-disk" hidden>To filter and search the games, open the site from a server, such as '
    yield "<code>codenames-tui serve --read-only</code> with its folder: no browser loads lists from a disk.</p>"


def _choice(name: str, label: str, values: Sequence[str]) -> str:
    options = "".join(f"<option value={attribute(value)}>{escape(one_line(value, 60))}</option>" for value in values)
    return f'<label>{label}<select name="{name}"><option value="">all</option>{options}</select></label>'
