"""Tidy rows as a Parquet file, where pyarrow is installed."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Final

from codenames_core.support.errors import InputError
from codenames_metrics.game.tidy import COLUMNS, LISTS, Row

ROWS_AT_ONCE: Final = 5_000
WHOLE_NUMBERS: Final = (
    *("seed", "at", "turn", "repeat", "own_left", "opponent_left", "clue_number", "characters", "guess_order"),
    *("correct_picks", "own_in_reach", "opponent_in_reach", "neutral_in_reach", "assassin_in_reach"),
    *("assassin_rank", "tries", "tokens_in", "tokens_out", "tokens_reasoning"),
)
FRACTIONS: Final = (
    *("target_recall", "target_precision", "confidence", "rounds", "agreement_before", "agreement_after"),
    *("targets_own", "targets_own_by_chance"),
    *("target_link", "weakest_target_link", "danger_link", "cost_usd", "latency_s"),
)
TRUTHS: Final = (
    *("surveillance", "blind", "won", "turn_is_over", "heard_opponents", "consensus", "is_target", "clue_worked_out"),
)


def write_parquet(rows: Iterable[Row], path: Path) -> None:
    """Write tidy rows to `path`.

    Raises:
        InputError: pyarrow is not installed.
    """
    pyarrow, parquet = needs_pyarrow()
    kinds: dict[str, Any] = dict.fromkeys(COLUMNS, pyarrow.string())
    kinds |= dict.fromkeys(WHOLE_NUMBERS, pyarrow.int64())
    kinds |= dict.fromkeys(FRACTIONS, pyarrow.float64())
    kinds |= dict.fromkeys(TRUTHS, pyarrow.bool_())
    kinds |= dict.fromkeys(LISTS, pyarrow.list_(pyarrow.string()))
    schema = pyarrow.schema(list(kinds.items()))
    waiting = iter(rows)
    with parquet.ParquetWriter(path, schema) as writer:
        while some := list(islice(waiting, ROWS_AT_ONCE)):
            columns = {name: [_plain(row[name], name) for row in some] for name in COLUMNS}
            writer.write_table(pyarrow.table(columns, schema=schema))


def needs_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its writer of Parquet.

    Raises:
        InputError: they are not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise InputError("Parquet needs pyarrow: pip install 'codenames-tui[parquet]', or use CSV or JSON") from error
    return pyarrow, parquet


def _plain(value: Any, name: str) -> Any:
    if name in LISTS:
        return value
    text = name not in WHOLE_NUMBERS and name not in FRACTIONS and name not in TRUTHS
    return str(value) if text and value is not None else value
