"""Leaving a game, or playing another one: while the game goes on only after asking, and with word of what was kept."""

from pathlib import Path

from codenames_core.game.state import Phase
from codenames_core.text.sanitiser import one_line
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.messages import Destination, GoTo, PlayAgain
from codenames_tui.ui.shell import resume_command, saved_line


class LeavingScreen(TimelineScreen):
    """A game screen, as far as people leave it."""

    @property
    def what_was_kept(self) -> str:
        """Where the game was saved; or what was wrong with it, and how to go on."""
        standing = self.session.standing
        if standing.saved:
            return saved_line(Path(standing.saved))
        go_on = f"to resume this game: {resume_command(self.journal)}" if self.journal else ""
        return "\n".join(line for line in (one_line(standing.trouble), go_on) if line)

    @property
    def unfinished(self) -> bool:
        """Whether leaving now would leave a game that is being played."""
        is_over = self.session.standing.over or self.session.timeline.last_state.phase is Phase.OVER
        return self.is_live and not is_over

    def action_again(self, swapped: bool) -> None:
        """Play another game: the same board with sides swapped, or a new one; after a replay, open the next."""
        if self.unfinished:
            self.say("Finish or leave this game first.")
        else:
            self.post_message(PlayAgain(swapped=swapped))

    def action_leave(self, destination: Destination = Destination.QUIT) -> None:
        """Leave; a game that is not over only after asking."""
        if not self.unfinished:
            self.post_message(GoTo(destination))
            return
        from codenames_tui.ui.screens.dialogs import ConfirmLeaving

        def leave(sure: bool | None) -> None:
            if sure:
                self.post_message(GoTo(destination))

        self.app.push_screen(ConfirmLeaving(self.journal, self.glyphs), leave)
