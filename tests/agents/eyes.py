"""Eyes for tests: they find texts on a picture without OCR, since they know what was drawn there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from codenames_agents.vision.board_reading import ReadCard, read_board_with
from codenames_agents.vision.drawing import CARD_HEIGHT, CARD_WIDTH, corner
from codenames_agents.vision.look import Style
from codenames_agents.vision.ocr import FoundText


def texts_of(words: Sequence[str]) -> list[FoundText]:
    """Where the words of a board stand on its clean picture."""
    found = []
    for place, word in enumerate(words):
        x, y = corner(place)
        middle = y + CARD_HEIGHT / 2
        found += [FoundText(word, x + 40, middle - 15, x + CARD_WIDTH - 40, middle + 15)] if word else []
    return found


def eyes_that_read(
    words: Sequence[str], wrong: Mapping[str, str] | None = None
) -> Callable[[bytes, Style], Sequence[ReadCard]]:
    """Eyes that see colours, and the words of this board but for those that they misread."""
    misread = wrong or {}
    texts = tuple(texts_of([misread.get(word, word) for word in words]))

    def find(pixels: Any) -> Sequence[FoundText]:
        return texts

    return lambda png, style: read_board_with(find, png, style)
