"""A screen that looks at a game from one position of it: moving there, and having the game move by itself.

A live game is a replay that is still growing, so the same keys serve both. How a position looks is left to whoever
draws it, see `codenames_tui.game.game_screen`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer

from codenames_tui.game.panels.marks import mark_told, next_mark
from codenames_tui.game.panels.status import Watching
from codenames_tui.game.seats.disclosure import Disclosure
from codenames_tui.game.sessions.live import LiveSession
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.messages import Sought

if TYPE_CHECKING:
    from codenames_tui.game.sessions.recorded import RecordedSession
    from codenames_tui.game.sessions.remote import RemoteSession

    Game = LiveSession | RecordedSession | RemoteSession


class CursorScreen(Screen[None]):
    """Holds a game and the position that is looked at.

    Args:
        game: the game, live or recorded.
        glyphs: what is drawn with.
        journal: where a live game is written down while it is played.
    """

    key_shown: var[bool] = var(False, init=False)

    def __init__(self, game: "Game", *, glyphs: Glyphs, journal: Path | None = None) -> None:
        super().__init__()
        self.game = game
        self.source: Path | None = None
        """The file of a recorded game."""
        self.glyphs = glyphs
        self.message = game.message
        """What was said last, until the next move."""
        self._journal = journal
        self._playback: Timer | None = None

    @property
    def is_live(self) -> bool:
        """Whether this is, or was, a game that is played, and no recording."""
        return isinstance(self.game, LiveSession)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the file of the game lies, if it has one."""
        return tuple(path.parent for path in (self.source, self._journal) if path)

    # What a screen that draws the game says of itself

    @property
    def sight(self) -> Disclosure:
        """What may be seen by whoever looks."""
        raise NotImplementedError

    @property
    def is_presented(self) -> bool:
        """Whether people look who shall see nothing private."""
        raise NotImplementedError

    def show_position(self) -> None:
        """Draw everything."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Draw the line in which something is said."""
        raise NotImplementedError

    # Saying

    def say(self, message: str) -> None:
        """Show `message` in the status line until the next move."""
        self.message = message
        self.show_status()

    def unsay(self) -> None:
        """Show the position, and say nothing more of what was done before."""
        self.message = ""
        self.show_position()

    def watch_key_shown(self) -> None:
        """Turn the cards' tint on or off."""
        self.unsay()

    # Moving the cursor

    def action_move(self, events: int) -> None:
        """Move by events."""
        self.game.replay.step(events)
        self.unsay()

    def action_move_turn(self, turns: int) -> None:
        """Move by turns."""
        self.game.replay.step_turn(turns)
        self.unsay()

    def action_move_mark(self, steps: int) -> None:
        """Move to the next marked place, or to the one before."""
        replay = self.game.replay
        marked = self.game.marked(private=self.sight.private)
        position = next_mark(marked, replay.cursor, steps)
        if position is None:
            self.say(f"Nothing is marked {'after' if steps > 0 else 'before'} this place.")
            return
        replay.seek(position)
        self.unsay()
        self.say(mark_told(marked, position, replay, self.glyphs))

    def action_seek_tenth(self, tenth: int) -> None:
        """Move to a tenth of the game."""
        self.game.replay.seek(len(self.game.replay) * tenth // 10)
        self.unsay()

    def action_seek_start(self) -> None:
        """Move to the start."""
        self.game.replay.seek(0)
        self.unsay()

    def action_seek_end(self) -> None:
        """Move to the end; a live game is followed from there on."""
        self.game.replay.seek(len(self.game.replay))
        self.unsay()

    def on_sought(self, message: Sought) -> None:
        """Move to where somebody clicked."""
        self.game.replay.seek(message.position)
        self.unsay()

    def action_ask_turn(self) -> None:
        """Ask for a turn and move there."""
        from codenames_tui.ui.screens.dialogs import JumpToTurn

        self.app.push_screen(JumpToTurn(len(self.game.replay.turn_starts)), self.jump)

    def jump(self, turn: int | None) -> None:
        """Move to the start of a turn; None stays here."""
        if turn is not None:
            self.game.replay.seek_turn(turn)
            self.unsay()

    # Playing

    def action_play_or_pause(self) -> None:
        """Pause, or play on."""
        if isinstance(self.game, LiveSession) and self.game.over:
            self.say("The game is over.")
            return
        began_anew = self.game.watching is Watching.REPLAY and self.game.replay.at_end
        self.game.toggle()
        self.play_back()
        self.unsay()
        if began_anew:
            self.say("Playing again from the start.")

    def action_step(self) -> None:
        """Go on by one event."""
        self.game.step()
        self.unsay()

    def action_change_pace(self, steps: int) -> None:
        """Play slower or faster."""
        self.game.change_pace(steps)
        self.play_back()
        self.unsay()

    def play_back(self) -> None:
        """Have a recorded game move by itself, at its pace, for as long as it runs."""
        if self._playback is not None:
            self._playback.stop()
            self._playback = None
        if self.game.watching is not Watching.LIVE and self.game.running and self.game.pace:
            self._playback = self.set_interval(self.game.pace, self.play_one)

    def play_one(self) -> None:
        """Show the next event of a recorded game that plays by itself; at the end it stays there."""
        if self.game.replay.at_end and not self.game.over:
            return
        self.game.replay.step()
        self.message = ""
        if self.game.replay.at_end and self.game.running and self.game.over:
            self.game.toggle()
            self.play_back()
            self.message = "This is the end; space plays it again."
        self.show_position()
