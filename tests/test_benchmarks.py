"""The suite of benchmarks: what its tables say. What it measures is no matter of tests."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from benchmarks import sizes_picture
from benchmarks.figures import (
    BEGIN,
    END,
    MISSED_BEGIN,
    MISSED_END,
    Better,
    Conditions,
    Figure,
    Run,
    digits,
    from_json,
    merged,
    table,
    to_json,
)
from benchmarks.latency import critical_path
from benchmarks.page import PAGE as PERFORMANCE
from benchmarks.page import SIZES
from benchmarks.peers import GAMES, beside
from benchmarks.registry import BENCHMARKS

from codenames_metrics.report.pictures.marks import Dot, Text

CONDITIONS = Conditions("2026-11-28", "CPython 3.11.7 (no PGO)", 0.42)
PAGE = f"Before.\n\n{MISSED_BEGIN}\n{MISSED_END}\n\nBetween.\n\n{BEGIN}\n{END}\n\nAfter.\n"


def run(name: str, *figures: Figure) -> Run:
    return Run(name, CONDITIONS, figures)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0526, "0.0526"),
        (24.07, "24.1"),
        (5.0, "5"),
        (312.4, "312"),
        (70_697.2, "70,697"),
        (0.000133, "0.000133"),
    ],
)
def test_a_number_shows_the_digits_that_matter(value: float, text: str) -> None:
    assert digits(value) == text


@pytest.mark.parametrize(
    ("better", "value", "verdict"),
    [
        (Better.LESS, 5.0, "reached"),
        (Better.LESS, 5.1, "missed"),
        (Better.MORE, 5.0, "reached"),
        (Better.MORE, 4.9, "missed"),
    ],
)
def test_an_aim_is_reached_from_its_own_side(better: Better, value: float, verdict: str) -> None:
    assert Figure("a step", value, "ms", 5.0, better).verdict == verdict


def test_without_an_aim_there_is_no_verdict() -> None:
    assert Figure("a step", 5.0, "ms").verdict == ""


def test_figures_come_out_of_another_process_as_they_went_in() -> None:
    figures = (Figure("a step", 5.5, "ms of CPU", 5.0, about="80×24"), Figure("games", 10, "/s", None, Better.MORE))
    assert from_json(to_json(figures)) == figures


def test_the_table_of_a_terminal_says_how_loaded_the_machine_was() -> None:
    assert table(run("replay", Figure("a step", 5.5, "ms of CPU", 5.0))).splitlines() == [
        "replay  (load 0.4)",
        "  a step  5.5 ms of CPU         ≤ 5  missed",
    ]


def test_a_page_gets_rows_in_the_order_of_the_suite_and_keeps_those_of_other_benchmarks() -> None:
    order = ["start", "rules", "replay"]
    page = merged(
        PAGE, [run("replay", Figure("a step", 5.5, "ms")), run("start", Figure("home", 0.4, "s", 0.45))], order
    )
    page = merged(page, [run("rules", Figure("games", 3_530, "/s")), run("replay", Figure("a step", 4.5, "ms"))], order)
    assert names_and_values(page.partition(BEGIN)[2]) == [
        ("home", "0.4 s"),
        ("games", "3,530 /s"),
        ("a step", "4.5 ms"),
    ]
    assert page.startswith("Before.\n\n")
    assert page.endswith("\n\nAfter.\n")


def test_a_benchmark_that_is_gone_leaves_the_page() -> None:
    page = merged(PAGE, [run("old", Figure("a step", 5.5, "ms"))], ["old"])
    assert names_and_values(merged(page, [], ["new"])) == []


def test_a_page_says_first_which_aims_were_missed() -> None:
    figures = [Figure("home", 0.4, "s", 0.45), Figure("replay", 0.5, "s", 0.45), Figure("sent", 7, "KB")]
    page = merged(PAGE, [run("start", *figures)], ["start"])
    before = page.partition("Between.")[0]
    assert names_and_values(before) == [("replay", "0.5 s")]
    after = merged(page, [run("start", Figure("replay", 0.4, "s", 0.45))], ["start"])
    assert names_and_values(after.partition("Between.")[0]) == []


@pytest.mark.parametrize("line", [BEGIN, END, MISSED_BEGIN, MISSED_END])
def test_a_page_without_one_of_its_lines_is_left_alone(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(line))):
        merged(PAGE.replace(line, ""), [], [])


def test_every_benchmark_has_a_name_of_its_own_and_can_be_loaded() -> None:
    assert len({benchmark.name for benchmark in BENCHMARKS}) == len(BENCHMARKS)
    assert all(callable(benchmark.load()) for benchmark in BENCHMARKS)


def names_and_values(page: str) -> Sequence[tuple[str, str]]:
    """The figures of a page or of a part of one."""
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ") and "| 2026" in line]
    return [(cells[1], cells[2]) for cells in rows]


def test_a_peer_is_set_beside_ours_where_both_play_the_same() -> None:
    ours, theirs = run("ours", Figure(GAMES, 6_000, "/s")), run("theirs", Figure(GAMES, 2_400, "/s"))
    assert beside(ours, theirs, 3).figures[-1][1:4] == (2.5, "times as many", 3)
    other = run("other", Figure("a call", 4.7, "ms"))
    assert beside(ours, other, None) == other


ROWS = """
| growing runs | bench report (1,000 games) | 4.25 s of CPU | ≤ 60 | reached | 2026-11-30, load 1.0 |
| growing runs | bench report (100,000 games) | 1,052 s of CPU | ≤ 60 | missed | 2026-11-30, load 1.0 |
| growing runs | memory of bench report (1,000 games) | 129 MB | – |  | 2026-11-30, load 1.0 |
| resume | resume scan (10,000 finished games, 160,000 requests) | 0.381 s of CPU | – |  | 2026-11-30, load 1.0 |
| episode list of 100,000 | all for the first time (100,000 files) | 140 s of CPU | – |  | 2026-11-30, load 1.0 |
| episode list | all for the first time (1,000 files) | 1.42 s of CPU | – |  | 2026-11-30, load 1.0 |
"""


def test_what_work_takes_by_its_size_is_read_from_the_rows_of_the_page() -> None:
    lines = sizes_picture.measured(ROWS)
    assert lines["report"] == [(1_000, 4.25), (100_000, 1_052)]
    assert lines["list, first time"] == [(1_000, 1.42), (100_000, 140)]
    assert lines["resume"] == [(10_000, 0.381)]
    assert lines["publish"] == []


def test_the_picture_of_sizes_has_a_name_and_a_dot_for_what_was_measured() -> None:
    picture = sizes_picture.picture(sizes_picture.measured(ROWS))
    texts = [mark.text for mark in picture.marks if isinstance(mark, Text)]
    assert {"report", "resume", "list, first time"} <= set(texts)
    assert "publish" not in texts
    assert sum(isinstance(mark, Dot) for mark in picture.marks) == len(picture.rows) == 5
    names = sorted(mark.y for mark in picture.marks if isinstance(mark, Text) and mark.text in sizes_picture.DRAWN)
    assert all(below - above >= 6 for above, below in pairwise(names))


def test_the_picture_in_the_documentation_has_all_lines_and_its_table_their_points() -> None:
    drawn = SIZES.read_text("utf-8")
    for name, points in sizes_picture.measured(PERFORMANCE.read_text("utf-8")).items():
        assert len(points) > 1, name
        assert f">{name}</text>" in drawn


# The critical path of games whose models are slow


ROUND = [("clue", 1.0), ("message", 1.0), ("message", 1.0), ("guesses", 1.0)]


@pytest.mark.parametrize(
    ("games", "at_once", "seconds"),
    [
        ([], 4, 0.0),
        ([ROUND], 4, 4.0),
        ([ROUND] * 4, 4, 5.0),
        ([ROUND] * 8, 4, 9.0),
        ([ROUND] * 9, 4, 12.0),
        ([[("clue", 1.0)], [("clue", 2.0)], [("clue", 5.0)], [("clue", 1.0)]], 2, 6.0),
        ([[("clue", 3.0), ("message", 1.0)], [("clue", 1.0), ("message", 1.0)]], 2, 5.0),
    ],
    ids=["none", "one", "one round", "two rounds", "a game more", "a long game", "a first question that is slow"],
)
def test_games_take_as_long_as_their_longest_chain(
    games: list[list[tuple[str, float]]], at_once: int, seconds: float
) -> None:
    assert critical_path(games, at_once) == seconds
