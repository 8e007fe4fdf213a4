"""The file of a table beside the journal of its game: read, and written for nobody else to read.

It goes away with the journal: see `codenames_tui.setup.prepared_games`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.untrusted_files import decode, read_bytes, refuse_shared
from codenames_core.support.folders import TABLE_SUFFIX
from codenames_core.table.saved_table import KeptTable, read_table
from codenames_core.text.sanitiser import one_line

LARGEST_TABLE: Final = 1_000_000
"""Bytes."""


def table_path(journal: Path) -> Path:
    """Return where the table of a game is kept."""
    return journal.with_name(journal.stem + TABLE_SUFFIX)


def table_beside(journal: Path) -> KeptTable | None:
    """Return what was kept of the table of a game; None where there is nothing.

    Raises:
        InputError: something else lies there, or others may read it.
    """
    path = table_path(journal)
    if not path.exists():
        return None
    where = one_line(str(path))
    data = read_bytes(path, LARGEST_TABLE)
    refuse_shared(path)
    return read_table(decode(data, where), where)


def keeper(journal: Path, listen: str) -> Callable[[KeptTable], None]:
    """Return what keeps a table beside the journal of its game.

    Args:
        journal: of the game.
        listen: where the host listens.
    """
    path = table_path(journal)

    def keep(kept: KeptTable) -> None:
        data = kept.model_copy(update={"listen": listen}).model_dump_json(indent=1)
        write_atomically(path, data.encode(), private=True)

    return keep
