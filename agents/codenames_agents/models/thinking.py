"""What follows from telling a model to think: which settings its provider then refuses, and how it would take them.

Providers take it in many ways: as an effort, as a budget of tokens, as a switch, in parameters of their own.
"""

from typing import Any, Final

from pydantic import JsonValue

from codenames_agents.providers.model_io import ModelRequest
from codenames_core.game.config import AgentConfig

_OF_THINKING: Final = ("thinking", "think", "enable_thinking", "reasoning", "chat_template_kwargs", "extra_body")
"""Names under which providers take whether, or how much, a model thinks."""
_OFF: Final = (None, False, 0, "", "none", "disabled", "off", "false")
_BUDGETS: Final = ("budget_tokens", "max_tokens", "thinking_budget")
_ONLY_TEMPERATURE: Final = 1.0
"""The one that Claude takes while it thinks."""


def asks_to_think(config: AgentConfig) -> bool:
    """Return whether a model is told to think before it answers.

    >>> [asks_to_think(AgentConfig.parse(f"m?{told}")) for told in ("reasoning_effort=low", "extra.think=false")]
    [True, False]
    """
    if config.reasoning_effort not in (None, "none"):
        return True
    extra = config.extra or {}
    return any(_turns_on(extra[name]) for name in _OF_THINKING if name in extra)


def _turns_on(value: JsonValue) -> bool:
    """Return whether a value of one of these parameters asks for thoughts.

    >>> _turns_on({"type": "enabled", "budget_tokens": 2000}), _turns_on({"enable_thinking": False}), _turns_on(True)
    (True, False, True)
    """
    if not isinstance(value, dict):
        return value not in _OFF
    switches = [value[name] for name in ("type", "effort", "enabled") if name in value]
    if switches:
        return not any(switch in _OFF for switch in switches)
    if budgets := [value[name] for name in _BUDGETS if name in value]:
        return any(budget not in _OFF for budget in budgets)
    return any(_turns_on(value[name]) for name in _OF_THINKING if name in value)


def refused_settings(request: ModelRequest) -> tuple[str, ...]:
    """Return the settings that the model's provider is known to refuse while it thinks, each with its cure.

    Blocks for seconds where litellm has to be imported.
    """
    from codenames_agents.providers.transports.litellm_transport import as_sent

    if "claude" not in request.model.lower():  # others take any, or litellm knows that they do not
        return ()
    return tuple(_refused_by_claude(as_sent(request)))


def _refused_by_claude(sent: dict[str, Any]) -> list[str]:
    thinking = sent.get("thinking")
    if not isinstance(thinking, dict) or thinking.get("type") not in ("enabled", "adaptive"):
        return []
    problems = []
    temperature = sent.get("temperature")
    if temperature is not None and temperature != _ONLY_TEMPERATURE:
        problems.append(f"temperature {temperature:g} is refused while Claude thinks; leave it out, or set it to 1")
    budget, most = thinking.get("budget_tokens"), sent.get("max_tokens", sent.get("maxTokens"))
    if isinstance(budget, int) and isinstance(most, int) and most <= budget:
        problems.append(
            f"max_tokens {most:,} is refused, since {budget:,} of them are for thoughts; leave it out, "
            f"or set it to {budget + ROOM_FOR_AN_ANSWER:,} or more"
        )
    return problems


ROOM_FOR_AN_ANSWER: Final = 500
"""Tokens of a long answer without its thoughts."""
