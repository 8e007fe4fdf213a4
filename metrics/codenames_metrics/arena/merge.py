"""Merging bundles into one run: every game is checked by its own events and measured anew.

What is believed of a bundle is that its games were played by whom they say. Everything else has to follow: the board
from its seed, the result from the events, the key from rules, players and seeds. Games are taken one by one in the
order of the plan, so that memory does not grow with them, a merge that was killed goes on where it was, and the run is
the same bytes whichever bundles its games came in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.word_lists import load_dealt_words
from codenames_core.game.words import DEFAULT_WORD_LIST, WordList
from codenames_core.support.errors import InputError
from codenames_core.support.validation_messages import first_problem
from codenames_metrics.arena.bundle import Bundle, BundleError
from codenames_metrics.arena.checked_game import checked_game
from codenames_metrics.arena.submit import OF_A_MACHINE, refuse_what_is_of_a_machine
from codenames_metrics.arena.unfinished_merge import Claim, UnfinishedMerge
from codenames_metrics.arena.union import union
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import measure_game
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.artefacts import write_artefacts
from codenames_metrics.run_folder.manifest import CONFIG, WORDS, new_manifest, write_config, write_manifest
from codenames_metrics.run_folder.progress import RunStatus


class Merged(NamedTuple):
    """What came of a merge."""

    plan: Plan
    games: int
    """In the new run."""
    twice: int
    """How many files more there were than games: of a game that several bundles have in different ways, the file with
    the first hash counts."""
    resumed: int
    """Games that an earlier attempt had checked."""


def merge(paths: Sequence[Path], folder: Path, progress: Callable[[int, int], object] | None = None) -> Merged:
    """Check the games of some bundles and keep them as one run, with its tables.

    A merge that was interrupted goes on where it was, if it is asked for again.

    Args:
        paths: of the bundles.
        folder: of the new run; it must not exist, so that nothing that was not checked counts. It is there once all is
            done, and until then what is checked lies beside it (`unfinished_merge.folder_of_unfinished`).
        progress: is told after each game how many of how many are checked.

    Raises:
        InputError: a bundle cannot be believed, or does not belong to the others.
        StorageError: the disk refused.
    """
    if not folder.name:  # of this folder, or of the root
        raise InputError(f"{folder} already exists; name a new folder")
    with ExitStack() as files:
        bundles = [files.enter_context(Bundle.open(path)) for path in sorted(paths)]
        configs = {bundle.where: _config_of(bundle) for bundle in bundles}
        together = union(folder.name, configs)
        unfinished = files.enter_context(UnfinishedMerge.open(folder))
        plan = Plan(together, _words_of(bundles, configs, unfinished.place))
        claims = list(_claims(bundles, plan))
        resumed = unfinished.resume(plan, claims)
        _take(bundles, plan, claims, resumed, unfinished, progress or _say_nothing)
        _write_run(unfinished.run, plan, len(claims), bundles)
        unfinished.finish()
    return Merged(plan, len(claims), _count_files(bundles) - len(claims), resumed)


def _say_nothing(done: int, total: int) -> None:
    """Tell nobody how far a merge is."""


def _count_files(bundles: Sequence[Bundle]) -> int:
    return sum(len(bundle.episodes) for bundle in bundles)


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


def _words_of(bundles: Sequence[Bundle], configs: Mapping[str, ExperimentConfig], place: Path) -> WordList | None:
    """Return the list that all bundles deal from; None for the one that is shipped."""
    lists = {bundle.manifest.word_list_sha256 for bundle in bundles}
    if len(lists) > 1:
        raise BundleError(f"{bundles[-1].where}: its words are not those of {bundles[0].where}")
    name = configs[bundles[0].where].word_list
    if name == DEFAULT_WORD_LIST:
        return None
    write_atomically(place / WORDS, bundles[0].read(WORDS))
    return WordList(name, load_dealt_words(place / WORDS))


def _claims(bundles: Sequence[Bundle], plan: Plan) -> Iterator[Claim]:
    """Yield all games in the order of the plan.

    Raises:
        BundleError: a bundle has a game that is not planned.
    """
    games: dict[int, set[str]] = {}
    for bundle in bundles:
        for name in bundle.episodes:
            index = plan.index_of(name.removeprefix(f"{EPISODES}/"))
            if index is None:
                raise BundleError(f"{bundle.where}: {name}: no game that its experiment plans")
            games.setdefault(index, set()).add(bundle.manifest.files[name])
    return (Claim(index, tuple(sorted(games[index]))) for index in sorted(games))


def _take(
    bundles: Sequence[Bundle],
    plan: Plan,
    claims: Sequence[Claim],
    resumed: int,
    unfinished: UnfinishedMerge,
    progress: Callable[[int, int], object],
) -> None:
    """Check the games that are not checked already, and keep them."""
    total = _count_files(bundles)
    done = sum(len(_files_of(claim, bundles, plan)) for claim in claims[:resumed])
    for claim in claims[resumed:]:
        files = _files_of(claim, bundles, plan)
        record, metrics = _checked(claim, files, plan)
        unfinished.keep(plan, claim, record, metrics)
        done += len(files)
        progress(done, total)


def _files_of(claim: Claim, bundles: Sequence[Bundle], plan: Plan) -> list[tuple[Bundle, str]]:
    """Return the files that are said to be a game: each bundle that has it, and the name there."""
    name = f"{EPISODES}/{plan.record_name(claim.place)}"
    return [(bundle, name) for bundle in bundles if name in bundle.manifest.files]


def _checked(claim: Claim, files: Sequence[tuple[Bundle, str]], plan: Plan) -> tuple[bytes, bytes]:
    """Return the file of a game that counts, and its metrics; equal files are checked once.

    Raises:
        BundleError: one of the files cannot be believed.
    """
    job = plan[claim.place]
    seen: set[str] = set()
    found = b"", b""
    for bundle, name in files:
        data, sha256 = bundle.read(name), bundle.manifest.files[name]
        if sha256 in seen:
            continue
        seen.add(sha256)
        game = checked_game(data, f"{bundle.where}: {name}", job, plan)
        if sha256 == claim.hashes[0]:
            found = data, measure_game(game.record, game.timeline).model_dump_json().encode()
    return found


def _write_run(folder: Path, plan: Plan, games: int, bundles: Sequence[Bundle]) -> None:
    """Write what a run has beside its games."""
    write_config(folder, plan)
    manifest = new_manifest(plan)
    status = RunStatus.DONE if games == len(plan) else RunStatus.STOPPED_EARLY
    counts = manifest.games.model_copy(update={"done": games})
    versions = {tuple(sorted(one.items())) for bundle in bundles for one in bundle.manifest.versions}
    changes = {"status": status, "games": counts, "later_versions": tuple(map(dict, sorted(versions)))}
    write_manifest(folder, manifest.model_copy(update=changes).declaring(plan.config))
    write_artefacts(folder, plan)
