"""A benchmark that is running: watched, steered, and looked into, without being touched by any of it.

The run itself is in `codenames_tui.benchmark.runs`. Here it is drawn at most a few times a second, however often it
changes.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.live_standings import LiveStanding
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_tui.benchmark.dialogs import ConfirmEnding, Ending
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.benchmark.runs import LocalRun, RunScores, WatchedRun
from codenames_tui.benchmark.views.matchups import (
    lines_for_matchups,
    matchup_cells,
    matchup_columns,
    met_by_all,
    told_apart,
)
from codenames_tui.benchmark.views.results import brief
from codenames_tui.benchmark.views.run import RunHead, columns_of, game_cells, head_lines, how_it_ended, in_place
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span, fit
from codenames_tui.ui.lines.rows import NEVER, Column
from codenames_tui.ui.screens.active_keys import hints, key_of
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.widgets.line_panel import LinePanel
from codenames_tui.ui.widgets.row_table import RowTable

SECONDS_BETWEEN_PICTURES: Final = 0.5
SECONDS_BETWEEN_STANDINGS: Final = 1.0
MOST_AT_ONCE: Final = 10_000
_WAY_ON: Final = (Column("", 20, grows=True),)
"""Of the table of running games, where the run is over: one row that leads to the results."""


class OpenResults(Message):
    """The results of a run are asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder


class Head(LinePanel):
    """The lines at the top."""

    def __init__(self, *, glyphs: Glyphs, id: str) -> None:
        super().__init__(glyphs=glyphs, id=id)
        self._run_head: RunHead | None = None

    def show(self, head: RunHead) -> None:
        """Show how far a run is."""
        self._run_head = head
        self.redraw()

    def draw(self, size: Size) -> Sequence[Line]:
        """Return the lines."""
        if self._run_head is None:
            return []
        return [fit(line, size.width) for line in head_lines(self._run_head, size.width, self.glyphs)]


class BenchRunScreen(BenchPage):
    """Shows a run.

    Args:
        run: of this process or another.
        glyphs: what is drawn with.
    """

    PLACE = "benchmark run"
    TOGETHER_WITH = ("rows",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Pause or resume", id="run.pause"),
        Binding("+,=", "change(1)", "More games at once", id="run.more"),
        Binding("-", "change(-1)", "Fewer games at once", id="run.fewer"),
        Binding("C", "ask_concurrency", "Games at once", id="run.concurrency"),
        Binding("dollar_sign", "ask_budget", "Budget of the whole run", id="run.budget"),
        Binding("X", "stop", "Stop the run", id="run.stop"),
        Binding("v", "results", "Show the results so far", id="run.results"),
        Binding("tab", "other_table", "Go to the other table", id="run.table"),
    ]

    def __init__(self, run: WatchedRun, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.run_shown = run
        self.head = Head(glyphs=glyphs, id="bench-head")
        self.matchups = RowTable(glyphs=glyphs, id="bench-matchups", empty="No match-ups.")
        self.games = RowTable(glyphs=glyphs, id="bench-games", empty="No game is being played.")
        self._columns = columns_of(run.plan.cells)
        self._scores = RunScores(run.folder, run.plan)
        self._standings: tuple[LiveStanding, ...] = ()
        self._moment: RunSnapshot = run.look()
        self._rows: list[RunningNow] = []
        """The running games, each in its row for as long as it is played."""
        self._hinted: object = None

    def middle(self) -> Sequence[Widget]:
        """Return the head and the two tables."""
        return self.head, self.matchups, self.games

    def on_mount(self) -> None:
        """Show what is known, and keep up with the run."""
        self.heading.display = False
        self.set_focus(self.games, scroll_visible=False)
        self.show_run()
        self.run_worker(self._follow(), group="follow")
        self.run_worker(self._follow_standings(), group="standings")

    async def _follow(self) -> None:
        while True:
            now = self.run_shown.look()
            if now != self._moment and self.is_current:
                self.show_run()
            if now.progress.is_over and not self._is_elsewhere:
                return
            with contextlib.suppress(TimeoutError):  # what happened during the pause below has been announced already
                async with asyncio.timeout(None if self._is_elsewhere else SECONDS_BETWEEN_STANDINGS):
                    await self.run_shown.changed()
            await asyncio.sleep(SECONDS_BETWEEN_PICTURES)

    @property
    def _is_elsewhere(self) -> bool:
        return not isinstance(self.run_shown, LocalRun)

    async def _follow_standings(self) -> None:
        everything = True
        while True:
            over = self._moment.progress.is_over
            try:
                rows = await asyncio.to_thread(self._scores.read, everything=everything or over)
            except (CodenamesError, OSError) as error:
                self.say(str(error), "bad")
                return
            everything = False
            if rows != self._standings:
                self._standings = rows
                if self.is_current:
                    self._show_standings()
                    self.show_run()
            if over and not self._is_elsewhere:
                return
            await asyncio.sleep(SECONDS_BETWEEN_STANDINGS)

    def on_screen_resume(self) -> None:
        """Show what has happened meanwhile."""
        self.show_run()
        self._show_standings()

    def show_run(self) -> None:
        """Show how far the run is, and its running games."""
        run = self.run_shown
        self._moment = moment = run.look()
        head = RunHead(
            run.plan.config.name,
            one_line(str(run.folder), 200),
            moment,
            here=isinstance(run, LocalRun),
            trouble=run.trouble,
            shared=self._columns.shared,
            apart=told_apart(self._standings),
        )
        self.head.show(head)
        self._rows = games = in_place([game.index for game in self._rows], moment.games)
        if moment.progress.is_over:
            self.games.show(_WAY_ON, 1, lambda row: (Span("Show the results"),))
        else:
            self.games.show(self._columns.games, len(games), lambda row: self._game(row))
        self._show_hints()

    def _game(self, row: int) -> tuple[Span, ...]:
        game = self._rows[row]
        plan = self.run_shown.plan
        cell, seen = plan.cell_of(game.index), self.run_shown.glimpse(game.index)
        return game_cells(f"{game.index + 1}", cell, game, seen, plan.config.models)

    def _show_standings(self) -> None:
        rows, config = self._standings, self.run_shown.plan.config
        reference = met_by_all(rows, config.against)
        width, shown = self.matchups.size.width, brief(reference, config.models)
        columns = matchup_columns(self._columns.matchups, rows, width or NEVER, shown)

        def cells(row: int) -> tuple[Span, ...]:
            return matchup_cells(rows[row], self.glyphs, config.models, columns, reference)

        self.matchups.show(columns, len(rows), cells)
        self._share_room()

    def _share_room(self) -> None:
        """Give each table the lines that it needs, as far as there are so many."""
        room = self.matchups.size.height + self.games.size.height
        if room and self._standings:
            playing = max(self._moment.progress.at_once, len(self._rows), 1)
            self.matchups.styles.height = lines_for_matchups(room, len(self._standings) + 1, playing + 1)

    def on_resize(self) -> None:
        """Fit the match-ups into what there is now, once the tables have their sizes."""
        self.call_after_refresh(self._show_standings)

    def _show_hints(self) -> None:
        status, steered = self._moment.progress.status, self.run_shown.steered is not None
        if (mood := (status, steered)) == self._hinted:
            return
        self._hinted = mood
        wanted = [Hint(("rows.choose",), "watch game"), Hint(("run.results",), "results")]
        if self._moment.progress.is_over:
            wanted = [Hint(("run.results",), "results")]
            self.say(f"{how_it_ended(status)}. {key_of(self, 'run.results', self.glyphs)} shows the results.", "good")
        elif steered:
            go_on = "resume" if status is RunStatus.PAUSED else "pause"
            steering = [Hint(("run.pause",), go_on), Hint(("run.fewer", "run.more"), "at once")]
            wanted = [*steering, *wanted, Hint(("run.budget",), "budget"), Hint(("run.stop",), "stop")]
        self.key_line.hints = hints(self, (*wanted, *self.LAST_KEYS), self.glyphs)

    def show_keys(self) -> None:
        """Show the keys that matter now."""
        self._hinted = None
        self._show_hints()

    # Looking into it

    def on_row_table_chosen(self, message: RowTable.Chosen) -> None:
        """Open a running game; the results once the run is over."""
        if self._moment.progress.is_over:
            self.action_results()
            return
        if message.table is not self.games or message.row >= len(self._rows):
            return
        from codenames_tui.benchmark.watch_screen import WatchScreen

        plan = self.run_shown.plan
        journal = self.run_shown.folder / EPISODES / plan.journal_name(self._rows[message.row].index)
        try:
            self.app.push_screen(WatchScreen(journal, glyphs=self.glyphs))
        except (CodenamesError, OSError) as error:
            self.say(f"The game cannot be opened yet: {error}", "warn")

    def action_results(self) -> None:
        """Show what the games came to so far."""
        self.post_message(OpenResults(self.run_shown.folder))

    def action_other_table(self) -> None:
        """Move the focus to the other table."""
        self.set_focus(self.games if self.focused is self.matchups else self.matchups, scroll_visible=False)

    # Steering

    def action_pause(self) -> None:
        """Pause or resume."""
        runner = self._steered()
        if runner is None:
            return
        if self._moment.progress.status is RunStatus.PAUSED:
            runner.resume()
        else:
            runner.pause()
        self.say("Running games will finish. No new ones start." if runner.progress.status is RunStatus.PAUSED else "")
        self.show_run()

    def action_change(self, games: int) -> None:
        """Play more games at once, or fewer."""
        if runner := self._steered():
            now = runner.progress.at_once
            self.say(f"{runner.change_concurrency(max(now + games, 1))} games at once.")
            self.show_run()

    def action_ask_concurrency(self) -> None:
        """Ask how many games are played at once."""
        if runner := self._steered():
            about = "How many games are played at once. Running games are not stopped."
            ask = AskText("Games at once", str(runner.progress.at_once), about, _why_no_count, self.glyphs)
            self.app.push_screen(ask, self._take_concurrency)

    def _take_concurrency(self, text: str | None) -> None:
        if text and (runner := self._steered()):
            self.say(f"{runner.change_concurrency(int(text))} games at once.")
            self.show_run()

    def action_ask_budget(self) -> None:
        """Ask what the whole run may cost."""
        if runner := self._steered():
            now = "" if runner.budget_usd is None else f"{runner.budget_usd:g}"
            about = "US dollars that the whole run may cost, including earlier sessions. Leave empty for no limit."
            self.app.push_screen(AskText("Budget", now, about, why_no_budget, self.glyphs), self._take_budget)

    def _take_budget(self, text: str | None) -> None:
        runner = self._steered()
        if text is None or runner is None:
            return
        try:
            runner.change_budget(float(text) if text else None)
        except CodenamesError as error:
            self.say(str(error), "bad")
        self.show_run()

    def action_stop(self) -> None:
        """Ask what becomes of the games in flight, and stop."""
        if runner := self._steered():
            ask = ConfirmEnding("Stop this run?", runner.progress.running, self.glyphs)
            self.app.push_screen(ask, self._stop)

    def _stop(self, answer: str | None) -> None:
        runner = self.run_shown.steered
        if runner is None or answer is None:
            return
        if answer == Ending.FINISH:
            runner.drain()
            self.say("The running games will finish. No new ones start.")
        else:
            runner.stop()
        self.show_run()

    def _steered(self) -> BenchmarkRunner | None:
        """Return what can be steered, and say so where nothing can be."""
        if (runner := self.run_shown.steered) is None:
            over = self._moment.progress.is_over
            self.say("This run is over." if over else "Another process runs this benchmark. Control it there.")
        return runner


def _why_no_count(text: str) -> str:
    good = text.isascii() and text.isdecimal() and 0 < int(text) <= MOST_AT_ONCE
    return "" if good else f"A whole number from 1 to {MOST_AT_ONCE:,} is needed."


def why_no_budget(text: str) -> str:
    """Return what is wrong with a budget; nothing where it is good."""
    try:
        good = not text or 0 < float(text) < 1e9
    except ValueError:
        good = False
    return "" if good else "An amount in US dollars is needed, such as 25."
