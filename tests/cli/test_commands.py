"""The command line as a person or a script calls it: what it prints, what it writes, how it ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codenames_core.files.emoji_names import with_name
from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.game.words import default_word_list
from codenames_tui.cli import exits, main
from codenames_tui.library.samples import sample_path
from codenames_tui.ui.prose.narration import facts_of

WORDS = default_word_list().words
QUICK = ("--red", "random", "--blue", "random", "--seed", "7")


def play(out: Path, *arguments: str) -> int:
    return main(["play", "--headless", "--out", str(out), *QUICK, *arguments])


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def changed(path: Path, **fields: Any) -> Path:
    tree = json.loads(path.read_text())
    tree.update(fields)
    path.write_text(json.dumps(tree))
    return path


def test_demo_without_a_terminal_prints_a_whole_game_of_offline_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "5"]) == exits.DONE
    printed = capsys.readouterr().out
    assert "Turn 1, RED to move. RED 9 left, BLUE 8 left." in printed
    assert "wins" in printed
    assert "\x1b" not in printed


def test_the_same_seed_prints_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for _ in range(2):
        main(["demo", "--seed", "5"])
        games.append(capsys.readouterr().out)
    assert games[0] == games[1]


def test_a_headless_game_is_saved_where_it_is_told_and_its_journal_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "game.json", "--json") == exits.DONE
    summary = json.loads(capsys.readouterr().out)
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert summary["winner"] == record.winner
    assert summary["events"] == len(record.public_transcript)
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_game_is_saved_in_the_data_folder_by_default(home: Path) -> None:
    assert main(["play", "--headless", *QUICK]) == exits.DONE
    (saved,) = (home / "data_home/codenames-tui/episodes").iterdir()
    assert saved.suffix == ".json"


def test_an_existing_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").write_text("mine")
    assert play(tmp_path / "game.json") == exits.WRONG_INPUT
    assert "game.json already exists" in complaint(capsys)
    assert (tmp_path / "game.json").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--plain", "--red", "chess"], "unknown agent 'chess'"),
        (["play", "--plain", "--red-cluer", "vector:huge"], "unknown vector agent 'huge'"),
        (["play", "--plain", "--seed", "-1"], "--seed"),
        (["play", "--plain", "--max-rounds", "0"], "--max-rounds: should be greater than or equal to 1, not 0"),
        (["play", "--plain", "--pace", "-1"], "--pace"),
        (["play", "--plain", "--pace", "nan"], "--pace"),
        (["play", "--plain", "--turn-seconds", "3"], "--turn-seconds is 3; whole seconds from 5 to 3600"),
        (["play", "--plain", "--at", "3"], "--from"),
        (["play", "--plain", "--out", "game.txt"], ".json"),
        (["play", "--plain", "--words", "missing.txt"], "missing.txt"),
        (["play", "--plain", "--resume", "missing.jsonl"], "missing.jsonl"),
        (["play", "--plain", "--from", "missing.json"], "missing.json"),
        (["play", "--plain", "--from", "sample:none"], "unknown sample 'none'"),
        (["play", "--plain", "--red", "scripted:missing.json"], "missing.json"),
        (["replay", "--plain", "missing.json"], "missing.json"),
        (["replay", "--pace", "-1", "sample:solo"], "--pace is -1.0; seconds from 0 to 3600 are needed"),
        (["replay", "--pace", "nan", "sample:solo"], "--pace is nan"),
        (["replay", "--pace", "5", "--plain", "sample:solo"], "--pace is for the screen"),
        (["verify", "missing.json"], "missing.json"),
    ],
)
def test_wrong_input_is_one_line_that_names_the_offender(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == exits.WRONG_INPUT
    line = complaint(capsys)
    assert said in line
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--mode", "standrd"], "play: argument --mode: invalid choice: 'standrd' (choose from "),
        (["play", "--seed", "abc"], "play: argument --seed: invalid int value: 'abc'"),
        (["plya"], "invalid choice: 'plya'"),
        (["bench"], "bench: the following arguments are required: {run,extend,until,"),
        (["models"], "models: the following arguments are required: {check}"),
        (["replay", "a", "\x1b[2J"], "unrecognized arguments"),
        (["play", "--nosuch"], "codenames-tui play: unrecognized arguments: --nosuch; see codenames-tui play --help"),
        (["bench", "run", "a", "--nosuch"], "bench run: unrecognized arguments: --nosuch; see codenames-tui bench run"),
        (["--nosuch"], "codenames-tui: unrecognized arguments: --nosuch; see codenames-tui --help"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_one_line_that_leads_to_the_help(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=str(exits.WRONG_INPUT)):
        main(arguments)
    line = capsys.readouterr().err
    assert said in line
    assert line.startswith("codenames-tui")
    assert line.endswith(" --help\n")
    assert line.count("\n") == 1
    assert "\x1b" not in line


def test_the_help_of_play_names_every_kind_of_agent(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for spec in ("vector[:STYLE]", "random", "human", "ghost:pass", "scripted:FILE", "PROVIDER/MODEL", "litellm:MODEL"):
        assert spec in told


@pytest.mark.parametrize("arguments", [["play", *QUICK], ["replay", "sample:blind"]])
def test_without_a_terminal_the_app_points_to_the_plain_mode(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == exits.WRONG_INPUT
    assert "--plain" in complaint(capsys)


def test_a_plain_replay_prints_what_a_plain_game_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.json"
    main(["play", "--plain", "--out", str(out), *QUICK])
    played = capsys.readouterr().out
    assert main(["replay", "--plain", str(out)]) == exits.DONE
    assert capsys.readouterr().out == played


def test_a_replay_can_start_at_a_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "game.json")
    capsys.readouterr()
    assert main(["replay", "--plain", "--turn", "2", str(tmp_path)]) == exits.DONE
    printed = capsys.readouterr().out
    assert "Turn 1," not in printed
    assert "Turn 2," in printed
    assert main(["replay", "--plain", "--turn", "99", str(tmp_path)]) == exits.WRONG_INPUT


def test_verify_says_as_recorded_of_an_honest_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "game.json")
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "game.json")]) == exits.DONE
    assert capsys.readouterr().out.endswith("as recorded\n")


def test_verify_names_a_winner_that_did_not_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "game.json")
    won = EpisodeRecord.load(tmp_path / "game.json").winner
    assert won is not None
    changed(tmp_path / "game.json", winner=won.other)
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "game.json")]) == exits.ANSWER_IS_NO
    assert f"recorded {won.other}, replayed {won}" in capsys.readouterr().out


def test_a_fork_keeps_its_parents_events_and_names_it(tmp_path: Path) -> None:
    play(tmp_path / "game.json")
    parent = EpisodeRecord.load(tmp_path / "game.json")
    fork = tmp_path / "fork.json"
    arguments = ["play", "--headless", "--from", str(tmp_path / "game.json"), "--at", "5", "--out", str(fork)]
    assert main([*arguments, "--red", "vector:bold"]) == exits.DONE
    child = EpisodeRecord.load(fork)
    assert child.public_transcript[:5] == parent.public_transcript[:5]
    assert child.parent is not None
    assert (child.parent.episode_id, child.parent.at) == (parent.episode_id, 5)


def test_a_sample_is_forked_by_its_name(tmp_path: Path) -> None:
    fork = tmp_path / "fork.json"
    assert main(["play", "--headless", "--from", "sample:solo", "--at", "5", "--out", str(fork)]) == exits.DONE
    parent = EpisodeRecord.load(sample_path("solo"))
    assert EpisodeRecord.load(fork).parent == Parent(episode_id=parent.episode_id, at=5)


def test_a_fork_with_the_same_agents_plays_as_its_parent_did(tmp_path: Path) -> None:
    play(tmp_path / "game.json")
    parent = EpisodeRecord.load(tmp_path / "game.json")
    for at in {*range(0, len(parent.public_transcript), 3), len(parent.public_transcript)}:
        fork = tmp_path / f"{at}.json"
        main(["play", "--headless", "--from", str(tmp_path / "game.json"), "--at", str(at), "--out", str(fork)])
        assert EpisodeRecord.load(fork).public_transcript == parent.public_transcript


def test_words_check_says_what_a_list_was_taken_for_and_names_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"WORD{n}" for n in range(30)]
    (tmp_path / "words.txt").write_text("\n".join([*words, "# comment", "word3"]), encoding="utf-8")
    assert main(["words", "check", str(tmp_path / "words.txt")]) == exits.DONE
    out = capsys.readouterr().out
    assert "words.txt: read as one word per line\n" in out
    assert "words.txt: 1 double dropped: 'WORD3' (lines 4 and 32)\n" in out
    (tmp_path / "words.txt").write_text("\n".join([*words, "x" * 41]), encoding="utf-8")
    assert main(["words", "check", str(tmp_path / "words.txt")]) == exits.ANSWER_IS_NO
    assert "words.txt: line 31: 'xxx" in capsys.readouterr().out


def test_a_list_in_another_form_is_converted_and_replaces_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"word {n}" for n in range(30)]
    (tmp_path / "words.json").write_text(json.dumps([*words, words[0]]), encoding="utf-8")
    command = ["words", "convert", str(tmp_path / "words.json"), "-o", str(tmp_path / "list.txt")]
    assert main(command) == exits.DONE
    said = capsys.readouterr().err
    assert "read as a JSON list; 1 double dropped" in said
    assert "saved 30 words as" in said
    written = (tmp_path / "list.txt").read_text("utf-8")
    assert written.splitlines() == ["# one word a line", *words]
    (tmp_path / "list.txt").write_text("mine", encoding="utf-8")
    assert main(command) == exits.WRONG_INPUT
    assert "list.txt already exists; choose another name, or replace it with --force" in capsys.readouterr().err
    assert (tmp_path / "list.txt").read_text("utf-8") == "mine"
    assert main([*command, "--force"]) == exits.DONE
    assert (tmp_path / "list.txt").read_text("utf-8") == written
    (tmp_path / "words.json").write_text("[1]", encoding="utf-8")
    assert main([*command[:-1], str(tmp_path / "none.txt")]) == exits.WRONG_INPUT
    assert not (tmp_path / "none.txt").exists()


def test_a_game_of_words_that_offline_agents_do_not_know_says_so_at_the_start_and_in_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(f"מילה{n}" for n in range(25)), encoding="utf-8")
    words = ["--words", str(tmp_path / "mine.txt"), "--language", "he"]
    assert main(["play", "--headless", *words, "--seed", "3", "--out", str(tmp_path / "game.json")]) == exits.DONE
    assert capsys.readouterr().err.count("Offline agents know none of these 25 words. In Hebrew they play") == 1
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert record.metadata["words_known_offline"] == 0
    assert ("Offline agents", "know 0 of the 25 words") in facts_of(record)
    assert play(tmp_path / "random.json", *words, "--red", "random", "--blue", "random") == exits.DONE
    assert "words_known_offline" not in EpisodeRecord.load(tmp_path / "random.json").metadata


def test_a_deck_of_emoji_is_played_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = [chr(sign) for sign in range(0x1F400, 0x1F420)]
    (tmp_path / "emoji.txt").write_text("\n".join(deck), encoding="utf-8")
    assert play(tmp_path / "game.json", "--words", str(tmp_path / "emoji.txt")) == exits.DONE
    assert "32 emoji with their names beside them" in capsys.readouterr().err
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert set(record.board.words) <= set(map(with_name, deck))
    assert main(["verify", str(tmp_path / "game.json")]) == exits.DONE
    for form in ("md", "html", "svg", "cast"):
        assert main(["export", str(tmp_path / "game.json"), "--format", form, "--out", "-"]) == exits.DONE
        assert record.board.words[0].split()[1] in capsys.readouterr().out, form


def test_play_says_what_a_list_was_taken_for_unless_it_is_a_plain_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.csv").write_text("\n".join(f"{n};{word}" for n, word in enumerate(WORDS)), encoding="utf-8")
    assert play(tmp_path / "game.json", "--words", str(tmp_path / "words.csv")) == exits.DONE
    assert "words.csv: read as a table with semicolons, column 2 of 2, 918 words" in capsys.readouterr().err
    (tmp_path / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")
    assert play(tmp_path / "game2.json", "--words", str(tmp_path / "words.txt")) == exits.DONE
    assert "read as" not in capsys.readouterr().err


def test_a_game_is_dealt_from_a_list_of_ones_own(tmp_path: Path) -> None:
    words = [f"מילה{n}" for n in range(24)] + ["ICE CREAM"]
    (tmp_path / "mine.txt").write_text("\n".join(words), encoding="utf-8")
    assert play(tmp_path / "game.json", "--words", str(tmp_path / "mine.txt")) == exits.DONE
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert sorted(record.board.words) == sorted(words)
    assert record.config.word_list == "mine"


def test_no_record_holds_the_folder_of_a_script(tmp_path: Path) -> None:
    script = tmp_path / "secret-folder" / "script.json"
    script.parent.mkdir()
    script.write_text('{"turns": []}')
    assert play(tmp_path / "game.json", "--red", f"scripted:{script}", "--max-turns", "4") == exits.DONE
    assert "secret-folder" not in (tmp_path / "game.json").read_text()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, exits.TERMINATED), (signal.SIGINT, exits.INTERRUPTED)])
def test_a_stopped_game_says_how_to_go_on_and_goes_on(tmp_path: Path, number: int, code: int) -> None:
    out = tmp_path / "game.json"
    command = [sys.executable, "-m", "codenames_tui", "play", "--plain", "--pace", "1000", "--out", str(out)]
    with subprocess.Popen(
        [*command, *QUICK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while "Words:" not in process.stdout.readline():
            pass
        process.send_signal(number)
        assert process.wait(timeout=30) == code
        assert f"--resume {out.with_suffix('.jsonl')}" in process.stderr.read()
    assert main(["play", "--headless", "--resume", str(out.with_suffix(".jsonl"))]) == exits.DONE
    assert main(["play", "--headless", "--out", str(tmp_path / "other.json"), *QUICK]) == exits.DONE
    resumed, whole = EpisodeRecord.load(out), EpisodeRecord.load(tmp_path / "other.json")
    assert resumed.public_transcript == whole.public_transcript


def test_a_game_that_was_finished_since_is_said_to_be_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(tmp_path / "game.json") == exits.DONE
    capsys.readouterr()
    assert main(["play", "--headless", "--resume", str(tmp_path / "game.jsonl")]) == exits.WRONG_INPUT
    assert complaint(capsys).endswith("game.jsonl: the game is over, and saved as game.json\n")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["broken", "2", "--board", "BREAK,NEW YORK"], exits.ANSWER_IS_NO, "'broken' is a form of BREAK"),
        (["york", "--board", "BREAK, NEW YORK"], exits.ANSWER_IS_NO, "'york' is a part of NEW YORK"),
        (["york", "--board", "BREAK,NEW YORK", "--revealed", "new york"], exits.DONE, "'york' is legal"),
        (["broken", "--board", "BREAK", "--rules", "basic"], exits.DONE, "'broken' is legal"),
        (["Häuser", "--board", "HAUS", "--language", "de"], exits.ANSWER_IS_NO, "is a form of HAUS"),
        (["zebra", "99", "--board", "BREAK"], exits.ANSWER_IS_NO, "0 to 25"),
    ],
)
def test_the_referee_settles_a_dispute(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["clue", "check", *arguments]) == code
    assert said in capsys.readouterr().out


def test_the_referee_judges_a_file_of_cases_and_names_a_wrong_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [{"id": 1, "clue": "broken", "number": 2, "board": ["BREAK"]}, {"clue": None, "board": ["BREAK"]}]
    lines = [*map(json.dumps, cases), "{", '{"board": 3}']
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    assert main(["clue", "check", "--cases", str(tmp_path / "cases.jsonl")]) == exits.SOME_SKIPPED
    printed = capsys.readouterr()
    assert [json.loads(line)["legal"] for line in printed.out.splitlines()] == [False, False]
    assert "line 3: not JSON" in printed.err
    assert "line 4: a case is an object" in printed.err


def test_a_clue_without_a_board_is_a_complaint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clue", "check", "broken"]) == exits.WRONG_INPUT
    assert "--board" in complaint(capsys)


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_words_check_of_a_folder_is_wrong_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], json: list[str]
) -> None:
    assert main(["words", "check", str(tmp_path), *json]) == exits.WRONG_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count(str(tmp_path)) == 1
    assert "a directory" in printed.err


def test_words_check_warns_of_words_that_rule_each_other_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["SHOE", "HORSESHOE", "QXZVY", *WORDS[:23]]
    (tmp_path / "words.txt").write_text("\n".join(words), encoding="utf-8")
    assert main(["words", "check", str(tmp_path / "words.txt")]) == exits.DONE
    printed = capsys.readouterr().out
    assert "warning: SHOE and HORSESHOE:" in printed
    assert "warning: QXZVY is not a word that the referee knows" in printed


def test_words_check_warns_of_words_that_answers_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words.txt").write_text("\n".join(["pass", "CONSENSUS", *WORDS[:25]]), encoding="utf-8")
    assert main(["words", "check", str(tmp_path / "words.txt")]) == exits.DONE
    printed = capsys.readouterr().out
    assert "warning: pass also ends a turn" in printed
    assert "[pass] in brackets is the word" in printed
    assert "warning: CONSENSUS is a word that models also use to answer" in printed


def test_of_many_warnings_the_first_are_printed_and_how_many_more_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(f"word {number}" for number in range(1, 26)), encoding="utf-8")
    assert main(["words", "check", str(path)]) == exits.DONE
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 13
    assert printed[-1].endswith("warning: and 290 more pairs; --json lists them all")
    assert main(["words", "check", str(path), "--json"]) == exits.DONE
    assert len(json.loads(capsys.readouterr().out)["warnings"]) == 300


def test_a_game_in_a_language_without_known_forms_says_so_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "game.json", "--language", "xx") == exits.DONE
    assert "no word forms are known for language 'xx'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["play", "--headless"], ["words", "check", "any.txt"], ["clue", "check", "sea", "1", "--board", "SHIP"]],
)
def test_what_is_no_code_of_a_language_is_named_with_one_that_is(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--language", "klingon"]) == exits.WRONG_INPUT
    said = capsys.readouterr().err
    assert "'klingon' is not a language code; two or three small letters are needed, as in en or de\n" in said
    assert "pattern" not in said


@pytest.mark.parametrize("way", ["--plain", "--headless", "--json"])
def test_a_person_cannot_play_without_the_app(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.json"
    assert main(["play", "--red-cluer", "human", "--seed", "1", "--out", str(out), way]) == exits.WRONG_INPUT
    assert "a person plays red cluer, which takes the app" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["verify", "metrics"])
def test_samples_are_named_wherever_episodes_are(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "sample:solo"]) == exits.DONE
    assert main([command, "sample:nothing", "sample:solo"]) in (exits.WRONG_INPUT, exits.SOME_SKIPPED)
    assert "unknown sample 'nothing'" in capsys.readouterr().err


def test_a_folder_opens_as_a_library_and_an_empty_one_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[Any] = []

    def run_app(first: Any, look: Any) -> int:
        del look
        opened.append(first)
        return exits.DONE

    monkeypatch.setattr("codenames_tui.cli.commands.playing.replay.has_terminal", lambda: True)
    monkeypatch.setattr("codenames_tui.app.app.run_app", run_app)
    assert main(["replay", str(tmp_path)]) == exits.WRONG_INPUT
    assert "no episode in this folder" in capsys.readouterr().err
    play(tmp_path / "game.json")
    assert main(["replay", str(tmp_path)]) == exits.DONE
    assert [screen.folder for screen in opened] == [tmp_path]


@pytest.mark.parametrize(("wanted", "holds"), [(None, "__all__"), ("", "")])
def test_no_other_package_sees_what_is_read_unless_it_is_asked_to(
    wanted: str | None, holds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYDANTIC_DISABLE_PLUGINS", raising=False)
    if wanted is not None:
        monkeypatch.setenv("PYDANTIC_DISABLE_PLUGINS", wanted)
    assert main(["replay"]) == exits.DONE
    assert os.environ["PYDANTIC_DISABLE_PLUGINS"] == holds
