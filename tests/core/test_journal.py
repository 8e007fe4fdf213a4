"""The journal: whenever a process dies, the game goes on where it was, and nobody is asked twice."""

import asyncio
import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.core.journals import GAMES, Teams, golden, lines_of, resumed, stand_in, written
from tests.games import (
    BOARD,
    BUSY_BLUE,
    RED_WORDS,
    WINNING_RED,
    NoteTaker,
    ghost,
    golden_episode,
    header,
    idle,
    moves,
    play,
    runner,
    story,
    taking_notes,
    team,
    turn,
)

from codenames_agents.catalogue import build_team
from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser, ScriptedTurn
from codenames_core.files.journal import JournalWriter, journal_line, read_journal
from codenames_core.files.record import EpisodeRecord, read_episode
from codenames_core.game.agent import AgentTrace, AnyCluerView, FailureKind, TeamAgents, Unreadable
from codenames_core.game.config import AgentConfig, GameConfig, GameMode, Role, Seat, Team
from codenames_core.game.events import Clue, DiscussionMessage
from codenames_core.play.episode import EpisodeRunner, fork, new_header, resume_journal
from codenames_core.play.pause_gate import PauseGate
from codenames_core.support.errors import EpisodeFileError, FileInTheWayError, StorageError

CHECKOUT = Path(__file__).parents[2]
ROOTS = os.pathsep.join(str(CHECKOUT / root) for root in (".", "core", "agents"))
SCRIPTED = AgentConfig(spec="scripted")


# Dying at any moment


@pytest.mark.parametrize("torn", [False, True], ids=["between two lines", "in the middle of a line"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_killed_anywhere_ends_as_if_nothing_had_happened(tmp_path: Path, name: str, torn: bool) -> None:
    teams, config = GAMES[name]
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    record = written(teams(), config, whole)
    lines = lines_of(whole)
    for count in range(1, len(lines) + (not torn)):
        rest = lines[count][: len(lines[count]) // 2] if torn else b""
        cut.write_bytes(b"".join(lines[:count]) + rest)
        assert resumed(cut, teams()) == record, f"cut after line {count}"
        assert cut.read_bytes() == whole.read_bytes(), f"cut after line {count}"


@pytest.mark.parametrize("name", GAMES)
def test_a_line_that_lost_its_last_byte_is_dropped(tmp_path: Path, name: str) -> None:
    teams, config = GAMES[name]
    path = tmp_path / "game.jsonl"
    record = written(teams(), config, path)
    path.write_bytes(path.read_bytes()[:-1])
    assert read_journal(path).torn == len(lines_of(path)[-1])
    assert resumed(path, teams()) == record


@pytest.mark.parametrize("name", GAMES)
def test_no_answered_question_is_asked_twice(tmp_path: Path, name: str) -> None:
    teams, config = GAMES[name]
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    written(teams(), config, whole)
    lines = lines_of(whole)
    answers = sum(line.startswith(b'{"answer"') for line in lines)
    for count in range(1, len(lines) + 1):
        cut.write_bytes(b"".join(lines[:count]))
        answered = sum(line.startswith(b'{"answer"') for line in lines[:count])
        journal, writer = resume_journal(cut)
        asked: list[Any] = []
        game = runner(*teams(), start=journal.header, played=journal.played, journal=writer, substitute=stand_in)
        game.asked = lambda seat, question, asked=asked: asked.append((seat, question))  # type: ignore[method-assign,misc]
        asyncio.run(game.run())
        assert len(asked) == answers - answered, f"cut after line {count}"


def test_a_list_of_guesses_that_was_left_in_the_middle_is_revealed_to_its_end_without_asking(tmp_path: Path) -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=1)
    script = turn("sea", 4, "ANCHOR", "DRAGON", "FALCON")
    path = tmp_path / "game.jsonl"
    record = written((team(script), idle()), config, path)
    lines = lines_of(path)
    first_guess = next(index for index, line in enumerate(lines) if line.startswith(b'{"event":{"type":"guess"'))
    path.write_bytes(b"".join(lines[: first_guess + 1]))
    red = taking_notes(team(script))
    assert resumed(path, (red, idle())) == record
    assert moves(record.public_transcript)[1:4] == [
        f"red touches {word}: correct" for word in ("ANCHOR", "DRAGON", "FALCON")
    ]
    noted: Any = red
    assert (noted.cluer.views, noted.guesser_1.views) == ([], [])


def test_the_newcomer_of_a_resumed_game_gets_no_list_of_its_predecessor(tmp_path: Path) -> None:
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=1)
    path = tmp_path / "game.jsonl"
    written((team(turn("sea", 4, "ANCHOR", "DRAGON")), idle()), config, path)
    path.write_bytes(b"".join(lines_of(path)[:5]))  # up to the first guess
    journal, writer = resume_journal(path)
    game = runner(idle(), idle(), start=journal.header, played=journal.played, journal=writer)
    game.swap(Seat.RED_GUESSER_1, ScriptedGuesser([turn("sea", 4, "WALNUT")]), SCRIPTED)
    record = asyncio.run(game.run())
    assert moves(record.public_transcript) == [
        "red: sea 4",
        "red touches ANCHOR: correct",
        "red touches WALNUT: correct",
        "red passes: stopped",
    ]


async def test_a_newcomer_at_the_gate_is_told_of_no_refusals_after_a_crash_either(tmp_path: Path) -> None:
    """Red's cluer is refused, the game pauses, the seat changes hands, and the process dies before anybody answers."""
    bad = ScriptedCluer([ScriptedTurn(clue=((RED_WORDS[0], 1), ("sea", 1)))])
    guesser = ScriptedGuesser([ScriptedTurn()])
    red = TeamAgents(bad, guesser, guesser)
    start = new_header(GameConfig(), red.config, red.config, board=BOARD)
    writer = JournalWriter(tmp_path / "game.jsonl", start)
    game = EpisodeRunner(start, red, red, journal=writer, gate=PauseGate(paused=True))
    playing = asyncio.create_task(game.run())
    game.step()
    while not game.tries:
        await game.changes.wait()
    seen: list[int] = []

    class Newcomer:
        async def generate_clue(self, view: AnyCluerView) -> Any:
            seen.append(len(view.rejected))
            return Clue("river", 1)

    game.swap(Seat.RED_CLUER, Newcomer())  # type: ignore[arg-type]
    game.step()
    while len(game.tries) < 3:
        await game.changes.wait()
    game.stop()
    await asyncio.wait({playing})
    assert seen == [0]
    kept = read_journal(tmp_path / "game.jsonl").played.tries
    assert [one.failure for one in kept[:2]] == [FailureKind.ILLEGAL, FailureKind.REPLACED]


@pytest.mark.parametrize("kept", range(4))
def test_a_takeover_is_kept_in_the_journal(tmp_path: Path, kept: int) -> None:
    """Takeover in the middle of a list; then the process dies after any of the lines that follow."""
    config = GameConfig(mode=GameMode.SINGLE_GUESSER, max_turns=1)
    path = tmp_path / "game.jsonl"
    start = header(config)
    newcomer = ScriptedGuesser([turn("sea", 4, "WALNUT")])

    async def with_takeover() -> EpisodeRecord:
        game = runner(team(turn("sea", 4, "ANCHOR", "DRAGON")), idle(), start=start, journal=JournalWriter(path, start))
        game.pause()
        playing = asyncio.create_task(game.run())
        while len(game.state.public_transcript) < 2:
            game.step()
            await asyncio.sleep(0)
        game.swap(Seat.RED_GUESSER_1, newcomer, SCRIPTED)
        game.resume()
        return await playing

    record = asyncio.run(with_takeover())
    lines = lines_of(path)
    change = next(index for index, line in enumerate(lines) if line.startswith(b'{"seat"'))
    path.write_bytes(b"".join(lines[: change + 1 + kept]))
    agents = TeamAgents(team(turn("sea", 4)).cluer, newcomer, newcomer)
    assert resumed(path, (agents, idle())) == record
    assert record.seat_changes[0].at == 2


# A torn end is said


def test_a_torn_end_is_counted_and_said(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    written(golden(), GameConfig(), path)
    lines = lines_of(path)
    path.write_bytes(b"".join(lines[:10]) + lines[10][:7])
    journal = read_journal(path)
    assert (journal.torn, journal.size) == (7, sum(map(len, lines[:10])))
    record, notes = read_episode(path)
    assert notes[0] == "7 bytes of an unfinished last line were dropped"
    assert "unfinished" in notes[1]
    assert (record.outcome, record.winner) == (None, None)


@pytest.mark.parametrize(
    "data", [b"", b'{"header":{"schema_ver', b"\n", b"hello\n", b'{"event":{}}\n', b"{}\n", b"\xff\n"]
)
def test_a_file_that_is_no_journal_is_said_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with pytest.raises(EpisodeFileError, match=r"game\.jsonl"):
        resume_journal(path)
    assert path.read_bytes() == data


def test_a_damaged_line_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    written(golden(), GameConfig(), path)
    lines = lines_of(path)
    for damaged in (b'{"event":{"type":"guess"}}\n', b'{"event":\n', b'{"wrong":1}\n', b'{"answer":{"at":"x"}}\n'):
        path.write_bytes(b"".join([*lines[:4], damaged, *lines[4:]]))
        before = path.read_bytes()
        with pytest.raises(EpisodeFileError, match="line 5"):
            resume_journal(path)
        assert path.read_bytes() == before


def test_events_that_do_not_follow_cannot_be_played_on_but_can_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    written(golden(), GameConfig(), path)
    lines = [line for line in lines_of(path) if b'"event":{"type":"clue"' not in line]
    path.write_bytes(b"".join(lines))
    with pytest.raises(EpisodeFileError, match=r"line 3: this answer belongs at event 1 but stands at event 0$"):
        resume_journal(path)
    record, notes = read_episode(path)
    assert "event 0: discussion before clue; it was skipped" in notes
    assert record.outcome is None


# One writer


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter(path, header())
    with pytest.raises(StorageError, match="another process"):
        resume_journal(path)
    writer.close()
    _, second = resume_journal(path)
    second.close()


def test_a_writer_knows_the_header_that_it_wrote_and_none_that_it_found(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter(path, header())
    writer.close()
    assert writer.first_line == path.read_bytes() == journal_line("header", header())
    again, _ = JournalWriter.resume(path)
    again.close()
    assert (again.first_line, again.path) == (b"", path)


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileInTheWayError, match="already exists"):
        JournalWriter(path, header())
    assert path.read_text() == "mine"


# The disk says no


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="could not be written"):
        JournalWriter(tmp_path / "file" / "game.jsonl", header())

    def read_only(*_: Any) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(StorageError, match="Read-only file system"):
        JournalWriter(tmp_path / "game.jsonl", header())


@pytest.mark.parametrize("partly", [False, True], ids=["refused whole", "written in part"])
@pytest.mark.parametrize("lines", range(0, 24, 3))
def test_a_full_disk_stops_the_game_and_leaves_the_journal_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: int, partly: bool
) -> None:
    path = tmp_path / "game.jsonl"
    start = header()
    whole = written(golden(), GameConfig(), tmp_path / "whole.jsonl")
    game = runner(*golden(), start=start, journal=JournalWriter(path, start))
    write, left = os.write, [lines]

    def onto_a_full_disk(file: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] >= 0:
            return write(file, data)
        if partly and left[0] == -1:
            return write(file, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", onto_a_full_disk)
        with pytest.raises(StorageError, match=r"game\.jsonl could not be written: No space left"):
            asyncio.run(game.run())
    assert path.read_bytes() == b"".join(lines_of(tmp_path / "whole.jsonl")[: lines + 1])
    assert resumed(path, golden()) == whole


FILLS_THE_DISK = """
import asyncio, resource, sys
from pathlib import Path
from codenames_core.support.errors import StorageError
from tests.core.journals import golden, written
from codenames_core.game.config import GameConfig
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    written(golden(), GameConfig(), Path(sys.argv[1]))
except StorageError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [100, 3500, 5001])
def test_a_real_limit_on_the_size_of_files_is_a_clear_error(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "game.jsonl"
    said = run_python(FILLS_THE_DISK, str(path), str(limit))
    assert "game.jsonl could not be written: the file would become larger than a limit allows" in said
    if limit == 100:  # not even the header found room, so there is nothing to keep
        assert not path.exists()
    else:
        assert read_journal(path).torn == 0
        assert resumed(path, golden()) == asyncio.run(golden_episode())


def run_python(code: str, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": ROOTS}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


# kill -9

DIES = """
import os, sys
from pathlib import Path
from codenames_core.game.config import GameConfig
from tests.core.journals import golden, written

path, fatal, part = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
write, writes = os.write, 0

def write_and_wait(file, data):
    # At the fatal write, only a part of the line gets out; then the process waits for its end.
    global writes
    writes += 1
    if writes < fatal:
        return write(file, data)
    write(file, data[: int(len(data) * part)])
    print("waiting", flush=True)
    return sys.stdin.read()

os.write = write_and_wait
written(golden(), GameConfig(), path)
"""


@pytest.mark.parametrize(("fatal", "part"), [(2, 0.0), (9, 0.5), (23, 0.9), (40, 1.0)])
def test_kill_9_in_the_middle_of_a_write_loses_at_most_that_line(tmp_path: Path, fatal: int, part: float) -> None:
    path = tmp_path / "game.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-c", DIES, str(path), str(fatal), str(part)],
        env=os.environ | {"PYTHONPATH": ROOTS},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"waiting\n"
        with pytest.raises(StorageError, match="another process"):
            JournalWriter.resume(path)
        process.kill()
    assert len(lines_of(path)) in (fatal - 1, fatal)
    assert (read_journal(path).torn > 0) is (0 < part < 1)
    assert resumed(path, golden()) == asyncio.run(golden_episode())


# Forks


def forked(record: EpisodeRecord, at: int, teams: Teams, **options: Any) -> EpisodeRecord:
    start, played = fork(record, at, episode_id="fork", **options)
    return asyncio.run(runner(*teams, start=start, played=played, substitute=stand_in).run())


def public(record: EpisodeRecord) -> dict[str, Any]:
    return record.model_dump(include={"public_transcript", "outcome", "winner", "board", "config", "traces"})


@pytest.mark.parametrize("name", ["golden", "clumsy", "penalty", "penalty, blind", "substitutes"])
def test_a_fork_that_changes_nothing_replays_its_parent(tmp_path: Path, name: str) -> None:
    teams, config = GAMES[name]
    record = written(teams(), config, tmp_path / "game.jsonl")
    for at in range(len(record.public_transcript) + 1):
        child = forked(record, at, teams())
        assert public(child) == public(record), f"fork at {at}"
        assert child.parent is not None
        assert (child.parent.episode_id, child.parent.at) == ("test", at)


def test_a_fork_of_random_agents_replays_its_parent() -> None:
    def teams() -> Teams:
        return build_team("random", seed=1), build_team("random", seed=2)

    record = asyncio.run(play(*teams(), GameConfig(max_turns=8)))
    for at in range(len(record.public_transcript) + 1):
        assert public(forked(record, at, teams())) == public(record)


def test_a_fork_of_a_fork_replays_its_parent_too() -> None:
    record = asyncio.run(golden_episode())
    for first in range(0, len(record.public_transcript), 4):
        child = forked(record, first, golden())
        for second in range(0, len(record.public_transcript), 3):
            assert public(forked(child, second, golden())) == public(record)


def test_a_fork_with_another_guesser_in_the_middle_of_a_list_drops_the_rest() -> None:
    record = asyncio.run(golden_episode())
    at = moves_up_to(record, "red touches FALCON: correct")
    changed = {role.value: SCRIPTED for role in Role}
    teams = {Team.RED: record.teams[Team.RED].model_copy(update=changed), Team.BLUE: record.teams[Team.BLUE]}
    newcomer = NoteTaker(ScriptedGuesser([turn("", 0), turn("wings", 2, "WALNUT", "GARDEN"), turn("", 0)]))
    red = TeamAgents(idle().cluer, newcomer, newcomer)
    start, played = fork(record, at, teams=teams, episode_id="fork")
    game = runner(red, team(*BUSY_BLUE), start=start, played=played)
    child = asyncio.run(until_turn(game, 4))
    assert moves(child.public_transcript[at:])[:2] == ["red touches WALNUT: correct", "red touches GARDEN: neutral"]
    assert newcomer.views[0].guesses_remaining == 2
    assert {change.at for change in child.seat_changes} == {at}
    assert [change.seat for change in child.seat_changes] == [Seat.of(Team.RED, role) for role in Role]


async def until_turn(game: EpisodeRunner, number: int) -> EpisodeRecord:
    playing = asyncio.create_task(game.run())
    while game.state.turn.number < number:
        await game.changes.wait()
    playing.cancel()
    await asyncio.wait({playing})
    return game.record()


def moves_up_to(record: EpisodeRecord, move: str) -> int:
    told = [moves([event])[:1] for event in record.public_transcript]
    return told.index([move]) + 1


def test_a_fork_keeps_its_list_where_only_the_cluer_changes() -> None:
    record = asyncio.run(golden_episode())
    at = moves_up_to(record, "red touches FALCON: correct")
    red = record.teams[Team.RED].model_copy(update={"cluer": SCRIPTED})
    start, played = fork(record, at, teams={Team.RED: red, Team.BLUE: record.teams[Team.BLUE]})
    child = asyncio.run(until_turn(runner(*golden(), start=start, played=played), 4))
    assert moves(child.public_transcript[at:])[:2] == ["red touches DRAGON: correct", "red touches WALNUT: correct"]


def test_the_parent_of_a_fork_stays_as_it_is() -> None:
    record = asyncio.run(golden_episode())
    before = record.to_json()
    forked(record, 7, (team(*WINNING_RED), ghost()))
    assert record.to_json() == before


def test_the_journal_of_a_fork_is_whole_or_says_that_it_is_not(tmp_path: Path) -> None:
    record = asyncio.run(golden_episode())
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    start, played = fork(record, 17, episode_id="fork")
    game = runner(*golden(), start=start, played=played, journal=JournalWriter(whole, start, played))
    child = asyncio.run(game.run())
    assert public(child) == public(record)
    lines = lines_of(whole)
    for count in range(1, len(lines) + 1):
        cut.write_bytes(b"".join(lines[:count]))
        shared = sum(line.startswith(b'{"event"') for line in lines[:count])
        if shared < 17:
            with pytest.raises(EpisodeFileError, match="fork its original again"):
                resume_journal(cut)
        else:
            assert resumed(cut, golden()) == child


def test_a_fork_shares_its_board_however_it_was_dealt() -> None:
    record = asyncio.run(golden_episode())
    start, _ = fork(record, 3)
    assert start.board == BOARD
    assert start.episode_id != record.episode_id
    assert isinstance(record.public_transcript[0], Clue)


def test_what_no_file_can_hold_is_replaced_before_it_is_written(tmp_path: Path) -> None:
    """A model may well answer with half of a surrogate pair."""
    half = "half \ud83d"
    trace = AgentTrace(
        raw=half, reasoning=half, note=half, model=half, intended_targets=(half,), messages=({"a": [half, {half: 1}]},)
    )

    class Odd:
        async def generate_clue(self, view: Any) -> Any:
            return Clue("sea", 2) if view.rejected else Clue(half, 2), trace

        async def discuss(self, view: Any, discussion_so_far: Any) -> Any:
            return (DiscussionMessage(text=half, consensus=True) if view.rejected else Unreadable(half)), trace

        async def make_guesses(self, view: Any, discussion: Any) -> Any:
            return [half]

    red = TeamAgents(Odd(), Odd(), Odd())  # type: ignore[arg-type]
    path = tmp_path / "game.jsonl"
    record = written((red, idle()), GameConfig(max_turns=1), path)
    assert "red guesser 1: half \ufffd (agrees)" in story(record.public_transcript)
    assert EpisodeRecord.load(path) == record
    assert EpisodeRecord.load(record.save(tmp_path / "game.json")) == record
