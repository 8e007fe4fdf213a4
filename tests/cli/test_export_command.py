"""`export` and the files that it writes, or refuses to."""

from pathlib import Path

import pytest

from codenames_tui.cli import exits, main

BEGINNINGS = {"md": "# Codenames", "html": "<!DOCTYPE html>", "cast": '{"version":2', "svg": "<svg "}


@pytest.mark.parametrize("format", BEGINNINGS)
def test_an_export_goes_to_a_new_file_or_to_standard_output(
    format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export", "sample:solo", "--format", format]
    assert main([*command, "--out", str(tmp_path / "game")]) == exits.DONE
    assert capsys.readouterr().out == ""
    for out in ([], ["--out", "-"]):
        assert main([*command, *out]) == exits.DONE
        assert capsys.readouterr().out == (tmp_path / "game").read_text("utf-8")
    assert (tmp_path / "game").read_text("utf-8").startswith(BEGINNINGS[format])


def test_a_long_recording_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("codenames_tui.cli.commands.episodes.export._SAY_EVERY", 20)
    assert main(["export", "sample:solo", "--format", "cast"]) == exits.DONE
    printed = capsys.readouterr()
    assert printed.err.splitlines() == ["20 of 41 events", "40 of 41 events"]
    assert "of 41 events\n" not in printed.out


@pytest.mark.parametrize("format", BEGINNINGS)
def test_the_end_of_the_name_decides_the_format(format: str, tmp_path: Path) -> None:
    for name in (f"game.{format}", f"GAME.{format.upper()}"):
        assert main(["export", "sample:solo", "--out", str(tmp_path / name)]) == exits.DONE
        assert (tmp_path / name).read_text("utf-8").startswith(BEGINNINGS[format])


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (["--out", "game.pdf"], "game.pdf does not end in .html, .md, .gif, .cast or .svg"),
        (["--out", "game."], "game. does not end in"),
        (["--out", "game"], "--format is needed"),
        (["--out", "-"], "--format is needed"),
        ([], "--format is needed"),
    ],
)
def test_without_a_format_nothing_is_written(
    out: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "sample:solo", *out]) == exits.WRONG_INPUT
    printed = capsys.readouterr()
    assert said in printed.err
    assert (printed.err.count("\n"), printed.out, [*tmp_path.iterdir()]) == (1, "", [])


def test_an_existing_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.md").write_text("mine")
    assert main(["export", "sample:solo", "--format", "md", "--out", str(tmp_path / "game.md")]) == exits.WRONG_INPUT
    assert "game.md already exists" in capsys.readouterr().err
    assert (tmp_path / "game.md").read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["md", "--pace", "1"], "--pace does not go with --format md; it is for html, gif, cast, svg --animated"),
        (["md", "--turn", "1"], "--turn does not go with --format md"),
        (["svg", "--pace", "1"], "--pace does not go with --format svg"),
        (["cast", "--pace", "nan"], "--pace is nan"),
        (["cast", "--pace", "-1"], "--pace is -1.0"),
        (["svg", "--turn", "0"], "--turn is 0; the episode has turns 1 to"),
        (["md", "--out", "game.html"], "--format md does not go with --out game.html, which ends in .html"),
        (["md", "--out", "game.pdf"], "game.pdf does not end in .html, .md, .gif, .cast or .svg"),
        (["md", "--animated"], "--animated does not go with --format md; it is for svg"),
        (["svg", "--turns", "1-2"], "--turns does not go with --format svg; it is for gif, svg --animated"),
        (["svg", "--animated", "--turns", "9-99"], "--turns is 9-99; the episode has turns 1 to"),
        (["svg", "--key", "shown"], "--key does not go with --format svg; it is for html"),
        (["html", "--at", "999"], "--at is 999; the episode has positions 0 to 41"),
    ],
)
def test_options_that_make_no_sense_are_one_line(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "sample:solo", "--format", *options]) == exits.WRONG_INPUT
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_turn_is_where_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    main(["export", "sample:solo", "--format", "svg", "--turn", "2"])
    assert "turn 2" in capsys.readouterr().out
    main(["export", "sample:solo", "--format", "html", "--at", "7"])
    assert '"begin":7,' in capsys.readouterr().out


def test_an_episode_that_is_broken_or_missing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.json").write_text("{")
    for name in ("broken.json", "missing.json"):
        assert main(["export", str(tmp_path / name), "--format", "md"]) == exits.WRONG_INPUT
        said = capsys.readouterr().err
        assert name in said
        assert said.count("\n") == 1
