"""Following a game by the journal that another process writes: by its tail, until its record takes its place."""

from pathlib import Path

import pytest
from tests.tui.table import BOARD, EVENTS, record_of

from codenames_core.files.journal import Header, JournalWriter
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.config import Seat
from codenames_core.support.errors import EpisodeFileError
from codenames_tui.game.sessions.journal import JournalSession

RECORD = record_of()
HEADER = Header(episode_id="a-game", config=RECORD.config, board=BOARD, teams=RECORD.teams)
CLUE_TRACE = AgentTrace(seat=Seat.RED_CLUER, question=Question.CLUE, at=0, turn=1, answer={"word": "sea", "number": 2})


def test_a_session_begins_at_the_end_and_takes_what_is_written_later(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter(path, HEADER)
    writer.answered(CLUE_TRACE)
    for event in EVENTS[:3]:
        writer.happened(event)
    session = JournalSession(path, message="Watching.")
    assert (session.first_position, session.message, session.standing.over) == (3, "Watching.", False)
    assert not session.look_again()
    writer.happened(EVENTS[3])
    assert session.look_again()
    assert session.timeline.events == EVENTS[:4]
    assert len(session.decisions) == 1
    assert session.record.public_transcript == list(EVENTS[:4])
    assert session.metrics is None
    writer.close()
    session.close()


def test_a_torn_line_waits_for_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter(path, HEADER)
    writer.happened(EVENTS[0])
    writer.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    session = JournalSession(path)
    assert len(session.timeline) == 0
    with path.open("ab") as file:
        file.write(whole[-5:])
    assert session.look_again()
    assert len(session.timeline) == 1
    session.close()


def test_the_record_brings_what_the_journal_did_not_and_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter(path, HEADER)
    for event in EVENTS[:5]:
        writer.happened(event)
    session = JournalSession(path)
    before = session.timeline
    writer.close()
    RECORD.save(path.with_suffix(".json"))
    path.unlink()
    assert session.look_again()
    assert session.timeline is before
    assert session.timeline.events == EVENTS
    assert session.standing.over
    assert session.standing.outcome == RECORD.outcome
    assert session.metrics is not None
    assert not session.look_again()


def test_a_game_that_is_over_is_read_from_its_record_and_a_missing_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(EpisodeFileError):
        JournalSession(path)
    RECORD.save(path.with_suffix(".json"))
    session = JournalSession(path, message="Watching.")
    assert (session.standing.over, session.message, len(session.timeline)) == (True, "", len(EVENTS))


def test_a_line_that_is_none_of_a_journal_ends_the_following_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    JournalWriter(path, HEADER).close()
    session = JournalSession(path)
    with path.open("ab") as file:
        file.write(b"nonsense\n")
    assert session.look_again()
    assert session.standing.over
    assert "line 2" in session.standing.trouble
