"""Fits the table of win chances to games that `scripts.win_chances.play` wrote, and says how far it can be trusted.

    python -m scripts.win_chances.fit GAMES [--out core/codenames_core/data/win_chances.json]

Every fifth score of games is held out: the table never sees them, and all figures are of them. The chance of
the team to move, by its own words left, those of the others, what the clue still promises and whether there is an
assassin, is estimated in three steps:

1. a ridge-penalised logistic regression on words left, their squares, logarithms and product, by what the clue
   promises: smooth, and defined where few games have been;
2. each cell is the mean of its own games and of `PRIOR_GAMES` games that went as the regression says;
3. the nearest table (weighted least squares) in which more own words never help and more of the others never harm.

Prints Brier scores with a standard error clustered by game, beside those of two trivial forecasts, and a table of
reliability.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from codenames_core.game.board import STARTING_WORDS
from codenames_core.watch.win_chance import MOST_PROMISED

HELD_OUT: Final = 5
"""One of so many scores of games is held out: a score has games of every mode."""
PRIOR_GAMES: Final = 40.0
RIDGE: Final = 1.0
BINS: Final = 10
SIZE: Final = STARTING_WORDS
ROWS: Final = MOST_PROMISED + 2
"""What the clue promises: no clue, then 0, 1, 2, ..."""
NAMES: Final = ("assassin", "no_assassin")

Array = np.ndarray[Any, np.dtype[Any]]


class Game(NamedTuple):
    """One line of the file."""

    seed: int
    mode: str
    red_won: bool
    positions: tuple[tuple[int, int, bool, int], ...]
    """Red words left, blue words left, whether red moves, and the row of what the clue promises; all before the end."""


class Forecasts(NamedTuple):
    """Forecasts of the red team's win, one for each position."""

    chance: Array
    won: Array
    game: Array
    red: Array
    blue: Array
    red_moves: Array


def main(arguments: list[str] | None = None) -> int:
    """Fit, report, and write the table where it is asked for."""
    parser = argparse.ArgumentParser(description="The table of win chances; see the head of this file.")
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, help="where the table is written")
    parser.add_argument("--held-out", type=Path, help="where the positions of held-out games are counted, for a test")
    options = parser.parse_args(arguments)
    games = [*_games(options.games)]
    train = [game for game in games if not is_held_out(game) and game.mode != "single_guesser"]
    tables = fit(train)
    print(f"{len(games)} games, {len(train)} of them fitted; {len({game.seed for game in games})} seeds")
    for mode in ("standard", "no_assassin", "single_guesser"):
        held_out = [game for game in games if game.mode == mode and (is_held_out(game) or mode == "single_guesser")]
        if held_out:
            print(f"\n## {mode}: {len(held_out)} games held out")
            _report(forecasts(tables, held_out), rate=float(np.mean([game.red_won for game in train])))
    if options.out:
        options.out.write_text(_file(tables, games, train), "utf-8")
    if options.held_out:
        played, won = _counts([game for game in games if is_held_out(game) and game.mode != "single_guesser"])
        cells = ((*place, int(played[place]), int(won[place])) for place in zip(*played.nonzero(), strict=True))
        options.held_out.write_text("".join(" ".join(map(str, cell)) + "\n" for cell in cells), "utf-8")
    return 0


def _games(path: Path) -> Iterator[Game]:
    for line in path.read_text("utf-8").splitlines():
        seed, mode, _, _, _, winner, _, *positions = line.split(" ")
        if winner == "nobody":
            continue
        parsed = tuple(_position(text) for text in positions[:-1])
        yield Game(int(seed), mode, winner == "red", tuple(one for one in parsed if one[0] and one[1]))


def _position(text: str) -> tuple[int, int, bool, int]:
    red, blue, moves, number, found = text.split(",")
    row = 0 if number == "-" else min(max(int(number) - int(found), 0), MOST_PROMISED) + 1
    return int(red), int(blue), moves == "r", row


def is_held_out(game: Game) -> bool:
    """Return whether the table may not see a game."""
    return not game.seed // 20 % HELD_OUT


def fit(games: Sequence[Game]) -> Array:
    """Return the chance of the team to move by assassin, promise, own words and words of the others, from 1 on."""
    played, won = _counts(games)
    smooth = _regression(played, won)
    shrunk = (won + PRIOR_GAMES * smooth) / (played + PRIOR_GAMES)
    tables = np.empty_like(shrunk)
    for kind in range(2):
        for row in range(ROWS):
            tables[kind, row] = _monotone(shrunk[kind, row], played[kind, row] + 1.0)
    return tables


def _counts(games: Sequence[Game]) -> tuple[Array, Array]:
    """Return how often each position was played, and how often the team to move won from there."""
    played, won = np.zeros((2, 2, ROWS, SIZE, SIZE))
    for game in games:
        kind = NAMES.index("no_assassin" if game.mode == "no_assassin" else "assassin")
        for red, blue, red_moves, row in game.positions:
            own, other = (red, blue) if red_moves else (blue, red)
            played[kind, row, own - 1, other - 1] += 1
            won[kind, row, own - 1, other - 1] += game.red_won == red_moves
    return played, won


def _regression(played: Array, won: Array) -> Array:
    features = _features().reshape(-1, _features().shape[-1])
    count, wins = played.ravel(), won.ravel()
    weights = np.zeros(features.shape[1])
    penalty = RIDGE * np.eye(len(weights))
    for _ in range(30):
        chance = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (wins - count * chance) - penalty @ weights
        curvature = (features * (count * chance * (1 - chance))[:, None]).T @ features + penalty
        weights = weights + np.linalg.solve(curvature, gradient)
    return (1 / (1 + np.exp(-features @ weights))).reshape(played.shape)


def _features() -> Array:
    kind, row, own, other = np.meshgrid(
        np.arange(2), np.arange(ROWS), np.arange(1, SIZE + 1), np.arange(1, SIZE + 1), indexing="ij"
    )
    shape = [np.ones(own.shape), own, other, own**2 / 9, other**2 / 9, own * other / 9, np.log(own), np.log(other)]
    promises = [row == value for value in range(1, ROWS)]
    return np.stack(
        [
            *shape,
            *(kind * column for column in shape[:3]),
            *(here * column for here in promises for column in (shape[0], shape[1], shape[2], shape[6])),
        ],
        axis=-1,
    ).astype(float)


def _monotone(table: Array, weights: Array) -> Array:
    """Return the nearest table that falls with own words (rows) and rises with those of the others (columns).

    Dykstra's algorithm (1983): projections on either order by turns, each after taking its last correction back.
    """
    result, corrections = table.copy(), [np.zeros_like(table), np.zeros_like(table)]
    for _ in range(400):
        for axis in range(2):
            start = result - corrections[axis]
            falling, by_weight = (start.T, weights.T) if axis == 0 else (-start, weights)
            ordered = np.array([_falling(line, weight) for line, weight in zip(falling, by_weight, strict=True)])
            result = ordered.T if axis == 0 else -ordered
            corrections[axis] = result - start
    return result


def _falling(values: Array, weights: Array) -> Array:
    """Return the nearest series that never rises: pool adjacent violators (Ayer and others 1955)."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (upper, heavy, long), (lower, light, short) = blocks[-2:]
            mean = (upper * heavy + lower * light) / (heavy + light)
            blocks[-2:] = [(mean, heavy + light, long + short)]
    return np.concatenate([np.full(length, mean) for mean, _, length in blocks])


def forecasts(tables: Array, games: Sequence[Game]) -> Forecasts:
    """Return what the table says of every position of `games`."""
    rows = []
    for number, game in enumerate(games):
        kind = NAMES.index("no_assassin" if game.mode == "no_assassin" else "assassin")
        for red, blue, red_moves, row in game.positions:
            own, other = (red, blue) if red_moves else (blue, red)
            chance = tables[kind, row, own - 1, other - 1]
            rows.append((chance if red_moves else 1 - chance, game.red_won, number, red, blue, red_moves))
    return Forecasts(*np.array(rows).T)


def _report(seen: Forecasts, rate: float) -> None:
    fewer = np.where(seen.red < seen.blue, 1.0, np.where(seen.red > seen.blue, 0.0, 0.5))
    for name, chance in (
        ("this table", seen.chance),
        (f"always {rate:.3f}", np.full(len(seen.won), rate)),
        ("who has fewer words left (1, 0, or 1/2)", fewer),
        ("the same, 3/4 and 1/4", 0.25 + fewer / 2),
    ):
        mean, error = _brier(chance, seen)
        print(f"{name:40} Brier {mean:.4f} ± {error:.4f}")
    print("| forecast | positions | mean forecast | red won |\n|---|---|---|---|")
    places = np.minimum((seen.chance * BINS).astype(int), BINS - 1)
    worst = 0.0
    for place in range(BINS):
        here = places == place
        if not here.any():
            continue
        forecast, won = seen.chance[here].mean(), seen.won[here].mean()
        worst = max(worst, abs(forecast - won))
        print(f"| {place / BINS:.1f} to {(place + 1) / BINS:.1f} | {here.sum():,} | {forecast:.3f} | {won:.3f} |")
    print(f"largest difference {worst:.3f}")


def _brier(chance: Array, seen: Forecasts) -> tuple[float, float]:
    """Return the mean over positions and its standard error, clustered by game."""
    losses = (chance - seen.won) ** 2
    game = seen.game.astype(int)
    mean = losses.mean()
    sums = np.bincount(game, losses - mean)
    return float(mean), float(np.sqrt((sums**2).sum()) / len(losses))


def _file(tables: Array, games: Sequence[Game], train: Sequence[Game]) -> str:
    about = {
        "about": "Chances of the team to move, in thousandths: by what the clue promises (no clue, 0, 1, 2, 3, 4 or "
        "more), own words left (1 to 9), words left of the others (1 to 9). Written by scripts/win_chances/fit.py.",
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "games": len(train),
        "seeds": [min(game.seed for game in games), max(game.seed for game in games)],
    }
    cells = np.clip(np.round(tables * 1000), 1, 999).astype(int)
    blocks = []
    for name, kind in zip(NAMES, cells, strict=True):
        rows = ",\n".join("  " + json.dumps(row.tolist(), separators=(",", ":")) for row in kind)
        blocks.append(f'  "{name}": [\n{rows}\n  ]')
    head = json.dumps(about, indent=1).removesuffix("\n}")
    return head + ',\n "thousandths": {\n' + ",\n".join(blocks) + "\n }\n}\n"


if __name__ == "__main__":
    raise SystemExit(main())
