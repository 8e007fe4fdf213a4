"""Putting one question, as in a game: with its retries, time limits and waits, and nothing that follows."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from codenames_core.game.agent import AgentTrace, FailureKind, Question, TeamAgents
from codenames_core.game.config import Seat
from codenames_core.play.orchestrator import NullObserver, TurnOrchestrator
from codenames_metrics.laboratory.asking.questions import LabQuestion, build_asked
from codenames_metrics.runner.game_failure import model_unreachable, question_failed
from codenames_metrics.runner.game_task import Meter
from codenames_metrics.runner.models.call_listener import admit_retries

Build = Callable[[LabQuestion], Any]
"""Makes the agent that a question goes to."""
_ENDING = (FailureKind.OUT_OF_REACH, FailureKind.TIMEOUT, FailureKind.ERROR)
"""Failures that are no answer: the next session asks again."""


class _Metered(NullObserver):
    """Lets a question through as the budget allows, and counts what it costs."""

    def __init__(self, meter: Meter | None, seat: Seat) -> None:
        self._meter = meter
        self._seat = seat
        self._last: AgentTrace | None = None

    async def before_decision(self) -> None:
        if self._meter is not None:
            await self._meter.admit(self._seat)

    def asked(self, seat: Seat, question: Question) -> None:
        if self._meter is not None:
            self._meter.asked(seat, question)

    def answered(self, trace: AgentTrace) -> None:
        if self._meter is not None:
            self._meter.answered(trace)
        if trace.failure in _ENDING:
            raise question_failed(trace)
        self._last = trace

    def retry_scheduled(self, seat: Seat, reason: str, seconds: float, left: float) -> None:
        if self._meter is not None and self._last is not None and not self._meter.is_worth_waiting_for(seat):
            raise model_unreachable(self._last)


async def ask_here(
    question: LabQuestion,
    *,
    meter: Meter | None = None,
    build: Build = build_asked,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> AgentTrace:
    """Ask in this process and return the trace, in which `answer` is what the rules accept.

    A seat that used up its tries has a `failure` instead, which counts as its answer: none.

    Raises:
        GameFailed: the agent failed, or its model could not be asked; this is no answer.
        BudgetReached: there is no money left for it.
        InputError: there is no such agent.
    """
    agent = build(question)
    alone = TeamAgents(agent, agent, agent, question.line_up)
    observer = _Metered(meter, question.ask.seat)
    orchestrator = TurnOrchestrator(alone, alone, observer=observer, sleep=sleep)
    try:
        with admit_retries(meter.asks_again if meter is not None else None):
            trace = await orchestrator.decide(question.ask, question.state)
    finally:
        orchestrator.close()
    if trace.failure is FailureKind.UNAVAILABLE:
        raise model_unreachable(trace)
    return trace
