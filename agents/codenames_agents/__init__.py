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
    from codenames_agents.catalogue import build_agent as build_agent
    from codenames_agents.catalogue import build_team as build_team
    from codenames_agents.models.llm import LlmCluer as LlmCluer
    from codenames_agents.models.llm import LlmGuesser as LlmGuesser
    from codenames_agents.providers.provider import Provider as Provider
    from codenames_agents.providers.provider import share_provider as share_provider
    from codenames_agents.seats.ghost import GhostCluer as GhostCluer
    from codenames_agents.seats.ghost import GhostGuesser as GhostGuesser
    from codenames_agents.seats.ghost import GhostMode as GhostMode
    from codenames_agents.seats.ghost import GhostTeam as GhostTeam
    from codenames_agents.seats.human import Human as Human
    from codenames_agents.seats.scripted import ScriptedCluer as ScriptedCluer
    from codenames_agents.seats.scripted import ScriptedGuesser as ScriptedGuesser


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
