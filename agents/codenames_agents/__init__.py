"""Who plays: agents of every kind behind one door, `build_team`.

Each name is loaded from its module when it is first used: neither word vectors nor a provider's library is imported
before an agent needs it.
"""

from typing import TYPE_CHECKING

from codenames_core.lazily import loader

_HOME_OF = {
    "GhostCluer": "ghost",
    "GhostGuesser": "ghost",
    "GhostMode": "ghost",
    "GhostTeam": "ghost",
    "Human": "human",
    "LlmCluer": "llm",
    "LlmGuesser": "llm",
    "Provider": "provider",
    "ScriptedCluer": "scripted",
    "ScriptedGuesser": "scripted",
    "build_agent": "catalogue",
    "build_team": "catalogue",
    "share_provider": "provider",
}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_agents.catalogue import build_agent, build_team
    from codenames_agents.ghost import GhostCluer, GhostGuesser, GhostMode, GhostTeam
    from codenames_agents.human import Human
    from codenames_agents.llm import LlmCluer, LlmGuesser
    from codenames_agents.provider import Provider, share_provider
    from codenames_agents.scripted import ScriptedCluer, ScriptedGuesser


__getattr__ = loader(__name__, _HOME_OF, globals())


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
