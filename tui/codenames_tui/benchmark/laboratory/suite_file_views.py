"""A suite that nobody has answered yet: its positions."""

from collections.abc import Sequence
from typing import Final

from codenames_core.game.agent import AgentTrace
from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition
from codenames_metrics.laboratory.suites.suite_file import Suite
from codenames_metrics.tables.number_formats import NOTHING
from codenames_tui.benchmark.laboratory.tables import LabTable
from codenames_tui.ui.lines.lines import Glyphs, Span
from codenames_tui.ui.lines.rows import Column

_POSITIONS: Final = (
    Column("asked for", 9),
    Column("clue", 14),
    Column("meant", 20, grows=True),
    Column("clue of", 16, rank=1),
    Column("words left", 10, right=True, rank=2),
    Column("game, event", 16, rank=3),
)

ASKED_FOR: Final = {Kind.GUESS: "guesses", Kind.CLUE: "clues", Kind.MESSAGE: "messages"}


def questions_of(suite: Suite) -> str:
    """Return how many questions of each kind a suite has: `200 clues, 200 guesses`."""
    return ", ".join(f"{len(suite.of(kind))} {ASKED_FOR[kind]}" for kind in Kind if suite.of(kind))


class SuiteFileViews:
    """The positions of a suite.

    Args:
        suite: the suite.
        glyphs: what is drawn with.
    """

    tabs: Sequence[str] = ("positions",)
    short_tabs: Sequence[str] = tabs

    def __init__(self, suite: Suite, glyphs: Glyphs) -> None:
        self._positions = suite.positions
        self._glyphs = glyphs
        self.name = f"suite {suite.name}"
        self.about = f"{suite.id}: {questions_of(suite)}"

    def table(self, tab: int) -> LabTable:
        """Return the view."""
        return LabTable(
            "What is asked",
            _POSITIONS,
            len(self._positions),
            lambda row: _cells(self._positions[row]),
            asked=lambda row: _unanswered(self._positions[row]),
            empty="This suite has no position.",
        )


def _cells(one: RecordedPosition) -> Sequence[Span]:
    return (
        Span(str(one.kind), "dim"),
        Span(_clue(one).upper() or NOTHING, "strong"),
        Span(", ".join(one.targets) or NOTHING),
        Span(one.speaker, "dim"),
        Span(f"{one.own_words_left}"),
        Span(f"{one.source.episode[:8]}, {one.source.at}", "dim"),
    )


def _clue(one: RecordedPosition) -> str:
    clue = one.state.turn.clue
    return f"{clue.word} {clue.number}" if clue else ""


def _unanswered(one: RecordedPosition) -> AskedDecision:
    return AskedDecision(one, one.decider, AgentTrace(), _clue(one), one.targets, "", None, None)
