"""The commands that tell something of the app: keys, config, doctor; and no command at all."""

import json
import sys
from pathlib import Path

import pytest

from codenames_tui.cli import exits, main
from codenames_tui.cli.commands.checks.doctor import is_writable
from codenames_tui.ui.preferences import settings_file


def settle(text: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(text, "utf-8")


def test_without_a_command_and_without_a_terminal_the_commands_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == exits.WRONG_INPUT
    said = capsys.readouterr()
    assert "demo --plain" in said.err
    assert said.out == ""


def test_keys_lists_ids_and_keys_as_they_are_set(capsys: pytest.CaptureFixture[str]) -> None:
    settle('[keys]\n"game.step" = "x,f9"\n"game.nothing" = "y"\n')
    assert main(["keys"]) == exits.DONE
    said = capsys.readouterr()
    assert "game.step" in said.out
    assert " x f9 " in said.out
    assert said.out.isascii()
    assert "game.nothing" in said.err
    assert main(["keys", "--json"]) == exits.DONE
    table = {one["id"]: one for one in json.loads(capsys.readouterr().out)}
    assert table["game.step"]["keys"] == ["x", "f9"]
    assert table["game.step"]["default"] == ["full_stop", "f6"]
    assert table["app.leave"]["where"] == "everywhere"


def test_config_path_names_the_file_that_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "path"]) == exits.DONE
    assert Path(capsys.readouterr().out.strip()) == settings_file()


def test_config_show_prints_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    settle('theme = "light"\n')
    assert main(["config", "show"]) == exits.DONE
    assert 'theme = "light"' in capsys.readouterr().out
    assert main(["config", "show", "--json"]) == exits.DONE
    assert json.loads(capsys.readouterr().out)["settings"]["pace"] == 2.0


def test_config_show_says_no_where_the_file_has_problems(capsys: pytest.CaptureFixture[str]) -> None:
    settle('pace = "fast"\n[keys]\n"game.step" = "octarine"\n')
    assert main(["config", "show"]) == exits.ANSWER_IS_NO
    said = capsys.readouterr().err
    assert "line 1: pace is 'fast'" in said
    assert "'octarine' is not a key" in said


def test_doctor_names_keys_that_are_set_and_never_their_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("TERM", "xterm\x1b]52;c;x\x07")
    for arguments in (["doctor"], ["doctor", "--json"]):
        main(arguments)
        said = capsys.readouterr()
        assert "OPENAI_API_KEY" in said.out
        assert "secret" not in said.out + said.err
        assert "\x1b" not in said.out
    found = json.loads(said.out)
    assert found["keys_set"] == ["OPENAI_API_KEY"]
    assert found["python"].endswith(".".join(map(str, sys.version_info[:3])))
    assert found["folders"]["games"]["writable"] is True


def test_doctor_says_what_stands_in_the_way(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settle(f"episodes = {json.dumps(str(tmp_path / 'file' / 'games'))}\nmouse = 5\n")
    assert main(["doctor"]) == exits.ANSWER_IS_NO
    said = capsys.readouterr().err
    assert "cannot be written to" in said
    assert "mouse is 5" in said


def test_a_folder_that_can_be_made_is_writable(tmp_path: Path) -> None:
    assert is_writable(tmp_path / "a" / "b")
    (tmp_path / "file").write_text("")
    assert not is_writable(tmp_path / "file")
