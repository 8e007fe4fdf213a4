"""A view as a PNG file.

The same view and look give the same pixels on the same machine, and on all that have the same versions of Pillow and
FreeType. What is recorded of a picture is the hash of its pixels, since files of equal pixels differ with the version
of zlib.
"""

import hashlib
import importlib.util
import io
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

from codenames_agents.vision.board_picture import BoardPicture
from codenames_agents.vision.look import STRONGEST, PictureLook
from codenames_core.game.agent import SeenPicture
from codenames_core.support.errors import InputError

if TYPE_CHECKING:
    from PIL.Image import Image

MISSING: Final = "pictures of the board need an extra: pip install 'codenames-tui[vision]'"


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture of a board."""

    png: bytes = field(repr=False)
    facts: SeenPicture
    """What is recorded of it."""


def check_pictures_can_be_drawn() -> None:
    """Check that what draws pictures is installed.

    Raises:
        InputError: it is not; the message says what to install.
    """
    if importlib.util.find_spec("PIL") is None:
        raise InputError(MISSING)


@lru_cache(maxsize=32)
def picture_file(board: BoardPicture, look: PictureLook) -> PictureFile:
    """Return the picture of a board.

    Raises:
        InputError: a word cannot be drawn, or what draws is not installed.
    """
    check_pictures_can_be_drawn()
    seed = (board.seed if look.seed is None else look.seed) if look.style == "photo" else None
    image = _drawn(board, look, seed)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6 if seed is None else 2)  # grain does not shrink by more trouble
    facts = SeenPicture(
        style=look.style,
        strength=look.strength if look.style == "photo" else None,
        seed=seed,
        sha256=pixel_hash(image),
        width=image.width,
        height=image.height,
    )
    return PictureFile(out.getvalue(), facts)


def look_of(facts: SeenPicture) -> PictureLook | None:
    """Return how the picture looked of which a record tells; None where this version has no such look."""
    if facts.style not in ("clean", "cards", "photo") or not 0 <= (facts.strength or 0) <= STRONGEST:
        return None
    seed = None if facts.seed is None else facts.seed % 2**32
    return PictureLook(facts.style, facts.strength or 0, seed)  # type: ignore[arg-type]


def opened(png: bytes) -> "Image":
    """Return the pixels of a file that `picture_file` made."""
    from PIL import Image

    image = Image.open(io.BytesIO(png))
    image.load()  # Pillow would do that when it is first looked at, which two threads must not do at once
    return image


def pixel_hash(image: "Image") -> str:
    """Return the SHA-256 of a picture's size and pixels."""
    head = f"{image.mode} {image.width} {image.height} "
    return hashlib.sha256(head.encode() + image.tobytes()).hexdigest()


def _drawn(board: BoardPicture, look: PictureLook, seed: int | None) -> "Image":
    from codenames_agents.vision.drawing import draw_cards, draw_clean

    match look.style:
        case "clean":
            return draw_clean(board)
        case "cards":
            return draw_cards(board)
        case "photo":
            from codenames_agents.vision.photo import photograph

            return photograph(draw_clean(board), look.strength, seed or 0)
        case _:
            assert_never(look.style)
