"""Fake models that play: what they answer to our prompts, and how whole games with them are set up."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from tests.fake_provider import FakeProvider, Json
from tests.patience import PATIENCE

from codenames_agents.catalogue import build_team
from codenames_agents.models.llm import LlmCluer, LlmGuesser
from codenames_agents.models.prompts import load_prompts
from codenames_agents.providers.errors import ProviderError
from codenames_agents.providers.provider import Policy, Provider
from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.usage import Usage
from codenames_core.files.record import EpisodeRecord
from codenames_core.game.agent import TeamAgents
from codenames_core.game.config import AgentConfig, GameConfig, Team, TeamConfig
from codenames_core.game.state import fold
from codenames_core.play.episode import EpisodeRunner, new_header

SHORT: Final = GameConfig(seed=7, max_turns=3, max_retries=1, max_rounds=1, outage_seconds=8)
"""A game in which even a seat that fails for ever is soon through."""
IMPATIENT: Final = Policy(api_retries=1, call_seconds=PATIENCE, ask_seconds=2 * PATIENCE, first_seconds=0.1)


def listed(prompt: str, label: str) -> list[str]:
    """The words behind a label in the last question of a prompt."""
    found = re.search(rf"^{re.escape(label)}: (.+)$", prompt, re.MULTILINE)
    return found[1].split(", ") if found else []


def plays(body: Json) -> str:
    """What a model says that understands our prompts: made-up clues, and the first words of the board."""
    messages = body["messages"]
    question = messages[-1]["content"]
    wants_json = "response_format" in body
    if "Give your clue" in question:
        own = listed(question, "Your team's words")[:2]
        # The first try is always refused by the referee: it is a word of the board.
        word = own[0] if own and "could not be used" not in question and " " not in own[0] else "QUIXLE"
        if wants_json:
            return json.dumps({"reasoning": "Both.", "targets": own, "clue": word, "number": 2})
        return f"REASONING: {' and '.join(own)} belong together.\nTARGETS: {', '.join(own)}\nCLUE: {word}\nNUMBER: 2"
    board = listed(question, "Words that are face down")
    if "What do you say" in question:
        if wants_json:
            return json.dumps({"message": f"{board[0]}, I think.", "consensus": "YES"})
        return f"{board[0]} first, then {board[1]}.\nCONSENSUS: YES"
    words = listed(question, "Your team's words")[:1] or board[:2]
    if wants_json:
        return json.dumps({"reasoning": "In order.", "guesses": words})
    return f"REASONING: in the order of the board.\nGUESSES: {', '.join(words)}\nCONFIDENCE: 60%"


class Memory(Transport):
    """A transport that answers from memory, and keeps what it was asked."""

    def __init__(self, text: Callable[[Json], str] = plays, *, schema: bool = False) -> None:
        self.text = text
        self.schema = schema
        self.calls: list[Call] = []
        self.failures: list[ProviderError] = []
        """Raised one after the other before anything is answered."""

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        self.calls.append(call)
        if self.failures:
            raise self.failures.pop(0)
        body: Json = {"messages": [dict(message) for message in call.request.messages]}
        if call.request.response_format:
            body["response_format"] = call.request.response_format
        text = self.text(body)
        if on_piece is not None:
            for at in range(0, len(text), 7):
                on_piece(text[at : at + 7])
        return RawAnswer(text, reasoning="hm", model="fake-2026", usage=Usage(40, 8, 16, 3), cost_usd=0.001)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        return self.schema

    async def close(self) -> None: ...


async def no_wait(seconds: float) -> None: ...


def door(transport: Any = None, **options: Any) -> Provider:
    """A provider that never really waits."""
    return Provider(transport, **{"policy": IMPATIENT, "sleep": no_wait, "chance": lambda: 1.0, **options})


def config(server: FakeProvider | None = None, **parameters: Any) -> AgentConfig:
    """The config of the fake model."""
    base = server.url if server else "http://127.0.0.1:9/v1"
    return AgentConfig(spec="openai/fake", api_base=base, **parameters)


def team_of(agent: AgentConfig, provider: Provider) -> TeamAgents:
    """Three agents of one model that ask at `provider`."""
    prompts = load_prompts()
    return TeamAgents(
        LlmCluer(agent, prompts, provider),
        LlmGuesser(agent, prompts, provider),
        LlmGuesser(agent, prompts, provider),
        TeamConfig.homogeneous(agent),
    )


def offline() -> TeamAgents:
    """A team that needs no model."""
    return build_team("random", seed=1)


def game(red: TeamAgents, blue: TeamAgents, rules: GameConfig = SHORT, **options: Any) -> EpisodeRunner:
    """A game that never really waits."""
    start = new_header(rules, red.config, blue.config, episode_id="test")
    return EpisodeRunner(start, red, blue, sleep=options.pop("sleep", no_wait), **options)


TEAMS: Final = (Team.RED, Team.BLUE)


def sound(record: EpisodeRecord) -> None:
    """The game is over, and its record says what its events say."""
    assert record.outcome is not None
    assert fold(record.initial_state(), record.public_transcript).outcome == record.outcome
    assert EpisodeRecord.model_validate_json(record.model_dump_json()) == record
