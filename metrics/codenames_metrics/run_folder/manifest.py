"""`manifest.json`: what exactly is played in a run folder, with which versions, and how far the run has come."""

import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from codenames_agents.models.asking import HowAsked
from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.experiment.config import ExperimentConfig, PrimaryFamily
from codenames_metrics.experiment.game_names import Naming
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.run_folder.progress import Progress, RunStatus

NAME: Final = "manifest.json"
CONFIG: Final = "config.json"
WORDS: Final = "words.txt"
LARGEST_FILE: Final = 100_000_000
SHAPING_PACKAGES: Final = ("codenames-tui", "litellm", "numpy", "pydantic")


class Counts(BaseModel):
    """How many games have which status."""

    model_config = ConfigDict(frozen=True)

    planned: int
    """All games of the plan."""
    done: int
    skipped: int
    waiting: int
    """Held back, since a model in them cannot be asked any more."""


class Declared(BaseModel):
    """What is to be decided by a run."""

    model_config = ConfigDict(frozen=True)

    primary: PrimaryFamily
    equivalence_margin: float

    @classmethod
    def of(cls, config: ExperimentConfig) -> "Declared":
        """Return what an experiment says."""
        return cls(primary=config.primary_family, equivalence_margin=config.equivalence_margin)


class Manifest(BaseModel):
    """What is played, and how far the run has come."""

    model_config = ConfigDict(frozen=True)

    schema_version: int = 1
    name: str
    benchmark_id: str
    """Runs with the same have the same boards, rules and prompts; see `Plan.benchmark_id`."""
    plan: str
    """A hash of the keys of all games."""
    next_plan: str | None = None
    """The same of the plan into which the run is growing: for a moment, the experiment beside may be either's."""
    naming: Naming = Naming.NUMBER
    """By what files and logs call a game; earlier versions did not say."""
    boards_sha256: str
    word_list: str
    word_list_sha256: str
    prompts: dict[str, str]
    """Prompt set of each language model: name, version, hash."""
    asked: dict[str, tuple[HowAsked, ...]] = {}
    """How each language model was asked; several ways where later sessions asked it otherwise."""
    versions: dict[str, str]
    """Of Python and the packages that shape a game, when the run began."""
    later_versions: tuple[dict[str, str], ...] = ()
    """Other versions with which the run was resumed, each once."""
    declared: tuple["Declared", ...] = ()
    """What was said before the first game to be decided by it; several where later sessions said otherwise."""
    created: str
    updated: str
    status: RunStatus
    games: Counts

    def asking(self, asked: Mapping[str, HowAsked]) -> "Manifest":
        """Return the manifest of a run whose models are asked so from now on."""
        earlier = {name: ways for name, ways in self.asked.items() if name not in asked}
        now = {name: _with(self.asked.get(name, ()), how) for name, how in asked.items()}
        return self.model_copy(update={"asked": earlier | now})

    def declaring(self, config: ExperimentConfig) -> "Manifest":
        """Return the manifest of a run whose experiment says from now on what is to be decided by it."""
        now = Declared.of(config)
        declared = self.declared if self.declared[-1:] == (now,) else (*self.declared, now)
        return self.model_copy(update={"declared": declared})

    def grown(self, plan: Plan) -> "Manifest":
        """Return the manifest of a run that has grown into `plan`."""
        return self.model_copy(
            update={
                "benchmark_id": plan.benchmark_id,
                "plan": plan.digest,
                "next_plan": None,
                "boards_sha256": plan.boards_sha256,
                "prompts": plan.prompts,
                "games": self.games.model_copy(update={"planned": len(plan)}),
            }
        )

    def resumed(self) -> "Manifest":
        """Return the manifest of a run that is resumed now, with the installed versions."""
        versions = _versions()
        if versions in (self.versions, *self.later_versions):
            return self
        return self.model_copy(update={"later_versions": (*self.later_versions, versions)})


def _with(ways: tuple[HowAsked, ...], how: HowAsked) -> tuple[HowAsked, ...]:
    return ways if how in ways else (*ways, how)


def new_manifest(plan: Plan, now: datetime | None = None) -> Manifest:
    """Return the manifest of a run that begins."""
    moment = _moment(now)
    return Manifest(
        name=plan.config.name,
        benchmark_id=plan.benchmark_id,
        plan=plan.digest,
        naming=plan.naming,
        boards_sha256=plan.boards_sha256,
        word_list=plan.words.name,
        word_list_sha256=plan.words.sha256,
        prompts=plan.prompts,
        versions=_versions(),
        created=moment,
        updated=moment,
        status=RunStatus.RUNNING,
        games=Counts(planned=len(plan), done=0, skipped=0, waiting=0),
    )


def with_progress(manifest: Manifest, progress: Progress, now: datetime | None = None) -> Manifest:
    """Return the manifest with the counts and the status of `progress`."""
    games = Counts(planned=progress.total, done=progress.done, skipped=progress.skipped, waiting=progress.waiting)
    return manifest.model_copy(update={"updated": _moment(now), "status": progress.status, "games": games})


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into a run folder."""
    write_atomically(folder / NAME, (manifest.model_dump_json(indent=1) + "\n").encode())


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a run folder; None if it has none.

    Raises:
        InputError: it cannot be read.
    """
    return _read(folder / NAME, Manifest) if (folder / NAME).exists() else None


def naming_in(folder: Path) -> Naming:
    """Return by what the games in a run folder are named, or will be where none has begun."""
    try:
        manifest = read_manifest(folder)
    except InputError:
        return Naming.KEY  # whoever needs the manifest says what is wrong with it
    return manifest.naming if manifest else Naming.KEY


def write_config(folder: Path, plan: Plan) -> None:
    """Write the whole experiment into a run folder, and the word list, unless it is the one that is shipped."""
    tree: dict[str, Any] = plan.config.model_dump(mode="json", exclude_none=True)
    tree["word_list"] = plan.words.name  # and not its path
    if plan.words.name != DEFAULT_WORD_LIST:
        write_atomically(folder / WORDS, ("\n".join(plan.words.words) + "\n").encode())
    write_atomically(folder / CONFIG, (json.dumps(tree, indent=1, ensure_ascii=False) + "\n").encode())


def read_config(folder: Path) -> ExperimentConfig:
    """Return the experiment of a run folder.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    try:
        config: ExperimentConfig = _read(folder / CONFIG, ExperimentConfig)
    except InputError as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            raise InputError(f"not a results folder, since it has no {CONFIG}: {one_line(str(folder))}") from error
        raise
    return config


def _read(path: Path, model: type[Any]) -> Any:
    where = one_line(str(path))
    data = read_bytes(path, LARGEST_FILE)
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise InputError(f"{where}: {first_problem(error)}") from error
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply") from error


def _moment(now: datetime | None) -> str:
    return (now or datetime.now(UTC)).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version_of(name) for name in SHAPING_PACKAGES}}


@lru_cache
def version_of(package: str) -> str:
    """Return the version of an installed package, without importing it."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
