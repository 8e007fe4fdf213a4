"""What the screen of a suite or probe shows: views with a table or a heat map, and what lies behind their rows.

The tables themselves are in the modules beside this one, and their numbers are those of the report.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_tui.benchmark.laboratory.heat_map import HeatMap
from codenames_tui.ui.lines.lines import Line, Span
from codenames_tui.ui.lines.rows import Column

NOTHING_YET: Final = "Nothing is answered yet."


@dataclass(frozen=True, slots=True)
class LabTable:
    """A view: a table, made row by row, or a heat map in its place."""

    title: str
    columns: Sequence[Column] = ()
    count: int = 0
    cells: Callable[[int], Sequence[Span]] = lambda row: ()
    behind: Callable[[int], "LabTable | None"] = lambda row: None
    """The decisions behind a row."""
    asked: Callable[[int], AskedDecision | None] = lambda row: None
    """The decision that a row is."""
    detail: Callable[[int], Sequence[Line]] = lambda row: ()
    """What else there is to say of a row."""
    verdict: str = ""
    """What the view comes to, in a sentence above it."""
    empty: str = NOTHING_YET
    heat: HeatMap | None = None
    behind_cell: Callable[[int, int], "LabTable | None"] = lambda row, column: None
    """The decisions behind a cell of the map."""


class LabViews(Protocol):
    """What a suite or probe came to, view by view."""

    name: str
    about: str
    """Which suite or probe it is."""
    tabs: Sequence[str]
    short_tabs: Sequence[str]
    """Their names where there is little room."""

    def table(self, tab: int) -> LabTable:
        """Return a view."""
        ...
