"""The one door through which all games of this process ask language models, as an experiment says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from codenames_agents.catalogue import close_models
from codenames_metrics.experiment.config import Limits
from codenames_metrics.runner.game_task import tell_table

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState, Provider


def new_provider(limits: Limits) -> "Provider":
    """Return a door that is as patient as an experiment says."""
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
    """Let games ask at `provider`, and hear how their questions fare; without one nobody asks."""
    if provider is None:
        yield
        return
    from codenames_agents.providers.provider import share_provider

    told_before = provider.on_state

    def told(state: "CallState") -> None:
        if told_before is not None:
            told_before(state)
        tell_table(state)

    provider.on_state = told
    share_provider(provider)
    try:
        yield
    finally:
        await close_models()
        provider.on_state = told_before
        share_provider(None)
