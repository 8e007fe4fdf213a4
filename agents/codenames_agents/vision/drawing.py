"""Draws the picture of a board in the styles `clean` and `cards`, by Pillow.

Clean: every card shows its word, one that is face down on a light ground, and one that is face up on the colour of what
it turned out to be. Where the seat sees the key, a card that is face down has a frame of the colour that the key says.

Cards: as on a table. A card that is face down shows its word twice, upside down for those who sit opposite; one that is
face up lies under a tile of its colour, and its word cannot be read. The key is a card of its own, beside the others.
"""

from typing import TYPE_CHECKING, Any, Final

from codenames_agents.vision.board_picture import ACROSS, BoardPicture, PicturedCard
from codenames_agents.vision.colours import EDGE, FACE_DOWN, INK, INK_ON, OF_CARDS, TABLE, WHITE, Colour
from codenames_agents.vision.lettering import font_runs, lettering

if TYPE_CHECKING:
    from PIL.Image import Image

CARD_WIDTH: Final = 220
CARD_HEIGHT: Final = 120
GAP: Final = 12
"""Pixels between two cards."""
FRAME: Final = 11
"""Pixels of the frame in a colour of the key."""
WIDTH: Final = ACROSS * (CARD_WIDTH + GAP) + GAP
HEIGHT: Final = ACROSS * (CARD_HEIGHT + GAP) + GAP
KEY_SQUARE: Final = 44
"""Pixels of a place on the key card, with the gap after it."""
_RADIUS: Final = 12
_EMBLEM: Final = 26
_UPPER: Final = 46
"""Pixels of the part of a card on which the word is upside down."""


def draw_clean(board: BoardPicture) -> "Image":
    """Return the picture of a board in the style `clean`: 1,172 x 672 pixels.

    Raises:
        InputError: a word has a character that cannot be drawn.
    """
    image, draw = _canvas(WIDTH, HEIGHT)
    for place, card in enumerate(board.cards):
        x, y = corner(place)
        shape = (x, y, x + CARD_WIDTH - 1, y + CARD_HEIGHT - 1)
        if card.face_up is not None:
            draw.rounded_rectangle(shape, _RADIUS, fill=OF_CARDS[card.face_up])
        elif card.key is not None:
            draw.rounded_rectangle(shape, _RADIUS, fill=FACE_DOWN, outline=OF_CARDS[card.key], width=FRAME)
        else:
            draw.rounded_rectangle(shape, _RADIUS, fill=FACE_DOWN, outline=EDGE, width=2)
        ink = INK if card.face_up is None else INK_ON[card.face_up]
        inside = (x + FRAME + 7, y + FRAME + 4, CARD_WIDTH - 2 * (FRAME + 7), CARD_HEIGHT - 2 * (FRAME + 4))
        _write(draw, card.word, inside, ink)
    return image


def draw_cards(board: BoardPicture) -> "Image":
    """Return the picture of a board in the style `cards`: 1,172 x 672 pixels, and 1,416 x 672 with the key card.

    Raises:
        InputError: a word has a character that cannot be drawn.
    """
    key_width = ACROSS * KEY_SQUARE + 2 * GAP if board.shows_key else 0
    image, draw = _canvas(WIDTH + key_width, HEIGHT)
    for place, card in enumerate(board.cards):
        x, y = corner(place)
        if card.face_up is not None:
            _draw_tile(draw, card.face_up, x, y)
        else:
            _draw_two_sided(image, draw, card, x, y)
    if board.shows_key:
        _draw_key_card(draw, board)
    return image


def corner(place: int) -> tuple[int, int]:
    """Return the upper left corner of a card in pixels."""
    row, column = divmod(place, ACROSS)
    return GAP + column * (CARD_WIDTH + GAP), GAP + row * (CARD_HEIGHT + GAP)


def _canvas(width: int, height: int) -> tuple["Image", Any]:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), TABLE)
    return image, ImageDraw.Draw(image)


def _write(draw: Any, word: str, inside: tuple[int, int, int, int], ink: Colour) -> None:
    """Write a word into the middle of a box of corner, width and height."""
    x, y, width, height = inside
    lines, font = lettering(word, width, height)
    step = font.size * 7 / 6
    top = y + height / 2 - step * (len(lines) - 1) / 2
    for number, line in enumerate(lines):
        _write_line(draw, line, font.size, (x + width / 2, top + step * number), ink)


def _write_line(draw: Any, line: str, size: int, middle: tuple[float, float], ink: Colour) -> None:
    """Write a line around a point; letters of several fonts stand on one base line."""
    x, y = middle
    first, *others = font_runs(line, size)
    if not others:
        draw.text(middle, line, fill=ink, font=first.font, anchor="mm")
        return
    ascent, descent = first.font.getmetrics()
    left = x - sum(run.font.getlength(run.text) for run in (first, *others)) / 2
    for run in (first, *others):
        draw.text((left, y + (ascent - descent) / 2), run.text, fill=ink, font=run.font, anchor="ls")
        left += run.font.getlength(run.text)


def _draw_two_sided(image: "Image", draw: Any, card: PicturedCard, x: int, y: int) -> None:
    from PIL import Image, ImageDraw

    draw.rounded_rectangle(
        (x, y, x + CARD_WIDTH - 1, y + CARD_HEIGHT - 1), _RADIUS, fill=(226, 214, 190), outline=EDGE, width=2
    )
    draw.rounded_rectangle((x + 8, y + _UPPER, x + CARD_WIDTH - 9, y + CARD_HEIGHT - 9), 6, fill=WHITE)
    _write(draw, card.word, (x + 16, y + _UPPER + 4, CARD_WIDTH - 32, CARD_HEIGHT - _UPPER - 17), INK)
    opposite = Image.new("RGB", (CARD_WIDTH - 70, _UPPER - 18), (226, 214, 190))
    _write(ImageDraw.Draw(opposite), card.word, (0, 0, opposite.width, opposite.height), (140, 128, 104))
    image.paste(opposite.transpose(Image.Transpose.ROTATE_180), (x + 35, y + 9))


def _draw_tile(draw: Any, card: Any, x: int, y: int) -> None:
    draw.rounded_rectangle((x, y, x + CARD_WIDTH - 1, y + CARD_HEIGHT - 1), _RADIUS, fill=OF_CARDS[card])
    centre_x, centre_y = x + CARD_WIDTH // 2, y + CARD_HEIGHT // 2
    sides = (centre_x - _EMBLEM, centre_y - _EMBLEM, centre_x + _EMBLEM, centre_y + _EMBLEM)
    draw.ellipse(sides, outline=INK_ON[card], width=4)


def _draw_key_card(draw: Any, board: BoardPicture) -> None:
    size = ACROSS * KEY_SQUARE + GAP
    left, top = WIDTH, (HEIGHT - size) // 2
    draw.rounded_rectangle((left, top, left + size - 1, top + size - 1), _RADIUS, fill=(92, 96, 100))
    for place, card in enumerate(board.cards):
        row, column = divmod(place, ACROSS)
        x, y = left + GAP + column * KEY_SQUARE, top + GAP + row * KEY_SQUARE
        kind = card.key
        if kind is not None:
            draw.rectangle((x, y, x + KEY_SQUARE - GAP, y + KEY_SQUARE - GAP), fill=OF_CARDS[kind])
