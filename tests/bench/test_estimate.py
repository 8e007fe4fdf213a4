"""What a dry run says, held against games that fake models of six kinds play and count the tokens of."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.agents.players import Memory, listed
from tests.bench.benchmarks import runner

from codenames_agents.models.prompts import load_prompts
from codenames_agents.providers.transport import Call, RawAnswer
from codenames_agents.providers.usage import Usage
from codenames_core.game.agent import Question
from codenames_core.game.board import deal
from codenames_core.game.config import AgentConfig, GameConfig, GameMode
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.estimate import estimate, hidden_tokens
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.experiment.typical_game import tokens_of_prompts
from codenames_metrics.run_folder.ledger import read_ledger

FACTOR = 1.5
"""So much an estimate may be off, either way."""
KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "chat": ({"spec": "openai/gpt-4o-mini"}, 0),
    "small": ({"spec": "ollama_chat/qwen2.5:1.5b"}, 0),
    "gpt-low": ({"spec": "openai/gpt-5", "reasoning_effort": "low"}, 350),
    "gpt-high": ({"spec": "openai/gpt-5", "reasoning_effort": "high"}, 4_800),
    "claude": ({"spec": "anthropic/x", "extra": {"thinking": {"type": "enabled", "budget_tokens": 1_024}}}, 900),
    "gemini": ({"spec": "gemini/gemini-2.5-pro"}, 1_300),
    "deepseek": ({"spec": "deepseek/deepseek-reasoner"}, 1_900),
}
"""Models, and how many tokens each fake hides before an answer."""
WORDS = re.compile(r"\w{1,4}|[^\w\s]")
"""Tokens, about as a tokenizer cuts them."""


class Player(Memory):
    """Plays as models do: to each clue it finds one word or two; and counts its tokens."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self._own: list[str] = []
        self._clues = 0

    async def send(self, call: Call, on_piece: Callable[[str], None] | None) -> RawAnswer:
        messages = [str(message["content"]) for message in call.request.messages]
        text = self._answer(messages[-1])
        usage = Usage(sum(4 + len(WORDS.findall(message)) for message in messages), _count(text) + self.hidden)
        return RawAnswer(text, model="fake", usage=usage)

    def _answer(self, question: str) -> str:
        hidden = listed(question, "Words that are face down")
        if "Give your clue" in question:
            self._own, self._clues = listed(question, "Your team's words"), self._clues + 1
            both = " and ".join(self._own[:2])
            return (
                f"REASONING: {both} have to do with one another, and nothing else on the table comes as close, so that "
                "the danger of the assassin is small and the number may be two.\n"
                f"TARGETS: {', '.join(self._own[:2])}\nCLUE: QUIXLE\nNUMBER: 2"
            )
        if "What do you say" in question:
            verdict = "NO" if self._clues % 3 == 0 and "NO" not in question else "YES"
            return (
                f"{hidden[0]} seems the best to me, since it has most to do with the clue, and after it {hidden[-1]}; "
                f"I would not go on to a third, for that may help the other team.\nCONSENSUS: {verdict}"
            )
        own = [word for word in self._own if word in hidden]
        guesses = ", ".join(own[: 1 + self._clues // 2 % 2])
        return f"REASONING: we agreed on these, in this order; the first is the safest.\nGUESSES: {guesses}"


def _count(text: str) -> int:
    return len(WORDS.findall(text))


def experiment(table: Mapping[str, Any], **fields: Any) -> ExperimentConfig:
    priced = {**table, "api_base": "http://127.0.0.1:9/v1", "price_in": 1.25, "price_out": 10.0, "output": "text"}
    usual: dict[str, Any] = {"name": "e", "models": ["m"], "model": {"m": priced}, "matchups": "mirror"}
    return ExperimentConfig(**{**usual, "seeds": "1..3", **fields})


RULES: dict[str, dict[str, Any]] = {
    "usual": {},
    "one round": {"max_rounds": 1},
    "single guesser": {"game_modes": ["single_guesser"]},
    "short prompts": {"prompts": "short"},
    "short games": {"max_turns": 6},
}
BOTH = [
    pytest.param(kind, rules, id=f"{kind} {name}", marks=[] if kind == "chat" or not rules else pytest.mark.soak)
    for kind in KINDS
    for name, rules in RULES.items()
]
"""Every kind with the usual rules, and all rules with one kind; `make full` tries all with all."""


@pytest.mark.parametrize(("kind", "rules"), BOTH)
async def test_an_estimate_is_near_what_is_counted(
    kind: str, rules: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for provider in ("ANTHROPIC", "GEMINI", "DEEPSEEK"):
        monkeypatch.setenv(f"{provider}_API_KEY", "none")
    table, hidden = KINDS[kind]
    config = experiment(table, **rules)
    (told,) = estimate(Plan(config)).models
    player = Player(hidden)
    await runner(config, tmp_path, player, concurrency=1).run()
    rows = read_ledger(tmp_path)
    counted = {
        "calls": len(rows),
        "tokens_in": sum(row.tokens_in or 0 for row in rows),
        "tokens_out": sum(row.tokens_out or 0 for row in rows),
        "cost_usd": sum(row.cost_usd or 0.0 for row in rows),
    }
    off = {name: getattr(told, name) / number for name, number in counted.items()}
    assert all(1 / FACTOR <= ratio <= FACTOR for ratio in off.values()), off


def test_prompts_are_those_of_the_set_and_of_the_mode() -> None:
    def tokens(prompts: str, **rules: Any) -> Mapping[Question, float]:
        config = GameConfig(seed=1, **rules)
        return tokens_of_prompts(load_prompts(prompts), config, deal(config))

    usual, short, quiet = tokens("default"), tokens("short"), tokens("default", surveillance=False)
    alone = tokens("default", mode=GameMode.SINGLE_GUESSER)
    assert set(usual) == {Question.CLUE, Question.MESSAGE, Question.GUESSES}
    assert set(alone) == {Question.CLUE, Question.GUESSES}
    assert all(short[question] < usual[question] for question in usual)
    assert all(quiet[question] < usual[question] for question in usual)


@pytest.mark.parametrize(
    ("spec", "hidden"),
    [
        ("openai/gpt-4o", 0),
        ("openai/gpt-5-chat-latest", 0),
        ("openai/gpt-5", 1_500),
        ("openrouter/openai/o3", 1_500),
        ("openai/gpt-5?reasoning_effort=minimal", 50),
        ("anthropic/claude-sonnet-4-5", 0),
        ("anthropic/claude-sonnet-4-5?reasoning_effort=high", 4_000),
        ("gemini/gemini-2.5-flash", 1_500),
        ("gemini/gemini-2.5-flash?reasoning_effort=none", 0),
        ("deepseek/deepseek-chat", 0),
        ("openrouter/deepseek/deepseek-r1", 1_500),
        ("ollama_chat/qwen3", 0),
    ],
)
def test_what_a_model_hides_follows_from_its_effort_and_its_name(spec: str, hidden: int) -> None:
    assert hidden_tokens(AgentConfig.parse(spec)) == hidden


def test_the_assumption_is_told_and_numbers_can_be_read() -> None:
    told = estimate(Plan(experiment({"spec": "openai/gpt-5"})))
    text = "\n".join(told.lines())
    assert re.search(r"m: about \d+ calls, \d+ thousand tokens in, \d+ thousand out, \$\d", text)
    assert re.search(r"thoughts    \d+ thousand of the tokens out of m are hidden: 1,500 per answer", text)
