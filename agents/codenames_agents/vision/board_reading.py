"""What a program sees on the picture of a board: words by OCR, and cards by their colours.

It is given the pixels and the style, as a model is told what it looks at, and knows nothing else: neither the board nor
a list of words that could be on it. What it misreads it plays with.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import Any, Final

import numpy as np

from codenames_agents.vision.board_picture import ACROSS
from codenames_agents.vision.drawing import CARD_HEIGHT, FRAME, GAP, HEIGHT, KEY_SQUARE, WIDTH
from codenames_agents.vision.look import Style
from codenames_agents.vision.ocr import FoundText, find_texts
from codenames_core.game.board import CardType

CARDS: Final = ACROSS * ACROSS
_SMALLER: Final = 4
"""Colours are looked at in a picture of so many times fewer pixels a side, where grain has averaged out."""
_FILLED: Final = 0.55
"""Share of a card's place from which on a colour is the card's own, and no frame."""
_FRAMED: Final = 0.07
_UPSIDE_DOWN: Final = 0.45
"""Share of the height of a card in the style `cards` on which its word is upside down."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """What was seen on one card."""

    word: str
    """Empty where no word was seen."""
    face_up: CardType | None = None
    key: CardType | None = None


def read_board(png: bytes, style: Style) -> tuple[ReadCard, ...]:
    """Return what is seen on the 25 cards of a picture, in board order."""
    return read_board_with(find_texts, png, style)


@lru_cache(maxsize=16)
def read_board_with(find: Callable[[Any], Sequence[FoundText]], png: bytes, style: Style) -> tuple[ReadCard, ...]:
    """Return what is seen on the 25 cards, with another way to find texts."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        pixels = np.asarray(image.convert("RGB"))
    board = pixels[:, :WIDTH] if style == "cards" else pixels
    texts = find(board)
    words = words_by_place(texts, style)
    colours = _classes(_reduced(pixels))
    if style == "cards":
        faces = [_filled_with(colours, place) for place in range(CARDS)]
        keys = _key_card(colours) if pixels.shape[1] > WIDTH else [None] * CARDS
        found = zip(words, faces, keys, strict=True)
        return tuple(ReadCard("" if face else word, face, None if face else key) for word, face, key in found)
    centres = _centres(texts)
    return tuple(_framed(word, colours, place, centres.get(place)) for place, word in enumerate(words))


def words_by_place(texts: Sequence[FoundText], style: Style) -> list[str]:
    """Return the word of each card: the texts in its place, from top to bottom.

    >>> words_by_place([FoundText("CREAM", 30, 70, 90, 90), FoundText("ICE", 40, 40, 80, 60)], "clean")[0]
    'ICE CREAM'
    """
    lines: list[list[FoundText]] = [[] for _ in range(CARDS)]
    for text in texts:
        if style != "cards" or not _is_upside_down(text):
            lines[_place(text)].append(text)
    return [" ".join(line.text.strip() for line in sorted(card, key=lambda line: line.top)) for card in lines]


def _place(text: FoundText) -> int:
    """Return the place of the card on which a text stands."""
    x, y = text.centre
    row, column = (min(max(int(at * ACROSS), 0), ACROSS - 1) for at in (y / HEIGHT, x / WIDTH))
    return row * ACROSS + column


def _is_upside_down(text: FoundText) -> bool:
    return (text.centre[1] - GAP) % (CARD_HEIGHT + GAP) < _UPSIDE_DOWN * CARD_HEIGHT


def _centres(texts: Sequence[FoundText]) -> dict[int, tuple[float, float]]:
    """Return the middle of the word of each card on which a word was found."""
    centres: dict[int, list[tuple[float, float]]] = {}
    for text in texts:
        centres.setdefault(_place(text), []).append(text.centre)
    return {place: (fmean(x for x, _ in at), fmean(y for _, y in at)) for place, at in centres.items()}


def _framed(word: str, colours: Any, place: int, centre: tuple[float, float] | None) -> ReadCard:
    """Return a card of which the ground says whether it is face up, and the frame what the key says."""
    kind, share = _most(_window(colours, place, centre))
    if share >= _FILLED:
        return ReadCard(word, face_up=kind)
    return ReadCard(word, key=kind if share >= _FRAMED else None)


def _filled_with(colours: Any, place: int) -> CardType | None:
    kind, share = _most(_window(colours, place, None))
    return kind if share >= _FILLED else None


def _key_card(colours: Any) -> list[CardType | None]:
    size = ACROSS * KEY_SQUARE + GAP
    left, top = WIDTH + GAP, (HEIGHT - size) // 2 + GAP
    side = KEY_SQUARE - GAP
    keys: list[CardType | None] = []
    for place in range(CARDS):
        row, column = divmod(place, ACROSS)
        x, y = left + column * KEY_SQUARE, top + row * KEY_SQUARE
        down, across = (slice((at + 4) // _SMALLER, (at + side - 4) // _SMALLER) for at in (y, x))
        kind, share = _most(colours[down, across])
        keys.append(kind if share >= _FILLED else None)
    return keys


def _window(colours: Any, place: int, centre: tuple[float, float] | None) -> Any:
    """Return the part of the picture on which a card lies, without its word: all but the middle."""
    row, column = divmod(place, ACROSS)
    wide, high = WIDTH / ACROSS, HEIGHT / ACROSS
    x, y = centre or ((column + 0.5) * wide, (row + 0.5) * high)
    top, bottom = (max(int((y + side * (high - GAP) / 2) / _SMALLER), 0) for side in (-1, 1))
    left, right = (max(int((x + side * (wide - GAP) / 2) / _SMALLER), 0) for side in (-1, 1))
    window = colours[top:bottom, left:right].copy()
    height, width = window.shape
    middle_y, middle_x = height // 2, width // 2
    half_high, half_wide = int(height * 0.22), int(width / 2 - 2 * FRAME / _SMALLER)
    letters = slice(middle_y - half_high, middle_y + half_high), slice(middle_x - half_wide, middle_x + half_wide)
    window[letters] = _LETTERS
    return window


_KINDS: Final = tuple(CardType)
_NOTHING: Final = len(_KINDS)
_LETTERS: Final = _NOTHING + 1


def _most(window: Any) -> tuple[CardType, float]:
    """Return the commonest colour of cards in what is not covered by letters, and its share."""
    seen = window[window != _LETTERS]
    shares = [float((seen == number).mean()) if seen.size else 0.0 for number in range(len(_KINDS))]
    most = max(range(len(_KINDS)), key=shares.__getitem__)
    return _KINDS[most], shares[most]


def _reduced(pixels: Any) -> Any:
    """Return the means of squares of pixels."""
    height, width = (length // _SMALLER * _SMALLER for length in pixels.shape[:2])
    squares = pixels[:height, :width].reshape(height // _SMALLER, _SMALLER, width // _SMALLER, _SMALLER, 3)
    return squares.mean(axis=(1, 3))


def _classes(pixels: Any) -> Any:
    """Return the number of the kind of card whose colour each pixel has, `_NOTHING` for paper, ink and table.

    Colours are told by hue, which dim light does not change, and black by being darker than everything else.
    """
    red, green, blue = (pixels[:, :, channel] for channel in range(3))
    most, least = pixels.max(axis=2), pixels.min(axis=2)
    vivid = (most - least) > 0.38 * most
    classes = np.full(most.shape, _NOTHING, dtype=np.uint8)
    for kind, mask in (
        (CardType.RED, vivid & (red == most) & (green < 0.5 * red)),
        (CardType.NEUTRAL, vivid & (red == most) & (green >= 0.5 * red)),
        (CardType.BLUE, vivid & (blue == most)),
        (CardType.ASSASSIN, most < 0.2 * np.percentile(most, 95)),
    ):
        classes[mask] = _KINDS.index(kind)
    return classes
