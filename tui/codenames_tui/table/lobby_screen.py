"""The lobby of a table: who sits where, taking a seat, being ready; the game lies over it once it has begun."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from codenames_core.game.config import Seat
from codenames_core.table.lobby import Away
from codenames_core.table.messages import (
    BeginGame,
    MovePerson,
    PersonThere,
    RemovePerson,
    SetAway,
    SetReady,
    SitDown,
)
from codenames_core.watch.broadcast import Start
from codenames_tui.table.guest import TableGuest
from codenames_tui.table.lobby_items import AWAY, BEGIN, GAME, READY, lobby_items
from codenames_tui.table.table_game_screen import TableGameScreen
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.keys import Hint
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

_AWAY_FROM_TABLE: Final = "away from the table"
_NO_SEAT: Final = "no seat"


class LobbyScreen(ListPage):
    """Shows a table to a guest.

    Args:
        guest: the person, whose connection runs beside the app.
        glyphs: what is drawn with.
    """

    PLACE = "lobby"
    HEADING = "A table"
    KEYS = (Hint(("lobby.ready",), "ready"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "toggle_ready", "Ready, or not", id="lobby.ready"),
    ]

    def __init__(self, guest: TableGuest, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self.guest = guest
        self._heard = 0
        """How many remarks have been shown."""
        self._start: Start | None = None
        """Of the game that is shown, or was."""
        self._game: TableGameScreen | None = None

    def on_mount(self) -> None:
        """Show the table, and take note of its news."""
        self.show_table()
        self.run_worker(self._follow(), group="table")

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
        self._game = TableGameScreen(self.guest, self.guest.known.start, glyphs=self.glyphs)
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

    def _move(self, person: PersonThere) -> None:
        """Ask the owner where to move a person."""
        from codenames_tui.ui.screens.choose_item import ChooseItem

        lobby = self.guest.known.lobby
        free = [seat for seat in lobby.open if self.guest.in_seat(seat) is None]
        items = [
            *(Item(seat, seat.label, style=str(seat.team)) for seat in free),
            Item(_NO_SEAT, _NO_SEAT),
            Item(_AWAY_FROM_TABLE, _AWAY_FROM_TABLE),
        ]

        def move(where: str | None) -> None:
            if where == _AWAY_FROM_TABLE:
                self.guest.ask(RemovePerson(person=person.person))
            elif where is not None:
                self.guest.ask(MovePerson(person=person.person, seat=None if where == _NO_SEAT else Seat(where)))

        self.app.push_screen(
            ChooseItem(f"Move {self.glyphs.line(person.name)} to", items, items[0].name, self.glyphs), move
        )
