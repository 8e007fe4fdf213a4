"""A model that answers at once from memory, and the experiments that are played with it."""

import asyncio
from collections.abc import Callable

from codenames_agents.providers.transport import Call, Endpoint, RawAnswer, Transport
from codenames_agents.providers.usage import Usage
from codenames_metrics.experiment.config import ExperimentConfig


def answer_to(question: str) -> str:
    """Return what the model says: a made-up clue, agreement, a pass."""
    if "Give your clue" in question:
        return "REASONING: Both.\nCLUE: QUIXLE\nNUMBER: 2"
    return "Let us see.\nCONSENSUS: YES" if "What do you say" in question else "GUESSES: PASS"


class Instant(Transport):
    """Answers every question at once."""

    calls = 0

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        """See `Transport`."""
        self.calls += 1
        text = answer_to(str(call.request.messages[-1]["content"]))
        await asyncio.sleep(0)
        return RawAnswer(text, model="instant", usage=Usage(1_000, 30), cost_usd=0.001)

    async def takes_schema(self, model: str, endpoint: Endpoint) -> bool:
        """See `Transport`."""
        return False

    async def close(self) -> None:
        """See `Transport`."""


def mirror_of(games: int, turns: int, api_base: str = "http://127.0.0.1:9/v1") -> ExperimentConfig:
    """Return an experiment of a model against itself: a turn is a clue, two messages and a list of guesses."""
    model = {"spec": "openai/instant", "api_base": api_base, "output": "text"}
    seeds = f"0..{games - 1}"
    fields = {"models": ["m"], "model": {"m": model}, "matchups": "mirror", "seeds": seeds, "max_turns": turns}
    return ExperimentConfig.model_validate({"name": "mirror", **fields})
