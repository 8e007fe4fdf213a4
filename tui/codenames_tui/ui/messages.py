"""What widgets say upwards."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:  # the first screen is painted before the game is imported
    from codenames_core.files.record import EpisodeRecord
    from codenames_core.game.config import AgentConfig, Seat


class Sought(Message):
    """Somebody wants to look at a position of the game."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position


class CardPointedAt(Message):
    """The mouse is on a card, or on none any more."""

    def __init__(self, index: int | None) -> None:
        super().__init__()
        self.index = index


class KeyChosen(Message):
    """Somebody clicked on a key at the foot of the screen."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self.id = id
        """Of the key's binding."""


class Place(StrEnum):
    """Where a person can go from a screen: another screen, by its name for people, back to the last one, or out."""

    PLAY_YOURSELF = "play yourself"
    SET_UP = "set-up"
    LIBRARY = "library"
    SETTINGS = "settings"
    BENCHMARKS = "benchmarks"
    BACK = "back"
    QUIT = "quit"


class GoTo(Message):
    """The person wants to go somewhere else."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class StartGame(Message):
    """Somebody wants to watch a game with this set-up; see `codenames_tui.setup.game_form`."""

    def __init__(self, form: Mapping[str, str]) -> None:
        super().__init__()
        self.form = form


class OpenEpisode(Message):
    """Somebody wants to look at an episode, or to go on with the game of a journal."""

    def __init__(self, path: Path, *, resume: bool = False, among: Sequence[str] = ()) -> None:
        super().__init__()
        self.path = path
        self.resume = resume
        self.among = among
        """The files of the list that it was chosen from, in their order."""


class PlayAgain(Message):
    """Somebody wants the same board with sides swapped, or else another game of the same line-ups."""

    def __init__(self, *, swapped: bool) -> None:
        super().__init__()
        self.swapped = swapped


class ForkFrom(Message):
    """Somebody wants another line of a game, from after its first `at` events."""

    def __init__(self, parent: "EpisodeRecord", at: int) -> None:
        super().__init__()
        self.parent = parent
        self.at = at


class PlayOn(Message):
    """Somebody wants a game to be played on from there by these agents; people are named `human`."""

    def __init__(self, parent: "EpisodeRecord", at: int, seats: "Mapping[Seat, AgentConfig]") -> None:
        super().__init__()
        self.parent = parent
        self.at = at
        self.seats = seats


class Settled(Message):
    """Somebody changed a setting: a field of `Preferences` and its value."""

    def __init__(self, name: str, value: Any) -> None:
        super().__init__()
        self.name = name
        self.value = value


class CardClicked(Message):
    """Somebody clicked on a card."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class Answered(Message):
    """The person gave an answer, in the form that the game takes."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class Picked(Message):
    """The person moved the cursor over the board, or picked a card."""


class Inspected(Message):
    """Somebody wants to look at the decision that many after the one that is shown, before it where negative.

    With 0, what is shown has not changed, but the keys that work have.
    """

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps = steps
