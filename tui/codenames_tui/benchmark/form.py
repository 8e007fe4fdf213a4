"""An experiment as it is set up in a form, and where experiments and runs are found. Nothing here draws."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.config import GameMode
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.support.validation_messages import first_problem
from codenames_metrics.experiment.combos import TEAM_COMPOSITIONS, Matchups
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.experiment_file import SUFFIX
from codenames_metrics.run_folder.manifest import read_manifest

RESULTS: Final = Path("benchmark_results")
"""Where results folders go, in the folder in which the app was started, as on the command line."""
FIELDS: Final = ("name", "models", "modes", "compositions", "matchups", "seeds", "repeats", "concurrency", "budget")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "models": (
        "vector:sharp, vector:cautious",
        "vector:sharp, vector:bold, vector:novice",
        "vector:sharp, vector:balanced, vector:bold, vector:cautious, vector:novice",
        "vector:sharp, random",
    ),
    "modes": ("standard", "no_assassin", "single_guesser", "standard, single_guesser", ", ".join(GameMode)),
    "compositions": (*TEAM_COMPOSITIONS, ", ".join(TEAM_COMPOSITIONS)),
    "matchups": (Matchups.ROUND_ROBIN, Matchups.BOTH, Matchups.MIRROR),
    "seeds": ("25", "50", "100", "200", "400"),
    "repeats": ("1", "2", "4"),
}
"""What left and right go through."""
BLANK: Final[Mapping[str, str]] = {
    "name": "mine",
    "models": "vector:sharp, vector:cautious",
    "modes": "standard",
    "compositions": "homogeneous",
    "matchups": "round_robin",
    "seeds": "100",
    "repeats": "1",
    "concurrency": "",
    "budget": "",
}
_MOST_LISTED: Final = 30
_LARGEST_PEEK: Final = 100_000


class ListedRun(NamedTuple):
    """A results folder."""

    folder: Path
    name: str
    status: str
    done: int
    planned: int
    problem: str = ""


def config_of(form: Mapping[str, str]) -> ExperimentConfig:
    """Return the experiment of a form.

    Raises:
        InputError: it is no possible experiment; the message says which field is to blame.
    """
    tree = {
        "name": form["name"],
        "models": _listed(form["models"]),
        "game_modes": _listed(form["modes"]),
        "team_compositions": _listed(form["compositions"]),
        "matchups": form["matchups"],
        "seeds": {"count": _whole("seeds", form["seeds"])},
        "games_per_config": _whole("repeats", form["repeats"]),
        "limits": {
            **({"concurrency": _whole("concurrency", form["concurrency"])} if form["concurrency"] else {}),
            **({"budget_usd": _amount(form["budget"])} if form["budget"] else {}),
        },
    }
    try:
        return ExperimentConfig.model_validate(tree)
    except ValidationError as error:
        raise InputError(first_problem(error, tree)) from error


def next_choice(field: str, text: str, steps: int) -> str:
    """Return the choice that many steps further; the first where the text is none of them."""
    choices = CHOICES[field]
    return choices[(choices.index(text) + steps) % len(choices)] if text in choices else choices[0]


def with_or_without(models: str, spec: str) -> str:
    """Return a list of agents with one more, or without it where it was listed.

    >>> with_or_without("random, vector:bold", "vector:sharp"), with_or_without("random, vector:bold", "random")
    ('random, vector:bold, vector:sharp', 'vector:bold')
    """
    listed = _listed(models)
    return ", ".join([one for one in listed if one != spec] if spec in listed else [*listed, spec])


def experiments_in(folder: Path) -> list[Path]:
    """Return the files of a folder that look like experiments: TOML with a list of models."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
    except OSError:
        return []
    return [path for path in files[: 10 * _MOST_LISTED] if _is_experiment(path)][:_MOST_LISTED]


def runs_in(folder: Path) -> list[ListedRun]:
    """Return the runs whose results folders lie in a folder, the latest first."""
    try:
        folders = [path for path in folder.iterdir() if (path / "manifest.json").is_file()]
        folders.sort(key=lambda path: os.stat(path / "manifest.json").st_mtime, reverse=True)
    except OSError:
        return []
    return [_listed_run(path) for path in folders[:_MOST_LISTED]]


def _listed_run(folder: Path) -> ListedRun:
    try:
        manifest = read_manifest(folder)
    except CodenamesError as error:
        return ListedRun(folder, folder.name, "", 0, 0, str(error))
    if manifest is None:
        return ListedRun(folder, folder.name, "", 0, 0, "it is gone")
    return ListedRun(folder, manifest.name, str(manifest.status), manifest.games.done, manifest.games.planned)


def _is_experiment(path: Path) -> bool:
    try:
        text = decode(read_bytes(path, _LARGEST_PEEK), path.name)
        return isinstance(tomllib.loads(text).get("models"), list)
    except (ValueError, RecursionError):
        return False


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _whole(field: str, text: str) -> int:
    if text.isascii() and text.isdecimal() and 0 < int(text) <= 1_000_000:
        return int(text)
    raise InputError(f"{field}: a whole number of 1 or more is needed")


def _amount(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError("budget: an amount in US dollars is needed, such as 25") from None
