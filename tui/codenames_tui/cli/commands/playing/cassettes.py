"""How models are asked: `--call-seconds`, `--price-in`, and `--cassette`, which records or plays back their answers.

The provider is loaded only where there is a cassette or a model.
"""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.setup.prepared_games import PreparedGame

if TYPE_CHECKING:
    from codenames_agents.providers.prices import StatedPrice


def prepare_with_models(
    path: str | None,
    prepare: Callable[[], PreparedGame],
    *,
    call_seconds: float | None = None,
    stated_price: "StatedPrice | None" = None,
) -> PreparedGame:
    """Prepare a game whose models are recorded on the cassette at `path`, or answer from it, and say which.

    Args:
        path: None for no cassette.
        prepare: the game.
        call_seconds: time limit of one request; the usual one if not given.
        stated_price: of models whose price is not known otherwise.

    Raises:
        CassetteError: it cannot be written, or is no cassette.
    """
    if path is None and call_seconds is None and stated_price is None:
        return prepare()
    from codenames_agents.providers.cassette import Cassette
    from codenames_agents.providers.provider import Policy, Provider, share_provider

    policy = Policy()
    if call_seconds is not None:
        longest = max(policy.ask_seconds, 2 * call_seconds)
        policy = replace(policy, call_seconds=call_seconds, ask_seconds=longest)
    cassette = Cassette.open(path) if path is not None else None
    share_provider(Provider(policy=policy, cassette=cassette, stated_price=stated_price))
    if path is None or cassette is None:
        return prepare()
    try:
        game = prepare()
    except CodenamesError:
        if not cassette.is_replaying:
            Path(path).unlink()  # else the next try would play back nothing, instead of recording
        raise
    if cassette.is_replaying:
        game.runner.sleep = _skip_sleep
    doing = "models answer from" if cassette.is_replaying else "the answers of models are recorded in"
    print(f"{doing} {one_line(path)}", file=sys.stderr)
    return game


def refuse_cassette_for_resumed(path: str | None, journal: str | None) -> None:
    """Refuse to answer a resumed game from a cassette: cassettes begin with the first question.

    Raises:
        InputError: the cassette exists, and `journal` is to be resumed.
    """
    if path and journal and Path(path).exists():
        where = one_line(path)
        raise InputError(f"{where} already holds a whole game; to record the rest of this one, name a new file")


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
