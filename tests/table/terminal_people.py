"""People who play at a table in a real terminal: they read the screen and press keys, and see nothing else."""

import re
import time

from tests.tmux import Terminal

AGAIN_SECONDS = 8.0
"""After which keys are pressed again that had no effect: a line may have been lost meanwhile."""


def keys_for(seen: str) -> list[str]:
    """What a person presses who is asked something; nothing where nobody is asked."""
    if "your clue" in seen:
        turn = re.search(r"turn (\d+)/", seen)
        return ["C-u", *("obelisk" if turn and int(turn[1]) % 2 else "xylophone"), "Enter"]
    if "your message" in seen:
        ready = [] if "[x] ready" in seen.lower() else ["Tab"]
        return ["C-u", *"sure", *ready, "Enter"]
    if "your guesses" in seen:
        return ["F4"]
    return []


class TerminalPerson:
    """Somebody at a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.pressed = 0
        """How many questions were answered."""
        self._last: tuple[str, float] = "", 0.0

    def play_on(self) -> str:
        """Answer what is asked, once; return what is seen."""
        seen = self.terminal.seen()
        keys = keys_for(seen)
        place = re.search(r"event \d+/\d+", seen)
        if not keys or place is None or "lost" in place.string.splitlines()[-1]:
            return seen
        asked, before = place[0] + keys[-1], self._last
        if asked != before[0] or time.monotonic() - before[1] > AGAIN_SECONDS:
            self._last = asked, time.monotonic()
            self.pressed += 1
            self.terminal.press(*keys)
        return seen
