"""`prompts`: which sets there are, what a seat is sent, a copy to edit, and what is wrong with one."""

import json
from pathlib import Path

import pytest

from codenames_agents.models.prompts import clue_messages, load_prompts, with_persona
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.picture_file import picture_file
from codenames_core.files.record import read_episode
from codenames_core.game.config import Seat
from codenames_core.game.visibility import visible_state
from codenames_core.support.folders import prompts_folder
from codenames_tui.cli import exits, main
from codenames_tui.library.samples import sample_path

Output = pytest.CaptureFixture[str]
BROKEN = '''name = "mine"
version = 1

[clue]
system = """
many
lines
"""
question = "Give a clue for $nobody."

[message]
system = "Talk."
question = " "

[[message.examples]]
question = "?"
answer = "CONSENSUS: YES... NO"

[guesses]
system = "$ 5"
question = "Which words?"

[penalty]
system = "Choose."
question = "Which word?"
'''


def test_the_sets_are_listed_with_those_of_ones_own(capsys: Output) -> None:
    assert main(["prompts", "copy", "short", "mine"]) == exits.DONE
    (prompts_folder() / "broken.toml").write_text("name = 3", "utf-8")
    assert main(["prompts", "list", "--json"]) == exits.SOME_SKIPPED
    listed = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in listed["sets"]] == ["default", "deliberate", "short", "mine"]
    assert [bool(one["file"]) for one in listed["sets"]] == [False, False, False, True]
    assert "broken.toml: " in listed["problems"][0]


def test_exactly_what_a_seat_is_sent_is_shown(capsys: Output) -> None:
    assert main(["prompts", "show", "red-cluer", "--json", "--persona", "dry"]) == exits.DONE
    (shown,) = json.loads(capsys.readouterr().out)
    state = read_episode(sample_path("comeback")).record.initial_state()
    sent = with_persona(clue_messages(load_prompts(), visible_state(state, Seat.RED_CLUER)), "dry")  # type: ignore[arg-type]
    assert [(one["role"], one["content"]) for one in shown["messages"]] == [(m["role"], m["content"]) for m in sent]
    assert shown["tokens"] == sum(one["tokens"] for one in shown["messages"])


def test_at_a_terminal_the_picture_that_a_seat_is_shown_is_printed_in_half_blocks(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("PIL")
    asked = ["prompts", "show", "red-guesser-2", "--sees", "picture", "--at", "sample:comeback:2"]
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "30")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(asked) == exits.DONE
    plain = capsys.readouterr().out
    assert "▀" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(asked) == exits.DONE
    shown = capsys.readouterr().out
    drawn = [line for line in shown.splitlines() if "▀" in line]
    assert 10 < len(drawn) <= 26
    assert {line.count("▀") for line in drawn} == {drawn[0].count("▀")}
    assert drawn[0].count("▀") <= 60
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(asked) == exits.DONE
    assert capsys.readouterr().out == plain


def test_what_a_seat_sees_is_told_and_its_picture_saved(capsys: Output, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    out = tmp_path / "seen.png"
    seeing = ["prompts", "show", "red-cluer", "--sees", "picture"]
    assert main([*seeing, "--json", "--save-picture", str(out)]) == exits.DONE
    (shown,) = json.loads(capsys.readouterr().out)
    state = read_episode(sample_path("comeback")).record.initial_state()
    drawn = picture_file(board_picture(visible_state(state, Seat.RED_CLUER)), PictureLook())
    assert out.read_bytes() == drawn.png
    assert shown["picture"]["sha256"] == drawn.facts.sha256
    assert not [word for word in state.board.words if word in str(shown["messages"])]
    assert main(seeing) == exits.DONE
    assert f"[picture: clean, 1172 x 672, pixels {drawn.facts.sha256[:12]}]" in capsys.readouterr().out
    assert main([*seeing, "--save-picture", str(out)]) == exits.WRONG_INPUT


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["red-cluer", "--save-picture", "x.png"], "a seat that sees words has no picture; give it --sees picture"),
        (["red-cluer", "--picture", "cards"], "picture is for a seat that sees a picture"),
        (["blue-guesser-2", "--mode", "single_guesser"], "blue guesser 2 is never asked in mode single_guesser"),
        (["red-guesser-1", "--at", "sample:comeback:0"], "not asked there; red cluer (for a clue) is asked"),
        (["red-cluer", "--at", "sample:comeback:9999"], "sample:comeback has events 0 to "),
        (["red-cluer", "--at", "sample:comeback"], "GAME:EVENT is needed"),
        (["red-cluer", "--at", "sample:none:3"], "unknown sample 'none'"),
        (["judge"], "unknown seat 'judge'; available: red-cluer, "),
        (["red-cluer", "--set", "none"], "unknown prompt set 'none'; available: default, deliberate, short"),
        (["red-cluer", "--persona", "a\nb"], "persona: one line"),
    ],
)
def test_what_cannot_be_shown_is_said(arguments: list[str], said: str, capsys: Output) -> None:
    assert main(["prompts", "show", *arguments]) == exits.WRONG_INPUT
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("mode", ["standard", "no_assassin", "single_guesser"])
def test_a_guesser_is_shown_every_question_that_it_is_asked(mode: str, capsys: Output) -> None:
    assert main(["prompts", "show", "red-guesser-1", "--mode", mode, "--json"]) == exits.DONE
    asked = [one["question"] for one in json.loads(capsys.readouterr().out)]
    assert asked == (["guesses"] if mode == "single_guesser" else ["message", "guesses"])


def test_a_seat_is_shown_where_it_stands_in_a_saved_game(capsys: Output) -> None:
    assert main(["prompts", "show", "red-guesser-1", "--at", "sample:comeback:1", "--set", "short"]) == exits.DONE
    said = capsys.readouterr().out
    assert said.startswith("red guesser 1 is asked for a message with short-")
    assert "RED clue: PASSENGER 4" in said


def test_a_copy_has_its_own_name_and_overwrites_nothing(tmp_path: Path, capsys: Output) -> None:
    mine = tmp_path / "mine.toml"
    assert main(["prompts", "copy", "deliberate", str(mine)]) == exits.DONE
    assert main(["prompts", "check", str(mine)]) == exits.DONE
    assert ": mine-2-" in capsys.readouterr().out
    mine.write_text("my work", "utf-8")
    assert main(["prompts", "copy", "default", str(mine)]) == exits.WRONG_INPUT
    assert mine.read_text("utf-8") == "my work"
    assert main(["prompts", "copy", "default", str(tmp_path / "No Name.toml")]) == exits.WRONG_INPUT
    assert "is not a name for a prompt set" in capsys.readouterr().err


def test_a_set_is_checked_by_the_name_that_it_was_copied_to(capsys: Output) -> None:
    assert main(["prompts", "copy", "short", "mine"]) == exits.DONE
    assert main(["prompts", "check", "mine"]) == exits.DONE
    assert capsys.readouterr().out.startswith("mine: mine-4-")
    (prompts_folder() / "mine.toml").write_text(BROKEN, "utf-8")
    assert main(["prompts", "check", "mine"]) == exits.ANSWER_IS_NO
    assert capsys.readouterr().out.startswith("mine: line 9: clue.question: ")
    assert main(["prompts", "check", "missing"]) == exits.WRONG_INPUT
    assert "unknown prompt set 'missing'" in capsys.readouterr().err


def test_every_problem_of_a_set_has_its_line_and_key(tmp_path: Path, capsys: Output) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(BROKEN, "utf-8")
    assert main(["prompts", "check", str(mine), "--json"]) == exits.ANSWER_IS_NO
    found = json.loads(capsys.readouterr().out)["problems"]
    assert [(one["line"], one["key"]) for one in found] == [
        (9, "clue.question"),
        (13, "message.question"),
        (20, "guesses.system"),
        (17, "message.examples[0].answer"),
    ]
    mine.write_text(BROKEN.replace('system = "$ 5"', "sytem = 1"), "utf-8")
    assert main(["prompts", "check", str(mine)]) == exits.ANSWER_IS_NO
    said = capsys.readouterr().out
    assert "line 19: guesses.system: is missing" in said
    assert "line 20: guesses.sytem: " in said
    mine.write_text("name = [", "utf-8")
    assert main(["prompts", "check", str(mine)]) == exits.ANSWER_IS_NO
