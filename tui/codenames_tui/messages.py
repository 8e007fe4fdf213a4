"""What widgets say upwards."""

from typing import Any

from textual.message import Message


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

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


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
