"""A tune that this process runs; it goes on whatever is on the screen."""

import asyncio
from pathlib import Path
from typing import Final

from codenames_agents.providers.provider import Provider
from codenames_core.support.errors import CodenamesError
from codenames_core.watch.stream import Signal
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.tuning.outcome.report import write_report
from codenames_metrics.laboratory.tuning.outcome.story import TuneStory
from codenames_metrics.laboratory.tuning.planning.plan import TunePlan
from codenames_metrics.laboratory.tuning.running import Tune, open_tune_folder
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts

SECONDS_BETWEEN_STORIES: Final = 0.5
"""At most so often is a story told for answers alone."""


class TuneRun:
    """Runs a tune, and has its story so far.

    Args:
        plan: of the tune.
        folder: of its answers.
        provider: through which models are asked.
        concurrency: questions at once; as many as suit the models if not given.
        budget_usd: what all sessions may cost together; None for no limit.
        answers: who answers.
    """

    def __init__(
        self,
        plan: TunePlan,
        folder: Path,
        *,
        provider: Provider | None = None,
        concurrency: int | None = None,
        budget_usd: float | None = None,
        answers: AnswersByPrompts | None = None,
    ) -> None:
        self.plan, self.folder = plan, folder
        self.changes = Signal()
        self.story: TuneStory | None = None
        self.status: LabStatus | None = None
        """How it ended; None while it runs."""
        self.trouble = ""
        """Why it ended, if it could not go on."""
        self._provider, self._concurrency, self._budget_usd = provider, concurrency, budget_usd
        self._answers = answers or AnswersByPrompts()

    async def play(self) -> None:
        """Run it to the end; what goes wrong is kept."""
        try:
            with open_tune_folder(self.folder, self.plan) as lab:
                async with Laboratory(
                    lab,
                    answerer=self._answers,
                    concurrency=self._concurrency,
                    budget_usd=self._budget_usd,
                    provider=self._provider,
                ) as laboratory:
                    tune = Tune(self.plan, laboratory, self._answers, self.folder, self._note)
                    following = asyncio.create_task(self._follow(tune, laboratory))
                    try:
                        self.status = await tune.run()
                    finally:
                        following.cancel()
                if self.story is not None:
                    write_report(self.folder, self.story)
        except CodenamesError as error:
            self.trouble = str(error)
        self.changes.notify()

    async def _follow(self, tune: Tune, laboratory: Laboratory) -> None:
        """Keep up with each answer: a slow model takes minutes for what a tune makes a step of."""
        while True:
            await laboratory.changes.wait()
            await asyncio.sleep(SECONDS_BETWEEN_STORIES)
            self._note(tune.story)

    def _note(self, story: TuneStory) -> None:
        self.story = story
        self.changes.notify()
