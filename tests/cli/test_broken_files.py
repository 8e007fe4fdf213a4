"""Every command that reads a game, on files that are broken: one message, the right exit code, no traceback."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codenames_agents.catalogue import build_team
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import AgentConfig, GameConfig, Seat
from codenames_tui.cli import exits, main
from codenames_tui.setup.prepared_games import forked_game, new_game, resumed_game

CONFIG = GameConfig(seed=7, max_turns=4)
LATE = {"type": "guess", "team": "red", "word": "X", "card": "red", "result": "correct"}

Tree = dict[str, Any]
Break = Callable[[bytes], bytes]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """An episode and the whole journal of the same game."""
    folder = tmp_path_factory.mktemp("game")
    started = new_game(CONFIG, _teams("random"), out=folder / "game.json")
    record = asyncio.run(started.runner.run())
    journal = started.journal.path.read_bytes()
    return started.seal(record).read_bytes(), journal


def _teams(spec: str) -> Any:
    agents = build_team(spec)
    return dict.fromkeys(("red", "blue"), agents.config)


def tree(change: Callable[[Tree], Any]) -> Break:
    """Break the tree of an episode."""

    def broken(data: bytes) -> bytes:
        fields = json.loads(data)
        change(fields)
        return json.dumps(fields).encode()

    return broken


def replaced(old: bytes, new: bytes) -> Break:
    return lambda data: data.replace(old, new, 1)


UNREADABLE: dict[str, Break] = {
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "a byte of Latin-1": replaced(b'"spec"', b'"sp\xe9c"'),
    "not a number": replaced(b"300.0", b"NaN"),
    "a duplicate key": replaced(b'"max_rounds"', b'"max_rounds":3,"max_rounds"'),
    "an older schema": replaced(b'"max_rounds"', b'"weather"'),
    "cut in half": lambda data: data[: len(data) // 2],
    "nothing": lambda data: b"",
    "deep": replaced(b'"spec"', b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"spec"'),
    "half of a pair": replaced(b'"random"', b'"\\ud800"'),
    "one team": replaced(b'"blue"', b'"red "'),
    "a board of 24": tree(lambda fields: fields["board"]["words"].pop()),
    "several episodes": lambda data: data + data,
    "a schema that is text": tree(lambda fields: fields.update(schema_version="1.0.0-beta")),
}
DIFFERENT: dict[str, Break] = {
    "a guess before its clue": tree(lambda fields: fields["public_transcript"].pop(0)),
    "another word": tree(lambda fields: fields["public_transcript"][0].update(word="PAINT")),
    "a late event": tree(lambda fields: fields["public_transcript"].append(LATE)),
    "another winner": tree(lambda fields: fields.update(winner="red" if fields["winner"] == "blue" else "blue")),
    "no end": tree(lambda fields: fields.update(public_transcript=fields["public_transcript"][:-3])),
    "a change of seats too late": tree(
        lambda fields: fields.update(seat_changes=[{"seat": "red_cluer", "at": 999, "agent": "random"}])
    ),
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(list(arguments))
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return code, said


def assert_refused(result: tuple[int, str], path: Path) -> None:
    code, said = result
    assert code == exits.WRONG_INPUT
    assert said.count("\n") == 1
    assert said.count(str(path)) == 1
    assert said.rstrip("\n").isprintable()


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_broken_episode_is_one_line_whatever_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: tuple[bytes, bytes], what: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(UNREADABLE[what](game[0]))
    out = ("--out", str(tmp_path / "fork.json"))
    assert_refused(run(capsys, "verify", str(path)), path)
    assert_refused(run(capsys, "replay", "--plain", str(path)), path)
    assert_refused(run(capsys, "play", "--headless", "--from", str(path), "--at", "2", *out), path)
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("what", [name for name in UNREADABLE if name[0] != "a" or "byte" in name or "key" in name])
def test_a_journal_that_is_broken_in_the_same_way_is_one_line_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: tuple[bytes, bytes], what: str
) -> None:
    header, rest = game[1].split(b"\n", 1)
    path = tmp_path / "game.jsonl"
    path.write_bytes(UNREADABLE[what](header) + b"\n" + rest)
    before = path.read_bytes()
    assert_refused(run(capsys, "verify", str(path)), path)
    assert_refused(run(capsys, "replay", "--plain", str(path)), path)
    assert_refused(run(capsys, "play", "--headless", "--resume", str(path)), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", DIFFERENT)
def test_an_episode_that_contradicts_itself_is_shown_and_the_answer_of_verify_is_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: tuple[bytes, bytes], what: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(DIFFERENT[what](game[0]))
    assert run(capsys, "replay", "--plain", str(path))[0] == exits.DONE
    assert main(["verify", str(path)]) == exits.ANSWER_IS_NO
    assert "as recorded" not in capsys.readouterr().out


def test_a_fork_at_events_that_do_not_follow_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: tuple[bytes, bytes]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(DIFFERENT["a guess before its clue"](game[0]))
    code, said = run(
        capsys, "play", "--headless", "--from", str(path), "--at", "2", "--out", str(tmp_path / "fork.json")
    )
    assert code == exits.WRONG_INPUT
    assert "cannot be forked at 2: event 0: discussion before clue" in said


def test_a_journal_whose_events_do_not_follow_is_shown_but_not_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: tuple[bytes, bytes]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(line for line in game[1].splitlines(keepends=True) if b'{"type":"clue"' not in line))
    before = path.read_bytes()
    assert run(capsys, "replay", "--plain", str(path))[0] == exits.DONE
    assert run(capsys, "verify", str(path))[0] == exits.ANSWER_IS_NO
    assert_refused(run(capsys, "play", "--headless", "--resume", str(path)), path)
    assert path.read_bytes() == before


# Seats that changed hands


def with_a_takeover(tmp_path: Path, spec: str) -> Path:
    """A journal that ends with the words: red's cluer is somebody else from now on."""
    start = new_game(CONFIG, _teams("random"), out=tmp_path / "game.json")
    start.runner.swap(Seat.RED_CLUER, build_team("ghost:pass").cluer, AgentConfig(spec=spec))
    start.journal.close()
    return start.journal.path


def test_whoever_took_over_last_plays_on_after_a_resume(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = with_a_takeover(tmp_path, "ghost:pass")
    assert run(capsys, "play", "--headless", "--resume", str(path))[0] == exits.DONE
    record = EpisodeRecord.load(tmp_path / "game.json")
    assert [trace.is_ghost for trace in record.decisions() if trace.seat is Seat.RED_CLUER] == [True, True]
    assert not any(trace.is_ghost for trace in record.decisions() if trace.seat is not Seat.RED_CLUER)
    assert [change.agent.spec for change in record.seat_changes] == ["ghost:pass"]
    assert main(["verify", str(tmp_path / "game.json")]) == exits.DONE


def test_a_fork_seats_who_took_over_and_resumes_with_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "play", "--headless", "--resume", str(with_a_takeover(tmp_path, "ghost:pass")))
    parent, fork = tmp_path / "game.json", tmp_path / "fork.json"
    assert run(capsys, "play", "--headless", "--from", str(parent), "--at", "1", "--out", str(fork))[0] == exits.DONE
    assert EpisodeRecord.load(fork).public_transcript == EpisodeRecord.load(parent).public_transcript
    killed = forked_game(EpisodeRecord.load(parent), 1, out=tmp_path / "killed.json")
    killed.journal.close()
    again = resumed_game(killed.journal.path)
    assert asyncio.run(again.runner.run()).public_transcript == EpisodeRecord.load(parent).public_transcript


def test_an_occupant_that_cannot_be_built_is_named_with_its_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = with_a_takeover(tmp_path, "Newcomer")
    before = path.read_bytes()
    code, said = run(capsys, "play", "--headless", "--resume", str(path))
    assert code == exits.WRONG_INPUT
    assert "red cluer: unknown agent 'Newcomer'" in said
    assert path.read_bytes() == before


def test_the_folder_of_a_newcomers_script_enters_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "secret-folder" / "script.json"
    script.parent.mkdir()
    script.write_text('{"turns": []}')
    parent, fork = tmp_path / "game.json", tmp_path / "fork.json"
    quick = ("--red", "random", "--blue", "random", "--seed", "7", "--max-turns", "2")
    run(capsys, "play", "--headless", "--out", str(parent), *quick)
    arguments = ("--from", str(parent), "--at", "3", "--out", str(fork), "--blue", f"scripted:{script}")
    assert run(capsys, "play", "--headless", *arguments)[0] == exits.DONE
    assert EpisodeRecord.load(fork).seat_changes
    assert "secret-folder" not in fork.read_text()
