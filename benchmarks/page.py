"""The page whose table holds what was measured last."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import Run, merged
from benchmarks.registry import ORDER

PAGE: Final = Path(__file__).parents[1] / "docs" / "performance.md"


def write_page(runs: Sequence[Run]) -> None:
    """Give the page the rows of these runs; those of other benchmarks stay."""
    PAGE.write_text(merged(PAGE.read_text("utf-8"), runs, ORDER), "utf-8")
