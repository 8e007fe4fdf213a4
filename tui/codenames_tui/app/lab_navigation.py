"""From a suite or probe to the games that its decisions come from, and back."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_tui.app.navigation import Navigation
from codenames_tui.ui.messages import Destination, GoTo

if TYPE_CHECKING:  # a suite is imported when one is opened
    from codenames_core.files.record import EpisodeRecord
    from codenames_tui.benchmark.laboratory.lab_screen import OpenAsked, OpenGameOf
    from codenames_tui.benchmark.laboratory.labs_screen import OpenLab


class LabNavigation(Navigation):
    """Goes where the screens of the laboratory say."""

    def action_show_laboratory(self) -> None:
        """Show which suites and probes there are."""
        self.post_message(GoTo(Destination.LABORATORY))

    def on_open_lab(self, message: "OpenLab") -> None:
        """Show a suite or probe."""
        from codenames_tui.benchmark.laboratory.lab_screen import LabScreen

        self.push_screen(LabScreen(message.path, glyphs=self.look.glyphs))

    def on_open_asked(self, message: "OpenAsked") -> None:
        """Show the position of a decision, with what follows from the answer."""
        from codenames_metrics.laboratory.asking.asked_decisions import as_game

        asked = message.asked
        follows = ", and what follows from the answer" if asked.trace.question is not None else ""
        note = f"The position as it is asked{follows}; esc goes back."
        self._show_position(as_game(asked), len(asked.position.state.public_transcript), note)

    def on_open_game_of(self, message: "OpenGameOf") -> None:
        """Look for the game of a decision, and show it there."""
        self.run_worker(self._find(message), group="game of a decision", exclusive=True)

    async def _find(self, message: "OpenGameOf") -> None:
        from codenames_tui.episodes.find_episode import find_episode

        source, on = message.asked.position.source, self.screen
        folders = [self.games_folder, *await asyncio.to_thread(_runs_near, message.folder)]
        record = await asyncio.to_thread(find_episode, source.episode, folders)
        if self.screen is not on:
            return
        if record is None:
            self.complain(
                "The game that this decision comes from was not found beside this folder or among your games."
            )
            return
        self._show_position(record, source.at, "The game that the decision comes from; esc goes back.")

    def _show_position(self, record: "EpisodeRecord", at: int, note: str) -> None:
        from codenames_tui.app.screen_factory import position_screen

        self._watch(position_screen(record, at, note, self.look.glyphs), None)


def _runs_near(folder: Path) -> list[Path]:
    """Return the folders with episodes of runs that lie where runs usually do, and those beside `folder`."""
    from codenames_metrics.game.episode_files import EPISODES

    near = [Path(), Path("benchmark_results"), folder.parent, folder.parent.parent / "benchmark_results"]
    found: dict[Path, None] = {}
    for place in near:
        try:
            runs = sorted(path / EPISODES for path in place.iterdir() if (path / EPISODES).is_dir())
        except OSError:
            continue
        found |= dict.fromkeys(path.resolve() for path in (place, *runs))
    return list(found)
