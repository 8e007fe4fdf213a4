"""Playing oneself at once: which seat, and offline agents in the others."""

from typing import Final, Self

from codenames_agents.kinds import HUMAN
from codenames_core.game.config import Seat
from codenames_tui.setup import game_form
from codenames_tui.ui.app_state import AppState
from codenames_tui.ui.lines.items import Item
from codenames_tui.ui.lines.lines import UNICODE, Glyphs
from codenames_tui.ui.messages import Destination, StartGame
from codenames_tui.ui.preferences import Preferences
from codenames_tui.ui.screens.page import ListPage
from codenames_tui.ui.widgets.item_list import ItemList

_EVERYBODY: Final = "everybody"
_GUESS: Final = "Your cluer gives a clue. You discuss it with the other guesser, then pick cards on the board."
_CLUE: Final = "You see the key and give clues: one word and a number of cards. Two agents discuss and guess."
_ITEMS: Final = (
    Item(Seat.RED_GUESSER_1, "Guess", note="for red, which begins", about=_GUESS, section="Red team", style="red"),
    Item(Seat.RED_CLUER, "Give clues", note="for red", about=_CLUE, style="red"),
    Item(Seat.BLUE_GUESSER_1, "Guess", note="for blue", about=_GUESS, section="Blue team", style="blue"),
    Item(Seat.BLUE_CLUER, "Give clues", note="for blue", about=_CLUE, style="blue"),
    Item(
        _EVERYBODY,
        "All six seats",
        note="several people at this keyboard",
        about="The screen says whose turn it is, and goes blank until that person is at the keyboard.",
        section="Together",
    ),
)


class PlayYourselfScreen(ListPage):
    """Asks which seat the person takes.

    Args:
        preferences: who plays the other seats.
        glyphs: what is drawn with.
    """

    PLACE = Destination.PLAY_YOURSELF
    HEADING = "Play yourself"

    def __init__(self, preferences: Preferences, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(glyphs=glyphs)
        self._preferences = preferences

    @classmethod
    def for_app(cls, app: AppState) -> Self:
        """Return the screen; the agents of the settings play the other seats."""
        return cls(app.settings.preferences, glyphs=app.look.glyphs)

    def on_mount(self) -> None:
        """Show the seats."""
        self.list.show(_ITEMS)
        self.describe()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        """Begin."""
        name = message.item.name
        people = game_form.SEATS if name == _EVERYBODY else (name,)
        self.post_message(StartGame({**game_form.default_form(self._preferences), **dict.fromkeys(people, HUMAN)}))
