"""Finding the game that a fork comes from."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

from codenames_core.files.record import EpisodeRecord
from codenames_core.files.schema import Parent
from codenames_core.support.folders import episodes_folder
from codenames_tui.ui.data import data_folder


async def find_original(parent: Parent, folders: Sequence[Path]) -> EpisodeRecord | None:
    """Return the game that a fork names as its parent; None where it is not found.

    It is looked for in `folders`, then where games are kept, then among the samples.
    """
    from codenames_tui.episodes.find_episode import find_episode

    is_cancelled = threading.Event()  # tells the thread, which cannot be cancelled, to stop
    everywhere = (*folders, episodes_folder(), data_folder("sample_episodes"))
    try:
        return await asyncio.to_thread(find_episode, parent.episode_id, everywhere, is_cancelled.is_set)
    finally:
        is_cancelled.set()
