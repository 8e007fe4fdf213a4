"""The tables of a run, computed from its episodes alone.

They hold no time and no cost, and follow the order of the plan: a run that was interrupted, repeated and played in any
number of processes gives the same bytes as one that was not.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from codenames_core.files.atomic_writes import write_atomically
from codenames_core.game.config import TEAMS
from codenames_metrics.analysis.aggregate import AggregateMetrics, Aggregation
from codenames_metrics.analysis.clue_numbers import ClueCounter
from codenames_metrics.analysis.failures.columns import with_failures
from codenames_metrics.analysis.failures.counts import GamesOfFailures
from codenames_metrics.analysis.failures.lost_turns import LossExamples
from codenames_metrics.analysis.failures.misreadings import GamesOfReading
from codenames_metrics.analysis.failures.turn_losses import GamesOfLosses
from codenames_metrics.analysis.head_to_head import COLUMNS, csv_row
from codenames_metrics.analysis.leaderboard import Leaderboard, leaderboard
from codenames_metrics.analysis.play.play import GamesOfPlay, Play
from codenames_metrics.analysis.scores import Scores
from codenames_metrics.analysis.standings import PlannedGames
from codenames_metrics.experiment.config import PrimaryFamily
from codenames_metrics.experiment.jobs import Cell
from codenames_metrics.experiment.plan import Plan
from codenames_metrics.game.episode import EpisodeMetrics, dealt_board_name
from codenames_metrics.game.episode_files import EPISODES
from codenames_metrics.report.pictures.files import PLOTS
from codenames_metrics.report.pictures.gallery import draw_gallery
from codenames_metrics.report.pictures.pdf import pdf_bytes
from codenames_metrics.report.report import report_files
from codenames_metrics.report.run_facts import run_facts
from codenames_metrics.report.turn_loss_table import LossExample
from codenames_metrics.run_folder.failures import last_failures
from codenames_metrics.run_folder.line_file import csv_line
from codenames_metrics.run_folder.metrics_cache import METRICS, MeasuredGame, finished_games, numbers_of_games
from codenames_metrics.run_folder.metrics_columns import with_config
from codenames_metrics.tables.export import Row, csv_lines

PER_EPISODE: Final = "per_episode.csv"
AGGREGATE: Final = "aggregate.json"
HEAD_TO_HEAD: Final = "head_to_head.csv"
LEADERBOARD: Final = "leaderboard.json"
_GIVEN_UP: Final = "skipped"
_OF_TEAM: Final = (
    "turns", "words_cleared", "assassin_hit", "total_clues", "avg_clue_number", "clue_efficiency", "total_guesses",
    "correct_guesses", "wrong_guesses", "guess_accuracy", "discussions", "avg_discussion_rounds", "consensus_rate",
    "avg_discussion_length", "coordination_score", "theory_of_mind_score", "theory_of_mind_source", "forfeited_turns",
    "failed_decisions", "refused_tries", "tokens_in", "tokens_out", "cost_usd", "words_per_turn", "net_words_per_clue",
    "zero_clues", "one_clues", "two_clues", "three_clues", "larger_clues", "unlimited_clues",
    "theory_of_mind_gain", "literal_listener_score", "literal_listener_clues", "literal_listener_unknown",
)  # fmt: skip
_values_of_a_team: Final = attrgetter(*_OF_TEAM)
_COLUMNS_OF: Final = {team: tuple(f"{team}_{name}" for name in _OF_TEAM) for team in TEAMS}


class CellResult(NamedTuple):
    """A cell of the plan and what its games came to."""

    cell: Cell
    planned: int
    aggregate: AggregateMetrics | None
    """None before its first game."""


class Tally:
    """Takes finished games one by one, and keeps sums alone.

    Args:
        cells: in the order in which they are reported; others are added as they come.
        games_per_cell: how many are planned; as many as come if not given.
        name: of the experiment.
        benchmark_id: of its boards, rules and prompts.
        primary: the comparisons that decide.
        margin: a difference of win rates that would not matter.
        per_board: games of each cell on each board.
    """

    def __init__(
        self,
        cells: Iterable[Cell] = (),
        games_per_cell: int = 0,
        name: str = "",
        benchmark_id: str = "",
        primary: PrimaryFamily = PrimaryFamily.OVERALL,
        margin: float = 0.1,
        per_board: int = 0,
    ) -> None:
        self.games = 0
        self._name, self._benchmark_id = name, benchmark_id
        self._primary, self._margin, self._per_board = primary, margin, per_board
        self.scores = Scores()
        self.failures = GamesOfFailures()
        self._clues = ClueCounter()
        self.turn_losses = GamesOfLosses()
        self._reading = GamesOfReading()
        self._play = GamesOfPlay()
        self._games_per_cell = games_per_cell
        self._cells: dict[Cell, Aggregation | None] = dict.fromkeys(cells)
        self._given_up: Counter[tuple[Cell, str]] = Counter()

    def add(self, cell: Cell, metrics: EpisodeMetrics) -> None:
        """Take one more game."""
        self.games += 1
        self.scores.add(cell, metrics)
        self.failures.add(cell, metrics)
        self._clues.add(cell, metrics)
        self.turn_losses.add(cell, metrics)
        self._reading.add(cell, metrics)
        self._play.add(cell, metrics)
        aggregation = self._cells[cell] = self._cells.get(cell) or Aggregation()
        aggregation.add(metrics)

    def give_up(self, cell: Cell, board: str) -> None:
        """Take note of a game that was skipped, and is not finished."""
        self._given_up[cell, board] += 1

    def cells(self) -> list[CellResult]:
        """Return what the games of each cell came to."""
        return [
            CellResult(cell, self._planned(aggregation), aggregation.result() if aggregation else None)
            for cell, aggregation in self._cells.items()
        ]

    @property
    def is_over(self) -> bool:
        """Whether all planned games are finished or given up."""
        planned = sum(self._planned(aggregation) for aggregation in self._cells.values())
        return self.games + self._given_up.total() >= planned

    def _planned(self, aggregation: Aggregation | None) -> int:
        return self._games_per_cell or (aggregation.episodes if aggregation else 0)

    def leaderboard(self) -> Leaderboard:
        """Return all views of the games."""
        games = {cell: self._planned(aggregation) for cell, aggregation in self._cells.items()}
        planned = PlannedGames(
            tuple(games),
            games,
            self._given_up,
            self._name,
            self._benchmark_id,
            self._primary,
            self._margin,
            self._per_board,
        )
        models = dict.fromkeys(model for cell in games for team in TEAMS for model in cell.lineup(team).models)
        board = leaderboard(self.scores, planned, self._clues.result(models))
        board = with_failures(board, self.failures, self.turn_losses)
        return board.model_copy(update={"seeing": self._reading.result(final=board.tested)})

    def play(self) -> Play:
        """Return how the games went, for pictures."""
        return self._play.result(self.failures)


def write_artefacts(folder: Path, plan: Plan, *, pdf: bool = False) -> Tally:
    """Write the tables into a results folder, from whatever games are finished there, and return their sums.

    Args:
        folder: of the results.
        plan: of the run.
        pdf: whether pictures are written as PDF, too.

    Raises:
        EpisodeFileError: an episode cannot be read.
        StorageError: a table cannot be written.
        InputError: PDF needs what is not installed.
    """
    tally, examples = _new_tally(folder, plan), LossExamples()
    games = _with_examples(_counted(folder, plan, tally, keep=True), examples)
    rows = BytesIO()
    for line in csv_lines(episode_row(game, plan) for game in games):
        rows.write(line.encode())
    write_atomically(folder / METRICS / PER_EPISODE, rows.getvalue())
    rows.close()
    write_atomically(folder / METRICS / AGGREGATE, _aggregate_text(tally, plan).encode())
    board = tally.leaderboard()
    write_atomically(folder / LEADERBOARD, board.text().encode())
    pairs = (csv_row(pair) for pair in board.head_to_head)
    write_atomically(folder / HEAD_TO_HEAD, b"".join(map(csv_line, [COLUMNS, *pairs])))
    facts = run_facts(folder, plan, find_given_up(folder, plan))
    gallery = draw_gallery(board, tally.play(), facts.spending)
    for name, text in report_files(board, facts, gallery, _examples(examples, plan)).items():
        write_atomically(folder / name, text.encode())
    for picture in gallery.pictures if pdf else ():
        write_atomically(folder / PLOTS / f"{picture.name}.pdf", pdf_bytes(picture))
    return tally


def _with_examples(games: Iterable[MeasuredGame], examples: LossExamples) -> Iterator[MeasuredGame]:
    for game in games:
        examples.add(game.job.index, game.job.cell, game.metrics)
        yield game


def _examples(examples: LossExamples, plan: Plan) -> list[LossExample]:
    return [
        LossExample(turn, plan.cell_of(turn.place).lineup(turn.team).name, f"{EPISODES}/{plan.record_name(turn.place)}")
        for turns in examples.result().values()
        for turn in turns
    ]


def read_tally(folder: Path, plan: Plan) -> Tally:
    """Return the sums of the games that are finished in a results folder, and write nothing.

    Raises:
        EpisodeFileError: an episode cannot be read.
    """
    tally = _new_tally(folder, plan)
    for _ in _counted(folder, plan, tally):
        pass
    return tally


def _new_tally(folder: Path, plan: Plan) -> Tally:
    config = plan.config
    tally = Tally(
        plan.cells,
        plan.games_per_cell,
        config.name,
        plan.benchmark_id,
        config.primary_family,
        config.equivalence_margin,
        config.games_per_config,
    )
    for index in find_given_up(folder, plan):
        job = plan[index]
        tally.give_up(job.cell, dealt_board_name(job.config.word_list, job.seed))
    return tally


def _counted(folder: Path, plan: Plan, tally: Tally, *, keep: bool = False) -> Iterator[MeasuredGame]:
    """Yield the finished games, and let `tally` take them on the way."""
    for game in numbers_of_games(folder, plan, keep=keep):
        tally.add(game.job.cell, _comparable(game))
        yield game


def find_given_up(folder: Path, plan: Plan) -> list[int]:
    """Return the places of the games that were skipped and have no record.

    Those that are held back are not among them: they are still to be played, when their model can be asked again.
    """
    skipped = [plan.index_named(game) for game, last in last_failures(folder).items() if last.then == _GIVEN_UP]
    if not skipped:
        return []
    done = set(finished_games(folder, plan))
    return sorted(index for index in skipped if index is not None and index not in done)


def episode_row(game: MeasuredGame, plan: Plan) -> Row:
    """Return the row of a game in `per_episode.csv`."""
    job, metrics = game
    row: Row = {
        "episode": plan.record_name(job.index).removesuffix(".json"),
        "episode_id": metrics.episode_id,
        "mode": str(job.cell.mode),
        "composition": str(job.cell.combo.composition),
        **({"arm": job.cell.arm or "base"} if plan.config.arms else {}),
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
        row |= zip(_COLUMNS_OF[team], _values_of_a_team(metrics.of(team)), strict=True)
    return row


def _aggregate_text(tally: Tally, plan: Plan) -> str:
    cells = [
        {
            "mode": cell.mode,
            "composition": cell.combo.composition,
            **({"arm": cell.arm or "base"} if plan.config.arms else {}),
            "red": cell.combo.red.name,
            "blue": cell.combo.blue.name,
            "planned": planned,
            "finished": aggregate.episodes if aggregate else 0,
            "metrics": _of_cell(aggregate, final=tally.is_over) if aggregate else None,
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


def _of_cell(aggregate: AggregateMetrics, *, final: bool) -> dict[str, Any]:
    """Return what an aggregate says; until all games are played or given up without intervals, for they hold once."""
    without = {} if final else {f"win_rate_{team}_interval": None for team in TEAMS}
    return aggregate.model_dump(mode="json") | without


def _comparable(game: MeasuredGame) -> EpisodeMetrics:
    """Return metrics without what may differ between two sessions of one run: how long an outage is waited out."""
    return with_config(game.metrics, game.job.config)
