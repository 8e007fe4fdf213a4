"""Setting up a benchmark: which experiment, what it will take, and the confirmation before anything is spent."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final, Protocol, Self

from textual.binding import Binding, BindingType
from textual.message import Message

from codenames_core.files.atomic_writes import refuse_existing
from codenames_core.support.errors import CodenamesError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.analysis.resolution import lines as resolution_lines
from codenames_metrics.analysis.resolution import resolution
from codenames_metrics.experiment.config import ExperimentConfig, check_agents_can_play
from codenames_metrics.experiment.estimate import Estimate, estimate
from codenames_metrics.experiment.experiment_file import SUFFIX, load_experiment, shipped_experiments, write_experiment
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.manifest import read_config
from codenames_metrics.runner.models.budget import PriceUnknown
from codenames_tui.benchmark import form as bench_form
from codenames_tui.benchmark.dialogs import ConfirmSpending
from codenames_tui.benchmark.form import ListedRun
from codenames_tui.benchmark.laboratory.labs import is_lab
from codenames_tui.benchmark.laboratory.labs_screen import OpenLab
from codenames_tui.benchmark.page import BenchPage
from codenames_tui.benchmark.run_screen import OpenResults, why_no_budget
from codenames_tui.benchmark.runs import LocalRun
from codenames_tui.benchmark.views.run import share_done
from codenames_tui.benchmark.views.setup import estimate_items, form_items, run_items
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs, Line, Span
from codenames_tui.ui.messages import Destination, GoTo
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList


class SetUpBenchmark(Message):
    """The costs of an experiment are asked for; without one, the form for a new one."""

    def __init__(self, config: ExperimentConfig | None, folder: Path | None = None) -> None:
        super().__init__()
        self.config = config
        self.folder = folder
        """Of the results, where they are to be gone on with."""


class StartBenchmark(Message):
    """An experiment is to be run."""

    def __init__(self, config: ExperimentConfig, folder: Path, concurrency: int | None, budget: float | None) -> None:
        super().__init__()
        self.config = config
        self.folder = folder
        self.concurrency = concurrency
        self.budget = budget


class ShowRun(Message):
    """The run of this process is asked for."""


class RunsBenchmarks(AppState, Protocol):
    """An app that can play a run."""

    run_here: LocalRun | None


class BenchmarkScreen(BenchPage, ListPage):
    """Offers experiments and runs.

    Args:
        folder: in which experiments are looked for, and in whose results folder runs are.
        run: of this process, if there is one.
        glyphs: what is drawn with.
    """

    PLACE = Destination.BENCHMARKS
    HEADING = "Benchmark"
    SUBHEADING = "play many games and rank the agents"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "ask", "Open an experiment or results folder by its path", id="bench.path"),
        Binding("N", "form", "Fill in a form", id="bench.form"),
        Binding("R", "go_on", "Resume an earlier run", id="bench.go_on"),
    ]
    KEYS: ClassVar[Sequence[Hint]] = (
        Hint(("bench.form",), "form"),
        Hint(("bench.path",), "by path"),
        Hint(("bench.go_on",), "resume"),
    )

    def __init__(self, folder: Path, run: LocalRun | None, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._folder = folder
        self.run_here = run
        self._runs: dict[str, ListedRun] = {}

    @classmethod
    def for_app(cls, app: RunsBenchmarks) -> Self:
        """Return what there is in the current folder."""
        return cls(Path(), app.run_here, glyphs=app.look.glyphs)

    def on_screen_resume(self) -> None:
        """Look at what there is; something may have been played meanwhile."""
        runs = bench_form.runs_in(self._folder / bench_form.RESULTS)
        files = bench_form.experiments_in(self._folder)
        self.show_listed(runs, files)

    def show_listed(self, runs: Sequence[ListedRun], files: Sequence[Path]) -> None:
        """Show experiments and runs."""
        self._runs = {str(run.folder): run for run in runs}
        here = self.run_here.folder.resolve() if self.run_here else None
        earlier = [run for run in runs if run.folder.resolve() != here]
        self.list.show([*self._now(), *self._experiments(files), *run_items(earlier)])
        self.describe()

    def _now(self) -> list[Item]:
        if self.run_here is None:
            return []
        progress = self.run_here.look().progress
        note = f"{progress.status}, {share_done(progress)} % of {progress.total:,} games"
        return [Item("now", self.run_here.plan.config.name, note=note, section="This run")]

    def _experiments(self, files: Sequence[Path]) -> list[Item]:
        shipped = shipped_experiments()
        about = {"offline": "four offline styles, no key, no cost", "models": "a template for language models"}
        items = [Item("form", "Fill in a form", note="models, modes, boards, budget", section="New benchmark")]
        items += [Item(str(path), name, note=about.get(name, "shipped")) for name, path in shipped.items()]
        items += [Item(str(path), path.name, note="a file in this folder") for path in files]
        return [
            *items,
            Item("path", "By path", note="another file, or a results folder"),
            Item("laboratory", "Suites and probes", note="single decisions, without games", section="Laboratory"),
        ]

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Do what was chosen."""
        match message.item.name:
            case "now":
                self.post_message(ShowRun())
            case "form":
                self.action_form()
            case "path":
                self.action_ask()
            case "laboratory":
                self.post_message(GoTo(Destination.LABORATORY))
            case name:
                self._open(name)

    def _open(self, name: str) -> None:
        path = Path(name).expanduser()
        if is_lab(path):
            self.post_message(OpenLab(path))
            return
        if name in self._runs or path.is_dir():
            self.post_message(OpenResults(path))
            return
        try:
            self.post_message(SetUpBenchmark(load_experiment(path)))
        except CodenamesError as error:
            self.say(str(error), "bad")

    def action_form(self) -> None:
        """Fill in a form."""
        self.post_message(SetUpBenchmark(None))

    def action_ask(self) -> None:
        """Ask for a path."""
        about = "An experiment (.toml), a suite (.jsonl), or a results folder."
        self.app.push_screen(AskText("Open", "", about, _why_no_path, self.glyphs), self._take_path)

    def _take_path(self, path: str | None) -> None:
        if path:
            self._open(path)

    def action_go_on(self) -> None:
        """Go on with the run that is pointed at."""
        run = self._runs.get(self.list.pointed.name) if self.list.pointed else None
        if run is None:
            self.say("Select an earlier run first.")
            return
        try:
            self.post_message(SetUpBenchmark(read_config(run.folder), run.folder))
        except CodenamesError as error:
            self.say(str(error), "bad")


def _why_no_path(path: str) -> str:
    try:
        return "" if Path(path).expanduser().exists() else f"{one_line(path, 100)} does not exist"
    except (OSError, ValueError, RuntimeError):
        return f"{one_line(path, 100)} does not exist"


class BenchmarkForm(BenchPage, ListPage):
    """A form for an experiment.

    Args:
        agent_chooser: returns the question for an agent, under a title.
        glyphs: what is drawn with.
    """

    PLACE = "new benchmark"
    HEADING = "New benchmark"
    SUBHEADING = "you see the cost before anything is played"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "estimate", "See the estimate", id="bench.estimate"),
    ]
    KEYS: ClassVar[Sequence[Hint]] = (
        Hint(("list.left", "list.right"), "change"),
        Hint(("bench.estimate",), "see the estimate"),
    )

    def __init__(self, agent_chooser: Callable[[str], ChooseAgent], *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._agent_chooser = agent_chooser
        self.filled: dict[str, str] = dict(bench_form.BLANK)
        """What is filled in, by the fields of `codenames_tui.benchmark.form`."""

    def on_mount(self) -> None:
        """Show the form."""
        self._show()

    def _show(self) -> None:
        self.list.show(form_items(self.filled, self._problem()))
        self.describe()

    def _problem(self) -> str:
        try:
            bench_form.config_of(self.filled)
        except CodenamesError as error:
            return str(error)
        return ""

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Take the next choice."""
        name = message.item.name
        self._fill(name, bench_form.next_choice(name, self.filled[name], message.steps))

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask for a value, or go on to the estimate."""
        item = message.item
        if item.name == "next":
            self.action_estimate()
            return
        if item.name == "models":
            self._choose_agent()
            return

        def check(text: str) -> str:
            try:
                bench_form.config_of({**self.filled, item.name: text})
            except CodenamesError as error:
                return str(error) if str(error).startswith(_BLAMED[item.name]) else ""
            return ""

        ask = AskText(item.label, self.filled[item.name], item.about, check, self.glyphs)
        self.app.push_screen(ask, lambda text: self._fill(item.name, text))

    def action_estimate(self) -> None:
        """Go on to the estimate, or say what is wrong."""
        if problem := self._problem():
            self.say(problem, "bad")
        else:
            self.post_message(SetUpBenchmark(bench_form.config_of(self.filled)))

    def _choose_agent(self) -> None:
        """Have an agent chosen, which is added, or removed where it is listed."""

        def take(spec: str | None) -> None:
            if spec is not None:
                self._fill("models", bench_form.with_or_without(self.filled["models"], spec))

        self.app.push_screen(self._agent_chooser("Add an agent, or remove one that is listed"), take)

    def _fill(self, name: str, text: str | None) -> None:
        if text is not None:
            self.filled[name] = text
            self._show()


_BLAMED: Final[Mapping[str, str]] = {
    **{name: name for name in bench_form.FIELDS},
    "modes": "game_modes",
    "compositions": "team_compositions",
    "repeats": "repeats",
    "budget": "budget",
}
"""How a complaint about a field begins."""


class BenchmarkPlan(BenchPage, ListPage):
    """What an experiment takes, and the way to start it.

    Args:
        config: the experiment.
        folder: of the results.
        glyphs: what is drawn with.
    """

    PLACE = "benchmark plan"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "start", "Start the run", id="bench.start"),
        Binding("e", "ask_file", "Save the experiment to a file", id="bench.write"),
    ]
    KEYS: ClassVar[Sequence[Hint]] = (Hint(("bench.start",), "start"), Hint(("bench.write",), "save"))

    def __init__(self, config: ExperimentConfig, folder: Path, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._config = config
        self._folder = folder
        self._concurrency: int | None = config.limits.concurrency
        self._budget = config.limits.budget_usd
        self.expected: Estimate | None = None
        self._resolution: list[str] = []
        """What the planned games can show."""
        self._problem = ""

    def on_mount(self) -> None:
        """Work out what it takes; prices may have to be looked up, so it is done in a thread."""
        self._show()
        self.run_worker(self._estimate(), group="estimate")

    def heading_lines(self) -> tuple[Line, ...]:
        """Return the name of the experiment, and what it is."""
        line, config = self.glyphs.line, self._config
        return ((Span(line(config.name), "strong"), Span(f"  {line(config.description)}", "dim")),)

    async def _estimate(self) -> None:
        try:
            plan = await asyncio.to_thread(Plan, self._config)
            self.expected = await asyncio.to_thread(estimate, plan)
            self._resolution = resolution_lines(await asyncio.to_thread(resolution, plan))
            await asyncio.to_thread(check_agents_can_play, self._config)
        except CodenamesError as error:
            self._problem = str(error)
        self._show()
        self.describe()

    def _show(self) -> None:
        self.list.show(
            estimate_items(
                self._config,
                self.expected,
                self._resolution,
                str(self._folder),
                self._concurrency,
                self._budget,
                self._problem,
            )
        )

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Start, or ask for a limit."""
        match message.item.name:
            case "start":
                self.action_start()
            case "budget":
                now = "" if self._budget is None else f"{self._budget:g}"
                ask = AskText("Budget", now, message.item.about, why_no_budget, self.glyphs)
                self.app.push_screen(ask, self._take_budget)
            case "concurrency":
                now = str(self._concurrency or "")
                ask = AskText("Games at once", now, message.item.about, _why_no_count, self.glyphs)
                self.app.push_screen(ask, self._take_count)

    def _take_budget(self, text: str | None) -> None:
        if text is not None:
            self._budget = float(text) if text else None
            self._show()

    def _take_count(self, text: str | None) -> None:
        if text is not None:
            self._concurrency = int(text) if text else None
            self._show()

    def action_ask_file(self) -> None:
        """Ask for the name of a file."""
        about = "A new file with this budget and number of games at once, for `codenames-tui bench run`."
        name = self._config.name + SUFFIX
        self.app.push_screen(AskText("Write to", name, about, _why_no_new_file, self.glyphs), self._write)

    def _write(self, name: str | None) -> None:
        if not name:
            return
        limits = self._config.limits.model_copy(update={"budget_usd": self._budget, "concurrency": self._concurrency})
        path = Path(name).expanduser()
        try:
            write_experiment(self._config.model_copy(update={"limits": limits}), path)
        except CodenamesError as error:
            self.say(str(error), "bad")
            return
        self.say(f"Written to {one_line(str(path))}")

    def action_start(self) -> None:
        """Start; where models are asked, only after a yes."""
        if self.expected is None or self._problem:
            self.say(self._problem or "The estimate is not ready yet.", "bad" if self._problem else "dim")
            return
        unpriced = [answers.model for answers in self.expected.models if answers.cost_usd is None]
        if self._budget is not None and unpriced:
            self.say(str(PriceUnknown(unpriced[0])), "bad")
        elif self.expected.models:
            lines = [line for line in self.expected.lines() if not line.startswith("warning")]
            limit = "no budget limits it" if self._budget is None else f"at most ${self._budget:,.2f} is spent"
            self.app.push_screen(ConfirmSpending([*lines, limit], self.glyphs), self._start)
        else:
            self._start("yes")

    def _start(self, answer: str | None) -> None:
        if answer:
            self.post_message(StartBenchmark(self._config, self._folder, self._concurrency, self._budget))


def _why_no_new_file(text: str) -> str:
    try:
        path = Path(text).expanduser()
        if path.suffix != SUFFIX:
            return f"The name of an experiment's file ends in {SUFFIX}."
        refuse_existing(path)
    except (CodenamesError, OSError, ValueError, RuntimeError) as error:
        return one_line(str(error), 200)
    return ""


def _why_no_count(text: str) -> str:
    good = not text or (text.isascii() and text.isdecimal() and 0 < int(text) <= 10_000)
    return "" if good else "A whole number from 1 to 10,000 is needed."
