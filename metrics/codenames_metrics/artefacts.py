"""What a run leaves behind beside its episodes: tables that are worked out from them alone.

They hold no time and no cost, and follow the order of the plan: a run that was interrupted, repeated and played in any
number of processes gives the same bytes as one that was not.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.config import TEAMS, GameMode, Team
from codenames_core.record import write_atomically
from codenames_metrics.aggregate import AggregateMetrics, Aggregation
from codenames_metrics.combos import Lineup
from codenames_metrics.episode import EpisodeMetrics
from codenames_metrics.experiment import Composition
from codenames_metrics.export import Row, csv_lines
from codenames_metrics.jobs import Cell
from codenames_metrics.lines import csv_line
from codenames_metrics.measured import METRICS, MeasuredGame, measured_games
from codenames_metrics.plan import Plan
from codenames_metrics.stats import Interval, share_interval

PER_EPISODE: Final = "per_episode.csv"
AGGREGATE: Final = "aggregate.json"
HEAD_TO_HEAD: Final = "head_to_head.csv"
_OF_TEAM: Final = (
    "turns", "words_cleared", "assassin_hit", "total_clues", "avg_clue_number", "clue_efficiency", "total_guesses",
    "correct_guesses", "wrong_guesses", "guess_accuracy", "discussions", "avg_discussion_rounds", "consensus_rate",
    "avg_discussion_length", "coordination_score", "theory_of_mind_score", "theory_of_mind_source", "forfeited_turns",
    "failed_decisions", "refused_tries", "tokens_in", "tokens_out", "cost_usd",
)  # fmt: skip


class CellResult(NamedTuple):
    """A cell of the plan and what its games came to."""

    cell: Cell
    planned: int
    aggregate: AggregateMetrics | None
    """None before its first game."""


class HeadToHead(NamedTuple):
    """Two different line-ups of one composition, over all games that they played against each other in a mode."""

    mode: GameMode
    composition: Composition
    first: str
    second: str
    games: int
    first_wins: int
    second_wins: int
    undecided: int
    first_wins_as_red: int
    games_as_red: int
    """Decided games in which the first played red."""
    win_rate: float | None
    """Of the first, over the decided games."""
    interval: Interval | None
    """95 %, Wilson, with the effective number of games of the boards."""


class Tally:
    """Takes finished games one by one, and keeps sums alone.

    Args:
        cells: in the order in which they are reported; others are added as they come.
        games_per_cell: how many are planned.
    """

    def __init__(self, cells: Iterable[Cell] = (), games_per_cell: int = 0) -> None:
        self.games = 0
        self._games_per_cell = games_per_cell
        self._cells: dict[Cell, Aggregation | None] = {}
        self._lineups: dict[Lineup, int] = {}
        self._pairs: dict[tuple[GameMode, Composition, Lineup, Lineup], _Pair] = {}
        for cell in cells:
            self._expect(cell)

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        self._expect(cell)
        self.games += 1
        aggregation = self._cells[cell] = self._cells[cell] or Aggregation()
        aggregation.add(metrics)
        if not cell.combo.is_mirror:
            pair = _pair_of(cell, self._lineups)
            self._pairs[pair].add(cell, metrics, pair[2])

    def cells(self) -> list[CellResult]:
        """Return what the games of each cell came to."""
        return [
            CellResult(
                cell, self._games_per_cell or (found.episodes if found else 0), found.result() if found else None
            )
            for cell, found in self._cells.items()
        ]

    def head_to_head(self) -> list[HeadToHead]:
        """Return how each two line-ups compare that meet."""
        return [
            HeadToHead(mode, composition, first.name, second.name, *pair.result())
            for (mode, composition, first, second), pair in self._pairs.items()
        ]

    def _expect(self, cell: Cell) -> None:
        if cell in self._cells:
            return
        self._cells[cell] = None
        for side in (cell.combo.red, cell.combo.blue):
            self._lineups.setdefault(side, len(self._lineups))
        if not cell.combo.is_mirror:
            self._pairs.setdefault(_pair_of(cell, self._lineups), _Pair())


def _pair_of(cell: Cell, places: Mapping[Lineup, int]) -> tuple[GameMode, Composition, Lineup, Lineup]:
    """Return what both sides of a swap have in common; the line-up that is listed earlier comes first."""
    first, second = sorted((cell.combo.red, cell.combo.blue), key=lambda side: places[side])
    return cell.mode, cell.combo.composition, first, second


class _Pair:
    """The games of two line-ups against each other."""

    def __init__(self) -> None:
        self._games = self._first = self._second = self._undecided = self._first_as_red = self._as_red = 0
        self._by_board: dict[str, list[float]] = defaultdict(list)

    def add(self, cell: Cell, metrics: EpisodeMetrics, first: Lineup) -> None:
        self._games += 1
        if metrics.winner is None:
            self._undecided += 1
            return
        won = cell.lineup(metrics.winner) == first
        self._first += won
        self._second += not won
        if cell.lineup(Team.RED) == first:
            self._as_red += 1
            self._first_as_red += won
        self._by_board[metrics.board].append(float(won))

    def result(self) -> tuple[Any, ...]:
        decided = self._first + self._second
        rate = self._first / decided if decided else None
        counts = (self._games, self._first, self._second, self._undecided, self._first_as_red, self._as_red)
        return *counts, rate, share_interval(self._by_board)


def write_artefacts(folder: Path, plan: Plan) -> Tally:
    """Write the tables into a folder of results, from whatever games are finished there, and return their sums.

    Raises:
        EpisodeFileError: an episode cannot be read.
        StorageError: a table cannot be written.
    """
    tally = Tally(plan.cells, plan.games_per_cell)

    def counted() -> Iterator[MeasuredGame]:
        for game in measured_games(folder, plan):
            tally.add(game.job.cell, _comparable(game))
            yield game

    lines = csv_lines(episode_row(game, plan) for game in counted())
    write_atomically(folder / METRICS / PER_EPISODE, "".join(lines).encode())
    write_atomically(folder / METRICS / AGGREGATE, _aggregate_text(tally, plan).encode())
    pairs = [_head_to_head_row(one) for one in tally.head_to_head()]
    write_atomically(folder / HEAD_TO_HEAD, b"".join(map(csv_line, [_HEAD_TO_HEAD_COLUMNS, *pairs])))
    return tally


def episode_row(game: MeasuredGame, plan: Plan) -> Row:
    """Return the row of a game in `per_episode.csv`."""
    job, metrics = game
    row: Row = {
        "episode": plan.record_name(job.index).removesuffix(".json"),
        "episode_id": metrics.episode_id,
        "mode": str(job.cell.mode),
        "composition": str(job.cell.combo.composition),
        "red": job.cell.combo.red.name,
        "blue": job.cell.combo.blue.name,
        "seed": job.seed,
        "repeat": job.repeat,
        "winner": metrics.winner and str(metrics.winner),
        "winning_lineup": job.lineup(metrics.winner).name if metrics.winner else None,
        "termination": metrics.termination and str(metrics.termination),
        "game_turns": metrics.turns,
        "turns_to_win": metrics.turns_to_win,
    }
    for team in TEAMS:
        row |= {f"{team}_{name}": getattr(metrics.of(team), name) for name in _OF_TEAM}
    return row


def _aggregate_text(tally: Tally, plan: Plan) -> str:
    cells = [
        {
            "mode": cell.mode,
            "composition": cell.combo.composition,
            "red": cell.combo.red.name,
            "blue": cell.combo.blue.name,
            "planned": planned,
            "finished": aggregate.episodes if aggregate else 0,
            "metrics": aggregate.model_dump(mode="json") if aggregate else None,
        }
        for cell, planned, aggregate in tally.cells()
    ]
    tree = {
        "name": plan.config.name,
        "benchmark_id": plan.benchmark_id,
        "planned": len(plan),
        "finished": tally.games,
        "interim": tally.games < len(plan),
        "cells": cells,
    }
    return json.dumps(tree, indent=1, ensure_ascii=False) + "\n"


_HEAD_TO_HEAD_COLUMNS: Final = (*HeadToHead._fields[:-1], "win_rate_low", "win_rate_high")


def _head_to_head_row(one: HeadToHead) -> tuple[Any, ...]:
    return *one[:-1], *(one.interval or (None, None))


def _comparable(game: MeasuredGame) -> EpisodeMetrics:
    """Return metrics without what may differ between two sittings of one run: how long an outage is waited out."""
    return game.metrics.model_copy(update={"config": game.job.config})
