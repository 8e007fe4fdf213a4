"""A game among its kin: forking it, comparing it with its parent, and what its clues were meant for.

The screen of a game hands these on; nothing here is shown to a person whose seat may not see it.
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codenames_core.support.errors import CodenamesError, IllegalEvent
from codenames_core.support.folders import episodes_folder
from codenames_tui.game.board.targets import Aim, aim_at
from codenames_tui.game.cursor_screen import CursorScreen
from codenames_tui.game.forks.hindsight import alternatives, both_went, hindsight_entry, may_be_shown
from codenames_tui.game.seats.disclosure import Disclosure
from codenames_tui.game.stage.presenting import NOTHING_PRIVATE
from codenames_tui.game.talk.seat_changes import lines_before
from codenames_tui.ui.data import data_folder
from codenames_tui.ui.messages import ForkFrom

if TYPE_CHECKING:
    from codenames_core.files.record import EpisodeRecord
    from codenames_metrics.game.played_turns import PlayedTurn
    from codenames_tui.game.forks.hindsight import Alternative
    from codenames_tui.ui.lines.paper import Entry, Paragraph


class ForkActions:
    """The game of a screen, its parent, and its forks to be.

    Args:
        screen: shows the game.
    """

    def __init__(self, screen: CursorScreen) -> None:
        self._screen = screen
        self.parent_record: EpisodeRecord | None = None
        """The game that this one was forked from, once it is known."""
        self.wants_targets = False
        """Whether the viewer asked for what clues were meant for."""
        self._turns: tuple[int, Sequence[PlayedTurn]] = (-1, ())
        self._alternatives: tuple[int, tuple[Alternative, ...]] = (-1, ())

    # Forks

    def fork(self) -> None:
        """Ask who plays on from where the cursor is; a game that is being played pauses."""
        game = self._screen.game
        if (record := game.record) is None:
            self._screen.say(game.why_withheld)
            return
        if game.running:
            self._screen.action_play_or_pause()
        self._screen.post_message(ForkFrom(record, game.replay.cursor))

    def lines_before(self, index: int) -> "tuple[Paragraph, ...]":
        """Return what the transcript says before an event of that index: who took a seat, where a fork parted."""
        game = self._screen.game
        return lines_before(index, game.teams, game.seat_changes, game.parent, self._screen.glyphs)

    # The parent

    def compare(self) -> None:
        """Show the parent and this game side by side; only when nothing more can be given away."""
        game = self._screen.game
        if game.parent is None:
            self._screen.say("This is no fork; f makes one.")
        elif not game.over:
            self._screen.say("The parent is shown once this game is over.")
        else:
            self._screen.run_worker(self._compare(), group="compare", exclusive=True)

    async def _compare(self) -> None:
        parent = await self._found_parent()
        screen = self._screen
        fork = screen.game.record
        if parent is None or fork is None:
            screen.say(f"The parent, game {screen.game.parent.episode_id if screen.game.parent else ''}, is not here.")
            return
        from codenames_tui.game.forks.comparison_screen import ComparisonScreen

        try:
            shown = ComparisonScreen(parent, fork, alternatives(parent, fork), glyphs=screen.glyphs)
        except CodenamesError as error:
            screen.say(str(error))
            return
        screen.app.push_screen(shown)

    @property
    def has_hindsight(self) -> bool:
        """Whether this is a fork in which people decide, or did, so that its parent is of interest by itself."""
        game = self._screen.game
        if game.parent is None:
            return False
        return not game.over or any(trace.is_human for trace in game.decisions.traces)

    async def find_parent(self) -> None:
        """Look for the parent, so that what it did can be told."""
        if await self._found_parent() is not None:
            self._alternatives = (-1, ())
            self._screen.show_position()

    async def _found_parent(self) -> "EpisodeRecord | None":
        if self.parent_record is None and (parent := self._screen.game.parent):
            from codenames_tui.episodes.find_episode import find_episode

            left = asyncio.Event()
            folders = (*self._screen.folders, episodes_folder(), data_folder("sample_episodes"))
            try:
                found = await asyncio.to_thread(find_episode, parent.episode_id, folders, left.is_set)
                if found is not None:
                    self.parent_record = found
            finally:
                left.set()
        return self.parent_record

    def hindsight(self, *, ended: bool) -> "list[Entry]":
        """Return what the parent's agents did where people decided: of late, and in the whole game at its end."""
        game, glyphs, parent = self._screen.game, self._screen.glyphs, self.parent_record
        if parent is None or game.parent is None:
            return []
        replay = game.replay
        people = game.seats.people if game.seats and not game.over else ()
        starts = [0, 0, 0, *(start for start in replay.turn_starts if start < replay.cursor)]
        begin = starts[-2 if replay.state.turn.discussion else -3]  # until the person's team speaks again
        shown = [one for one in self._known(parent) if may_be_shown(one, people)]
        here = [one for one in shown if ended or begin <= one.at < replay.cursor]
        entries = [hindsight_entry(one, glyphs) for one in here]
        if ended and (record := game.record) is not None:
            entries.append(both_went(parent, record))
        return entries

    def _known(self, parent: "EpisodeRecord") -> "tuple[Alternative, ...]":
        game = self._screen.game
        if self._alternatives[0] != len(game.replay) and (record := game.record) is not None:
            self._alternatives = len(game.replay), alternatives(parent, record)
        return self._alternatives[1]

    # Targets

    def toggle_targets(self, sight: Disclosure) -> None:
        """Show or hide what clues were meant for; nobody who plays is told."""
        if not sight.private or self._screen.is_presented:
            self._screen.say(self._screen.game.why_withheld if not sight.private else NOTHING_PRIVATE)
            return
        self.wants_targets = not self.wants_targets
        self._screen.show_position()
        mark = self._screen.glyphs.aimed
        self._screen.say(f"{mark} meant; 1, 2, … touched in this order" if self.wants_targets else "Targets hidden")

    def shows_targets(self, sight: Disclosure) -> bool:
        """Whether targets are on the screen."""
        return self.wants_targets and sight.private and not self._screen.is_presented

    def aim(self, sight: Disclosure) -> Aim | None:
        """Return what the clue at the cursor was meant for, where that may be shown and is known."""
        if not self.shows_targets(sight):
            return None
        replay = self._screen.game.replay
        return aim_at(self._played(), replay.events, replay.cursor, replay.state.board, replay.state.config)

    def _played(self) -> "Sequence[PlayedTurn]":
        from codenames_metrics.game.played_turns import played_turns

        game = self._screen.game
        if self._turns[0] != len(game.replay):
            try:
                self._turns = len(game.replay), played_turns(record) if (record := game.record) else ()
            except IllegalEvent:
                self._turns = len(game.replay), ()
        return self._turns[1]
