"""The page whose table holds what was measured last, and the picture that is drawn from it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import Run, merged
from benchmarks.registry import ORDER
from benchmarks.sizes_picture import measured, picture
from codenames_metrics.report.pictures.svg import svg_text

PAGE: Final = Path(__file__).parents[1] / "docs" / "performance.md"
SIZES: Final = PAGE.parent / "figures" / "sizes.svg"


def write_page(runs: Sequence[Run]) -> None:
    """Give the page the rows of these runs; those of other benchmarks stay."""
    PAGE.write_text(merged(PAGE.read_text("utf-8"), runs, ORDER), "utf-8")
    SIZES.write_text(svg_text(picture(measured(PAGE.read_text("utf-8")))), "utf-8")
