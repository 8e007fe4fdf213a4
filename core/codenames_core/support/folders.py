"""Default folders of files, their suffixes, and how large they may be."""

from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

APP_NAME = "codenames-tui"
RECORD_SUFFIX = ".json"
"""Of finished games."""
JOURNAL_SUFFIX = ".jsonl"
"""Of games that are being played, or were interrupted."""
TABLE_SUFFIX = ".table"
"""Of what a host keeps of a table, beside the journal of its game."""
PACKED_SUFFIX = ".gz"
"""Stands behind the other two where a file is packed; such a file is read, and never written."""
LARGEST_FILE = 160_000_000
"""Bytes of an episode or a journal; a larger one is refused before it is read, or unpacked."""

_OF_GAMES = tuple(suffix + packed for suffix in (RECORD_SUFFIX, JOURNAL_SUFFIX) for packed in ("", PACKED_SUFFIX))


def game_suffix(path: Path) -> str:
    """Return the suffix that tells what a file of a game is, packed or not.

    >>> game_suffix(Path("a.json")), game_suffix(Path("b.jsonl.gz"))
    ('.json', '.jsonl')
    """
    return Path(path.stem).suffix if path.suffix == PACKED_SUFFIX else path.suffix


def is_game_name(name: str) -> bool:
    """Return whether a file of this name is that of a game: an episode or a journal, packed or not.

    >>> is_game_name("a.json"), is_game_name("b.jsonl.gz"), is_game_name(".json"), is_game_name("a.gz")
    (True, True, False, False)
    """
    return name.endswith(_OF_GAMES) and name not in _OF_GAMES  # a name that is an ending alone has none


def episodes_folder() -> Path:
    """Return the folder in which finished and running games are kept; it need not exist yet."""
    return user_data_path(APP_NAME, appauthor=False) / "episodes"


def prompts_folder() -> Path:
    """Return the folder of a person's own prompt sets; it need not exist."""
    return user_config_path(APP_NAME, appauthor=False) / "prompts"


def cache_folder() -> Path:
    """Return the folder of files that can be made again; it need not exist."""
    return user_cache_path(APP_NAME, appauthor=False)
