"""Writing a bundle: the finished games of a run, without what would tell whose machine they were played on."""

import hashlib
import json
import os
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from codenames_agents.kinds import file_of
from codenames_core.files.atomic_writes import refuse_existing
from codenames_core.files.untrusted_files import read_bytes
from codenames_core.game.words import DEFAULT_WORD_LIST
from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.arena.bundle import FAILURES, LARGEST_EPISODE, MANIFEST, BundleManifest
from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.game_names import Naming
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.failures import NAME as FAILURES_CSV
from codenames_metrics.run_folder.line_file import read_rows
from codenames_metrics.run_folder.manifest import CONFIG, WORDS, read_manifest
from codenames_metrics.run_folder.metrics_cache import finished_games

_WHEN: Final = (1980, 1, 1, 0, 0, 0)
"""Of every file in a bundle: equal runs make equal bundles, and none tells when it was made."""
OF_A_MACHINE: Final = ("api_base", "key_variable")
"""Parameters of a model that say where its server is, and which key is sent there."""
_MACHINE_ALONE: Final = ("limits", "description")


def submit(folder: Path, plan: Plan, out: Path) -> int:
    """Write the finished games of a run into a bundle, a new file, and return how many there are.

    Raises:
        InputError: the run cannot be told apart from its machine, or has no finished game.
        StorageError: the file cannot be written.
    """
    manifest = read_manifest(folder)
    if manifest is None or plan.naming is Naming.NUMBER:
        raise InputError(f"{one_line(str(folder))}: only runs that this version began can be submitted")
    refuse_what_is_of_a_machine(plan.config)
    done = finished_games(folder, plan)
    if not done:
        raise InputError(f"{one_line(str(folder))}: no game is finished")
    refuse_existing(out)
    hashes: dict[str, str] = {}
    unfinished = out.with_name(f".{out.name}.part")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in _files(folder, plan, done):
                hashes[name] = hashlib.sha256(data).hexdigest()
                _write(archive, name, data)
            told = BundleManifest(
                benchmark_id=plan.benchmark_id,
                plan=plan.digest,
                word_list_sha256=plan.words.sha256,
                versions=(manifest.versions, *manifest.later_versions),
                files=dict(sorted(hashes.items())),
            )
            _write(archive, MANIFEST, (told.model_dump_json(indent=1) + "\n").encode())
        os.replace(unfinished, out)
    except OSError as error:
        raise StorageError(f"{one_line(str(out))} could not be written: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return len(done)


def refuse_what_is_of_a_machine(config: ExperimentConfig) -> None:
    """Raise InputError for agents that are named by a file or an address of one machine."""
    for name in config.models:
        if file_of(config.agent(name).spec):
            raise InputError(f"{one_line(name, 60)} is an agent from a file, which others do not have; leave it out")
        if any(f"{key}=" in name for key in OF_A_MACHINE):
            short = one_line(name.partition("?")[0], 60)
            raise InputError(f"{short}: name its address in a [model.NAME] table instead")


def _files(folder: Path, plan: Plan, done: list[int]) -> Iterator[tuple[str, bytes]]:
    yield CONFIG, (json.dumps(shared_config(plan), indent=1, ensure_ascii=False) + "\n").encode()
    if plan.words.name != DEFAULT_WORD_LIST:
        yield WORDS, ("\n".join(plan.words.words) + "\n").encode()
    attempts = [row for row in read_rows(folder / FAILURES_CSV) if None not in row.values()]
    failed = Counter((row["model"], row["kind"]) for row in attempts)
    rows = [{"model": model, "kind": kind, "attempts": count} for (model, kind), count in sorted(failed.items())]
    yield FAILURES, (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode()
    for index in done:
        name = plan.record_name(index)
        yield f"{EPISODES}/{name}", read_bytes(folder / EPISODES / name, LARGEST_EPISODE)


def shared_config(plan: Plan) -> dict[str, Any]:
    """Return the experiment as others may read it."""
    tree: dict[str, Any] = plan.config.model_dump(mode="json", exclude_none=True, exclude=set(_MACHINE_ALONE))
    tree["word_list"] = plan.words.name
    tree["model"] = {
        name: {key: value for key, value in table.items() if key not in OF_A_MACHINE}
        for name, table in tree["model"].items()
    }
    return tree


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
