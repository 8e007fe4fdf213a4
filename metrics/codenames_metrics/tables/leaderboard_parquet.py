"""A leaderboard as a Parquet file, where pyarrow is installed: a row for each entry of its tables."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, Final, get_args, get_type_hints

from codenames_metrics.analysis.failures.counts import Failures
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.standings import Place
from codenames_metrics.statistics.intervals import Interval
from codenames_metrics.tables.parquet import needs_pyarrow

PARQUET: Final = "leaderboard.parquet"
_HEADS: Final = MappingProxyType({"table": str, "mode": str, "composition": str, "name": str})
"""`overall`, `cluer`, `guesser` or `composition`; the mode, empty for all; who is ranked."""


def _columns(model: type[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the columns of a model's fields with their types: the ends of intervals and other models in several."""
    for name, hint in get_type_hints(model).items():
        if name not in model.model_fields:
            continue
        kind = (
            next((part for part in get_args(hint) if part is not NoneType), hint)
            if NoneType in get_args(hint)
            else hint
        )
        if kind is Interval:
            yield from ((f"{before}{name}_{end}", float) for end in Interval._fields)
        elif kind is Failures:
            yield from _columns(Failures, f"{name}_")
        else:
            yield f"{before}{name}", kind


COLUMNS: Final[Mapping[str, Any]] = {**_HEADS, **dict(_columns(Place))}
"""By name, the type of its values."""


def leaderboard_rows(board: Leaderboard) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry of the tables of a leaderboard, each with all `COLUMNS`."""
    for view in board.views:
        for entry in view.entries:
            mode = None if view.mode is None else str(view.mode)
            yield _row(entry, table=str(view.role), mode=mode, composition=None, name=entry.model)
    for composition in board.compositions:
        kind = str(composition.composition)
        for lineup in composition.entries:
            yield _row(lineup, table="composition", mode=None, composition=kind, name=lineup.lineup)


def _row(place: Place, **heads: str | None) -> dict[str, Any]:
    return dict.fromkeys(COLUMNS) | heads | dict(_cells(place, Place))


def _cells(value: Any, model: type[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name in model.model_fields:
        inside = getattr(value, name)
        if isinstance(inside, Interval):
            yield from ((f"{before}{name}_{end}", share) for end, share in inside._asdict().items())
        elif isinstance(inside, Failures):
            yield from _cells(inside, Failures, f"{name}_")
        elif f"{before}{name}" in COLUMNS:
            yield f"{before}{name}", list(inside) if isinstance(inside, tuple) else inside


def write_leaderboard(board: Leaderboard, path: Path) -> None:
    """Write the tables of a leaderboard to `path`.

    Raises:
        InputError: pyarrow is not installed.
    """
    pyarrow, parquet = needs_pyarrow()
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    lists = pyarrow.list_(pyarrow.string())
    schema = pyarrow.schema([(name, kinds.get(kind, lists)) for name, kind in COLUMNS.items()])
    parquet.write_table(pyarrow.Table.from_pylist(list(leaderboard_rows(board)), schema=schema), path)
