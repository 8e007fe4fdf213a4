"""The game screen of a person at a table: as any other, and it says when the person types."""

from typing import Final

from codenames_agents.seats.turn_limit import LONGEST_LIMIT, TurnLimit
from codenames_core.table.messages import SetTyping
from codenames_core.watch.broadcast import Start
from codenames_tui.game.game_screen import GameScreen
from codenames_tui.table.closing import HostedHere, leave_table
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.session import TableSession
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import Destination, GoTo

_TYPING_SECONDS: Final = 1.0
"""Between two looks at whether the person types."""


class TableGameScreen(GameScreen):
    """Shows the game of a table.

    Args:
        guest: the person who looks.
        start: what the game begins with.
        glyphs: what is drawn with.
        hosted: the table, where it is this app that hosts it.
    """

    def __init__(
        self, guest: TableGuest, start: Start, *, glyphs: Glyphs = UNICODE, hosted: HostedHere | None = None
    ) -> None:
        session = TableSession(guest, start)
        super().__init__(session, glyphs=glyphs, position=len(session.timeline))
        self._guest = guest
        self._hosted = hosted
        self._heard = len(guest.remarks)
        self._draft = ""

    def on_mount(self) -> None:
        """Look at the draft from time to time."""
        self.set_interval(_TYPING_SECONDS, self.tell_typing)

    def take_changes(self) -> None:
        """Show what has become of the game, and what the table turned down."""
        question = self._guest.known.question
        seconds = question.seconds if question is not None else None
        self.turn_limit = self.turn_limit if seconds is None else TurnLimit(min(round(seconds), LONGEST_LIMIT))
        was_over = self._has_ended
        super().take_changes()
        if self._has_ended and not was_over:
            self.say("")  # what was said of the last answer
        if len(self._guest.remarks) > self._heard:
            self._heard = len(self._guest.remarks)
            self.say(self.glyphs.line(self._guest.remarks[-1]))

    def action_again(self, swapped: bool) -> None:
        """Begin no game of one's own: that is up to whoever hosts the table."""
        self.say("The host of the table opens the next game.")

    def action_leave(self, destination: Destination = Destination.QUIT) -> None:
        """Go back to the lobby, or quit: that is asked first where it would close the table."""

        def leave() -> None:
            self.post_message(GoTo(destination))

        leave_table(self.app, self._hosted if destination is Destination.QUIT else None, leave, self.glyphs)

    def tell_typing(self) -> None:
        """Tell the table that the person types, or has stopped; not what."""
        before, self._draft = self._draft, self.answers.draft
        if self._draft and self._draft != before:
            self._guest.whisper(SetTyping(typing=True))  # which the table forgets by itself
        elif before and not self._draft:
            self._guest.whisper(SetTyping(typing=False))
