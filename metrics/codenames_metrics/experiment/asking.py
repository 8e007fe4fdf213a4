"""How the models of an experiment are asked, and in what they are not asked alike.

One model that is held to a JSON schema and another that writes lines, other prompts, another temperature: each may
change how well a model plays, and would pass for the model's own skill.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from codenames_agents.models.asking import HowAsked, how_asked
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.plan import Plan

if TYPE_CHECKING:
    from codenames_agents.providers.provider import Provider

ANSWERS: Final = {"schema": "JSON schema", "text": "lines"}
_MOST_NAMED: Final = 4


async def how_models_are_asked(plan: Plan, provider: "Provider") -> dict[str, HowAsked]:
    """Return how each language model of a plan is asked through `provider`, as far as that is known here."""
    agents = {name: plan.config.agent(name) for name in plan.config.language_models}
    asked = {name: await how_asked(agent, plan.prompts[name], provider) for name, agent in agents.items()}
    return {name: how for name, how in asked.items() if how is not None}


def how_models_will_be_asked(plan: Plan) -> dict[str, HowAsked]:
    """Return the same before a run. Blocks for seconds where litellm has to be imported."""
    from codenames_agents.providers.provider import Provider

    return asyncio.run(how_models_are_asked(plan, Provider())) if plan.config.language_models else {}


def asked_as(how: HowAsked) -> dict[str, str]:
    """Return how a model is asked for a person to read."""
    further = [*([f"sees {how.sees}"] if how.sees else []), *(f"{name} {value}" for name, value in how.extra.items())]
    return {
        "answers": ANSWERS[how.answers],
        "temperature": "its own" if how.temperature is None else f"{how.temperature:g}",
        "effort": how.reasoning_effort or "its own",
        "max tokens": "its own" if how.max_tokens is None else f"{how.max_tokens:,}",
        "prompts": how.prompts,
        "persona": how.persona or "none",
        "further": ", ".join(further) or "none",
        "left out": ", ".join(how.left_out) or "nothing",
    }


_MATTERS: Final = {
    "answers": "form of answers",
    "temperature": "temperature",
    "prompts": "prompt set",
    "persona": "persona",
    "sees": "view of the board",
}


def asked_otherwise(asked: Mapping[str, HowAsked]) -> Iterator[str]:
    """Yield in what the models are not asked alike, with who is asked how."""
    for key, what in _MATTERS.items():
        groups: dict[str, list[str]] = {}
        for name, how in asked.items():
            ways = asked_as(how) | {"sees": how.sees or "words"}
            groups.setdefault(ways[key], []).append(name)
        if len(groups) > 1:
            who = "; ".join(f"{value}: {_named(names)}" for value, names in groups.items())
            yield f"models do not have the same {what} ({who}), which may matter besides how well they play"


def _named(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(one_line(name, 40) for name in names[:_MOST_NAMED]) + more
