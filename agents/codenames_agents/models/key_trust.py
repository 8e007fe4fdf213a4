"""Which keys an episode, a journal or an experiment may have sent where.

A file that comes from somebody else can name any environment variable of the reader and any server. Of the two
together, the person who has the key decides.
"""

import os
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from codenames_agents.providers.endpoints import is_foreign
from codenames_core.game.config import AgentConfig, GameConfig
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line

TRUSTED_SERVERS: Final = "CODENAMES_TUI_KEY_SERVERS"
"""NAME of the environment variable that lists the hosts, separated by commas, to which files may have keys sent."""


# D-037: a key's variable and a server elsewhere together could send any variable to anyone.
def why_key_is_untrusted(agent: AgentConfig) -> str:
    """Return why an agent that a file names, and no person, is not asked; empty if nothing speaks against it."""
    if not agent.key_variable or not is_foreign(agent.api_base):
        return ""
    host = urlsplit(agent.api_base or "").hostname or ""
    if host in (name.strip().lower() for name in os.environ.get(TRUSTED_SERVERS, "").split(",")):
        return ""
    return (
        f"the file would have {agent.key_variable} sent to {one_line(host, 60)}; "
        f"{TRUSTED_SERVERS}={one_line(host, 60)} in the environment allows that"
    )


def refuse_keys_of_a_file(agents: Iterable[AgentConfig], config: GameConfig) -> None:
    """Refuse to go on with a game whose file would send a key to a server that the person did not name.

    Args:
        agents: the agents that the file seats.
        config: of the game; it may name a substitute.

    Raises:
        InputError: one of them would; the message names the variable and the host.
    """
    for agent in (*agents, config.substitute):
        if agent and (reason := why_key_is_untrusted(agent)):
            raise InputError(f"{one_line(agent.spec, 60)}: {reason}")
