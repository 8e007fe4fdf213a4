"""The one provider through which all games of this process ask language models, set up as an experiment says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from codenames_agents.catalogue import close_models
from codenames_metrics.experiment.config import Limits
from codenames_metrics.runner.models.call_listener import may_ask_again, notify_listener

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Provider


def new_provider(limits: Limits) -> "Provider":
    """Return a provider with the retries, time limits and call limits of an experiment."""
    from codenames_agents.providers.provider import Policy, Provider

    policy = Policy(
        api_retries=limits.api_retries,
        call_seconds=limits.call_seconds,
        ask_seconds=max(Policy().ask_seconds, 2 * limits.call_seconds),
        most_at_provider=limits.per_provider,
    )
    return Provider(policy=policy)


@asynccontextmanager
async def provider_session(provider: "Provider | None") -> AsyncIterator[None]:
    """Let games ask through `provider`, and tell each how its questions fare; None where no game asks a model."""
    if provider is None:
        yield
        return
    from codenames_agents.providers.held_questions import HeldQuestions
    from codenames_agents.providers.provider import share_provider

    previous = provider.on_state

    def notify_both(state: "CallState") -> None:
        if previous is not None:
            previous(state)
        notify_listener(state)

    provider.on_state = notify_both
    provider.asks_again = may_ask_again
    provider.held = HeldQuestions(provider.policy.first_seconds)  # of this session: the next one asks anew
    share_provider(provider)
    try:
        yield
    finally:
        await close_models()
        provider.on_state = previous
        provider.asks_again = None
        provider.held = None
        share_provider(None)
