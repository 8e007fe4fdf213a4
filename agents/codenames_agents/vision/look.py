"""How a seat sees the board: as words, as a picture or as both, and how the picture looks. Plain values."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from codenames_core.game.config import AgentConfig

Style: TypeAlias = Literal["clean", "cards", "photo"]

STRONGEST: Final = 5
"""The strength of the photo that is hardest to read."""
USUAL_STRENGTH: Final = 2
"""Of a photo where none is given."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """How the picture of a board looks."""

    style: Style = "clean"
    strength: int = 0
    """Of a photo, 0 to 5: how hard it is to read."""
    seed: int | None = None
    """Of a photo; where None, it follows from what is on the picture."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat is shown."""

    look: PictureLook
    words_too: bool = False
    """Whether the words are written beside the picture."""


def sight_of(agent: "AgentConfig") -> Sight | None:
    """Return how an agent sees the board; None for one that reads words alone."""
    if agent.sees is None:
        return None
    style, _, strength = (agent.picture or "clean").partition("-")
    steps = int(strength) if strength else USUAL_STRENGTH if style == "photo" else 0
    return Sight(PictureLook(style, steps, agent.picture_seed), agent.sees == "picture+words")  # type: ignore[arg-type]
