"""Golden files: boards that a seed gives for ever, and one episode, folded and decided again."""

import asyncio
import difflib
import json
from functools import reduce
from pathlib import Path

import pytest
from tests.games import golden_episode, idle
from tests.golden.regenerate import FOLDER, SEEDS, golden_files

from codenames_core.audit.verify import differences
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, Question
from codenames_core.game.board import deal
from codenames_core.game.config import GameConfig
from codenames_core.game.state import fold
from codenames_core.play.orchestrator import TurnOrchestrator

REGENERATE = "if that is what you want: python -m tests.golden.regenerate, and read the difference"


@pytest.mark.parametrize(("name", "content"), list(golden_files().items()), ids=golden_files())
def test_the_code_makes_what_the_golden_file_holds(name: str, content: str) -> None:
    kept = (FOLDER / name).read_text("utf-8")
    change = difflib.unified_diff(kept.splitlines(), content.splitlines(), "golden", "today", lineterm="")
    assert kept == content, "\n".join([*list(change)[:40], REGENERATE])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_golden_board_is_dealt_word_by_word_in_its_order(seed: int) -> None:
    golden = json.loads((FOLDER / f"board-{seed}.json").read_text("utf-8"))["key"]
    board = deal(GameConfig(seed=seed))
    assert list(board.words) == list(golden)
    assert board.key == golden


@pytest.fixture
def episode() -> EpisodeRecord:
    return EpisodeRecord.load(FOLDER / "episode.json")


def test_the_golden_episode_folds_to_its_outcome(episode: EpisodeRecord) -> None:
    state = fold(episode.initial_state(), episode.public_transcript)
    assert state.outcome == episode.outcome
    assert differences(episode) == []


def test_the_golden_episode_is_decided_again_as_it_was(episode: EpisodeRecord) -> None:
    """Each recorded answer, given to the rules once more at its place, yields the events that followed it then."""
    decisions = episode.decisions()
    ends = [trace.at for trace in decisions[1:]] + [len(episode.public_transcript)]
    for trace, end in zip(decisions, ends, strict=True):
        assert trace.at is not None
        assert asyncio.run(events_of(trace, episode)) == episode.public_transcript[trace.at : end]


async def events_of(trace: AgentTrace, episode: EpisodeRecord) -> list[object]:
    """What the recorded answer leads to at its place, by the rules of today; nobody is asked."""
    state = episode.state_at(trace.at or 0)
    table = TurnOrchestrator(idle(), idle())
    table.resume_with([trace])
    match trace.question:
        case Question.CLUE:
            after, _ = await table.run_clue_phase(state.current_turn, state)
        case Question.GUESSES:
            after, _ = await table.run_guess_phase(state.current_turn, state)
        case _:
            after, _ = await table.run_discussion_phase(state.current_turn, state)
    since = after.public_transcript[len(state.public_transcript) :]
    return list(since[:1] if trace.question is Question.MESSAGE else since)


def test_the_golden_episode_is_played_again_as_it_was(episode: EpisodeRecord) -> None:
    assert asyncio.run(golden_episode()) == episode


def test_golden_files_hold_no_path_time_or_host() -> None:
    for name in golden_files():
        text = (FOLDER / name).read_text("utf-8")
        assert str(Path.home()) not in text
        marks = ("http://www.w3.org/2000/svg", "/>", "</", " / ")  # of a picture
        assert "/" not in (text if name.endswith((".json", ".txt")) else reduce(_without, marks, text))


def _without(text: str, part: str) -> str:
    return text.replace(part, "")
