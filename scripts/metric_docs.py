"""The tables of `docs/metrics.md`, made from the program.

Each stands between the markers `<!-- fields: MODEL [FIRST LAST] -->` and `<!-- end -->`: the fields of a model in their
order, all of them or those from the first to the last that are named.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final

from codenames_metrics.analysis import baseline
from codenames_metrics.game import tidy
from codenames_metrics.game.discussion import DISCUSSION_METRICS, DiscussionMetrics
from codenames_metrics.game.metric import Metric, Pooling, declared_metrics
from codenames_metrics.game.metric_models import EPISODE_METRICS, TEAM_METRICS, EpisodeMetrics, TeamMetrics
from codenames_metrics.game.reading_errors import ReadingErrors
from codenames_metrics.game.surveillance.flags import FlagKind

_BLOCK: Final = re.compile(r"(<!-- fields: (\w+)(?: (\w+) (\w+))? -->\n).*?(?=<!-- end -->)", re.DOTALL)
_POOLED: Final = {Pooling.MEAN: "mean", Pooling.SUM: "sum", Pooling.NOTHING: "–"}


def metrics_page(page: str) -> str:
    """Return the page with every table made again."""
    return _BLOCK.sub(lambda block: block[1] + _table(block[2], block[3], block[4]), page)


def _table(name: str, first: str | None, last: str | None) -> str:
    heading, rows = _TABLES[name]()
    names = list(rows)
    begin, end = (names.index(first), names.index(last)) if first and last else (0, len(names) - 1)
    return "\n".join([*heading, *(rows[name] for name in names[begin : end + 1])]) + "\n"


Rows = tuple[tuple[str, str], Mapping[str, str]]
"""The two lines of the heading, and a line for each name."""


def _metric_rows(model: type[Any], metrics: Mapping[str, Metric]) -> Rows:
    about = field_docstrings(model)
    rows = {
        name: f"| `{name}` | {_POOLED[metric.pooling]} | {_without_stop(about[name])} |"
        for name, metric in metrics.items()
    }
    return ("| field | over episodes | is |", "|---|---|---|"), rows


def _named_rows(what: str, verb: str, meanings: Mapping[str, str]) -> Rows:
    return (f"| {what} | {verb} |", "|---|---|"), {
        name: f"| `{name}` | {meaning} |" for name, meaning in meanings.items()
    }


def _flag_rows() -> Rows:
    about = field_docstrings(FlagKind)
    return _named_rows("flag", "is", {str(kind): _without_stop(about[kind.name]) for kind in FlagKind})


_TABLES: Final[Mapping[str, Callable[[], Rows]]] = {
    "EpisodeMetrics": lambda: _metric_rows(EpisodeMetrics, EPISODE_METRICS),
    "TeamMetrics": lambda: _metric_rows(TeamMetrics, TEAM_METRICS),
    "DiscussionMetrics": lambda: _metric_rows(DiscussionMetrics, DISCUSSION_METRICS),
    "ReadingErrors": lambda: _metric_rows(ReadingErrors, declared_metrics(ReadingErrors)),
    "FlagKind": _flag_rows,
    "TidyRow": lambda: _named_rows("column", "holds", tidy.COLUMNS),
    "Baseline": lambda: _named_rows("measure", "is", baseline.BASELINE_METRICS),
}


def field_docstrings(model: type[Any]) -> dict[str, str]:
    """Return the docstrings under the fields of a class, each on one line."""
    match ast.parse(dedent(inspect.getsource(model))).body:
        case [ast.ClassDef(body=body)]:
            return dict(_docstrings(body))
        case _:
            raise TypeError(f"{model.__name__} is no class of its own")


def _docstrings(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, after in pairwise(body):
        match field, after:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def _without_stop(text: str) -> str:
    text = text.removesuffix(".").replace("|", "\\|")
    return text if re.match(r"[A-Z]{2}|US ", text) else text[:1].lower() + text[1:]
