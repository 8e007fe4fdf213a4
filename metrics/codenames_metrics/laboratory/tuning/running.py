"""Running a tune: search, choice and one test, in a folder that it goes on in after any end."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.files.strict_json import read_json
from codenames_core.files.untrusted_files import decode, read_bytes
from codenames_core.support.errors import InputError
from codenames_core.text.sanitiser import one_line
from codenames_metrics.laboratory.asking.lab_folder import LabFolder, opened
from codenames_metrics.laboratory.asking.laboratory import Laboratory, LabStatus
from codenames_metrics.laboratory.tuning.outcome.choice import choose, finalists
from codenames_metrics.laboratory.tuning.outcome.games import PlayedGame, play_games
from codenames_metrics.laboratory.tuning.outcome.story import TuneStage, TuneStory
from codenames_metrics.laboratory.tuning.planning.candidates import Candidate
from codenames_metrics.laboratory.tuning.planning.items import held_out_items, search_items
from codenames_metrics.laboratory.tuning.planning.plan import TunePlan
from codenames_metrics.laboratory.tuning.searching.answering import AnswersByPrompts
from codenames_metrics.laboratory.tuning.searching.optimisers import search_for
from codenames_metrics.laboratory.tuning.searching.rollouts import Rollout
from codenames_metrics.laboratory.tuning.searching.trials import AskingEnded, RolloutsUsedUp, Trials

INSTRUMENT: Final = "tune"
TEST: Final = "test.json"
"""Which candidate the boards of the test were opened for: they say nothing of another one that is chosen later."""
_LARGEST: Final = 10_000

OnStory = Callable[[TuneStory], None]


def open_tune_folder(path: Path, plan: TunePlan) -> AbstractContextManager[LabFolder]:
    """Open the folder of a tune, or make it.

    Raises:
        InputError: the folder holds another tune, or another process works in it.
        StorageError: the disk refused.
    """
    header = {"name": plan.name, "seat": plan.seat, "optimiser": plan.optimiser}
    return opened(path, INSTRUMENT, plan.id, lambda before: header)


class Tune:
    """One tune on its way.

    Args:
        plan: what is asked.
        laboratory: that asks.
        answers: the answerer of the laboratory.
        folder: of the tune.
        on_story: is called with what is known, whenever that grows.
    """

    def __init__(
        self,
        plan: TunePlan,
        laboratory: Laboratory,
        answers: AnswersByPrompts,
        folder: Path,
        on_story: OnStory = lambda _: None,
    ) -> None:
        self._plan = plan
        self._laboratory = laboratory
        self._folder = folder
        self._on_story = on_story
        self._trials = Trials(plan, laboratory, answers, self._tell)
        self._stage = TuneStage.SEARCH
        self._games: dict[str, tuple[PlayedGame, ...]] = {}
        self._chosen: str | None = None
        self._tested: dict[str, tuple[Rollout, ...]] = {}

    @property
    def story(self) -> TuneStory:
        """What is known so far."""
        trials = self._trials
        return TuneStory(
            self._plan,
            self._stage,
            dict(trials.candidates),
            {name: dict(found) for name, found in trials.searched.items()},
            dict(trials.refused),
            dict(self._games),
            self._chosen,
            dict(self._tested),
            self._laboratory.progress,
        )

    async def run(self) -> LabStatus:
        """Do what is left, and return how it ended; what was asked before is not asked again.

        Raises:
            InputError: an agent cannot be asked, or the boards of the test were opened for another candidate.
            StorageError: the disk refused.
        """
        start = self._trials.add(Candidate(self._plan.start))
        with suppress(AskingEnded):
            await self._search(start)
            self._chosen = chosen = await self._choose(start)
            await self._test(start, chosen)
        status = self._laboratory.finish()
        self._tell()
        return status

    async def _search(self, start: Candidate) -> None:
        items = await search_items(self._plan)
        with suppress(RolloutsUsedUp):
            await search_for(self._plan)(self._trials, start, items)

    async def _choose(self, start: Candidate) -> str:
        self._enter(TuneStage.CHOICE)
        scores = self.story.scores
        for name in finalists(scores, start.id, self._plan.finalists):
            self._games[name] = tuple(await play_games(self._trials, self._trials.candidates[name]))
            self._tell()
        return choose(self.story.games_by_board, scores)

    async def _test(self, start: Candidate, chosen: str) -> None:
        if chosen != start.id:
            self._enter(TuneStage.TEST)
            open_test(self._folder, chosen)
            items = await held_out_items(self._plan)
            for candidate in (start, self._trials.candidates[chosen]):
                found = await self._trials.answered(candidate, items, self._plan.test_partners)
                self._tested[candidate.id] = tuple(found)
        self._enter(TuneStage.DONE)

    def _enter(self, stage: TuneStage) -> None:
        self._stage = stage
        self._tell()

    def _tell(self) -> None:
        self._on_story(self.story)


def open_test(folder: Path, chosen: str) -> None:
    """Note that the boards of the test are looked at for a candidate.

    Raises:
        InputError: they were looked at for another one.
        StorageError: the disk refused.
    """
    path = folder / TEST
    if path.exists():
        noted: Any = read_json(decode(read_bytes(path, _LARGEST), one_line(str(path))), one_line(str(path)))
        before = noted.get("candidate") if isinstance(noted, Mapping) else None
        if before != chosen:
            raise InputError(
                f"{one_line(str(path))}: the boards of the test were opened for {one_line(str(before), 20)}, so they "
                f"cannot test {chosen}; give the experiment other seeds, or choose another folder with --out"
            )
        return
    write_atomically(path, (json.dumps({"candidate": chosen}) + "\n").encode())
