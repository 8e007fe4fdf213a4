"""The view of results on what seeing costs: there where somebody was shown pictures, with the numbers of the report."""

from pathlib import Path
from typing import Any

import pytest
from tests.bench.benchmarks import offline, played
from tests.tui.colours import unreadable_texts
from tests.tui.table import frame, until

from codenames_metrics.analysis.failures.misreadings import Misreading
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.artefacts import LEADERBOARD
from codenames_metrics.report.seeing_section import seeing_section
from codenames_metrics.statistics.comparison_families import compare_pairs
from codenames_tui.app.app import CodenamesApp
from codenames_tui.benchmark.results_screen import BenchResultsScreen, read_results
from codenames_tui.benchmark.views.episodes import episodes
from codenames_tui.benchmark.views.results import Filter, cells_for_files
from codenames_tui.benchmark.views.seeing import seeing, verdict_on_seeing
from codenames_tui.ui.look import Look

CONFIG = offline(
    models=["random", "vector:novice"], seeds=[1], game_modes=["standard"], max_turns=2,
    arms={"photo-5": {"sees": "words", "max_turns": 3}},
)  # fmt: skip
WORDS = {f"board {number}": 0.01 * number for number in range(24)}
PICTURES = {board: share + 0.2 + 0.001 * (number % 3) for number, (board, share) in enumerate(WORDS.items())}


def row(arm: str, **more: Any) -> Misreading:
    usual = {
        "arm": arm, "lineup": "vector:novice", "games": 9, "pictures": 40 if arm else 0, "words_named": 50,
        "words_unknown": 10 if arm else 1, "words_seen": 40 if arm else 49, "colours_mistaken": 2 if arm else 0,
        "cards_read": 800 if arm else 0, "cards_misread": 300 if arm else 0,
    }  # fmt: skip
    return Misreading(**{**usual, **more})


def rows(*, final: bool = True, other: dict[str, float] | None = None) -> tuple[Misreading, ...]:
    (difference,) = compare_pairs(
        [("photo-5", "base", PICTURES if other is None else other, WORDS)], final=final, are_shares=True
    )
    return row(""), row("photo-5", difference=difference)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without pictures."""
    import asyncio

    path = tmp_path_factory.mktemp("seeing")
    asyncio.run(played(CONFIG, path))
    return path


def with_pictures(folder: Path, found: tuple[Misreading, ...]) -> Leaderboard:
    return read_results(folder).board.model_copy(update={"seeing": found})


def test_the_numbers_are_those_of_the_report(folder: Path) -> None:
    board = with_pictures(folder, rows())
    shown = seeing(board, Plan(CONFIG))
    names, cells = cells_for_files(shown)
    report = list(seeing_section(board))[-1].splitlines()
    for line, told in zip(report[2:], cells, strict=True):
        in_report = [cell.strip() for cell in line.strip("|").split("|")]
        assert [in_report[0], *in_report[2:9]] == [told[0], *told[2:9]]
    assert names[0] == "who"
    behind = shown.behind(1)
    assert behind is not None
    assert {cell.arm for cell in behind.cells} == {"photo-5"}
    assert all("vector:novice" in (cell.combo.red.name, cell.combo.blue.name) for cell in behind.cells)


def test_a_sentence_says_whether_pictures_cost_anything() -> None:
    assert verdict_on_seeing(()) == ""
    assert "in 1 of 1 comparison." in verdict_on_seeing(rows())
    assert "tested once all games are played" in verdict_on_seeing(rows(final=False))
    assert "is not shown that" in verdict_on_seeing(rows(other=dict(WORDS)))
    fewer = verdict_on_seeing(rows(other={board: share - 0.3 for board, share in PICTURES.items()}))
    assert "in 0 of 1 comparison, and 1 fewer." in fewer
    words, pictures = rows()
    taken = row("", pictures=40), pictures.model_copy(update={"pictures": 0})
    assert "in 0 of 1 comparison, and 1 fewer." in verdict_on_seeing(taken)
    other = row("", pictures=40), pictures
    assert "has played with words" in verdict_on_seeing(other)
    assert words.difference is None
    assert "has played with words" in verdict_on_seeing(rows()[1:] and (row("photo-5"),))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_view_is_there_where_somebody_was_shown_pictures(folder: Path, size: tuple[int, int]) -> None:
    (folder / LEADERBOARD).write_bytes(with_pictures(folder, rows()).text().encode())
    app = CodenamesApp(BenchResultsScreen(folder), Look())
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "1 " in frame(app) and "9 seeing" in frame(app))
        assert max(map(len, frame(app).splitlines())) <= size[0]
        await pilot.press("9")
        await until(pilot, lambda: "What seeing costs" in frame(app))
        assert "10 (20.0 %)" in frame(app)
        for theme in ("light", "dark"):
            app.theme = theme
            await pilot.pause()
            assert not list(unreadable_texts(app))
        await pilot.press("tab")
        await until(pilot, lambda: "What seeing costs" not in frame(app))


def test_the_list_of_games_says_the_arm_where_there_are_arms(folder: Path) -> None:
    plan, _, games = read_results(folder)
    for config in (CONFIG, CONFIG.model_copy(update={"arms": {}})):
        shown, _ = episodes(games, plan if config is CONFIG else _with(plan, config), Filter(), None)
        names, cells = cells_for_files(shown)
        assert ("arm" in names) is bool(config.arms)
        assert {len(row) for row in cells} == {len(names)}
        if config.arms:
            assert {row[names.index("arm")] for row in cells} == {"base", "photo-5"}
        assert {row[names.index("winner")] for row in cells} <= {"red", "blue", "nobody"}


def _with(plan: Plan, config: Any) -> Any:
    """The same games, as of a plan without arms."""

    class Armless:
        cell_of = plan.cell_of

    found = Armless()
    found.config = config  # type: ignore[attr-defined]
    return found


async def test_without_pictures_there_is_no_such_view_and_its_key_says_so(folder: Path) -> None:
    (folder / LEADERBOARD).write_bytes(with_pictures(folder, ()).text().encode())
    app = CodenamesApp(BenchResultsScreen(folder), Look())
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "8 arms" in frame(app))
        await pilot.press("9")
        await until(pilot, lambda: "Nobody was shown a picture" in frame(app))
        assert "9 seeing" not in frame(app)
