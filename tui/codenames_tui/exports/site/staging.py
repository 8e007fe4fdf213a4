"""A site is written beside its place and moved there at the end, so that no page of an earlier one stays behind.

What is a page of ours stands in the mark of the site, `codenames-site.json`. Nothing else in the folder is touched: a
`CNAME`, a repository or files of the host's stay. The mark may have been changed by others: only plain files inside the
folder are removed.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes, refusal
from codenames_core.support.errors import InputError, StorageError
from codenames_core.text.sanitiser import one_line

MARK: Final = "codenames-site.json"
"""Says that a folder is a site of ours, which may be written again, and which files are its pages."""
_LARGEST_MARK: Final = 100_000_000
_PREFIX: Final = ".publishing-"
_STAGING: Final = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")
"""As `tempfile.mkdtemp` calls folders."""


@contextmanager
def staged(site: Path) -> Iterator[Path]:
    """Yield a new folder; what was written there replaces the pages of `site` unless an exception is raised.

    Raises:
        StorageError: the disk refused, or something that is no page has the place of one.
    """
    try:
        site.mkdir(parents=True, exist_ok=True)
        for path in filter(is_left_behind, site.iterdir()):
            shutil.rmtree(path, ignore_errors=True)
        staging = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=site))
    except OSError as error:
        raise StorageError(f"{one_line(str(site))} could not be written: {refusal(error)}") from error
    try:
        yield staging
        _replace_pages(site, staging)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def is_left_behind(path: Path) -> bool:
    """Return whether a folder in a site is what was staged by a process that was killed."""
    return _STAGING.fullmatch(path.name) is not None and path.is_dir() and not path.is_symlink()


def write_page(path: Path, data: bytes) -> None:
    """Write a page in a staging folder: without waiting for the disk, since a site can be written again.

    Raises:
        StorageError: the disk refused.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise StorageError(f"{one_line(str(path))} could not be written: {refusal(error)}") from error


def _replace_pages(site: Path, staging: Path) -> None:
    before = _listed(site)
    now = sorted(path.relative_to(staging).as_posix() for path in staging.rglob("*") if path.is_file())
    _refuse_links_out(site, {(site / name).parent for name in now})
    mark = {"made_by": "codenames-tui", "files": sorted({*before, *now})}
    write_atomically(site / MARK, f"{json.dumps(mark)}\n".encode())  # a stop on the way leaves nothing unlisted
    for name in now:
        _move(staging / name, site / name)
    for name in sorted({*before} - {*now}):
        _remove(site, site / name)
    write_atomically(site / MARK, f"{json.dumps(mark | {'files': now})}\n".encode())


def _refuse_links_out(site: Path, folders: Iterable[Path]) -> None:
    """Refuse to write where a folder of the site is a link to a place outside it."""
    inside = site.resolve()
    for folder in sorted(folders):
        if not folder.resolve().is_relative_to(inside):
            raise StorageError(f"{one_line(str(folder))} is a link out of the site; remove it, or name a new folder")


def _move(page: Path, place: Path) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(page, place)
    except OSError as error:
        raise StorageError(f"{one_line(str(place))} could not be written: {refusal(error)}") from error


def _remove(site: Path, page: Path) -> None:
    try:
        if page.is_symlink() or not page.is_file() or not page.resolve().is_relative_to(site.resolve()):
            return
    except OSError:  # of a name in the mark that no file can have
        return
    try:
        page.unlink()
    except OSError as error:
        raise StorageError(f"{one_line(str(page))} could not be removed: {refusal(error)}") from error


def _listed(site: Path) -> list[str]:
    """Return the pages of an earlier site as its mark names them, without what leads out of it."""
    try:
        names = read_json(decode(read_bytes(site / MARK, _LARGEST_MARK), MARK), MARK)["files"]
    except (InputError, TypeError, KeyError):
        return []
    plain = (name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return [name for name in plain if name.isprintable() and not _leads_out(PurePosixPath(name))]


def _leads_out(path: PurePosixPath) -> bool:
    return path.is_absolute() or not path.parts or ".." in path.parts or path.parts[0] in (".git", MARK)
