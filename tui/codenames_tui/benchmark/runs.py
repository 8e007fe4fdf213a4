"""Runs that can be looked at: one that this process plays, which no screen owns, and one of another process.

Both tell how far they are, who stands how, and where each running game is.
"""

import asyncio
from pathlib import Path
from typing import Final, Protocol

from codenames_core.files.journal import event_of_line, header_of_line
from codenames_core.files.tail import FileTail
from codenames_core.game.state import GameState, apply
from codenames_core.support.errors import CodenamesError
from codenames_metrics.analysis.game_results import GameResultReader
from codenames_metrics.analysis.live_standings import LiveStanding, LiveStandings
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.run_folder.progress import RunStatus
from codenames_metrics.run_folder.run_snapshot import RunSnapshot
from codenames_metrics.runner.benchmark import BenchmarkRunner
from codenames_metrics.runner.run_watcher import RunWatcher
from codenames_tui.benchmark.views.run import GamePreview, preview_of

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""So often the files of another process are looked at."""
MOST_FOLLOWED: Final = 500
"""Running games whose state is kept to be gone on from; no screen shows as many rows."""


class WatchedRun(Protocol):
    """A run that is looked at."""

    folder: Path
    plan: Plan
    trouble: str
    """Why it ended, if it could not go on."""

    @property
    def steered(self) -> BenchmarkRunner | None:
        """What plays it, where that can be steered from here."""
        ...

    def look(self) -> RunSnapshot:
        """Return how far it is."""
        ...

    async def changed(self) -> None:
        """Return when there may be something new."""
        ...

    def glimpse(self, index: int) -> GamePreview | None:
        """Return where a running game is; None where nothing is known of it."""
        ...


class LocalRun:
    """A run that this process plays. It goes on whatever is on the screen.

    Args:
        runner: plays it.
    """

    def __init__(self, runner: BenchmarkRunner) -> None:
        self.runner = runner
        self.folder, self.plan = runner.folder, runner.plan
        self.trouble = ""
        self.status: RunStatus | None = None
        """How it ended."""
        self._journals = _Journals(runner.folder, runner.plan)

    @property
    def steered(self) -> BenchmarkRunner | None:
        """What plays it, while it does."""
        return None if self.is_over else self.runner

    @property
    def is_over(self) -> bool:
        """Whether nothing more will change."""
        return self.runner.is_over

    async def play(self) -> None:
        """Play to the end; what goes wrong is kept."""
        try:
            self.status = await self.runner.run()
        except CodenamesError as error:
            self.trouble = str(error)

    async def ended(self) -> None:
        """Return when the run is over."""
        async for _ in self.runner.follow():
            pass

    def look(self) -> RunSnapshot:
        """Return how far it is."""
        return self.runner.at_work

    async def changed(self) -> None:
        """Return at the next change."""
        await self.runner.changes.wait()

    def glimpse(self, index: int) -> GamePreview | None:
        """Return where a running game is."""
        game = self.runner.running.get(index)
        if game is not None and game.runner is not None:
            return preview_of(game.runner.state)
        return self._journals.glimpse(index)


class RemoteRun:
    """A run of another process, or one that is over, seen through its folder.

    Raises:
        InputError: the folder is not one of results.
    """

    steered = None

    def __init__(self, folder: Path) -> None:
        self._followed = RunWatcher(folder)
        self.folder, self.plan = folder, self._followed.plan
        self.trouble = ""
        self._moment = self._followed.look()
        self._journals = _Journals(folder, self.plan)

    def look(self) -> RunSnapshot:
        """Return how far it is, as it was seen last."""
        return self._moment

    async def changed(self) -> None:
        """Look again after a while."""
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        try:
            self._moment = await asyncio.to_thread(self._followed.look)
        except (CodenamesError, OSError) as error:
            self.trouble = str(error)

    def glimpse(self, index: int) -> GamePreview | None:
        """Return where a running game is."""
        return self._journals.glimpse(index)


class _Journals:
    """Where running games are, as their journals say; only what has been added since the last look is read."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder / EPISODES, plan
        self._followed: dict[int, _FollowedJournal] = {}
        """By the place of the game in the plan; the one that was looked at last stands last."""

    def glimpse(self, index: int) -> GamePreview | None:
        """Return where a game is; None where its journal is not there or cannot be read."""
        journal = self._followed.pop(index, None) or _FollowedJournal(self._folder / self._plan.journal_name(index))
        try:
            preview = journal.look()
        except CodenamesError:
            return None
        self._followed[index] = journal
        if len(self._followed) > MOST_FOLLOWED:
            del self._followed[next(iter(self._followed))]
        return preview


class _FollowedJournal:
    """A journal that grows, and the state of its game."""

    def __init__(self, path: Path) -> None:
        self._tail = FileTail(path)
        self._state: GameState | None = None

    def look(self) -> GamePreview | None:
        """Return where the game is; None before its first line is there, and after the journal is gone."""
        for line in self._tail.lines():
            where = f"{self._tail.name}: line {self._tail.line_number}"
            if self._tail.line_number == 1:
                self._state = header_of_line(line, where).initial_state()
            elif self._state is not None and (event := event_of_line(line, where)) is not None:
                self._state = apply(self._state, event)
        return None if self._state is None or self._tail.is_gone() else preview_of(self._state)


class RunScores:
    """Who stands how in a run; reads only what has come since the last time.

    Args:
        folder: of the results.
        plan: of the run.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._games = GameResultReader(folder, plan)
        self._standings = LiveStandings(plan)

    def read(self, *, everything: bool = False) -> tuple[LiveStanding, ...]:
        """Return who stands how; with `everything`, also by games that the run's own list lacks."""
        for game in self._games.read_new():
            self._standings.add(game)
        for game in self._games.read_uncached() if everything else ():
            self._standings.add(game)
        return self._standings.rows()
