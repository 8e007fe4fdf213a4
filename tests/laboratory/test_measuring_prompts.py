"""The script that measures prompt sets: it asks through the laboratory, and what it counts is what was answered."""

from pathlib import Path

import pytest
from scripts import measure_prompts
from tests.agents.players import Memory, door
from tests.laboratory.lab import recorded

from codenames_agents.models.prompts import load_prompts
from codenames_core.game.config import AgentConfig
from codenames_core.game.events import DiscussionMessage
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.laboratory import LabStatus
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, decisions_in

MODEL = AgentConfig.parse("openai/fake?api_base=http://127.0.0.1:9/v1")
SETS = {name: load_prompts(name) for name in ("default", "short")}


def positions() -> list[RecordedPosition]:
    return [one for kind in Kind for one in list(decisions_in(recorded(), kind))[:3]]


async def test_every_set_is_asked_every_question_once_and_what_is_kept_is_not_asked_again(tmp_path: Path) -> None:
    memory = Memory()
    asked = positions()
    for _ in range(2):
        status = await measure_prompts.measure(tmp_path, MODEL, SETS, asked, 2, door(memory))
        assert status is LabStatus.DONE
        assert len(memory.calls) == len(SETS) * len(asked) * 2
    answers = measure_prompts.kept_answers(tmp_path, SETS)
    assert len(answers) == len(memory.calls)
    by_kind = {kind: [one for one in answers if one.kind is kind] for kind in Kind}
    assert all(one.readable for one in answers)
    assert not any(one.legal for one in by_kind[Kind.CLUE]), (
        "the first try is a word of the board, and there is no second"
    )
    assert all(one.legal for kind in (Kind.MESSAGE, Kind.GUESS) for one in by_kind[kind])
    assert all(one.on_target == 0 for one in by_kind[Kind.CLUE])
    assert {one.set for one in answers} == set(SETS)
    table = list(measure_prompts.rows(answers))
    assert len(table) == 2 + len(SETS) * len(Kind)
    assert len(list(measure_prompts.differences(answers))) == 2 + len(Kind)
    for order in (SETS, dict(reversed(SETS.items()))):
        first, second = order
        told = list(measure_prompts.differences(measure_prompts.kept_answers(tmp_path, order)))[2]
        assert told.startswith(f"| {second} - {first} |"), "the others less the first that is named, whoever came first"


async def test_with_more_tries_legal_is_still_the_first_and_forfeited_says_that_none_could_be_used(
    tmp_path: Path,
) -> None:
    asked = [one for one in positions() if one.kind is Kind.CLUE]
    sets = {"default": SETS["default"]}
    for tries, forfeited in ((1, 1), (4, 0)):
        memory, folder = Memory(), tmp_path / str(tries)
        await measure_prompts.measure(folder, MODEL, sets, asked, 1, door(memory), tries)
        answers = measure_prompts.kept_answers(folder, sets)
        assert not any(one.legal for one in answers), "the first try is a word of the board"
        assert [one.forfeited for one in answers] == [forfeited] * len(asked)
        assert all(one.on_target == 0 for one in answers)
        assert len(memory.calls) > len(asked) * (tries > 1)


async def test_a_folder_of_other_questions_or_sets_is_refused(tmp_path: Path) -> None:
    await measure_prompts.measure(tmp_path, MODEL, SETS, positions()[:1], 1, door(Memory()))
    with pytest.raises(InputError, match="holds answers to prompts"):
        await measure_prompts.measure(tmp_path, MODEL, SETS, positions()[:2], 1, door(Memory()))
    with pytest.raises(InputError, match="name that prompt set with --set"):
        measure_prompts.kept_answers(tmp_path, {"default": SETS["default"]})


def test_of_each_board_one_position_of_each_kind_is_drawn_and_the_same_ones_again() -> None:
    first, again = (next(measure_prompts.drawn_positions(list(Kind), 3)) for _ in range(2))
    assert [one.kind for one in first] == list(Kind)
    assert [one.id for one in first] == [one.id for one in again]
    assert all(one.state.turn.number <= 3 for one in first)
    quiet = next(measure_prompts.drawn_positions(list(Kind), 3, talk=False))
    assert [one.kind for one in quiet] == list(Kind)
    said = [event for one in quiet for event in one.state.public_transcript if isinstance(event, DiscussionMessage)]
    assert not said
