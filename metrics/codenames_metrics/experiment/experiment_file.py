"""Experiments as TOML files: read with complaints that name file, line and key, and written."""

import contextlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from codenames_core.files.atomic_writes import write_new
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.game.language_codes import language_code
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.arms import Arm
from codenames_metrics.experiment.config import ExperimentConfig, Limits, ModelConfig, check_agents_can_play
from codenames_metrics.experiment.toml_lines import key_lines, line_of

LARGEST_FILE: Final = 50_000_000
SUFFIX: Final = ".toml"


class ExperimentFileError(InputError):
    """A file that describes no possible experiment."""


def load_experiment(path: Path | str, *, to_be_played: bool = False, force: bool = False) -> ExperimentConfig:
    """Return the experiment in a TOML file, or the shipped one of that name.

    A word list, and a file of seeds (`seeds = {file = "seeds.txt"}`), are found beside the experiment's file.

    Args:
        path: of the file.
        to_be_played: whether every agent has to be ready to play here and now: keys set, scripts and prompts there.
        force: whether a model may then be shown pictures that is not known to see them.

    Raises:
        ExperimentFileError: the file cannot be read, or describes no possible experiment; the message names file,
            line and key, and says what would be right.
    """
    path = _shipped(str(path)) or Path(path)
    where = one_line(str(path))
    try:
        data = read_bytes(path, LARGEST_FILE, ExperimentFileError)
    except ExperimentFileError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            names = ", ".join(shipped_experiments())
            raise ExperimentFileError(f"{where}: there is no such file; the shipped ones are {names}") from error
        raise
    text = decode(data, where, ExperimentFileError)
    return parse_experiment(text, where, path.parent, to_be_played=to_be_played, force=force)


def parse_experiment(
    text: str, where: str, folder: Path, *, to_be_played: bool = False, force: bool = False
) -> ExperimentConfig:
    """Return the experiment that `text` describes.

    Args:
        text: of a TOML file.
        where: names it in complaints.
        folder: where files lie that it names.
        to_be_played: as for `load_experiment`.
        force: likewise.
    """
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError too
        raise ExperimentFileError(f"{where}: not TOML: {one_line(str(error), 200)}") from error
    lines = key_lines(text)
    try:
        config = ExperimentConfig.model_validate(_with_files(tree, folder))
        _refuse_one_sided(config)
        if to_be_played:
            check_agents_can_play(config, force=force)
    except ValidationError as error:
        raise ExperimentFileError(f"{where}: {_at_line(lines, *_complaint(error, tree))}") from error
    except InputError as error:
        problem = str(error)
        raise ExperimentFileError(f"{where}: {_at_line(lines, problem.partition(':')[0], problem)}") from error
    return config


def _refuse_one_sided(config: ExperimentConfig) -> None:
    """Refuse pairs of which one line-up always moves first; runs that were begun with such pairs are not asked."""
    if config.one_sided or not config.one_sided_pairs:
        return
    red, blue = (one_line(name, 60) for name in config.one_sided_pairs[0])
    raise InputError(
        f"pairs: {red} always moves first against {blue}, and nothing separates its play from the advantage of moving "
        f"first; list [{blue!r}, {red!r}] as well, or say one_sided = true, and every table is marked"
    )


def experiment_text(config: ExperimentConfig) -> str:
    """Return the text of a file that describes the experiment; what is as usual is left out."""
    import tomli_w

    tree = config.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return tomli_w.dumps(tree | {"seeds": config.seeds})


def write_experiment(config: ExperimentConfig, path: Path) -> None:
    """Write a file that `bench run` plays.

    Raises:
        FileInTheWayError: something is there already.
        StorageError: the disk refused.
    """
    write_new(path, experiment_text(config).encode())


def shipped_experiments() -> dict[str, Path]:
    """Return the experiments that are shipped, by name."""
    folder = Path(str(files("codenames_metrics"))) / "experiments"
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}


def _shipped(name: str) -> Path | None:
    return None if Path(name).exists() else shipped_experiments().get(name)


def _with_files(tree: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the tree with the contents or full paths of the files that it names, and the code of its language."""
    tree = dict(tree)
    match tree.get("seeds"):
        case {"file": str(name), **more} if not more:
            tree["seeds"] = _seeds_in(folder / name)
    words = tree.get("word_list")
    if isinstance(words, str) and words.strip() and words != DEFAULT_WORD_LIST:
        tree["word_list"] = str(folder / words)
    if isinstance(language := tree.get("language"), str):
        with contextlib.suppress(InputError):  # the model complains, with its place
            tree["language"] = language_code(language)
    return tree


def _seeds_in(path: Path) -> list[int]:
    where = one_line(str(path))
    seeds = []
    text = decode(read_bytes(path, LARGEST_FILE, ExperimentFileError), where, ExperimentFileError)
    for number, line in enumerate(text.splitlines(), start=1):
        seed = line.partition("#")[0].strip()
        if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 20):
            raise ExperimentFileError(
                f"{where}: line {number}: {one_line(seed, 40)!r} is not a seed; give a whole number"
            )
        if seed:
            seeds.append(int(seed))
    return seeds


def _at_line(lines: Mapping[str, int], place: str, problem: str) -> str:
    """Return `problem` with the line of the key at `place`, where there is one."""
    line = line_of(place, lines)
    return f"line {line}: {problem}" if line else problem


def _complaint(error: ValidationError, tree: Mapping[str, Any]) -> tuple[str, str]:
    """Return the place of the first thing that is wrong, as a path of keys, and a sentence."""
    problem = first_problem(error, tree)
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    if first["type"] == "extra_forbidden" and first["loc"]:
        known = ", ".join(_known_keys(first["loc"][:-1]))
        problem = f"{_path(first['loc'])}: is not known here; the known keys are {known}"
    place = _path(first["loc"]) if first["loc"] else problem.partition(":")[0]
    return place, problem


def _known_keys(steps: tuple[int | str, ...]) -> list[str]:
    tables: dict[str, type[BaseModel]] = {"model": ModelConfig, "arms": Arm, "limits": Limits}
    return list(tables.get(str(steps[0]) if steps else "", ExperimentConfig).model_fields)


def _path(steps: tuple[int | str, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")
