"""The lobby of a table: who sits where, taking a seat, being ready; the game lies over it once it has begun."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from codenames_core.game.config import Seat
from codenames_core.support.errors import CodenamesError
from codenames_core.table.lobby import Away
from codenames_core.table.messages import (
    BeginGame,
    PersonThere,
    SetAway,
    SetReady,
    SitDown,
)
from codenames_core.watch.broadcast import Start
from codenames_tui.table.closing import HostedHere, leave_table
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.lobby_items import AWAY, BEGIN, GAME, INVITE, OTHERS, READY, lobby_items
from codenames_tui.table.owner_choices import (
    command_lines,
    invitation_items,
    join_command,
    people_without_seat,
    places_for,
    request_for,
)
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.screens.choose_item import ChooseItem
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

_COMMAND_CELLS: Final = 64
"""In a line of a dialog."""


class LobbyScreen(ListPage):
    """Shows a table to a guest.

    Args:
        guest: the person; the connection lasts as long as this screen.
        glyphs: what is drawn with.
        hosted: the table, where it is this app that hosts it; it closes with this screen.
    """

    PLACE = "lobby"
    HEADING = "A table"
    KEYS = (Hint(("lobby.ready",), "ready"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "toggle_ready", "Ready, or not", id="lobby.ready"),
    ]

    def __init__(self, guest: TableGuest, *, glyphs: Glyphs = UNICODE, hosted: HostedHere | None = None) -> None:
        super().__init__(glyphs=glyphs)
        self.guest = guest
        self._hosted = hosted
        self._heard = 0
        """How many remarks have been shown."""
        self._start: Start | None = None
        """Of the game that is shown, or was."""
        self._game: TableGameScreen | None = None

    def on_mount(self) -> None:
        """Show the table, and take note of its news."""
        self.show_table()
        if self._hosted is not None:
            self.run_worker(self._host(self._hosted), group="host")
        self.run_worker(self.guest.run(), group="guest")
        self.run_worker(self._follow(), group="table")

    async def _host(self, hosted: HostedHere) -> None:
        try:
            await hosted.run()
        except CodenamesError as error:
            self.say(str(error), "bad")

    def action_back(self) -> None:
        """Go back; whoever hosts the table is asked first, for it closes."""
        leave_table(self.app, self._hosted, super().action_back, self.glyphs)

    def action_leave(self) -> None:
        """Quit the app, after the same question."""
        leave_table(self.app, self._hosted, super().action_leave, self.glyphs)

    async def _follow(self) -> None:
        while True:
            await self.guest.changes.wait()
            self.show_table()
            if self.guest.is_closed and self.guest.known.end is None:
                return

    def show_table(self) -> None:
        """Show what has become of the table."""
        guest = self.guest
        self.list.show(lobby_items(guest.known.lobby, guest.person, self.glyphs))
        if guest.trouble:
            self.say(guest.trouble, "warn")
        elif len(guest.remarks) > self._heard:
            self.say(guest.remarks[-1], "warn")
        else:
            self.describe()
        self._heard = len(guest.remarks)
        self._show_game()

    def _show_game(self) -> None:
        """Show the game once it has begun; another one where this person sits elsewhere now."""
        start = self.guest.known.start
        if start is None or not self.guest.known.lobby.begun:
            return
        if self._start is None or (start.view, start.game) != (self._start.view, self._start.game) or self._has_moved:
            self._start = start
            self._seat = self.guest.known.seat
            self.open_game()

    _seat: Seat | None = None

    @property
    def _has_moved(self) -> bool:
        return self._seat is not self.guest.known.seat

    def open_game(self) -> None:
        """Show the game, in place of the one that was shown before."""
        if self.guest.known.start is None:
            return
        if self._game is not None and self._game in self.app.screen_stack:
            while self.app.screen is not self:
                self.app.pop_screen()
        self._game = TableGameScreen(self.guest, self.guest.known.start, glyphs=self.glyphs, hosted=self._hosted)
        self.app.push_screen(self._game)

    # What the person does

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Do what the item says."""
        name = message.item.name
        if name in list(Seat):
            self._choose_seat(Seat(name))
        elif name == READY:
            self.action_toggle_ready()
        elif name == BEGIN:
            self.guest.ask(BeginGame())
        elif name == AWAY:
            self._turn_away()
        elif name == GAME:
            self.open_game()
        elif name == OTHERS:
            self._choose_person()
        elif name == INVITE:
            self.action_invite()

    def on_item_list_turned(self, message: ItemList.Turned) -> None:
        """Change a value."""
        if message.item.name == READY:
            self.action_toggle_ready()
        elif message.item.name == AWAY:
            self._turn_away()

    def _choose_seat(self, seat: Seat) -> None:
        me, sitting = self.guest.me, self.guest.in_seat(seat)
        if me is not None and sitting is not None and sitting.person != me.person and me.owner:
            self._move(sitting)
        else:
            self.guest.ask(SitDown(seat=None if me is not None and me.seat is seat else seat))

    def action_toggle_ready(self) -> None:
        """Be ready for the game, or not."""
        if me := self.guest.me:
            self.guest.ask(SetReady(ready=not me.ready))

    def _turn_away(self) -> None:
        if me := self.guest.me:
            self.guest.ask(SetAway(away=Away.WAIT if me.away is Away.AGENT else Away.AGENT))

    # What the owner does

    def _choose_person(self) -> None:
        """Ask the owner which of those who have no seat is meant."""

        def chosen(number: str | None) -> None:
            for person in self.guest.known.lobby.people:
                if str(person.person) == number:
                    self._move(person)

        self._ask("Who?", people_without_seat(self.guest.known.lobby, self.guest.person), chosen)

    def _move(self, person: PersonThere) -> None:
        """Ask the owner where to move a person."""

        def move(place: str | None) -> None:
            if place is not None:
                self.guest.ask(request_for(person, place))

        self._ask(f"Move {self.glyphs.line(person.name)} to", places_for(person, self.guest.known.lobby), move)

    def action_invite(self) -> None:
        """Show the owner the commands by which others join, and copy one."""
        if not self.guest.invitations:
            self.say("Only the owner of a table invites people.", "warn")
            return

        def copy(token: str | None) -> None:
            if token is not None:
                self.app.copy_to_clipboard(join_command(self.guest.invitation(token)))
                self.say("Copied, if your terminal lets programs copy.")

        def show(token: str) -> None:
            dialog.say(command_lines(self.guest.invitation(token), _COMMAND_CELLS))

        items = invitation_items(self.guest.invitations)
        dialog = self._ask("Invite people", items, copy, show, does="copy")
        show(items[0].name)

    def _ask(
        self,
        title: str,
        items: list[Item],
        then: Callable[[str | None], None],
        try_out: Callable[[str], None] = lambda _: None,
        does: str = "choose",
    ) -> ChooseItem:
        first = items[0].name if items else ""
        dialog = ChooseItem(title, items, first, self.glyphs, try_out=try_out, does=does)
        self.app.push_screen(dialog, then)
        return dialog
