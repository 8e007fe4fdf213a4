"""The game as an environment for reinforcement learning: see `docs/environment.md`.

`env` is loaded when it is first used, since it needs the extra `[pettingzoo]`.
"""

from typing import TYPE_CHECKING

from codenames_core.support.lazy_exports import loader

_HOME_OF = {"CodenamesEnv": "aec", "env": "aec", "raw_env": "aec"}

__all__ = sorted(_HOME_OF)  # pyright: ignore[reportUnsupportedDunderAll]

if TYPE_CHECKING:
    from codenames_agents.environment.aec import CodenamesEnv as CodenamesEnv
    from codenames_agents.environment.aec import env as env
    from codenames_agents.environment.aec import raw_env as raw_env

__getattr__ = loader(__name__, _HOME_OF, globals())
