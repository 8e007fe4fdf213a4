"""Whole games of a real model: `CODENAMES_TUI_LOCAL_MODEL=http://127.0.0.1:8080/v1 pytest -m local_model`.

A small model may play as badly as it likes. What is asserted is that every game ends properly; what is reported is how
often its answers could be used.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from codenames_agents.catalogue import build_team, close_models
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import AgentTrace, FailureKind, Question
from codenames_core.game.config import GameConfig, TeamConfig
from codenames_core.game.state import fold
from codenames_core.play.episode import run_episode

SERVER = os.environ.get("CODENAMES_TUI_LOCAL_MODEL", "")
GAMES = int(os.environ.get("CODENAMES_TUI_LOCAL_GAMES", "1"))

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        not SERVER, reason="CODENAMES_TUI_LOCAL_MODEL names no server, such as http://127.0.0.1:8080/v1"
    ),
    pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"),
]


def report(records: Iterable[EpisodeRecord]) -> Iterator[str]:
    """How often answers could be used, a line for each kind of question, and why not."""
    asked = [trace for record in records for trace in record.decisions() if trace.messages]
    for question in Question:
        traces = [trace for trace in asked if trace.question is question]
        if traces:
            first = sum(not trace.refused and trace.failure is None for trace in traces)
            last = sum(trace.failure is None for trace in traces)
            yield f"{question}: {len(traces)} decisions, {first} used at the first try, {last} in the end"
    for (kind, failure, reason), count in Counter(_refusals(asked)).most_common():
        yield f"  {count} × {kind} {failure}: {reason}"
    seconds = sum(trace.latency_s or 0 for trace in asked) + sum(
        one.latency_s or 0 for trace in asked for one in trace.refused
    )
    tries = [*asked, *(one for trace in asked for one in trace.refused)]
    tokens_in, tokens_out = (sum(getattr(one, name) or 0 for one in tries) for name in ("tokens_in", "tokens_out"))
    yield f"{len(tries)} tries, {tokens_in} tokens in, {tokens_out} out, {seconds:.0f} s"


def _refusals(traces: Iterable[AgentTrace]) -> Iterator[tuple[str, str, str]]:
    for trace in traces:
        for one in trace.refused:
            yield str(trace.question), str(one.failure), _kind_of(one.reason)
        if trace.failure is not None:
            yield str(trace.question), str(trace.failure), _kind_of(trace.refusal or "")


def _kind_of(reason: str) -> str:
    """The reason without the words of one answer, so that equal kinds are counted together."""
    return " ".join("…" if "'" in word or word.isupper() else word for word in reason.split())[:90]


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("mixed", [False, True], ids=["all seats", "guessers only"])
async def test_a_real_model_plays_a_whole_game(game: int, mixed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"openai/local?api_base={SERVER}&max_tokens=160&temperature=0.2"
    red = TeamConfig.model_validate({"cluer": "vector" if mixed else spec, "guesser_1": spec, "guesser_2": spec})
    config = GameConfig(seed=game, max_rounds=1, max_turns=10)
    record = await run_episode(config, build_team(red), build_team("vector" if mixed else red))
    await close_models()
    assert record.outcome is not None
    assert fold(record.initial_state(), record.public_transcript).outcome == record.outcome
    assert not any(trace.failure in (FailureKind.ERROR, FailureKind.OUT_OF_REACH) for trace in record.decisions())
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join([f"{record.outcome}", *report([record])]) + "\n")


def main() -> None:
    """Report on episodes that were saved."""
    records = [EpisodeRecord.load(Path(name)) for name in sys.argv[1:]]
    sys.stdout.write("\n".join(report(records)) + "\n")


if __name__ == "__main__":
    main()
