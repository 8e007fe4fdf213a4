"""The report and its plots: Markdown that renders, pictures that are XML, warnings where they are due."""

import json
import re
from pathlib import Path
from typing import Any

import pandas
import pytest
from markdown_it import MarkdownIt
from tests.bench.benchmarks import Fails, offline, played, with_models
from tests.bench.boards_played import board_of, cell, game, planned, round_robin

from codenames_agents.providers.errors import ErrorKind
from codenames_core.game.config import GameMode
from codenames_metrics.analysis.leaderboard import Leaderboard, leaderboard
from codenames_metrics.analysis.play.play import Play
from codenames_metrics.analysis.scores import SCORE_METRICS
from codenames_metrics.experiment.config import ExperimentConfig, PrimaryFamily
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.report.methods import methods_section
from codenames_metrics.report.pictures.gallery import Gallery, draw_gallery
from codenames_metrics.report.report import report_files, report_text
from codenames_metrics.report.run_facts import RunFacts, run_facts
from codenames_metrics.run_folder.ledger import ModelSpending
from codenames_metrics.run_folder.manifest import Declared
from codenames_metrics.statistics.proportions import wilson_interval

HOSTILE = (
    "<script>alert(1)</script>",
    "a|b`c`",
    "](javascript:alert(1))",
    "![x](http://example.org/x.png)",
    "*bold* _it_ ~~no~~ $x$ &amp;",
    "quote\"'<&>\ufffe",
    "\x1b[31mred\u202e",
    "# heading\n- list",
)


def pictures(board: Leaderboard) -> Gallery:
    return draw_gallery(board, Play())


def facts(**fields: Any) -> RunFacts:
    return run_facts(Path("nowhere"), Plan(offline()))._replace(**fields)


def rendered(text: str) -> str:
    return str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))


def told(board: Leaderboard, **fields: Any) -> str:
    return report_text(board, facts(**fields))


def test_markdown_renders_correctly() -> None:
    board = board_of(round_robin({"a": 2, "b": 1}, 60, modes=list(GameMode)[:1]))
    files = report_files(board, facts(), pictures(board))
    html = rendered(files["report.md"])
    assert html.startswith("<h1>Benchmark test</h1>")
    headings = (
        "Leaderboard",
        "Head to head (exploratory)",
        "Ratings (exploratory)",
        "Games by cell",
        "Cost",
        "What was played",
        "Methods",
    )
    assert all(f"<h2>{heading}</h2>" in html for heading in headings)
    assert "<td>a</td>" in html
    assert '<img src="plots/win_rates.svg"' in html
    assert "|---" not in html  # every table is one
    for table in html.split("<table>")[1:]:
        rows = table.partition("</table>")[0].split("<tr>")[1:]
        assert len({row.count("<td>") + row.count("<th>") for row in rows}) == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_names_from_outside_stay_text(name: str) -> None:
    games = [game(red, blue, board, "red") for board in range(12) for red, blue in ((name, "b"), ("b", name))]
    hostile = facts(
        description=name,
        players={name: name, "b": "b"},
        rules={"language": name},
        versions={name: name},
        spent={name: ModelSpending(requests=1)},
        given_up={name: 1},
        warnings=[name],
        words=name,
    )
    board = board_of(games)
    html = rendered(report_files(board, hostile, pictures(board))["report.md"])
    for tag in ("<script", "<em>", "<strong>b", "<s>", "<code>c<", "<a ", '<img src="http', "<li>list"):
        assert tag not in html, tag
    assert "\x1b" not in html


def test_the_methods_are_named() -> None:
    text = " ".join(told(board_of(round_robin({"a": 2, "b": 1}, 60))).split())
    for name in ("Wilson 1927", "Korn and Graubard 1998", "Westfall and Young 1993", "Schuirmann 1987"):
        assert name in text
    for name in ("Miller 2024", "Bradley and Terry 1952", "Chandler and Bate 2007", "arXiv 2503.01747"):
        assert name in text


def test_every_measure_and_column_of_the_tables_is_explained() -> None:
    text = " ".join("".join(methods_section(board_of(round_robin({"a": 2, "b": 1}, 60)))).split())
    for name in (*(metric.label for metric in SCORE_METRICS.values()), "SD", "Worth", "Better on", "Order"):
        assert name.casefold() in text.casefold()
    for name in ("Detectable", "Not excluded", "Missing lost", "†", "‡", "boards' means"):
        assert name in text


def test_a_clear_result_has_no_warning_but_that_roles_are_one() -> None:
    text = told(board_of(round_robin({"a": 4, "b": 1}, 60)), warnings=())
    assert text.count("\n- ") - text.count("\n- Compositions") - 4 == 1
    assert "No mixed team played" in text


def test_what_cannot_be_told_apart_is_called_that() -> None:
    text = told(board_of(round_robin({"a": 11, "b": 10}, 60)))
    assert "- All modes: 1 of 1 pairs of models cannot be told apart by these boards: a and b." in text
    assert "| not told apart | up to " in text


def test_a_one_sided_design_is_marked_in_every_table() -> None:
    text = told(board_of([game("a", "b", board, "red" if board % 3 else "blue") for board in range(30)]))
    assert "- **One-sided**: some line-ups always move first" in text
    for heading in ("### Overall: teams of one model (primary, one-sided)", "## Ratings (exploratory, one-sided)"):
        assert heading in text
    assert "## Head to head (exploratory, one-sided)" in text
    assert "one-sided)" not in told(board_of(round_robin({"a": 2, "b": 1}, 30)))


def test_a_declaration_that_changed_after_the_first_game_is_pointed_out() -> None:
    board = board_of(round_robin({"a": 2, "b": 1}, 30))
    said = [
        Declared(primary=one, equivalence_margin=0.1) for one in (PrimaryFamily.OVERALL, PrimaryFamily.HEAD_TO_HEAD)
    ]
    assert "was changed after" not in told(board, declared=said[:1])
    text = told(board, declared=said)
    assert (
        "primary family was changed after games were played: overall (margin 0.1), then head to head (margin 0.1)"
        in text
    )


def test_mixed_teams_alone_have_no_overall_table_and_the_report_says_why() -> None:
    teams = ("a b b", "b a a")
    text = told(board_of([game(*sides, board, "red") for board in range(20) for sides in (teams, teams[::-1])]))
    assert "No team of one model played, so there is no table of models overall" in text
    assert "### Overall" not in text
    assert "Not ranked: these games cannot tell a cluer from its guessers." in text


def test_few_boards_are_flagged() -> None:
    games = [game("a", "b", board, "red") for board in range(4)]
    games += [game("b", "a", board, "red" if board else "blue") for board in range(4)]
    text = told(board_of(games))
    assert "Pairs share 4 boards; below 20 there are no verdicts and no ranks." in text
    assert "| no verdict: 4 boards |" in text
    assert "named by its cluer" not in text


def test_no_difference_of_win_rates_is_said_to_exceed_a_hundred_points() -> None:
    games = [game("a", "b", board, "red" if board else "blue") for board in range(3)]
    games += [game("b", "a", board, "blue") for board in range(3)]
    board = board_of(games)
    assert any(max(map(abs, one.simultaneous_interval or (0,))) > 1 for one in board.overall.comparisons)
    shown = [float(points) for points in re.findall(r"[-+]\d+\.\d", told(board).split("Difference in points")[1])]
    assert shown
    assert max(map(abs, shown)) == 100.0


def test_an_interim_report_says_so_first_and_what_its_intervals_mean() -> None:
    games = round_robin({"a": 2, "b": 1}, 20)
    text = told(leaderboard(games, planned(games, per_cell=25)))
    assert text.startswith("# Benchmark test (interim)\n")
    assert "**Interim**: 10 planned games are missing (10 still to be played, 0 given up)." in text
    assert "**Intervals**: they hold at any time" in text
    assert "| not told apart yet |" in text
    assert "Waudby-Smith and Ramdas 2024" in text
    assert "cannot be told apart" not in text
    final = told(leaderboard(games, planned(games)))
    assert "**Intervals**: final" in final
    assert "Waudby-Smith" not in final


def test_missing_games_are_counted_and_their_weight_shown() -> None:
    games = [game("a", "d", board, "red" if board < 6 else "blue") for board in range(10)]
    games += [game("b", "d", board, "red" if board < 11 else "blue") for board in range(20)]
    board = leaderboard(games, planned(games, given_up={cell("a", "c"): 10}))
    text = told(board, given_up={"server error": 10})
    assert "10 games were given up (server error 10)" in text
    assert "The order depends on the missing games for" in text
    assert "| Missing lost |" in text
    (low, high) = wilson_interval(6, 10, 1 - 0.05 / 4) or (0, 0)  # four models in the table
    assert f"60.0 % ({100 * low:.1f} to {100 * high:.1f}) †" in text


def test_a_rating_without_end_has_a_bound_and_is_marked() -> None:
    games = [game("a", "b", board, "red") for board in range(20)] + [
        game("b", "a", board, "blue") for board in range(20)
    ]
    text = told(board_of(games))
    assert "Ratings marked ‡ may have no end, since somebody always or never won; they have a bound and no" in text
    assert "| a | 40 | above +1." in text
    assert text.count(" ‡ | – |") == 2


def test_mixed_teams_have_the_views_by_role_and_composition() -> None:
    teams = [("a b b", "b a a"), ("b a a", "a b b"), ("a a a", "b b b"), ("b b b", "a a a")]
    games = [game(red, blue, board, "red" if board % 3 else "blue") for board in range(20) for red, blue in teams]
    text = told(board_of(games))
    for heading in ("### Best cluer", "### Best guesser", "### Mixed cluer", "As cluer", "Not told apart from"):
        assert heading in text
    assert "No mixed team played" not in text
    assert "named by its cluer + its guessers" in text


async def test_cost_and_failures_stand_in_the_report(tmp_path: Path) -> None:
    last = await played(with_models("one", "two"), tmp_path, Fails("one", ErrorKind.SERVER))
    assert last.skipped == 8
    text = (tmp_path / "report.md").read_text()
    assert "8 games were given up (server error 8)" in text
    assert "(interim)" in text
    cost = text.partition("## Cost\n")[2].partition("\n## ")[0]
    assert "| one | " in cost
    assert f"Together {last.spent_usd:.4f} US dollars" in cost
    assert "openai/one" in text
    board = json.loads((tmp_path / "leaderboard.json").read_text())
    assert (board["given_up"], board["interim"], board["tested"]) == (8, True, True)


async def test_games_that_are_held_back_are_still_to_be_played(tmp_path: Path) -> None:
    last = await played(with_models("one", "two"), tmp_path, Fails("one", ErrorKind.QUOTA))
    assert last.waiting == 8
    board = json.loads((tmp_path / "leaderboard.json").read_text())
    assert (board["given_up"], board["interim"], board["tested"]) == (0, True, False)
    assert "(8 still to be played, 0 given up)" in (tmp_path / "report.md").read_text()


async def test_games_that_were_given_up_and_played_later_are_not_missed(tmp_path: Path) -> None:
    await played(with_models("one"), tmp_path, Fails("one", ErrorKind.SERVER))
    await played(with_models("one"), tmp_path)
    board = json.loads((tmp_path / "leaderboard.json").read_text())
    assert (board["given_up"], board["interim"]) == (0, False)


async def test_csv_loadable_by_pandas(tmp_path: Path) -> None:
    await played(offline(), tmp_path)
    pairs = pandas.read_csv(tmp_path / "head_to_head.csv")
    assert {"win_rate", "win_rate_low", "difference", "p_value", "p_value_adjusted", "is_resolved"} <= set(
        pairs.columns
    )
    assert list(pairs.boards) == [2, 2]


def test_facts_of_an_experiment_are_those_of_its_file() -> None:
    config = ExperimentConfig(name="x", models=["random", "vector:bold"], seeds=[1], max_turns=9, blind=True)
    found = run_facts(Path("nowhere"), Plan(config))
    assert found.players == {"random": "random", "vector:bold": "vector:bold"}
    assert (found.rules["max_turns"], found.rules["blind"], found.boards) == ("9", "True", 1)
    assert "mode" not in found.rules
