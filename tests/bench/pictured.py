"""A small run with data for every picture, made by hand."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Any

from tests.bench.boards_played import board_of, game, round_robin

from codenames_core.game.config import GameMode
from codenames_metrics.analysis.leaderboard import Leaderboard
from codenames_metrics.analysis.play.calibration import Calibration
from codenames_metrics.analysis.play.clue_success import ClueSuccess, SuccessOfNumber
from codenames_metrics.analysis.play.forfeits import Forfeits
from codenames_metrics.analysis.play.hard_words import WordDifficulty
from codenames_metrics.analysis.play.play import Play
from codenames_metrics.analysis.play.words_by_turn import WordsAfterTurn, WordsByTurn
from codenames_metrics.report.pictures.gallery import Gallery, draw_gallery
from codenames_metrics.run_folder.spending import LineupSpending
from codenames_metrics.statistics.brier import brier_parts
from codenames_metrics.statistics.intervals import Interval

MODELS = ("gpt", "llama", "random")


@cache
def small_board() -> Leaderboard:
    """The first wins most, and the last nearly nothing; the first two also play as a mixed team."""
    first, second, third = MODELS
    mixed = [f"{first} {second} {second}", f"{second} {third} {third}"]
    games = [
        game(red, blue, board, "red" if board % 3 else "blue")
        for board in range(24)
        for red, blue in permutations(mixed)
    ]
    return board_of([*round_robin(dict(zip(MODELS, (8, 6, 1), strict=True)), 24), *games])


def renamed(board: Leaderboard, names: Sequence[str]) -> Leaderboard:
    """The same with other names of its models, of which a leaderboard would be made in the same way."""
    others = dict(zip(MODELS, names, strict=True))

    def of(value: Any) -> Any:
        match value:
            case dict():
                return {key: of(inside) for key, inside in value.items()}
            case tuple() | list():
                return [of(inside) for inside in value]
            case str():
                return " + ".join(others.get(part, part) for part in value.split(" + "))
            case _:
                return value

    return Leaderboard.model_validate_json(json.dumps(of(board.model_dump(mode="json"))))


def small_play(names: Sequence[str] = MODELS, words: Sequence[str] = ("SHIP", "IVORY", "NINJA")) -> Play:
    """Made up so that every picture has something to show."""
    forecasts = [(0.05, False), (0.35, True), (0.35, False), (0.9, True), (1.0, True)]
    parts = brier_parts(forecasts)
    assert parts is not None
    intervals = tuple(Interval(0.1, 0.9) for _ in parts.bins)
    turns = [
        WordsAfterTurn(turn, 1.5 * turn, 0.5, Interval(1.5 * turn - 0.4, 1.5 * turn + 0.4), 9 - turn)
        for turn in (1, 2, 3)
    ]
    numbers = (SuccessOfNumber(1, 40, 36, 37, Interval(0.8, 0.95)), SuccessOfNumber(5, 10, 2, 21, Interval(0.05, 0.5)))
    return Play(
        words_by_turn=tuple(WordsByTurn(GameMode.STANDARD, name, 48, 24, tuple(turns)) for name in names),
        clue_success=tuple(ClueSuccess(name, 24, numbers) for name in names),
        calibration=tuple(Calibration(name, 24, parts, intervals) for name in names),
        hard_words=tuple(
            WordDifficulty(word, 20, 5 * place, 4, Interval(0.1, 0.8)) for place, word in enumerate(words)
        ),
        forfeits=tuple(
            Forfeits(name, 200, 3 * place, 24, Interval(0.0, 0.05), 800, 4, 9) for place, name in enumerate(names)
        ),
    )


def small_gallery(names: Sequence[str] = MODELS, words: Sequence[str] = ("SHIP", "IVORY", "NINJA")) -> Gallery:
    """Every picture that there is."""
    spent = [LineupSpending(names[0], 48, 8000.0, 0.25, 90.0), LineupSpending(names[1], 48, 900.0, None, 30.0)]
    board = small_board() if names == MODELS else renamed(small_board(), names)
    return draw_gallery(board, small_play(names, words), spent)
