"""How long it takes to draw what a seat sees, and how large the file is."""

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Final

from benchmarks.figures import Figure
from benchmarks.measuring import spent_by
from codenames_agents.vision.board_picture import board_picture
from codenames_agents.vision.look import PictureLook
from codenames_agents.vision.picture_file import picture_file
from codenames_core.game.config import GameConfig, Seat
from codenames_core.game.state import initialize_game
from codenames_core.game.visibility import visible_state

AIM: Final = 60.0
BOARDS: Final = 20


def figures(quick: bool) -> Iterator[Figure]:
    """Draw the boards of some seeds for a cluer, each once."""
    views = [visible_state(initialize_game(GameConfig(seed=seed)), Seat.RED_CLUER) for seed in range(BOARDS)]
    boards = [board_picture(view) for view in views[: 5 if quick else BOARDS]]
    picture_file(board_picture(visible_state(initialize_game(GameConfig(seed=99)), Seat.RED_CLUER)), PictureLook())
    for look, aim in ((PictureLook(), AIM), (PictureLook("cards"), None), (PictureLook("photo", 3), None)):
        taken = [1000 * spent_by(partial(picture_file, board, look)).cpu for board in boards]
        yield Figure(f"a picture, {look.style}", median(taken), "ms of CPU", aim)
    largest = max(len(picture_file(board, PictureLook()).png) for board in boards)
    yield Figure("the largest clean picture", largest / 1000, "KB", 60)
