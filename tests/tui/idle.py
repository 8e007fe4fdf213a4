"""Whether an app has anything left to do."""

import asyncio
from typing import Final

MOST_TURNS: Final = 1_000
"""Of the event loop; a game that is played without pauses always has more to do."""


def has_more_to_do() -> bool:
    """Whether any task could go on at once: with a message that was posted, with a key that was pressed."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


async def until_nothing_is_left() -> None:
    """Let the app work until only time or the world can bring it something to do."""
    for _ in range(MOST_TURNS):
        if not has_more_to_do():
            return
        await asyncio.sleep(0)
