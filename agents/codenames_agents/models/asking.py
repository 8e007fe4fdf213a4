"""How a model is asked: the form of its answers and the parameters that really reach it.

What a config leaves to us (`output = auto`) and what a model does not take (gpt-5 no temperature) is settled before the
first question, so that a comparison can say in what its models were asked alike.
"""

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from codenames_agents.providers.provider import Provider
    from codenames_core.game.config import AgentConfig


class HowAsked(BaseModel):
    """How one model is asked."""

    model_config = ConfigDict(frozen=True)

    answers: Literal["schema", "text"]
    """Whether answers have to fit a JSON schema, or are written in lines."""
    temperature: float | None = None
    """As it is sent; None where the model's own holds."""
    reasoning_effort: str | None = None
    max_tokens: int | None = None
    prompts: str
    """Prompt set: name, version and hash."""
    persona: str | None = None
    """The manner in which it is told to play."""
    sees: str | None = None
    """How it is shown the board, where that is not in words alone: `picture, photo-2`."""
    extra: dict[str, str] = {}
    """Further parameters, as text."""
    left_out: tuple[str, ...] = ()
    """What was given, and is not sent since the model does not take it."""


async def how_asked(agent: "AgentConfig", prompts: str, provider: "Provider") -> HowAsked | None:
    """Return how the model of `agent` will be asked through `provider`; None where it cannot be asked from here.

    It asks nothing, and may import litellm, in a thread.
    """
    from codenames_agents.models.llm import request_of
    from codenames_agents.models.output_forms import schema_of
    from codenames_agents.providers.endpoints import usual_extra
    from codenames_agents.providers.errors import ProviderError
    from codenames_core.game.agent import Question

    request = request_of(agent)
    with_schema = request.with_schema(schema_of(Question.CLUE))
    output = agent.output or "auto"
    try:
        in_schema = output == "schema" or (output == "auto" and await provider.takes_schema(with_schema))
        left_out = await provider.left_out(with_schema if in_schema else request)
    except ProviderError:
        return None
    sent = request.without(left_out)
    return HowAsked(
        answers="schema" if in_schema and "response_format" not in left_out else "text",
        temperature=sent.temperature,
        reasoning_effort=sent.reasoning_effort,
        max_tokens=sent.max_tokens,
        prompts=prompts,
        persona=agent.persona,
        sees=f"{agent.sees}, {agent.picture or 'clean'}" if agent.sees else None,
        extra={name: str(value) for name, value in {**usual_extra(request.model), **sent.extra}.items()},
        left_out=left_out,
    )
