"""Default folders of files, their suffixes, and how large they may be."""

from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

APP_NAME = "codenames-tui"
RECORD_SUFFIX = ".json"
"""Of finished games."""
JOURNAL_SUFFIX = ".jsonl"
"""Of games that are being played, or were interrupted."""
LARGEST_FILE = 160_000_000
"""Bytes of an episode or a journal; a larger one is refused before it is read."""


def episodes_folder() -> Path:
    """Return the folder in which finished and running games are kept; it need not exist yet."""
    return user_data_path(APP_NAME, appauthor=False) / "episodes"


def prompts_folder() -> Path:
    """Return the folder of a person's own prompt sets; it need not exist."""
    return user_config_path(APP_NAME, appauthor=False) / "prompts"


def cache_folder() -> Path:
    """Return the folder of files that can be made again; it need not exist."""
    return user_cache_path(APP_NAME, appauthor=False)
