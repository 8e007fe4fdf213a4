"""The columns beside the lines of the metrics cache: the same numbers, and never those of other lines."""

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import TEAMS
from codenames_core.support.frozen import copy_model
from codenames_metrics.analysis.failures.lost_turns import read_lost_turns
from codenames_metrics.analysis.game_results import read_game_results
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, TeamMetrics
from codenames_metrics.report.artefacts import read_tally, write_artefacts
from codenames_metrics.report.results import read_plan
from codenames_metrics.run_folder import metrics_cache
from codenames_metrics.run_folder.column_file import GAMES_AT_ONCE, ColumnReader, ColumnWriter
from codenames_metrics.run_folder.metrics_cache import (
    COLUMNS,
    METRICS,
    NAME,
    VERSION,
    measured_games,
    metrics_line,
    numbers_of_games,
    open_metrics_cache,
)
from codenames_metrics.run_folder.metrics_columns import DamagedColumns, PlacedMetrics, columns_of, games_in

DATA = Path(__file__).parent / "data"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of four games with all its tables, and so with columns."""
    folder = Path(shutil.copytree(DATA / "finished_run", tmp_path / "run"))
    plan = read_plan(folder)
    games = list(measured_games(folder, plan))
    with closing(open_metrics_cache(folder)) as lines:
        for game in games:
            lines.append(metrics_line(plan.name(game.job.index), game.metrics.model_dump_json().encode()))
    write_artefacts(folder, read_plan(folder))
    assert (folder / METRICS / COLUMNS).exists()
    return folder


def fields(metrics: Any) -> dict[str, Any]:
    """Return all that can be read of metrics, with the types of what is in the fields."""
    read = {name: getattr(metrics, name) for name in EpisodeMetrics.model_fields}
    for team in TEAMS:
        side = metrics.of(team)
        own = {name: getattr(side, name) for name in TeamMetrics.model_fields}
        turns = [tuple(turn.__dict__.values()) if hasattr(turn, "__dict__") else turn for turn in side.turn_summaries]
        read[f"{team}_metrics"] = repr(own | {"turn_summaries": list(map(tuple, turns))})
    said = (metrics.is_decided, metrics.has_forfeit, metrics.is_untouched)
    return {name: repr(value) for name, value in read.items()} | {"said": repr(said)}


def looked_at(folder: Path, *, keep: bool = False) -> list[tuple[int, dict[str, Any]]]:
    """Return what a second look sees, after a comparison with what the lines say."""
    plan = read_plan(folder)
    seen = [(game.job.index, fields(game.metrics)) for game in numbers_of_games(folder, plan, keep=keep)]
    assert seen == [(game.job.index, fields(game.metrics)) for game in measured_games(folder, plan)]
    return seen


def from_columns(folder: Path) -> int:
    """Return how many games a second look reads from columns: those for which neither line nor episode is read."""
    elsewhere = set()
    parse, read = metrics_cache._parse_line, metrics_cache._record_of

    def parsed(line: bytes, game: str, job: Job) -> EpisodeMetrics | None:
        elsewhere.add(job.index)
        return parse(line, game, job)

    def was_read(job: Job, folder: Path, plan: Plan) -> EpisodeRecord:
        elsewhere.add(job.index)
        return read(job, folder, plan)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metrics_cache, "_parse_line", parsed)
        patch.setattr(metrics_cache, "_record_of", was_read)
        return len({game.job.index for game in numbers_of_games(folder, read_plan(folder))} - elsewhere)


def some_metrics(folder: Path) -> list[EpisodeMetrics]:
    """Return metrics in which there are values of all kinds."""
    first, *others = (game.metrics for game in measured_games(folder, read_plan(folder)))
    red = first.red_metrics
    heard = {"kind": "message_mentions_listeners", "team": "red", "turn": 2, "seat": "red_guesser_1", "at": 3}
    heard |= {"start": 0, "end": 4, "evidence": "they", "excerpt": "they hear"}
    flags = TeamMetrics.model_validate(red.model_dump() | {"adaptation_flags": [heard]})
    empty = red.model_copy(
        update={"turn_summaries": (), "cost_usd": 1e-300, "tokens_in": 2**31 - 1, "lineup": "ä\n\u2028"}
    )
    return [
        first,
        *others,
        copy_model(first, red_metrics=flags, winner=None, termination=None),
        copy_model(first, red_metrics=empty, config=copy_model(first.config, seed=None), turns_to_win=0),
    ]


def test_columns_hold_what_the_models_hold(run: Path) -> None:
    many = [PlacedMetrics(place, metrics) for place, metrics in enumerate(100 * some_metrics(run))]
    back = list(games_in(columns_of(many)))
    assert [game.place for game in back] == [game.place for game in many]
    for ours, theirs in zip(back, many, strict=True):
        assert fields(ours.metrics) == fields(theirs.metrics)
    assert list(games_in(columns_of(many[:0]))) == []


def test_a_column_of_many_different_values_takes_more_bytes(run: Path) -> None:
    first = some_metrics(run)[0]
    turn = first.red_metrics.turn_summaries[0]
    turns = tuple(copy_model(turn, turn=number) for number in range(70_000))
    many = copy_model(first, red_metrics=copy_model(first.red_metrics, turn_summaries=turns))
    (back,) = games_in(columns_of([PlacedMetrics(0, many)]))
    assert [turn.turn for turn in back.metrics.red_metrics.turn_summaries] == list(range(70_000))


def test_a_second_look_reads_columns_and_sees_the_same(run: Path) -> None:
    assert from_columns(run) == 4
    assert [place for place, _ in looked_at(run)] == [0, 1, 2, 3]


def test_without_columns_all_tables_are_the_same_bytes(run: Path) -> None:
    names = ["metrics/per_episode.csv", "metrics/aggregate.json", "leaderboard.json", "head_to_head.csv", "report.md"]
    tables = {name: (run / name).read_bytes() for name in names}
    write_artefacts(run, read_plan(run))  # from columns
    assert {name: (run / name).read_bytes() for name in names} == tables
    (run / METRICS / COLUMNS).unlink()
    write_artefacts(run, read_plan(run))
    assert {name: (run / name).read_bytes() for name in names} == tables


def test_columns_that_are_up_to_date_are_left_alone(run: Path) -> None:
    before = (run / METRICS / COLUMNS).stat().st_ino
    write_artefacts(run, read_plan(run))
    read_tally(run, read_plan(run))
    assert (run / METRICS / COLUMNS).stat().st_ino == before


def change_a_line(run: Path) -> None:
    lines = run / METRICS / NAME
    before, name, after = lines.read_bytes().rpartition(b'"words_cleared":')
    lines.write_bytes(before + name + b"1" + after)


def remove_a_line(run: Path) -> None:
    lines = run / METRICS / NAME
    lines.write_bytes(b"".join(lines.read_bytes().splitlines(keepends=True)[:-1]))


def add_a_line(run: Path) -> None:
    lines = run / METRICS / NAME
    again = lines.read_bytes().splitlines(keepends=True)[-2].replace(b'"turns":', b'"turns":1', 1)
    lines.write_bytes(lines.read_bytes() + again)


def tear_a_line(run: Path) -> None:
    lines = run / METRICS / NAME
    lines.write_bytes(lines.read_bytes() + b'{"game":"001","version"')


def remove_an_episode(run: Path) -> None:
    next(iter(sorted((run / "episodes").iterdir()))).unlink()


def remove_the_lines(run: Path) -> None:
    (run / METRICS / NAME).unlink()


@pytest.mark.parametrize(
    ("change", "still_read", "read_then"),
    [
        (change_a_line, 0, 4),
        (remove_a_line, 0, 3),
        (add_a_line, 3, 4),
        (tear_a_line, 4, 4),
        (remove_an_episode, 3, 3),
        (remove_the_lines, 0, 0),
    ],
)
def test_what_has_changed_since_is_seen(
    run: Path, change: Callable[[Path], None], still_read: int, read_then: int
) -> None:
    before = looked_at(run)
    change(run)
    assert from_columns(run) == still_read
    assert (looked_at(run) == before) is (change in (tear_a_line, remove_the_lines, remove_a_line))
    write_artefacts(run, read_plan(run))
    assert from_columns(run) == read_then
    looked_at(run)


def test_damaged_columns_are_made_again(run: Path) -> None:
    columns = run / METRICS / COLUMNS
    whole = columns.read_bytes()
    for at in [*range(0, len(whole), 97), len(whole) - 1]:
        columns.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        looked_at(run)
        columns.write_bytes(whole[:at])
        looked_at(run)
    write_artefacts(run, read_plan(run))
    assert columns.read_bytes() == whole


def damage_a_line(run: Path) -> None:
    lines = run / METRICS / NAME
    last = lines.read_bytes().splitlines(keepends=True)[-1]
    lines.write_bytes(lines.read_bytes() + last[:90] + last[:-3] + b"\n")


def bring_back_the_episodes(run: Path) -> None:
    shutil.copytree(DATA / "finished_run" / "episodes", run / "episodes", dirs_exist_ok=True)


def cut_the_columns(run: Path) -> None:
    columns = run / METRICS / COLUMNS
    columns.write_bytes(columns.read_bytes()[:-200])


def keep_columns(run: Path) -> None:
    looked_at(run, keep=True)


CHANGES = (change_a_line, remove_a_line, add_a_line, tear_a_line, damage_a_line, remove_an_episode)
CHANGES_AND_LOOKS = (*CHANGES, bring_back_the_episodes, cut_the_columns, keep_columns, keep_columns)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(CHANGES_AND_LOOKS), max_size=8), st.sampled_from([1, 2, GAMES_AT_ONCE]))
def test_whatever_happened_columns_change_nothing(
    run: Path, changes: list[Callable[[Path], None]], at_once: int
) -> None:
    with TemporaryDirectory() as empty, pytest.MonkeyPatch.context() as patch:
        patch.setattr("codenames_metrics.run_folder.column_file.GAMES_AT_ONCE", at_once)
        folder = Path(shutil.copytree(run, Path(empty) / "run"))
        for change in changes:
            with suppress(IndexError, StopIteration, FileNotFoundError):  # nothing is left to change
                change(folder)
            looked_at(folder)


def test_what_was_said_of_a_game_before_does_not_hold_after_a_damaged_line(run: Path) -> None:
    lines, plan = run / METRICS / NAME, read_plan(run)
    was = lines.read_bytes()
    (false,) = (line for line in was.splitlines(keepends=True) if line.startswith(metrics_line(plan.name(2), b"")[:20]))
    lines.write_bytes(was + false.replace(b'"words_cleared":', b'"words_cleared":1', 1))
    write_artefacts(run, plan)  # the columns say so, too
    assert from_columns(run) == 4
    for damaged in (false[:90] + false, false.replace(b'"version":"', b'"version":"9', 1), false[:-3] + b"\n"):
        lines.write_bytes(lines.read_bytes() + damaged)
        assert from_columns(run) == 3
        looked_at(run)


@pytest.mark.parametrize("number", ["-1", "NaN", "Infinity", "1e999", "99999999999"])
@pytest.mark.parametrize("field", ["cluer_decisions", "avg_clue_number", "turn"])
def test_a_game_whose_line_says_what_cannot_be_is_measured_anew(run: Path, field: str, number: str) -> None:
    lines, plan = run / METRICS / NAME, read_plan(run)
    before = looked_at(run)
    said = lines.read_text("utf-8")
    if field == "avg_clue_number" and number[0] not in "NI1":
        number = "NaN"
    damaged = re.sub(rf'"{field}":[0-9.]+', f'"{field}":{number}', said)
    assert damaged != said
    lines.write_text(damaged, "utf-8")
    assert looked_at(run) == before
    write_artefacts(run, plan)
    assert looked_at(run) == before


def test_an_episode_that_comes_back_is_in_the_columns_if_there_is_a_line_of_it(run: Path) -> None:
    change_a_line(run)  # so that it can be told from its episode
    add_a_line(run)
    lines = (run / METRICS / NAME).read_bytes()
    for gone in sorted((run / "episodes").iterdir()):
        (run / METRICS / COLUMNS).unlink(missing_ok=True)
        was = gone.read_bytes()
        gone.unlink()
        for more in (b"", b"{}\n"):  # columns of lines, then those of columns and lines
            (run / METRICS / NAME).write_bytes(lines + more)
            write_artefacts(run, read_plan(run))
            assert from_columns(run) == 3
        gone.write_bytes(was)
        assert from_columns(run) == 4
        looked_at(run)


@pytest.mark.parametrize("size", [10**9, 2**62, 2**63, 10**30])
def test_columns_that_promise_more_than_fits_into_memory_are_damaged(run: Path, size: int) -> None:
    columns = run / METRICS / COLUMNS
    head, _, blocks = columns.read_bytes().partition(b"\n")
    columns.write_bytes(json.dumps(json.loads(head) | {"blocks": [size]}).encode() + b"\n" + blocks)
    assert from_columns(run) == 0
    looked_at(run)
    block = columns_of([PlacedMetrics(0, some_metrics(run)[0])])
    length, _, rest = block.partition(b"\n")
    games, sides, turns = ([column[:1] for column in table] for table in json.loads(rest[: int(length)])[1:])
    for counts, said in (((size, 2 * size, 0), 0), ((1, 2, 2 * size), size)):
        text = json.dumps([counts, games, [*sides[:-1], [said]], turns]).encode()
        with pytest.raises(DamagedColumns):
            games_in(b"%d\n%s" % (len(text), text))


def test_more_than_would_be_read_is_not_written(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [PlacedMetrics(place, metrics) for place, metrics in enumerate(some_metrics(run))]
    monkeypatch.setattr("codenames_metrics.run_folder.metrics_columns._MOST_ROWS", len(games))
    with pytest.raises(TypeError, match="rows"):
        columns_of(games)
    monkeypatch.undo()
    monkeypatch.setattr("codenames_metrics.run_folder.column_file._LARGEST_BLOCK", len(columns_of(games)) - 1)
    writer = ColumnWriter()
    writer.add(games[0])
    writer.write(tmp_path / "small", "1", "plan", hashlib.sha256(), 1)
    for game in games:
        writer.add(game)
    writer.write(tmp_path / "large", "1", "plan", hashlib.sha256(), 1)
    assert [path.name for path in tmp_path.glob("[sl]*")] == ["small"]


@pytest.mark.parametrize("key", ["layout", "plan", "lines", "sha256", "blocks"])
def test_columns_of_something_else_are_not_believed(run: Path, key: str) -> None:
    columns = run / METRICS / COLUMNS
    head, _, blocks = columns.read_bytes().partition(b"\n")
    other: dict[str, Any] = {"lines": 7, "blocks": [3]}
    columns.write_bytes(json.dumps(json.loads(head) | {key: other.get(key, "0" * 64)}).encode() + b"\n" + blocks)
    assert from_columns(run) == 0
    looked_at(run)


def test_codes_outside_of_a_column_are_damage(run: Path) -> None:
    data = columns_of([PlacedMetrics(place, metrics) for place, metrics in enumerate(some_metrics(run))])
    for broken in (
        data[:-1],
        data + b"\0",
        data[:-1] + b"\xff",
        b"",
        b"0\n",
        b"x\n{}",
        data.replace(b"[[6,12,", b"[[6,13,", 1),
    ):
        with pytest.raises(DamagedColumns):
            games_in(broken)


def test_what_cannot_stand_in_a_column_stays_in_the_lines(run: Path, tmp_path: Path) -> None:
    first = some_metrics(run)[0]
    zero, negative = (
        copy_model(first, red_metrics=copy_model(first.red_metrics, theory_of_mind_gain=gain)) for gain in (0.0, -0.0)
    )
    with pytest.raises(TypeError, match="negative zero"):
        columns_of([PlacedMetrics(0, zero), PlacedMetrics(1, negative)])
    for metrics, is_written in ((negative, False), (zero, True)):
        writer = ColumnWriter()
        writer.add(PlacedMetrics(0, zero))
        writer.add(PlacedMetrics(1, metrics))
        writer.write(tmp_path / "columns", "1", "plan", hashlib.sha256(), 1)
        assert (tmp_path / "columns").exists() is is_written


def test_a_disk_that_refuses_columns_is_no_matter(run: Path) -> None:
    columns = run / METRICS / COLUMNS
    columns.unlink()
    columns.mkdir()
    write_artefacts(run, read_plan(run))
    assert from_columns(run) == 0


def test_a_plan_that_has_grown_has_other_places(run: Path) -> None:
    plan = read_plan(run)
    columns, lines = run / METRICS / COLUMNS, run / METRICS / NAME
    grown = Plan(plan.config.model_copy(update={"seeds": [*plan.config.seeds, 99]}), naming=plan.naming)
    assert len(list(ColumnReader(columns, lines, VERSION, plan.digest))) == 4
    with pytest.raises(DamagedColumns, match="of other metrics"):
        ColumnReader(columns, lines, VERSION, grown.digest)
    with pytest.raises(DamagedColumns, match="of other metrics"):
        ColumnReader(columns, lines, f"{VERSION}.1", plan.digest)


def test_results_and_lost_turns_come_from_columns_that_hold_all_lines(run: Path) -> None:
    plan = read_plan(run)
    columns = (run / METRICS / COLUMNS).read_bytes()
    (run / METRICS / COLUMNS).unlink()
    results, turns = list(read_game_results(run, plan)), read_lost_turns(run, plan)
    assert len(results) == len(turns) == 4
    (run / METRICS / COLUMNS).write_bytes(columns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("codenames_metrics.analysis.game_results._parse_line", None)
        patch.setattr("codenames_metrics.analysis.failures.lost_turns._parse_line", None)
        assert (list(read_game_results(run, plan)), read_lost_turns(run, plan)) == (results, turns)
    for damage in (cut_the_columns, tear_a_line):
        damage(run)
        assert (list(read_game_results(run, plan)), read_lost_turns(run, plan)) == (results, turns)
    (run / METRICS / COLUMNS).write_bytes(columns)
    lines = run / METRICS / NAME
    lines.write_bytes(lines.read_bytes().replace(b'"winner":"blue"', b'"winner":"red"'))  # columns of other lines
    assert list(read_game_results(run, plan)) != results
