"""Recorded answers come back without a network, a key or litellm."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.agents.recordings import ASKED, Answering, recording

from codenames_agents.providers.cassette import Cassette, CassetteError
from codenames_agents.providers.errors import (
    ErrorKind,
    NotOnCassette,
    ProviderRefused,
    provider_error,
)
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Provider


def replaying(path: Path) -> Provider:
    return Provider(Answering(), cassette=Cassette.replay_from(path))


async def test_equal_questions_get_their_answers_in_the_order_of_the_recording(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    live = recording(path, "one", "two", provider_error(ErrorKind.SERVER, "down", status=500), "three")
    other = replace(ASKED, temperature=0.6)
    given = [await live.ask(ASKED), await live.ask(ASKED), await live.ask(other)]

    again = replaying(path)
    assert [await again.ask(ASKED), await again.ask(ASKED), await again.ask(other)] == given
    assert again.ledger.of("openai/fake") == live.ledger.of("openai/fake")
    assert given[2].attempts[0].outcome == "server error"


async def test_where_the_server_is_takes_no_part(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    await recording(path, "one").ask(ASKED)
    elsewhere = replace(ASKED, api_base=None, key_variable="NOBODY_HAS_SET_THIS")
    assert (await replaying(path).ask(elsewhere)).text == "one"


async def test_a_replayed_answer_is_shown_like_a_streamed_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    await recording(path, "one").ask(ASKED)
    heard: list[str] = []
    await replaying(path).ask(ASKED, on_token=heard.append)
    assert heard == ["one"]


async def test_a_failure_is_repeated_too(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(ProviderRefused) as live:
        await recording(path, provider_error(ErrorKind.QUOTA, "no money", status=429)).ask(ASKED)
    with pytest.raises(ProviderRefused) as again:
        await replaying(path).ask(ASKED)
    assert str(again.value) == str(live.value) == "quota used up (429): no money"
    assert again.value.attempts == live.value.attempts


async def test_a_missing_answer_names_the_request(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    await recording(path, "one").ask(ASKED)
    replay = replaying(path)
    await replay.ask(ASKED)
    with pytest.raises(
        NotOnCassette, match=r"game\.jsonl has no answer of openai/fake .*asked 1 times.*A clue, please"
    ):
        await replay.ask(ASKED)
    with pytest.raises(NotOnCassette, match=r"never asked.*Other words"):
        await replay.ask(replace(ASKED, messages=({"role": "user", "content": "Other words"},)))


def test_the_fingerprint_knows_all_that_is_asked_and_nothing_else() -> None:
    changes: list[ModelRequest] = [
        replace(ASKED, model="openai/other"),
        replace(ASKED, messages=()),
        replace(ASKED, temperature=None),
        replace(ASKED, max_tokens=5),
        replace(ASKED, seed=5),
        replace(ASKED, reasoning_effort="low"),
        replace(ASKED, response_format={"type": "object"}),
        replace(ASKED, extra={"top_p": 0.5}),
    ]
    assert len({ASKED.fingerprint(), *(one.fingerprint() for one in changes)}) == len(changes) + 1
    assert replace(ASKED, api_base="http://elsewhere", key_variable="X").fingerprint() == ASKED.fingerprint()
    # Frozen: a change would make every recorded cassette useless.
    assert ASKED.fingerprint() == "6a89764ff50b36ff9a2c5b39a2d66b3910ae75a869290f9d2c8cea91e9932263"


async def test_an_interrupted_recording_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    await recording(path, "one").ask(ASKED)
    with path.open("a") as file:
        file.write('{"key": "abc", "att')
    assert (await replaying(path).ask(ASKED)).text == "one"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("", "not a cassette"),
        ("\x00\x01", "not a cassette"),
        ('{"cassette": 99}', "not a cassette of version 1"),
        ('{"cassette": 1}\nnonsense\n{"key": "a"}', "line 2"),
        ('{"cassette": 1}\n{"key": "a", "attempt": 0, "reply": {"text": 5}}', "line 2"),
        ('{"cassette": 1}\n{"key": "a", "attempt": 0, "error": {"kind": "bad luck"}}', "line 2"),
        ('{"cassette": 1}\n[1]', "line 2"),
    ],
)
def test_a_file_that_is_no_cassette_says_where(tmp_path: Path, lines: str, complaint: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(lines)
    with pytest.raises(CassetteError, match=complaint):
        Cassette.replay_from(path)


def test_open_records_to_a_new_file_and_replays_an_old_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert not Cassette.open(path).is_replaying
    assert Cassette.open(path).is_replaying
    with pytest.raises(CassetteError, match="cannot record"):
        Cassette.record_to(path)
    with pytest.raises(CassetteError, match="No such file"):
        Cassette.replay_from(tmp_path / "missing")
    with pytest.raises(CassetteError, match=r": a directory$"):
        Cassette.open(tmp_path)


async def test_strange_characters_survive(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    text = "\x1b]0;x\x07 \u202e \ud800 é\r\n\u2028 end"
    given = await recording(path, text).ask(ASKED)
    assert await replaying(path).ask(ASKED) == given
    assert given.text == text.replace("\ud800", "\ufffd")


def test_a_replay_loads_no_litellm(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    reply = {"text": "one", "reasoning": "", "finish_reason": "stop", "model": "m", "latency_s": 1.0, "attempts": []}
    entry = {"key": ASKED.fingerprint(), "attempt": 0, "model": ASKED.model, "reply": reply}
    path.write_text('{"cassette":1}\n' + json.dumps(entry) + "\n")
    code = f"""
import asyncio, sys
from codenames_agents.providers.cassette import Cassette
from codenames_agents.providers.model_io import ModelRequest
from codenames_agents.providers.provider import Provider
request = ModelRequest("openai/fake", {ASKED.messages!r}, temperature=0.5)
print(asyncio.run(Provider(cassette=Cassette.replay_from({str(path)!r})).ask(request)).text, "litellm" in sys.modules)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "one False\n"
