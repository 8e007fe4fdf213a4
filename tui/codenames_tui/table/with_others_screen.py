"""Playing with others who have a screen of their own: join a table, or host one here."""

from typing import TYPE_CHECKING, Final, Self

from textual.message import Message

from codenames_core.support.errors import InputError
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import Destination
from codenames_tui.ui.preferences import Preferences
from codenames_tui.ui.screens.choosing import AskText
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

if TYPE_CHECKING:  # a table is imported when somebody wants one
    from codenames_tui.table.client import TableAddress

_NAME: Final = "name"
_JOIN: Final = "join"
_HOST: Final = "host"
_INVITATION: Final = "http://HOST:PORT/#SECRET, as the host gave it to you; the whole command will do, too."


class JoinTable(Message):
    """A person wants to sit down at a table elsewhere."""

    def __init__(self, address: "TableAddress", name: str) -> None:
        super().__init__()
        self.address = address
        self.name = name
        """As the person wants to be called; may be empty."""


class HostTable(Message):
    """A person wants to open a table here."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class WithOthersScreen(ListPage):
    """Asks whether to join or to host, and under which name.

    Args:
        preferences: who plays the seats that nobody takes.
        glyphs: what is drawn with.
    """

    PLACE = Destination.WITH_OTHERS
    HEADING = "Play with others"
    SUBHEADING = "each at a screen of their own"

    def __init__(self, preferences: Preferences, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._preferences = preferences
        self._called = ""

    @classmethod
    def for_app(cls, app: AppState) -> Self:
        """Return the screen; a table that is hosted here has the agents of the settings."""
        return cls(app.settings.preferences, glyphs=app.look.glyphs)

    def on_mount(self) -> None:
        """Show what there is to choose."""
        self._show()
        self.describe()

    def _show(self) -> None:
        who = self._preferences
        agents = who.red if who.red == who.blue else f"{who.red} and {who.blue}"
        self.list.show(
            [
                Item(
                    _JOIN,
                    "Join a table",
                    note="somebody hosts it and invites you",
                    about="Asks for your invitation. In the lobby you take a seat, and say when you are ready.",
                    section="A table",
                ),
                Item(
                    _HOST,
                    "Host a table",
                    note=f"{agents} in every seat that is free",
                    about="Opens a table on this machine. From its lobby you invite people, take a seat and begin.",
                ),
                Item(
                    _NAME,
                    "Your name",
                    self._called or "none",
                    about="How the others see you. It is saved with the game; without one you are a number.",
                    section="You",
                ),
            ]
        )

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Ask what is needed, or do it."""
        match message.item.name:
            case name if name == _NAME:
                self._ask_name()
            case name if name == _JOIN:
                self._ask_invitation()
            case name if name == _HOST:
                self.post_message(HostTable(self._called))

    def _ask_name(self) -> None:
        from codenames_core.table.lobby import LONGEST_PERSON

        def take(name: str | None) -> None:
            self._called = self._called if name is None else name
            self._show()

        def check(name: str) -> str:
            return f"{LONGEST_PERSON} characters at most" if len(name) > LONGEST_PERSON else ""

        self.app.push_screen(AskText("Your name", self._called, "As the others see you.", check, self.glyphs), take)

    def _ask_invitation(self) -> None:
        from codenames_tui.table.client import table_address

        def check(text: str) -> str:
            try:
                return "" if table_address(_url_in(text)).token else "This has no secret after a #."
            except InputError as error:
                return str(error)

        def join(text: str | None) -> None:
            if text is not None:
                self.post_message(JoinTable(table_address(_url_in(text)), self._called))

        self.app.push_screen(AskText("Your invitation", "", _INVITATION, check, self.glyphs), join)


def _url_in(text: str) -> str:
    """Return the invitation in what was pasted: alone, or the whole command as a host prints it.

    >>> _url_in("codenames-tui join 'http://127.0.0.1:8777/#abc'")
    'http://127.0.0.1:8777/#abc'
    """
    words = [word.strip("'\"") for word in text.split()]
    return next((word for word in words if "://" in word), text)
