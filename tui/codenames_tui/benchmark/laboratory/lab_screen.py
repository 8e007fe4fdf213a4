"""A suite or a probe: how far it is, what it came to, and down to every decision in the replay."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.asked_decisions import AskedDecision
from codenames_metrics.laboratory.asking.laboratory import LabProgress, LabStatus
from codenames_tui.benchmark.laboratory.heat_map_panel import HeatMapPanel
from codenames_tui.benchmark.laboratory.local_lab import LocalLab
from codenames_tui.benchmark.laboratory.reading import LabReader, LabReading, is_lab_folder
from codenames_tui.benchmark.laboratory.tables import LabTable
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, wrap
from codenames_tui.ui.lines.plots import bar
from codenames_tui.ui.screens.active_keys import hints
from codenames_tui.ui.widgets.row_table import RowTable
from codenames_tui.ui.widgets.words import Words

SECONDS_BETWEEN_LOOKS: Final = 1.0
_REST: Final = 4.0
"""So many times as long as reading took, nothing is read again."""
MOST_TABS: Final = 5
_BAR: Final = 24
_DETAIL_FROM: Final = 20
"""Lines of the terminal below which nothing is said of the selected row."""
_STYLES: Final = {LabStatus.DONE: "good", LabStatus.ASKING: "accent"}


class OpenAsked(Message):
    """The position of a decision is to be looked at, with what was answered."""

    def __init__(self, asked: AskedDecision) -> None:
        super().__init__()
        self.asked = asked


class OpenGameOf(Message):
    """The whole game that a decision comes from is to be looked at, from there on."""

    def __init__(self, asked: AskedDecision, folder: Path) -> None:
        super().__init__()
        self.asked = asked
        self.folder = folder
        """In whose neighbourhood the game may lie."""


class LabRows(RowTable):
    """A table that tells which row is pointed at."""

    class Pointed(Message):
        """The cursor is on another row."""

    def cursor_moved(self, *, changed: bool) -> None:
        """Tell it."""
        if changed:
            self.post_message(self.Pointed())


class LabScreen(BenchPage):
    """Shows a suite or a probe.

    Args:
        path: of a suite, or of a folder of answers; `basic` is the suite that is shipped.
        glyphs: what is drawn with.
        local: asks the questions of the folder, where this process does.
    """

    PLACE = "suite or probe"
    TOGETHER_WITH = ("rows", "heat map")
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(number), f"tab({number - 1})", f"View {number}", id=f"lab.tab_{number}")
            for number in range(1, MOST_TABS + 1)
        ),
        Binding("tab", "turn_tab(1)", "Next view", id="lab.next"),
        Binding("shift+tab", "turn_tab(-1)", "Previous view", id="lab.before"),
        Binding("w", "whole_game", "Watch the whole game of the decision", id="lab.game"),
        Binding("X", "stop", "Stop asking", id="lab.stop"),
        Binding("ctrl+r", "read", "Reload", id="lab.read"),
    ]

    def __init__(self, path: Path, *, glyphs: Glyphs = UNICODE, local: LocalLab | None = None) -> None:
        super().__init__(glyphs=glyphs)
        self.path = path
        self.local = local
        self.above = Words(glyphs=glyphs, id="bench-above", wraps=False)
        self.table = LabRows(glyphs=glyphs, id="bench-rows")
        self.map = HeatMapPanel(glyphs=glyphs, id="bench-map")
        self.detail = Words(glyphs=glyphs, id="bench-detail", wraps=False)
        self.reading: LabReading | None = None
        self._reader = LabReader(path, glyphs)
        self._tab = 0
        self._opened: list[tuple[LabTable, int | tuple[int, int]]] = []
        """The views that were gone down from, each with the row or cell that was chosen."""
        self._shown = LabTable("reading …")
        self._was_asking = False

    def middle(self) -> Sequence[Widget]:
        """Return what is drawn above, the table or the map, and what there is to say of a row."""
        return self.above, self.map, self.table, self.detail

    def on_mount(self) -> None:
        """Read, and keep up with whoever asks."""
        self._entitle()
        self._show(self._shown)
        self.run_worker(self._follow(), group="follow")

    async def _follow(self) -> None:
        while True:
            await self._look()
            reading = self.reading
            rest = _REST * reading.seconds if reading else 0.0
            await asyncio.sleep(max(SECONDS_BETWEEN_LOOKS, rest))

    async def _look(self) -> None:
        """Read where there is something new."""
        if self.local is not None:
            self._show_local(self.local)
            if self.reading is None and not is_lab_folder(self.path):
                return  # it is about to be made
        try:
            stamp = await asyncio.to_thread(self._reader.stamp)
            if self.reading is None or stamp != self.reading.stamp:
                self._take(await asyncio.to_thread(self._reader.read))
        except (CodenamesError, OSError) as error:
            self.say(str(error).removeprefix(one_line(str(self.path))).lstrip("/: "), "bad")  # a long path would cut it

    def _show_local(self, local: LocalLab) -> None:
        """Show how far what this process asks is, which needs no reading."""
        if local.trouble:
            self.say(local.trouble, "bad")
        elif local.status is LabStatus.BUDGET:
            self.say("The budget is used up. With a larger one the same command goes on from here.", "warn")
        elif local.progress is not None and local.progress.last_failure:
            self.say(local.progress.last_failure, "warn")
        if local.is_asking != self._was_asking:
            self._was_asking = local.is_asking
            self.show_keys()
        self._entitle()

    def action_stop(self) -> None:
        """Stop asking; what is answered stays."""
        if self.local is not None and self.local.is_asking:
            self.local.stop()
            self.say("Stopped. The same command goes on from here.")
        else:
            self.say("Nothing is asked by this process.")

    def action_read(self) -> None:
        """Read again."""
        self.reading = None
        self.run_worker(self._look(), group="read", exclusive=True)

    def _take(self, reading: LabReading) -> None:
        is_first, self.reading = self.reading is None, reading
        if is_first:
            self.say("")
        self._tab = min(self._tab, len(reading.views.tabs) - 1)
        if not self._opened:
            self._show(reading.views.table(self._tab), keep=not is_first)
        self._entitle()

    # What is shown

    def _show(self, shown: LabTable, *, keep: bool = False, at: int | tuple[int, int] = 0) -> None:
        """Show a view; `keep` leaves the cursor where it is, `at` says where it is put otherwise."""
        self._shown = shown
        self._entitle()
        is_map = shown.heat is not None
        self.map.display, self.table.display = is_map, not is_map
        if shown.heat is not None:
            self.map.show(shown.heat, None if keep else at if isinstance(at, tuple) else (0, 0))
        else:
            self.table.empty = shown.empty if self.reading else "reading …"
            self.table.show(
                shown.columns, shown.count, shown.cells, cursor=None if keep or isinstance(at, tuple) else at
            )
        self.set_focus(self.map if is_map else self.table, scroll_visible=False)
        self.above.lines = self._lines_above(shown)
        self.above.display = bool(self.above.lines)
        self.above.refresh(layout=True)
        self._show_detail()
        self.show_keys()

    def _lines_above(self, shown: LabTable) -> tuple[Line, ...]:
        width = max((self.heading.size.width or self.app.size.width - 2) - 4, 10)
        texts = ((shown.verdict, "strong"), (shown.heat.legend if shown.heat else "", "dim"))
        return tuple(
            (Span("  "), *part)
            for text, style in texts
            if text
            for part in wrap((Span(self.glyphs.line(text), style),), width)
        )

    def _show_detail(self) -> None:
        row, shown = self.table.pointed, self._shown
        has_room = self.app.size.height >= _DETAIL_FROM
        lines = shown.detail(row) if has_room and shown.heat is None and row is not None else ()
        self.detail.lines = tuple((Span("  "), *line) for line in lines)
        self.detail.display = bool(lines)
        self.detail.refresh(layout=True)

    def on_lab_rows_pointed(self) -> None:
        """Say what there is to say of the row that is pointed at."""
        self._show_detail()

    def on_resize(self) -> None:
        """Break the lines for the new width."""
        if self.reading is not None:
            self.call_after_refresh(self._show, self._shown, keep=True)

    def _entitle(self) -> None:
        self.heading.lines = self.heading_lines()
        self.heading.refresh(layout=True)

    def heading_lines(self) -> tuple[Line, ...]:
        """Return what is shown, the views that there are, and how far it is."""
        line, reading = self.glyphs.line, self.reading
        if reading is None:
            return ((Span(line(self.path.name), "strong"), Span("  reading …" if not self.glyphs.ascii_only else "")),)
        views, title = reading.views, self._shown.title
        wide = sum(map(len, views.tabs)) + 4 * len(views.tabs) <= self.app.size.width - 4
        tabs: list[Span] = []
        for number, name in enumerate(views.tabs if wide else views.short_tabs):
            tabs.append(Span(f" {number + 1} {name} ", "badge-accent" if number == self._tab else "dim"))
        first = (Span(line(views.name), "strong"), Span(f"  {line(views.about)}", "dim"))
        is_asking = self.local is not None and self.local.is_asking
        progress = (self.local.progress if self.local and is_asking else None) or reading.progress
        rest = (self._progress_line(progress),) if progress else ()
        return (first, *rest, tuple(tabs), (Span(f"  {line(title)}", "dim"),))

    def _progress_line(self, progress: LabProgress) -> Line:
        drawn = bar([(progress.answered, "accent")], max(progress.total, 1), _BAR, self.glyphs)
        status = Span(f"  {self.glyphs.line(str(progress.status))}", _STYLES.get(progress.status, "warn"))
        more = "; the same command goes on" if progress.status is LabStatus.INCOMPLETE else ""
        return (*drawn, status, Span(f"  {self.glyphs.line(progress.line() + more)}", "dim"))

    def show_keys(self) -> None:
        """Show the keys that matter now."""
        chosen = "map.choose" if self._shown.heat else "rows.choose"
        is_decision = self._pointed() is not None
        keys = [Hint((chosen,), "see the position" if is_decision else "see the decisions")]
        if is_decision:
            keys.append(Hint(("lab.game",), "whole game"))
        if self.local is not None and self.local.is_asking:
            keys.append(Hint(("lab.stop",), "stop"))
        if self.reading and len(self.reading.views.tabs) > 1:
            keys.append(Hint(("lab.next",), "view"))
        self.key_line.hints = hints(self, (*keys, *self.LAST_KEYS), self.glyphs)

    def action_tab(self, tab: int) -> None:
        """Show a view."""
        if self.reading is None:
            self._tab = tab  # it is shown once there is something to show
        elif tab < len(self.reading.views.tabs):
            self._tab = tab
            self._opened.clear()
            self.say("")
            self._show(self.reading.views.table(tab))

    def action_turn_tab(self, steps: int) -> None:
        """Show the next view, or the one before."""
        if self.reading is not None:
            self.action_tab((self._tab + steps) % len(self.reading.views.tabs))

    # Behind the numbers

    def _pointed(self) -> AskedDecision | None:
        row = self.table.pointed
        return None if row is None or self._shown.heat is not None else self._shown.asked(row)

    def on_row_table_chosen(self, message: RowTable.Chosen) -> None:
        """Show the decisions behind a row, or the position that a row is."""
        self._choose(message.row)

    def _choose(self, row: int) -> None:
        if (asked := self._shown.asked(row)) is not None:
            self.post_message(OpenAsked(asked))
        elif (behind := self._shown.behind(row)) is not None:
            self._opened.append((self._shown, row))
            self._show(behind)

    def on_heat_map_panel_chosen(self, message: HeatMapPanel.Chosen) -> None:
        """Show the decisions behind a cell."""
        place = message.row, message.column
        if (behind := self._shown.behind_cell(*place)) is not None:
            self._opened.append((self._shown, place))
            self._show(behind)

    def action_whole_game(self) -> None:
        """Look for the game that the decision comes from."""
        if (asked := self._pointed()) is not None:
            self.post_message(OpenGameOf(asked, self.path))
        else:
            self.say("Select a decision first.")

    def action_back(self) -> None:
        """Go back to the number whose decisions are shown, or else to the screen before."""
        if not self._opened:
            super().action_back()
            return
        shown, place = self._opened.pop()
        if not self._opened and self.reading is not None:
            shown = self.reading.views.table(self._tab)
        self._show(shown, at=place)
