"""`--cassette`: the answers of models, recorded in a file or played back from it.

The provider is loaded only where there is a cassette or a model.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.setup.prepared_games import PreparedGame


def prepare_with_cassette(path: str | None, prepare: Callable[[], PreparedGame]) -> PreparedGame:
    """Prepare a game whose models are recorded on the cassette at `path`, or answer from it, and say which.

    Raises:
        CassetteError: it cannot be written, or is no cassette.
    """
    if path is None:
        return prepare()
    from codenames_agents.providers.cassette import Cassette
    from codenames_agents.providers.provider import Provider, share_provider

    cassette = Cassette.open(path)
    share_provider(Provider(cassette=cassette))
    try:
        game = prepare()
    except CodenamesError:
        if not cassette.is_replaying:
            Path(path).unlink()  # else the next try would play back nothing, instead of recording
        raise
    if cassette.is_replaying:
        game.runner.sleep = _skip_sleep
    doing = "models answer from" if cassette.is_replaying else "the answers of models are recorded on"
    print(f"{doing} {one_line(path)}", file=sys.stderr)
    return game


def refuse_cassette_for_resumed(path: str | None, journal: str | None) -> None:
    """Refuse to answer a resumed game from a cassette: cassettes begin with the first question.

    Raises:
        InputError: the cassette exists, and `journal` is to be resumed.
    """
    if path and journal and Path(path).exists():
        where = one_line(path)
        raise InputError(f"{where} exists, and answers a whole game; to record the rest of this one, name a new file")


def missing_from_cassette() -> str:
    """Return the question that was asked and is not on the cassette; empty where every question was."""
    if "codenames_agents.providers.provider" not in sys.modules:
        return ""
    from codenames_agents.providers.provider import shared_provider

    cassette = shared_provider().cassette
    return cassette.missing if cassette else ""


async def _skip_sleep(seconds: float) -> None:
    """Do not wait for the retries that are on the cassette."""
    await asyncio.sleep(0)
