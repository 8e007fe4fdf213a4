"""Games of a folder as the index has them: helpers of the tests."""

from pathlib import Path

from codenames_core.game.config import GameMode, Team
from codenames_core.game.state import Termination
from codenames_tui.episodes.episode_index import EpisodeRow, Kept, Stamp

FOLDER = Path("/home/me/games")


def kept(
    name: str,
    created: str = "",
    red: str = "",
    blue: str = "",
    turns: int = 0,
    ended: tuple[Team | None, Termination | None] = (None, None),
    *,
    broken: str = "",
    cost: float | None = None,
    parent: str = "",
    folder: Path = FOLDER,
) -> Kept:
    """A row of the index; `created` is a local time."""
    row = EpisodeRow(
        file=f"{folder}/{name}",
        episode_id="" if broken else f"id-of-{name}",
        winner=ended[0],
        termination=ended[1],
        turns=turns,
        events=turns * 7,
        mode=None if broken else GameMode.STANDARD,
        red=red,
        blue=blue,
        cost_usd=cost,
        created=created,
        parent=parent,
        broken=broken,
    )
    return Kept(Stamp(-1, 0), row)


_WON, _LOST = (Team.RED, Termination.ALL_WORDS), (Team.BLUE, Termination.ASSASSIN)
GAMES = (
    kept("d.jsonl", "2026-11-28T07:10", "vector:bold", "vector:cautious", 5),
    kept("c.json", "2026-11-27T21:40", "vector:balanced", "vector:balanced", 8, _WON, cost=0.25),
    kept("b.json", "2026-11-27T20:15", "random", "ghost:pass", 15, _LOST, parent="2b5e3bad-9"),
    kept("a.json", broken="line 3: not JSON (Expecting value)"),
)
