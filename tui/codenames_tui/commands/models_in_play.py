"""What `play` needs where models play: their answers on a cassette, and lines that say who waits for what.

The provider is loaded only where a model plays.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_core.config import Role, Team
from codenames_core.errors import CodenamesError
from codenames_core.text import one_line
from codenames_tui.games import Game

if TYPE_CHECKING:
    from codenames_agents.provider import CallState
    from codenames_core.episode import EpisodeRunner


def with_cassette(path: str | None, set_up: Callable[[], Game]) -> Game:
    """Set up a game whose models are recorded on the cassette at `path`, or answer from it, and say which.

    Raises:
        CassetteError: it cannot be written, or is no cassette.
    """
    if path is None:
        return set_up()
    from codenames_agents.cassette import Cassette
    from codenames_agents.provider import Provider, share_provider

    cassette = Cassette.open(path)
    share_provider(Provider(cassette=cassette))
    try:
        game = set_up()
    except CodenamesError:
        if not cassette.is_replaying:
            Path(path).unlink()  # the next try is to record, not to play back nothing
        raise
    if cassette.is_replaying:
        game.runner.sleep = _do_not_wait
    doing = "models answer from" if cassette.is_replaying else "the answers of models are recorded on"
    print(f"{doing} {one_line(path)}", file=sys.stderr)
    return game


def missing_answer() -> str:
    """Return what a replay asked that is not on its cassette; empty where all was."""
    if "codenames_agents.provider" not in sys.modules:
        return ""
    from codenames_agents.provider import shared_provider

    cassette = shared_provider().cassette
    return cassette.missing if cassette else ""


async def tell_troubles(runner: "EpisodeRunner") -> None:
    """Print who waits for a model and why, until cancelled."""
    teams = runner.header.teams
    if any(_is_a_model(teams[team].of(role).spec) for team in Team for role in Role):
        from codenames_agents.provider import shared_provider

        shared_provider().on_state = _tell_retry
    told = runner.outage
    while True:
        await runner.changes.wait()
        if (outage := runner.outage) is not None and outage is not told:
            told, reason = outage, one_line(outage.reason, 200)
            print(f"{told.seat.label} waits, and is asked again in {told.seconds:.0f} s: {reason}", file=sys.stderr)


def _is_a_model(spec: str) -> bool:
    from codenames_agents.catalogue import model_of

    return model_of(spec) is not None


def _tell_retry(state: "CallState") -> None:
    from codenames_agents.provider import Phase, shared_provider

    if state.phase is Phase.RETRYING:
        print(f"{state.label}: {state.describe(shared_provider().clock())}", file=sys.stderr)


async def _do_not_wait(seconds: float) -> None:
    """Take recorded failures as they come."""
    await asyncio.sleep(0)
