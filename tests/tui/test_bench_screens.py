"""The screens of a benchmark: what they look like, what their keys do, and that no text upsets them."""

import asyncio
import dataclasses
import json
import random
import re
import shutil
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from benchmarks.simulated_runs import Truth, played
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from tests.bench.benchmarks import offline, runner
from tests.tui.colours import coloured_texts, unreadable_texts
from tests.tui.hostile import HOSTILE, check
from tests.tui.runs import GAMES, StillRun, experiment, moment
from tests.tui.table import SIZES, frame, is_on, until
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_core.files.journal import JournalWriter
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameMode
from codenames_metrics.analysis.failures.lost_turns import read_lost_turns
from codenames_metrics.analysis.leaderboard import BoardRole, Leaderboard, leaderboard
from codenames_metrics.analysis.live_standings import LiveStanding
from codenames_metrics.analysis.standings import Place, PlannedGames
from codenames_metrics.experiment.combos import Composition, Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.experiment_file import load_experiment
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import read_tally
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder.progress import Delay, Failure, GameStatus, Progress, RunStatus
from codenames_metrics.run_folder.run_snapshot import RunningNow, RunSnapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.statistics.intervals import Interval
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark import form as bench_form
from codenames_tui.benchmark import results_screen
from codenames_tui.benchmark.dialogs import ConfirmEnding, ConfirmSpending
from codenames_tui.benchmark.form import BLANK, ListedRun, config_of
from codenames_tui.benchmark.results_screen import BenchResultsScreen, read_results
from codenames_tui.benchmark.run_screen import BenchRunScreen
from codenames_tui.benchmark.runs import LocalRun, RemoteRun
from codenames_tui.benchmark.setup_screens import BenchmarkForm, BenchmarkPlan, BenchmarkScreen
from codenames_tui.benchmark.views import matchups
from codenames_tui.benchmark.views import run as views
from codenames_tui.benchmark.views.head_to_head import head_to_head
from codenames_tui.benchmark.views.leaderboard import leaderboard as leaderboard_view
from codenames_tui.benchmark.views.lost_turns import loss_reasons, lost_turn_list
from codenames_tui.benchmark.views.results import Filter, cells_for_files
from codenames_tui.benchmark.views.verdict import verdict
from codenames_tui.benchmark.watch_screen import WatchScreen
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.game.sessions.journal import JournalSession
from codenames_tui.library.home_screen import HomeScreen
from codenames_tui.setup.setup_screen import SetupScreen
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of
from codenames_tui.ui.lines.plots import bar, interval_picture
from codenames_tui.ui.lines.rows import heading_line, row_line
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences, Settings
from codenames_tui.ui.screens.choose_item import ChooseItem
from codenames_tui.ui.screens.choosing import AskText, ChooseAgent, Offer

LOOKS = {
    "dark": Look(),
    "no colour": Look.from_environment({"NO_COLOR": "1"}),
    "ascii": Look(ascii_only=True),
}
RUNS = (
    ListedRun(Path("benchmark_results/spring"), "spring", "done", 36, 36),
    ListedRun(Path("benchmark_results/autumn"), "autumn", "interrupted", 12, 400),
    ListedRun(Path("benchmark_results/torn"), "torn", "", 0, 0, "manifest.json: no JSON"),
)
Make = Callable[[Glyphs], Screen[Any]]


def app_of(screen: Screen[Any] | None, look: Look | None = None) -> CodenamesApp:
    return CodenamesApp(screen, look or Look(), Settings(Path("/nowhere/settings.toml"), Preferences()))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished benchmark of 36 short games."""
    folder = tmp_path_factory.mktemp("runs") / "spring"
    asyncio.run(runner(experiment(), folder).run())
    return folder


async def drawn(app: CodenamesApp, pilot: Pilot[int]) -> None:
    """Wait until nothing is read any more."""
    waiting = ("reading …", "reading .", "Estimating", "Comparing")
    await until(pilot, lambda: not any(text in frame(app) for text in waiting))


# What they look like


def run_screen(glyphs: Glyphs) -> BenchRunScreen:
    return BenchRunScreen(StillRun(Path("benchmark_results/spring")), glyphs=glyphs)


SCREENS: dict[str, tuple[Make, tuple[str, ...]]] = {
    "run": (run_screen, ()),
    "form": (lambda glyphs: BenchmarkForm(offline_agents, glyphs=glyphs), ()),
    "plan": (lambda glyphs: BenchmarkPlan(experiment(), Path("benchmark_results/spring"), glyphs=glyphs), ()),
}


async def look_at_all(
    make: Make,
    keys: tuple[str, ...],
    name: str,
    snapshot: SnapshotAssertion,
    prepare: Callable[[Any], None] | None = None,
) -> None:
    """Compare a screen at all sizes with what is expected: the text is the same with and without colour."""
    for kind, look in LOOKS.items():
        app = app_of(make(look.glyphs), look)
        async with app.run_test(size=SIZES[0]) as pilot:
            await drawn(app, pilot)
            for key in keys:
                await pilot.press(key)
            for size in SIZES if kind != "ascii" else SIZES[:1]:
                await pilot.resize_terminal(*size)
                await pilot.pause()
                if prepare is not None:
                    prepare(app.screen)
                await drawn(app, pilot)
                check(app)
                for theme in ("dark", "light") if look.colour else ("ansi",):
                    app.theme = theme
                    await pilot.pause()
                    assert not list(unreadable_texts(app) if look.colour else coloured_texts(app))
                text = frame(app)
                if look.ascii_only:
                    assert text.isascii()
                    assert text == snapshot(name=f"{name} ascii")
                else:
                    assert text == snapshot(name=f"{name} {size}")


@pytest.mark.parametrize("name", SCREENS)
async def test_what_a_screen_looks_like(name: str, snapshot: SnapshotAssertion) -> None:
    make, keys = SCREENS[name]
    await look_at_all(make, keys, name, snapshot)


async def test_what_the_choice_of_experiments_looks_like(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    def show(screen: BenchmarkScreen) -> None:
        screen.show_listed(RUNS, [Path("mine.toml")])

    await look_at_all(lambda glyphs: BenchmarkScreen(tmp_path, None, glyphs=glyphs), (), "choice", snapshot, show)


@pytest.mark.parametrize("tab", ["1", "2", "3", "4", "5", "6"])
async def test_what_results_look_like(tab: str, snapshot: SnapshotAssertion, results: Path) -> None:
    await look_at_all(lambda glyphs: BenchResultsScreen(results, glyphs=glyphs), (tab,), f"results {tab}", snapshot)


OTHER_SIZES = [pytest.param(size, marks=pytest.mark.soak) for size in ((3, 2), (60, 16))]


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (300, 100), *OTHER_SIZES], ids=str)
async def test_every_screen_opens_at_any_size(size: tuple[int, int], results: Path) -> None:
    def screen_of_results(glyphs: Glyphs) -> BenchResultsScreen:
        return BenchResultsScreen(results, glyphs=glyphs)

    for make in [*(make for make, _ in SCREENS.values()), screen_of_results]:
        app = app_of(make(UNICODE))
        async with app.run_test(size=size) as pilot:
            await pilot.press("down", "tab", "down")
            await pilot.resize_terminal(80, 24)
            await drawn(app, pilot)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(frame(app).splitlines()) <= size[1]


# Hostile text


def hostile_moment(text: str) -> RunSnapshot:
    now = moment(
        closed_models=(text,),
        last_failure=Failure(text, text, text),
        delays=(Delay(text, text, text),),
        failures=((text, 3),),
        retries=((text, 1),),
    )
    return RunSnapshot(now, 1.0, (RunningNow(0, 1, text), *GAMES))


class HostileRun(StillRun):
    def __init__(self, text: str) -> None:
        super().__init__(Path(text.replace("\x00", "")[:60] or "x"), now=hostile_moment(text))
        self.trouble = ""
        self.text = text

    def glimpse(self, index: int) -> views.GamePreview | None:
        seen = super().glimpse(0)
        return seen._replace(clue=self.text) if seen else None


@pytest.mark.parametrize("look", [Look(), Look(ascii_only=True)], ids=["unicode", "ascii"])
async def test_hostile_text_in_a_run_does_nothing(look: Look) -> None:
    app = app_of(run_screen(look.glyphs), look)
    async with app.run_test(size=(120, 40)) as pilot:
        for text in HOSTILE:
            run = HostileRun(text)
            await app.push_screen(BenchRunScreen(run, glyphs=look.glyphs))
            await pilot.pause()
            check(app)
            run.trouble = text
            run.now = dataclasses.replace(run.now, budget_usd=2.0)
            run.changes.set()
            await pilot.press("tab", "down")
            check(app)
            assert not look.ascii_only or frame(app).isascii()
            await app.pop_screen()
    assert app.return_code in (None, 0)


def hostile_board(board: Leaderboard, text: str) -> Leaderboard:
    entries = tuple(
        one.model_copy(update={"model": f"{text}{number}"}) for number, one in enumerate(board.overall.entries)
    )
    met = tuple(one.model_copy(update={"first": f"a{text}", "second": text}) for one in board.head_to_head)
    overall = board.overall.model_copy(update={"entries": entries})
    return board.model_copy(update={"overall": overall, "head_to_head": met})


@pytest.mark.parametrize("look", [Look(), Look(ascii_only=True)], ids=["unicode", "ascii"])
async def test_hostile_names_in_results_do_nothing(look: Look, results: Path) -> None:
    found = read_results(results)
    app = app_of(BenchResultsScreen(results, glyphs=look.glyphs), look)
    async with app.run_test(size=(120, 40)) as pilot:
        await drawn(app, pilot)
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        for text in HOSTILE:
            screen.results = found._replace(board=hostile_board(found.board, text))
            for key in ("1", "2"):
                await pilot.press(key)
                check(app)
                await pilot.press("enter")
                check(app)
            assert not look.ascii_only or frame(app).isascii()


async def test_hostile_runs_and_files_do_nothing(tmp_path: Path) -> None:
    app = app_of(BenchmarkScreen(tmp_path, None))
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, BenchmarkScreen)
        for text in HOSTILE:
            path = Path(text.replace("\x00", "") or "x")
            screen.show_listed([ListedRun(path, text, text, 1, 2, problem) for problem in ("", text)], [path])
            await pilot.press("end")
            check(app)


# The bar, and what is said of a run


@given(
    done=st.integers(0, 300),
    skipped=st.integers(0, 300),
    waiting=st.integers(0, 300),
    planned=st.integers(0, 300),
    width=st.integers(1, 150),
)
def test_the_bar_is_full_where_nothing_is_left_and_only_there(
    done: int, skipped: int, waiting: int, planned: int, width: int
) -> None:
    total = max(done + skipped + waiting + planned, 1)
    line = bar([(done, "accent"), (skipped, "bad"), (waiting, "warn")], total, width, ASCII)
    text = plain([line])
    assert width_of(line) == width
    is_over = done + skipped + waiting >= total
    assert (text == "#" * width) == is_over


@pytest.mark.parametrize(
    ("planned", "running_seconds", "said"),
    [(1, 80.0, "9 s left"), (0, 79.0, "4 s left"), (0, 80.0, "time left unknown")],
    ids=["one has not begun", "one is not late", "all are late"],
)
def test_how_long_the_rest_takes_is_not_guessed_once_all_of_it_is_late(
    planned: int, running_seconds: float, said: str
) -> None:
    games = {"total": 16 + planned, "planned": planned, "done": 12, "failed": 0, "skipped": 0, "waiting": 0}
    slow = moment(**games, begun_with=0, busy_seconds=240.0, running=4, running_seconds=running_seconds)
    shown = plain(views.head_lines(views.RunHead("spring", "x", RunSnapshot(slow)), 120, ASCII))
    assert said in shown


def test_half_of_the_games_failing_fills_the_bar() -> None:
    now = moment(status=RunStatus.INCOMPLETE, planned=0, running=0, done=18, failed=0, skipped=18, waiting=0, delays=())
    told = views.RunHead("spring", "x", RunSnapshot(now))
    text = plain(views.head_lines(told, 80, ASCII))
    assert "36 of 36  100 %" in text
    assert "18 skipped" in text
    assert "left" not in text


def test_a_run_that_was_stopped_is_interrupted_only_once_its_games_have_ended() -> None:
    ending = moment(status=RunStatus.INTERRUPTED, running=2)
    ended = moment(status=RunStatus.INTERRUPTED, running=0, delays=())
    badges = [
        plain(views.head_lines(views.RunHead("spring", "x", RunSnapshot(now)), 80, ASCII)) for now in (ending, ended)
    ]
    assert ["STOPPING" in text for text in badges] == [True, False]
    assert ["INTERRUPTED" in text for text in badges] == [False, True]
    assert [now.is_over for now in (ending, ended)] == [False, True]


def test_ninety_nine_point_nine_per_cent_is_no_hundred() -> None:
    assert views.share_done(moment(total=10_000, done=9_999, skipped=0, waiting=0)) == 99


def test_an_interval_has_its_ends_where_they_are() -> None:

    assert interval_picture(None, None, 5, ASCII) == "  |  "
    assert interval_picture(0.0, Interval(0.0, 0.25), 5, ASCII) == "O-|  "
    assert interval_picture(1.0, Interval(0.0, 1.0), 5, ASCII) == "--|-O"


# Watching and steering


class Here:
    """A run of this process that waits for each game until it is let go."""

    def __init__(self, folder: Path, config: ExperimentConfig | None = None) -> None:
        self.run = LocalRun(runner(config or offline(), folder))


@pytest.fixture
async def playing(tmp_path: Path) -> AsyncIterator[tuple[CodenamesApp, Pilot[int], BenchmarkRunner]]:
    """The app on a run that is paused from the start."""
    here = Here(tmp_path / "quick").run
    here.runner.pause()
    app = app_of(BenchRunScreen(here))
    app.run_here = here
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "PAUSED" in frame(app))
        yield app, pilot, here.runner
        here.runner.stop()


async def test_a_run_is_paused_and_gone_on_with_and_ends(
    playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner],
) -> None:
    app, pilot, run = playing
    await pilot.press("space")
    await until(pilot, lambda: run.is_over)
    await until(pilot, lambda: "DONE" in frame(app))
    assert "8 of 8  100 %" in frame(app)
    await pilot.press("space")
    assert "This run is over." in frame(app)
    assert "▸ Show the results" in frame(app)
    await pilot.press("enter")
    await until(pilot, lambda: is_on(app, BenchResultsScreen))


async def test_limits_are_changed_while_it_runs(playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner]) -> None:
    app, pilot, run = playing
    before = run.progress.at_once
    await pilot.press("+")
    assert run.progress.at_once == before + 1
    await pilot.press("-", "-")
    assert run.progress.at_once == before - 1
    await pilot.press("C")
    await until(pilot, lambda: is_on(app, AskText))
    await pilot.press("backspace", "2", "5", "enter")
    await until(pilot, lambda: not is_on(app, AskText))
    assert run.progress.at_once == 25
    await pilot.press("$", *"12.5", "enter")
    await until(pilot, lambda: not is_on(app, AskText))
    assert run.budget_usd == 12.5
    await pilot.press("$", *["backspace"] * 4, "enter")
    await until(pilot, lambda: not is_on(app, AskText))
    assert run.budget_usd is None


@pytest.mark.parametrize(("key", "status"), [("f", RunStatus.INTERRUPTED), ("a", RunStatus.INTERRUPTED)])
async def test_it_is_stopped_by_choice(
    playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner], key: str, status: RunStatus
) -> None:
    app, pilot, run = playing
    await pilot.press("X")
    await until(pilot, lambda: is_on(app, ConfirmEnding))
    await pilot.press("escape")
    assert not run.is_over
    await pilot.press("X", key)
    await until(pilot, lambda: run.is_over)
    assert run.progress.status is status


async def test_leaving_the_screen_does_not_stop_the_run(
    playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner],
) -> None:
    app, pilot, run = playing
    await pilot.press("escape")  # the app began with it, and would end
    await until(pilot, lambda: is_on(app, ConfirmEnding))
    await pilot.press("escape")
    app.push_screen(app._home())
    await until(pilot, lambda: is_on(app, HomeScreen))
    await pilot.press("b")
    await until(pilot, lambda: "This run" in frame(app))
    await pilot.press("home", "enter")
    await until(pilot, lambda: is_on(app, BenchRunScreen))
    await pilot.press("q")
    await until(pilot, lambda: is_on(app, BenchmarkScreen))
    assert not run.is_over
    run.resume()
    await until(pilot, lambda: run.is_over)
    assert run.progress.status is RunStatus.DONE


@pytest.mark.parametrize("key", ["f", "a"])
async def test_closing_the_app_does_what_the_dialog_says(
    playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner], key: str
) -> None:
    app, pilot, run = playing
    await pilot.press("q")
    await until(pilot, lambda: is_on(app, ConfirmEnding))
    await pilot.press("n")
    assert not run.is_over
    await pilot.press("q")
    await until(pilot, lambda: is_on(app, ConfirmEnding))
    await pilot.press(key)
    await until(pilot, lambda: run.is_over and app.return_code == 0)
    assert "results in" in app.run_summary


async def test_ctrl_c_twice_ends_at_once(playing: tuple[CodenamesApp, Pilot[int], BenchmarkRunner]) -> None:
    app, pilot, run = playing
    await pilot.press("ctrl+c")
    await until(pilot, lambda: is_on(app, ConfirmEnding))
    await pilot.press("ctrl+c")
    await until(pilot, lambda: run.is_over)


async def test_a_run_of_another_process_cannot_be_steered(results: Path) -> None:
    app = app_of(BenchRunScreen(RemoteRun(results)))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "36 of 36  100 %" in frame(app))
        await until(pilot, lambda: "novice - sharp" in frame(app))
        await pilot.press("X")
        assert "This run is over." in frame(app)
        await pilot.press("v")
        await until(pilot, lambda: is_on(app, BenchResultsScreen))


async def test_a_running_game_opens_as_a_game_that_grows(results: Path, tmp_path: Path) -> None:
    record = EpisodeRecord.load(min((results / "episodes").iterdir()))
    folder = tmp_path / "run"
    journal = folder / "episodes" / "episode_01.jsonl"
    journal.parent.mkdir(parents=True)
    from codenames_core.files.journal import Header

    header = Header(episode_id=record.episode_id, config=record.config, board=record.board, teams=record.teams)
    writer = JournalWriter(journal, header)
    still = StillRun(folder, now=RunSnapshot(moment(), None, (RunningNow(0, 1),)))
    app = app_of(BenchRunScreen(still))
    async with app.run_test(size=(100, 30)) as pilot:
        still_name = still.plan.journal_name(0)
        if still_name != journal.name:
            journal = journal.rename(journal.with_name(still_name))
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, WatchScreen))
        screen = app.screen
        assert isinstance(screen, WatchScreen)
        for event in record.public_transcript[:3]:
            writer.happened(event)
        session = screen.session
        assert isinstance(session, JournalSession)
        assert session.look_again()
        screen.take_changes()
        assert (len(session.timeline), screen.position, session.standing.over) == (3, 3, False)
        assert not session.look_again()
        screen.position = 1
        writer.close()
        record.save(journal.with_suffix(".json"))
        journal.unlink()
        assert session.look_again()
        screen.take_changes()
        assert (screen.position, session.standing.over) == (1, True)
        assert session.standing.outcome == record.outcome
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, BenchRunScreen))


async def test_many_changes_are_few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_tui.benchmark.run_screen.SECONDS_BETWEEN_PICTURES", 60.0)
    run = StillRun(Path("x"))
    app = app_of(BenchRunScreen(run))
    async with app.run_test() as pilot:
        await pilot.pause()
        pictures = []
        screen = app.screen
        assert isinstance(screen, BenchRunScreen)
        monkeypatch.setattr(screen, "show_run", lambda: pictures.append(1))
        for number in range(100):
            run.now = dataclasses.replace(run.now, budget_usd=float(number + 10))
            run.changes.set()
            await pilot.pause()
        assert len(pictures) <= 1


# Setting up


def test_a_form_is_an_experiment() -> None:
    config = config_of({**BLANK, "budget": "2.5", "concurrency": "7", "seeds": "30"})
    assert (config.limits.budget_usd, config.limits.concurrency, len(config.seeds)) == (2.5, 7, 30)
    assert config.models == ["vector:sharp", "vector:cautious"]


@pytest.mark.parametrize(
    ("field", "text", "complaint"),
    [
        ("seeds", "many", "seeds: a whole number"),
        ("budget", "much", "budget: an amount"),
        ("models", "nobody", "nobody"),
        ("models", "", "models"),
        ("name", "../x", "name"),
        ("compositions", "heterogeneous", "needs 3 models"),
    ],
)
async def test_a_form_says_what_is_wrong(field: str, text: str, complaint: str) -> None:
    app = app_of(BenchmarkForm(offline_agents))
    async with app.run_test(size=(120, 30)) as pilot:
        screen = app.screen
        assert isinstance(screen, BenchmarkForm)
        screen._fill(field, text)
        await pilot.pause()
        assert complaint in frame(app)
        await pilot.press("end", "enter")
        assert is_on(app, BenchmarkForm)


def offline_agents(title: str) -> ChooseAgent:
    names = ("vector:sharp", "vector:bold", "vector:cautious")
    return ChooseAgent(title, [Offer(name, "plays offline") for name in names], "", UNICODE)


async def test_a_small_benchmark_is_six_keys_away() -> None:
    app = app_of(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("b", "enter", "down", "right", "f4")
        await until(pilot, lambda: is_on(app, BenchmarkPlan))
        plan = app.screen
        assert isinstance(plan, BenchmarkPlan)
        assert plan._config.models == ["vector:sharp", "vector:bold", "vector:novice"]
        await until(pilot, lambda: plan.expected is not None)
        assert plan.list.pointed is not None
        assert plan.list.pointed.name == "start"


async def test_agents_are_added_to_a_benchmark_and_removed_from_a_list() -> None:
    app = app_of(BenchmarkForm(offline_agents))
    async with app.run_test(size=(100, 30)) as pilot:
        screen = app.screen
        assert isinstance(screen, BenchmarkForm)
        for typed in ("bold", "cautious"):
            await pilot.press("home", "down", "enter")
            await until(pilot, lambda: is_on(app, ChooseAgent))
            await pilot.press(*typed, "enter")
            await until(pilot, lambda: is_on(app, BenchmarkForm))
        assert screen.filled["models"] == "vector:sharp, vector:bold"


async def test_the_form_of_a_benchmark_is_not_that_of_a_game() -> None:
    app = app_of(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: is_on(app, BenchmarkScreen))
        await pilot.press("N")
        await until(pilot, lambda: is_on(app, BenchmarkForm))
        await pilot.press("down", "down", "right", "escape")
        await until(pilot, lambda: is_on(app, BenchmarkScreen))
        await pilot.press("escape")
        await until(pilot, lambda: is_on(app, HomeScreen))
        await pilot.press("N")
        await until(pilot, lambda: is_on(app, SetupScreen))
        assert "Red team" in frame(app)


async def test_an_offline_experiment_is_run_from_home_by_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'name = "tiny"\nmodels = ["random", "vector:novice"]\nmatchups = "round_robin"\nseeds = [1]\nmax_turns = 4\n'
    (tmp_path / "tiny.toml").write_text(text)
    monkeypatch.setattr("codenames_metrics.runner.executors.procs.ProcsExecutor", _here)
    app = app_of(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: is_on(app, BenchmarkScreen))
        screen = app.screen
        assert isinstance(screen, BenchmarkScreen)
        screen.list.point_at("tiny.toml")
        await pilot.press("enter")
        await until(pilot, lambda: "games 2" in frame(app))
        assert "free: every agent is offline" in frame(app)
        await pilot.press("f4")
        await until(pilot, lambda: app.run_here is not None and app.run_here.is_over)
        await until(pilot, lambda: "2 of 2  100 %" in frame(app))
    assert (tmp_path / "benchmark_results/tiny/leaderboard.json").exists()


def _here(workers: int | None = None) -> object:
    from codenames_metrics.runner.executors.local import LocalExecutor

    return LocalExecutor()


async def test_money_is_spent_only_after_a_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    models = {"m": {"spec": "openai/m", "api_base": "http://127.0.0.1:9/v1", "price_in": 1.0, "price_out": 2.0}}
    config = experiment(models=["m", "random"], model=models)
    app = app_of(BenchmarkPlan(config, Path("x")))
    async with app.run_test(size=(100, 30)) as pilot:
        started: list[object] = []
        monkeypatch.setattr(app, "on_start_benchmark", started.append)
        await until(pilot, lambda: "calls" in frame(app))
        await pilot.press("f4")
        await until(pilot, lambda: is_on(app, ConfirmSpending))
        assert "no budget limits it" in frame(app)
        await pilot.press("escape")
        assert not started
        assert is_on(app, BenchmarkPlan)


async def test_a_budget_without_a_price_is_refused() -> None:
    models = {"m": {"spec": "openai/m", "api_base": "http://127.0.0.1:9/v1"}}
    config = experiment(models=["m", "random"], model=models, limits={"budget_usd": 3.0})
    app = app_of(BenchmarkPlan(config, Path("x")))
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "price unknown" in frame(app))
        await pilot.press("f4")
        await pilot.pause()
        assert "the price of m is unknown" in frame(app)


async def test_an_experiment_is_written_to_a_file_that_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    app = app_of(BenchmarkPlan(experiment(limits={"budget_usd": 3.0}), Path("x")))
    async with app.run_test(size=(100, 30)) as pilot:

        async def write_to(path: Path, said: str) -> None:
            await pilot.press("e")
            await until(pilot, lambda: is_on(app, AskText))
            assert isinstance(app.screen, AskText)
            app.screen.field.value = str(path)
            await pilot.press("enter")
            await until(pilot, lambda: said in frame(app))

        await write_to(tmp_path / "mine.txt", "ends in .toml")
        await pilot.press("escape", "escape")  # the first asks whether to discard the name
        await until(pilot, lambda: not is_on(app, AskText))
        await write_to(path, "Written to")
        await write_to(path, "already exists")
    assert load_experiment(path) == experiment(limits={"budget_usd": 3.0})


def test_files_and_runs_are_found(tmp_path: Path, results: Path) -> None:
    (tmp_path / "good.toml").write_text('models = ["random"]')
    (tmp_path / "other.toml").write_text("[tool]\n")
    (tmp_path / "bad.toml").write_bytes(b"\xff\x00")
    assert [path.name for path in bench_form.experiments_in(tmp_path)] == ["good.toml"]
    found = bench_form.runs_in(results.parent)
    assert [(run.name, run.status, run.done, run.planned) for run in found] == [("spring", "done", 36, 36)]
    assert bench_form.runs_in(tmp_path / "nowhere") == []


# Results


async def test_from_a_number_to_the_episodes_behind_it_and_back(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Episodes behind" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        await pilot.press("escape")
        await until(pilot, lambda: "Episodes behind" in frame(app))
        await pilot.press("escape")
        await until(pilot, lambda: "Overall, all modes" in frame(app))
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        assert screen.table.pointed == 1


async def test_from_a_reason_to_the_turns_lost_for_it_to_the_replay_and_back(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        await pilot.press("6")
        await until(pilot, lambda: "Why turns were lost" in frame(app))
        await drawn(app, pilot)
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        assert screen.shown is not None
        reason = screen.shown.cells(1)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Lost turns of" in frame(app))
        assert f"{reason[2].text}, {reason[6].text}" in frame(app)
        assert f"{screen.shown.count:,}" == reason[6].text
        await pilot.press("end")
        row = screen.shown.cells(screen.shown.count - 1)
        await pilot.press("enter")
        await until(pilot, lambda: is_on(app, GameScreen))
        replay = app.screen
        assert isinstance(replay, GameScreen)
        assert replay.source is not None
        assert screen.results is not None
        assert replay.source.name == screen.results.plan.record_name(int(row[0].text) - 1)
        state = replay.session.timeline.state_at(replay.position)
        assert (state.turn.number, state.turn.team.value) == (int(row[1].text), row[2].text)
        assert state.turn.clue is None or state.turn.clue.word == row[5].text
        await pilot.press("escape")
        await until(pilot, lambda: "Lost turns of" in frame(app))
        assert screen.table.pointed == screen.shown.count - 1
        await pilot.press("escape")
        await until(pilot, lambda: "Why turns were lost" in frame(app))
        assert screen.table.pointed == 1


async def test_lost_turns_are_those_of_the_games_that_a_filter_leaves(results: Path) -> None:
    found = read_results(results)
    turns = read_lost_turns(results, found.plan)
    everything, rows = loss_reasons(turns, found.plan, Filter(), UNICODE)
    of_modes = [Filter(mode=mode) for mode in found.plan.config.game_modes]
    for place, row in enumerate(rows):
        counts = [len(lost_turn_list(turns, found.plan, chosen, row)[1]) for chosen in of_modes]
        assert f"{sum(counts):,}" == everything.cells(place)[6].text


async def test_the_episodes_behind_a_win_rate_are_the_games_it_counts(results: Path) -> None:
    found = read_results(results)
    shown = leaderboard_view(found.board, found.plan, Filter(), UNICODE)
    for row, entry in enumerate(found.board.overall.entries):
        behind = shown.behind(row)
        assert behind is not None
        games = [game for game in found.games if found.plan.cell_of(game.place) in behind.cells]
        assert len(games) == entry.games + entry.undecided + entry.mirror_games // 2  # both sides of a mirror count
    pairs = head_to_head(found.board, found.plan, Filter(), UNICODE, 100)
    for row, pair in enumerate(found.board.head_to_head):
        behind = pairs.behind(row)
        assert behind is not None
        assert sum(found.plan.cell_of(game.place) in behind.cells for game in found.games) == pair.games


async def test_games_that_are_listed_but_not_in_a_win_rate_are_counted_on_the_screen(tmp_path: Path) -> None:
    folder = tmp_path / "both"
    await runner(experiment(matchups="both"), folder).run()
    found = read_results(folder)
    entry = found.board.overall.entries[0]
    left_out = [
        f"{entry.mirror_games // 2} against itself",
        *([f"{entry.undecided} undecided"] * bool(entry.undecided)),
    ]
    app = app_of(BenchResultsScreen(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await drawn(app, pilot)
        assert "Games against itself count in no win rate; the episodes of a row list them." in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Episodes behind" in frame(app))
        assert f"Listed, but not in the win rate: {', '.join(left_out)}." in frame(app)
        await pilot.press("2")
        await pilot.pause()
        assert "Listed" not in frame(app)


async def test_filters_go_through_modes_roles_and_compositions(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        await pilot.press("d")
        assert "Overall, standard" in frame(app)
        await pilot.press("V")
        assert "Best cluer, standard" in frame(app)
        assert "No mixed team played" in frame(app)
        await pilot.press("T")
        assert "Line-ups, homogeneous, all modes" in frame(app)
        await pilot.press("T", "d", "2")
        assert "Head to head, single guesser" in frame(app)


MODES = (GameMode.STANDARD, GameMode.NO_ASSASSIN, GameMode.SINGLE_GUESSER)


@pytest.mark.parametrize("width", [70, 80, 100, 120, 200])
@pytest.mark.parametrize("several", [False, True])
def test_rows_that_differ_only_in_mode_can_be_told_apart_at_any_width(width: int, *, several: bool) -> None:
    cells = cells_in(MODES if several else MODES[:1])
    columns = views.columns_of(cells)
    standings = [LiveStanding(cell.mode, cell.combo.composition, "a", "b", 2, 1, 1, 0, 0, 1.0, None) for cell in cells]
    rows = [
        plain([row_line(columns.matchups, matchups.matchup_cells(one, ASCII), False, width, ASCII)])
        for one in standings
    ]
    games = [
        plain([row_line(columns.games, views.game_cells("1", cell, RunningNow(0, 1), None), False, width, ASCII)])
        for cell in cells
    ]
    assert len(set(rows)) == len(set(games)) == len(cells)
    assert ("standard" in rows[0], "standard" in games[0]) == (several, several)
    assert ("standard" in columns.shared) is not several
    assert "homogeneous" in columns.shared


def test_the_heading_of_intervals_says_whether_they_hold_at_any_time_or_are_final() -> None:
    cell = cells_in(MODES[:1])[0]
    standing = LiveStanding(cell.mode, cell.combo.composition, "a", "b", 2, 2, 1, 1, 0, 0.5, Interval(0.1, 0.9))
    columns = views.columns_of([cell]).matchups
    headings = [
        {column.title for column in matchups.matchup_columns(columns, [standing._replace(is_final=is_final)])}
        for is_final in (False, True)
    ]
    assert [headings[0] - headings[1], headings[1] - headings[0]] == [
        {"0  95 % any time  100", "needs"},
        {"0   95 % final    100"},
    ]


@pytest.mark.parametrize("several", [False, True])
def test_how_many_boards_pairs_need_is_told_at_80_columns(several: bool) -> None:
    cells = cells_in(MODES if several else MODES[:1])
    columns = views.columns_of(cells).matchups
    of = (cells[0].mode, cells[0].combo.composition)
    needed = (0, 12, 40, None)
    standings = [LiveStanding(*of, "a", "b", 20, 9, 4, 5, 0, 0.4, None, boards_needed=boards) for boards in needed]
    said, calm = matchups.told_apart(standings), moment(spent_usd=0.0, unpriced=0, closed_models=())
    assert said == "1 of 4 pairs told apart, the next in some 12 boards"
    assert said in plain(views.head_lines(views.RunHead("x", "x", RunSnapshot(calm), apart=said), 80, ASCII))
    columns = tuple(matchups.matchup_columns(columns, standings, 78))
    rows = [
        plain([row_line(columns, matchups.matchup_cells(one, ASCII, (), columns), False, 78, ASCII)])
        for one in standings
    ]
    heading = plain([heading_line(columns, 78, ASCII)])
    assert ("needs" in heading, "0 any time 100" in heading) == (
        True,
        several,
    )  # where the mode takes its room, briefly
    assert ("none" in rows[0], "12 more" in rows[1]) == (several, several)
    assert ("told apart" in rows[0], "12 boards" in rows[1]) == (not several, not several)
    assert rows[3].rstrip().endswith("40 %")
    assert matchups.told_apart([standing._replace(is_final=True) for standing in standings]) == ""


def test_rows_that_all_meet_one_team_name_the_others_alone_and_are_theirs() -> None:
    reference, other = "vector:balanced", "vector:bold + vector:sharp + vector:sharp"
    of = (GameMode.STANDARD, Composition.CROSS)
    named_first = LiveStanding(*of, reference, other, 8, 4, 1, 3, 0, 0.25, Interval(0.1, 0.6))
    named_last = LiveStanding(*of, other, reference, 8, 4, 3, 1, 0, 0.75, Interval(0.4, 0.9))
    mirror = LiveStanding(*of, reference, reference, 8, 4, 0, 0, 0, None, None, is_contest=False)
    assert matchups.seen_by_others(named_first, reference) == named_last
    assert [matchups.seen_by_others(one, reference) for one in (named_last, mirror)] == [named_last, mirror]
    assert matchups.met_by_all([named_first, named_last, mirror], reference) == reference
    assert matchups.met_by_all([named_first, named_last._replace(second="random")], reference) == ""
    assert matchups.met_by_all([named_first], None) == matchups.met_by_all([], reference) == ""
    models = [reference, "vector:bold", "vector:sharp"]
    columns = matchups.matchup_columns(views.columns_of(cells_in(MODES)).matchups, [named_first], 78, "balanced")
    rows = [
        plain([row_line(columns, matchups.matchup_cells(one, ASCII, models, columns, reference), False, 78, ASCII)])
        for one in (named_first, named_last)
    ]
    assert plain([heading_line(columns, 78, ASCII)]).startswith("  against balanced ")
    assert rows[0] == rows[1]
    assert rows[0].startswith("  bold + 2 x sharp " if "x" in rows[0] else "  bold + 2")
    assert "75 %" in rows[0]


@pytest.mark.parametrize("room", [4, 17, 40])
@pytest.mark.parametrize("games", [2, 9, 65])
@pytest.mark.parametrize("rows", [2, 19, 400])
def test_match_ups_have_what_they_need_as_far_as_running_games_leave_it(room: int, games: int, rows: int) -> None:
    lines = matchups.lines_for_matchups(room, rows, games)
    assert 0 < lines <= min(rows, room)
    assert lines == rows or lines >= room * 2 // 5
    assert lines == rows or room - lines <= games or lines == room * 2 // 5


def cells_in(modes: Sequence[GameMode]) -> list[Cell]:
    """One match-up in several modes."""
    first = Plan(experiment()).cells[0]
    return [dataclasses.replace(first, mode=mode) for mode in modes]


@pytest.mark.parametrize("suffix", ["md", "csv", "svg"])
@pytest.mark.parametrize("tab", ["1", "2"])
async def test_what_is_shown_is_exported(
    suffix: str, tab: str, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_of(BenchResultsScreen(results))
    monkeypatch.chdir(tmp_path)  # what is said names the file, and shall fit on the line wherever the tests run
    file = tmp_path / f"shown.{suffix}"
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        await pilot.press(tab, *(["d"] if tab == "2" else []))  # a map is of one mode
        screen._export(file.name)
        text = file.read_text("utf-8")
        assert "vector:sharp" in text
        assert screen.shown is not None
        if suffix != "svg":
            assert len(text.splitlines()) >= screen.shown.count + 1
        screen._export(file.name)
        await pilot.pause()
        assert "already exists; choose another name" in frame(app)


async def test_a_map_of_several_modes_is_not_drawn_and_a_picture_is_written_as_pdf(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    app = app_of(BenchResultsScreen(results))
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        screen._export("shown.pdf")
        assert (tmp_path / "shown.pdf").read_bytes().startswith(b"%PDF-")
        await pilot.press("2")
        screen._export("map.svg")
        await pilot.pause()
        assert "a picture shows one mode and one composition; choose them with d and T" in frame(app)
        assert not (tmp_path / "map.svg").exists()


def texts_in(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


@pytest.mark.parametrize("name", ["shown.png", "shown", "shown.", ".", "taken.md"])
async def test_a_file_whose_name_says_no_form_or_that_exists_is_refused_while_it_is_asked_for(
    name: str, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_of(BenchResultsScreen(results))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.md").write_text("mine")
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        await pilot.press("e", "ctrl+u", *name, "enter")
        await until(pilot, lambda: any(said in frame(app) for said in (".md, .csv, .svg or .pdf", "already exists")))
        assert isinstance(app.screen, AskText)
    assert texts_in(tmp_path) == {"taken.md": "mine"}


def place(who: str, rate: float, games: int, *alike: str, rank: int | None = 1) -> tuple[str, Place]:
    fields: dict[str, Any] = {"win_rate": rate, "games": games, "not_told_apart": alike, "rank": rank}
    return who, Place.model_construct(**fields)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([], ""),
        ([place("a", 0.5, 400)], "a won 50.0 % of 400 games; nobody else is ranked."),
        ([place("a", 0.7, 400), place("b", 0.3, 400)], "a won 70.0 % of 400 games, more than b."),
        (
            [place("a", 0.7, 400), place("b", 0.5, 400), place("c", 0.3, 400)],
            "a won 70.0 % of 400 games, more than any other.",
        ),
        (
            [place("a", 0.7, 400, rank=None), place("b", 0.3, 400)],
            "a won 70.0 % of 400 games, more than b, but is not shown to be better.",
        ),
        (
            [place("a", 0.7, 400, rank=None), place("b", 0.5, 400), place("c", 0.3, 400)],
            "a won 70.0 % of 400 games, more than any other, but is not shown to be better.",
        ),
        (
            [place("a", 0.7, 400, "b"), place("b", 0.5, 400, "a"), place("c", 0.3, 400)],
            "a won 70.0 % of 400 games, but cannot be told apart from b yet.",
        ),
        (
            [place("a", 0.7, 40, "b"), place("b", 0.5, 40, "a")],
            "a won 70.0 % of 40 games, but no other one can be told apart from it yet. "
            "Fewer than 100 games: a first impression.",
        ),
    ],
)
def test_a_ranking_is_summed_up_in_a_sentence(places: list[tuple[str, Place]], said: str) -> None:
    assert verdict(places) == said


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("1", r"(won \d+\.\d % of \d+ games)"),
        ("2", r"(pairs (are|can be) told apart|beats)"),
        ("3", r"Half of the games were over after \d+ turns or fewer, and .* (hit the assassin)"),
        ("4", r"Of 36 games, red won \d+ and blue \d+.* and \d+ ended at the assassin\."),
        ("5", r"Nothing is compared yet\."),
        ("6", r"lost \d+\.\d % of its turns, most often to “[a-z ]+”"),
    ],
)
async def test_every_view_begins_with_a_sentence_on_what_it_comes_to(key: str, said: str, results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(80, 24)) as pilot:
        await drawn(app, pilot)
        await pilot.press(key)
        await drawn(app, pilot)
        lines = frame(app).splitlines()
        first = next(place for place, line in enumerate(lines) if place > 1 and line.strip())
        assert re.search(said, " ".join(line.strip() for line in lines[first : first + 2]))
        for size in ((120, 40), (200, 60)):  # where there are margins, nothing is cut off at them
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: _is_whole(app))


async def test_what_a_view_without_rows_says_is_not_cut_off(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(80, 24)) as pilot:
        await drawn(app, pilot)
        await pilot.press("7")
        await drawn(app, pilot)
        assert "the same teams: play the composition cross." in " ".join(frame(app).split())


def _is_whole(app: CodenamesApp) -> bool:
    screen = app.screen
    assert isinstance(screen, BenchResultsScreen)
    assert screen.shown is not None
    return screen.shown.verdict in " ".join(frame(app).split())


async def test_only_headings_that_are_shown_are_explained(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(80, 24)) as pilot:
        await drawn(app, pilot)
        assert "failed: questions without a usable answer" in frame(app)
        assert "independent games" not in frame(app)
        await pilot.resize_terminal(240, 40)
        await until(pilot, lambda: "worth: independent games" in frame(app))


def test_line_ups_are_told_apart_where_their_names_begin_alike() -> None:
    models = ["vector:balanced", "vector:bold"]
    standings = [
        LiveStanding(GameMode.STANDARD, Composition.HOMOGENEOUS, "vector:balanced", other, 2, 1, 1, 0, 0, 1.0, None)
        for other in (*models, "vector:bold + vector:balanced")
    ]
    columns = views.columns_of(cells_in(MODES[:1])).matchups
    rows = [row_line(columns, matchups.matchup_cells(one, ASCII, models), False, 70, ASCII) for one in standings]
    shown = [plain([row]) for row in rows]
    assert "balanced - balanced " in shown[0]
    assert "balanced - bold " in shown[1]
    assert len(set(shown)) == 3


def test_a_leaderboard_that_is_worked_out_anew_is_announced_first(results: Path, tmp_path: Path) -> None:
    announced: list[str] = []
    read_results(results, lambda: announced.append("kept"))
    assert announced == []
    folder = shutil.copytree(results, tmp_path / "copy")
    (folder / "leaderboard.json").write_text("{}")
    assert read_results(folder, lambda: announced.append("computed")).board.finished == 36
    assert announced == ["computed"]


async def test_while_it_is_worked_out_the_screen_is_there_and_says_so(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(results, tmp_path / "copy")
    (folder / "leaderboard.json").write_text("{}")
    go_on = threading.Event()
    tally = read_tally

    def slow(*where: Any) -> Any:
        assert go_on.wait(60)
        return tally(*where)

    monkeypatch.setattr("codenames_tui.benchmark.results_screen.read_tally", slow)
    app = app_of(BenchResultsScreen(folder))
    try:
        async with app.run_test(size=(120, 30)) as pilot:
            await until(pilot, lambda: results_screen.COMPUTING in frame(app))
            assert "1 leaderboard" in frame(app)
            go_on.set()
            await until(pilot, lambda: "Overall, all modes" in frame(app))
            assert results_screen.COMPUTING not in frame(app)
    finally:
        go_on.set()


async def test_the_other_run_is_chosen_from_a_list(results: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(results, tmp_path / name)
    app = app_of(BenchResultsScreen(tmp_path / "one"))
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        await pilot.press("c")
        await until(pilot, lambda: is_on(app, ChooseItem))
        assert isinstance(app.screen, ChooseItem)
        assert [item.name for item in app.screen.list.items] == [str(tmp_path / "two"), ""]
        await pilot.press("enter")
        await until(pilot, lambda: "First - second" in frame(app))


async def test_two_runs_are_compared(results: Path) -> None:
    app = app_of(BenchResultsScreen(results))
    async with app.run_test(size=(120, 30)) as pilot:
        await drawn(app, pilot)
        screen = app.screen
        assert isinstance(screen, BenchResultsScreen)
        screen._compare(str(results))
        await until(pilot, lambda: "board by board" in frame(app))
        assert "win rate" in frame(app)


async def test_a_leaderboard_that_lacks_games_is_worked_out_anew(results: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(results, tmp_path / "copy")
    tree = json.loads((folder / "leaderboard.json").read_text())
    (folder / "leaderboard.json").write_text(json.dumps(tree | {"finished": 35}))
    assert read_results(folder).board == Leaderboard.model_validate(tree)
    (folder / "leaderboard.json").write_text("{")
    assert read_results(folder).board.finished == 36
    (folder / "manifest.json").unlink()
    assert len(read_results(folder).games) == 36


def test_cluers_are_listed_by_rating_with_whom_they_share_a_rank_with() -> None:
    models = ["random", "vector:bold", "vector:sharp"]
    config = ExperimentConfig(
        name="x",
        models=models,
        team_compositions=[Composition.MIXED_CLUER],
        matchups=Matchups.ROUND_ROBIN,
        seeds=list(range(20)),
    )
    plan, truth = Plan(config), Truth(dict(zip(models, (-2.0, 0.0, 0.0), strict=True)), dict.fromkeys(models, 0.0))
    games = played(random.Random(1), plan.cells, 20, truth)
    planned = PlannedGames(plan.cells, dict.fromkeys(plan.cells, 20), primary=config.primary_family)
    shown = leaderboard_view(leaderboard(games, planned), plan, Filter(role=BoardRole.CLUER), UNICODE)
    assert shown.title == "Best cluer, all modes (primary), final"
    names, rows = cells_for_files(shown)
    assert names[:5] == ["#", "who", "chance", "rating, 95 %", "rank"]
    assert [(row[0], row[4], row[5]) for row in rows] == [
        ("1", "1", rows[1][1]),
        ("2", "1", rows[0][1]),
        ("3", "3", "–"),
    ]
    assert rows[2][1] == "random"
    behind = shown.behind(2)
    assert behind
    assert {cell.combo.red.cluer for cell in behind.cells} | {cell.combo.blue.cluer for cell in behind.cells} > {
        "random"
    }


async def test_a_folder_without_results_is_said_to_be_none(tmp_path: Path) -> None:
    app = app_of(BenchResultsScreen(tmp_path))
    async with app.run_test() as pilot:
        await until(pilot, lambda: "not a results folder, since it has no config.json" in frame(app))


def test_every_view_makes_rows_for_files(results: Path) -> None:
    found = read_results(results)
    names, rows = cells_for_files(leaderboard_view(found.board, found.plan, Filter(), UNICODE))
    assert names[:3] == ["#", "who", "win rate"]
    assert all(len(row) == len(names) for row in rows)
    assert read_plan(results).config.name == "spring"
    assert sum(getattr(moment(), one.name.lower()) for one in GameStatus) == moment().total
    assert isinstance(moment(), Progress)
