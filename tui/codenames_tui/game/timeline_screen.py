"""A screen that looks at a game from one position of it: moving there, and having the game go on by itself.

How a position looks is left to the screen that draws it, see `codenames_tui.game.game_screen`.
"""

from pathlib import Path

from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer

from codenames_core.game.config import Seat
from codenames_core.watch.staged_turn import opening_from, opening_of_turn
from codenames_tui.game.panels.marks import describe_mark, next_mark
from codenames_tui.game.sessions.disclosure import Disclosure
from codenames_tui.game.sessions.keyboard import Keyboard
from codenames_tui.game.sessions.session import GameSession, Watching
from codenames_tui.game.sessions.viewpoint import Viewpoint
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.messages import Sought


class TimelineScreen(Screen[None]):
    """Holds a game and the position that is looked at.

    Whatever changes what is shown sets the position, or has its watchers run again; a screen draws in its watchers.

    Args:
        session: the game.
        glyphs: what is drawn with.
        journal: where a live game is written down while it is played.
        position: where to begin; where viewers of such a game begin if not given.
    """

    position: var[int] = var(0, init=False)
    """How many events have happened where the game is looked at."""
    message: var[str] = var("", init=False)
    """What was said last, until the next move."""
    key_shown: var[bool] = var(False, init=False)
    """Whether the viewer asked for the key."""

    def __init__(
        self, session: GameSession, *, glyphs: Glyphs, journal: Path | None = None, position: int | None = None
    ) -> None:
        super().__init__()
        self.session = session
        self.glyphs = glyphs
        self.journal = journal
        self.source: Path | None = None
        """The file of a recorded game."""
        self.among: tuple[str, ...] = ()
        """The files of the list that it was chosen from, in their order."""
        self._keyboard = Keyboard()
        self._length = len(session.timeline)
        """Events that there were when the position was shown last."""
        self._playback_timer: Timer | None = None
        first = session.first_position if position is None else position
        self.set_reactive(TimelineScreen.position, session.timeline.nearest(first))
        self.set_reactive(TimelineScreen.message, session.message)

    @property
    def is_live(self) -> bool:
        """Whether this is, or was, a game that is played here, and no recording."""
        return self.session.watching is Watching.LIVE

    @property
    def plays_by_itself(self) -> bool:
        """Whether the screen moves the position on; it follows a game that is being played here."""
        return not self.is_live or self.session.standing.outcome is not None

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the file of the game lies, if it has one."""
        return tuple(path.parent for path in (self.source, self.journal) if path)

    @property
    def keyboard(self) -> Keyboard:
        """Who is at the keyboard, now that these people sit in the game."""
        if seats := self.session.seats:
            pending = seats.pending
            self._keyboard = self._keyboard.among(seats.people, pending.seat if pending else None)
        return self._keyboard

    def come_to_keyboard(self, seat: Seat) -> None:
        """Note that the person in `seat` is at the keyboard."""
        self._keyboard = self.keyboard.with_seat(seat)

    @property
    def disclosure(self) -> Disclosure:
        """What may be seen by the people at the screen."""
        return self.session.disclosure(self.keyboard.seat)

    @property
    def viewpoint(self) -> Viewpoint:
        """From where the game is looked at, and by whom."""
        return Viewpoint(self.session, self.position, self.disclosure, self.key_shown)

    def validate_position(self, position: int) -> int:
        """Return the nearest position that there is."""
        return self.session.timeline.nearest(position)

    def redraw(self) -> None:
        """Show the position as it is now."""
        self.mutate_reactive(TimelineScreen.position)

    def say(self, message: str) -> None:
        """Show `message` in the status line until the next move."""
        self.message = message

    # Moving

    def look_at(self, position: int) -> None:
        """Show `position`, and say nothing more of what was done before."""
        self.set_reactive(TimelineScreen.message, "")  # drawn with the position
        before = self.position
        self.position = position
        if self.position == before:
            self.redraw()

    def take_changes(self) -> None:
        """Show what has become of the game; a viewer at its end goes along."""
        # Who went to the end before its last events were shown is beyond what was known of it.
        was_at_end, self._length = self.position >= self._length, len(self.session.timeline)
        if self.session.standing.over and self.message == self.session.message:
            self.set_reactive(TimelineScreen.message, "")  # how the game began is no news at its end
        before = self.position
        self.position = self._length if was_at_end and self.session.playback.follows else before
        if self.position == before:
            self.redraw()

    def watch_key_shown(self) -> None:
        """Turn the cards' tint on or off."""
        self.look_at(self.position)

    def action_move(self, events: int) -> None:
        """Move by events."""
        self.look_at(self.position + events)

    def action_move_turn(self, turns: int) -> None:
        """Move by turns, to where their clues have just been given; back first to that of the turn on stage."""
        self.look_at(opening_from(self.session.timeline, self.position, turns))

    def action_move_mark(self, steps: int) -> None:
        """Move to the next marked place, or to the one before."""
        marked = self.session.marked(private=self.disclosure.private)
        position = next_mark(marked, self.position, steps)
        if position is None:
            self.say("There is no further mark." if steps > 0 else "There is no earlier mark.")
            return
        self.look_at(position)
        self.say(describe_mark(marked, position, self.session.timeline, self.glyphs))

    def action_seek_tenth(self, tenth: int) -> None:
        """Move to a tenth of the game."""
        self.look_at(len(self.session.timeline) * tenth // 10)

    def action_seek_start(self) -> None:
        """Move to the start."""
        self.look_at(0)

    def action_seek_end(self) -> None:
        """Move to the end; a live game is followed from there on."""
        self.look_at(len(self.session.timeline))

    def on_sought(self, message: Sought) -> None:
        """Move to where a widget points."""
        self.look_at(message.position)

    def action_ask_turn(self) -> None:
        """Ask for a turn and move there."""
        from codenames_tui.ui.screens.dialogs import JumpToTurn

        self.app.push_screen(JumpToTurn(len(self.session.timeline.turn_starts)), self.jump)

    def jump(self, turn: int | None) -> None:
        """Move to where the clue of a turn has just been given; None stays here."""
        if turn is not None:
            self.look_at(opening_of_turn(self.session.timeline, turn))

    def action_find(self) -> None:
        """Ask for words, and move to an event that holds them."""
        from codenames_tui.game.talk.find_screen import FindInGame
        from codenames_tui.game.talk.finding import event_texts

        def go(position: int | None) -> None:
            if position is not None:
                self.look_at(position)

        texts = event_texts(self.session.timeline, self.disclosure, self.glyphs)
        self.app.push_screen(FindInGame(texts, self.glyphs), go)

    # Playing

    def action_play_or_pause(self) -> None:
        """Play or pause."""
        place = self.viewpoint.place
        if place.over and not self.plays_by_itself:
            self.say("The game stopped.")
            return
        starts_again = place.is_final and self.plays_by_itself and self.session.watching is not Watching.ELSEWHERE
        self.look_at(self.session.playback.toggle(place))
        self.restart_playback()
        if starts_again:
            self.say("Playing again from the start.")

    def action_step(self) -> None:
        """Go on by one event."""
        self.look_at(self.session.playback.step(self.viewpoint.place))

    def action_change_pace(self, steps: int) -> None:
        """Play slower or faster."""
        self.look_at(self.session.playback.change_pace(steps, self.viewpoint.place))
        self.restart_playback()

    def restart_playback(self) -> None:
        """Have the position move by itself at the present pace, for as long as a game runs that is not played here."""
        if self._playback_timer is not None:
            self._playback_timer.stop()
            self._playback_timer = None
        playback = self.session.playback
        if self.plays_by_itself and playback.running and playback.pace:
            self._playback_timer = self.set_interval(playback.pace, self.play_one)

    def play_one(self) -> None:
        """Show the next event of a game that plays by itself; at the end it stays there."""
        if self.viewpoint.at_end and not self.session.standing.over:
            return
        self.look_at(self.position + 1)
        place, playback = self.viewpoint.place, self.session.playback
        if place.is_final and playback.running:
            playback.toggle(place)
            self.restart_playback()
            self.look_at(place.position)
            self.say("End of game. Space replays it.")
