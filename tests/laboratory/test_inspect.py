"""A suite as a task of inspect_ai: the same answers are worth the same there, to the last digit."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.agents.players import Memory, door, no_wait, plays
from tests.laboratory.lab import fresh

from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.asking.positions import Kind
from codenames_metrics.laboratory.suites.plan import planned
from codenames_metrics.laboratory.suites.report import SuiteResults
from codenames_metrics.laboratory.suites.running import open_suite_folder, read_suite_run, run_suite
from codenames_metrics.laboratory.suites.suite_file import Suite, write_suite

pytestmark = [pytest.mark.inspect, pytest.mark.filterwarnings("default")]
"""Warnings of a package that is somebody else's are theirs."""
pytest.importorskip("inspect_ai", reason="the extra `inspect` is not installed")

MODEL = "openai/fake?api_base=http://127.0.0.1:9/v1"
PANEL = ("vector:novice", "random")
SCORED = ("recall", "precision", "net_words", "assassin", "gain")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A small suite of all kinds."""
    positions = tuple(one for kind in Kind for one in fresh(kind, 5))
    write_suite(Suite("small", positions, {}), tmp_path / "small.jsonl")
    return tmp_path / "small.jsonl"


def evaluated(suite: Path, kind: Kind) -> Any:
    """What inspect_ai makes of a suite, asking a model that answers as `plays` does."""
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from codenames_metrics.laboratory.suites.inspect_tasks import codenames_suite

    def answer(messages: Any, *_: Any) -> Any:
        output = ModelOutput.from_content("mockllm/model", plays({"messages": [_plain(one) for one in messages]}))
        output.usage = ModelUsage(input_tokens=40, output_tokens=8, total_tokens=48)
        return output

    model = get_model("mockllm/model", custom_outputs=answer)
    task = codenames_suite(suite=str(suite), kind=str(kind), panel=",".join(PANEL))
    (log,) = evaluate(task, model=model, display="none", log_dir=str(suite.parent / "logs"), fail_on_error=True)
    return log


def _plain(message: Any) -> dict[str, str]:
    return {"role": message.role, "content": message.text}


def ours(suite: Path, kind: Kind) -> SuiteResults:
    """What `suite run` makes of the same answers."""
    from codenames_metrics.laboratory.suites.suite_file import load_suite

    async def ask() -> LabStatus:
        plan = planned(load_suite(suite), [MODEL], PANEL, kinds=[kind])
        with open_suite_folder(suite.parent / "ours", load_suite(suite), plan) as lab:
            async with Laboratory(lab, sleep=no_wait, provider=door(Memory())) as laboratory:
                return await run_suite(laboratory, plan)

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, ask()).result() is LabStatus.DONE
    return read_suite_run(suite.parent / "ours")


@pytest.mark.parametrize("kind", list(Kind))
def test_answers_are_worth_the_same_to_the_last_digit(suite: Path, kind: Kind) -> None:
    log, found = evaluated(suite, kind), ours(suite, kind)
    assert log.status == "success"
    rows = {row.position: row for row in found.rows}
    assert {sample.id for sample in log.samples} == set(rows)
    for sample in log.samples:
        (score,) = sample.scores.values()
        scored = score.metadata["codenames row"]
        expected = rows[sample.id]._asdict()
        apart = {"model", "speaker", "cost_usd"} if kind is Kind.CLUE else {"model", "cost_usd"}
        assert {name: value for name, value in scored.items() if name not in apart} == {
            name: value for name, value in expected.items() if name not in apart
        }
    (model,) = found.models
    told = {score.name: {name: one.value for name, one in score.metrics.items()} for score in log.results.scores}
    assert set(told) == set(SCORED)
    for name in SCORED:
        value = model.measures[name]
        if value.mean is None:
            assert told[name]["mean"] != told[name]["mean"]
        else:
            assert told[name]["mean"] == value.mean
            assert told[name]["stderr"] == value.standard_error or value.standard_error is None


def test_the_model_sees_what_a_suite_asks_and_no_key_but_in_the_question_for_a_clue(suite: Path) -> None:
    log = evaluated(suite, Kind.GUESS)
    for sample in log.samples:
        asked = json.dumps([message.model_dump(mode="json") for message in sample.messages])
        assert sample.target not in ("", None)
        assert "assassin:" not in asked.casefold()
        assert [message.role for message in sample.messages][-1] == "assistant"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"kind": "poem"}, "there is no kind 'poem'; there are clue, message, guess"),
        ({"suite": "nowhere.jsonl"}, "nowhere"),
        ({"panel": "openai/x"}, "openai/x is a language model"),
        ({"prompts": "unknown"}, "unknown"),
    ],
)
def test_what_is_no_task_is_named(suite: Path, options: dict[str, str], complaint: str) -> None:
    from codenames_metrics.laboratory.suites.inspect_tasks import codenames_suite

    with pytest.raises(InputError, match=complaint):
        codenames_suite(**{"suite": str(suite), **options})


def test_inspect_finds_the_task_in_its_file(suite: Path) -> None:
    from codenames_metrics.laboratory.suites import inspect_tasks

    task = f"{inspect_tasks.__file__}@codenames_suite"
    options = ["--model", "mockllm/model", "-T", f"suite={suite}", "-T", "kind=poem", "--display", "plain"]
    command = [sys.executable, "-m", "inspect_ai", "eval", task, *options]
    done = subprocess.run(command, cwd=suite.parent, capture_output=True, text=True, check=False)
    assert "there is no kind 'poem'" in " ".join((done.stdout + done.stderr).split())
