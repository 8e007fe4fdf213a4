"""The people at a game screen: taking seats, being asked, and answering."""

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.binding import ActiveBinding
from textual.timer import Timer
from textual.widget import Widget

from codenames_agents.seats.turn_limit import NO_LIMIT, TimeUp
from codenames_core.game.config import Seat
from codenames_core.support.errors import StorageError
from codenames_tui.game.seats.answer_pane import AnswerPane
from codenames_tui.game.sessions.session import GameSession
from codenames_tui.game.timeline_screen import TimelineScreen
from codenames_tui.ui.lines.lines import Glyphs
from codenames_tui.ui.messages import Answered, CardClicked, PersonAsked, TimeShort
from codenames_tui.ui.screens.active_keys import key_of, writes

if TYPE_CHECKING:
    from codenames_agents.seats.human import PendingQuestion
    from codenames_tui.game.seats.turn_clock import TurnClock
    from codenames_tui.game.sessions.seats import SeatsOfGame


QUIET_SECONDS: Final = 1.0
"""A person who types has stopped once nothing was typed for so long."""


class SeatsScreen(TimelineScreen):
    """A game screen, as far as people take part in the game. `answers` has to be laid out on it."""

    def __init__(
        self, session: GameSession, *, glyphs: Glyphs, journal: Path | None = None, position: int | None = None
    ) -> None:
        super().__init__(session, glyphs=glyphs, journal=journal, position=position)
        self.answers = AnswerPane(glyphs=glyphs, id="answers")
        self.clock: Callable[[], float] = time.monotonic
        """Gives seconds; says whether a hand-over has been there long enough, and whether people still type."""
        self._answer: Any = None
        """What a person answered, until the game has taken it."""
        self._has_ended = False
        """Whether the end of the game was shown."""
        self._said_in_between = ""
        """What was said that holds until a person is asked again."""
        self._typed_at = -math.inf
        """When somebody typed last who was not asked."""
        self._asked: PendingQuestion | None = None
        """The question to a person that was shown last."""
        self.turn_limit = NO_LIMIT
        self._turn_clock: TurnClock | None = None
        """The clock of the question that is shown, where people have a limit."""
        self._timed: PendingQuestion | None = None
        """The question that it belongs to."""
        self._turn_timer: Timer | None = None

    @property
    def _open_seats(self) -> "SeatsOfGame | None":
        """The seats of a game that goes on."""
        return None if self.session.standing.over else self.session.seats

    # Taking a seat

    def action_take_seat(self) -> None:
        """Take a seat in the game, or give one back."""
        seats = self._open_seats
        if seats is None:
            self.say("Seats can be taken in a game that is being played.")
            return
        from codenames_tui.game.seats.choices import seat_choices
        from codenames_tui.game.seats.dialogs import ChooseSeat

        choices = seat_choices(seats, self.session.timeline.last_state.config, self.glyphs)
        self.app.push_screen(ChooseSeat(choices, seats.due), self._take_or_give_back)

    def _take_or_give_back(self, seat: Seat | None) -> None:
        seats = self._open_seats
        if seat is None or seats is None:
            return
        if seat in seats.people:
            self._give_back(seat)
            return
        is_asked_at_once = seat is seats.asked and not seats.people
        try:
            seats.take(seat)
        except StorageError as error:
            self.say(f"The seat was not taken: {error}")
            return
        if is_asked_at_once:
            self.answers.hold_keys()
        self.set_reactive(TimelineScreen.key_shown, False)  # drawn with the position
        self.look_at(len(self.session.timeline))

    def _give_back(self, seat: Seat) -> None:
        if seats := self._open_seats:
            try:
                seats.give_back(seat)
            except StorageError as error:
                self.say(f"The seat was not given back: {error}")
                return
            if seat is self.answers.seat:
                self.answers.close()
            self.answers.forget(seat)
            self.look_at(len(self.session.timeline))  # from where the game is followed again

    @property
    def seat_to_give_back(self) -> Seat | None:
        """The seat that a person means who gives one back: the one that is asked, or the only one that people have.

        A person alone means the same a moment after the answer, when another seat is asked already.
        """
        people = seats.people if (seats := self._open_seats) else ()
        return self.answers.seat or (people[0] if len(people) == 1 else None)

    def ask_to_give_back(self, seat: Seat) -> None:
        """Ask whether a seat is to be given back to its agent."""
        from codenames_tui.game.seats.dialogs import ConfirmGivingUp

        dialog = ConfirmGivingUp(seat, is_touched=bool(self.answers.typed_by(seat)))
        self.app.push_screen(dialog, lambda sure: self._give_back(seat) if sure else None)

    # Typing

    @property
    def letters_are_text(self) -> bool:
        """Whether what is typed is meant for other people, and no command: while people play, and as they type on."""
        seats = self.session.seats
        if seats is None or not seats.people:
            return False
        return not self.session.standing.over or self.clock() - self._typed_at < QUIET_SECONDS

    def acts(self, active: ActiveBinding) -> bool:
        """Return whether the key of a binding acts now: while people play, letters do so only where one answers."""
        return (
            not (writes(active.binding.key) and self.letters_are_text)
            or self.answers in active.node.ancestors_with_self
        )

    def on_key(self, event: events.Key) -> None:
        """Have letters that are no answer do nothing while people play."""
        active = self.active_bindings.get(event.key)
        if not event.is_printable or not self.letters_are_text or (active and self.acts(active)):
            return
        event.stop()
        event.prevent_default()
        self._take_typing(event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted where no field has the focus."""
        if self.letters_are_text:
            self._take_typing(event.text)

    def _take_typing(self, text: str) -> None:
        """Keep what a person types before its turn, or say that it goes nowhere."""
        self._typed_at = self.clock()
        if self._open_seats and not self.answers.is_asking and not self.answers.type_on(text):
            keys = key_of(self, "game.help", self.glyphs)
            self._say_in_between(f"It is not your turn: nothing was typed. {keys} shows the keys.")

    def _say_in_between(self, message: str) -> None:
        """Say something that holds until a person is asked again."""
        self._said_in_between = message
        self.say(message)

    def get_focusable_widget_at(self, x: int, y: int) -> Widget | None:
        """Return what a click gives the focus to: while a person is asked, nothing but its panel."""
        widget = super().get_focusable_widget_at(x, y)
        is_elsewhere = widget is not None and self.answers not in widget.ancestors_with_self
        return None if is_elsewhere and self.answers.is_asking else widget

    # Being asked

    def take_changes(self) -> None:
        """Show what has become of the game, and the present to a person who is asked."""
        if not self.session.standing.over:
            self._answer = None
        elif not self._has_ended:
            self._has_ended, self._typed_at = True, self.clock()  # whoever types now means no key
        super().take_changes()
        seats = self._open_seats
        question = seats.pending.question if seats and seats.pending else None
        if question is not None and question is not self._asked:
            said = "" if self.message == self._said_in_between else self.message
            self.look_at(len(self.session.timeline))
            self.say(said)
            self.post_message(PersonAsked())
        self._asked = question

    def show_question(self) -> None:
        """Ask a person what is pending; one who shares the keyboard has to come to it first."""
        seats = self._open_seats
        if seats is None or seats.due not in seats.people:
            self.answers.release_keys()
        pending = seats.pending if seats else None
        self.answers.show_question(pending, at_keyboard=pending is not None and pending.seat is self.keyboard.seat)
        self._show_waiting(seats)
        self.set_class(self.answers.is_asking, "-answering")
        self.set_class(self.answers.is_waiting, "-waiting")
        self._time_question()

    def _show_waiting(self, seats: "SeatsOfGame | None") -> None:
        """Have a line to type into for whoever is at the keyboard and not asked yet."""
        seat = self.keyboard.seat
        if seats is None or seat is None or seat not in seats.people or seats.pending is not None:
            self.answers.stop_waiting()
        elif not self.answers.is_asking:
            from codenames_tui.game.seats.answer_prompt import waiting_title

            self.answers.show_waiting(seat, waiting_title(seat, seats.due))

    def on_waiting_field_too_early(self) -> None:
        """Say that what was typed has to wait."""
        self.say("It is not your turn yet. What you typed is kept.")

    def on_answer_pane_hand_over_needed(self, message: AnswerPane.HandOverNeeded) -> None:
        """Hide the game until the person who is asked has come to the keyboard."""
        from codenames_tui.game.seats.dialogs import HandOver

        def show_game(_: bool | None) -> None:
            self.answers.end_hand_over()
            self.come_to_keyboard(message.seat)
            self.redraw()

        rules = self.session.timeline.last_state.config
        self.app.push_screen(HandOver(message.seat, rules, self.clock), show_game)
        self.answers.release_keys()

    # Being asked for so long, and no longer

    def _time_question(self) -> None:
        """Start the clock of a question that has come, stop it with the game, and put it away with the question."""
        question = self.answers.question
        if not self.turn_limit.seconds or question is None:
            self._turn_clock = self._timed = None
        elif question is not self._timed:
            from codenames_tui.game.seats.turn_clock import TurnClock

            self._timed = question
            runs = self.session.playback.running
            self._turn_clock = TurnClock.started(self.turn_limit.seconds, self.clock(), runs=runs)
        else:
            self._look_at_clock()
        self._show_clock()

    def _look_at_clock(self) -> None:
        if self._turn_clock is not None:
            was_short = self._turn_clock.is_short
            self._turn_clock = self._turn_clock.at(self.clock(), runs=self.session.playback.running)
            if self._turn_clock.is_short and not was_short:
                self.post_message(TimeShort())

    def _show_clock(self) -> None:
        """Show the time that is left, and look again soon while it passes."""
        if self._turn_timer is not None:
            self._turn_timer.stop()
            self._turn_timer = None
        self.answers.show_clock(self._turn_clock)
        if self._turn_clock is not None and self._turn_clock.runs:
            in_tenths = self._turn_clock.is_short and self.app.animation_level != "none"
            self._turn_timer = self.set_timer(0.1 if in_tenths else 1.0, self.pass_time)

    def pass_time(self) -> None:
        """Show how much time is left to answer, and do without an answer once none is."""
        self._look_at_clock()
        if self._turn_clock is not None and self._turn_clock.is_up:
            self._end_time()
        else:
            self._show_clock()

    def _end_time(self) -> None:
        """Have somebody else decide, or nobody, as the person wished, and say so."""
        seats, seat = self._open_seats, self.answers.seat
        if seats is None or seat is None:
            return
        draft = self.glyphs.line(self.answers.draft)
        others_look = len(seats.people) > 1
        if self.turn_limit.time_up is TimeUp.FORFEIT:
            seats.forfeit(seat)
            what = "nothing was answered"
        else:
            what = f"{self.glyphs.line(seats.stand_in(seat))} answers"
        self.answers.close()
        self.look_at(self.position)
        unsent = "what was typed was not sent" if others_look else f"not sent: {draft}"
        self.say(f"Time is up; {unsent if draft else what}.")

    def on_answered(self, message: Answered) -> None:
        """Give the answer to the game."""
        if seats := self._open_seats:
            self._answer = message.answer
            seats.answer(message.answer)
            self.answers.close()
            self.look_at(self.position)
            self._say_in_between("Sent.")

    @property
    def lost_answer(self) -> str:
        """What a person answered last, in words, where the game stopped before that was written down; untrusted."""
        if self._answer is None or not self.session.standing.over:
            return ""
        from codenames_tui.game.seats.answer_prompt import answer_in_words

        return answer_in_words(self._answer)

    def on_picked(self) -> None:
        """Show what is picked on the board."""
        self.redraw()

    def on_card_clicked(self, message: CardClicked) -> None:
        """Pick the card, where cards are being picked."""
        self.answers.toggle_card(message.index)

    @property
    def is_about_to_ask(self) -> bool:
        """Whether a person is asked who cannot answer yet."""
        seats = self._open_seats
        return self.answers.is_about_to_ask(is_pending=seats is not None and seats.pending is not None)

    async def until_asked(self) -> None:
        """Return when a person who is about to be asked can answer."""
        await self.answers.until_ready()
