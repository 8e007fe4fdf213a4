"""What is awaited in a game that goes on: an answer, the rest of an answer, or a provider that is away."""

from typing import NamedTuple

from codenames_core.game.agent import Question
from codenames_core.game.config import Seat


class Asked(NamedTuple):
    """An open question."""

    seat: Seat
    question: Question
    seconds: int = 0
    """How long it has been open."""
    retry: str = ""
    """That a request to the model's provider failed, and when the next one is sent; untrusted."""
    is_person: bool = False
    """Whether a person is asked."""
    is_typing: bool = False
    """Whether that person types, where that is told."""


class Speaking(NamedTuple):
    """An answer that is still being given."""

    seat: Seat
    question: Question
    text: str
    """As much of it as has come; untrusted."""


class Waiting(NamedTuple):
    """A seat that waits for a model's provider."""

    seat: Seat
    reason: str
    """What the provider said; untrusted."""
    next_try: int
    """Seconds until it is asked again."""
    gives_up: int
    """Seconds until the seat is given up, if nothing changes."""
    is_paused: bool = False
    """Whether the game is paused, since the seat cannot answer; it is asked again when the game goes on."""
