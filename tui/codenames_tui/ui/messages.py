"""The messages of widgets and screens, which the screens and the app act on."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:  # the first screen is painted before the game is imported
    from codenames_core.files.record import EpisodeRecord
    from codenames_core.game.config import AgentConfig, Seat


class Sought(Message):
    """Another position of the game is asked for."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position


class MarkPointedAt(Message):
    """The mouse is on a marked place of the game, or has left it."""

    def __init__(self, position: int | None) -> None:
        super().__init__()
        self.position = position


class CardPointedAt(Message):
    """The mouse is on a card, or has left the cards."""

    def __init__(self, index: int | None) -> None:
        super().__init__()
        self.index = index


class KeyChosen(Message):
    """A key at the foot of the screen was clicked."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self.id = id
        """Of the key's binding."""


class ToTerminal(Message):
    """Something is to be sent to the terminal that Textual cannot draw: pixels. Nothing of it is from outside."""

    def __init__(self, data: str, *, is_drawn_over: bool = False) -> None:
        super().__init__()
        self.data = data
        self.is_drawn_over = is_drawn_over
        """Whether all is drawn again then, since pixels were where text has to be."""


class TerminalAnswer(Message, bubble=False):
    """The terminal has answered one of `codenames_tui.ui.graphics.answers.QUESTION`."""

    def __init__(self, sequence: str) -> None:
        super().__init__()
        self.sequence = sequence


class Destination(StrEnum):
    """Where a person can go from a screen: another screen, by its name for people, back to the last one, or out."""

    PLAY_YOURSELF = "play yourself"
    WITH_OTHERS = "play with others"
    SET_UP = "set-up"
    LIBRARY = "library"
    SETTINGS = "settings"
    BENCHMARKS = "benchmarks"
    LABORATORY = "suites and probes"
    KEYS = "keys"
    BACK = "back"
    QUIT = "quit"


class GoTo(Message):
    """The person wants to go somewhere else."""

    def __init__(self, destination: Destination) -> None:
        super().__init__()
        self.destination = destination


class StartGame(Message):
    """A game with this set-up is to begin; see `codenames_tui.setup.game_form`."""

    def __init__(self, form: Mapping[str, str]) -> None:
        super().__init__()
        self.form = form


class OpenEpisode(Message):
    """An episode is to be replayed, or the game of a journal resumed."""

    def __init__(self, path: Path, *, resume: bool = False, among: Sequence[str] = (), turn: int | None = None) -> None:
        super().__init__()
        self.path = path
        self.resume = resume
        self.turn = turn
        """The turn that a replay begins with, counted from 1; its start if not given."""
        self.among = among
        """The files of the list that it was chosen from, in their order."""


class PlayAgain(Message):
    """The same board is to be played with sides swapped, or else another one by the same line-ups."""

    def __init__(self, *, swapped: bool) -> None:
        super().__init__()
        self.swapped = swapped


class Export(Message):
    """A game is to be written to a file; a picture of it shows the position."""

    def __init__(self, record: "EpisodeRecord", position: int, source: Path | None) -> None:
        super().__init__()
        self.record = record
        self.position = position
        self.source = source
        """The file that it was read from."""


class ForkFrom(Message):
    """A game is to be forked after its first `at` events."""

    def __init__(self, parent: "EpisodeRecord", at: int) -> None:
        super().__init__()
        self.parent = parent
        self.at = at


class PlayOn(Message):
    """A fork is to be played by these agents; people are named `human`."""

    def __init__(self, parent: "EpisodeRecord", at: int, seats: "Mapping[Seat, AgentConfig]") -> None:
        super().__init__()
        self.parent = parent
        self.at = at
        self.seats = seats


class Settled(Message):
    """A setting was changed: a field of `Preferences` and its value."""

    def __init__(self, name: str, value: Any) -> None:
        super().__init__()
        self.name = name
        self.value = value


class TipsGiven(Message):
    """Tips were given, which are not given again."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names


class CardClicked(Message):
    """A card was clicked."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class Answered(Message):
    """The person gave an answer; it has the type that the game asks for."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class PersonAsked(Message):
    """It has become the turn of a person."""


class TimeShort(Message):
    """A person has little time left to answer."""


class Picked(Message):
    """The person moved the cursor over the board, or picked a card."""
