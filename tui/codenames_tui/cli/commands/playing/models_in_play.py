"""What `play` needs where models play: their answers on a cassette, and lines that say who waits for what.

The provider is loaded only where a model plays.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import Role, Team
from codenames_core.support.errors import CodenamesError, InputError
from codenames_core.text.sanitiser import one_line
from codenames_tui.setup.games import PreparedGame

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState
    from codenames_core.play.episode import EpisodeRunner


_UNANSWERED: Final = (FailureKind.OUT_OF_REACH, FailureKind.UNAVAILABLE)


def with_cassette(path: str | None, set_up: Callable[[], PreparedGame]) -> PreparedGame:
    """Set up a game whose models are recorded on the cassette at `path`, or answer from it, and say which.

    Raises:
        CassetteError: it cannot be written, or is no cassette.
    """
    if path is None:
        return set_up()
    from codenames_agents.providers.cassette import Cassette
    from codenames_agents.providers.provider import Provider, share_provider

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
    if "codenames_agents.providers.provider" not in sys.modules:
        return ""
    from codenames_agents.providers.provider import shared_provider

    cassette = shared_provider().cassette
    return cassette.missing if cassette else ""


def cassette_for_the_rest(path: str | None, journal: str | None) -> None:
    """See that a game that is resumed is not answered from a cassette, which begins with the first question.

    Raises:
        InputError: it would be.
    """
    if path and journal and Path(path).exists():
        where = one_line(path)
        raise InputError(f"{where} exists, and answers a whole game; to record the rest of this one, name a new file")


def out_of_reach(decisions: Iterable[AgentTrace]) -> Iterator[str]:
    """Yield which seats failed because their model could not be asked, how often and why: a line for each reason."""
    for (seat, reason), times in Counter(_failures_of_models(decisions)).items():
        yield f"{seat} failed{f' {times:,} times' if times > 1 else ''}: {reason}"


def _failures_of_models(decisions: Iterable[AgentTrace]) -> Iterator[tuple[str, str]]:
    for trace in decisions:
        tries = [(one.failure, one.reason) for one in trace.refused]
        if trace.failure is not None:
            tries.append((trace.failure, trace.refusal or ""))
        has_failed = trace.failure is not None or trace.is_fallback  # else it was asked again, and answered
        reasons = [reason for failure, reason in tries if failure in _UNANSWERED] if has_failed else []
        if reasons and trace.seat:
            yield trace.seat.label, one_line(reasons[-1], 200)


async def tell_troubles(runner: "EpisodeRunner") -> None:
    """Print who waits for a model and why, until cancelled."""
    teams = runner.header.teams
    if any(_is_a_model(teams[team].of(role).spec) for team in Team for role in Role):
        from codenames_agents.providers.provider import shared_provider

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
    from codenames_agents.providers.provider import RequestPhase, shared_provider

    if state.phase is RequestPhase.RETRYING:
        print(f"{state.label}: {state.describe(shared_provider().clock())}", file=sys.stderr)


async def _do_not_wait(seconds: float) -> None:
    """Take recorded failures as they come."""
    await asyncio.sleep(0)
