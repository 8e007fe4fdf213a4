"""A tune on the screen: how far it is, its candidates, and what was changed in the one that is pointed at."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from codenames_metrics.laboratory.asking.laboratory import LabStatus
from codenames_metrics.laboratory.tuning.outcome.story import TuneStory
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.benchmark.tuning.tune_lines import COLUMNS, candidate_cells, detail_lines, head_lines, in_lineage
from codenames_tui.benchmark.tuning.tune_run import TuneRun
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.rows import Column
from codenames_tui.ui.widgets.row_table import CellsOf, RowTable
from codenames_tui.ui.widgets.scrolled_panel import ScrolledPanel
from codenames_tui.ui.widgets.words import Words

SECONDS_BETWEEN_PICTURES: Final = 0.5


class CandidateTable(RowTable):
    """The candidates; it says which one is pointed at."""

    class Pointed(Message):
        """Another candidate is pointed at."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return as many lines as there is something to show: what is left is for the details."""
        return 1 + self.row_count

    def show(self, columns: Sequence[Column], count: int, cells: CellsOf, *, cursor: int | None = None) -> None:
        """See `RowTable.show`."""
        has_grown = count != self.row_count
        super().show(columns, count, cells, cursor=cursor)
        if has_grown:
            self.refresh(layout=True)

    def cursor_moved(self, *, changed: bool) -> None:
        """See `CursorList.cursor_moved`."""
        if changed:
            self.post_message(self.Pointed())


class CandidateDetails(ScrolledPanel, can_focus=True):
    """What there is to say of a candidate."""

    PLACE = "candidate"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_lines(-1)", "Scroll up", id="candidate.up"),
        Binding("down,j", "scroll_lines(1)", "Scroll down", id="candidate.down"),
        Binding("pageup", "scroll_pages(-1)", "Page up", id="candidate.page_up"),
        Binding("pagedown", "scroll_pages(1)", "Page down", id="candidate.page_down"),
    ]

    def __init__(self, *, glyphs: Glyphs, id: str) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._said: Sequence[Line] = ()
        self._first = 0

    def show(self, lines: Sequence[Line], *, anew: bool) -> None:
        """Show lines, from the first one where they are about another candidate."""
        self._said = lines
        self._first = 0 if anew else self._first
        self.redraw()

    def scroll_text(self, lines: int) -> None:
        """See `ScrolledPanel.scroll_text`."""
        self._first += lines
        self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines from the first visible one on."""
        wrapped = [part for line in self._said for part in (wrap(line, size.width, 2) or [line])]
        self._first = min(max(self._first, 0), max(len(wrapped) - size.height, 0))
        return wrapped[self._first : self._first + size.height]


class TuneScreen(BenchPage):
    """Shows a tune.

    Args:
        run: of this process.
        glyphs: what is drawn with.
    """

    PLACE = "tune"
    TOGETHER_WITH = ("rows", "candidate")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "other", "Go to the other part", id="tune.other")]
    KEYS = (Hint(("rows.up", "rows.down"), "candidate"), Hint(("tune.other",), "other part"))

    def __init__(self, run: TuneRun, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.run_shown = run
        self.head = Words(glyphs=glyphs, id="tune-head")
        self.candidates = CandidateTable(glyphs=glyphs, id="tune-candidates", empty="Boards are played for positions.")
        self.details = CandidateDetails(glyphs=glyphs, id="tune-details")
        self._described: str | None = None

    def middle(self) -> Sequence[Widget]:
        """Return the head, the candidates, and what there is to say of one."""
        return self.head, self.candidates, self.details

    def on_mount(self) -> None:
        """Show what is known, and keep up with the tune."""
        self.heading.display = False
        self.set_focus(self.candidates, scroll_visible=False)
        self.show_tune()
        self.run_worker(self._follow(), group="follow")

    async def _follow(self) -> None:
        while self.run_shown.status is None and not self.run_shown.trouble:
            await self.run_shown.changes.wait()
            await asyncio.sleep(SECONDS_BETWEEN_PICTURES)
            self.show_tune()
        self.show_tune()

    def show_tune(self) -> None:
        """Show how far the tune is, and its candidates."""
        run, story = self.run_shown, self.run_shown.story
        if run.trouble:
            self.say(run.trouble, "bad")
        elif run.status is not None:
            self._say_how_it_ended(run.status, story)
        if story is None:
            self.head.lines = ((Span(f"Tune {self.glyphs.line(run.plan.config.name)}", "strong"),),)
            return
        self.head.lines = tuple(head_lines(story, self.glyphs))
        rows = in_lineage(story)
        self.candidates.show(COLUMNS, len(rows), lambda row: candidate_cells(story, *rows[row], self.glyphs))
        self._describe()

    def _say_how_it_ended(self, status: LabStatus, story: TuneStory | None) -> None:
        why = story.progress.last_failure if story is not None else ""
        if status is LabStatus.INCOMPLETE and why:
            self.say(f"It ended: {status}. {why}", "bad")
        else:
            self.say(f"It ended: {status}. The report is in {self.run_shown.folder}.", "good")

    def on_candidate_table_pointed(self) -> None:
        """Say something of the candidate that is pointed at now."""
        self._describe()

    def _describe(self) -> None:
        story, row = self.run_shown.story, self.candidates.pointed
        if story is None or row is None:
            return
        name = in_lineage(story)[row][0]
        self.details.show(detail_lines(story, name, self.glyphs), anew=name != self._described)
        self._described = name

    def action_other(self) -> None:
        """Move the focus to the other part."""
        other = self.details if self.candidates.has_focus else self.candidates
        self.set_focus(other, scroll_visible=False)
