"""The optimiser of the package `gepa` (Agrawal et al. 2025, arXiv 2507.19457), behind an adapter.

It runs in a thread and asks the event loop for every answer. It is started from the beginning each time: its dice have
a seed and answers are kept, so it comes by the same way to where it was stopped, and asks nothing twice.
"""

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from codenames_core.support.errors import InputError
from codenames_metrics.laboratory.asking.positions import RecordedPosition
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate, components, with_texts
from codenames_metrics.laboratory.tuning.planning.plan import SECTIONS
from codenames_metrics.laboratory.tuning.searching.reflecting import Reflector
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout
from codenames_metrics.laboratory.tuning.searching.trials import RolloutsUsedUp, Trials

MINIBATCH: Final = 4
"""Answers from which a text is rewritten, and on which the new one is tried first."""

T = TypeVar("T")


async def gepa_search(trials: Trials, start: Candidate, items: Sequence[RecordedPosition]) -> None:
    """Have texts rewritten, and keep those that are better on a few positions for all of them.

    Raises:
        InputError: the package is not installed.
        RolloutsUsedUp, AskingEnded: as for any search.
    """
    try:
        import gepa
    except ImportError:
        raise InputError(
            "--optimiser gepa needs the package gepa: pip install 'codenames-tui[tune]'; grid needs none"
        ) from None
    adapter = _Adapter(trials, start, items, asyncio.get_running_loop())
    await trials.search(start, items)

    def run() -> None:
        gepa.optimize(
            seed_candidate=components(start.prompts, trials.plan.questions),
            trainset=list(items),
            valset=list(items),
            adapter=adapter,
            reflection_minibatch_size=min(MINIBATCH, len(items)),
            skip_perfect_score=False,
            stop_callbacks=lambda _: adapter.is_over,
            logger=_Silent(),
            seed=trials.plan.seed,
            raise_on_exception=True,
        )

    try:
        await asyncio.to_thread(run)
    except asyncio.CancelledError:
        adapter.stop()
        raise


class _Silent:
    def log(self, message: str) -> None:
        """Say nothing: progress is shown elsewhere."""


class _Adapter:
    """What `gepa` calls, in its thread, to have a candidate tried and a text rewritten."""

    def __init__(
        self, trials: Trials, start: Candidate, items: Sequence[RecordedPosition], loop: asyncio.AbstractEventLoop
    ) -> None:
        self._trials = trials
        self._start = start
        self._loop = loop
        self._reflector = Reflector(trials, items)
        self._waits_for: Future[Any] | None = None
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Have the thread end where it is."""
        self._stopped.set()
        if self._waits_for is not None:
            self._waits_for.cancel()

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be tried."""
        return self._trials.left < 1 or self._reflector.is_hopeless

    def evaluate(self, batch: list[RecordedPosition], candidate: dict[str, str], capture_traces: bool = False) -> Any:
        """Return what the answers of a candidate are worth, in the order of the positions."""
        from gepa import EvaluationBatch

        before = self._trials.used
        found: list[Rollout] = self._wait_for(self._trials.search(self._candidate(candidate), batch))
        scores = [one.score(self._trials.plan.goal) for one in found]
        return EvaluationBatch(
            outputs=found,
            scores=scores,
            trajectories=found if capture_traces else None,
            num_metric_calls=self._trials.used - before,
        )

    def make_reflective_dataset(
        self, candidate: dict[str, str], eval_batch: Any, components_to_update: list[str]
    ) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the answers from which a text is rewritten: those to the question that it belongs to."""
        return {
            name: [{"rollout": one} for one in eval_batch.trajectories or () if _belongs(name, one)]
            for name in components_to_update
        }

    def propose_new_texts(
        self,
        candidate: dict[str, str],
        reflective_dataset: Mapping[str, Sequence[Mapping[str, Any]]],
        components_to_update: list[str],
    ) -> dict[str, str]:
        """Return the texts that were rewritten; those that could not be used are left out."""
        parent, texts = self._candidate(candidate), {}
        for name in components_to_update:
            rollouts = [record["rollout"] for record in reflective_dataset.get(name, ())]
            found = self._wait_for(self._reflector.propose(parent, name, rollouts)) if rollouts else None
            if found is not None:
                texts[name] = components(found.prompts, self._trials.plan.questions)[name]
        return texts

    def _candidate(self, texts: Mapping[str, str]) -> Candidate:
        """Return the candidate with these texts, with its parent where the trials know it."""
        changed = {
            name: text
            for name, text in texts.items()
            if text != components(self._start.prompts, self._trials.plan.questions)[name]
        }
        made = Candidate(with_texts(self._start.prompts, changed)) if changed else self._start
        return self._trials.candidates.get(made.id, made)

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        if self._stopped.is_set():
            work.close()
            raise RolloutsUsedUp("the search was stopped")
        waits_for: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._waits_for = waits_for
        if self._stopped.is_set():  # in the moment in which `stop` did not see it yet
            waits_for.cancel()
        return waits_for.result()


def _belongs(name: str, one: Rollout) -> bool:
    return name.partition(".")[0] == SECTIONS[one.kind]
