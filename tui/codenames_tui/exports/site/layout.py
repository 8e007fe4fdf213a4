"""What all pages of a site share: the head with its policy, the way to the others, tables and bars."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from codenames_metrics.statistics.intervals import Interval
from codenames_tui.exports.page.link_preview import link_preview
from codenames_tui.exports.page.policy import attribute, loader, part, policy_tag

ASSETS: Final = "assets"
PACKAGE: Final = "codenames_tui.exports.site"
SCRIPT: Final = "site.js"
STYLES: Final = ("page.css", "site.css")


class Link(NamedTuple):
    """A way to another page. Both texts are clean and not escaped."""

    address: str
    """Relative to the page."""
    name: str


def site_page(
    title: str,
    body: Iterable[str],
    *,
    up: str = "",
    links: Sequence[Link] = (),
    script: bool = False,
    about: str = "",
    picture: str = "",
) -> str:
    """Return a page.

    Args:
        title: clean.
        body: what stands below its heading, as HTML.
        up: how to get from the page to the top of the site: `../` from a folder below it.
        links: the way through the site.
        script: whether the page has the script of lists.
        about: in a sentence, for whoever shows what a link leads to; clean.
        picture: likewise, the address of a PNG; none if empty.
    """
    loads = loader(f"{up}{ASSETS}/{SCRIPT}", part(SCRIPT, PACKAGE)) if script else None
    styles = "".join(f'<link rel="stylesheet" href="{up}{ASSETS}/{name}">\n' for name in STYLES)
    ways = " ".join(f"<a href={attribute(link.address)}>{escape(link.name)}</a>" for link in links)
    nav = f'<nav class="site" aria-label="Site">{ways}</nav>' if ways else ""
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            policy_tag(script=loads, style=None, loads=script, asks_for_data=script),
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            *link_preview(title, about, "website", picture),
            f'<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n{styles}</head>',
            f'<body class="site">\n<header>{nav}\n<h1>{escape(title)}</h1>\n</header>\n<main id="main">',
            *body,
            "</main>\n<footer><p>Made by codenames-tui.</p></footer>",
            *([f"<script>{loads}</script>"] if loads else []),
            "</body>\n</html>\n",
        ]
    )


def table(names: Sequence[str], rows: Iterable[Sequence[str]], what: str, id: str = "") -> str:
    """Return a table that scrolls where it has no room.

    Args:
        names: of its columns; one in parentheses is said by screen readers alone.
        rows: cells as HTML.
        what: what is in it; clean, and no other table of the page is called so.
        id: of the table.
    """
    head = "".join(f'<th scope="col">{_heading(name)}</th>' for name in names)
    named = f' id="{id}"' if id else ""
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label={attribute(what)}>'
        f"<table{named}><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _heading(name: str) -> str:
    hidden = name.startswith("(") and name.endswith(")")
    return f'<span class="hush">{escape(name[1:-1])}</span>' if hidden else escape(name)


def interval_bar(rate: float | None, interval: Interval | None) -> str:
    """Return a share with its interval as a bar from 0 to 100 %."""
    if rate is None:
        return ""
    low, high = (rate, rate) if interval is None else (max(interval.low, 0.0), min(interval.high, 1.0))
    return (
        '<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="axis" d="M0 5H100M50 0V10"/>'
        f'<rect x="{100 * low:.1f}" y="2.5" width="{max(100 * (high - low), 0.5):.1f}" height="5" rx="1"/>'
        f'<path class="rate" d="M{100 * rate:.1f} 0V10"/></svg>'
    )
