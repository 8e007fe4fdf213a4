"""The engine: every answer is kept, nothing is asked or paid twice, and a budget ends it without loss."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.agents.players import Memory, door
from tests.laboratory.lab import answered, asked, fresh

from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.errors import ErrorKind, provider_error
from codenames_agents.providers.prices import StatedPrice
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.answer_file import NAME, read_answers
from codenames_metrics.laboratory.asking.executors import AnswersInProcesses, AnswersOnCluster
from codenames_metrics.laboratory.asking.lab_folder import opened
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.run_folder.ledger import read_ledger
from codenames_metrics.run_folder.open_questions import left_open

MODEL = "openai/fake?api_base=http://127.0.0.1:9/v1"


async def test_what_is_answered_is_not_asked_again(tmp_path: Path) -> None:
    memory = Memory()
    questions = asked(fresh(Kind.GUESS), MODEL)
    first, _ = await answered(tmp_path, questions, provider=door(memory))
    calls = len(memory.calls)
    again, _ = await answered(tmp_path, questions, provider=door(memory))
    assert first.answered == again.answered == again.begun_with == len(questions)
    assert first.status is LabStatus.DONE
    assert len(memory.calls) == calls


async def test_a_file_that_is_cut_off_anywhere_goes_on_to_the_same_answers(tmp_path: Path) -> None:
    questions = asked(fresh(Kind.GUESS), "random", repeats=2)
    await answered(tmp_path / "whole", questions)
    whole = (tmp_path / "whole" / NAME).read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 12)):
        folder = tmp_path / str(place)
        folder.mkdir()
        (folder / NAME).write_bytes(whole[:place])
        with pytest.raises(FileNotFoundError):
            (folder / "laboratory.json").read_bytes()
        await answered(folder, questions)
        assert _decided(folder) == _decided(tmp_path / "whole")


def _decided(folder: Path) -> dict[object, object]:
    return {key: trace.answer for key, trace in read_answers(folder).items()}


async def test_a_budget_ends_it_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    questions = asked(fresh(Kind.GUESS), MODEL, repeats=3)
    first, _ = await answered(tmp_path, questions, provider=door(Memory()), budget_usd=0.0035, concurrency=2)
    assert first.status is LabStatus.BUDGET
    assert 0 < first.answered < len(questions)
    assert first.spent_usd <= 0.0035
    then, _ = await answered(tmp_path, questions, provider=door(Memory()), budget_usd=1.0)
    assert (then.status, then.answered, then.begun_with) == (LabStatus.DONE, len(questions), first.answered)
    assert then.spent_usd == pytest.approx(0.001 * len(questions))


@pytest.mark.parametrize(
    ("spec", "stated", "killed"),
    [
        ("ollama_chat/fake?api_base=http://127.0.0.1:9", None, 0),
        ("ollama_chat/fake?api_base=http://127.0.0.1:9", StatedPrice(1.0, 1.0), 1),
        (MODEL, None, 1),
        (MODEL, StatedPrice(0.0, 0.0), 0),
    ],
)
async def test_a_killed_request_costs_nothing_where_the_model_is_free(
    tmp_path: Path, spec: str, stated: StatedPrice | None, killed: int
) -> None:
    """As in a run of games; what was open in a laboratory when it was killed had an unknown cost."""
    provider = door(_Stays())
    provider.stated_price = stated
    with opened(tmp_path, "suite", "test", dict) as lab:
        async with Laboratory(lab, provider=provider) as laboratory:
            asking = asyncio.create_task(laboratory.ask(asked(fresh(Kind.GUESS, 1), spec)))
            await _Stays.is_asked.wait()
            assert len(list(left_open(tmp_path))) == killed
            asking.cancel()
            await asyncio.wait([asking])
            assert laboratory.progress.unpriced == killed


class _Stays(Memory):
    """A model that never answers."""

    is_asked: asyncio.Event

    def __init__(self) -> None:
        super().__init__()
        _Stays.is_asked = asyncio.Event()

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        _Stays.is_asked.set()
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_model_that_cannot_be_asked_leaves_its_questions_for_the_next_session(tmp_path: Path) -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.AUTHENTICATION, "no", status=401)] * 100
    questions = [*asked(fresh(Kind.GUESS), MODEL), *asked(fresh(Kind.GUESS), "random")]
    progress, _ = await answered(tmp_path, questions, provider=door(memory), concurrency=1)
    assert progress.status is LabStatus.INCOMPLETE
    assert progress.answered == len(questions) // 2
    assert len(memory.calls) == 1
    assert "openai/fake" in progress.last_failure
    then, _ = await answered(tmp_path, questions, provider=door(Memory()))
    assert (then.status, then.answered) == (LabStatus.DONE, len(questions))


async def test_the_progress_names_a_model_that_is_waited_for_and_why(tmp_path: Path) -> None:
    memory = Memory()
    memory.failures = [provider_error(ErrorKind.CONNECTION, "refused")] * 4
    told = []

    async def look(seconds: float) -> None:
        told.append(laboratory.progress.line())

    with opened(tmp_path, "suite", "test", dict) as lab:
        async with Laboratory(lab, sleep=look, provider=door(memory)) as laboratory:
            await laboratory.ask(asked(fresh(Kind.GUESS, 1), MODEL))
            laboratory.finish()
            told.append(laboratory.progress.line())
    waits = "waiting for openai/fake, which cannot be reached (no connection after 2 tries: refused)"
    assert told[0] == f"0 of 1 question answered, {waits}"
    assert told[-1] == "1 of 1 question answered, $0.00"


async def test_an_answer_that_the_rules_refuse_is_asked_again_as_in_a_game(tmp_path: Path) -> None:
    _, laboratory = await answered(tmp_path, asked(fresh(Kind.CLUE, 1), MODEL), provider=door(Memory()))
    (trace,) = laboratory.answers.values()
    assert trace.answer == {"word": "QUIXLE", "number": 2}
    assert [refused.failure for refused in trace.refused] == ["illegal"]
    assert len(read_ledger(tmp_path)) == 2


async def test_answers_come_from_a_cassette_as_they_were_recorded(tmp_path: Path) -> None:
    questions = asked(fresh(Kind.GUESS), MODEL, repeats=2)
    tape = tmp_path / "tape.jsonl"
    await answered(tmp_path / "a", questions, provider=door(Memory(), cassette=Cassette.open(tape)), concurrency=1)
    silent = Memory(lambda _: "nothing")
    await answered(tmp_path / "b", questions, provider=door(silent, cassette=Cassette.open(tape)), concurrency=1)
    assert _decided(tmp_path / "a") == _decided(tmp_path / "b")
    assert not silent.calls


async def test_other_processes_give_the_same_answers(tmp_path: Path) -> None:
    questions = asked(fresh(Kind.GUESS), "random")
    await answered(tmp_path / "here", questions)
    await answered(tmp_path / "there", questions, answerer=AnswersInProcesses(1))
    assert _decided(tmp_path / "here") == _decided(tmp_path / "there")


@pytest.mark.cluster
async def test_a_cluster_gives_the_same_answers(tmp_path: Path) -> None:
    questions = asked(fresh(Kind.GUESS), "random")
    await answered(tmp_path / "here", questions)
    await answered(tmp_path / "there", questions, answerer=AnswersOnCluster(workers=1))
    assert _decided(tmp_path / "here") == _decided(tmp_path / "there")


async def test_models_are_not_asked_in_other_processes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="openai/fake is a language model"):
        await answered(tmp_path, asked(fresh(Kind.GUESS), MODEL), answerer=AnswersInProcesses(1))


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, "suite", "one", dict):
        pass
    with (
        pytest.raises(InputError, match="holds answers to suite one, not to probe two"),
        opened(tmp_path, "probe", "two", dict),
    ):
        pass


def test_two_cannot_work_in_one_folder(tmp_path: Path) -> None:
    with (
        opened(tmp_path, "suite", "one", dict),
        pytest.raises(InputError, match="is being written"),
        opened(tmp_path, "suite", "one", dict),
    ):
        pass


@pytest.mark.parametrize("line", [b"{}\n", b"[]\n", b"nonsense\n", b'{"position": 1, "arm": "a", "repeat": 0}\n'])
def test_a_line_that_is_no_answer_is_named(tmp_path: Path, line: bytes) -> None:
    good = json.dumps({"position": "p", "arm": "a", "repeat": 0, "trace": {}}).encode() + b"\n"
    (tmp_path / NAME).write_bytes(good + line)
    with pytest.raises(InputError, match="line 2: not an answer"):
        read_answers(tmp_path)
