"""Questions about seats: which one to take, whether to give one back, and who is at the keyboard."""

import time
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from codenames_core.game.config import Rules, Seat
from codenames_tui.game.sessions.disclosure import NO_KEY, is_blind, sees_key
from codenames_tui.ui.lines.keys import KeyHint
from codenames_tui.ui.lines.lines import UNICODE
from codenames_tui.ui.messages import KeyChosen
from codenames_tui.ui.screens.active_keys import key_of, press
from codenames_tui.ui.screens.dialog import ENTER, Dialog, is_on_top, keys_to_click
from codenames_tui.ui.widgets.key_line import KeyLine

QUIET_SECONDS: Final = 1.0
"""For how long the key of a hand-over must not have been pressed, nor the hand-over have been there."""


class _Seats(OptionList):
    """A list whose keys do nothing while there is no room for it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something."""
        return bool(self.scrollable_content_region) and super().check_action(action, parameters)


class ChooseSeat(Dialog[Seat | None]):
    """Asks which seat a person takes, or gives back.

    Args:
        seats: every seat with who sits there; the label of each says what choosing it does.
        due: the seat to begin with.
    """

    PLACE = "seats"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "cancel", "Back", id="seats.cancel")]

    def __init__(self, seats: Sequence[tuple[Seat, str]], due: Seat | None) -> None:
        super().__init__()
        self._seats = seats
        self._due = due

    def compose(self) -> ComposeResult:
        """List the seats."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled("Take a seat, or give one back", "bold"))
            yield _Seats(*(Option(Content(label)) for _, label in self._seats))
            yield keys_to_click(("enter", "choose", ENTER), ("esc", "back", "seats.cancel"))

    def on_mount(self) -> None:
        """Begin with the seat that is asked now."""
        seats = [seat for seat, _ in self._seats]
        self.query_one(OptionList).highlighted = seats.index(self._due) if self._due in seats else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the seat."""
        self.dismiss(self._seats[event.option_index][0])

    def action_cancel(self) -> None:
        """Return nothing."""
        self.dismiss(None)


class HandOver(Screen[bool]):
    """Hides the game while the keyboard goes from one person to another.

    Its key is none that answers anything, and counts only if it was not pressed a moment before, and the screen has
    been there for a moment: whoever answered last uncovers nothing by pressing on.

    Args:
        seat: whose turn at the keyboard it is.
        rules: of the game; they say whether the key will be on the screen.
        clock: gives seconds.
    """

    PLACE = "hand-over"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3,ctrl+g", "here", "I am at the keyboard", id="handover.here", show=False)
    ]

    def __init__(self, seat: Seat, rules: Rules, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seat = seat
        self._rules = rules
        self._clock = clock
        self._keys = KeyLine(id="hand-over-keys", classes="answer-keys -first")
        self._quiet_since = 0.0
        """When the screen appeared, or its key was pressed last."""

    def compose(self) -> ComposeResult:
        """Say who should be at the keyboard."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(f"{self._seat.label.upper()}, it is your turn.", "bold"))
            yield Static(Content(about_the_key(self._seat, self._rules)))
            yield self._keys

    def on_mount(self) -> None:
        """Name the keys as they are now."""
        self._quiet_since = self._clock()
        told = (("handover.here", "I am at the keyboard"), ("app.leave", "quit"))
        self._keys.hints = tuple(KeyHint(key_of(self, name, UNICODE), what, name) for name, what in told)

    async def on_key_chosen(self, message: KeyChosen) -> None:
        """Do what a key does that was clicked."""
        await press(self, message.id)

    def dismiss(self, result: bool | None = None) -> AwaitComplete:
        """Close it, unless that was done before."""
        return super().dismiss(result) if is_on_top(self) else AwaitComplete()

    def action_here(self) -> None:
        """Show the game, unless the key is held down, or came too early to be meant."""
        since, self._quiet_since = self._quiet_since, self._clock()
        if self._quiet_since - since >= QUIET_SECONDS:
            self.dismiss(True)


def about_the_key(seat: Seat, rules: Rules) -> str:
    """Return what there is to know of the key before a person looks: of a guesser, nothing."""
    if sees_key(seat, rules):
        return "The key will be on the screen: nobody else should look."
    return f"A blind game: {NO_KEY}, not even the cluers." if is_blind(seat, rules) else ""


class ConfirmGivingUp(Dialog[bool]):
    """Asks whether a seat is to be given back.

    Args:
        seat: which one.
        is_touched: whether something was typed or picked that would be lost.
    """

    PLACE = "giving up"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Give the seat back", id="giving_up.yes"),
        Binding("n,escape", "answer(False)", "Stay", id="giving_up.no"),
    ]

    def __init__(self, seat: Seat, *, is_touched: bool) -> None:
        super().__init__()
        self._seat = seat
        self._is_touched = is_touched

    def compose(self) -> ComposeResult:
        """Ask."""
        loss = " What you typed or picked is lost." if self._is_touched else ""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(f"Give the seat of {self._seat.label.upper()} back?", "bold"))
            yield Static(Content(f"Its agent answers from now on.{loss}"))
            yield keys_to_click(("y", "give it back", "giving_up.yes"), ("n", "stay", "giving_up.no"))

    def action_answer(self, sure: bool) -> None:
        """Return the answer."""
        self.dismiss(sure)
