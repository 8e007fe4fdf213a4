"""Suites and probes on the screen: what they look like, and the way from a number to the position and back."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from tests.agents.players import no_wait
from tests.tui.colours import coloured_texts, unreadable_texts
from tests.tui.hostile import FEW_HOSTILE, check
from tests.tui.labs import MODELS, PANEL, answered_probe, answered_suite, game, small_plan, small_suite
from tests.tui.table import SIZES, frame, screen_of, until
from textual.pilot import Pilot
from textual.screen import Screen

from codenames_core.game.events import Guess
from codenames_metrics.laboratory.asking.answer_file import NAME
from codenames_metrics.laboratory.asking.asked_decisions import as_game
from codenames_metrics.laboratory.asking.executors import AnswersBesideScreen
from codenames_metrics.laboratory.asking.lab_folder import HEADER, LabFolder
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.probes.results import moved_decisions, probe_progress, read_probe_results
from codenames_metrics.laboratory.scoring.guess_scores import score_guesses
from codenames_metrics.laboratory.suites.decisions import SuitePart, suite_decisions
from codenames_metrics.laboratory.suites.running import open_suite_folder, read_suite_run, run_suite, suite_progress
from codenames_metrics.laboratory.suites.suite_file import suite_text
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.laboratory import lab_screen
from codenames_tui.benchmark.laboratory.heat_map import HeatCell, HeatMap, cell_at, map_lines, window
from codenames_tui.benchmark.laboratory.lab_screen import LabScreen
from codenames_tui.benchmark.laboratory.labs_screen import LabsScreen
from codenames_tui.benchmark.laboratory.local_lab import LocalLab
from codenames_tui.benchmark.setup_screens import BenchmarkScreen
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.ui.lines.lines import ASCII, UNICODE, Glyphs, plain, width_of
from codenames_tui.ui.look import Look
from codenames_tui.ui.preferences import Preferences, Settings


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return answered_suite(tmp_path_factory.mktemp("labs") / "suite")


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return answered_probe(tmp_path_factory.mktemp("labs") / "probe")


@pytest.fixture
def folders(suite: Path, probe: Path) -> dict[str, Path]:
    return {"suite": suite, "probe": probe}


def app_of(screen: Screen[Any], look: Look | None = None, **preferences: Any) -> CodenamesApp:
    return CodenamesApp(screen, look or Look(), Settings(Path("/nowhere/settings.toml"), Preferences(**preferences)))


@asynccontextmanager
async def shown(
    path: Path, *keys: str, size: tuple[int, int] = (120, 40), look: Look | None = None, **preferences: Any
) -> AsyncIterator[tuple[CodenamesApp, Pilot[int]]]:
    """The screen of a suite or probe, once it is read and some keys were pressed."""
    glyphs = (look or Look()).glyphs
    app = app_of(LabScreen(path, glyphs=glyphs), look, **preferences)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "reading" not in frame(app))
        await pilot.press(*keys)
        await pilot.pause()
        yield app, pilot


def lab(app: CodenamesApp) -> LabScreen:
    assert isinstance(app.screen, LabScreen)
    return app.screen


VIEWS = {
    "models": ("suite", ("1",)),
    "who understands": ("suite", ("2", "right", "down")),
    "who is understood": ("suite", ("3",)),
    "chances": ("suite", ("4",)),
    "decisions": ("suite", ("5", "down")),
    "effects": ("probe", ("1", "down")),
    "moved": ("probe", ("2",)),
    "moved decisions": ("probe", ("2", "right", "right", "enter")),
}


@pytest.mark.parametrize("view", VIEWS)
async def test_what_a_view_looks_like(view: str, snapshot: SnapshotAssertion, folders: dict[str, Path]) -> None:
    fixture, keys = VIEWS[view]
    path = folders[fixture]
    async with shown(path, *keys, size=SIZES[0]) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()  # lines are broken anew once the panels have their sizes
            assert frame(app) == snapshot(name=f"{view} {size}")
        for theme in ("light", "dark"):
            app.theme = theme
            await pilot.pause()
            assert not list(unreadable_texts(app))
    async with shown(path, *keys, size=SIZES[0], look=Look(ascii_only=True)) as (app, _):
        assert frame(app).isascii()
        assert frame(app) == snapshot(name=f"{view} ascii")


async def test_without_colour_a_map_says_the_same(suite: Path) -> None:
    async with shown(suite, "2", size=SIZES[0], look=Look.from_environment({"NO_COLOR": "1"})) as (app, _):
        assert not list(coloured_texts(app))


@pytest.mark.parametrize("view", ["who understands", "decisions", "effects"])
async def test_every_view_fits_into_any_window(view: str, folders: dict[str, Path]) -> None:
    fixture, keys = VIEWS[view]
    async with shown(folders[fixture], *keys) as (app, pilot):
        for size in ((1, 1), (20, 5), (300, 100)):
            await pilot.resize_terminal(*size)
            await pilot.press("down", "up")
            assert len(frame(app).splitlines()) <= size[1]


# From a number to the position, and back


async def test_a_row_leads_to_its_decisions_and_each_to_its_position_and_esc_leads_back(suite: Path) -> None:
    async with shown(suite, "down", "enter") as (app, pilot):
        assert "3 decisions: clue of " in frame(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        replay = screen_of(app)
        asked = next(one for one in suite_decisions(read_suite_run(suite)) if one.part is SuitePart.CLUE).asked
        assert replay.session.timeline.state_at(0).board == asked.position.state.board
        assert replay.session.decisions.traces[0].question is asked.trace.question
        assert "as it is asked, and what follows from the answer" in frame(app)
        await pilot.press("escape")
        assert lab(app).table.pointed == 1
        await pilot.press("escape")
        assert lab(app).table.pointed == 1
        assert "each model by itself" in frame(app)


async def test_a_cell_of_the_map_leads_to_the_decisions_that_it_is_the_mean_of(suite: Path) -> None:
    found = read_suite_run(suite)
    assert found.recorded is not None
    async with shown(suite, "2") as (app, pilot):
        for row, speaker in enumerate(found.recorded.speakers):
            for column, listener in enumerate(found.recorded.listeners):
                cell = found.recorded.cells[speaker, listener]
                lab(app).map.show(lab(app)._shown.heat, (row, column))  # type: ignore[arg-type]
                await pilot.press("enter")
                assert f"{cell.n} decisions: clues of {speaker} as {listener} takes them" in frame(app)
                listed = [lab(app)._shown.asked(number) for number in range(lab(app).table.row_count)]
                recalls = [one.recall for one in listed if one is not None and one.recall is not None]
                assert cell.mean == pytest.approx(sum(recalls) / len(recalls))
                await pilot.press("escape")
                assert lab(app).map.cursor == (row, column)


async def test_a_cell_is_chosen_with_the_mouse(suite: Path) -> None:
    async with shown(suite, "2") as (app, pilot):
        chart = lab(app).map
        assert chart._seen is not None
        await pilot.click(chart, offset=(chart._seen.names + chart._seen.cell + 2, 2))
        await until(pilot, lambda: "takes them" in frame(app))
        await pilot.press("escape")
        assert chart.cursor == (1, 1)


async def test_a_decision_of_a_probe_leads_to_the_position_under_its_arm(probe: Path) -> None:
    async with shown(probe, "2", "right", "right", "enter", "enter") as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert screen_of(app).session.decisions.traces[0].agent == "random"
        await pilot.press("escape", "escape")
        assert lab(app).map.cursor == (0, 2)


async def test_the_whole_game_is_opened_where_the_decision_was_made(suite: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    game().save(games / "a.episode.json")
    async with shown(suite, "5", episodes=str(games)) as (app, pilot):
        asked = lab(app)._pointed()
        assert asked is not None
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        replay = screen_of(app)
        assert replay.position == asked.position.source.at
        assert len(replay.session.timeline) == len(game().public_transcript)


async def test_a_game_that_is_nowhere_is_said_to_be(suite: Path, tmp_path: Path) -> None:
    async with shown(suite, "5", "w", episodes=str(tmp_path)) as (app, pilot):
        await until(pilot, lambda: any("was not found" in note.message for note in app._notifications))
        assert isinstance(app.screen, LabScreen)


def test_a_decision_as_a_game_goes_on_as_the_rules_have_it(suite: Path, probe: Path) -> None:
    found = read_probe_results(probe, draws=9)
    under = [
        each for one in found.effects for moved in moved_decisions(found, one.model, one.arm) for each in moved.under
    ]
    decisions = [*(one.asked for one in suite_decisions(read_suite_run(suite))), *under]
    assert len(decisions) > 60
    for asked in decisions:
        record = as_game(asked)
        timeline = record.timeline()
        assert not timeline.notes
        at = len(asked.position.state.public_transcript)
        assert record.public_transcript[:at] == list(asked.position.state.public_transcript)
        assert len(record.public_transcript) > at
        if asked.position.kind is Kind.GUESS and asked.trace.failure is None:
            touched = score_guesses(asked.position, asked.position.ask.read(asked.trace.answer)).touched
            assert tuple(event.word for event in record.public_transcript[at:] if isinstance(event, Guess)) == touched


# While it is asked

MOST = 33 + 2 * len(PANEL) * 9
"""Answers to the small suite, if each of the nine clues has a literal one."""


@pytest.fixture
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_screen, "SECONDS_BETWEEN_LOOKS", 0.01)
    monkeypatch.setattr(lab_screen, "_REST", 0.0)


async def test_what_another_process_is_answered_is_shown_as_it_comes(
    suite: Path, tmp_path: Path, quick_looks: None
) -> None:
    answers = (suite / NAME).read_bytes().splitlines(keepends=True)
    with open_suite_folder(tmp_path, small_suite(), small_plan()):
        (tmp_path / NAME).write_bytes(b"".join(answers[:9]))
        async with shown(tmp_path) as (app, pilot):
            assert "asking  9 of " in frame(app)
            (tmp_path / NAME).write_bytes(b"".join(answers))
            await until(pilot, lambda: f"asking  {len(answers)} of {len(answers)} answered" in frame(app))
    progress = suite_progress(tmp_path, read_suite_run(tmp_path))
    assert (progress.status, progress.answered, progress.total) == (LabStatus.DONE, len(answers), len(answers))


def test_a_folder_that_nobody_works_in_is_done_or_says_that_it_is_not(suite: Path, probe: Path, tmp_path: Path) -> None:
    found = read_probe_results(probe, draws=9)
    progress = probe_progress(probe, found)
    assert (progress.status, progress.answered) == (LabStatus.DONE, progress.total)
    for name in (HEADER, "suite.jsonl"):
        (tmp_path / name).write_bytes((suite / name).read_bytes())
    (tmp_path / NAME).write_bytes(b"".join((suite / NAME).read_bytes().splitlines(keepends=True)[:5]))
    half = suite_progress(tmp_path, read_suite_run(tmp_path))
    assert half.total <= MOST
    assert (half.status, half.answered, half.total) == (LabStatus.INCOMPLETE, 5, half.total)


def local(folder: Path, *, hold: asyncio.Event | None = None) -> LocalLab:
    plan = small_plan()

    class Held(AnswersBesideScreen):
        async def answer(self, question: Any, meter: Any) -> Any:
            if hold is not None:
                await hold.wait()
            return await super().answer(question, meter)

    def laboratory(opened: LabFolder) -> Laboratory:
        return Laboratory(opened, answerer=Held(), sleep=no_wait)

    return LocalLab(open_suite_folder(folder, small_suite(), plan), laboratory, lambda one: run_suite(one, plan))


async def test_the_app_asks_and_shows_what_comes_and_the_keys_to_stop(tmp_path: Path, quick_looks: None) -> None:
    hold = asyncio.Event()
    here = local(tmp_path, hold=hold)
    app = app_of(LabScreen(tmp_path, glyphs=UNICODE, local=here))
    app.beside = here.run
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "asking  0 of 33 answered" in frame(app) and "X stop" in frame(app))
        hold.set()
        await until(pilot, lambda: "done  " in frame(app) and "X stop" not in frame(app))
    assert here.status is LabStatus.DONE


async def test_what_was_stopped_goes_on_later(tmp_path: Path, quick_looks: None) -> None:
    here = local(tmp_path, hold=asyncio.Event())
    app = app_of(LabScreen(tmp_path, glyphs=UNICODE, local=here))
    app.beside = here.run
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "X stop" in frame(app))
        await pilot.press("X")
        await until(pilot, lambda: f"incomplete  0 of {MOST} answered; the same command goes on" in frame(app))
    assert here.status is None
    again = local(tmp_path)
    await again.run()
    assert again.status is LabStatus.DONE


async def test_why_nothing_can_be_asked_is_said(tmp_path: Path, quick_looks: None) -> None:
    with open_suite_folder(tmp_path, small_suite(), small_plan()):
        here = local(tmp_path)
        app = app_of(LabScreen(tmp_path, glyphs=UNICODE, local=here))
        app.beside = here.run
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "is being written" in frame(app))


# The list of suites and probes


async def test_suites_and_folders_of_answers_are_listed_and_opened(
    suite: Path, probe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, folder in (("first", suite), ("second", probe)):
        (tmp_path / "laboratory" / name).mkdir(parents=True)
        for path in folder.iterdir():
            (tmp_path / "laboratory" / name / path.name).write_bytes(path.read_bytes())
    (tmp_path / "laboratory/torn").mkdir()
    (tmp_path / "laboratory/torn" / HEADER).write_text("{", "utf-8")
    (tmp_path / "mine.jsonl").write_text(suite_text(small_suite()), "utf-8")
    (tmp_path / "other.jsonl").write_text("{}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    app = app_of(BenchmarkScreen(tmp_path, None))
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: "Suites and probes" in frame(app))
        app.screen.list.point_at("laboratory")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LabsScreen) and "basic" in frame(app))
        text = frame(app)
        assert [part for part in ("suite, 3 models", "probe, 4 arms", "mine.jsonl", "torn") if part not in text] == []
        assert "other.jsonl" not in text
        app.screen.list.point_at("mine.jsonl")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "What is asked" in frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert "The position as it is asked; esc goes back." in frame(app)


async def test_the_palette_leads_to_suites_and_probes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = app_of(BenchmarkScreen(tmp_path, None))
    async with app.run_test(size=(100, 40)) as pilot:
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Suites and probes: look at single decisions" in titles
        app.action_show_laboratory()
        await until(pilot, lambda: isinstance(app.screen, LabsScreen))


# Strange folders


@pytest.mark.parametrize("text", FEW_HOSTILE)
async def test_texts_of_a_folder_do_nothing_to_the_screen(suite: Path, tmp_path: Path, text: str) -> None:
    for name in (HEADER, "suite.jsonl"):
        (tmp_path / name).write_bytes((suite / name).read_bytes())
    lines = []
    for line in (suite / NAME).read_text("utf-8").splitlines():
        entry = json.loads(line)
        if isinstance(entry["trace"]["answer"], list):
            entry["trace"]["failure"] = "unreadable"
        elif "word" in entry["trace"]["answer"]:
            entry["trace"]["answer"]["word"] = text
        else:
            entry["trace"]["answer"]["text"] = text
        entry["trace"]["intended_targets"] = [text]
        lines.append(json.dumps(entry))
    (tmp_path / NAME).write_text("\n".join(lines) + "\n", "utf-8")
    async with shown(tmp_path, size=(80, 24)) as (app, pilot):
        for keys in (("1",), ("enter",), ("down",), ("2",), ("3",), ("4",), ("5",), ("end",)):
            await pilot.press(*keys)
            check(app)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "no laboratory.json"),
        ('{"instrument": "loom", "subject": "x"}', "loom is neither suite nor probe"),
        ('{"instrument": "suite", "subject": "x"}', "suite.jsonl"),
        ("{", "JSON"),
    ],
)
async def test_a_folder_that_is_none_says_why(content: str | None, complaint: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / HEADER).write_text(content, "utf-8")
    app = app_of(LabScreen(tmp_path))
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: complaint in frame(app))
        await pilot.press("1", "tab", "enter", "w", "X", "escape")


# The heat map


@st.composite
def maps(draw: st.DrawFn) -> HeatMap:
    rows, columns = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    names = st.text(max_size=30)
    cells = {
        (row, column): HeatCell(f"{heat:.2f}", heat)
        for row in range(rows)
        for column in range(columns)
        if (heat := draw(st.sampled_from([0.0, 0.3, 0.5, 0.99, 1.0, -1.0]))) >= 0
    }
    return HeatMap(
        tuple(draw(names) for _ in range(rows)),
        tuple(draw(names) for _ in range(columns)),
        cells,
        tuple("+0.10 ± 0.02" for _ in range(rows)) if draw(st.booleans()) else (),
        tuple("+0.10" for _ in range(columns)) if draw(st.booleans()) else (),
        "effect",
    )


@given(maps(), st.integers(0, 19), st.integers(0, 19), st.integers(1, 200), st.integers(1, 40), st.booleans())
def test_a_map_fits_in_any_width_and_the_cell_that_is_pointed_at_is_seen_and_found_again(
    chart: HeatMap, row: int, column: int, width: int, height: int, in_ascii: bool
) -> None:
    glyphs: Glyphs = ASCII if in_ascii else UNICODE
    cursor = min(row, len(chart.rows) - 1), min(column, len(chart.columns) - 1)
    seen = window(chart, cursor, (0, 0), width, height)
    lines = map_lines(chart, seen, cursor, width, glyphs)
    assert {width_of(line) for line in lines} == {width}
    assert not in_ascii or plain(lines).isascii()
    assert seen.top <= cursor[0] < seen.top + seen.rows
    assert seen.left <= cursor[1] < seen.left + seen.columns
    x = seen.names + (cursor[1] - seen.left) * seen.cell + 3
    assert cell_at(chart, seen, x, 1 + cursor[0] - seen.top) == cursor
    assert cell_at(chart, seen, 0, 1) is None


def test_the_models_of_the_suite_are_told_apart_by_what_they_found(suite: Path) -> None:
    found = read_suite_run(suite)
    assert {one.model for one in found.models} == set(MODELS)
