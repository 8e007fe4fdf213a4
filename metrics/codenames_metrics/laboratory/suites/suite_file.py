"""A suite as a file: a line that says what it is, and a line for each position. It may be packed with gzip.

The id is a hash of all positions, so two suites of one id ask the same. A file whose positions do not have the ids that
it states was changed, and is refused.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from codenames_core.files.atomic_writes import write_new
from codenames_core.files.record import read_packed_or_not
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, file_lines
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.positions import Kind, RecordedPosition, as_shared, from_json

VERSION: Final = 1
BASIC: Final = "basic"
"""The name of the suite that is shipped."""
_SHIPPED: Final = "laboratory/suites/basic.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Suite:
    """A fixed set of positions."""

    name: str
    positions: tuple[RecordedPosition, ...]
    made: Mapping[str, Any]
    """How it was made: the seed, how many of each model, and whether earlier talk was kept."""

    @property
    def id(self) -> str:
        """A short hash of its positions."""
        return suite_id(self.positions)

    @property
    def folder_name(self) -> str:
        """Of the folder of its answers: one plain name, whatever the file says that the suite is called."""
        plain = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in self.name[:40])
        return f"suite-{plain}-{self.id}"

    def of(self, kind: Kind) -> list[RecordedPosition]:
        """Return the positions of a kind."""
        return [position for position in self.positions if position.kind is kind]


def suite_id(positions: Sequence[RecordedPosition]) -> str:
    """Return the id of a suite of these positions, in whatever order."""
    ids = ",".join(sorted(position.id for position in positions))
    return hashlib.sha256(f"codenames suite {VERSION}:{ids}".encode()).hexdigest()[:12]


def suite_text(suite: Suite) -> str:
    """Return the text of a suite's file."""
    head = {
        "suite_version": VERSION,
        "suite_id": suite.id,
        "name": suite.name,
        "positions": len(suite.positions),
        "made": dict(suite.made),
    }
    return "".join(_line(entry) for entry in (head, *map(as_shared, suite.positions)))


def write_suite(suite: Suite, path: Path) -> None:
    """Write a suite to a new file, packed where the name ends in `.gz`.

    Raises:
        FileInTheWayError: there is something already.
        StorageError: the disk refused.
    """
    data = suite_text(suite).encode()
    write_new(path, _packed(data) if path.suffix == ".gz" else data)


def load_suite(name: str | Path) -> Suite:
    """Read a suite from a file, or the one that is shipped.

    Raises:
        InputError: it is no suite, one of another version, or one that was changed; the message says where.
    """
    if name == BASIC and not Path(name).exists():
        with as_file(files("codenames_metrics").joinpath(_SHIPPED)) as path:
            return read_suite(path, BASIC)
    if not Path(name).exists():
        raise InputError(f"{one_line(str(name))}: there is no such file; the shipped suite is {BASIC}")
    return read_suite(Path(name), one_line(str(name)))


def read_suite(path: Path, where: str) -> Suite:
    """Read a suite from a file that complaints call `where`; raises as `load_suite`."""
    lines = file_lines(decode(read_packed_or_not(path), where))
    head = _head(lines[0] if lines else "", where)
    positions = tuple(_positions(lines[1:], where))
    suite = Suite(one_line(str(head.get("name", "")), 80), positions, head.get("made") or {})
    if head.get("positions") != len(positions):
        said = one_line(str(head.get("positions")), 20)
        raise InputError(f"{where}: {len(positions)} positions, but its first line says {said}; it was cut off")
    if head.get("suite_id") != suite.id:
        raise InputError(f"{where}: its positions are not those of suite {one_line(str(head.get('suite_id')), 20)}")
    return suite


def _head(line: str, where: str) -> dict[str, Any]:
    head = read_json(line, f"{where}, line 1")
    if not isinstance(head, dict) or "suite_version" not in head:
        raise InputError(f"{where}: not a suite: its first line has no suite_version")
    if head["suite_version"] != VERSION:
        version = one_line(str(head["suite_version"]), 20)
        raise InputError(
            f"{where}: a suite of version {version}, but this program reads version {VERSION}; "
            "rebuild it with suite build"
        )
    if not isinstance(head.get("made") or {}, dict):
        raise InputError(f"{where}, line 1: made is not an object; rebuild it with suite build")
    return head


def _positions(lines: Sequence[str], where: str) -> Iterator[RecordedPosition]:
    for number, line in enumerate(lines, start=2):
        written = read_json(line, f"{where}, line {number}")
        try:
            position = from_json(written)
        except (ValueError, TypeError, KeyError, AttributeError, CodenamesError) as error:
            raise InputError(f"{where}, line {number}: not a position: {one_line(str(error), 200)}") from None
        if written.get("id") != position.id:
            raise InputError(f"{where}, line {number}: the position was changed; its id is not {position.id}")
        yield position


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def _packed(data: bytes) -> bytes:
    """Return data as gzip writes it, without the time, so that equal suites are equal files."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()
