"""From screen to screen in a benchmark, and the run that goes on whatever is on the screen."""

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from codenames_core.support.errors import CodenamesError
from codenames_tui.app.table_navigation import TableNavigation
from codenames_tui.ui.messages import Destination, GoTo

if TYPE_CHECKING:  # a benchmark is imported when one is opened
    from codenames_tui.benchmark.run_screen import OpenResults
    from codenames_tui.benchmark.runs import LocalRun
    from codenames_tui.benchmark.setup_screens import SetUpBenchmark, ShowRun, StartBenchmark

SECONDS_TO_END: Final = 1.5
"""How long the app waits for a run that was stopped; its files are whole at any moment."""


class BenchNavigation(TableNavigation):
    """Goes where the screens of a benchmark say. No screen owns the run; leaving one never ends it."""

    run_here: "LocalRun | None" = None
    """The run of this process."""

    @property
    def _going_on(self) -> "LocalRun | None":
        return self.run_here if self.run_here is not None and not self.run_here.is_over else None

    def on_go_to(self, message: GoTo) -> None:
        """Quit only after what becomes of a run is settled."""
        if message.destination is Destination.QUIT and self._going_on is not None:
            message.prevent_default()
            self._ask_before_quitting(self._going_on)

    def on_set_up_benchmark(self, message: "SetUpBenchmark") -> None:
        """Show what an experiment takes, or the form."""
        from codenames_tui.benchmark.form import RESULTS
        from codenames_tui.benchmark.setup_screens import BenchmarkForm, BenchmarkPlan
        from codenames_tui.setup.agent_choice import agent_chooser

        if message.config is None:
            recent, glyphs = self.settings.preferences.recent, self.look.glyphs
            self.push_screen(BenchmarkForm(lambda title: agent_chooser(title, "", recent, glyphs), glyphs=glyphs))
        else:
            folder = message.folder or RESULTS / message.config.name
            self.push_screen(BenchmarkPlan(message.config, folder, glyphs=self.look.glyphs))

    def on_start_benchmark(self, message: "StartBenchmark") -> None:
        """Run an experiment, one at a time."""
        from codenames_metrics.runner.benchmark import BenchmarkRunner
        from codenames_metrics.runner.executors.local import LocalExecutor
        from codenames_metrics.runner.executors.procs import ProcsExecutor
        from codenames_tui.benchmark.runs import LocalRun

        if self._going_on is not None:
            self.complain("A benchmark is running already; stop it first.")
            return
        config = message.config
        executor = LocalExecutor() if config.language_models else ProcsExecutor()
        try:
            runner = BenchmarkRunner(
                config, message.folder, executor=executor, concurrency=message.concurrency, budget_usd=message.budget
            )
        except CodenamesError as error:
            self.complain(str(error))
            return
        self._play(LocalRun(runner))
        self.pop_screen()
        self.on_show_run()

    def on_mount(self) -> None:
        """Begin to play a run that the app was started with."""
        if self.run_here is not None:
            self._play(self.run_here)

    def _play(self, run: "LocalRun") -> None:
        """Play a run; it is the app's, and lists of benchmarks show it."""
        from codenames_tui.benchmark.setup_screens import BenchmarkScreen

        self.run_here = run
        for screen in self.screen_stack:
            if isinstance(screen, BenchmarkScreen):
                screen.run_here = run
        self.run_worker(run.play(), group="benchmark", exit_on_error=False)

    def on_show_run(self, message: "ShowRun | None" = None) -> None:
        """Show the run of this process."""
        from codenames_tui.benchmark.run_screen import BenchRunScreen

        if self.run_here is not None and not isinstance(self.screen, BenchRunScreen):
            self.push_screen(BenchRunScreen(self.run_here, glyphs=self.look.glyphs))

    def on_open_results(self, message: "OpenResults") -> None:
        """Show what a run came to; one of another process that goes on is watched."""
        from codenames_metrics.run_folder.lock import lock_holder
        from codenames_tui.benchmark.results_screen import BenchResultsScreen
        from codenames_tui.benchmark.run_screen import BenchRunScreen
        from codenames_tui.benchmark.runs import RemoteRun

        glyphs = self.look.glyphs
        is_here = self.run_here is not None and self.run_here.folder == message.folder
        if isinstance(self.screen, BenchRunScreen) or is_here or lock_holder(message.folder) is None:
            self.push_screen(BenchResultsScreen(message.folder, glyphs=glyphs))
            return
        try:
            self.push_screen(BenchRunScreen(RemoteRun(message.folder), glyphs=glyphs))
        except CodenamesError as error:
            self.complain(str(error))

    def _ask_before_quitting(self, run: "LocalRun") -> None:
        from codenames_tui.benchmark.dialogs import ConfirmEnding, Ending

        def end(answer: str | None) -> None:
            if answer == Ending.FINISH:
                run.runner.drain()
                self.on_show_run()
                self.complain("The app closes when the running games finish. To end it at once, press q, then a.")
                self.run_worker(self._quit_after(run), group="ending", exclusive=True)
            elif answer == Ending.ABANDON:
                run.runner.stop()
                self.run_worker(self._quit_after(run), group="ending", exclusive=True)

        running = run.look().progress.running
        self.push_screen(ConfirmEnding("Quit while a benchmark is running?", running, self.look.glyphs), end)

    async def _quit_after(self, run: "LocalRun") -> None:
        await run.ended()
        self.exit(0)

    async def on_unmount(self) -> None:
        """End the run in order where the app ends without asking, as on a signal; it can be gone on with."""
        if (run := self._going_on) is not None:
            run.runner.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_TO_END):
                    await run.ended()

    @property
    def run_summary(self) -> str:
        """How the run of this process ended, and how to go on with it; empty where there was none."""
        if self.run_here is None:
            return ""
        from codenames_core.text.sanitiser import one_line

        progress = self.run_here.look().progress
        trouble = f" ({one_line(self.run_here.trouble, 200)})" if self.run_here.trouble else ""
        summary = f"benchmark {progress.status}{trouble}: {progress.line()}; results in "
        return summary + one_line(str(self.run_here.folder))
