"""The engine: many questions at once, none asked twice, none paid twice, within a budget.

`Laboratory` lives in an event loop and knows no screen. It may be killed at any moment: every answer is in
`answers.jsonl` before anything follows from it, and asking the same questions in the same folder goes on from there.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from codenames_core.game.agent import AgentTrace
from codenames_core.game.config import AgentConfig
from codenames_core.support.errors import InputError
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_core.watch.stream import Signal
from codenames_metrics.experiment.config import Limits
from codenames_metrics.experiment.estimate import price_of
from codenames_metrics.laboratory.asking.executors import Answerer, AnswersHere
from codenames_metrics.laboratory.asking.lab_folder import LabFolder
from codenames_metrics.laboratory.asking.questions import AnswerKey, LabQuestion
from codenames_metrics.run_folder.progress import cost_in_words, duration
from codenames_metrics.runner.game_failure import GameFailed
from codenames_metrics.runner.models.budget import Budget, BudgetReached
from codenames_metrics.runner.models.cost_meter import GameMeter
from codenames_metrics.runner.models.outages import Outages
from codenames_metrics.runner.models.provider_session import new_provider, provider_session

if TYPE_CHECKING:
    from codenames_agents.providers.provider import Provider

MODELS_AT_ONCE: Final = 16
"""Questions that are open at a time where models are waited for."""
MOST_FAILURES: Final = 3
"""In a row of one model, after which it is not asked any more in this session."""


class LabStatus(StrEnum):
    """How far a laboratory is."""

    ASKING = "asking"
    DONE = "done"
    INCOMPLETE = "incomplete"
    """It is over, and some questions have no answer: a model could not be asked."""
    BUDGET = "budget reached"


@dataclass(frozen=True, slots=True)
class LabProgress:
    """One moment of a laboratory."""

    status: LabStatus
    total: int
    """Questions that were planned so far, those of earlier sessions included."""
    answered: int
    begun_with: int
    """Answers of earlier sessions."""
    failed: int
    seconds: float
    spent_usd: float
    unpriced: int
    last_failure: str = ""
    silent: tuple[str, ...] = ()
    """Models that do not answer at the moment, and are waited for."""
    why_silent: str = ""
    """What the first of them said last, or what became of the connection."""

    def counted_from(self, begun_with: int, seconds: float) -> "LabProgress":
        """Return the progress as somebody sees it who began to look at so many answers, so many seconds ago."""
        return replace(self, begun_with=begun_with, seconds=seconds)

    def line(self) -> str:
        """Return the progress in one line of text.

        >>> LabProgress(LabStatus.ASKING, 400, 100, 0, 0, 50.0, 0.25, 0).line()
        '100 of 400 answered, 150 s left, $0.25'
        >>> silent = {"silent": ("openai/mine",), "why_silent": "no connection after 6 tries"}
        >>> LabProgress(LabStatus.ASKING, 10, 0, 0, 0, 50.0, 0.0, 0, **silent).line()
        '0 of 10 answered, waiting for openai/mine, which cannot be reached (no connection after 6 tries)'
        """
        parts = [f"{self.answered:,} of {counted(self.total, 'question')} answered".replace(" questions", "")]
        now = self.answered - self.begun_with
        if self.status is LabStatus.ASKING and now and self.answered < self.total:
            left = (self.total - self.answered) * self.seconds / now
            parts.append(f"{left:.0f} s left" if left < 600 else f"{duration(left)} left")
        return ", ".join([*parts, *self._besides()])

    def line_so_far(self) -> str:
        """Return the progress in one line where nobody knows yet how much will be asked.

        >>> LabProgress(LabStatus.ASKING, 400, 100, 0, 2, 50.0, 0.25, 0).line_so_far()
        '100 answers in all, 2 could not be asked, $0.25'
        """
        return ", ".join([f"{counted(self.answered, 'answer')} in all", *self._besides()])

    def _besides(self) -> list[str]:
        parts = [f"{self.failed:,} could not be asked"] if self.failed else []
        if self.spent_usd or self.unpriced:
            parts.append(cost_in_words(self.spent_usd, self.unpriced))
        if self.silent and self.status is LabStatus.ASKING:
            others = f" and {counted(len(self.silent) - 1, 'other')}" if self.silent[1:] else ""
            why = f" ({one_line(self.why_silent, 120)})" if self.why_silent else ""
            parts.append(f"waiting for {one_line(self.silent[0], 60)}{others}, which cannot be reached{why}")
        return parts


class Laboratory:
    """Asks questions, and keeps their answers; an async context manager.

    Args:
        folder: of the answers.
        answerer: where agents think; in this process if not given.
        concurrency: questions at once; as many as suit the agents if not given.
        budget_usd: what all sessions in this folder may cost together; None for no limit.
        provider: through which models are asked; a new one if not given.
        clock: gives seconds.
        sleep: waits for seconds, where a model cannot be reached and no `answerer` is given.
    """

    def __init__(
        self,
        folder: LabFolder,
        *,
        answerer: Answerer | None = None,
        concurrency: int | None = None,
        budget_usd: float | None = None,
        provider: "Provider | None" = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.changes = Signal()
        self._folder = folder
        self._answerer = answerer or AnswersHere(sleep=sleep)
        self._concurrency = concurrency
        self._provider = provider
        self._clock = clock
        self._budget = Budget(budget_usd, folder.ledger.by_model)
        self._outages = Outages(Limits().outage_seconds, clock, lambda: None)
        self._status = LabStatus.ASKING
        self._asked: set[AnswerKey] = set()
        self._begun_with = 0
        self._failed = 0
        self._failures: Counter[str] = Counter()
        self._closed: set[str] = set()
        self._free: dict[AgentConfig, bool] = {}
        self._last_failure = ""
        self._began = clock()
        self._stack = AsyncExitStack()
        self._has_provider = False

    async def __aenter__(self) -> Self:
        """Get ready."""
        await self._stack.enter_async_context(self._answerer)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop asking."""
        await self._stack.aclose()
        self.changes.notify()

    @property
    def answers(self) -> dict[AnswerKey, AgentTrace]:
        """All answers so far, also those of earlier sessions."""
        return self._folder.answers.answers

    @property
    def status(self) -> LabStatus:
        """How far it is; final once everything was asked."""
        if self._status is LabStatus.ASKING and self._failed:
            return LabStatus.INCOMPLETE
        return self._status

    @property
    def progress(self) -> LabProgress:
        """How far it has come."""
        spending = self._folder.ledger.by_model.values()
        silent = tuple(sorted(self._outages.models))
        return LabProgress(
            status=self._status,
            total=len(self._asked),
            answered=sum(key in self.answers for key in self._asked),
            begun_with=self._begun_with,
            failed=self._failed,
            seconds=self._clock() - self._began,
            spent_usd=sum(model.known_cost_usd for model in spending),
            unpriced=sum(model.unpriced + model.unmetered for model in spending),
            last_failure=self._last_failure,
            silent=silent,
            why_silent=self._outages.reason(silent[0]) if silent else "",
        )

    def finish(self) -> LabStatus:
        """Note that nothing more will be asked, and return how it ended."""
        if self._status is LabStatus.ASKING:
            self._status = LabStatus.INCOMPLETE if self._failed else LabStatus.DONE
        self.changes.notify()
        return self._status

    async def ask(self, questions: Iterable[LabQuestion]) -> None:
        """Have every question answered that was not yet; those that cannot be are left for the next session.

        Raises:
            InputError: an agent cannot be built, or may not be asked where it is to be.
            StorageError: the disk refused.
        """
        listed = list({question.key: question for question in questions}.values())
        known = self.answers.keys() & {question.key for question in listed}
        self._asked.update(question.key for question in listed)
        self._begun_with += len(known)
        left = [question for question in listed if question.key not in known]
        models = sorted({question.model for question in left if question.model})
        if models and not self._answerer.takes_models:
            raise InputError(f"{one_line(models[0], 60)} is a language model, and workers ask only offline agents")
        if models:
            await self._open_provider()
        at_once = self._concurrency or (MODELS_AT_ONCE if models else self._answerer.at_once)
        self.changes.notify()
        if self._status is LabStatus.ASKING:
            await self._ask_all(iter(left), min(at_once, len(left)))

    async def _open_provider(self) -> None:
        if not self._has_provider:
            self._provider = self._provider or new_provider(Limits())
            await self._stack.enter_async_context(provider_session(self._provider))
            self._has_provider = True

    async def _ask_all(self, questions: Iterator[LabQuestion], at_once: int) -> None:
        """Ask from one queue, so many at a time; the first error of ours ends them all."""
        tasks = {asyncio.ensure_future(self._ask_on(questions)) for _ in range(at_once)}
        try:
            for task in asyncio.as_completed(tasks):
                await task
        finally:
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks)

    async def _ask_on(self, questions: Iterator[LabQuestion]) -> None:
        for question in questions:
            if self._status is not LabStatus.ASKING:
                return
            if question.model in self._closed:
                self._failed += 1
                continue
            await self._ask_one(question)
            self.changes.notify()

    async def _ask_one(self, question: LabQuestion) -> None:
        meter = self._meter(question)
        try:
            trace = await self._answerer.answer(question, meter)
        except BudgetReached:
            self._status = LabStatus.BUDGET
        except GameFailed as failure:
            self._note_failure(question, failure)
        else:
            self._failures[question.agent.label] = 0
            self._folder.answers.add(question.key, trace)
        finally:
            if meter is not None:
                meter.abandon()

    def _note_failure(self, question: LabQuestion, failure: GameFailed) -> None:
        label = question.agent.label
        self._failed += 1
        self._failures[label] += 1
        self._last_failure = one_line(f"{label}: {failure}", 300)
        if question.model and (failure.closes or self._failures[label] >= MOST_FAILURES):
            self._closed.add(question.model)

    def _meter(self, question: LabQuestion) -> GameMeter | None:
        if question.model is None:
            return None
        free = self._cost_if_free(question.agent)
        return GameMeter(
            question.key.text,
            1,
            {question.ask.seat: question.model},
            {},
            self._folder.ledger,
            self._budget,
            self._outages,
            self._folder.open_questions if free is None else None,  # what is killed then needs no charge
            lambda _: free,
        )

    def _cost_if_free(self, agent: AgentConfig) -> float | None:
        """Return what any request to a model costs: 0 where its tokens have no price, else None."""
        if agent not in self._free:
            stated = self._provider.stated_price if self._provider is not None else None
            self._free[agent] = (stated or price_of(agent)) == (0.0, 0.0)
        return 0.0 if self._free[agent] else None
