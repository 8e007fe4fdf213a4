"""What is shipped with the app: the folders of its data, and the sample games with the ids that forks know them by."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple


def data_folder(name: str) -> Path:
    """Return the path of the folder `themes` or `sample_episodes`.

    An installed app has it inside the package; in a checkout it is at the top of the repository.
    """
    package = Path(str(files("codenames_tui")))
    installed = package / name
    return installed if installed.is_dir() else package.parents[1] / name


class SampleGame(NamedTuple):
    """One of them. Its file has its name."""

    episode_id: str
    story: str


SAMPLE_GAMES: Final[Mapping[str, SampleGame]] = {
    "comeback": SampleGame("fb2b238d-a024-443f-805f-eb20a5fad3e2", "RED is five words behind and wins"),
    "assassin-loss": SampleGame("256a969f-3812-441c-b46f-83346e7c91e2", "ten turns, then the novices hit the assassin"),
    "opponent-completed": SampleGame("7e6b271e-6db9-4f99-94a6-00124cb1ae5f", "BLUE reveals RED's last word"),
    "single-guesser": SampleGame("418a3964-904b-4475-9bd4-bb970a9dcf0f", "one guesser per team, no discussion"),
    "no-assassin": SampleGame("5585e4d1-9dee-46d1-a409-6752e19464bb", "a board without an assassin"),
    "blind": SampleGame("aa31d242-7d88-4ca9-9b77-b63b833e893d", "nobody has the key, and BLUE hits the assassin"),
    "solo": SampleGame("6a961c99-0b91-4715-9aa3-31950a52df18", "RED alone, against a ghost that passes"),
    "local-model": SampleGame(
        "d1cbeed6-2de4-4eeb-9979-8e17a55810d3", "a fork: a small language model gives RED's clues, with many retries"
    ),
}
"""All of them, by name."""
WORTH_SEEING: Final[Mapping[str, str]] = {
    "comeback": "RED wins from far behind",
    "assassin-loss": "ten turns, then the assassin",
    "local-model": "a language model gives clues",
}
"""Those to begin with, by name, and what each is in as few words as stand beside a picture."""
_NAMES: Final = {sample.episode_id: name for name, sample in SAMPLE_GAMES.items()}


def sample_name(episode_id: str) -> str | None:
    """Return the name of the sample with that id; None for every other game.

    >>> sample_name("fb2b238d-a024-443f-805f-eb20a5fad3e2")
    'comeback'
    """
    return _NAMES.get(episode_id)


def title_of_sample(name: str) -> str:
    """Return a sample's name as it stands in a heading.

    >>> title_of_sample("assassin-loss")
    'Assassin loss'
    """
    return name.replace("-", " ").capitalize()
