"""Merging bundles into one run: every game is checked by its own events and measured anew.

What is believed of a bundle is that its games were played by whom they say. Everything else has to follow: the board
from its seed, the result from the events, the key from rules, players and seeds. Games are taken one by one, so that
memory does not grow with them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from codenames_agents.catalogue import team_as_recorded
from codenames_core.audit.verify import differences
from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.record import EpisodeRecord, parse_episode
from codenames_core.files.untrusted_files import refusal
from codenames_core.files.word_lists import load_dealt_words
from codenames_core.game.board import deal
from codenames_core.game.config import TEAMS
from codenames_core.game.words import DEFAULT_WORD_LIST, WordList
from codenames_core.support.errors import CodenamesError, InputError, StorageError
from codenames_core.support.validation_messages import first_problem
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena.bundle import Bundle, BundleError
from codenames_metrics.arena.submit import OF_A_MACHINE, refuse_what_is_of_a_machine
from codenames_metrics.arena.union import union
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import measure_game
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.artefacts import write_artefacts
from codenames_metrics.run_folder.lock import FolderLock
from codenames_metrics.run_folder.manifest import CONFIG, WORDS, new_manifest, write_config, write_manifest
from codenames_metrics.run_folder.metrics_cache import metrics_line, open_metrics_cache
from codenames_metrics.run_folder.progress import RunStatus

_MOST_SHOWN: Final = 3


class Merged(NamedTuple):
    """What came of a merge."""

    plan: Plan
    games: int
    """In the new run."""
    twice: int
    """Games that several bundles had; the first counts."""


def merge(paths: Sequence[Path], folder: Path, progress: Callable[[int, int], object] | None = None) -> Merged:
    """Check the games of some bundles and keep them as one run, with its tables.

    Args:
        paths: of the bundles.
        folder: of the new run; it must not exist, so that nothing that was not checked counts.
        progress: is told after each game how many of how many are checked.

    Raises:
        InputError: a bundle cannot be believed, or does not belong to the others; nothing is left in `folder` then but
            games that were checked, and no run.
    """
    if folder.exists():
        raise InputError(f"{one_line(str(folder))} already exists; name a new folder")
    with ExitStack() as files:
        bundles = [files.enter_context(Bundle.open(path)) for path in sorted(paths)]
        configs = {bundle.where: _config_of(bundle) for bundle in bundles}
        together = union(folder.name, configs)
        _make(folder)
        words = _words_of(bundles, configs, folder)
        files.callback(FolderLock(folder).release)
        plan = Plan(together, words)
        _make(folder / EPISODES)
        games, twice = _take(bundles, plan, folder, progress or _say_nothing)
        write_config(folder, plan)
        manifest = new_manifest(plan)
        status = RunStatus.DONE if games == len(plan) else RunStatus.ENOUGH
        counts = manifest.games.model_copy(update={"done": games})
        played_with = [one for bundle in bundles for one in bundle.manifest.versions]
        versions = tuple(one for place, one in enumerate(played_with) if one not in played_with[:place])
        write_manifest(
            folder,
            manifest.model_copy(update={"status": status, "games": counts, "later_versions": versions}).declaring(
                plan.config
            ),
        )
        write_artefacts(folder, plan)
    return Merged(plan, games, twice)


def _say_nothing(done: int, total: int) -> None:
    """Tell nobody how far a merge is."""


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except (OSError, ValueError) as error:
        raise StorageError(f"{one_line(str(folder))} could not be made: {refusal(error)}") from error


def _write(path: Path, data: bytes) -> None:
    """Write one of many games, without waiting for the disk each time: a merge that was cut off is no run."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise StorageError(f"{one_line(str(path))} could not be written: {refusal(error)}") from error


def _config_of(bundle: Bundle) -> ExperimentConfig:
    """Return the experiment of a bundle; one that would read a file here, or ask a server, is refused."""
    where = f"{bundle.where}: {CONFIG}"
    try:
        config = ExperimentConfig.model_validate_json(bundle.read(CONFIG))
        refuse_what_is_of_a_machine(config)
    except BundleError:
        raise
    except (ValidationError, RecursionError) as error:
        problem = first_problem(error) if isinstance(error, ValidationError) else "nested too deeply"
        raise BundleError(f"{where}: {problem}") from error
    except InputError as error:
        raise BundleError(f"{where}: {error}") from error
    for name, table in config.model.items():
        if given := [key for key in OF_A_MACHINE if getattr(table, key) is not None]:
            raise BundleError(f"{where}: model.{name} has {given[0]}, which no bundle has")
    return config


def _words_of(bundles: Sequence[Bundle], configs: Mapping[str, ExperimentConfig], folder: Path) -> WordList | None:
    """Return the list that all bundles deal from; None for the one that is shipped."""
    lists = {bundle.manifest.word_list_sha256 for bundle in bundles}
    if len(lists) > 1:
        raise BundleError(f"{bundles[-1].where}: its words are not those of {bundles[0].where}")
    name = configs[bundles[0].where].word_list
    if name == DEFAULT_WORD_LIST:
        return None
    write_atomically(folder / WORDS, bundles[0].read(WORDS))
    return WordList(name, load_dealt_words(folder / WORDS))


def _take(
    bundles: Sequence[Bundle], plan: Plan, folder: Path, progress: Callable[[int, int], object]
) -> tuple[int, int]:
    total = sum(len(bundle.episodes) for bundle in bundles)
    done = twice = 0
    seen = bytearray(len(plan))
    cache = open_metrics_cache(folder)
    try:
        for bundle in bundles:
            for name in bundle.episodes:
                index, data, line = _checked(bundle, name, plan)
                if seen[index]:
                    twice += 1
                else:
                    seen[index] = 1
                    _write(folder / EPISODES / plan.record_name(index), data)
                    cache.append(line)
                done += 1
                progress(done, total)
    finally:
        cache.close()
    return sum(seen), twice


def _checked(bundle: Bundle, name: str, plan: Plan) -> tuple[int, bytes, bytes]:
    """Return the place of a game in the plan, its file, and its line of metrics.

    Raises:
        BundleError: it does not follow from its own events, or is not the game that its name says.
    """
    where = f"{bundle.where}: {name}"
    index = plan.index_of(name.removeprefix(f"{EPISODES}/"))
    if index is None:
        raise BundleError(f"{where}: no game that its experiment plans")
    data = bundle.read(name)
    try:
        record = parse_episode(data, where).record
        problems = [*_not_of(plan[index], record, plan), *differences(record)]
    except CodenamesError as error:
        raise BundleError(str(error) if str(error).startswith(where) else f"{where}: {error}") from error
    if record.outcome is None:
        problems.append("the game is not finished")
    if problems:
        more = f"; and {len(problems) - _MOST_SHOWN} more" if len(problems) > _MOST_SHOWN else ""
        raise BundleError(f"{where}: {'; '.join(one_line(one, 200) for one in problems[:_MOST_SHOWN])}{more}")
    metrics = measure_game(record).model_dump_json().encode()
    return index, data, metrics_line(plan.name(index), metrics)


def _not_of(job: Job, record: EpisodeRecord, plan: Plan) -> Iterator[str]:
    """Yield in what a record is not the game that it should be."""
    if record.episode_id != job.episode_id:
        yield "its id is that of another game"
    if record.board != deal(job.config, plan.words):
        yield "its board is not the one that its seed deals"
    if record.parent is not None:
        yield "it is a fork, not a game of a benchmark"
    rules = ("mode", "seed", *(name for name in type(record.config).model_fields if name not in _NO_RULES))
    for name in dict.fromkeys(rules):
        if getattr(record.config, name) != getattr(job.config, name):
            yield f"{name} is {one_line(str(getattr(record.config, name)), 40)}, not {getattr(job.config, name)}"
    for team in TEAMS:
        wanted = team_as_recorded(job.teams[team])
        if (record.teams[team].label, record.teams[team].seed) != (wanted.label, wanted.seed):
            yield f"the players of {team} are different, or have different seeds"


_NO_RULES: Final = ("decision_seconds", "outage_seconds", "word_list")
"""Fields of a game's config that shape no game, or are told by the board."""
