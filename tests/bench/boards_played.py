"""Games for tests of leaderboards, in a line each: who met whom on which board, and who won."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from codenames_core.game.config import GameMode, Team
from codenames_metrics.analysis.leaderboard import Leaderboard, leaderboard
from codenames_metrics.analysis.scores import Score, SideScore
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.combos import Composition, Lineup, ModelCombo
from codenames_metrics.experiment.jobs import Cell

USUAL = SideScore(0.5, 0.5, 0.5, 0.5)


def lineup(text: str) -> Lineup:
    """`a` is a team of one model, `a b c` its cluer and guessers."""
    names = text.split()
    return Lineup(*names) if len(names) == 3 else Lineup(text, text, text)


def cell(red: str, blue: str, mode: GameMode = GameMode.STANDARD) -> Cell:
    """A cell of the plan; its composition is that of its line-ups."""
    sides = lineup(red), lineup(blue)
    composition = Composition.HOMOGENEOUS
    if not all(side.is_homogeneous for side in sides):
        mixed_cluer = all(side.guesser_1 == side.guesser_2 for side in sides)
        composition = Composition.MIXED_CLUER if mixed_cluer else Composition.MIXED_GUESSER
    ghosts = frozenset(name for side in sides for name in side.models if name.startswith("ghost"))
    return Cell(mode, ModelCombo(composition, *sides, ghosts))


def game(
    red: str,
    blue: str,
    board: int | str,
    winner: str | None,
    mode: GameMode = GameMode.STANDARD,
    scores: Mapping[Team, SideScore] | None = None,
) -> Score:
    """A finished game; `winner` is `red`, `blue` or None."""
    sides = scores or {Team.RED: USUAL, Team.BLUE: USUAL}
    return Score(cell(red, blue, mode), f"w:{board}", None if winner is None else Team(winner), Team.RED, sides)


def planned(
    games: Sequence[Score],
    per_cell: int | None = None,
    given_up: Mapping[Cell, int] | None = None,
    per_board: int = 1,
) -> PlannedGames:
    """A plan of the cells that the games are of; with no other games, if not said otherwise."""
    counts = Counter(game.cell for game in games)
    for cell in given_up or {}:
        counts.setdefault(cell, 0)
    return PlannedGames(
        tuple(counts),
        {cell: per_cell or count for cell, count in counts.items()},
        {(cell, "w:given up"): count for cell, count in (given_up or {}).items()},
        "test",
        "cn1-x",
        per_board=per_board,
    )


def board_of(games: Sequence[Score]) -> Leaderboard:
    """The leaderboard of games that are all that was planned."""
    return leaderboard(games, planned(games))


def round_robin(
    strengths: Mapping[str, float], boards: int, seed: int = 1, modes: Iterable[GameMode] = (GameMode.STANDARD,)
) -> list[Score]:
    """Every pair on every board from both sides; who wins is drawn by the ratio of strengths."""
    dice = random.Random(seed)
    return [
        game(red, blue, board, "red" if dice.random() < ours / (ours + others) else "blue", mode)
        for mode in modes
        for board in range(boards)
        for (red, ours), (blue, others) in permutations(strengths.items(), 2)
    ]
