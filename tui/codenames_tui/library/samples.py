"""The episodes that come with the app: real games, each an example of something.

They are opened by name, as `sample:comeback`, wherever a command takes an episode to look at.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from codenames_core.support.errors import InputError
from codenames_core.support.folders import RECORD_SUFFIX
from codenames_core.text.sanitiser import one_line
from codenames_tui.ui.data import SAMPLE_GAMES, data_folder

PREFIX: Final = "sample:"
SAMPLES: Final[Mapping[str, str]] = {name: sample.story for name, sample in SAMPLE_GAMES.items()}
"""What each sample shows, by its name."""


def sample_path(name: str) -> Path:
    """Return the file of a sample.

    Raises:
        InputError: unknown sample of that name; the message names those that there are.
    """
    if name not in SAMPLES:
        raise InputError(f"unknown sample {one_line(name, 40)!r}; available: {', '.join(SAMPLES)}")
    return data_folder("sample_episodes") / f"{name}{RECORD_SUFFIX}"


def episode_path(given: str) -> Path:
    """Return the file that a person means: a path, or a sample by its name.

    Raises:
        InputError: there is no such sample.
    """
    return sample_path(given.removeprefix(PREFIX)) if given.startswith(PREFIX) else Path(given)
