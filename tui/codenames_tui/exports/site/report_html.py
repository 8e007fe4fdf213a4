"""The report of a run as HTML, made of its Markdown: no HTML of the text itself, no address, no link that leads out."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from codenames_core.text.sanitiser import one_line
from codenames_metrics.report.pictures.files import PLOTS
from codenames_tui.exports.page.policy import attribute
from codenames_tui.exports.site.private import without_addresses

_SCROLLS: Final = '<div class="scroll" role="region" tabindex="0" aria-label={}>\n<table>\n'


class Report(NamedTuple):
    """A report as HTML."""

    html: str
    sections: tuple[tuple[str, str], ...]
    """The ids of its sections, and their names, which are clean and not escaped."""


def report_html(text: str) -> Report:
    """Return the report as HTML, without its main heading."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table").disable("autolink")
    tokens = parser.parse(without_addresses(text))
    sections: list[tuple[str, str]] = []
    kept: list[Any] = []
    skipping, name, tables = False, "Report", 0
    for index, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close") and token.tag == "h1":
            skipping = token.type == "heading_open"
            continue
        if skipping:
            continue
        if token.type == "heading_open":
            name = one_line(_plain(tokens[index + 1]))
            if token.tag == "h2":
                sections.append((f"s{len(sections) + 1}", name))
                token.attrSet("id", sections[-1][0])
        if token.type == "table_open":
            tables += 1
            token.meta["name"] = f"{tables}, {name}"
        if token.children:
            token.children = [child for child in token.children if child.type not in ("link_open", "link_close")]
        kept.append(token)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("image", _image)
    return Report(parser.renderer.render(kept, parser.options, {}), tuple(sections))


def _plain(inline: Any) -> str:
    return "".join(child.content for child in inline.children or ())


def _table_open(_self: Any, tokens: Sequence[Any], index: int, _options: Any, _env: Mapping[str, Any]) -> str:
    return _SCROLLS.format(attribute(f"Table {tokens[index].meta['name']}"))


def _table_close(_self: Any, _tokens: Sequence[Any], _index: int, _options: Any, _env: Mapping[str, Any]) -> str:
    return "</table>\n</div>\n"


def _image(_self: Any, tokens: Sequence[Any], index: int, _options: Any, _env: Mapping[str, Any]) -> str:
    """Return one of the report's own pictures with its data; any other becomes its words."""
    token = tokens[index]
    source, words = str(token.attrGet("src") or ""), _plain(token)
    folder, _, file = source.partition("/")
    name, _, end = file.rpartition(".")
    if folder != PLOTS or end != "svg" or "/" in file or not name:
        return escape(words)
    return (
        f'<span class="figure"><img src="{PLOTS}/{escape(name)}.svg" alt={attribute(words)} loading="lazy">'
        f'<a href="{PLOTS}/{escape(name)}.csv">Data of this picture (CSV)</a></span>'
    )
