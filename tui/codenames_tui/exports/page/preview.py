"""The picture that a post shows of a link to a game: the board before the first clue, and who plays.

Nothing of the key is in it, and nothing of the end.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from codenames_core.files.record import EpisodeRecord
from codenames_core.game.config import Team
from codenames_core.game.state import GameState
from codenames_core.text.plurals import counted
from codenames_core.text.sanitiser import one_line
from codenames_tui.exports.colours import colours
from codenames_tui.exports.moving.drawing import Canvas
from codenames_tui.exports.moving.shapes import Lettering, Part, RoundedBox
from codenames_tui.ui.wording import name_of

CANVAS: Final = Canvas(1200, 630)
"""What most places that show links ask for."""
_MARGIN: Final = 40
_CARD: Final = (134, 102)
_GAP: Final = 10
_SIDE: Final = 800
_SIDE_WIDTH: Final = CANVAS.width - _SIDE - _MARGIN
_MIDDLE: Final = _SIDE + _SIDE_WIDTH / 2


def named_preview(record: EpisodeRecord) -> list[Part]:
    """Return the parts of the picture of a game, with the names of who plays."""
    return [*_parts(record.initial_state(), {team: one_line(label) for team, label in record.labels_in_turn.items()})]


def board_preview(state: GameState) -> list[Part]:
    """Return the parts of the picture that all games on a board share.

    Args:
        state: before the first clue.
    """
    return [*_parts(state, {team: name_of(team) for team in Team})]


def _parts(state: GameState, names: Mapping[Team, str]) -> Iterator[Part]:
    width, height = _CARD
    paint = colours()
    for place, word in enumerate(state.board.words):
        row, column = divmod(place, 5)
        x, y = _MARGIN + column * (width + _GAP), _MARGIN + row * (height + _GAP)
        yield (
            RoundedBox(x, y, width, height, 11, paint["card"], paint["rule"]),
            _middle(x + width / 2, y + height / 2 + 7, 20, paint["card-text"], one_line(word), width - 16),
        )
    yield (_middle(_MIDDLE, 92, 50, paint["foreground"], "Codenames", _SIDE_WIDTH),)
    yield _pill(140, names[Team.RED], paint["card-red"])
    yield (Lettering(_MIDDLE, 248, 22, paint["muted"], "against", _SIDE_WIDTH, centred=True),)
    yield _pill(274, names[Team.BLUE], paint["card-blue"])
    first = state.turn.team
    left = [
        f"{name_of(first)} moves first, with {counted(state.words_left(first), 'word')}",
        f"to find; {name_of(first.other)} has {state.words_left(first.other)}",
    ]
    for index, line in enumerate(left):
        yield (Lettering(_MIDDLE, 400 + 32 * index, 21, paint["foreground"], line, _SIDE_WIDTH, centred=True),)
    yield (
        RoundedBox(_SIDE + 20, 510, _SIDE_WIDTH - 40, 70, 35, paint["accent"]),
        _middle(_MIDDLE, 554, 26, paint["background"], "▶ Watch the game", _SIDE_WIDTH - 80),
    )


def _pill(top: float, name: str, fill: str) -> Part:
    return (
        RoundedBox(_SIDE, top, _SIDE_WIDTH, 72, 36, fill),
        _middle(_MIDDLE, top + 46, 28, "#ffffff", name, _SIDE_WIDTH - 40),
    )


def _middle(x: float, y: float, size: float, fill: str, text: str, room: float) -> Lettering:
    return Lettering(x, y, size, fill, text, room, bold=True, centred=True)
