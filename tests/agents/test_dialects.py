"""Whole games with models that think, each against a server that speaks its dialect: streamed, and in whole answers."""

from typing import Any

import pytest
from tests.agents.dialects import DIALECTS, TOKENS_OUT, Dialect, question_of, speaks
from tests.agents.players import SHORT, door, game, plays, sound, team_of
from tests.fake_provider import PLANTED, FakeProvider, Json

from codenames_agents.providers.transports.choice import TransportName
from codenames_agents.providers.transports.routing import RoutedTransport, speaks_openai
from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import AgentConfig
from codenames_core.game.events import Clue

pytestmark = [
    pytest.mark.filterwarnings("ignore:::(litellm|pydantic)"),
    pytest.mark.usefixtures("litellm_is_loaded", "own_provider"),
]

STRAIGHT = [name for name, one in DIALECTS.items() if speaks_openai(one.model, one.endpoint)]
WAYS = [(name, TransportName.LITELLM) for name in DIALECTS] + [(name, TransportName.AUTO) for name in STRAIGHT]
ONE_TURN = SHORT.model_copy(update={"max_turns": 1})


def says(body: Json) -> str:
    return plays({"messages": [{"content": question_of(body)}]})


@pytest.mark.parametrize(
    ("name", "transport", "streams"),
    [
        pytest.param(*way, streams, marks=pytest.mark.soak if streams and way[1] is TransportName.LITELLM else ())
        for way in WAYS
        for streams in (False, True)
    ],
)
async def test_a_game_is_played_in_the_dialect(
    name: str, transport: TransportName, streams: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialect = DIALECTS[name]
    if dialect.key:
        monkeypatch.setenv(dialect.key, PLANTED)
    async with FakeProvider([speaks(dialect)], text=says) as server:
        base = server.url.removesuffix("/v1") + dialect.path
        provider = door()
        provider.transport = RoutedTransport(transport)
        agent = AgentConfig.parse(dialect.spec).model_copy(update={"api_base": base, "output": "text"})
        six = team_of(agent, provider)
        played = game(six, six, ONE_TURN)
        heard: list[str] = []
        if streams:
            played.on_said = lambda seat, piece: heard.append(piece or "")
        record = await played.run()
        await provider.close()
    sound(record)
    decisions = record.decisions()
    assert [trace.failure for trace in decisions] == [None] * 4
    assert [event.word for event in record.public_transcript if isinstance(event, Clue)] == ["QUIXLE"]
    refused = [attempt.failure for trace in decisions for attempt in trace.refused]
    assert refused == [FailureKind.ILLEGAL]  # a word of the board, as ever the first try
    assert len(server.requests) == provider.ledger.of(agent.spec).attempts == 5
    for request in server.requests:
        assert holds(request.body, dialect.asked)
        assert "temperature" not in str(request.body)
    for trace in decisions:
        check_thoughts(dialect, trace)
    if streams and "in the text" not in name and "alone" not in name:
        assert "TRAP" not in "".join(heard)


def check_thoughts(dialect: Dialect, trace: AgentTrace) -> None:
    assert (trace.tokens_in or 0) % 40 == 0
    assert (trace.tokens_out or 0) % TOKENS_OUT == 0
    if dialect.counts_thoughts:
        assert trace.tokens_reasoning
    if dialect.shows_thoughts:
        assert "that is not it" in trace.reasoning + trace.raw
    assert "TRAP" not in str(trace.answer)


def holds(body: Any, wanted: Any) -> bool:
    """Whether all of `wanted` is in `body`."""
    if isinstance(wanted, dict):
        return isinstance(body, dict) and all(holds(body.get(name), value) for name, value in wanted.items())
    return bool(body == wanted)
