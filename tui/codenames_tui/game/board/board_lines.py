"""The board as a picture: five by five cards with their coordinates."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.cells import cell_len, chop_cells

from codenames_core.game.board import CardType
from codenames_core.game.config import Team
from codenames_core.game.events import Event, Guess, Reveal
from codenames_core.game.state import GameState
from codenames_core.game.words import sign_and_name
from codenames_tui.game.minds.bars import STYLES as BAR_STYLES
from codenames_tui.game.minds.bars import with_bars
from codenames_tui.game.minds.minds import UNSAID, CardBeliefs, Minds
from codenames_tui.game.talk.speech import mentioned
from codenames_tui.ui.lines.isolates import isolated
from codenames_tui.ui.lines.large import large
from codenames_tui.ui.lines.lines import Glyphs, Line, Span, cut, team_style
from codenames_tui.ui.lines.window_sizes import MEDIUM

COLUMNS: Final = 5
_LABELS: Final = "abcde"
_LABEL_WIDTH: Final = 2
_GAP: Final = 1
_NARROWEST_CARD: Final = 8
_WIDEST_CARD: Final = 40
_ROOM_FOR_LARGE: Final = 5
"""Lines of a card on which its word can be written in large letters."""
_ROOM_FOR_SIGN: Final = 3
"""Lines of a card on which an emoji can stand above its name."""
_ROOM_FOR_MARGIN: Final = 60
"""Cells of a board from which on its edge stands apart from the cards."""


class Card(NamedTuple):
    """One card as it lies on the table."""

    word: str
    """Cleaned, as it is shown."""
    card: CardType | None = None
    """What it is, where that may be shown."""
    revealed: bool = False
    last: bool = False
    """Whether it was the last to be revealed."""
    mentioned: bool = False
    """Whether the discussion of this turn speaks of it."""
    picked: int = 0
    """As which it is picked by the person who plays, counted from 1; 0 for a card that is not."""
    pointed: bool = False
    """Whether the cursor of the person who plays is on it."""
    aimed: bool = False
    """Whether the clue of this turn was meant for it, where that is shown."""
    touched: int = 0
    """As which it was touched in this turn, counted from 1, where that is shown; 0 for a card that was not."""
    beliefs: CardBeliefs = UNSAID
    """What the guessers of the turn have said of it."""


Table = tuple[Card, ...]


class Shape(NamedTuple):
    """How large the cards are drawn, and how far apart from each other and from the edge."""

    card_width: int
    card_height: int
    row_gap: int
    margin: int = 0
    """Cells between the cards and the edge on either side."""
    has_foot: bool = False
    """Whether the edge goes on below the cards."""
    large: bool = False
    """Whether the words are written in large letters."""

    @property
    def left(self) -> int:
        """Cells before the first card: the coordinates and the edge."""
        return _LABEL_WIDTH + self.margin

    @property
    def width(self) -> int:
        """Cells from the coordinates to the right edge."""
        return self.left + COLUMNS * self.card_width + (COLUMNS - 1) * _GAP + self.right

    @property
    def right(self) -> int:
        """Cells behind the last card: the edge, where there is room for it.

        Elsewhere it stands only above and before the cards: a terminal is sent every line up to the last cell that
        changes, and where there is little room, it is often slow, too.
        """
        return self.margin + 1 if self.margin else 0

    @property
    def height(self) -> int:
        """Lines from the coordinates to the lower edge."""
        return 1 + COLUMNS * self.card_height + (COLUMNS - 1) * self.row_gap + self.has_foot


def shape_for(width: int, height: int) -> Shape:
    """Return the largest cards of which a whole board fits into that many cells; never too small to be read."""
    margin = 1 if width >= _ROOM_FOR_MARGIN else 0
    room = width - _LABEL_WIDTH - 3 * margin - (COLUMNS - 1) * _GAP
    card_width = min(max(room // COLUMNS, _NARROWEST_CARD), _WIDEST_CARD)
    with_gaps = (height - 2 - (COLUMNS - 1)) // COLUMNS
    if with_gaps < 2:
        return Shape(card_width, 2, 0, margin, has_foot=height > 1 + 2 * COLUMNS)
    card_height = min(with_gaps, max(card_width * 3 // 5, 2))
    left = height - 2 - COLUMNS * card_height
    return Shape(card_width, card_height, 2 if left >= 2 * (COLUMNS - 1) else 1, margin, has_foot=True)


def board_room(width: int, height: int) -> tuple[int, int]:
    """Return how many cells a board may take on a screen of that size, with the turn beside it and the talk below."""
    across = width - max(width * 35 // 100, 36) if width >= MEDIUM else width * 7 // 10
    if height < 30:
        return across, 11
    return across, 16 if height < 38 else 21 + (height - 38) // 9 * COLUMNS


def table_of(
    state: GameState, last_event: Event | None, glyphs: Glyphs, *, key_shown: bool, minds: Minds = ()
) -> Table:
    """Return the cards of `state`.

    Args:
        state: the game.
        last_event: what led to it, if anything did.
        glyphs: what is drawn with.
        key_shown: whether the identities of hidden cards may be seen.
        minds: what the guessers have said of each card; empty where they have said nothing.
    """
    spoken = mentioned(state.turn.discussion, state.board.words)
    last = state.board.find(last_event.word) if isinstance(last_event, Guess | Reveal) else None
    return tuple(
        Card(
            glyphs.line(word),
            card if key_shown or word in state.revealed else None,
            word in state.revealed,
            word == last and word in state.revealed,
            word in spoken and word not in state.revealed,
            beliefs=beliefs,
        )
        for (word, card), beliefs in zip(state.board.key.items(), minds or repeat(UNSAID), strict=False)
    )


def with_picks(table: Table, cursor: int, picks: Sequence[int]) -> Table:
    """Return the cards with the cursor and the picks of a person, both as indexes in board order."""
    return tuple(
        card._replace(pointed=index == cursor, picked=picks.index(index) + 1 if index in picks else 0)
        for index, card in enumerate(table)
    )


def board_lines(
    table: Table,
    shape: Shape,
    glyphs: Glyphs,
    team: Team | None = None,
    drawn: Mapping[int, tuple[Line, ...]] = MappingProxyType({}),
) -> list[Line]:
    """Return the picture of the whole board.

    Args:
        table: the cards.
        shape: how large they are.
        glyphs: what is drawn with.
        team: whose turn it is: the edge has that team's colour.
        drawn: cards that look otherwise for a moment, by their index in board order.
    """
    style = f"{team_style(team)}-strong" if team else "rule"
    across, down = glyphs.edge[0], glyphs.edge[1]
    left = [Span(label + down + " " * shape.margin, style) for label in " 12345"]
    right = (Span(" " * shape.margin + down, style),) if shape.right else ()
    lines: list[Line] = [_top(shape, glyphs, style, team)]
    for row in range(COLUMNS):
        shade = shade_of(row, shape)
        cards = [
            drawn.get(index) or _on_key(table[index], shape, glyphs, shade)
            for index in range(row * COLUMNS, (row + 1) * COLUMNS)
        ]
        middle = (shape.card_height - 1) // 2
        for y in range(shape.card_height):
            before = left[row + 1 if y == middle else 0]
            lines.append((before, *_row([card[y] for card in cards]), *right))
        if row < COLUMNS - 1:
            inside = Span(" " * (shape.width - shape.left - shape.right))
            lines.extend([(left[0], inside, *right)] * shape.row_gap)
    if shape.has_foot:
        end = glyphs.edge[5] if shape.right else across
        lines.append((Span(f" {glyphs.edge[4]}{across * (shape.width - 3)}{end}", style),))
    return lines


def shade_of(row: int, shape: Shape) -> str:
    """Return what is added to the names of styles in a row: cards that touch must not run into each other."""
    return "-2" if row % 2 and not shape.row_gap else ""


def _top(shape: Shape, glyphs: Glyphs, style: str, team: Team | None) -> Line:
    """Return the upper edge: the team's letter, and the letters of the columns."""
    across, corner, end = glyphs.edge[0], glyphs.edge[2], glyphs.edge[3]
    before = (shape.card_width - 1) // 2 - 1
    columns = [f"{across * before} {label} {across * (shape.card_width - before - 3)}" for label in _LABELS]
    letter = glyphs.mark_of(team) if team else " "
    side = across * shape.margin
    return (Span(f"{letter}{corner}{side}{(across * _GAP).join(columns)}{side + end if shape.right else ''}", style),)


def _row(cells: list[Line]) -> Line:
    row: list[Span] = []
    for column, cell in enumerate(cells):
        if column:
            row.append(Span(" " * _GAP))
        row.extend(cell)
    return tuple(row)


@lru_cache(maxsize=256)
def _on_key(card: Card, shape: Shape, glyphs: Glyphs, shade: str) -> tuple[Line, ...]:
    """Return one card; what the key alone says of it shows at its sides, too, so that it is seen without any colour."""
    lines = card_lines(card, shape, glyphs, shade)
    if card.card is None or card.revealed or card.card is CardType.NEUTRAL or card.pointed or card.picked:
        return lines
    at = (CardType.RED, CardType.BLUE, CardType.ASSASSIN).index(card.card) * 2
    style = f"key-assassin{shade}" if card.card is CardType.ASSASSIN else f"key-edge-{card.card.value}{shade}"
    left, right = Span(glyphs.key_sides[at], style), Span(glyphs.key_sides[at + 1], style)
    side = Span(glyphs.edge[1], style)
    return tuple(
        _between(side, line, side)
        if card.card is CardType.ASSASSIN and 0 < y < shape.card_height - 1
        else _between(left, line, right)
        for y, line in enumerate(lines)
    )


def _between(left: Span, line: Line, right: Span) -> Line:
    """Return `line` with its first and its last cell given to others, where they are blank."""
    spans = list(line)
    if spans[0].text.startswith(" "):
        spans[:1] = [left, spans[0]._replace(text=spans[0].text[1:])]
    if spans[-1].text.endswith(" "):
        spans[-1:] = [spans[-1]._replace(text=spans[-1].text[:-1]), right]
    return tuple(spans)


@lru_cache(maxsize=256)
def card_lines(card: Card, shape: Shape, glyphs: Glyphs, shade: str = "") -> tuple[Line, ...]:
    """Return one card: its word in one or two lines, its mark below, the guessers' bars along the lower edge.

    `shade` is added to the names of styles.
    """
    style = card_style(card) + shade
    width, height = shape.card_width, shape.card_height
    word = _large_word(card.word, shape, glyphs) or _word_on_card(card.word, shape, glyphs)
    mark = _mark(card, glyphs)
    mark = mark if cell_len(mark) <= width else mark.replace(" ", "")
    top = max((height - len(word)) // 2, 0)
    texts = [(" " * width, style)] * height
    for y, part in enumerate(word):
        texts[top + y] = (_centred_word(part, width), _word_style(card, style, shade))
    if mark:
        y = min(top + len(word), height - 1)
        under = word[-1] if y < top + len(word) else ""
        texts[y] = _with_mark(under, mark, width, style, card, shade)
    lines: list[Line] = [(Span(*text),) for text in texts]
    if card.beliefs.is_stated:
        is_plain = card.card is None and not card.pointed and not card.picked
        left, right = (f"{name}{shade}" if is_plain else texts[-1][1] for name in BAR_STYLES)
        lines[-1] = with_bars(*texts[-1], card.beliefs, (left, right), glyphs)
    return tuple(lines)


def card_style(card: Card) -> str:
    """Return the style of a card: face up in its colour, face down plain or, with the key shown, tinted."""
    if card.pointed or card.picked:
        return "card-pointed" if card.pointed else "card-picked"
    if card.card is None:
        return "card"
    return f"card-{card.card.value}" if card.revealed else f"key-{card.card.value}"


def _word_style(card: Card, style: str, shade: str) -> str:
    return f"card-mentioned{shade}" if _is_just_mentioned(card) else style


def _is_just_mentioned(card: Card) -> bool:
    is_marked = card.mentioned or card.aimed or card.beliefs.disputed
    return is_marked and card.card is None and not card.pointed and not card.picked


def _mark(card: Card, glyphs: Glyphs) -> str:
    """Return the sign below the word: framed where it was just revealed, small where only the key says it.

    While a person picks, a card has the number of its turn in the list, in brackets under the cursor.
    """
    if card.pointed or card.picked:
        known = glyphs.mark(card.card) if card.card and card.revealed else " "
        sign = str(card.picked) if card.picked else known
        return f"[{sign}]" if card.pointed else sign
    aimed, touched = glyphs.aimed if card.aimed else "", str(card.touched or "")
    return " ".join(part for part in (aimed, _state_mark(card, glyphs), touched) if part)


def _state_mark(card: Card, glyphs: Glyphs) -> str:
    if not card.revealed:
        sign = glyphs.mark(card.card).lower() if card.card else ""
        return " ".join(part for part in (_talk_mark(card, glyphs), sign) if part)
    if card.card is None:
        return ""
    sign = glyphs.mark(card.card)
    return f"{glyphs.last_left} {sign} {glyphs.last_right}" if card.last else sign


def _talk_mark(card: Card, glyphs: Glyphs) -> str:
    """Return the sign that the discussion speaks of a card; its bars say so by themselves, if they do not clash."""
    if card.beliefs.disputed:
        return glyphs.disputed
    return glyphs.mentioned if card.mentioned and not card.beliefs.is_stated else ""


def _with_mark(under: str, mark: str, width: int, style: str, card: Card, shade: str) -> tuple[str, str]:
    """Return the line of the mark, with its style."""
    if not under:
        mark_style = f"card-mark{shade}" if _is_just_mentioned(card) else style
        return _centred(mark, width), mark_style
    mark = mark if cell_len(under) + cell_len(mark) + 1 <= width else mark.strip("▸◂>< ")
    room = width - cell_len(mark) - 1
    return _centred_word(cut(under, room), room) + mark + " ", style


def _word_on_card(word: str, shape: Shape, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the lines of a word; where there is room, an emoji stands above its name."""
    width, height = shape.card_width, shape.card_height
    both = sign_and_name(word) if height >= _ROOM_FOR_SIGN else None
    if both is None:
        return word_lines(word, width, glyphs, beside_mark=height <= 2)
    return both[0], *word_lines(both[1], width, glyphs, beside_mark=height <= _ROOM_FOR_SIGN)


def word_lines(word: str, width: int, glyphs: Glyphs, *, beside_mark: bool = True) -> tuple[str, ...]:
    """Return `word` in one line, or in two where it must be: broken at a space if there is one in the right place.

    The second line leaves room for a mark, unless that is not to stand beside it.
    """
    if cell_len(word) <= width:
        return (word,)
    lower = width - 2 if beside_mark else width
    for place in reversed([at for at, sign in enumerate(word) if sign == " "]):
        if cell_len(word[:place]) <= width and cell_len(word[place + 1 :]) <= lower:
            return word[:place], word[place + 1 :]
    first = chop_cells(word, width)[0]
    return first, cut(word[len(first) :].lstrip(), lower, glyphs.cut)


@lru_cache(maxsize=16)
def words_fit_large(words: tuple[str, ...], shape: Shape, glyphs: Glyphs) -> bool:
    """Return whether all `words` can be written in large letters on their cards, with room for a mark below."""
    if shape.card_height < _ROOM_FOR_LARGE:
        return False
    return all(large(word, shape.card_width - 2, glyphs) is not None for word in words)


def _large_word(word: str, shape: Shape, glyphs: Glyphs) -> tuple[str, ...]:
    return tuple(large(word, shape.card_width - 2, glyphs) or ()) if shape.large else ()


@lru_cache(maxsize=1024)
def is_shortened(word: str, shape: Shape, glyphs: Glyphs) -> bool:
    """Return whether `word` does not fit on a card of this shape."""
    shown = "".join(_word_on_card(word, shape, glyphs))
    return shown.replace(" ", "") != word.replace(" ", "")


def _centred(text: str, width: int) -> str:
    left = max((width - cell_len(text)) // 2, 0)
    return " " * left + text + " " * max(width - left - cell_len(text), 0)


def _centred_word(text: str, width: int) -> str:
    """Return a part of a word as `_centred` does, in isolation where it has to be."""
    bare = _centred(text, width)
    return bare if text.isascii() else bare.replace(text, isolated(text), 1)


def place_of(index: int) -> str:
    """Return the coordinate of a card by its index in board order: `a1` to `e5`."""
    return f"{_LABELS[index % COLUMNS]}{index // COLUMNS + 1}"


def index_of(place: str) -> int | None:
    """Return the index of a card by its coordinate, None where there is no such card: the inverse of `place_of`.

    >>> index_of("a1"), index_of("e5"), index_of("f1")
    (0, 24, None)
    """
    column, row = _LABELS.find(place[:1].lower()), "12345".find(place[1:])
    return row * COLUMNS + column if len(place) == 2 and column >= 0 and row >= 0 else None


def card_at(x: int, y: int, shape: Shape) -> int | None:
    """Return the index of the card at a place of the picture, if there is one."""
    column, within_x = divmod(x - shape.left, shape.card_width + _GAP)
    row, within_y = divmod(y - 1, shape.card_height + shape.row_gap)
    if not (0 <= column < COLUMNS and 0 <= row < COLUMNS):
        return None
    if within_x >= shape.card_width or within_y >= shape.card_height:
        return None
    return row * COLUMNS + column
