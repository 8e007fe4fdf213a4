"""Lines about models that cannot be asked: while they are waited for, and once the game is over."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from codenames_core.game.agent import AgentTrace, FailureKind
from codenames_core.game.config import Role, Team
from codenames_core.game.events import Event, Pass, PassReason
from codenames_core.text.sanitiser import one_line
from codenames_metrics.runner.game_failure import failure_kind

if TYPE_CHECKING:
    from codenames_agents.providers.provider import CallState
    from codenames_core.play.episode import EpisodeRunner


_UNANSWERED: Final = (FailureKind.OUT_OF_REACH, FailureKind.UNAVAILABLE)


def unreachable_model_lines(decisions: Iterable[AgentTrace]) -> Iterator[str]:
    """Yield which seats failed because their model could not be asked, how often and why: a line for each reason."""
    for (seat, reason), times in Counter(_unreachable_models(decisions)).items():
        yield f"{seat} failed{f' {times:,} times' if times > 1 else ''}: {reason}"


def _unreachable_models(decisions: Iterable[AgentTrace]) -> Iterator[tuple[str, str]]:
    """Yield the seat and the last reason of each decision that failed so."""
    for trace in decisions:
        tries = [(refused.failure, refused.reason) for refused in trace.refused]
        if trace.failure is not None:
            tries.append((trace.failure, trace.refusal or ""))
        has_failed = trace.failure is not None or trace.is_fallback  # else it was asked again, and answered
        reasons = [reason for failure, reason in tries if failure in _UNANSWERED] if has_failed else []
        if reasons and trace.seat:
            yield trace.seat.label, one_line(reasons[-1], 200)


def failures_by_seat(tries: Iterable[AgentTrace]) -> dict[str, dict[str, int]]:
    """Return how often each seat failed to answer, by what went wrong; a request of a model counts by itself."""
    counts: dict[str, Counter[str]] = {}
    for trace in tries:
        kinds = [str(request.outcome) for request in trace.requests if request.outcome != "ok"]
        if trace.failure is not None and trace.failure not in _UNANSWERED:
            kinds.append(str(trace.failure))
        elif trace.failure is not None and not kinds:
            kinds.append(failure_kind(trace))
        if trace.seat is not None and kinds:
            counts.setdefault(trace.seat.label, Counter()).update(kinds)
    return {seat: dict(sorted(kinds.items())) for seat, kinds in sorted(counts.items())}


def why_forfeited(event: Event, at: int, tries: Sequence[AgentTrace]) -> str:
    """Return why the turn is forfeited that `event`, the one at position `at`, ends; empty if it ends otherwise."""
    if not isinstance(event, Pass) or event.reason is not PassReason.FORFEITED:
        return ""
    last = next((trace for trace in reversed(tries) if trace.at == at), None)
    return one_line(last.refusal or "", 200) if last is not None else ""


async def print_model_waits(runner: "EpisodeRunner") -> None:
    """Print which seat waits for its model and why, until cancelled."""
    teams = runner.header.teams
    if any(_is_model(teams[team].of(role).spec) for team in Team for role in Role):
        from codenames_agents.providers.provider import shared_provider

        shared_provider().on_state = _print_retry
    printed = runner.outage
    while True:
        await runner.changes.wait()
        if (outage := runner.outage) is not None and outage is not printed:
            printed, reason = outage, one_line(outage.reason, 200)
            print(f"{outage.seat.label} waits, and is asked again in {outage.seconds:.0f} s: {reason}", file=sys.stderr)


def _is_model(spec: str) -> bool:
    from codenames_agents.catalogue import model_of

    return model_of(spec) is not None


def _print_retry(state: "CallState") -> None:
    from codenames_agents.providers.provider import RequestPhase, shared_provider

    if state.phase is RequestPhase.RETRYING:
        print(f"{state.label}: {state.describe(shared_provider().clock())}", file=sys.stderr)
