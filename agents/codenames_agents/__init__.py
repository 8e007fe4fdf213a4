"""The players: agents of every kind, built by `build_team`.

Each name is loaded from its module when it is first used, so that neither word vectors nor a provider's library is
imported before an agent needs it.
"""

from typing import TYPE_CHECKING

from codenames_core.support.lazy_exports import loader

_HOME_OF = {
    "GhostCluer": "seats.ghost",
    "GhostGuesser": "seats.ghost",
    "GhostMode": "seats.ghost",
    "GhostTeam": "seats.ghost",
    "Human": "seats.human",
    "LlmCluer": "models.llm",
    "LlmGuesser": "models.llm",
    "Provider": "providers.provider",
    "ScriptedCluer": "seats.scripted",
    "ScriptedGuesser": "seats.scripted",
    "build_agent": "catalogue",
    "build_team": "catalogue",
    "share_provider": "providers.provider",
}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_agents.catalogue import build_agent, build_team
    from codenames_agents.models.llm import LlmCluer, LlmGuesser
    from codenames_agents.providers.provider import Provider, share_provider
    from codenames_agents.seats.ghost import GhostCluer, GhostGuesser, GhostMode, GhostTeam
    from codenames_agents.seats.human import Human
    from codenames_agents.seats.scripted import ScriptedCluer, ScriptedGuesser


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
