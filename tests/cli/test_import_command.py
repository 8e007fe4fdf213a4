"""`codenames-tui import`: what it prints and writes, how it ends, and what becomes of imported games elsewhere."""

import json
from pathlib import Path

import pytest
from tests.core import foreign_games as own

from codenames_core.files.record import EpisodeRecord
from codenames_core.foreign.formats import CLUE_FORMATS, FORMATS
from codenames_core.foreign.game import Refusal
from codenames_core.foreign.importing import MOST_REASONS, ImportTally
from codenames_core.game.config import Team
from codenames_tui.cli import exits, main
from codenames_tui.cli.command_line import FOREIGN_FORMATS


def broken() -> dict[str, object]:
    return own.line(id="broken", events=[own.line()["events"][1]])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with two games, of which the rules can follow one, and a game of red alone."""
    return own.write_lines(tmp_path / "games.jsonl", own.line(), broken(), own.line(own.ALONE, id="alone"))


@pytest.fixture
def imported(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder into which they were imported."""
    main(["import", "lines", str(source), "-o", str(tmp_path / "out")])
    capsys.readouterr()
    return tmp_path / "out"


def game(folder: Path, name: str) -> Path:
    found = {str((EpisodeRecord.load(path).imported or {}).get("name")): path for path in folder.iterdir()}
    return found[name]


def test_help_names_every_format() -> None:
    assert (*FORMATS, *CLUE_FORMATS) == FOREIGN_FORMATS


def test_what_cannot_be_followed_is_counted_and_the_rest_imported(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["import", "lines", str(source), "-o", str(tmp_path / "out")]
    assert main(command) == exits.SOME_SKIPPED
    printed = capsys.readouterr()
    assert printed.out == "2 of 3 imported; 1 skipped: there is no clue yet (1)\n"
    assert printed.err == "skipped: broken: event 0: there is no clue yet\n"
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert main(command) == exits.SOME_SKIPPED
    assert capsys.readouterr().out.startswith("2 of 3 imported (2 of them before); 1 skipped")


def test_reasons_are_counted_apart_only_as_long_as_somebody_reads_them() -> None:
    tally = ImportTally()
    for number in range(3 * MOST_REASONS):
        tally.refuse(Refusal("game", f"reason {number}"))
        tally.refuse(Refusal("game", "reason 7"))
    assert len(tally.refused) == MOST_REASONS + 1
    assert tally.skipped == 6 * MOST_REASONS
    said = tally.sentence()
    assert said.startswith("0 of 600 imported; 600 skipped: reason 7 (301); other reasons (200); reason 0 (1); ")
    assert said.endswith("; other reasons (91)")


def test_hostile_names_reach_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = own.line(id="a\x1b]52;c;aGk=\x07b\u202e" + "c" * 9_000, events=[{"t": "\x1b[2Jx", "team": "red\x1b[2J"}])
    path = own.write_lines(tmp_path / "games.jsonl", tree)
    assert main(["import", "lines", str(path), "-o", str(tmp_path / "out")]) == exits.WRONG_INPUT
    printed = capsys.readouterr()
    assert printed.err.startswith("skipped: abccc")
    assert len(printed.err) < 600
    assert not {"\x1b", "\x07", "\u202e"} & set(printed.out + printed.err)


def test_an_import_without_a_skipped_game_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own.write_lines(tmp_path / "games.jsonl", own.line())
    assert main(["import", "lines", str(path), "-o", str(tmp_path / "out"), "--json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out) == {"imported": 1, "new": 1, "skipped": 0, "reasons": {}}


def test_a_dry_run_writes_nothing(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "lines", str(source), "-o", str(tmp_path / "out"), "--dry-run"]) == exits.SOME_SKIPPED
    assert capsys.readouterr().out.startswith("2 of 3 imported; 1 skipped")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess", "games.jsonl"], "there is no format 'chess'; there are lines, stepmat, dewey"),
        (["lines", "nowhere"], "nowhere: there is no such file or folder"),
        (["lines", "."], "no games of the format lines in ."),
        (["dewey", "games.jsonl"], "looks like lines, and not like dewey (import it with codenames-tui import lines)"),
        (["dewey", "games.jsonl", "--map", "x"], "--map is for the format lines; dewey has fields of its own"),
        (["duet", "games.jsonl", "--map", "x"], "--map is for the format lines; duet has fields of its own"),
        (["duet", "games.jsonl"], "looks like lines, and not like duet"),
        (["lines", "games.jsonl", "--map", "nowhere.toml"], "nowhere.toml: No such file"),
        (["lines", "games.jsonl", "-o", "games.jsonl"], "games.jsonl is a file; name a folder with -o"),
    ],
)
def test_what_cannot_be_imported_is_wrong_input(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments[1] != ".":
        own.write_lines(tmp_path / "games.jsonl", own.line())
    assert main(["import", *arguments, *([] if "-o" in arguments else ["-o", "out"])]) == exits.WRONG_INPUT
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_verify_says_that_the_answers_were_not_checked(imported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = game(imported, "own/1")
    assert main(["verify", str(path)]) == exits.DONE
    assert capsys.readouterr().out == f"{path}: as recorded; imported: answers not checked\n"
    path.write_text(path.read_text().replace('"winner": "red"', '"winner": "blue"'))
    assert main(["verify", str(path)]) == exits.ANSWER_IS_NO


def test_an_imported_game_is_replayed_and_exported_with_where_it_is_from(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game(imported, "alone")
    assert main(["replay", "--plain", str(path)]) == exits.DONE
    assert "BLUE passes, as a ghost does." in capsys.readouterr().out
    assert main(["export", str(path), "--out", str(tmp_path / "game.md")]) == exits.DONE
    text = (tmp_path / "game.md").read_text("utf-8")
    assert "- Variant: one team" in text
    assert "- Imported: alone of the format lines; answers not checked" in text
    assert main(["export", str(path), "--out", str(tmp_path / "game.html")]) == exits.DONE


def test_games_of_a_variant_have_no_win_rate(imported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "--aggregate", str(imported)]) == exits.DONE
    two_teams, alone = sorted(capsys.readouterr().out.split("### ")[1:], key=lambda part: "one team" in part)
    assert "| Wins | 1 of 1 | 0 of 1 |" in two_teams
    assert "1 results count in no win rate: they played one team." in alone
    assert "Win rate" not in alone.partition("Weights")[0]


def test_consensus_is_not_known_of_those_who_talked_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log.txt").write_text(own.marichka_text())
    assert main(["import", "marichka", str(tmp_path / "log.txt"), "-o", str(tmp_path / "out")]) == exits.DONE
    capsys.readouterr()
    assert main(["metrics", "--format", "json", str(tmp_path / "out")]) == exits.DONE
    [episode] = json.loads(capsys.readouterr().out)["episodes"]
    assert (episode["red_metrics"]["discussions"], episode["red_metrics"]["consensus_rate"]) == (2, None)


def test_a_fork_of_an_imported_game_has_our_agents_in_their_seats(
    imported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(game(imported, "own/1"))
    fork = ["play", "--from", path, "--at", "4", "--headless", "--blue", "random", "--out", str(tmp_path / "fork.json")]
    assert main(fork) == exits.DONE
    assert "vector:balanced takes these seats" in capsys.readouterr().err
    record = EpisodeRecord.load(tmp_path / "fork.json")
    assert record.imported is None
    assert [record.teams[team].label for team in Team] == ["vector:balanced", "random"]
    assert main(["verify", str(tmp_path / "fork.json")]) == exits.DONE
    assert capsys.readouterr().out == f"{tmp_path / 'fork.json'}: as recorded\n"


def test_who_played_elsewhere_is_not_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--headless", "--red", "imported:gpt", "--out", str(tmp_path / "a.json")]) == exits.WRONG_INPUT
    assert "imported:gpt played elsewhere and cannot be asked here" in capsys.readouterr().err


def test_replay_says_how_to_import_what_another_program_wrote(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "this looks like lines; import it with codenames-tui import lines"
    assert main(["replay", "--plain", str(source)]) == exits.WRONG_INPUT
    assert f"{said} {source} -o DIR" in capsys.readouterr().err
    folder = own.write_stepmat(tmp_path / "results", own.TURNS)
    assert main(["replay", "--plain", str(folder)]) == exits.WRONG_INPUT
    assert "this looks like stepmat; import it with" in capsys.readouterr().err
