"""Games that begin where another stopped: who plays on, and which options make no sense then."""

import argparse
import asyncio
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from codenames_core.files.journal import read_journal
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import GameConfig, Seat, Team, TeamConfig
from codenames_core.game.events import Clue
from codenames_tui.cli import command_line, exits, main
from codenames_tui.setup.prepared_games import PreparedGame, new_game
from codenames_tui.ui.shell import resume_command, shell_quoted


def script(path: Path, clue: str) -> Path:
    """A script whose every turn gives `clue` and touches nothing."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"turns": [{"clue": [clue, 0]}] * 5}))
    return path


def line_up(**seats: str) -> TeamConfig:
    return TeamConfig.model_validate({"cluer": "random", "guesser_1": "random", "guesser_2": "random", **seats})


def begun(out: Path, **red: str) -> PreparedGame:
    """A game that is about to be played."""
    return new_game(GameConfig(seed=7, max_turns=4), {Team.RED: line_up(**red), Team.BLUE: line_up()}, out=out)


async def interrupt(game: PreparedGame, events: int) -> None:
    task = asyncio.create_task(game.runner.run())
    async for _ in game.runner.stream.follow():
        if len(game.runner.state.public_transcript) >= events:
            break
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a scripted game was interrupted; its script was moved to another folder since."""
    old = script(tmp_path / "old" / "red.json", "sea")
    asyncio.run(interrupt(begun(tmp_path / "game.json", cluer=f"scripted:{old}"), 2))
    (tmp_path / "new").mkdir()
    old.rename(tmp_path / "new" / "red.json")
    return tmp_path


def headless(*arguments: Any) -> int:
    return main(["play", "--headless", *map(str, arguments)])


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_script_that_is_not_found_says_which_option_to_give(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert headless("--resume", folder / "game.jsonl") == exits.WRONG_INPUT
    said = complaint(capsys)
    assert "red cluer: red.json: No such file" in said
    assert "--red-cluer SPEC" in said


def test_a_script_that_is_named_again_plays_on_as_if_nothing_had_happened(folder: Path) -> None:
    again = f"scripted:{folder / 'new' / 'red.json'}"
    assert headless("--resume", folder / "game.jsonl", "--red-cluer", again) == exits.DONE
    record = EpisodeRecord.load(folder / "game.json")
    assert record.seat_changes == []
    whole = begun(folder / "whole.json", cluer=again)
    assert record.public_transcript == asyncio.run(whole.runner.run()).public_transcript
    assert str(folder) not in (folder / "game.json").read_text()


def test_whoever_is_named_in_a_resumed_game_plays_on_and_is_recorded(folder: Path) -> None:
    other = script(folder / "new" / "other.json", "sky")
    before = read_journal(folder / "game.jsonl").played.events
    assert headless("--resume", folder / "game.jsonl", "--red-cluer", f"scripted:{other}", "--blue", "ghost:pass") == 0
    record = EpisodeRecord.load(folder / "game.json")
    assert tuple(record.public_transcript[: len(before)]) == before
    changes = {change.seat: (change.at, change.agent.spec) for change in record.seat_changes}
    assert changes == {
        Seat.RED_CLUER: (len(before), "scripted:other.json"),
        Seat.BLUE_CLUER: (len(before), "ghost:pass"),
        Seat.BLUE_GUESSER_1: (len(before), "ghost:pass"),
        Seat.BLUE_GUESSER_2: (len(before), "ghost:pass"),
    }
    clues = [event.word for event in record.public_transcript if isinstance(event, Clue) and event.team is Team.RED]
    assert clues[1:] == ["sky"] * len(clues[1:])
    assert str(folder) not in (folder / "game.json").read_text()


def test_who_was_named_before_still_plays_after_a_second_interruption(folder: Path) -> None:
    script(folder / "new" / "other.json", "sky")
    journal = folder / "game.jsonl"
    spec = f"scripted:{folder / 'new' / 'other.json'}"
    assert headless("--resume", journal, "--red-cluer", spec, "--out", folder / "one.json") == exits.DONE
    lines = read_journal_lines(folder / "one.json", journal)
    journal.write_text("".join(lines))
    assert headless("--resume", journal, "--red-cluer", spec, "--out", folder / "two.json") == exits.DONE
    one, two = EpisodeRecord.load(folder / "one.json"), EpisodeRecord.load(folder / "two.json")
    assert one.seat_changes == two.seat_changes
    assert one.public_transcript == two.public_transcript


def read_journal_lines(record: Path, journal: Path) -> list[str]:
    """The journal of `record` as it was just after the seat had changed hands."""
    done = EpisodeRecord.load(record)
    at = done.seat_changes[0].at
    header = {
        "episode_id": done.episode_id,
        "config": done.config,
        "board": done.board,
        "teams": done.teams,
        "metadata": done.metadata,
    }
    dumped = json.loads(done.model_dump_json(include=set(header)))
    lines = [{"header": dumped}]
    decisions = [trace for trace in done.decisions() if trace.at is not None and trace.at < at]
    for index, event in enumerate(done.public_transcript[:at]):
        lines += [{"answer": json.loads(one.model_dump_json())} for one in decisions if one.at == index]
        lines.append({"event": json.loads(event.model_dump_json())})
    lines += [{"seat": json.loads(change.model_dump_json())} for change in done.seat_changes]
    assert not journal.exists()
    return [json.dumps(line, separators=(",", ":")) + "\n" for line in lines]


def test_a_forked_script_is_named_again_and_no_record_holds_its_folder(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = f"scripted:{folder / 'new' / 'red.json'}"
    parent, fork = folder / "game.json", folder / "fork.json"
    assert headless("--resume", folder / "game.jsonl", "--red-cluer", again) == exits.DONE
    capsys.readouterr()
    assert headless("--from", parent, "--at", 3, "--out", fork) == exits.WRONG_INPUT
    assert "--red-cluer SPEC" in complaint(capsys)
    assert headless("--from", parent, "--at", 3, "--out", fork, "--red-cluer", again) == exits.DONE
    assert EpisodeRecord.load(fork).seat_changes == []
    other = script(folder / "new" / "other.json", "sky")
    assert headless("--from", parent, "--at", 3, "--out", folder / "2.json", "--red-cluer", f"scripted:{other}") == 0
    (change,) = EpisodeRecord.load(folder / "2.json").seat_changes
    assert change.agent.spec == "scripted:other.json"
    assert str(folder) not in (folder / "2.json").read_text()


def _rule_options() -> list[str]:
    """All options of `play` that say how a game is played."""
    play: Any = next(
        action.choices["play"]
        for action in command_line.parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    rules = next(group for group in play._action_groups if group.title == "rules")
    return [action.option_strings[0] for action in rules._group_actions]


VALUES = {"--mode": ["no_assassin"], "--clue-rules": ["basic"], "--blind": [], "--no-surveillance": []}


@pytest.mark.parametrize("source", ["--resume", "--from"])
@pytest.mark.parametrize("option", _rule_options())
def test_rules_cannot_be_changed_in_the_middle_of_a_game(
    option: str, source: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "game.jsonl").read_bytes()
    assert headless(source, folder / "game.jsonl", option, *VALUES.get(option, ["3"])) == exits.WRONG_INPUT
    assert f"{option} cannot be given with {source}" in complaint(capsys)
    assert (folder / "game.jsonl").read_bytes() == before


@pytest.mark.parametrize("options", [["--from", "game.json"], ["--at", "3"]])
def test_a_game_starts_at_one_place(options: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert headless("--resume", folder / "game.jsonl", *options) == exits.WRONG_INPUT
    assert f"{options[0]} cannot be given with --resume" in complaint(capsys)


@pytest.mark.parametrize(
    "path", ["a.jsonl", "a  b.jsonl", "it's.jsonl", "-x.jsonl", "a\nb.jsonl", "\x1b[31m\u202e.jsonl"]
)
def test_a_command_that_is_copied_names_the_same_file(path: str) -> None:
    command = resume_command(Path(path))
    assert command.isprintable()
    if not shell_quoted(path).startswith("$'"):
        assert Path(shlex.split(command)[-1]) == Path(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"turns": [{"clue": ["sea", "two"]}]}', "turns[0].clue.answer[1]: 'two' is not a clue number"),
        ('{"turns": [{"clue": [["a", 1], ["b", "x"]]}]}', "turns[0].clue.tries[1][1]: 'x' is not a clue number"),
        ('{"turns": [{"clue": ["sea", 2], "clue": ["sky", 2]}]}', "duplicate key 'clue'; keep one of the two"),
    ],
)
def test_a_script_says_what_is_wrong_with_it(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script.json").write_text(text)
    assert headless("--red", f"scripted:{tmp_path / 'script.json'}") == exits.WRONG_INPUT
    assert said in complaint(capsys)


def test_a_winner_that_did_not_win_is_said_beside_a_plain_replay(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = folder / "game.json"
    headless("--resume", folder / "game.jsonl", "--red", "vector:bold", "--blue", "ghost:pass")
    tree = json.loads(record.read_text())
    record.write_text(json.dumps({**tree, "winner": "blue"}))
    capsys.readouterr()
    assert main(["replay", "--plain", str(record)]) == exits.DONE
    assert f"winner: recorded blue, replayed {tree['winner']}" in capsys.readouterr().err
