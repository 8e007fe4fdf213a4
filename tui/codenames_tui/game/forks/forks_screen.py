"""Forking a game from its screen, and comparing a fork with the game that it comes from."""

from pathlib import Path

from codenames_core.support.errors import CodenamesError
from codenames_tui.game.forks.hindsight import Hindsight, wants_hindsight
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.messages import ForkFrom
from codenames_tui.ui.screens.active_keys import key_of
from codenames_tui.ui.wording import name_of_game


class ForksScreen(TimelineScreen):
    """A game screen, as far as the game is a fork or gets forks."""

    def __init__(
        self, session: GameSession, *, glyphs: Glyphs, journal: Path | None = None, position: int | None = None
    ) -> None:
        super().__init__(session, glyphs=glyphs, journal=journal, position=position)
        self.hindsight: Hindsight | None = None
        """What is told of the game that this one was forked from, once that is known."""
        self._goes_on = False
        """Whether the game goes on when it is looked at again."""

    def on_mount(self) -> None:
        """Look for the original where it is of interest by itself."""
        if wants_hindsight(self.session):
            self.run_worker(self._find_original(), group="original")

    def action_fork(self) -> None:
        """Ask where a fork begins and who plays it; a game that is being played pauses."""
        record = self.session.record
        if record is None:
            self.say(self.session.why_withheld)
            return
        if self.session.playback.running:
            self.action_play_or_pause()
            self._goes_on = True
        self.post_message(ForkFrom(record, self.position))

    def on_screen_resume(self) -> None:
        """Have a game that paused for a fork go on, once it is looked at again."""
        if self._goes_on:
            self._goes_on = False
            if not self.session.playback.running and not self.viewpoint.is_final:
                self.action_play_or_pause()

    def action_compare(self) -> None:
        """Show this game beside the one that it was forked from; only when nothing more can be given away."""
        if self.session.facts.parent is None:
            self.say(f"This game is not a fork. Press {key_of(self, 'game.fork', self.glyphs)} to fork it.")
        elif not (self.session.standing.over and self.disclosure.private):
            self.say("You can compare once this game has finished.")
        else:
            self.run_worker(self._compare(), group="compare", exclusive=True)

    async def _compare(self) -> None:
        await self._find_original()
        parent, fork = self.session.facts.parent, self.session.record
        if self.hindsight is None or fork is None:
            name = name_of_game(parent.episode_id, self.glyphs.line) if parent else "?"
            self.say(f"The original game ({name.removeprefix('game ')}) was not found.")
            return
        from codenames_tui.game.forks.comparison_screen import ComparisonScreen
        from codenames_tui.game.forks.hindsight import alternatives

        original = self.hindsight.original
        try:
            different = alternatives(original, fork)
            screen = ComparisonScreen(original, fork, different, position=self.position, glyphs=self.glyphs)
        except CodenamesError as error:
            self.say(str(error))
        else:
            self.app.push_screen(screen)

    async def _find_original(self) -> None:
        """Look for the game that this one was forked from, so that what it did can be told."""
        parent = self.session.facts.parent
        if self.hindsight is None and parent is not None:
            from codenames_tui.game.forks.original import find_original

            record = await find_original(parent, self.folders)
            if record is not None:
                self.hindsight = Hindsight(record)
                self.redraw()
